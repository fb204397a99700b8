// The rules beside a board: a drawer on a wide screen, a sheet over a narrow one. Links to clauses open
// it instead of leaving the page; with Ctrl, Shift or the middle button they are links as ever.
import { get, idle, t } from "./common.js";
import { playable } from "./illustrations.js";

const WIDE = matchMedia("(min-width: 60rem)");

export class RulesPanel {
  /** game: whose rules. fallback(): what gets the focus if what opened the panel has gone. */
  constructor(game, fallback) {
    this.game = game;
    this.address = `/rules/${game}`;
    this.fallback = fallback;
    this.panel = null;
    this.opener = null;
    document.addEventListener("click", (event) => this.#clicked(event));
    WIDE.addEventListener("change", () => this.panel?.open && this.#reopen());
  }

  #clicked(event) {
    const link = event.target.closest("a[href]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    if (link.origin !== location.origin || link.pathname !== this.address || "leave" in link.dataset) return;
    event.preventDefault();
    this.open(link.hash.slice(1), link);
  }

  /** Open it at a clause, or with the list of them. */
  async open(clause = "", opener = document.activeElement) {
    const inside = this.panel?.contains(opener);
    if (!inside) this.opener = opener;
    if (!this.panel) {
      this.#build();
      const { ok, data } = await get(`${this.address}/clauses`);
      if (!ok) {
        this.body.innerHTML = data.notice;
        this.panel.remove();
        this.panel = null;
        location.assign(this.address);
        return;
      }
      this.body.innerHTML = data.html;
      playable(this.body);
      this.clauses = [...this.body.querySelectorAll(".clause")];
      this.items = [...this.body.querySelectorAll("[data-clause]")];
    }
    if (!this.panel.open) this.#reopen();
    this.#choose(clause);
    if (!inside || clause) (clause ? this.chosen : this.search)?.focus();
  }

  #build() {
    this.panel = document.createElement("dialog");
    this.panel.className = "rules-panel";
    this.panel.setAttribute("aria-labelledby", "rules-panel-title");
    this.panel.innerHTML = `
      <header class="row">
        <h2 id="rules-panel-title"></h2>
        <button type="button" class="quiet" data-list hidden></button>
        <button type="button" class="quiet" data-close>✕</button>
      </header>
      <p class="find"><label class="unseen" for="rules-find"></label><input type="search" id="rules-find" autocomplete="off"></p>
      <p class="soft none" role="status" hidden></p>
      <div class="rules-body"></div>
      <nav class="row turn-pages" hidden><button type="button" data-turn="-1"></button><button type="button" data-turn="1"></button></nav>`;
    const part = (selector) => this.panel.querySelector(selector);
    this.body = part(".rules-body");
    this.search = part("input");
    this.none = part(".none");
    this.list = part("[data-list]");
    this.pages = part("nav");
    part("h2").textContent = t("Rules");
    this.list.textContent = t("All clauses");
    part("[data-close]").setAttribute("aria-label", t("Close the rules"));
    part("label").textContent = t("Search in the rules");
    this.search.placeholder = t("Search in the rules");
    this.none.textContent = t("No clause says that.");
    part('[data-turn="-1"]').textContent = t("Previous clause");
    part('[data-turn="1"]').textContent = t("Next clause");
    part("[data-close]").addEventListener("click", () => this.panel.close());
    this.list.addEventListener("click", () => {
      this.#choose("");
      this.search.focus();
    });
    this.pages.addEventListener("click", (event) => {
      const way = Number(event.target.closest("[data-turn]")?.dataset.turn ?? 0);
      const place = this.clauses.findIndex((clause) => !clause.hidden) + way;
      if (!way || !this.clauses[place]) return;
      this.#choose(this.clauses[place].id);
      this.chosen.focus();
    });
    this.search.addEventListener("input", () => this.#find());
    this.panel.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      // The first Escape empties the search, as browsers have it.
      if (event.target === this.search && this.search.value) return;
      event.preventDefault();
      this.panel.close();
    });
    this.panel.addEventListener("close", () => this.#closed());
    (document.querySelector("main") ?? document.body).append(this.panel);
  }

  /** Beside the page where there is room, else over it with nothing else to be reached. */
  #reopen() {
    if (this.panel.open) {
      this.keep = true;
      this.panel.close();
    }
    document.body.classList.toggle("beside", WIDE.matches);
    if (WIDE.matches) this.panel.show();
    else this.panel.showModal();
  }

  #closed() {
    // Closing for being opened in the other way is told of later.
    if (this.keep) {
      this.keep = false;
      return;
    }
    document.body.classList.remove("beside");
    const opener = this.opener?.isConnected && this.opener.getClientRects().length ? this.opener : null;
    (opener ?? this.fallback())?.focus();
  }

  /** Show one clause, or the list. */
  #choose(id) {
    const chosen = this.clauses.find((clause) => clause.id === id);
    this.chosen = chosen?.querySelector(".clause-title") ?? null;
    this.chosen?.setAttribute("tabindex", "-1");
    this.panel.classList.toggle("one", Boolean(chosen));
    for (const clause of this.clauses) clause.hidden = clause !== chosen;
    this.list.hidden = !chosen;
    this.pages.hidden = !chosen;
    if (chosen) {
      const place = this.clauses.indexOf(chosen);
      idle(this.pages.querySelector('[data-turn="-1"]'), place === 0);
      idle(this.pages.querySelector('[data-turn="1"]'), place === this.clauses.length - 1);
    }
    this.body.scrollTop = 0;
    if (!chosen) this.#find();
  }

  /** Which clauses have every word of what is looked for. */
  #find() {
    if (this.panel.classList.contains("one")) this.#choose("");
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    this.panel.classList.toggle("finds", words.length > 0);
    let any = false;
    for (const [n, item] of this.items.entries()) {
      const text = plainly(this.clauses[n]);
      const title = plainly(this.clauses[n].querySelector(".clause-title"));
      item.hidden = !words.every((word) => text.toLowerCase().includes(word));
      any ||= !item.hidden;
      this.#quote(item, item.hidden ? "" : passage(text.slice(title.length).trim(), words));
    }
    for (const group of this.body.querySelectorAll(".clause-group")) {
      group.hidden = !group.querySelector("[data-clause]:not([hidden])");
    }
    this.none.hidden = any;
  }

  /** Under the title of a clause, where in it the words were found. */
  #quote(item, text) {
    let place = item.querySelector("small");
    if (!place) item.querySelector("a").append((place = document.createElement("small")));
    place.textContent = text;
  }
}

function plainly(element) {
  return element.textContent.replace(/\s+/g, " ").trim();
}

/** Some words of a text around the first that was looked for; nothing if that is not in it. */
function passage(text, words) {
  const at = words.length ? text.toLowerCase().indexOf(words[0]) : -1;
  if (at < 0) return "";
  const from = at > 40 ? text.lastIndexOf(" ", at - 25) + 1 : 0;
  const to = text.indexOf(" ", at + 45);
  return `${from > 0 ? "… " : ""}${text.slice(from, to < 0 ? undefined : to)}${to < 0 ? "" : " …"}`;
}
