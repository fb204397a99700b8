// A board to try moves on. The server is told where it begins and what has been played, and says how
// it stands then; nothing is kept there.

import { Board } from "./board.js";
import { choice, idle, plain, post, speak, t } from "./common.js";
import { differ, roomOf, steady } from "./format.js";

/** Width of a place, in pixels, below which cards are drawn upright. */
const NARROW = 560;
/** A phone on its side: there is no height for an upright picture. */
const ASIDE = matchMedia("(orientation: landscape) and (max-height: 32rem)");
/** What is said about a step stands beside its board. */
const BESIDE = matchMedia("(min-width: 60rem)");
/** What stands above and below the picture of a lesson, in rem; as in learning.css. */
const AROUND = { aside: 6, beside: 16, below: 26 };
/** Milliseconds between moves that are shown by themselves. */
const PAUSE = 900;

let count = 0;

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

export class Trial {
  /**
   * host: the element it is put into. source: where it begins. tries: moves worth a try, offered as
   * buttons. on.told({ right, html }) for what is said about the moves made, null when there is
   * nothing; with `patient` not before the moves that follow by themselves have been shown.
   */
  constructor(host, source, { tries = [], turned = false, patient = false, on = {} } = {}) {
    this.host = host;
    this.source = source;
    this.tries = tries;
    this.turned = turned;
    this.patient = patient;
    this.on = on;
    this.moves = [];
    this.said = null;
    this.state = null;
    /** What was asked for that is shown now: asked again, it gives the same. */
    this.wish = {};
    this.epoch = 0;
    this.ids = `try${(count += 1)}`;
    this.colours = new CSSStyleSheet();
    document.adoptedStyleSheets.push(this.colours);
    this.#build();
    this.board = new Board(this.picture, {
      play: (text) => this.play(text),
      choose: (texts) => this.#choose(texts),
      tried: (clicks, kept) => this.#tried(clicks, kept),
      picked: (clicks) => this.#repaint(clicks),
      say: (text) => speak(this.spoken, text),
    });
    this.sizes = new ResizeObserver(() => this.#fit());
    this.sizes.observe(host);
  }

  #build() {
    this.status = make("p", { class: "trial-status" });
    this.picture = make("div", {
      class: "picture",
      tabindex: "-1",
      role: "application",
      "aria-label": t("Board"),
      "aria-describedby": "board-keys",
    });
    this.notice = make("div", { class: "notices", role: "alert" });
    this.choices = make("div", { class: "row choices", role: "group", "aria-label": t("Which move?"), hidden: true });
    this.back = make("button", { type: "button", class: "quiet" }, t("Step back"));
    this.again = make("button", { type: "button", class: "quiet" }, t("Start again"));
    this.back.addEventListener("click", () => this.undo());
    this.again.addEventListener("click", () => this.reset());
    const tools = make("div", { class: "row trial-tools" }, this.back, this.again);
    if (this.tries.length > 0) {
      const buttons = this.tries.map((text) => {
        const button = make("button", { type: "button", class: "quiet suggested" }, text);
        button.addEventListener("click", () => this.suggest(text));
        return button;
      });
      tools.prepend(make("span", { class: "soft" }, t("Try:")), ...buttons);
    }
    this.spoken = make("p", { class: "unseen", "aria-live": "polite" });
    this.root = make("div", { class: "trial" });
    this.root.append(this.status, this.picture, this.notice, this.choices, tools, this.spoken);
    this.host.replaceChildren(this.root);
  }

