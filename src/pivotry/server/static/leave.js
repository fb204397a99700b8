// Giving up. Between two it takes two clicks; among more a computer goes on, and who leaves says which.
import { sure, t } from "./common.js";

export class Leave {
  /** give(seat, more): give up a seat, with what else the server is told; say(text) speaks. */
  constructor(root, { give, say }) {
    this.give = give;
    this.dialog = document.getElementById("leaver");
    this.level = document.getElementById("leaver-level");
    this.seat = 0;
    root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-resign]");
      if (!button) return;
      this.seat = Number(button.dataset.resign);
      if ("several" in button.dataset) this.#ask();
      else if (sure(button, t("Really give up?"), say)) give(this.seat, {});
    });
    this.dialog.addEventListener("close", () => {
      if (this.dialog.returnValue === "leave") this.give(this.seat, { player: this.level.value });
    });
  }

  #ask() {
    this.dialog.returnValue = "";
    this.dialog.showModal();
  }
}
