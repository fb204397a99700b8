// Dragging with mouse, pen or finger: the same clicks, made by picking up and setting down. What is
// held follows the pointer as the thing would: a bar turns about its other end.
import { attribute, centre, ends, lifted, loose, lying, make, mapped, pieceAt, Swing } from "./pieces.js";

/** Pixels before a press becomes a drag. */
const SLACK = { mouse: 5, pen: 6, touch: 9 };

/** What a hand holds over a picture. */
class Held {
  constructor(drawing, at, piece, point) {
    this.at = at;
    this.name = piece.dataset.piece;
    this.free = false;
    this.grip = point;
    this.point = point;
    if (piece.dataset.ends) {
      const other = ends(piece).find(({ hole }) => hole !== at);
      this.swing = new Swing(piece, other.hole);
      this.angle = this.swing.angle;
      this.pressed = this.swing.facing(...this.#end(point));
      this.body = this.swing.element;
    } else {
      this.card = piece.classList.contains("card");
      this.start = this.card ? lying(mapped(piece)) : centre(piece);
      this.body = make("g", {}, this.card ? lifted(piece) : loose(piece));
    }
    this.element = make("g", { class: "in-hand", "aria-hidden": "true" }, this.body);
    this.move(point);
    this.attach(drawing);
  }

  /** A point of the picture as one of the board below the end that is held. */
  #end({ x, y }) {
    return [x, y + this.swing.far.level * this.swing.thick];
  }

  /** Into a picture, in place of the piece that stands there. */
  attach(drawing) {
    const piece = [...drawing.querySelectorAll("[data-piece]")].find(
      (element) => element.dataset.piece === this.name && (!this.card || element.dataset.at === this.at),
    );
    if (!piece) return false;
    this.hidden = [piece];
    const peg = piece.closest("[data-peg]");
    if (peg) this.hidden.push(...peg.querySelectorAll(".opening"));
    for (const element of this.hidden) element.classList.add("away");
    drawing.append(this.element);
    return true;
  }

  move(point) {
    this.point = point;
    if (this.swing) {
      this.angle = this.swing.angle + this.swing.facing(...this.#end(point)) - this.pressed;
      this.swing.set(this.angle);
      return;
    }
    this.x = this.start.x + point.x - this.grip.x;
    this.y = this.start.y + point.y - this.grip.y;
    let matrix = new DOMMatrix().translate(this.x, this.y);
    if (this.card) matrix = matrix.rotate(this.start.turn).scale(this.start.scale * 1.05);
    this.body.setAttribute("transform", attribute(matrix));
  }

  /** Where it is let go, for what moves it from there. */
  get place() {
    const { name, angle, x, y } = this;
    if (this.swing) return { name, angle, pivot: this.swing.pivot.hole };
    if (!this.card) return { name, x, y };
    return { name, home: this.start, at: { x, y, scale: this.start.scale * 1.05 } };
  }

  /** Out of the picture again. */
  remove() {
    this.element.remove();
    for (const element of this.hidden) element.classList.remove("away");
  }
}

export class Drag {
  /** board: what is dragged on, see board.js. */
  constructor(board) {
    this.board = board;
    this.host = board.host;
    this.press = null;
    this.held = null;
    this.quiet = false;
    this.host.addEventListener("pointerdown", (event) => this.#down(event));
    this.host.addEventListener("pointermove", (event) => this.#move(event));
    this.host.addEventListener("pointerup", (event) => this.#up(event));
    this.host.addEventListener("pointercancel", (event) => this.#lost(event));
    this.host.addEventListener("lostpointercapture", (event) => this.#lost(event));
    this.host.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.held && !this.held.free) this.#away();
    });
    // For shapes inside a picture browsers do not all heed touch-action.
    this.host.addEventListener("touchmove", (event) => this.press && event.cancelable && event.preventDefault(), {
      passive: false,
    });
    // The click that ends a drag is none.
    this.host.addEventListener(
      "click",
      (event) => {
        if (!this.quiet) return;
        this.quiet = false;
        event.stopImmediatePropagation();
      },
      { capture: true },
    );
  }

  get #drawing() {
    return this.host.querySelector("svg");
  }

  /** Whether something is in the hand now. */
  get holding() {
    return this.held !== null && !this.held.free;
  }

  #point(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.#drawing.getScreenCTM().inverse());
  }