  /** Take it away again. */
  close() {
    this.epoch += 1;
    this.sizes.disconnect();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== this.colours);
    this.root.remove();
  }

  /** How the picture is drawn here: upright, or as high as a lesson has room for. */
  get #format() {
    const width = this.host.clientWidth;
    const lesson = this.host.closest(".lesson-body") !== null;
    // A step shows few moves: an upright picture need not keep room for cards to come.
    if (width < NARROW && !ASIDE.matches) return { compact: true, room: Number(lesson) };
    if (!lesson) return { compact: false, room: 0 };
    const rem = ASIDE.matches ? AROUND.aside : BESIDE.matches ? AROUND.beside : AROUND.below;
    return { compact: false, room: roomOf(width, rem) };
  }

  // --- what can be done --------------------------------------------------------------------------

  /** Show the beginning of a source, this one's or another's. */
  async open(source = this.source) {
    this.source = source;
    // Between positions that have nothing to do with each other nothing moves.
    this.state = null;
    this.said = null;
    return this.reset();
  }

  reset() {
    this.#takeBack([]);
    return this.#ask({}, []);
  }

  undo() {
    this.#takeBack(this.moves.slice(0, -1));
    return this.#ask({}, []);
  }

  /** What was said of moves that are taken back goes with them. */
  #takeBack(moves) {
    this.moves = moves;
    this.board.reset();
    this.spoken.textContent = "";
  }

  /** Keys go on in the picture. */
  focus() {
    (this.picture.querySelector('[data-at][tabindex="0"]') ?? this.picture).focus({ preventScroll: true });
  }

  /** Play a move from here. */
  play(text) {
    return this.#ask({ text }, [text]);
  }

  /** Try a move from the beginning. */
  async suggest(text) {
    if (this.moves.length > 0) await this.reset();
    return this.play(text);
  }

  /** Answer the question of a step. */
  answer(choice) {
    return this.#ask({ choice });
  }

  /** Light up what the right move begins with, and say so. */
  async hint() {
    this.#takeBack([]);
    const { ok } = await this.#ask({ ask: "hint" }, []);
    const at = this.picture.querySelector("[data-at].lit")?.dataset.at;
    if (!ok || !at) return;
    const place = this.board.called(at.split(" ")[0]);
    this.#say(plain(t("Hint: it begins with {place}.", { place }), true));
  }

  /** Show the moves that do what is asked. */
  async show() {
    const { ok, data } = await this.#post({ ask: "solution" });
    if (!ok) {
      this.#say(data.notice ?? "");
      return;
    }
    await this.reset();
    for (const text of data.solution) {
      const shown = this.epoch;
      await pause(PAUSE);
      if (shown !== this.epoch) return;
      await this.play(text);
      // What answers is played before the next move is shown.
      for (let going = this.going; going; going = this.going) {
        if (!(await going)) return;
      }
    }
  }

  // --- asking and showing ------------------------------------------------------------------------

  #post(wish) {
    this.format = steady(this.format, this.#format);
    return post("/try", {
      source: this.source,
      moves: this.moves,
      turned: this.turned,
      ...this.format,
      ids: this.ids,
      ...wish,
    });
  }

  /** Ask how it stands with a wish; `moved` are the texts of moves that the picture shows as moves. */
  async #ask(wish, moved = null) {
    const asked = (this.epoch += 1);
    this.root.setAttribute("aria-busy", "true");
    const { ok, data } = await this.#post(wish);
    if (asked !== this.epoch) return { ok: false, data: {} };
    this.root.removeAttribute("aria-busy");
    this.#chosen();
    if (!data.panels) {
      this.#say(data.notice ?? "");
      this.#fit();
      return { ok, data };
    }
    this.wish = data.moves.length > this.moves.length ? {} : wish;
    this.#show(data, moved);
    this.going = data.line.length > 0 ? this.#goOn(data.line[0]) : null;
    this.#fit();
    return { ok, data };
  }

  /** Where there is room for the picture in another form only, it is drawn so; nothing else changes. */
  async #fit() {
    if (!this.state || this.root.hasAttribute("aria-busy")) return;
    if (!differ(this.#format, this.format)) return;
    const asked = this.epoch;
    const { data } = await this.#post(this.wish);
    if (asked !== this.epoch || !data.panels) return;
    this.#draw(data, null);
    this.#fit();
  }

  #draw(data, moved) {
    this.colours.replaceSync(data.style);
    this.picture.classList.toggle("hinted", data.hinted);
    this.board.words = new Map(Object.entries(data.places));
    this.board.show(data.panels.picture, data.paths, moved);
    // How high the picture is for its width: what a style sheet has to know to make it fit.
    const { width, height } = this.picture.querySelector("svg").viewBox.baseVal;
    this.picture.style.setProperty("--ratio", height / width);
  }

  #show(data, moved) {
    const more = data.moves.length - this.moves.length;
    if (!this.state) moved = null;
    this.moves = data.moves;
    this.state = data;
    this.#draw(data, moved);
    this.#say(data.panels.notice);
    this.status.textContent = data.status;
    idle(this.back, this.moves.length === 0);
    idle(this.again, this.moves.length === 0);
    if (more > 0) speak(this.spoken, `${this.moves.slice(-more).join(", ")}. ${data.status}`);
    const told = this.patient && data.line.length > 0 ? null : data.told;
    if (told?.html !== this.said?.html) {
      this.said = told;
      this.on.told?.(told);
    }
  }

  /** The next move of a line that the board shows by itself; whether nothing came between. */
  async #goOn(text) {
    const shown = this.epoch;
    await pause(PAUSE);
    if (shown !== this.epoch) return false;
    await this.play(text);
    return true;
  }

  #say(html) {
    if (this.notice.innerHTML !== html) this.notice.innerHTML = html;
  }

  /** Show what is picked up. */
  #repaint(picked) {
    this.#say("");
    return this.#ask({ picked });
  }

  /** Clicks that no legal move begins with: the server says why. */
  async #tried(clicks, kept) {
    const { data } = await this.#ask({ clicks, picked: kept });
    // A lesson can ask for a move that is forbidden, to see why.
    if (data.keep) this.board.picked = clicks;
    if (data.more && this.board.picked.length > 0) await this.#repaint(this.board.picked);
  }

  #choose(texts) {
    const buttons = texts.map((text) => {
      const button = choice(text, this.state.apart);
      button.addEventListener("click", () => {
        this.board.reset();
        this.play(text);
      });
      return button;
    });
    const none = make("button", { type: "button", class: "quiet" }, t("None of these"));
    none.addEventListener("click", () => this.#repaint([]));
    this.choices.replaceChildren(make("span", {}, t("Which move?")), ...buttons, none);
    this.choices.hidden = false;
    buttons[0].focus();
  }

  /** No choice is open any more. */
  #chosen() {
    if (this.choices.hidden) return;
    const held = this.choices.contains(document.activeElement);
    this.choices.hidden = true;
    if (held) this.picture.focus();
  }
}

function pause(time) {
  return new Promise((done) => setTimeout(done, time));
}
