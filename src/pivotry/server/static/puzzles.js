// Puzzles: the list of them, or one to solve.
import { copied, gone, t } from "./common.js";
import { Progress } from "./progress.js";
import { RulesPanel } from "./rulespanel.js";
import { Trial } from "./trial.js";

const root = document.getElementById("puzzles");
const { game } = root.dataset;
/** By number, from 1. Numbers change when puzzles are mined anew, so marks are kept by name. */
const ids = root.dataset.ids.split(" ");
const total = ids.length;
const id = (n) => ids[n - 1];
const number = Number(root.dataset.number ?? 0);
const solved = new Progress(`puzzles-${game}`, (mark) => ids.includes(mark));

/** The next puzzle after this one that is not solved; the first of all if there is none. */
function another() {
  for (let step = 1; step <= total; step += 1) {
    const n = ((number + step - 1) % total) + 1;
    if (!solved.has(id(n)) && n !== number) return n;
  }
  return (number % total) + 1;
}

const skip = document.getElementById("skip");
skip.addEventListener("click", () => location.assign(`/puzzles/${game}/${another()}`));

if (number) solve();
else list();

function list() {
  const links = [...root.querySelectorAll("[data-puzzle]")];
  for (const link of links) {
    if (!solved.has(id(Number(link.dataset.puzzle)))) continue;
    link.classList.add("done");
    link.querySelector(".mark").textContent = `, ${t("solved")}`;
  }
  for (const part of root.querySelectorAll(".grade")) {
    const all = part.querySelectorAll("[data-puzzle]").length;
    part.querySelector("[data-tally]").textContent = t("{done} of {all}", {
      done: part.querySelectorAll(".done").length,
      all,
    });
  }
  const done = links.filter((link) => link.classList.contains("done")).length;
  document.getElementById("tally").textContent = t("You have solved {done} of {all}.", { done, all: total });
}

function solve() {
  const verdict = document.getElementById("verdict");
  const mark = document.getElementById("solved-mark");
  const [again, next, hint, solution, link] = ["again", "next", "hint", "solution", "link"].map((id) =>
    document.getElementById(id),
  );
  /** Whether the solution has been shown: then it is nobody's own. */
  let shown = false;

  const trial = new Trial(document.getElementById("board"), `puzzle/${game}/${number}`, {
    turned: "turned" in root.dataset,
    on: { told },
  });
  new RulesPanel(game, () => trial.picture);

  function told(said) {
    verdict.className = said ? `verdict ${said.right ? "right" : "wrong"}` : "verdict";
    verdict.innerHTML = said?.html ?? "";
    const done = said?.right && !said.going;
    if (done && !shown) solved.add(id(number));
    mark.hidden = !solved.has(id(number));
    again.hidden = !said || said.right;
    next.hidden = !done;
    if (done) gone([hint, solution, skip], next);
    else hint.hidden = solution.hidden = skip.hidden = false;
  }

  again.addEventListener("click", async () => {
    await trial.reset();
    trial.focus();
  });
  next.addEventListener("click", () => location.assign(`/puzzles/${game}/${another()}`));
  hint.addEventListener("click", () => trial.hint());
  solution.addEventListener("click", () => {
    shown = true;
    trial.show();
  });
  link.value = location.href.split("#")[0];
  document.getElementById("copy").addEventListener("click", (event) => copied(event.currentTarget, link));
  mark.hidden = !solved.has(id(number));
  trial.open();
}
