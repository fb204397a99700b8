// Motion between two pictures: what moved is found by comparing them, and moves as the thing would.
// A bar swings about the end that stays; a ring rises off its peg, travels and drops; a card flies,
// and turns on its way if it has been turned. Copies move, above everything else; what they stand
// for is in its place already (and can be clicked), only not seen until they arrive.
import * as pieces from "./pieces.js";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
/** Whether readers want nothing to move: their system says so, or their settings here do. */
export const still = () => reduced.matches || document.documentElement.dataset.motion === "off";
/** Milliseconds that a move takes when so many are shown one after the other. */
const TIMES = [0, 260, 210, 170];
/** So many cards are seen to be drawn by somebody else. */
const MANY = 4;

export class Motion {
  constructor() {
    this.layer = null;
    this.running = [];
    this.flights = [];
  }

  /** Everything is where it belongs, now. */
  end() {
    for (const animation of this.running) animation.cancel();
    this.running = [];
    this.flights = [];
    for (const element of document.querySelectorAll(".flying")) element.remove();
    this.layer = null;
  }

  /** What is to be remembered of a picture before it goes; null if nothing is to move. */
  before(drawing) {
    const flying = this.flights.map((where) => where()).filter(Boolean);
    this.end();
    if (!drawing || still() || document.hidden) return null;
    const holders = new Map();
    for (const element of drawing.querySelectorAll("[data-hand]")) {
      holders.set(element.dataset.hand, held(element));
    }
    const rings = new Map();
    for (const ring of drawing.querySelectorAll("[data-peg] [data-piece]")) {
      rings.set(ring.dataset.piece, { ...point(pieces.centre(ring)), copy: pieces.loose(ring) });
    }
    return { drawing, holders, rings, flying, frame: drawing.viewBox.baseVal.width };
  }

  /**
   * Move from the picture remembered to the one that is there. `moves`: texts of what was played,
   * oldest first; `from`: {name, ...place} of a piece that a hand has just let go. What was still
   * on its way when the picture went goes on from where it was.
   */
  after(before, drawing, { moves = [], from = null } = {}) {
    if (!before || !drawing || before.frame !== drawing.viewBox.baseVal.width) return;
    this.drawing = drawing;
    this.layer = pieces.make("g", { class: "flying", "aria-hidden": "true" });
    drawing.append(this.layer);
    this.moves = moves.slice(-3).map((text) => text.toLowerCase().split(/[^a-z0-9/]+/));
    this.time = TIMES[Math.max(1, this.moves.length)];
    const loose = from ? [from, ...before.flying] : before.flying;
    const moved = drawing.querySelector("[data-home]")
      ? this.#cards(before, loose)
      : [this.#bars(before, loose), this.#rings(before, loose)].some(Boolean);
    if (!moved) {
      this.end();
      return;
    }
    const all = this.running;
    for (const mark of drawing.querySelectorAll(".mark.last, .badge")) this.#appear(mark, this.#length() - 60);
    Promise.allSettled(all.map((animation) => animation.finished)).then(() => {
      if (all === this.running) this.end();
    });
  }

  #length() {
    return Math.max(0, ...this.running.map((animation) => animation.effect.getComputedTiming().endTime));
  }

