// The page of a table: shows what the server says, sends what people do.
import { choice, copied, get, plain, reached, speak, t } from "./common.js";
import { Absent } from "./absent.js";
import { Advice } from "./advice.js";
import { Board } from "./board.js";
import { Clocks } from "./clocks.js";
import { Confirm } from "./confirm.js";
import { Feed } from "./feed.js";
import { watchFormat } from "./format.js";
import { carried, haunt } from "./ghost.js";
import { Interlude } from "./interlude.js";
import { Leave } from "./leave.js";
import { replace } from "./morph.js";
import { Names } from "./names.js";
import { Newcomer } from "./newcomer.js";
import { once } from "./once.js";
import { Phrases } from "./phrases.js";
import { Premove } from "./premove.js";
import { Rematch } from "./rematch.js";
import { Replay } from "./replay.js";
import { RulesPanel } from "./rulespanel.js";
import { Seats } from "./seats.js";
import { Heard } from "./sounds.js";
import { sideways } from "./sideways.js";
import { Taking } from "./taking.js";
import { Words } from "./words.js";

const root = document.getElementById("table");
const base = `/table/${root.dataset.id}`;
const chooser = document.getElementById("chooser");
const choices = document.getElementById("choices");
const typed = document.getElementById("typed");
const colours = new CSSStyleSheet();
document.adoptedStyleSheets.push(colours);

let state = null;
let shown = Infinity; // the ply of the picture that is there
/** So many plies are shown as moves, one after the other. */
const MOST = 3;
let turned = false;
let epoch = 0;
let waiting = 0;

const board = new Board(panel("picture"), {
  play,
  choose,
  tried,
  picked: (clicks) => {
    replace(panel("notice"), "");
    heard.picked(clicks);
    repaint(clicks);
  },
  say,
  first: (at) => confirm.first(at),
  ahead: (at, to) => premove.pick(at, to),
});
board.quiet = !("common" in root.dataset);
const heard = new Heard();
const confirm = new Confirm(board, {
  play: (text) => act("play", { text }),
  say,
  ghost,
  let: () => {
    board.reset();
    draw(state);
  },
});
const spoken = new Words(panel("words"), (at) => board.pick(at));
const premove = new Premove(board, say, pressed);

const format = watchFormat(panel("picture"), () => feed.open(shape()));

/** How the picture is wanted. */
function shape() {
  return { turned, ...format() };
}

function panel(name) {
  return document.getElementById(`panel-${name}`);
}

// --- showing ------------------------------------------------------------------------------------

function show(data, answered, sent) {
  // News by the socket can be faster than the answer to what led to them.
  if (state && data.number < state.number) {
    if (answered) replace(panel("notice"), data.panels.notice);
    return;
  }
  const before = state;
  // Somebody else looks at this screen now, or nobody: the curtain has come down or gone up.
  const passed = before !== null && before.eye !== data.eye;
  const { away } = replay;
  state = data;
  if (passed) clear();
  const story = panel("story");
  const followed = story.scrollTop + story.clientHeight > story.scrollHeight - 8;
  for (const [name, html] of Object.entries(data.panels)) {
    if (name === "picture" || (name === "words" && replay.away)) continue;
    // What was said about a refused move stays until something else happens.
    // So does what was said when news of an own move came before its answer.
    if (name === "notice" && !passed && before?.version === data.version && (!answered || (sent && !html))) continue;
    // (What was chosen in a list of seats may have been refused.)
    const same = !passed && before?.panels[name] === html && name !== "notice" && !(answered && name === "seats");
    if (!same) replace(panel(name), html);
    if (!same && name === "seats") seats.keep();
  }
  root.classList.toggle("shared", data.shared);
  document.getElementById("type").hidden = data.over;
  const points = document.getElementById("rounds-box");
  points.hidden = !data.rounds;
  if (data.over && !before?.over) points.open = true;
  replay.update(data);
  const anew = before?.version !== data.version;
  if (anew) confirm.forget();
  if (interlude.meets(before, data)) {
    if (passed) cover(data);
    board.rest();
  } else if (passed && away) paint(data, data.paths, data.ply, 0);
  else if (anew || passed || before?.panels.picture !== data.panels.picture) {
    if (!answered) board.reset();
    const told = (data.events ?? []).filter((event) => event.kind === "played").map((event) => event.text);
    if (!replay.away) draw(data, sent ? [sent] : told);
  }
  premove.allow(replay.away ? null : data.ahead, data.moves_a_turn);
  taking.update(data);
  phrases.allow(data.may_say);
  if (data.over) advice.resume();
  const next = panel("status").querySelector('[data-act="show"], .button[data-act="hide"], [data-again]');
  // Who plays by keys goes on with what there is to do.
  if (next && !board.active && board.host.contains(document.activeElement)) next.focus();
  clocks.show(data.clock, root);
  if (before?.number !== data.number) {
    if (before && (passed || before.say !== data.say)) say(data.say);
    if (followed) toEnd(story);
  }
  if (before?.asks) declined(data);
  if (!before) {
    const arrived = rematch.arrived();
    if (arrived) say(`${arrived} ${data.say}`);
  }
  rematch.meets(before, data);
  heard.shown(before, data, board.host.querySelector("svg"));
  if (anew) redeem();
}

