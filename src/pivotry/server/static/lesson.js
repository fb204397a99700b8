// A lesson: one step at a time, each with a board and something to do there.
import { during, gone, idle, t } from "./common.js";
import { once } from "./once.js";
import { Progress } from "./progress.js";
import { RulesPanel } from "./rulespanel.js";
import { Trial } from "./trial.js";

const root = document.getElementById("lesson");
const { game } = root.dataset;
const steps = [...root.querySelectorAll(".step")];
const dots = [...root.querySelectorAll("[data-step]:is(button)")];
const verdict = document.getElementById("verdict");
const end = document.getElementById("end");
const [back, next, undo, hint, solution] = ["back", "next", "undo", "hint", "solution"].map((id) =>
  document.getElementById(id),
);
const first = document.getElementById("first");
const progress = new Progress(`lesson-${game}`);

let now = 0;

const trial = new Trial(document.getElementById("board"), "", { patient: true, on: { told } });
new RulesPanel(game, () => steps[now].querySelector("h2"));

function told(said) {
  verdict.className = said ? `verdict ${said.right ? "right" : "wrong"}` : "verdict";
  verdict.innerHTML = said?.html ?? "";
  if (said?.right) done();
  const { task } = steps[now].dataset;
  undo.hidden = !said || said.right || task === "choice";
  if (said || task === "read" || task === "choice") gone([hint, solution], next, first);
  else hint.hidden = solution.hidden = false;
}

/** This step is done. */
function done() {
  progress.add(now + 1);
  mark();
  next.classList.add("button");
}

function mark() {
  for (const [n, dot] of dots.entries()) {
    dot.classList.toggle("done", progress.has(n + 1));
    dot.querySelector(".mark").textContent = progress.has(n + 1) ? `, ${t("done")}` : "";
    if (n === now) dot.setAttribute("aria-current", "step");
    else dot.removeAttribute("aria-current");
  }
}

/** Go to a step; `focus` where somebody asked for it. */
async function show(number, focus = true) {
  now = Math.min(Math.max(number, 0), steps.length - 1);
  for (const [n, step] of steps.entries()) step.hidden = n !== now;
  const step = steps[now];
  const { task } = step.dataset;
  told(null);
  for (const button of step.querySelectorAll("[data-choice]")) button.removeAttribute("aria-pressed");
  if (task === "read") progress.add(now + 1);
  mark();
  idle(back, now === 0);
  next.hidden = now === steps.length - 1;
  next.classList.toggle("button", progress.has(now + 1));
  end.hidden = now < steps.length - 1;
  history.replaceState(null, "", `#${now + 1}`);
  const opened = trial.open(`lesson/${game}/${now + 1}`);
  if (focus) {
    step.querySelector("h2").focus({ preventScroll: true });
    root.scrollIntoView({ block: "start" });
  }
  await opened;
}

back.addEventListener("click", () => show(now - 1));
next.addEventListener("click", () => show(now + 1));
undo.addEventListener("click", async () => {
  const whole = ["goal", "hold"].includes(steps[now].dataset.task);
  await (whole ? trial.reset() : trial.undo());
  trial.focus();
});
hint.addEventListener("click", () => trial.hint());
solution.addEventListener("click", () => trial.show());
for (const [n, dot] of dots.entries()) dot.addEventListener("click", () => show(n));

root.addEventListener("click", (event) => {
  const button = event.target.closest("[data-choice]");
  if (!button) return;
  for (const other of button.parentElement.children) other.setAttribute("aria-pressed", String(other === button));
  trial.answer(Number(button.dataset.choice));
});

first.addEventListener("click", (event) =>
  during(event.currentTarget, async () => {
    const { ok, data } = await once(`/start/${game}`, { way: "alone", level: 1 });
    if (ok) location.assign(data.url);
    else document.getElementById("faults").innerHTML = data.notice;
  }),
);

addEventListener("hashchange", () => {
  const wanted = Number(location.hash.slice(1)) - 1;
  if (wanted >= 0 && wanted !== now) show(wanted);
});

// Where the address says, else at the first step that has not been done.
const wanted = Number(location.hash.slice(1)) - 1;
const undone = steps.findIndex((_, n) => !progress.has(n + 1));
show(wanted >= 0 ? wanted : Math.max(undone, 0), false);
