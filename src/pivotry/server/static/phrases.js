// What people at different places say to one another: one of a few phrases, seen for a while beside the seat.
import { during, t } from "./common.js";
import { once } from "./once.js";

/** Milliseconds for which it is seen. */
const SEEN = 6000;
/** Where the list of seats stands beside the picture, and eyes are on both. */
const WIDE = matchMedia("(min-width: 60rem)");

export class Phrases {
  /** on.shape() as in table.js; on.shown(state) shows what a request brought, on.refused(html) what is wrong, on.say(text) speaks. */
  constructor(base, on) {
    this.base = base;
    this.on = on;
    this.last = -1;
    this.bar = document.getElementById("phrases");
    this.place = document.getElementById("said");
    this.bar.addEventListener("click", (event) => {
      const button = event.target.closest("[data-phrase]");
      if (button) during(button, () => this.#send(button.dataset.phrase));
    });
    // One stop of the Tab key; arrow keys go from one to the next.
    this.bar.addEventListener("keydown", (event) => {
      const all = [...this.bar.querySelectorAll("[data-phrase]")];
      const at = all.indexOf(event.target);
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key];
      if (at < 0 || to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      const next = all[(to + all.length) % all.length];
      for (const button of all) button.tabIndex = button === next ? 0 : -1;
      next.focus();
    });
  }

  /** Whether something can be said here. */
  allow(yes) {
    if (this.bar.contains(document.activeElement) && !yes) document.getElementById("main").focus({ preventScroll: true });
    this.bar.hidden = !yes;
  }

  /** Events of the table, each of which may come again. */
  told({ events = [], names }) {
    for (const { kind, number, seat, said } of events) {
      if (kind !== "phrase" || number <= this.last) continue;
      this.last = number;
      if (document.documentElement.dataset.phrases === "off") continue;
      this.#show(seat, names[seat], said);
      this.on.say(t("{name} says: {words}", { name: names[seat], words: said }));
    }
  }

  async #send(phrase) {
    const url = `${this.base}/say?${new URLSearchParams(this.on.shape())}`;
    const { data } = await once(url, { phrase });
    if (data.panels) this.on.shown(data);
    else this.on.refused(data.notice);
  }

  /** A bubble beside the seat where that stands beside the picture, in sight, else over the upper edge of the picture; nothing makes room for it. */
  #show(seat, name, said) {
    for (const old of this.place.querySelectorAll(`[data-seat="${seat}"]`)) old.remove();
    const row = document.querySelectorAll("#panel-seats tbody tr")[seat]?.querySelector("th");
    const picture = document.getElementById("panel-picture");
    const box = row?.getBoundingClientRect();
    const beside = WIDE.matches && Boolean(box) && box.top >= 0 && box.bottom <= innerHeight;
    const at = beside ? box : picture.getBoundingClientRect();
    const bubble = document.createElement("p");
    bubble.dataset.seat = seat;
    const who = document.createElement("b");
    who.textContent = beside ? "" : name;
    bubble.append(who, said);
    const before = beside ? 0 : this.place.querySelectorAll(".over-board").length;
    bubble.classList.toggle("over-board", !beside);
    bubble.style.left = `${scrollX + at.left + (beside ? at.width * 0.75 : 12)}px`;
    bubble.style.top = `${scrollY + Math.max(at.top, 0) + (beside ? 0 : 8 + 44 * before)}px`;
    this.place.append(bubble);
    setTimeout(() => bubble.remove(), SEEN);
  }
}
