// A move that is only asked about: what it moves is shown where it would be, to be seen through.
import { centre, copy, make, mapped, pieceAt } from "./pieces.js";

/** How far cards that go together lie apart, in widths of one. */
const SPREAD = 0.55;

/** What a picture shows of a piece; the same where it has not moved. */
function stand(piece) {
  return piece.dataset.ends ?? "";
}

/** Take away what `haunt` and `carried` have put into a picture. */
export function lay(drawing) {
  for (const ghost of drawing?.querySelectorAll(".ghost") ?? []) ghost.remove();
}

/**
 * Show in a picture what stands elsewhere in another one, of the same match after a move; `svg` is that
 * one as a text.
 */
export function haunt(drawing, svg) {
  lay(drawing);
  const then = document.createElement("div");
  then.innerHTML = svg;
  const known = new Map([...drawing.querySelectorAll("[data-piece]")].map((piece) => [piece.dataset.piece, stand(piece)]));
  for (const piece of then.querySelectorAll("[data-piece]")) {
    if (known.get(piece.dataset.piece) === stand(piece)) continue;
    const { a, b, c, d, e, f } = mapped(piece.parentNode);
    drawing.append(make("g", { class: "ghost", transform: `matrix(${a} ${b} ${c} ${d} ${e} ${f})` }, copy(piece)));
  }
}

/** Show the cards of a name, half there, where they would go; nothing where that cannot be seen. */
export function carried(drawing, from, to) {
  lay(drawing);
  const named = (name) => [...drawing.querySelectorAll(`[data-at~="${CSS.escape(name)}"]`)];
  const cards = named(from).filter((place) => pieceAt(drawing, place) === place);
  const pile = cards[0]?.dataset.to;
  const [goal] = pile ? drawing.querySelectorAll(`[data-drop="${CSS.escape(pile)}"]`) : to ? named(to) : [];
  if (!goal) return;
  const there = centre(goal);
  for (const [n, card] of cards.entries()) {
    if (pile && n > 0) return; // one of equal cards is played
    const here = centre(card);
    const aside = (n - (pile ? 0 : cards.length - 1) / 2) * SPREAD * card.getBBox().width;
    const { a, b, c, d, e, f } = mapped(card.parentNode);
    const moved = `translate(${there.x - here.x + aside} ${there.y - here.y}) matrix(${a} ${b} ${c} ${d} ${e} ${f})`;
    drawing.append(make("g", { class: "ghost", transform: moved }, copy(card)));
  }
}
