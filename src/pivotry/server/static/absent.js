// Somebody has been away for a while: whoever waits for them can let a computer play on.
import { during } from "./common.js";

export class Absent {
  /** play(seat, player): let this computer player go on in a seat; gives a promise. */
  constructor(panel, play) {
    panel.addEventListener("click", (event) => {
      const button = event.target.closest("[data-stand-in]");
      if (!button) return;
      const seat = button.dataset.standIn;
      const { value } = document.getElementById(`stand-in-${seat}`);
      during(button, () => play(Number(seat), value));
    });
  }
}
