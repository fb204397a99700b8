// Looking back: an earlier position in place of the present one, until somebody returns.
import { get, plain, t } from "./common.js";
import { once } from "./once.js";

/** Seconds after which a look that the server had no time for is asked for again, at most. */
const LONGEST = 60;

export class Replay {
  /** on.draw(data) shows a past position, on.present() the present one; on.shape() as in table.js. */
  constructor(base, root, on) {
    this.base = base;
    this.on = on;
    this.ply = null; // null: the present
    this.last = 0;
    /** How many moves there have been, and by the position looked at; and what chance did after them. */
    this.made = 0;
    this.moment = null;
    this.asked = 0;
    this.root = root;
    /** Whether it is the page that stays at a ply, and nobody who looks back. */
    this.held = false;
    this.bar = document.getElementById("looking");
    /** The ply that the page's address asks for, until it has been shown. */
    this.wanted = new URLSearchParams(location.search).get("ply");
    this.label = document.getElementById("at-ply");
    this.branch = document.getElementById("branch");
    root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-ply], [data-go], #branch");
      if (!button) return;
      if (button.dataset.ply) this.go(Number(button.dataset.ply));
      else if (button.dataset.go) this.#step(button.dataset.go);
      else this.#branch();
    });
    document.addEventListener("keydown", (event) => {
      if (event.target.closest("input, select, textarea, dialog, [data-at]")) return;
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const steps = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
      if (!steps[event.key]) return;
      event.preventDefault();
      this.#step(steps[event.key]);
    });
  }

  /** The table has changed: it has so many plies now, of which so many are moves. */
  update({ ply: last, made }) {
    this.last = last;
    this.made = made;
    if (this.ply !== null && this.ply > last) this.#present();
    this.#tell();
    if (this.wanted === null) return;
    const named = this.wanted;
    this.wanted = null;
    if (/^\d+$/.test(named) && Number(named) <= last) this.go(Number(named));
    else this.on.refused(plain(t("This match does not have the position that the link names: this is the last one."), true));
  }

  get away() {
    return this.ply !== null;
  }

  #step(where) {
    const at = this.ply ?? this.last;
    this.go({ first: 0, back: at - 1, on: at + 1, last: this.last }[where]);
  }

  /** Stay at a ply from now on, while the table goes on; `most` as for `go`. */
  async hold(ply) {
    this.ply = ply;
    this.held = true;
    const asked = this.asked + 1;
    await this.go(ply, Infinity);
    if (asked === this.asked && this.moment?.ply !== ply) this.#present();
  }

  /** Back to the present. */
  release() {
    if (this.away) this.#present();
  }

  /** Forget what is looked at, and what has been asked for: somebody else sees the present now. */
  drop() {
    this.asked += 1;
    this.ply = null;
    this.held = false;
    this.moment = null;
    this.branch.hidden = true;
  }

  /**
   * Look at a ply; up to `most` plies from what is shown are seen as moves. `better`: a move that would have been
   * better there, to be seen as well.
   */
  async go(ply, most = 1, better = null) {
    if (ply < 0) return;
    if (ply >= this.last) {
      this.#present();
      return;
    }
    const asked = ++this.asked;
    const query = new URLSearchParams({ ply, ...this.on.shape(), ...(better && { better }) });
    const { ok, data } = await get(`${this.base}/past?${query}`);
    if (asked !== this.asked) return;
    if (!ok) {
      this.on.refused(data.notice);
      // Asked for again when the server has time, unless something else is wanted by then.
      if (data.after) setTimeout(() => asked === this.asked && this.go(ply, most, better), Math.min(data.after, LONGEST) * 1000);
      return;
    }
    this.ply = ply;
    this.moment = data;
    this.branch.hidden = !data.branch;
    this.on.draw(data, most);
    this.#tell();
  }

  #present() {
    this.asked += 1;
    const was = this.away;
    this.ply = null;
    this.held = false;
    this.branch.hidden = true;
    if (was) this.on.present();
    this.#tell();
  }

  #tell() {
    // (What is held is not there at once.)
    const moment = this.ply === null || this.moment?.ply !== this.ply ? { made: this.made, chance: null } : this.moment;
    const chance = { deal: t("then a new deal"), draw: t("then a card drawn") }[moment.chance];
    this.told = t("Move {n} of {last}", { n: moment.made, last: this.made });
    this.label.replaceChildren(this.told);
    if (chance) {
      const small = document.createElement("small");
      small.textContent = chance;
      this.label.append(small);
      this.told = `${this.told}, ${chance}`;
    }
    this.#warn(moment);
    for (const button of document.querySelectorAll("#panel-story [data-ply]")) {
      const here = Number(button.dataset.ply) === this.ply;
      if (here) this.#mark(button);
      else button.removeAttribute("aria-current");
    }
    this.root.dispatchEvent(new CustomEvent("ply"));
  }

  /** In place of whose turn it is: that this is not how the match stands, and the way back. */
  #warn({ made, better }) {
    const away = this.away && !this.held;
    this.root.classList.toggle("looking-back", away);
    if (!away && this.bar.contains(document.activeElement)) document.getElementById("panel-picture").focus({ preventScroll: true });
    this.bar.hidden = !away;
    const said = made === 0 ? t("You are looking at the beginning.") : t("You are looking at move {n}.", { n: made });
    if (away) this.bar.firstElementChild.textContent = better?.said ?? said;
  }

  /** The log shows where we are, without moving the page. */
  #mark(button) {
    button.setAttribute("aria-current", "step");
    const log = button.closest(".story");
    const off = button.getBoundingClientRect().top - log.getBoundingClientRect().top;
    if (off < 0 || off > log.clientHeight - button.offsetHeight) log.scrollTop += off - log.clientHeight / 2;
  }

  async #branch() {
    const { ok, data } = await once(`${this.base}/branch`, { ply: this.ply });
    if (ok) location.assign(data.url);
    else this.on.refused(data.notice);
  }
}
