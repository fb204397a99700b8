// The editor of positions. What clicks can do comes from the server as for moves: this page knows
// no rule. It keeps every position there was, for undo and redo.
import { copied, during, idle, post, t } from "./common.js";
import { once } from "./once.js";
import { replace } from "./morph.js";
import { Board } from "./board.js";
import { Carry } from "./carry.js";
import { RulesPanel } from "./rulespanel.js";

const root = document.getElementById("editor");
const game = root.dataset.game;
const tools = [...root.querySelectorAll("[data-tool]")];
const colours = new CSSStyleSheet();
document.adoptedStyleSheets.push(colours);

/** Every position there was, and which of them is shown. */
const past = [];
/** What a computer thought of positions: panels. */
const thoughts = new Map();
let now = -1;
let at = "";
let turned = false;
let shown = null;
let queue = Promise.resolve();
let waiting = 0;

new RulesPanel(game, () => board.host);

const board = new Board(panel("picture"), {
  play: (text) => click(text),
  choose: (texts) => click(texts[0]),
  tried: (clicks) => {
    at = clicks.at(-1)[0];
    return apply({ what: "clicks", clicks });
  },
  say,
  picked: (clicks) => {
    const [names] = clicks;
    if (names) [at] = names;
    return show({ picked: clicks });
  },
});

new Carry(root, {
  // What is carried from a tool onto the board is a click there with that tool.
  drop: async (tool, place) => {
    if (tool !== chosen()) await choose(tool);
    board.press(place);
  },
});

function panel(name) {
  return document.getElementById(`panel-${name}`);
}

function chosen() {
  return tools.find((tool) => tool.getAttribute("aria-checked") === "true").dataset.tool;
}

/** One thing after the other, however fast somebody clicks. */
function inTurn(work) {
  waiting += 1;
  root.setAttribute("aria-busy", "true");
  const done = queue.then(work).finally(() => {
    waiting -= 1;
    if (waiting === 0) root.removeAttribute("aria-busy");
  });
  queue = done.catch(() => {});
  return done;
}

/** Ask the server about the position that is there, changed if a change is given. */
function ask(more = {}) {
  return post(`/edit/${game}`, { position: past[now], tool: chosen(), at, turned, ...more });
}

/** Show the position as it stands. */
function show(more = {}, moves = null) {
  return inTurn(async () => {
    const { data } = await ask(more);
    if (data.panels) draw(data, moves);
    else replace(panel("notice"), data.notice);
  });
}

/** Change what is shown; what comes of it can be undone. */
function apply(change, moves = []) {
  board.reset();
  return inTurn(async () => {
    const { ok, data } = await ask({ change });
    if (!data.panels) {
      replace(panel("notice"), data.notice);
      return;
    }
    if (ok && data.position !== past[now]) {
      past.splice(now + 1, past.length, data.position);
      now = past.length - 1;
    }
    draw(data, moves);
  });
}

function click(text) {
  const [, path] = shown.paths.find(([name]) => name === text);
  at = path.at(-1);
  return apply({ what: "clicks", clicks: path.map((name) => [name]) }, [text]);
}

function draw(data, moves) {
  const held = document.activeElement;
  const beside = panel("pile").contains(held) ? `[data-how=${held.dataset.how}]` : null;
  shown = data;
  colours.replaceSync(data.style);
  board.words = new Map(Object.entries(data.places));
  board.show(data.panels.picture, data.paths, moves);
  for (const name of ["notice", "faults", "dials", "pile", "use"]) {
    if (panel(name).innerHTML !== data.panels[name]) replace(panel(name), data.panels[name]);
  }
  // What was thought of this position before, Undo brings it back.
  replace(panel("thought"), thoughts.get(data.position) ?? "");
  steps();
  // What had the focus may have gone: a piece that was taken off, a line that has been played.
  if (held !== document.activeElement && !held.isConnected) {
    (panel("pile").querySelector(beside) ?? panel("picture").querySelector('[data-at][tabindex="0"]'))?.focus({ preventScroll: true });
  }
  say(panel("faults").textContent.trim());
}

