// What a computer says: hints while playing alone, an analysis afterwards.
import { get, plain, post, t } from "./common.js";

const LOOK_EVERY = 700;

export class Advice {
  /** on.refused(html) tells what is wrong; on.hint(path, text) shows a move. */
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
      if (button.dataset.advice === "hint") this.#hint(button);
      else this.#begin();
    });
    this.shown = false;
  }

  /** Show an analysis that was asked for before. */
  async resume() {
    if (this.shown) return;
    this.shown = true;
    const { ok, data } = await get(`${this.base}/analysis`);
    if (ok && data.state !== "none") this.#show(data);
    else this.shown = false;
  }

  async #hint(button) {
    button.disabled = true;
    const { ok, data } = await post(`${this.base}/hint`, { version: this.on.version() });
    button.disabled = false;
    if (ok) this.on.hint(data.path, data.text);
    else this.on.refused(data.notice);
  }

  async #begin() {
    this.shown = true;
    const { ok, data } = await post(`${this.base}/analysis`, {});
    if (ok) this.#show(data);
    else this.on.refused(data.notice);
  }

  #show(data) {
    this.box.hidden = false;
    this.box.open = true;
    if (data.state === "running") {
      const bar = document.createElement("progress");
      bar.max = Math.max(1, data.of);
      bar.value = data.done;
      bar.setAttribute("aria-label", t("Analysis: {done} of {all} positions", { done: data.done, all: data.of }));
      this.panel.replaceChildren(bar);
      setTimeout(() => this.#look(), LOOK_EVERY);
    } else if (data.state === "done") {
      this.colours.replaceSync(data.style);
      this.panel.innerHTML = data.panel;
    } else {
      this.panel.innerHTML = plain(t("The analysis did not work; ask for it again."));
      this.shown = false;
    }
  }

  async #look() {
    const { ok, data } = await get(`${this.base}/analysis`);
    if (ok) this.#show(data);
    else setTimeout(() => this.#look(), 4 * LOOK_EVERY);
  }
}
