// What somebody has done in this browser: numbers of steps or puzzles, kept by name.

export class Progress {
  constructor(name) {
    this.name = `pivotry-${name}`;
    this.done = new Set();
    try {
      const kept = JSON.parse(localStorage.getItem(this.name) ?? "[]");
      this.done = new Set(Array.isArray(kept) ? kept.filter(Number.isInteger) : []);
    } catch {
      // What cannot be read is begun anew.
    }
  }

  has(number) {
    return this.done.has(number);
  }

  add(number) {
    this.done.add(number);
    try {
      localStorage.setItem(this.name, JSON.stringify([...this.done].sort((a, b) => a - b)));
    } catch {
      // Some browsers keep nothing: then it lasts as long as the page.
    }
  }
}
