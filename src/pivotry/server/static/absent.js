// Somebody has been away for a while: whoever waits for them can let a computer play on.

export class Absent {
  /** play(seat, player): let this computer player go on in a seat; gives a promise. */
  constructor(panel, play) {
    let busy = false; // a double click is but one
    panel.addEventListener("click", async (event) => {
      const button = event.target.closest("[data-stand-in]");
      if (!button || busy) return;
      const seat = Number(button.dataset.standIn);
      busy = true;
      await play(seat, document.getElementById(`stand-in-${seat}`).value);
      busy = false;
    });
  }
}