/** Nothing stays of what was shown to, chosen by or told to whoever looked at this screen before. */
function clear() {
  epoch += 1; // answers on their way are theirs
  replay.drop();
  board.clear();
  premove.forget();
  confirm.forget();
  typed.value = "";
  if (chooser.open) chooser.close("");
  choices.replaceChildren();
}

/** Until a past position comes, nothing is to be seen: the last picture is not for these eyes. */
function cover(data) {
  paint(data, [], data.ply, 0);
  panel("picture").classList.add("covered");
}

function say(text) {
  speak(document.getElementById("say"), text);
}

/** Scroll the log to its end, with a whole line at its top. */
function toEnd(story) {
  const list = story.querySelector("ol");
  if (!list) return;
  list.style.paddingBottom = "";
  story.scrollTop = story.scrollHeight;
  const top = story.scrollTop;
  const first = [...list.children].find((line) => line.offsetTop >= top - 1);
  if (!first || top === 0) return;
  list.style.paddingBottom = `${first.offsetTop - top}px`;
  story.scrollTop = story.scrollHeight;
}

/** Who has asked for something is told that somebody would rather not. */
function declined({ events = [], names }) {
  for (const { kind, seat, text } of events) {
    if (kind !== "declined") continue;
    const said =
      text === "undo"
        ? t("{name} would rather not: the move stays.", { name: names[seat] })
        : t("{name} would rather not play another match.", { name: names[seat] });
    replace(panel("notice"), plain(said, true));
  }
}

/** The turn may have come for what was chosen ahead. */
function redeem() {
  if (state.over) premove.forget();
  if (state.paths.length === 0) premove.lapse();
  if (state.paths.length === 0 || replay.away) return;
  const found = premove.redeem(state.paths, state.ply);
  if (found?.dropped) {
    replace(panel("notice"), plain(found.dropped));
  } else if (found?.texts?.length > 1) {
    choose(found.texts);
  } else if (found?.texts && found.clicks.length > 1) {
    act("play", { text: found.texts[0] });
  } else if (found?.texts) {
    confirm.ask(found.texts[0], found.clicks[0]);
  } else if (found) {
    board.picked = found.clicks;
    repaint(found.clicks);
  }
}

function draw(data, moves = []) {
  paint(data, state.paths, state.ply, MOST, moves);
}

/** Show a picture; what is elsewhere than in the last one moves if few plies are between. */
function paint(data, paths, ply, most, moves = []) {
  const steps = Math.abs(ply - shown);
  shown = ply;
  colours.replaceSync(data.style);
  panel("picture").classList.remove("hinted", "covered");
  if (data.places) board.words = new Map(Object.entries(data.places));
  board.show(data.panels.picture, paths, steps > 0 && steps <= most ? moves : null);
  pressed();
}

/** Show in words as well what is picked up or chosen ahead. */
function pressed() {
  spoken.show([...board.picked.map((names) => names.join(" ")), ...board.marked]);
}

