// The board in words: a grid or lists of buttons that stand for the places of the picture.

export class Words {
  /** host: the panel; press(at) as a click on the picture. */
  constructor(host, press) {
    this.host = host;
    this.at = null;
    host.addEventListener("click", (event) => {
      const button = event.target.closest("[data-press]");
      if (button) press(button.dataset.press);
    });
    host.addEventListener("focusin", (event) => {
      const at = event.target.dataset.press;
      if (at && event.target.closest(".grid")) this.#enter(at);
    });
    host.addEventListener("keydown", (event) => this.#key(event));
  }

  /** The panel has been drawn; picked: names of what is picked up or chosen. */
  show(picked) {
    this.#enter(this.at);
    for (const button of this.host.querySelectorAll("[data-press]")) {
      const names = button.dataset.press.split(" ");
      if (picked.some((name) => name === button.dataset.press || names.includes(name))) button.setAttribute("aria-pressed", "true");
      else button.removeAttribute("aria-pressed");
    }
  }

  /** One stop in a grid for the Tab key. */
  #enter(at) {
    for (const grid of this.host.querySelectorAll(".grid")) {
      const cells = [...grid.querySelectorAll("[data-press]")];
      const entry = cells.find((cell) => cell.dataset.press === at) ?? cells[0];
      for (const cell of cells) cell.setAttribute("tabindex", cell === entry ? "0" : "-1");
      this.at = entry?.dataset.press ?? null;
    }
  }

  #key(event) {
    const cell = event.target.closest(".grid [data-press]");
    if (!cell || event.altKey || event.metaKey) return;
    const rows = [...cell.closest(".grid").rows].map((row) => [...row.querySelectorAll("[data-press]")]);
    const row = rows.findIndex((cells) => cells.includes(cell));
    const column = rows[row].indexOf(cell);
    const near = (cells) => cells?.[Math.min(column, cells.length - 1)];
    const to = {
      ArrowLeft: rows[row][column - 1],
      ArrowRight: rows[row][column + 1],
      ArrowUp: near(rows[row - 1]),
      ArrowDown: near(rows[row + 1]),
      Home: event.ctrlKey ? rows[0][0] : rows[row][0],
      End: event.ctrlKey ? rows.at(-1).at(-1) : rows[row].at(-1),
    };
    if (!(event.key in to)) return;
    event.preventDefault();
    // Elsewhere on the page these keys look back.
    event.stopPropagation();
    to[event.key]?.focus();
  }
}
