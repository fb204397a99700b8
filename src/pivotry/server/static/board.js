// The picture, clicked or driven by keys. What stands in it bears data-at="NAME ..."; the server
// says what to click, in order, for every legal move. This decides nothing about legality.

import { t } from "./common.js";
import { Drag } from "./drag.js";
import { Motion } from "./motion.js";
import { pieceAt } from "./pieces.js";

/** Which moves go on from what has been clicked; those that are complete, and those that are not. */
export function matching(paths, picked) {
  const done = [];
  const open = [];
  for (const [text, path] of paths) {
    if (path.length < picked.length) continue;
    if (!picked.every((names, i) => names.includes(path[i]))) continue;
    (path.length === picked.length ? done : open).push(text);
  }
  return { done, open };
}

export class Board {
  /**
   * host: the element that holds the picture. on.play(text), on.choose(texts), on.tried(clicks,
   * kept) for clicks that no legal move begins with, on.picked(clicks) for what is picked up now.
   * Every click that counts ends in one of them; what they return is waited for.
   * Where there is more than a board: on.say(text) speaks, on.first(at) answers whether a click is
   * taken care of, on.ahead(at, to) is told of clicks, and of drags to another place, while nothing
   * can be played (see `waiting`).
   */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    this.paths = [];
    this.picked = [];
    this.active = false;
    /** Whether who clicks something else that begins a move means that from now on, and nothing is to be said. */
    this.quiet = false;
    /** Whether places can be chosen although it is somebody else's turn; whether by dragging, too. */
    this.waiting = false;
    this.carries = false;
    /** What is said of each place, by its name in the picture. */
    this.words = new Map();
    this.marked = [];
    this.later = null;
    this.at = null;
    /** Whether the last click was the whole of a move, or ended one. */
    this.ended = false;
    this.places = [];
    this.motion = new Motion();
    this.drag = new Drag(this);
    host.addEventListener("click", (event) => this.#clicked(event));
    host.addEventListener("keydown", (event) => this.#key(event));
    host.addEventListener("focusin", (event) => this.#focused(event));
  }

  /**
   * Show another picture. The one whose turn it is can go on from `picked`. What is in another
   * place than before moves there if `moves`, the texts of what was played since, are given.
   */
  show(svg, paths, moves = null) {
    if (this.drag.holding) {
      // Nothing is taken out of a hand: it is shown when the hand opens.
      this.later = { svg, moves: moves && [...(this.later?.moves ?? []), ...moves] };
      this.#judge(paths);
      this.drag.light();
      return;
    }
    this.later = null;
    const focused = this.host.contains(document.activeElement);
    const from = this.drag.release();
    const before = moves || from ? this.motion.before(this.#drawing) : this.motion.end();
    this.host.innerHTML = svg;
    this.#judge(paths);
    this.#prepare();
    if (before) this.motion.after(before, this.#drawing, { moves: moves ?? [], from });
    if (focused) this.#focus(this.#place() || this.places[0] || this.host);
  }

  /** What came while something was held, if nothing has been shown since. */
  catchUp() {
    if (this.later) this.show(this.later.svg, this.paths, this.later.moves);
  }

  #judge(paths) {
    this.paths = paths;
    this.active = paths.length > 0;
    this.host.classList.toggle("active", this.active);
  }

  /** Mark places, by a name or all names of theirs, as chosen for later: not played yet. */
  mark(names) {
    this.marked = names;
    this.#prepare();
  }

  /** Whether places can be chosen now although nothing can be played, and pieces dragged for that. */
  wait(waiting, carries = false) {
    this.waiting = waiting;
    this.carries = waiting && carries;
    this.host.classList.toggle("waiting", waiting);
    this.#prepare();
  }

  reset() {
    this.picked = [];
  }

  /** Let go of everything, also of what a hand holds: what comes is for somebody else. */
  clear() {
    this.drag.drop();
    this.later = null;
    this.at = null;
    this.reset();
  }

  /** Nothing can be played on the picture that is there: another one is on its way. */
  rest() {
    this.reset();
    this.#judge([]);
    this.#prepare();
  }

  get #drawing() {
    return this.host.querySelector("svg");
  }

  // --- what dragging needs ------------------------------------------------------------------------

  /** Whether a legal move begins with this place. */
  starts(at) {
    const { done, open } = matching(this.paths, [at.split(" ")]);
    return done.length + open.length > 0;
  }

  /** Where a move that begins here can go on; `anywhere` if one click is a whole move. */
  targets(at) {
    const { done, open } = matching(this.paths, [at.split(" ")]);
    const going = new Set(open);
    const names = new Set(this.paths.filter(([text]) => going.has(text)).map(([, path]) => path[1]));
    return { names, anywhere: done.length > 0 };
  }

  /**
   * Picked up, as by a first click. No other picture comes of it: a touch is over, for browsers,
   * when what it began upon is gone.
   */
  lift(at) {
    this.at = at;
    if (this.active) this.picked = [at.split(" ")];
  }

  /** Two clicks, or what they say about why not. */
  setDown(from, to) {
    if (!this.active) {
      if (this.carries) this.on.ahead(from, to);
      return undefined;
    }
    this.picked = [from.split(" ")];
    return this.pick(to, true);
  }

  /** One click. */
  press(at) {
    if (!this.active) return undefined;
    this.picked = [];
    return this.pick(at);
  }

  letGo() {
    this.picked = [];
    this.on.picked([]);
  }

  // --- clicks and keys ----------------------------------------------------------------------------

  #prepare() {
    this.places = [];
    const seen = new Set();
    const drawing = this.#drawing;
    if (!drawing) return;
    drawing.setAttribute("role", "group");
    for (const element of drawing.querySelectorAll("[data-at]")) {
      const name = element.dataset.at;
      const names = name.split(" ");
      const ahead = this.marked.some((mark) => mark === name || names.includes(mark));
      element.classList.add("at");
      element.classList.toggle("ahead", ahead);
      if (seen.has(name)) continue;
      seen.add(name);
      const { done, open } = matching(this.paths, [...this.picked, names]);
      const usable = done.length + open.length > 0 || this.#pressing(name) !== null;
      const pressed = ahead || this.picked.at(-1)?.join(" ") === name;
      const said = this.words.get(name) ?? name;
      const button = this.active || this.waiting;
      element.setAttribute("role", button ? "button" : "img");
      element.setAttribute("tabindex", "-1");
      element.setAttribute("aria-label", usable ? t("{place}, can be used", { place: said }) : said);
      if (button && pressed) element.setAttribute("aria-pressed", "true");
      else element.removeAttribute("aria-pressed");
      element.classList.toggle("usable", usable);
      element.classList.toggle("draggable", this.#movable(drawing, element));
      this.places.push(element);
    }
    // One stop for the Tab key; arrows go on from there.
    const entry = this.#place() || this.places.find((p) => p.classList.contains("usable"));
    (entry || this.places[0])?.setAttribute("tabindex", "0");
  }

  /** Whether there is something at a place that can be dragged, and somewhere to drag it to. */
  #movable(drawing, place) {
    if (!this.active) return this.carries && pieceAt(drawing, place) !== null;
    if (!this.starts(place.dataset.at) || !pieceAt(drawing, place)) return false;
    return this.targets(place.dataset.at).names.size > 0 || drawing.querySelector("[data-drop]") !== null;
  }

  #place() {
    return this.places.find((place) => place.dataset.at === this.at);
  }