  #run(element, frames, options) {
    const animation = element.animate(frames, { fill: "both", ...options });
    this.running.push(animation);
    return animation;
  }

  /** Remember how to tell where a piece is while it is on its way. */
  #track(animation, where) {
    this.flights.push(() => {
      const part = animation.effect.getComputedTiming().progress ?? 0;
      return part < 1 ? where(part) : null;
    });
  }

  /** Not to be seen for so long. */
  #hide(element, time) {
    if (time > 0) this.#run(element, { opacity: [0, 0] }, { duration: time, fill: "none" });
  }

  #appear(element, delay) {
    this.#run(element, { opacity: [0, 1] }, { delay: Math.max(0, delay), duration: 100, fill: "backwards" });
  }

  /** In which of the moves a piece took part: those that `fits`; the first if none does. */
  #stage(fits) {
    return Math.max(0, this.moves.findIndex(fits)) * this.time;
  }

  // --- bars ---------------------------------------------------------------------------------------

  #bars(before, loose) {
    const old = byName(before.drawing, "[data-ends]");
    const now = byName(this.drawing, "[data-ends]");
    const view = this.drawing.viewBox.baseVal;
    const middle = { x: view.width / 2, y: view.height / 2 };
    let moved = false;
    let latest = 0;
    const first = this.drawing.querySelector("[data-ends]");
    for (const [name, bar] of now) {
      const was = old.get(name);
      if (!was) {
        this.#appear(bar, 0);
        moved = true;
        continue;
      }
      const [start, end] = [pieces.ends(was), pieces.ends(bar)];
      let held = loose.find((place) => place.name === name);
      const stays = end.filter(({ hole }) => start.some((other) => other.hole === hole));
      if (stays.length === 2 && !held) continue;
      moved = true;
      if (stays.length === 0) {
        this.#appear(bar, 0);
        continue;
      }
      const pivot = stays.find(({ hole }) => hole === held?.pivot) ?? stays[0];
      if (held?.pivot !== pivot.hole) held = null;
      const swing = new pieces.Swing(bar, pivot.hole);
      const then = new pieces.Swing(was, pivot.hole);
      const landed = swing.far.hole;
      const delay = this.#stage((words) => words.includes(landed));
      const frames = swing.frames(
        held
          ? { angle: held.angle, rise: held.rise ?? then.rise, held: true }
          : { angle: then.angle, rise: then.rise, dy: (pivot.level - then.pivot.level) * swing.thick },
        middle,
      );
      const options = { delay, duration: this.time };
      this.layer.append(swing.element);
      for (const part of swing.turning) this.#run(part, { transform: frames.way }, options);
      const hop = this.#run(swing.solid, { transform: frames.hop }, options);
      this.#track(hop, (part) => ({ name, pivot: pivot.hole, ...frames.at(part) }));
      this.#hide(bar, delay + this.time);
      latest = Math.max(latest, delay + this.time);
    }
    // A bar that is taken off lay beneath the others.
    const shift = lower(old, now);
    for (const [name, bar] of old) {
      if (now.has(name)) continue;
      moved = true;
      const gone = pieces.make("g", { class: "flying" }, pieces.copy(bar));
      this.drawing.insertBefore(gone, first);
      const at = (y) => `translate(0px, ${y}px)`;
      this.#run(
        gone,
        { transform: [at(shift), at(shift - 14)], opacity: [1, 0] },
        { delay: Math.max(0, latest - 80), duration: 200, easing: "ease-in" },
      );
    }
    return moved;
  }

  // --- rings --------------------------------------------------------------------------------------

  #rings(before, loose) {
    const [old, now] = [stacks(before.drawing), stacks(this.drawing)];
    const gone = [];
    const come = [];
    for (const [peg, { rings }] of now) {
      const was = old.get(peg)?.rings ?? [];
      let same = 0;
      while (same < was.length && same < rings.length && was[same].side === rings[same].side) same += 1;
      for (const ring of was.slice(same)) gone.push({ peg, ...ring });
      for (const ring of rings.slice(same)) come.push({ peg, ...ring });
    }
    for (const { name } of loose) {
      const peg = name.split(".")[0];
      const [was, is] = [old.get(peg)?.rings.at(-1), now.get(peg)?.rings.at(-1)];
      if (was?.name !== name || is?.name !== name || is.side !== was.side) continue;
      // Back to where it was, or on to where it is.
      gone.push({ peg, ...was });
      come.push({ peg, ...is });
    }
    for (const ring of come) {
      const said = (other) => (words) =>
        words.includes(other.peg.toLowerCase()) && words.includes(ring.peg.toLowerCase());
      const fits = gone.filter((other) => other.side === ring.side);
      const source =
        fits.find((other) => other.peg === ring.peg) ??
        fits.find((other) => this.moves.some(said(other))) ??
        fits[0];
      if (!source) continue;
      gone.splice(gone.indexOf(source), 1);
      this.#fly(before, source, ring, this.#stage(said(source)), loose.find(({ name }) => name === source.name) ?? null);
    }
    return come.length > 0;
  }

  #fly(before, source, ring, delay, held) {
    const options = { delay, duration: this.time };
    const pegs = [before.drawing, this.drawing].map((drawing) => drawing.querySelector(`[data-peg="${ring.peg}"]`));
    const then = before.rings.get(source.name);
    const tips = {
      from: Number(this.drawing.querySelector(`[data-peg="${source.peg}"]`).dataset.tip),
      to: Number(pegs[1].dataset.tip),
    };
    const to = pieces.centre(ring.element);
    const element = then.copy;
    this.layer.append(element);
    const way = this.#run(element, pieces.flight(held ?? then, to, tips, held !== null), options);
    this.#track(way, () => ({ name: ring.name, ...point(seen(element)) }));
    // Until it arrives, the peg is as it was; until it leaves, so is the other one.
    const empty = pegs[0].cloneNode(true);
    if (source.peg === ring.peg) {
      for (const part of [...empty.querySelectorAll(".opening")]) part.remove();
      [...empty.querySelectorAll("[data-piece]")].at(-1).remove();
    }
    this.#meanwhile(pegs[1], empty, delay + this.time);
    if (delay > 0 && source.peg !== ring.peg) {
      const [was, is] = [before.drawing, this.drawing].map((drawing) =>
        drawing.querySelector(`[data-peg="${source.peg}"]`),
      );
      this.#hide(element, delay);
      this.#meanwhile(is, was.cloneNode(true), delay);
    }
  }

  /** Something else in place of an element. */
  #meanwhile(element, other, time) {
    const instead = pieces.copy(other);
    instead.classList.add("flying");
    element.before(instead);
    this.#hide(element, time);
    this.#run(instead, { opacity: [1, 0] }, { delay: time, duration: 1 });
  }

  // --- cards --------------------------------------------------------------------------------------

  #cards(before, loose) {
    const [then, now] = [before.drawing, this.drawing].map((drawing) => drawing.querySelector("[data-home]").dataset);
    // Another seat's view: everything is elsewhere, but nothing has moved. Another deal: other cards.
    if (then.home !== now.home || then.deal !== now.deal) return false;
    const { pairs, came, went } = matched(before.drawing, this.drawing, loose);
    const holders = new Map();
    for (const element of this.drawing.querySelectorAll("[data-hand]")) {
      const then = before.holders.get(element.dataset.hand);
      if (then) holders.set(element.dataset.hand, { then, now: held(element) });
    }
    const change = new Map([...holders].map(([name, { then, now }]) => [name, now.cards - then.cards]));
    let moved = false;
    const size = Math.max(...pairs.map(({ now }) => now.at.scale), 0.3);
    // What changes its size or its face comes from or goes to another place: over the rest.
    const apart = ({ then, now }) => Math.abs(then.at.scale - now.at.scale) + (then.name === now.name ? 0 : 1);
    for (const { then, now } of pairs.sort((a, b) => apart(a) - apart(b))) {
      const turned = then.name !== now.name;
      const far = Math.hypot(then.at.x - now.at.x, then.at.y - now.at.y);
      if (!then.loose && !turned && far < 1 && Math.abs(then.at.scale - now.at.scale) < 0.01) continue;
      moved = true;
      const delay = this.#stage(about(now.name));
      if (!then.loose && !turned && far < 80 * size && Math.abs(then.at.scale - now.at.scale) < 0.1) {
        this.#slide(then, now, delay);
      } else this.#carry(then, now, turned, delay);
    }
    const take = (wanted, played = true) => {
      const fits = [...change.keys()].filter((name) => Math.sign(change.get(name)) === wanted);
      return fits.find((name) => (name === "pile") !== played) ?? fits[0];
    };
    const count = (name, by) => change.set(name, change.get(name) + by);
    for (const card of came) {
      const holder = take(-1, card.element.matches("[data-drop], .area *"));
      if (holder === undefined) continue;
      count(holder, 1);
      moved = true;
      this.#reveal(holders.get(holder).now, card, this.#stage(about(card.name)));
    }
    // A hand that is being hidden from view leaves nothing behind, not even on its way.
    const curtain = [...this.drawing.querySelectorAll("[data-hand]")].some(({ dataset }) => !holders.has(dataset.hand));
    for (const card of curtain ? [] : went) {
      const holder = take(1);
      if (holder === undefined) continue;
      count(holder, -1);
      moved = true;
      this.#conceal(card, holders.get(holder).now, this.#stage(about(card.name)));
    }
    // What went from one hidden place to another: a card drawn by somebody else.
    for (let n = 0; n < MANY; n += 1) {
      const [source, to] = [take(-1, false), take(1)];
      if (source === undefined || to === undefined) break;
      count(source, 1);
      count(to, -1);
      moved = true;
      const delay = this.#stage((words) => words.includes("draw"));
      this.#pass(holders.get(source).now, holders.get(to).now, delay + n * 60);
    }
    return moved;
  }

  /** In its own place among the others, from where it was. */
  #slide(then, now, delay) {
    const outer = pieces.mapped(now.element.parentNode).inverse();
    const at = (matrix) => pieces.lying(outer.multiply(matrix));
    this.#run(
      now.element,
      { transform: [pieces.laid(at(then.matrix)), pieces.laid(at(now.matrix))] },
      { delay, duration: this.time, easing: "ease-in-out", fill: "backwards" },
    );
  }

  /** A flight above everything; a turned card turns over by half a turn, the old face first. */
  #carry(then, now, turned, delay) {
    const start = then.at;
    const options = { delay, duration: this.time, easing: "ease-in-out" };
    const end = { ...now.at };
    const lift = 1 + 0.06 * Math.min(1, Math.hypot(start.x - end.x, start.y - end.y) / 80);
    const half = {
      x: (start.x + end.x) / 2,
      y: (start.y + end.y) / 2,
      turn: (start.turn + end.turn) / 2,
      scale: ((start.scale + end.scale) / 2) * lift,
    };
    const way = (more) => [start, half, end].map((at, i) => pieces.laid(at, more[i]));
    const face = pieces.lifted(now.element);
    this.layer.append(face);
    if (turned) {
      const back = pieces.lifted(then.element);
      this.layer.append(back);
      this.#run(back, { transform: way([0, 90, 180]), opacity: [1, 1, 0, 0, 0] }, options);
    }
    const flight = this.#run(face, { transform: way(turned ? [-180, -90, 0] : [0, 0, 0]) }, options);
    this.#track(flight, () => ({ name: now.name, home: now.at, at: seen(face) }));
    this.#hide(now.element, delay + this.time);
  }

  #back() {
    const prefix = this.drawing.id.replace(/svg$/, "");
    const name = this.drawing.querySelector(`#${prefix}mini`) ? `${prefix}mini` : `${prefix}back`;
    return pieces.make("g", {}, pieces.make("use", { href: `#${name}` }));
  }

  /** From a hidden place: its back is seen first. */
  #reveal(holder, card, delay) {
    const face = pieces.lifted(card.element);
    const flight = this.#flip(this.#back(), face, holder, card.at, delay);
    this.#track(flight, () => ({ name: card.name, home: card.at, at: seen(face) }));
    this.#hide(card.element, delay + this.time);
  }

  #conceal(card, holder, delay) {
    this.#flip(pieces.lifted(card.element), this.#back(), card.at, holder, delay);
  }

  #flip(first, second, start, end, delay) {
    const half = {
      x: (start.x + end.x) / 2,
      y: (start.y + end.y) / 2,
      turn: (start.turn + end.turn) / 2,
      scale: ((start.scale + end.scale) / 2) * 1.05,
    };
    const options = { delay, duration: this.time, easing: "ease-in-out" };
    this.layer.append(first, second);
    this.#run(
      first,
      { transform: [pieces.laid(start), pieces.laid(half, 0, 0.02), pieces.laid(end, 0, 0.02)], opacity: [1, 1, 0] },
      options,
    );
    const flight = this.#run(
      second,
      { transform: [pieces.laid(start, 0, 0.02), pieces.laid(half, 0, 0.02), pieces.laid(end)] },
      options,
    );
    // What waits for its turn is not seen yet.
    this.#hide(first, delay);
    this.#hide(second, delay + this.time / 2);
    return flight;
  }

  #pass(start, end, delay) {
    const card = this.#back();
    this.layer.append(card);
    this.#run(
      card,
      { transform: [pieces.laid(start), pieces.laid(end)] },
      { delay, duration: this.time, easing: "ease-in-out" },
    );
    this.#hide(card, delay);
  }
}

