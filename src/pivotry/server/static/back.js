// The browser's Back closes what lies over a page, a dialog or the rules, instead of leaving the page.
//
// The first of them puts an entry of ours after the page's own into the history. However they are closed,
// it stays, and serves the next one; Back from it with nothing open goes on to where it would have gone.

const PAGE = "pivotry-page";
const OVER = "pivotry-over";

/** Whether our entry is the present one. */
let over = history.state?.[OVER] === true;

/** What is open, the last of it on top. */
const open = () => [...document.querySelectorAll("dialog[open]:not(:modal)"), ...document.querySelectorAll("dialog:modal")];

function opened() {
  if (over) return;
  // So that going back to it can be told from a new entry, such as a link within the page makes.
  history.replaceState({ ...history.state, [PAGE]: true }, "");
  history.pushState({ [OVER]: true }, "");
  over = true;
}

new MutationObserver((changes) => {
  if (changes.some(({ target }) => target.localName === "dialog" && target.open)) opened();
}).observe(document.documentElement, { subtree: true, attributeFilter: ["open"] });

addEventListener("popstate", (event) => {
  const was = over;
  over = event.state?.[OVER] === true;
  if (!was || over || event.state?.[PAGE] !== true) return;
  const last = open().at(-1);
  if (!last) {
    history.back();
    return;
  }
  // (As Escape does: what is chosen in it is not chosen.)
  last.close("");
  if (open().length > 0) opened();
});