  #clicked(event) {
    const at = event.target.closest("[data-at]")?.dataset.at;
    // The second click of a double click: the first has done what was meant.
    if (event.detail > 1 && this.ended) {
      this.on.first?.(at ?? null);
      return;
    }
    this.ended = false;
    if (at === undefined) this.#drop();
    else this.pick(at);
  }

  /** One more click; or where something that was dragged is let go. */
  pick(at, dragged = false) {
    const names = at.split(" ");
    this.at = at;
    if (!this.active) {
      if (this.waiting) this.on.ahead(at);
      return undefined;
    }
    if (this.on.first?.(at)) return undefined;
    if (this.picked.at(-1)?.join(" ") === at) {
      this.#drop();
      return undefined;
    }
    const clicks = [...this.picked, names];
    const { done, open } = matching(this.paths, clicks);
    const pressing = this.#pressing(at);
    if (done.length + open.length === 0 && pressing !== null) {
      this.picked = [];
      this.ended = true;
      return this.on.play(pressing);
    } else if (done.length + open.length === 0) {
      const again = matching(this.paths, [names]);
      if (this.quiet && !dragged && this.picked.length > 0 && again.open.length > 0) {
        this.picked = [names];
        this.on.picked(this.picked);
        return undefined;
      }
      this.picked = this.picked.length > 0 && again.open.length > 0 ? [names] : [];
      return this.on.tried(clicks, this.picked);
    } else if (done.length === 1 && open.length === 0) {
      this.picked = [];
      this.ended = true;
      return this.on.play(done[0]);
    } else if (done.length > 0) {
      this.picked = [];
      this.on.choose([...done, ...open]);
    } else {
      this.picked = clicks;
      this.on.picked(clicks);
    }
    return undefined;
  }

  /** The move that a button of the picture makes, whatever has been picked up; null for what is none. */
  #pressing(at) {
    const button = this.#drawing?.querySelector(`.button[data-at="${CSS.escape(at)}"]`);
    const { done, open } = matching(this.paths, [at.split(" ")]);
    return button && done.length === 1 && open.length === 0 ? done[0] : null;
  }

  #drop() {
    if (!this.active) {
      if (this.waiting) this.on.ahead(null);
      return;
    }
    if (this.on.first?.(null)) return;
    this.picked = [];
    this.on.picked([]);
  }

  #focused(event) {
    const element = event.target.closest("[data-at]");
    if (!element) return;
    this.at = element.dataset.at;
    for (const place of this.places) place.setAttribute("tabindex", place === element ? "0" : "-1");
  }

  #focus(element) {
    element?.focus({ preventScroll: true });
  }

  #key(event) {
    const element = event.target.closest("[data-at]");
    if (!element || event.ctrlKey || event.altKey || event.metaKey) return;
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key === "Enter" || event.key === " ") this.pick(element.dataset.at);
    else if (event.key === "Escape") this.#drop();
    else if (ways[event.key]) this.#focus(this.#nearest(element, ways[event.key]));
    else if (event.key === "Home") this.#focus(this.#row(element)[0]);
    else if (event.key === "End") this.#focus(this.#row(element).at(-1));
    else if (event.key === "PageUp") this.#focus(this.places[0]);
    else if (event.key === "PageDown") this.#focus(this.places.at(-1));
    else if (event.key === "p" && this.on.say) this.on.say(this.#drawing.querySelector("desc")?.textContent ?? "");
    else if (event.key === "m" && this.on.say) this.on.say(this.#moves(element.dataset.at));
    else return;
    event.preventDefault();
  }

  /** The legal moves from a place, or on to it from what has been picked up. */
  #moves(at) {
    const { done, open } = matching(this.paths, [...this.picked, at.split(" ")]);
    const place = this.called(at.split(" ")[0]);
    const moves = [...done, ...open].join(", ");
    return moves ? t("{place}, moves: {moves}", { place, moves }) : t("{place}: no move now.", { place });
  }

  /** What a place is called in a sentence: its name, with what it is where the name alone could be something else. */
  called(name) {
    const [short] = (this.words.get(name) ?? name).split(",");
    return short.split(" ").includes(name) ? short : name;
  }

  /** The places beside one, from left to right. */
  #row(from) {
    const box = from.getBoundingClientRect();
    const level = (element) => {
      const other = element.getBoundingClientRect();
      const low = Math.min(box.height, other.height);
      return Math.abs(box.bottom - other.bottom) < low / 2;
    };
    const left = (element) => element.getBoundingClientRect().x;
    return this.places.filter(level).sort((a, b) => left(a) - left(b));
  }

  /** The place nearest in a direction: being off to the side counts as distance. */
  #nearest(from, [dx, dy]) {
    // What stands high on its place reaches up: a place is where its foot is.
    const boxes = new Map(this.places.map((place) => [place, place.getBoundingClientRect()]));
    const low = Math.min(...[...boxes.values()].map((box) => box.height));
    const middle = (element) => {
      const box = boxes.get(element);
      const high = element.localName === "g" ? box.height : low;
      return [box.x + box.width / 2, box.bottom - high / 2];
    };
    const [x, y] = middle(from);
    let best = null;
    let least = Infinity;
    for (const place of this.places) {
      const [px, py] = middle(place);
      const along = (px - x) * dx + (py - y) * dy;
      const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
      if (place === from || along < 1 || aside > 3 * along) continue;
      const cost = along + aside;
      if (cost < least) {
        least = cost;
        best = place;
      }
    }
    return best || from;
  }
}
