// What a computer says: hints while playing alone, an analysis afterwards.
import { during, get, plain, post, t } from "./common.js";

const LOOK_EVERY = 700;
/** How much larger the graph is shown than drawn, so that its text is nearly as large as the page's. */
const LETTERS = 1.1;
/** After so many milliseconds without a hint it is said that one is being looked for. */
const PATIENCE = 250;
/** The board stays in sight above the analysis where it takes no more of the window's height than that. */
const BELOW = 0.6;
/** So much of the board has to be in sight for what changes on it to be seen. */
const SEEN = 0.6;

export class Advice {
  /**
   * on.refused(html) tells what is wrong; on.seeks(version) that a hint is being looked for; on.hint(text, path, said) shows
   * a move and what is said of it; on.go(ply, better) looks at a ply, with a move that would have been better there if it is
   * given; on.ply() is the one looked at, on.told() how it is called; on.say(text) speaks.
   */
  constructor(base, root, on) {
    this.base = base;
    this.on = on;
    this.panel = document.getElementById("panel-analysis");
    this.box = document.getElementById("analysis-box");
    this.colours = new CSSStyleSheet();
    document.adoptedStyleSheets.push(this.colours);
    root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-advice]");
      if (!button) return;
      if (button.dataset.advice === "hint") during(button, () => this.#hint());
      else during(button, () => this.#begin());
    });
    this.panel.addEventListener("input", (event) => {
      if (event.target.id === "graph-ply") this.on.go(Number(event.target.value));
    });
    this.panel.addEventListener("click", (event) => {
      if (event.target.closest("[data-cancel]")) this.#cancel();
      const better = event.target.closest("[data-better]");
      if (better) this.on.go(Number(better.dataset.spot), better.dataset.better);
      if (better || event.target.closest("[data-ply]")) this.#sight();
    });
    this.box.addEventListener("toggle", () => this.#keep());
    addEventListener("resize", () => {
      this.#keep();
      clearTimeout(this.resized);
      this.resized = setTimeout(() => this.#redraw(), LOOK_EVERY);
    });
    root.addEventListener("ply", () => this.#here());
    // Marks of moves, by the number of the move; the log is made anew with every move.
    this.marks = [];
    const story = document.getElementById("panel-story");
    this.story = new MutationObserver(() => this.#note());
    this.story.observe(story, { childList: true });
    this.shown = false;
    this.running = false;
  }

  /** Show an analysis that was asked for before. */
  async resume() {
    if (this.shown) return;
    this.shown = true;
    const { ok, data } = await get(this.#url());
    if (ok && data.state !== "none") this.#show(data);
    else this.shown = false;
  }

  async #hint() {
    const version = this.on.version();
    const patience = setTimeout(() => this.on.seeks(version), PATIENCE);
    const { ok, data } = await post(`${this.base}/hint`, { version });
    clearTimeout(patience);
    // What comes too late could tell another person at this screen of cards.
    if (version !== this.on.version()) return;
    if (ok) this.on.hint(data.text, data.path, data.said);
    else this.on.refused(data.notice);
  }

  async #begin() {
    this.shown = true;
    const { ok, data } = await post(this.#url(), {});
    if (!ok) {
      this.on.refused(data.notice);
      return;
    }
    this.#show(data);
    this.box.scrollIntoView({ block: "nearest" });
  }

  /** Where the analysis is, with a graph for the place that it has: its text is as large everywhere. */
  #url() {
    this.width = this.#room();
    return `${this.base}/analysis?width=${this.width}`;
  }

  #room() {
    const { hidden, open } = this.box;
    Object.assign(this.box, { hidden: false, open: true }); // the column is as wide as it will be
    const width = this.panel.clientWidth;
    Object.assign(this.box, { hidden, open });
    return Math.max(1, Math.round(width / LETTERS));
  }

  /** A window that has become much wider or narrower has another graph. */
  async #redraw() {
    if (!this.panel.querySelector(".graph") || !this.box.open) return;
    const before = this.width;
    if (Math.abs(this.#room() / before - 1) < 0.2) return;
    const { ok, data } = await get(this.#url());
    if (!ok || data.state !== "done") return;
    const drawn = document.createElement("template");
    drawn.innerHTML = data.panel;
    this.colours.replaceSync(data.style);
    this.panel.querySelector(".graph")?.replaceWith(drawn.content.querySelector(".graph"));
    this.#here();
  }

  /** Whether the board can stay above the analysis, on a phone, and leave it enough room. */
  #keep() {
    const there = this.box.open && !this.box.hidden;
    const board = document.getElementById("panel-picture");
    const table = document.getElementById("table");
    table.classList.toggle("pinned", there && board.clientHeight <= BELOW * innerHeight);
    table.style.setProperty("--pinned", `${board.clientHeight}px`);
  }

  /** What has been asked for is to be seen on the board. */
  #sight() {
    const board = document.getElementById("panel-picture");
    const { top, bottom, height } = board.getBoundingClientRect();
    if (Math.min(bottom, innerHeight) - Math.max(top, 0) < SEEN * height) board.scrollIntoView({ block: "start" });
  }

  #show(data) {
    const held = this.panel.contains(document.activeElement);
    // How far it has come is there to be read; only that it begins and ends is spoken.
    if (data.state === "running" && !this.running) this.on.say(t("The analysis has begun."));
    else if (data.state === "done" && this.running) this.on.say(t("The analysis is there."));
    else if (data.state === "none" && this.running) this.on.say(t("The analysis has been cancelled."));
    this.running = data.state === "running";
    this.box.hidden = false;
    this.box.open = true;
    this.#keep();
    if (data.state === "running") {
      const bar = document.createElement("progress");
      bar.max = Math.max(1, data.of);
      // (Without a value it says that something goes on: another one has its turn.)
      if (!data.waits) bar.value = data.done;
      const far = { done: data.done, all: data.of };
      bar.setAttribute("aria-label", data.waits ? t("Analysis") : t("Analysis: {done} of {all} moves", far));
      const said = document.createElement("p");
      said.className = "soft";
      said.textContent = data.waits ? t("Another analysis comes first; this one begins when it is done.") : t("{done} of {all} moves", far);
      if (data.anew) said.append(" ", t("The server was started again, so the analysis begins anew."));
      const cancel = document.createElement("button");
      cancel.type = "button";
      cancel.dataset.cancel = "";
      cancel.textContent = t("Cancel");
      this.panel.replaceChildren(bar, said, cancel);
      if (held) cancel.focus();
      this.timer = setTimeout(() => this.#look(), LOOK_EVERY);
    } else if (data.state === "done") {
      this.colours.replaceSync(data.style);
      this.panel.innerHTML = data.panel;
      this.marks = data.marks;
      this.#note();
      this.#here();
      if (held) document.getElementById("graph-ply").focus();
    } else if (data.state === "none") {
      this.box.hidden = true;
      this.#keep();
      this.panel.replaceChildren();
      this.shown = false;
      if (held) document.querySelector('[data-advice="analysis"]')?.focus();
    } else {
      const failed = t("The analysis did not work; ask for it again.");
      this.panel.innerHTML = plain(failed);
      this.on.say(failed);
      this.shown = false;
    }
  }

  async #cancel() {
    clearTimeout(this.timer);
    const { ok, data } = await post(`${this.base}/analysis/cancel`, {});
    if (ok) this.#show(data);
    else this.on.refused(data.notice);
  }

