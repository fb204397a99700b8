// Bars, rings and cards of a picture: where they are, and what they look like on their way.
// Coordinates are those of the picture (its viewBox), whatever its size on the screen.

const SVG = "http://www.w3.org/2000/svg";
const STATES = ["can", "chosen", "target", "lit", "last", "at", "usable", "draggable", "droppable", "ahead"];
/** What a ring rises above the tip of a peg. */
const CLEAR = 19;
/** How high a bar is lifted on its way. */
const HOP = 16;

export function make(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A likeness that is nothing to click and nothing to read. */
export function copy(element) {
  const made = element.cloneNode(true);
  for (const part of [made, ...made.querySelectorAll("*")]) {
    if (part.localName === "title") part.remove();
    for (const { name } of [...part.attributes]) {
      if (/^(data-|aria-|id$|role$|tabindex$)/.test(name)) part.removeAttribute(name);
    }
    part.classList.remove(...STATES);
  }
  return made;
}

/** From an element's own coordinates to those of the picture, as its attributes say. */
export function mapped(element) {
  let whole = new DOMMatrix();
  for (let part = element; part && part.localName !== "svg"; part = part.parentNode) {
    for (const { matrix } of [...(part.transform?.baseVal ?? [])].reverse()) {
      whole = new DOMMatrix([matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f]).multiply(whole);
    }
  }
  return whole;
}

export function centre(element) {
  const box = element.getBBox();
  const point = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
  return point.matrixTransform(mapped(element));
}

/** The piece that a click at `place` is about; null where there is none. */
export function pieceAt(drawing, place) {
  if (place.dataset.piece) return place;
  const name = place.dataset.at;
  const peg = drawing.querySelector(`[data-peg="${CSS.escape(name)}"]`);
  if (peg) return [...peg.querySelectorAll("[data-piece]")].at(-1) ?? null;
  let best = null;
  let high = 0;
  for (const bar of drawing.querySelectorAll("[data-ends]")) {
    const end = ends(bar).find(({ hole }) => hole === name);
    if (end && end.level > high) [best, high] = [bar, end.level];
  }
  return best;
}

// --- bars ---------------------------------------------------------------------------------------

/** The two ends of a bar, on the upper face; `ground` is the y of the hole. */
export function ends(bar) {
  const [thick] = bar.dataset.solid.split(" ").map(Number);
  return bar.dataset.ends.split(" ").map((said) => {
    const [hole, ...numbers] = said.split(",");
    const [level, x, y] = numbers.map(Number);
    return { hole, level, x, y, ground: y + level * thick };
  });
}

/** A bar that turns about the end in one hole: on the board a circle, in the picture an ellipse. */
export class Swing {
  constructor(bar, hole) {
    const both = ends(bar);
    const [thick, slant] = bar.dataset.solid.split(" ").map(Number);
    this.slant = slant;
    this.thick = thick;
    this.pivot = both.find((end) => end.hole === hole);
    this.far = both.find((end) => end.hole !== hole);
    this.angle = this.facing(this.far.x, this.far.ground);
    this.rise = (this.far.level - this.pivot.level) * thick;
    const high = this.far.ground - this.pivot.ground;
    this.length = Math.hypot(this.far.x - this.pivot.x, high / slant);
    this.home = this.#axes(this.angle, this.rise).inverse();
    const top = bar.querySelector(".top");
    const side = bar.querySelector(".side");
    const face = make("g", {}, ...[...bar.children].slice([...bar.children].indexOf(side) + 1).map(copy));
    const slices = [];
    for (let k = thick; k > 1; k -= 2) {
      const slice = copy(top);
      for (const name of ["fill", "stroke"]) slice.setAttribute(name, side.getAttribute(name));
      slices.push(make("g", { transform: `translate(0 ${k})` }, slice));
    }
    const shade = copy(top);
    shade.setAttribute("fill", "var(--shadow)");
    shade.removeAttribute("stroke");
    this.shade = make("g", { transform: `translate(3 ${thick + 3})` }, shade);
    this.solid = make("g", {}, ...slices, face);
    this.turning = [shade, face, ...slices.map((slice) => slice.firstChild)];
    this.element = make("g", {}, this.shade, this.solid);
  }

  /** The angle on the board from the pivot to a point of the picture. */
  facing(x, y) {
    return Math.atan2((y - this.pivot.ground) / this.slant, x - this.pivot.x);
  }

  #axes(angle, rise) {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return new DOMMatrix([c, this.slant * s - rise / this.length, -s, this.slant * c, 0, 0]);
  }

  /** What puts the bar at an angle, its far end `rise` higher than its pivot, all `dy` lower. */
  turned(angle, rise, dy = 0) {
    const { x, y } = this.pivot;
    return new DOMMatrix()
      .translate(x, y + dy)
      .multiply(this.#axes(angle, rise))
      .multiply(this.home)
      .translate(-x, -y);
  }

  /** Hold it so, above the others. */
  set(angle, rise = this.rise) {
    for (const part of this.turning) part.setAttribute("transform", attribute(this.turned(angle, rise)));
    this.solid.setAttribute("transform", `translate(0 ${-HOP})`);
  }

  /** Which way round: half a circle goes over the middle of the board. */
  way(from, middle) {
    const turn = this.angle - from;
    const least = Math.atan2(Math.sin(turn), Math.cos(turn));
    if (Math.abs(least) < 3) return least;
    const off = (way) => {
      const angle = from + way / 2;
      const x = this.pivot.x + this.length * Math.cos(angle);
      return Math.hypot(x - middle.x, this.pivot.ground + this.length * this.slant * Math.sin(angle) - middle.y);
    };
    return off(Math.PI) < off(-Math.PI) ? Math.PI : -Math.PI;
  }

  /** Frames from `from` ({angle, rise, dy, held}) to where the bar is, and how it is between. */
  frames(from, middle) {
    const turn = this.way(from.angle, middle);
    const at = (part) => {
      const back = (1 + Math.cos(Math.PI * part)) / 2;
      return {
        angle: this.angle - turn * back,
        rise: this.rise + (from.rise - this.rise) * back,
        dy: (from.dy ?? 0) * back,
      };
    };
    const [way, hop] = [[], []];
    for (let i = 0; i <= 16; i += 1) {
      const { angle, rise, dy } = at(i / 16);
      way.push(css(this.turned(angle, rise, dy)));
      const high = from.held && i < 8 ? 1 : Math.sin((Math.PI * i) / 16);
      hop.push(`translate(0px, ${(-HOP * high).toFixed(2)}px)`);
    }
    return { way, hop, at };
  }
}

export function css(matrix) {
  const { a, b, c, d, e, f } = matrix;
  return `matrix(${[a, b, c, d, e, f].map((n) => n.toFixed(5)).join(", ")})`;
}

export function attribute(matrix) {
  return css(matrix).replaceAll(",", "");
}

// --- rings --------------------------------------------------------------------------------------

/** A ring off its peg, with its opening; about the origin. */
export function loose(ring) {
  const { x, y } = centre(ring);
  const opening = ring.closest("[data-peg]").querySelector(".opening");
  const parts = [copy(ring)];
  if (opening) {
    const hole = copy(opening);
    hole.setAttribute("cx", x);
    hole.setAttribute("cy", y - ring.getBBox().height / 2 + 4);
    parts.push(hole);
  }
  return make("g", {}, make("g", { transform: `translate(${-x} ${-y})` }, ...parts));
}

/** Up, across and down; a ring that is held in the hand only goes down. */
export function flight(from, to, tips, held) {
  const at = (x, y, near = 1) => `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px) scale(${near})`;
  const over = tips.to - CLEAR;
  if (held) {
    // Not through the peg, but over its tip; from the same shelf without sinking first.
    const above = over - from.y > 60 ? over : Math.min(over, from.y);
    const straight = Math.hypot(to.x - from.x, to.y - from.y) < 3;
    return straight
      ? [{ transform: at(from.x, from.y) }, { transform: at(to.x, to.y) }]
      : [
          { transform: at(from.x, from.y), easing: "ease-out" },
          { transform: at(to.x, above), offset: 0.5, easing: "ease-in" },
          { transform: at(to.x, to.y) },
        ];
  }
  const up = tips.from - CLEAR;
  // To another shelf it goes in front of what stands there, nearer to the eye.
  const front = Math.abs(tips.from - tips.to) > 60;
  const aside = front && Math.abs(to.x - from.x) < 40 ? 40 : 0;
  return [
    { transform: at(from.x, from.y), easing: "ease-in" },
    { transform: at(from.x, up), offset: 0.28, easing: "ease-in" },
    { transform: at((from.x + to.x) / 2 + aside, (up + over) / 2, front ? 1.1 : 1), offset: 0.52, easing: "ease-out" },
    { transform: at(to.x, over), offset: 0.76, easing: "ease-in" },
    { transform: at(to.x, to.y) },
  ];
}

// --- cards --------------------------------------------------------------------------------------

/** A card by what it is, whichever way up: 5/7 and 7/5 are one card. */
export function identity(name) {
  return name.split("/").sort().join("/");
}

/** Where a card lies: its middle, its size and which way it is turned, in degrees. */
export function lying(matrix) {
  return {
    x: matrix.e,
    y: matrix.f,
    scale: Math.hypot(matrix.c, matrix.d),
    turn: (Math.atan2(matrix.b, matrix.a) * 180) / Math.PI,
  };
}

export function laid({ x, y, scale, turn }, more = 0, wide = 1) {
  return (
    `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px) rotate(${(turn + more).toFixed(2)}deg) ` +
    `scale(${(scale * wide).toFixed(4)}, ${scale.toFixed(4)})`
  );
}

/** A copy of a card that lies about the origin. */
export function lifted(card) {
  const made = copy(card);
  made.removeAttribute("transform");
  return make("g", {}, made);
}
