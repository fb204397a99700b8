// What a game is about, for who has not played it in this browser before; it goes for good when it has been read.
import { Progress } from "./progress.js";

export class Newcomer {
  /** game: which one it is. after(): where the focus goes when the card has gone. */
  constructor(game, after) {
    this.game = game;
    this.card = document.getElementById("newcomer");
    this.known = new Progress("known", (name) => typeof name === "string");
    const learnt = new Progress(`lesson-${game}`);
    this.card.hidden = this.known.has(game) || learnt.done.size > 0;
    this.card.addEventListener("click", (event) => {
      if (!event.target.closest("button, a")) return;
      this.#known();
      if (event.target.closest("button")) after();
    });
  }

  #known() {
    this.known.add(this.game);
    this.card.hidden = true;
  }
}
