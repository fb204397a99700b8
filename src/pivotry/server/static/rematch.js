// There is another match: who plays in it is taken there, whoever agreed last; who is looking at something is asked.
import { plain, t } from "./common.js";

/** In sessionStorage: the address of the table that this tab is on its way to. */
const KEY = "pivotry-along";

export class Rematch {
  /** panel: what lies over the page; on.say(text) speaks, on.looking() whether somebody looks back. */
  constructor(panel, on) {
    this.panel = panel;
    this.on = on;
    this.left = false;
    panel.addEventListener("click", (event) => event.target.closest("[data-stay]") && panel.replaceChildren());
  }

  /** The table has changed from `before` to `data`. Who opens its page later finds a link there, and nothing else. */
  meets(before, { next }) {
    if (!before || before.next || !next) return;
    if (next.plays && !this.on.looking() && !document.querySelector("dialog[open]")) {
      this.on.say(t("The next match has begun."));
      this.go(next.url);
      return;
    }
    const box = document.createElement("div");
    box.className = "offer";
    // (The panel is a live region: what is put there is spoken.)
    box.innerHTML = `${plain(next.plays ? t("The next match has begun.") : t("There is a rematch."))}<p class="row"><a class="button"></a> <button type="button" data-stay></button></p>`;
    box.querySelector("p").removeAttribute("class");
    const [link, stay] = box.querySelectorAll("a, button");
    link.href = next.url;
    link.textContent = next.plays ? t("Go there") : t("Look on");
    stay.textContent = t("Stay here");
    this.panel.replaceChildren(box);
  }

  /** Go to the table of the rematch. */
  go(url) {
    if (this.left) return; // by the news of it, or by the answer, whichever came first
    this.left = true;
    try {
      sessionStorage.setItem(KEY, url);
    } catch {
      // Not remembered, then: nothing is said of it over there.
    }
    location.assign(url);
  }

  /** What is said first at the table that this tab has been taken to; empty at any other. */
  arrived() {
    try {
      const here = sessionStorage.getItem(KEY) === location.pathname;
      sessionStorage.removeItem(KEY);
      return here ? t("The next match has begun.") : "";
    } catch {
      return "";
    }
  }
}
