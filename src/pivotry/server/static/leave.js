// Giving up. Between two it takes two clicks; among more a computer goes on, and who leaves says which.
import { t } from "./common.js";

export class Leave {
  /** give(seat, more): give up a seat, with what else the server is told. */
  constructor(root, give) {
    this.give = give;
    this.dialog = document.getElementById("leaver");
    this.level = document.getElementById("leaver-level");
    this.seat = 0;
    root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-resign]");
      if (!button) return;
      this.seat = Number(button.dataset.resign);
      if ("several" in button.dataset) this.#ask();
      else this.#sure(button);
    });
    this.dialog.addEventListener("close", () => {
      if (this.dialog.returnValue === "leave") this.give(this.seat, { player: this.level.value });
    });
  }

  #ask() {
    this.dialog.returnValue = "";
    this.dialog.showModal();
  }

  /** A double click is but one: the question comes under the finger. */
  #sure(button) {
    if (button.ariaDisabled === "true") return;
    if (button.dataset.sure) this.give(this.seat, {});
    else {
      button.dataset.sure = "yes";
      button.textContent = t("Really give up?");
      button.ariaDisabled = "true";
      setTimeout(() => button.removeAttribute("aria-disabled"), 700);
    }
  }
}