  /** Marks in the log of moves. */
  #note() {
    const names = { only: t("only move"), dubious: t("dubious"), mistake: t("mistake"), blunder: t("blunder") };
    for (const { made, mark, symbol } of this.marks) {
      const entry = document.querySelector(`#panel-story [data-made="${made}"]`);
      if (!entry || entry.querySelector(".mark")) continue;
      const sign = document.createElement("span");
      sign.className = `mark mark-${mark}`;
      sign.textContent = ` ${symbol}`;
      sign.title = names[mark];
      const word = document.createElement("span");
      word.className = "unseen";
      word.textContent = ` (${names[mark]})`;
      entry.append(sign, word);
    }
  }

  /** The slider and the line in the graph stand at the ply that is looked at. */
  #here() {
    const slider = document.getElementById("graph-ply");
    if (!slider) return;
    const ply = this.on.ply();
    slider.value = ply;
    slider.setAttribute("aria-valuetext", this.on.told());
    const strip = this.panel.querySelector(`.plies [data-ply="${ply}"]`);
    const line = this.panel.querySelector(".here");
    if (!strip || !line) return;
    const x = Number(strip.getAttribute("x")) + Number(strip.getAttribute("width")) / 2;
    line.setAttribute("transform", `translate(${x} 0)`);
    line.setAttribute("visibility", "visible");
  }

  async #look() {
    const { ok, data } = await get(this.#url());
    if (ok) {
      this.#show(data);
      return;
    }
    if (data.lost) {
      this.panel.querySelector("progress")?.removeAttribute("value");
      const said = this.panel.querySelector(".soft");
      if (said) said.textContent = t("The server does not answer. The analysis goes on when it is back.");
    }
    this.timer = setTimeout(() => this.#look(), 4 * LOOK_EVERY);
  }
}