/** Show what is picked up and, after a refused move, what was in its way. */
async function repaint(picked, lit = []) {
  if (picked.length === 0 && lit.length === 0 && state.lit.length === 0) {
    draw(state);
    return;
  }
  const query = new URLSearchParams({ version: state.version, lit: lit.join(" "), ...shape() });
  for (const names of picked) query.append("picked", names.join(" "));
  const asked = ++epoch;
  const { data } = await busy(get(`${base}/picture?${query}`));
  if (asked !== epoch) return;
  if (data.panels?.status !== undefined) show(data, false);
  else if (data.panels) {
    if (picked.length === 0) Object.assign(state, { lit: [], style: data.style });
    if (picked.length === 0) state.panels.picture = data.panels.picture;
    draw(data);
  } else replace(panel("notice"), data.notice);
}

// --- doing --------------------------------------------------------------------------------------

/** A move that has been chosen: to be played, or to be asked about first. */
function play(text) {
  if (!confirm.wanted) return act("play", { text });
  const [, path] = state.paths.find(([other]) => other === text);
  replace(panel("notice"), "");
  confirm.ask(text, path);
  return undefined;
}

/** Show, half there, what stands elsewhere after a move, if that is `wanted` still when it is known. */
async function after(text, wanted) {
  const query = new URLSearchParams({ version: state.version, after: text, ...shape() });
  const { ok, data } = await get(`${base}/picture?${query}`);
  if (ok && wanted()) haunt(board.host.querySelector("svg"), data.panels.picture);
}

/** Show where a move that is asked about would lead. */
async function ghost(text, path) {
  if (state.ghosts) await after(text, () => confirm.text === text);
  else carried(board.host.querySelector("svg"), ...path);
}

async function act(what, body) {
  const asked = ++epoch;
  const sent = { version: state.version, ...body };
  const url = `${base}/${what}?${new URLSearchParams(shape())}`;
  const { ok, data } = await busy(once(url, sent, (notice) => replace(panel("notice"), notice)));
  if (asked !== epoch) return { ok: false, data: {} };
  if (!ok) heard.refused();
  if (data.panels) {
    if (ok) board.reset();
    show(data, true, ok ? body.text : undefined);
  } else if (data.notice) {
    replace(panel("notice"), data.notice);
  }
  return { ok, data };
}

/** Say that the table is about to change until a request is answered. */
async function busy(request) {
  waiting += 1;
  root.setAttribute("aria-busy", "true");
  try {
    return await request;
  } finally {
    waiting -= 1;
    if (waiting === 0) root.removeAttribute("aria-busy");
  }
}

/** Clicks that no legal move begins with: the server says why. What is kept can begin another. */
async function tried(clicks, kept) {
  const { data } = await act("play", { clicks });
  if (!data.more && !data.panels) return;
  if (data.more && kept.length === 0) heard.refused();
  board.picked = kept;
  if (data.more && kept.length > 0) replace(panel("notice"), "");
  if (data.more || kept.length > 0) repaint(kept, data.lit);
}

function choose(texts) {
  replace(panel("notice"), "");
  choices.replaceChildren(
    ...texts.map((text) => {
      const button = choice(text, state.apart);
      button.type = "submit";
      return button;
    }),
  );
  chooser.returnValue = "";
  chooser.showModal();
}

chooser.addEventListener("close", () => {
  const text = chooser.returnValue;
  choices.replaceChildren();
  if (text) {
    board.reset();
    play(text);
  } else if (board.picked.length === 0) {
    // A click may come before this event: what it has picked up stays.
    draw(state);
  }
});

root.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.ariaDisabled === "true" && button.title) {
    replace(panel("notice"), plain(button.title, true));
    return;
  }
  const { act: what, seat, move, topic, yes, copy } = button.dataset;
  if (what === "answer") answer(topic, yes === "true");
  else if (what === "withdraw") act(what, { topic });
  else if (what) act(what, seat === undefined ? {} : { seat: Number(seat) });
  else if (copy) copied(button, document.getElementById(copy));
  else if (move) play(move);
  else if ("turn" in button.dataset) turn();
  else if ("again" in button.dataset) playAgain();
});

root.addEventListener("focusin", (event) => {
  if (event.target.matches("input[readonly]")) event.target.select();
});

