// Illustrations of rules that become boards to try moves on.
import { t } from "./common.js";
import { Trial } from "./trial.js";

/** A click on a picture, or on the button beside it, makes it a board; the button takes it back. */
export function playable(root) {
  root.addEventListener("click", (event) => {
    const figure = event.target.closest("figure[data-source]");
    if (!figure) return;
    const button = figure.querySelector("[data-try]");
    if (event.target.closest("[data-try]") ? true : event.target.closest("img")) toggle(figure, button);
  });
  for (const image of root.querySelectorAll("figure[data-source] img")) image.title = t("Try moves here");
}

const boards = new WeakMap();

async function toggle(figure, button) {
  const image = figure.querySelector("img");
  const open = boards.get(figure);
  const { firstChild: words } = button;
  if (open) {
    open.trial.close();
    open.place.remove();
    boards.delete(figure);
    image.hidden = false;
    words.textContent = open.label;
    return;
  }
  const place = document.createElement("div");
  image.before(place);
  const trial = new Trial(place, figure.dataset.source, { tries: JSON.parse(figure.dataset.tries) });
  boards.set(figure, { trial, place, label: words.textContent });
  words.textContent = t("Back to the picture");
  await trial.open();
  image.hidden = true;
  // Who works with keys goes on in the board.
  trial.focus();
}
