// What somebody has done in this browser: numbers of steps or puzzles, kept by name.

export class Progress {
  /** `belongs(x)` says whether a mark is one of these: others that were kept are dropped. */
  constructor(name, belongs = Number.isInteger) {
    this.name = `pivotry-${name}`;
    this.done = new Set();
    try {
      const kept = JSON.parse(localStorage.getItem(this.name) ?? "[]");
      this.done = new Set(Array.isArray(kept) ? kept.filter(belongs) : []);
    } catch {
      // What cannot be read is begun anew.
    }
  }

  has(mark) {
    return this.done.has(mark);
  }

  add(mark) {
    this.done.add(mark);
    try {
      localStorage.setItem(this.name, JSON.stringify([...this.done]));
    } catch {
      // Some browsers keep nothing: then it lasts as long as the page.
    }
  }
}
