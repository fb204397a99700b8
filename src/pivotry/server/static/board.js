// The picture, clicked or driven by keys. What stands in it bears data-at="NAME ..."; the server
// says what to click, in order, for every legal move. This decides nothing about legality.

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
   * Every click that counts ends in one of them.
   */
  constructor(host, on) {
    this.host = host;
    this.on = on;
    this.paths = [];
    this.picked = [];
    this.active = false;
    this.at = null;
    host.addEventListener("click", (event) => this.#clicked(event));
    host.addEventListener("keydown", (event) => this.#key(event));
    host.addEventListener("focusin", (event) => this.#focused(event));
  }

  /** Show another picture. The one whose turn it is can go on from `picked`. */
  show(svg, paths) {
    const focused = this.host.contains(document.activeElement);
    this.host.innerHTML = svg;
    this.paths = paths;
    this.active = paths.length > 0;
    this.host.classList.toggle("active", this.active);
    this.#prepare();
    // Where nothing can be done now, the focus waits at the picture itself.
    if (focused) this.#focus(this.#place() || this.places[0] || this.host);
  }

  reset() {
    this.picked = [];
  }

  #prepare() {
    this.places = [];
    const seen = new Set();
    const drawing = this.host.querySelector("svg");
    if (!this.active || !drawing) return;
    drawing.setAttribute("role", "group");
    for (const element of drawing.querySelectorAll("[data-at]")) {
      const name = element.dataset.at;
      element.classList.add("at");
      if (seen.has(name)) continue;
      seen.add(name);
      const { done, open } = matching(this.paths, [...this.picked, name.split(" ")]);
      const usable = done.length + open.length > 0;
      element.setAttribute("role", "button");
      element.setAttribute("tabindex", "-1");
      element.setAttribute("aria-label", usable ? `${name}, can be used` : name);
      if (this.picked.at(-1)?.join(" ") === name) element.setAttribute("aria-pressed", "true");
      if (usable) element.classList.add("usable");
      this.places.push(element);
    }
    // One stop for the Tab key; arrows go on from there.
    const entry = this.#place() || this.places.find((p) => p.classList.contains("usable"));
    (entry || this.places[0])?.setAttribute("tabindex", "0");
  }

  #place() {
    return this.places.find((place) => place.dataset.at === this.at);
  }

  #clicked(event) {
    const element = event.target.closest("[data-at]");
    if (!this.active) return;
    if (!element) this.#drop();
    else this.#pick(element.dataset.at);
  }

  #pick(at) {
    const names = at.split(" ");
    this.at = at;
    if (this.picked.at(-1)?.join(" ") === at) {
      this.#drop();
      return;
    }
    const clicks = [...this.picked, names];
    const { done, open } = matching(this.paths, clicks);
    if (done.length + open.length === 0) {
      const again = matching(this.paths, [names]);
      this.picked = this.picked.length > 0 && again.open.length > 0 ? [names] : [];
      this.on.tried(clicks, this.picked);
    } else if (done.length === 1 && open.length === 0) {
      this.picked = [];
      this.on.play(done[0]);
    } else if (done.length > 0) {
      this.picked = [];
      this.on.choose([...done, ...open]);
    } else {
      this.picked = clicks;
      this.on.picked(clicks);
    }
  }

  #drop() {
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
    if (event.key === "Enter" || event.key === " ") this.#pick(element.dataset.at);
    else if (event.key === "Escape") this.#drop();
    else if (ways[event.key]) this.#focus(this.#nearest(element, ways[event.key]));
    else return;
    event.preventDefault();
  }

  /** The place nearest in a direction: distance counts, being off to the side counts double. */
  #nearest(from, [dx, dy]) {
    const middle = (element) => {
      const box = element.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = middle(from);
    let best = null;
    let least = Infinity;
    for (const place of this.places) {
      const [px, py] = middle(place);
      const along = (px - x) * dx + (py - y) * dy;
      const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
      if (place === from || along < 1 || aside > 3 * along) continue;
      const cost = along + 2 * aside;
      if (cost < least) {
        least = cost;
        best = place;
      }
    }
    return best || from;
  }
}
