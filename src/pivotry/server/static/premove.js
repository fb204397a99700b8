// What somebody chooses while it is another's turn: kept in the page alone until the turn comes. A
// move on a board is played then, if it can be; a card is taken up, and still has to be played.
import { matching } from "./board.js";
import { t } from "./common.js";

export class Premove {
  /** board: see board.js; say(text) speaks; changed() is told when something else is chosen. */
  constructor(board, say, changed) {
    this.board = board;
    this.say = say;
    this.changed = changed;
    this.mode = null;
    this.clicks = [];
    this.chosen = null; // the mode of the clicks: when the turn comes nothing is allowed any more
    board.host.addEventListener("contextmenu", (event) => {
      if (this.clicks.length === 0) return;
      event.preventDefault();
      this.cancel();
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.target.closest?.("dialog")) this.cancel();
    });
  }

  /** mode: "move" for two places, "card" for one, null when nothing can be chosen ahead. */
  allow(mode) {
    this.mode = mode;
    this.board.wait(mode !== null, mode === "move");
  }

  /** A click at a place, null for one beside all places; or a drag from it to another. */
  pick(at, to = null) {
    if (to !== null) this.clicks = [];
    this.#choose(at);
    if (to !== null) this.#choose(to);
  }

  #choose(at) {
    const names = at?.split(" ");
    const most = this.mode === "move" ? 2 : 1;
    const again = this.clicks.some((names) => names.join(" ") === at);
    const full = this.clicks.length === most;
    if (!names || again || (full && this.mode === "move")) {
      this.cancel();
      return;
    }
    this.clicks = full ? [names] : [...this.clicks, names];
    this.chosen = this.mode;
    this.#mark();
    const [from, to] = this.#names();
    if (this.mode === "card") this.say(t("{card} is chosen for your turn.", { card: from }));
    else if (to) this.say(t("{from} to {to} is chosen for your turn; Escape lets go.", { from, to }));
    else this.say(t("{from} is chosen for your turn. Where to?", { from }));
  }

  cancel() {
    if (this.clicks.length === 0) return;
    this.forget();
    this.say(t("Nothing is chosen for your turn now."));
  }

  forget() {
    this.clicks = [];
    this.#mark();
  }

  /**
   * The turn has come: what the choice has become, { texts } of moves that it can mean, { clicks } to
   * go on from, or { dropped } with a sentence; null if nothing was chosen.
   */
  redeem(paths) {
    const { clicks, chosen } = this;
    if (clicks.length === 0) return null;
    const [from, to] = this.#names();
    this.forget();
    const { done, open } = matching(paths, clicks);
    if (done.length > 0) return { texts: [...done, ...open], clicks };
    if (open.length > 0) return { clicks };
    if (chosen === "card") return { dropped: t("What you chose, {card}, cannot be played now.", { card: from }) };
    if (!to) return { dropped: t("What you chose, {from}, cannot be moved now.", { from }) };
    return { dropped: t("The move that you chose, {from} to {to}, is not possible now.", { from, to }) };
  }

  #names() {
    return this.clicks.map(([name]) => name);
  }

  #mark() {
    this.board.mark(this.clicks.map((names) => names.join(" ")));
    this.changed();
  }
}
