// Between two games of a match: the position that the last one ended with stays, with what came of it
// over it, until somebody goes on. The server has dealt the next one already; only this page waits.
import { still } from "./motion.js";

/** Milliseconds in which the end of a game is seen before the card covers it. */
const LOOK = 900;
/** Milliseconds after which it closes by itself for who has no time or nothing to do. */
const HASTE = 12_000;

export class Interlude {
  /** base: the table's address; replay: see replay.js, holds the last position; over() is told when somebody goes on. */
  constructor(base, replay, over) {
    this.key = `pivotry-interlude${base}`;
    this.replay = replay;
    this.over = over;
    this.dialog = document.getElementById("interlude");
    this.title = document.getElementById("interlude-title");
    this.told = document.getElementById("interlude-told");
    this.haste = document.getElementById("interlude-haste");
    this.timers = [];
    /** The deal that is being waited at; null when none is. */
    this.deal = null;
    this.dialog.querySelector("button").addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("close", () => this.#goOn());
  }

  /**
   * The table has changed from `before` (null at first) to `data`, which is not drawn yet. True if the
   * page stops here: the present position is not to be drawn before `over`.
   */
  meets(before, data) {
    const { rounds } = data;
    const count = rounds?.count ?? 0;
    if (this.deal !== null) {
      // Taken back, or over, or gone further: what is told changes, or there is nothing to tell.
      if (count < this.deal.count || !rounds || rounds.ended === null) this.#leave();
      else if (count === this.deal.count) {
        // Who looks now may know other cards of it.
        if (before?.eye !== data.eye) this.replay.hold(this.deal.ply);
        return true;
      }
    }
    if (!rounds || rounds.ended === null || (this.deal === null && this.replay.away)) return false;
    const anew = before ? count > (before.rounds?.count ?? 0) : rounds.fresh && !this.#seen(rounds.ended);
    if (!anew) return false;
    this.#open(rounds, data);
    return true;
  }

  #open(rounds, data) {
    this.#stop();
    this.deal = { count: rounds.count, ply: rounds.ended };
    this.replay.hold(rounds.ended);
    this.title.textContent = rounds.title;
    this.told.innerHTML = data.panels.rounds;
    this.haste.hidden = rounds.patient;
    const wait = still() ? 0 : LOOK;
    this.timers.push(setTimeout(() => this.#show(), wait));
    if (!rounds.patient) this.timers.push(setTimeout(() => this.dialog.close(), wait + HASTE));
  }

  #show() {
    if (!this.dialog.open) this.dialog.showModal();
  }

  #stop() {
    this.timers.forEach(clearTimeout);
    this.timers = [];
  }

  /** There is nothing to stop for any more. */
  #leave() {
    this.#stop();
    this.deal = null;
    if (this.dialog.open) this.dialog.close();
    this.replay.release();
  }

  async #goOn() {
    const { deal } = this;
    if (deal === null) return;
    this.#stop();
    this.#remember(deal.ply);
    // The new deal first: what has been played since then is seen as moves.
    await this.replay.go(deal.ply + 1);
    if (this.deal !== deal) return;
    this.replay.release();
    this.deal = null;
    this.over();
  }

  #seen(ply) {
    try {
      return sessionStorage.getItem(this.key) === String(ply);
    } catch {
      return false; // where storage is forbidden it is shown once more
    }
  }

  #remember(ply) {
    try {
      sessionStorage.setItem(this.key, String(ply));
    } catch {
      // as above
    }
  }
}
