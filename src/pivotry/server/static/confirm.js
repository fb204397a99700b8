// A move that is shown before it is played: whoever has asked for that plays it with a second click.
import { t } from "./common.js";
import { lay } from "./ghost.js";

export class Confirm {
  /** board: see board.js; on.play(text), on.say(text); on.ghost(text, path) shows where it goes; on.let() when it is let go. */
  constructor(board, on) {
    this.board = board;
    this.on = on;
    this.text = null;
    this.path = [];
    this.bar = document.getElementById("confirm");
    this.question = this.bar.querySelector("span");
    this.yes = this.bar.querySelector("[data-yes]");
    this.bar.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button === this.yes) this.accept();
      else if (button) this.drop();
    });
    this.bar.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.drop();
    });
  }

  get wanted() {
    return document.documentElement.dataset.confirm === "on";
  }

  /** Ask about a move; path: what is clicked for it. */
  ask(text, path) {
    this.text = text;
    this.path = path;
    this.question.textContent = t("Play {move}?", { move: text });
    this.bar.hidden = false;
    this.board.mark(path);
    this.on.ghost(text, path);
    this.on.say(t("Play {move}? Enter plays it, Escape lets it go.", { move: text }));
    // Who has not come from the board goes on here.
    if (!this.board.host.contains(document.activeElement)) this.yes.focus();
  }

  /** A click on the board while it is asked: the last place again plays. True if that was all. */
  first(at) {
    if (this.text === null) return false;
    if (at?.split(" ").includes(this.path.at(-1))) {
      this.accept();
      return true;
    }
    this.drop();
    return at === null;
  }

  accept() {
    const { text } = this;
    this.forget();
    this.on.play(text);
  }

  drop() {
    this.forget();
    this.on.let();
  }

  forget() {
    if (this.text === null) return;
    const inside = this.bar.contains(document.activeElement);
    this.text = null;
    this.bar.hidden = true;
    this.question.textContent = "";
    this.board.mark([]);
    lay(this.board.host.querySelector("svg"));
    if (inside) this.board.host.focus({ preventScroll: true });
  }
}
