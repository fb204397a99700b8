// Who plays which seat. A list can be gone through with arrow keys without anything happening: what
// has been chosen counts when the button beside it is pressed.
import { during, sure, t } from "./common.js";

export class Seats {
  /** give(seat, value): let a seat be played by that; say(text) speaks. */
  constructor(root, { give, say }) {
    this.root = root;
    /** By seat, what has been chosen in its list and not been done yet: [what, in place of what]. */
    this.chosen = new Map();
    root.addEventListener("change", (event) => {
      const list = event.target.closest("select[data-seat]");
      if (!list) return;
      this.chosen.set(list.dataset.seat, [list.value, list.dataset.now]);
      this.keep();
    });
    root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-sit]");
      if (!button) return;
      const seat = button.dataset.sit;
      const list = this.#list(seat);
      if ("own" in button.dataset && !sure(button, t("Really leave your seat?"), say)) return;
      const { value } = list;
      list.focus();
      during(button, () => give(Number(seat), value)).then(() => {
        this.chosen.delete(seat);
        this.keep();
      });
    });
  }

  #list(seat) {
    return this.root.querySelector(`select[data-seat="${seat}"]`);
  }

  /** The lists have been drawn anew: what has been chosen in them stays chosen, unless the seat is another's now. */
  keep() {
    for (const list of this.root.querySelectorAll("select[data-seat]")) {
      const { seat, now } = list.dataset;
      const [value, before] = this.chosen.get(seat) ?? [now, now];
      const offered = [...list.options].some((option) => option.value === value);
      const stands = offered && before === now && value !== now && !list.disabled;
      if (!stands) this.chosen.delete(seat);
      list.value = stands ? value : now;
      this.root.querySelector(`[data-sit="${seat}"]`).hidden = !stands;
    }
  }
}