/** Where a copy about the origin is seen now. */
function seen(element) {
  return pieces.lying(new DOMMatrix(getComputedStyle(element).transform));
}

function point({ x, y }) {
  return { x, y };
}

function byName(drawing, selector) {
  return new Map([...drawing.querySelectorAll(selector)].map((bar) => [bar.dataset.piece, bar]));
}

/** How much lower the board is drawn than before: high stacks need room. */
function lower(old, now) {
  for (const [name, bar] of now) {
    const was = old.get(name);
    if (!was) continue;
    const then = new Map(pieces.ends(was).map((end) => [end.hole, end.ground]));
    const same = pieces.ends(bar).find(({ hole }) => then.has(hole));
    if (same) return same.ground - then.get(same.hole);
  }
  return 0;
}

function stacks(drawing) {
  const found = new Map();
  for (const peg of drawing.querySelectorAll("[data-peg]")) {
    const rings = [...peg.querySelectorAll("[data-piece]")].map((element) => ({
      element,
      name: element.dataset.piece,
      side: element.getAttribute("class"),
    }));
    found.set(peg.dataset.peg, { rings });
  }
  return found;
}

/** Whether the words of a move are about a card: they name it, or the number that it shows. */
function about(name) {
  const said = name.toLowerCase();
  return (words) => words.includes(said) || words.includes(said.split("/")[0]);
}