  #down(event) {
    this.quiet = false;
    this.press = null;
    const place = event.target.closest?.("[data-at].draggable");
    if (!place || !event.isPrimary || event.button !== 0 || this.held) return;
    // While others are to move, a finger scrolls the page as ever.
    if (!this.board.active && event.pointerType === "touch") return;
    this.press = { at: place.dataset.at, id: event.pointerId, x: event.clientX, y: event.clientY };
  }

  #move(event) {
    const press = this.press;
    if (!press || event.pointerId !== press.id) return;
    if (!this.held) {
      const off = Math.hypot(event.clientX - press.x, event.clientY - press.y);
      if (event.buttons === 0) this.press = null;
      else if (off > (SLACK[event.pointerType] ?? 6)) this.#lift(press);
    }
    if (!this.held || this.held.free) return;
    this.held.move(this.#point(event));
    const target = this.#under(event);
    for (const other of this.host.querySelectorAll(".over")) other.classList.remove("over");
    if (target?.classList.contains("droppable")) target.classList.add("over");
  }

  #lift(press) {
    const drawing = this.#drawing;
    const place = [...drawing.querySelectorAll(".draggable")].find(({ dataset }) => dataset.at === press.at);
    const piece = place && pieceAt(drawing, place);
    if (!piece) {
      this.press = null;
      return;
    }
    this.board.motion.end();
    this.host.setPointerCapture(press.id);
    this.host.classList.add("dragging");
    this.held = new Held(drawing, press.at, piece, this.#point({ clientX: press.x, clientY: press.y }));
    this.light();
    this.board.lift(press.at);
  }

  /** Light up where it can be set down, as the board judges now. */
  light() {
    if (!this.board.active) return;
    const { names, anywhere } = this.board.targets(this.held.at);
    for (const element of this.#drawing.querySelectorAll("[data-at], [data-drop]")) {
      const fits = element.dataset.at
        ? element.dataset.at !== this.held.at && element.dataset.at.split(" ").some((name) => names.has(name))
        : anywhere;
      element.classList.toggle("droppable", fits);
    }
  }

  #under(event) {
    const element = document.elementFromPoint(event.clientX, event.clientY);
    const place = element?.closest("[data-at], [data-drop]");
    return place && this.host.contains(place) ? place : null;
  }

  async #up(event) {
    if (event.pointerId !== this.press?.id) return;
    this.press = null;
    const held = this.held;
    if (!held || held.free) return;
    this.quiet = true;
    const target = this.#under(event);
    const fits = target?.classList.contains("droppable");
    const { at, drop } = target?.dataset ?? {};
    this.#free();
    if (drop && fits) await this.board.press(held.at);
    else if (at && at !== held.at) await this.board.setDown(held.at, at);
    else this.board.letGo();
    this.#settle(held);
  }

  /** Where nothing else has been shown since it was let go, it goes back. */
  #settle(held) {
    if (this.held !== held) return;
    if (this.board.later) this.board.catchUp();
    else this.#back();
  }

  #lost(event) {
    // (A touch captured by the place it began upon is lost there when the host captures it.)
    if (event.pointerId !== this.press?.id || (this.held && event.target !== this.host)) return;
    this.press = null;
    if (this.held && !this.held.free) this.#away();
  }

  #away() {
    const held = this.held;
    this.press = null;
    this.#free();
    this.board.letGo();
    this.#settle(held);
  }

  /** The hand has opened: from here on pictures decide. */
  #free() {
    this.held.free = true;
    this.host.classList.remove("dragging");
    for (const element of this.host.querySelectorAll(".droppable")) element.classList.remove("droppable", "over");
  }

  #back() {
    const drawing = this.#drawing;
    const before = this.board.motion.before(drawing);
    this.board.motion.after(before, drawing, { from: this.release() });
  }

  /** Nothing is held any more, and goes nowhere. */
  drop() {
    this.press = null;
    if (this.holding) this.#free();
    this.release();
  }

  /** What has been let go and where, once; null if nothing has. */
  release() {
    const held = this.held;
    if (!held?.free) return null;
    this.held = null;
    held.remove();
    return held.place;
  }
}
