// The rules page: its pictures can be played on, links of refusals lead to their clause here.
import { playable } from "./illustrations.js";

const root = document.querySelector("[data-rules]");
playable(root);

root.addEventListener("click", (event) => {
  const link = event.target.closest(`.notices a[href^="/rules/${root.dataset.rules}#"]`);
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  location.hash = link.hash;
});