/** A place with cards that are not shown: how many, and where they lie. */
function held(element) {
  const card = element.querySelector("use");
  const at = pieces.lying(pieces.mapped(element));
  const box = element.getBBox();
  if (box.width > 0) Object.assign(at, point(pieces.centre(element)));
  if (card) at.scale = pieces.lying(pieces.mapped(card)).scale;
  return { ...at, turn: 0, cards: Number(element.dataset.cards) };
}

/** Which card of a picture is which of another: cards of one kind go to the nearest. */
function matched(old, now, loose) {
  const collect = (drawing, places) => {
    const kinds = new Map();
    for (const element of drawing.querySelectorAll(".card[data-piece]")) {
      const name = element.dataset.piece;
      const matrix = pieces.mapped(element);
      const card = { element, name, matrix, at: pieces.lying(matrix), loose: false };
      const place = places.find(
        (other) => other.name === name && Math.hypot(other.home.x - card.at.x, other.home.y - card.at.y) < 1,
      );
      // One that is held or on its way is not where the picture has it.
      if (place) Object.assign(card, { at: { ...card.at, ...place.at }, loose: true });
      const kind = pieces.identity(name);
      kinds.set(kind, [...(kinds.get(kind) ?? []), card]);
    }
    return kinds;
  };
  const [before, after] = [collect(old, loose), collect(now, [])];
  const found = { pairs: [], came: [], went: [] };
  for (const kind of new Set([...before.keys(), ...after.keys()])) {
    const [were, are] = [[...(before.get(kind) ?? [])], [...(after.get(kind) ?? [])]];
    const ways = were.flatMap((then) =>
      are.map((card) => ({ then, now: card, far: Math.hypot(then.at.x - card.at.x, then.at.y - card.at.y) })),
    );
    for (const { then, now: card } of ways.sort((a, b) => a.far - b.far)) {
      if (!were.includes(then) || !are.includes(card)) continue;
      were.splice(were.indexOf(then), 1);
      are.splice(are.indexOf(card), 1);
      found.pairs.push({ then, now: card });
    }
    // A card that others lie on comes and goes unseen.
    found.went.push(...were.filter((card) => !covered(old, card)));
    found.came.push(...are.filter((card) => !covered(now, card)));
  }
  return found;
}

/** Whether a card lies in a pile, under another. */
function covered(drawing, { element, at }) {
  const cards = [...drawing.querySelectorAll(".card[data-piece]")];
  return cards.slice(cards.indexOf(element) + 1).some((other) => {
    const { x, y } = pieces.lying(pieces.mapped(other));
    return Math.hypot(x - at.x, y - at.y) < 12 * at.scale;
  });
}
