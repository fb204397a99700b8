// What somebody chooses while it is another's turn: kept in the page alone until the turn comes. A
// move on a board is played then, if it can be; a card is taken up, and still has to be played. Where
// a turn is several moves, as many can be chosen: each is played if the one before it was.
import { matching } from "./board.js";
import { t } from "./common.js";

export class Premove {
  /** board: see board.js; say(text) speaks; changed() is told when something else is chosen. */
  constructor(board, say, changed) {
    this.board = board;
    this.say = say;
    this.changed = changed;
    this.mode = null;
    this.most = 1;
    /** What has been clicked, move by move. */
    this.moves = [];
    this.chosen = null; // the mode of the clicks: when the turn comes nothing is allowed any more
    /** The ply at which what is left goes on, once a first move has been sent. */
    this.goesOn = null;
    board.host.addEventListener("contextmenu", (event) => {
      if (this.moves.length === 0) return;
      event.preventDefault();
      this.cancel();
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.target.closest?.("dialog")) this.cancel();
    });
  }

  /** mode: "move" for two places, "card" for one, null when nothing can be chosen ahead; `most` moves. */
  allow(mode, most = 1) {
    this.mode = mode;
    this.most = most;
    this.board.wait(mode !== null, mode === "move");
  }

  /** A click at a place, null for one beside all places; or a drag from it to another. */
  pick(at, to = null) {
    if (to !== null) {
      // A drag is a whole move: after those there are, or in their place.
      this.moves = this.moves.filter((clicks) => clicks.length === 2);
      if (this.moves.length === this.most) this.moves = [];
    }
    this.#choose(at);
    if (to !== null) this.#choose(to);
  }

  #choose(at) {
    const names = at?.split(" ");
    const places = this.mode === "move" ? 2 : 1;
    const whole = this.moves.filter((clicks) => clicks.length === places);
    const begun = this.moves.find((clicks) => clicks.length < places) ?? [];
    const full = whole.length === this.most;
    const again = (full ? whole.at(-1) : begun).some((other) => other.join(" ") === at);
    if (!names || again || (full && this.mode === "move")) {
      this.cancel();
      return;
    }
    const clicks = [...begun, names];
    this.moves = full ? [clicks] : [...whole, clicks];
    this.chosen = this.mode;
    this.#mark();
    const [from, to] = this.#called(clicks);
    if (this.mode === "card") this.say(t("{card} is chosen for your turn.", { card: from }));
    else if (to && whole.length > 0)
      this.say(t("Then {from} to {to} is chosen for your turn; Escape lets go of all.", { from, to }));
    else if (to) this.say(t("{from} to {to} is chosen for your turn; Escape lets go.", { from, to }));
    else this.say(t("{from} is chosen for your turn. Where to?", { from }));
  }

  cancel() {
    if (this.moves.length === 0) return;
    this.forget();
    this.say(t("Nothing is chosen for your turn now."));
  }

  forget() {
    this.#keep([]);
  }

  /** The turn is over: what was chosen to go on with a first move is void. */
  lapse() {
    if (this.goesOn !== null) this.forget();
  }

  #keep(moves) {
    this.moves = moves;
    this.goesOn = null;
    this.#mark();
  }

  /**
   * The turn has come: what the choice has become, { texts } of moves that it can mean, { clicks } to
   * go on from, or { dropped } with a sentence; null if nothing was chosen. `ply` is the one now: moves
   * that follow another are for the ply after it alone.
   */
  redeem(paths, ply) {
    const { chosen, goesOn } = this;
    const [clicks, ...rest] = this.moves;
    const missed = goesOn !== null && goesOn !== ply;
    this.forget();
    if (!clicks || missed) return null;
    const [from, to] = this.#called(clicks);
    const { done, open } = matching(paths, clicks);
    if (done.length === 1 && open.length === 0 && rest.length > 0) {
      this.#keep(rest);
      this.goesOn = ply + 1;
    }
    if (done.length > 0) return { texts: [...done, ...open], clicks };
    if (open.length > 0) return { clicks };
    if (chosen === "card") return { dropped: t("What you chose, {card}, cannot be played now.", { card: from }) };
    if (!to) return { dropped: t("What you chose, {from}, cannot be moved now.", { from }) };
    return { dropped: t("The move that you chose, {from} to {to}, is not possible now.", { from, to }) };
  }

  /** What each place that was clicked is called. */
  #called(clicks) {
    return clicks.map(([name]) => this.board.called(name));
  }

  #mark() {
    this.board.mark(this.moves.flat().map((names) => names.join(" ")));
    this.changed();
  }
}