function say(text) {
  document.getElementById("say").textContent = text;
}

function steps() {
  idle(root.querySelector("[data-step=undo]"), now <= 0);
  idle(root.querySelector("[data-step=redo]"), now >= past.length - 1);
}

function step(by) {
  board.reset();
  inTurn(() => {
    if (past[now + by]) now += by;
  });
  show({}, []);
}

async function choose(id) {
  for (const tool of tools) {
    const mine = tool.dataset.tool === id;
    tool.setAttribute("aria-checked", String(mine));
    tool.tabIndex = mine ? 0 : -1;
    if (mine) document.getElementById("about").textContent = tool.dataset.about;
  }
  board.reset();
  await show();
}

root.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { tool, step: way, change, how, level, play, copy, upto } = button.dataset;
  if (tool) choose(tool);
  else if (way) step(way === "undo" ? -1 : 1);
  else if (change) apply({ what: change });
  else if (how) apply({ what: "pile", how, level: Number(level) });
  else if (play !== undefined) during(button, () => begin(play === "" ? null : Number(play)));
  else if (upto) follow(button, Number(upto));
  else if (copy) copied(button, document.getElementById(copy));
  else if (button.id === "think") during(button, think);
  else if (button.id === "turn") {
    turned = !turned;
    board.reset();
    show();
  }
});

root.addEventListener("change", (event) => {
  const { dial } = event.target.dataset;
  if (dial) apply({ what: "dial", name: dial, value: event.target.value });
});

root.addEventListener("keydown", (event) => {
  const tool = event.target.closest("[data-tool]");
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (tool && by) {
    event.preventDefault();
    const next = tools[(tools.indexOf(tool) + by + tools.length) % tools.length];
    next.focus();
    choose(next.dataset.tool);
  }
});

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || !(event.ctrlKey || event.metaKey)) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  step(key === "y" || event.shiftKey ? 1 : -1);
});

document.getElementById("panel-dials").addEventListener("submit", (event) => event.preventDefault());

document.getElementById("read").addEventListener("submit", (event) => {
  event.preventDefault();
  apply({ what: "read", text: document.getElementById("text").value });
});

async function begin(seat) {
  const { ok, data } = await once(`/edit/${game}/play`, { position: past[now], seat });
  if (ok) location.assign(data.url);
  else replace(panel("notice"), data.notice);
}

async function think() {
  const position = past[now];
  panel("thought").innerHTML = `<p class="busy">${t("The computer is thinking …")}</p>`;
  const { ok, data } = await post(`/edit/${game}/think`, { position });
  if (ok) thoughts.set(position, data.panel);
  if (position === past[now]) replace(panel("thought"), ok ? data.panel : data.notice);
}

/** Play a line that the computer foresees, as far as one of its moves. */
function follow(button, upto) {
  const moves = JSON.parse(button.closest("[data-line]").dataset.line).slice(0, upto);
  light("");
  apply({ what: "moves", moves }, moves);
}

/** Where a move begins and ends lights up while a hand or the focus is on it. */
function light(path) {
  const wanted = path.split(" ").filter(Boolean);
  for (const place of board.host.querySelectorAll("[data-at]")) {
    const names = place.dataset.at.split(" ");
    place.classList.toggle("ahead", wanted.some((name) => names.includes(name)));
  }
}

for (const [kind, lit] of [["pointerover", true], ["focusin", true], ["pointerout", false], ["focusout", false]]) {
  panel("thought").addEventListener(kind, (event) => {
    const { light: path } = event.target.closest("[data-light]")?.dataset ?? {};
    if (path) light(lit ? path : "");
  });
}

past.push(document.getElementById("position").textContent);
now = 0;
choose(chosen());
