// A piece carried from a tool to the board, with mouse, pen or finger.

const SLACK = 6;

export class Carry {
  /** on.drop(tool, place): a piece of a tool was let go over a place of the picture. */
  constructor(root, on) {
    this.root = root;
    this.on = on;
    this.press = null;
    this.ghost = null;
    this.quiet = false;
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    root.addEventListener("pointerup", (event) => this.#up(event));
    root.addEventListener("pointercancel", () => this.#end());
    // The click that ends it is none.
    root.addEventListener(
      "click",
      (event) => {
        if (this.quiet) event.stopImmediatePropagation();
        this.quiet = false;
      },
      { capture: true },
    );
  }

  #down(event) {
    this.quiet = false;
    const tool = event.target.closest?.("[data-tool]");
    if (!tool || !event.isPrimary || event.button !== 0) return;
    if (getComputedStyle(tool.querySelector(".swatch")).display === "none") return;
    this.press = { tool, id: event.pointerId, x: event.clientX, y: event.clientY };
  }

  #move(event) {
    const press = this.press;
    if (!press || event.pointerId !== press.id) return;
    if (!this.ghost) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < SLACK) return;
      press.tool.setPointerCapture(press.id);
      this.ghost = press.tool.querySelector(".swatch").cloneNode();
      this.ghost.classList.add("carry");
      document.body.append(this.ghost);
    }
    this.ghost.style.left = `${event.clientX}px`;
    this.ghost.style.top = `${event.clientY}px`;
  }

  #up(event) {
    const { press, ghost } = this;
    if (!press || event.pointerId !== press.id) return;
    this.#end();
    if (!ghost) return;
    this.quiet = true;
    const place = document.elementFromPoint(event.clientX, event.clientY)?.closest("#panel-picture [data-at]");
    if (place) this.on.drop(press.tool.dataset.tool, place.dataset.at);
  }

  #end() {
    this.press = null;
    this.ghost?.remove();
    this.ghost = null;
  }
}
