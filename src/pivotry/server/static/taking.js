// Taking along: links and files of the position that is looked at, and the check of the cards.
import { copied, during, get, plain, post, t } from "./common.js";

/** Milliseconds after which it is asked again how far a film is. */
const LOOK_EVERY = 700;

export class Taking {
  /** on.shape(): how the picture is wanted; on.ply(): the ply looked at, null for the present. */
  constructor(base, root, on) {
    this.base = base;
    this.root = root;
    this.on = on;
    this.share = null;
    /** Ends the making of a film that is waited for. */
    this.stop = null;
    this.button = document.getElementById("share");
    this.fair = document.getElementById("fair-box");
    root.addEventListener("ply", () => this.show());
    root.addEventListener("click", (event) => {
      const link = event.target.closest("[data-film]");
      if (link) {
        event.preventDefault();
        if (this.stop) {
          this.stop.abort();
          post(`${this.base}/film/cancel`, {});
        } else this.#film(link);
      } else if (event.target.closest("#share")) this.#share();
      else if (event.target.closest("#check-cards")) during(event.target, () => this.#check());
    });
  }

  /** The table has changed. */
  update(state) {
    this.share = state.share;
    this.last = state.ply;
    this.fair.hidden = document.getElementById("panel-fair").textContent.trim() === "";
    this.show();
  }

  /** Links say which ply and in which form. */
  show() {
    const { turned, compact } = this.on.shape();
    const ply = this.on.ply();
    for (const link of this.root.querySelectorAll("[data-take], [data-film]")) {
      const url = new URL(link.getAttribute("href"), location.href);
      if (link.matches("[data-take]")) {
        url.searchParams.delete("ply");
        if (ply !== null) url.searchParams.set("ply", ply);
      }
      for (const [name, value] of Object.entries({ turned, compact })) {
        url.searchParams.delete(name);
        if (value && !url.pathname.startsWith("/edit/")) url.searchParams.set(name, value);
      }
      link.setAttribute("href", url.pathname + url.search);
    }
    this.button.hidden = !this.share;
    const field = document.getElementById("share-link");
    if (this.share && field) field.value = `${this.share}?ply=${ply ?? this.last}`;
    this.button.textContent = t("Copy link to this position");
  }

  #share() {
    const field = document.getElementById("share-link");
    const box = document.getElementById("take-box");
    const open = box.open;
    // A field that cannot be seen cannot be copied from in every browser.
    box.open = true;
    copied(this.button, field).then(() => {
      box.open = open;
      this.button.focus();
    });
  }

  /** A film takes a while, so it is fetched here, where that can be said. */
  async #film(link) {
    const said = link.textContent;
    const bar = document.getElementById("film-bar");
    const tell = async () => {
      const { ok, data } = await get(`${this.base}/film`);
      if (!this.stop) return; // it is there, or has been let go
      if (ok && data.state === "running") {
        const far = { done: data.done, all: data.of };
        link.textContent = data.waits
          ? t("Another film comes first. Cancel")
          : t("Making the film: {done} of {all} pictures. Cancel", far);
        bar.max = data.of;
        // (Without a value it says that something goes on.)
        if (data.waits) bar.removeAttribute("value");
        else bar.value = data.done;
      }
      timer = setTimeout(tell, LOOK_EVERY);
    };
    link.textContent = t("Making the film. Cancel");
    bar.removeAttribute("value");
    bar.hidden = false;
    let timer = setTimeout(tell, LOOK_EVERY);
    this.stop = new AbortController();
    link.classList.add("busy");
    try {
      const response = await fetch(link.href, { signal: this.stop.signal });
      if (!response.ok) {
        document.getElementById("panel-notice").innerHTML = (await response.json()).notice;
        return;
      }
      const [, name] = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition"));
      const file = document.createElement("a");
      file.href = URL.createObjectURL(await response.blob());
      file.download = name;
      file.click();
      setTimeout(() => URL.revokeObjectURL(file.href), 60_000);
    } catch {
      if (this.stop.signal.aborted) return;
      document.getElementById("panel-notice").innerHTML = plain(t("The film could not be fetched; ask for it again."));
    } finally {
      clearTimeout(timer);
      this.stop = null;
      bar.hidden = true;
      link.textContent = said;
      link.classList.remove("busy");
    }
  }

  async #check() {
    const { ok, data } = await get(`${this.base}/fairness`);
    document.getElementById("checked").innerHTML = ok ? data.panel : data.notice;
  }
}
