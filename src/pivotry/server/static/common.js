// What all pages share.
import { once } from "./once.js";

const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

/** An English text in the page's language, {name} replaced by values.name. */
export function t(text, values = {}) {
  return filled(words[text] || text, values);
}

/** A number written with a decimal point as the page's language writes it. */
export function decimal(written) {
  return written.replace(".", t("0.5")[1]);
}

function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (gap, name) => (name in values ? values[name] : gap));
}

/**
 * Send JSON; gives { ok, data }. Never throws: data.notice says what went wrong, data.after in how many
 * seconds it may be asked for again, where the server says so.
 */
export async function post(url, body) {
  return answer(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Fetch JSON; gives { ok, data }, with data null for "nothing new". */
export async function get(url) {
  return answer(url, {});
}

async function answer(url, options) {
  let response;
  try {
    response = await fetch(url, options);
  } catch {
    return { ok: false, data: { notice: noAnswer(), lost: true } };
  }
  reached();
  if (response.status === 204) return { ok: true, data: null };
  const text = await response.text();
  const again = response.headers.get("Retry-After");
  const more = again === null ? {} : { after: Number(again) };
  try {
    return { ok: response.ok, data: Object.assign(JSON.parse(text), more) };
  } catch {
    return { ok: false, data: { notice: plain(text), ...more } };
  }
}

/** Whether the server is likely to run on this very machine, so that its reader could look after it. */
const NEAR = /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);

/** That the server does not answer, and what becomes of what was to be done: a notice. */
export function noAnswer(more = "") {
  const notice = document.createElement("div");
  const near = NEAR && navigator.onLine;
  const said = near ? t("The server does not answer. Is it still running?") : t("There is no connection to the server.");
  notice.innerHTML = plain(`${said} ${more}`.trim());
  notice.firstElementChild.dataset.lost = "";
  return notice.innerHTML;
}

/** The server has said something: that it does not answer is not true any more. */
export function reached() {
  for (const notice of document.querySelectorAll(".notice[data-lost]")) notice.remove();
}

// Whether it answers now nobody knows; but what has been said of it is old.
addEventListener("online", reached);

/** A sentence as the HTML of a notice; `calm` where nothing is wrong. */
export function plain(text, calm = false) {
  const p = document.createElement("p");
  p.className = calm ? "notice calm" : "notice";
  p.textContent = text;
  return p.outerHTML;
}

/** A button has nothing to do at present. It keeps the focus, which one that is `disabled` loses. */
export function idle(button, yes) {
  if (yes) button.setAttribute("aria-disabled", "true");
  else button.removeAttribute("aria-disabled");
}

/** Buttons are there no longer; if one of them has the focus, the first of the others that is there gets it. */
export function gone(buttons, ...others) {
  const held = buttons.includes(document.activeElement);
  for (const button of buttons) button.hidden = true;
  if (held) others.find((other) => !other.closest("[hidden]"))?.focus({ preventScroll: true });
}

document.addEventListener(
  "click",
  (event) => {
    // One with a title says why when it is pressed.
    if (!event.target.closest?.('[aria-disabled="true"]:not([title])')) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  { capture: true },
);

/** What a button does, once at a time. */
export async function during(button, work) {
  if (button.ariaBusy === "true") return;
  button.ariaBusy = "true";
  idle(button, true);
  try {
    await work();
  } finally {
    button.removeAttribute("aria-busy");
    idle(button, false);
  }
}

/** After so many milliseconds without an answer, nobody is asked any more. */
const UNSURE = 10_000;

/** Whether a button is pressed for the second time; the first time it asks a question, which say(text) speaks. */
export function sure(button, question, say) {
  if (button.dataset.sure) return true;
  const [text, label] = [button.textContent, button.getAttribute("aria-label")];
  setTimeout(() => {
    delete button.dataset.sure;
    if (button.textContent !== question) return;
    button.textContent = text;
    if (label !== null) button.setAttribute("aria-label", label);
  }, UNSURE);
  button.dataset.sure = "yes";
  button.textContent = question;
  button.removeAttribute("aria-label");
  say(question);
  // A double click is but one: the question comes under the finger.
  idle(button, true);
  setTimeout(() => idle(button, false), 700);
  return false;
}

/** Post a form's content; go where the answer says, or show what is wrong. */
export function submit(form, url, body) {
  const faults = document.getElementById("faults");
  return during(form.querySelector("button.button"), async () => {
    faults.innerHTML = "";
    const { ok, data } = await once(url, body, (notice) => {
      faults.innerHTML = notice;
    });
    if (ok) location.assign(data.url);
    else faults.innerHTML = data.notice;
  });
}

/** A button for one of several moves with the same clicks; `apart` has what tells them from one another. */
export function choice(text, apart) {
  const button = document.createElement("button");
  button.type = "button";
  button.value = text;
  const [said, written] = [document.createElement("span"), document.createElement("span")];
  said.textContent = apart?.[text] ?? "";
  written.className = "written";
  written.textContent = text;
  button.append(...(said.textContent ? [said, " ", written] : [written]));
  return button;
}

/** Copy what a field holds; its button says so. */
export async function copied(button, field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy");
  }
  button.textContent = t("Copied");
}

/** Let screen readers say something, also if it has been said before. */
export function speak(place, text) {
  place.textContent = place.textContent === text ? `${text}\u00a0` : text;
}