/** Yes or no to what somebody asks for. */
async function answer(topic, yes) {
  if (topic === "rematch" && yes) playAgain();
  else await act("answer", { topic, yes });
}

document.getElementById("type").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { ok } = await act("play", { text: typed.value });
  if (ok) typed.value = "";
});

function turn() {
  turned = !turned;
  board.reset();
  feed.open(shape());
}

async function playAgain() {
  const { ok, data } = await busy(once(`${base}/again`, {}));
  if (ok && data.url) rematch.go(data.url);
  else if (data.panels) show(data, true);
  else replace(panel("notice"), data.notice);
}

// --- keeping up ---------------------------------------------------------------------------------

const clocks = new Clocks();

const toBoard = () => board.host.querySelector('[tabindex="0"]') ?? board.host;
new RulesPanel(root.dataset.game, toBoard);
new Newcomer(root.dataset.game, () => toBoard().focus({ preventScroll: true }));

const replay = new Replay(base, root, {
  shape,
  draw: (data, most) => {
    board.reset();
    replace(panel("notice"), "");
    premove.allow(null);
    confirm.forget();
    replace(panel("words"), data.panels.words);
    paint(data, [], data.ply, Math.min(most, MOST));
    panel("picture").classList.toggle("hinted", data.better !== null);
    if (data.better?.ghost) haunt(board.host.querySelector("svg"), data.better.ghost);
    say(data.say);
  },
  present: () => {
    replace(panel("words"), state.panels.words);
    paint(state, state.paths, state.ply, interlude.deal ? MOST : 1);
    premove.allow(state.ahead, state.moves_a_turn);
    redeem();
  },
  refused: (notice) => replace(panel("notice"), notice),
});

const interlude = new Interlude(base, replay, () => {
  // Who plays by keys goes on with what there is to do.
  if (document.activeElement !== document.body) return;
  const next = panel("status").querySelector("button") ?? board.host.querySelector('[tabindex="0"]');
  next?.focus({ preventScroll: true });
});

const phrases = new Phrases(base, { shape, shown: (data) => show(data, true), refused: (notice) => replace(panel("notice"), notice), say });

const rematch = new Rematch(panel("offer"), { say, looking: () => replay.away });

sideways(panel("rounds"));
sideways(document.getElementById("interlude-told"));

const taking = new Taking(base, root, { shape, ply: () => replay.ply });

new Absent(panel("absent"), (seat, player) => act("stand-in", { seat, player }));

new Leave(root, { give: (seat, more) => act("resign", { seat, ...more }), say });

const seats = new Seats(root, {
  give: (seat, value) => {
    const kind = ["person", "open"].includes(value) ? value : "computer";
    return act("seat", kind === "computer" ? { seat, kind, player: value } : { seat, kind });
  },
  say,
});

new Names(base, root, { shape, named: (data) => show(data, true) });

const advice = new Advice(base, root, {
  go: (ply, better) => replay.go(ply, 1, better),
  ply: () => replay.ply ?? state.ply,
  told: () => replay.told,
  version: () => state.version,
  say,
  refused: (notice) => replace(panel("notice"), notice),
  seeks: (version) => {
    if (state.version === version) replace(panel("notice"), plain(t("Looking for a good move ..."), true));
  },
  hint: async (text, path, said) => {
    const { version } = state;
    board.reset();
    await repaint([], path);
    if (state.version !== version) return;
    panel("picture").classList.add("hinted");
    replace(panel("notice"), plain(said, true));
    if (state.ghosts) await after(text, () => state.version === version && panel("picture").classList.contains("hinted"));
  },
});

const feed = new Feed(base, {
  seen: () => state?.number ?? -1,
  news: (data) => {
    replaceLost(false);
    reached();
    show(data, false);
    phrases.told(data);
  },
  lost: () => replaceLost(true),
  gone: () => {
    replace(panel("status"), "");
    replace(panel("notice"), plain(t("This table has been removed.")));
  },
});

function replaceLost(lost) {
  document.getElementById("lost").hidden = !lost;
}

// A page that the browser kept shows what was there when it was left.
addEventListener("pageshow", (event) => event.persisted && location.reload());

feed.open(shape());
