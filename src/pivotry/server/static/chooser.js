// The first page: against how strong computers, and how many play. What somebody has chosen for a game
// is chosen there the next time, in this browser.

const KEY = "pivotry-start";

/** What has been chosen, by game. */
function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? found : {};
  } catch {
    return {}; // what cannot be read is chosen anew
  }
}

/** The lists of a game's box. */
function lists(box) {
  return [...box.querySelectorAll("select[data-pick]")];
}

/** What a match of this box's game begins with: `{ level, players }`, or as much of it as there is. */
export function chosen(box) {
  return Object.fromEntries(lists(box).map((list) => [list.dataset.pick, Number(list.value)]));
}

for (const box of document.querySelectorAll("[data-game]")) {
  const before = kept()[box.dataset.game] ?? {};
  for (const list of lists(box)) {
    const usual = [...list.options].find((option) => option.defaultSelected);
    const value = String(before[list.dataset.pick]);
    // A browser that comes back to a page fills in what stood there; what is kept may be newer.
    list.value = [...list.options].some((option) => option.value === value) ? value : usual.value;
    list.addEventListener("change", () => {
      try {
        localStorage.setItem(KEY, JSON.stringify({ ...kept(), [box.dataset.game]: chosen(box) }));
      } catch {
        // Some browsers keep nothing: then it lasts as long as the page.
      }
    });
  }
}
