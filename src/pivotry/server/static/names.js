// What people are called: changed at a table, remembered in this browser, offered at the next one.
import { during, t } from "./common.js";
import { once } from "./once.js";

const KEY = "pivotry-name";

/** The name that was used last in this browser; empty if there is none. */
export function remembered() {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return ""; // where storage is forbidden nothing is remembered
  }
}

export function remember(name) {
  try {
    if (name.trim()) localStorage.setItem(KEY, name.trim());
  } catch {
    // as above
  }
}

export class Names {
  /** on.shape() as in table.js; on.named(state) shows the table under its new names. */
  constructor(base, root, on) {
    this.base = base;
    this.on = on;
    this.dialog = document.getElementById("renamer");
    this.field = document.getElementById("new-name");
    this.fault = document.getElementById("rename-fault");
    this.seat = 0;
    root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-rename]");
      if (button) this.#open(button);
    });
    root.addEventListener("submit", (event) => {
      const form = event.target.closest("[data-naming]");
      if (!form) return;
      event.preventDefault();
      during(form.querySelector("button"), () => this.#call(form));
    });
    document.getElementById("rename").addEventListener("submit", (event) => {
      event.preventDefault();
      if (event.submitter?.value === "save") this.#save();
      else this.dialog.close();
    });
    this.dialog.addEventListener("close", () => document.getElementById(`rename-${this.seat}`)?.focus());
  }

  #open(button) {
    this.seat = Number(button.dataset.rename);
    this.fault.innerHTML = "";
    this.field.value = button.dataset.name;
    this.dialog.showModal();
    this.field.select();
  }

  async #save() {
    const { data, fault } = await this.#named(this.seat, this.field.value);
    this.fault.innerHTML = fault;
    if (fault) return;
    this.dialog.close();
    this.on.named(data);
  }

  /** Who was asked for a name beside the seats has said one. */
  async #call(form) {
    const seat = Number(form.dataset.naming);
    const field = form.querySelector("input");
    if (!field.value.trim()) {
      field.focus();
      return;
    }
    const held = form.contains(document.activeElement);
    const { data, fault } = await this.#named(seat, field.value, "own" in form.dataset);
    document.getElementById("panel-notice").innerHTML = fault;
    if (fault) {
      field.focus();
      return;
    }
    this.on.named(data);
    // The form has gone: to the next one, if several are asked, or to the name that was given.
    if (held) (document.querySelector("[data-naming] input") ?? document.getElementById(`rename-${seat}`))?.focus();
  }

  /** Let a seat be called so; `fault` says as HTML why it cannot. */
  async #named(seat, name, own = true) {
    const url = `${this.base}/name?${new URLSearchParams(this.on.shape())}`;
    const { ok, data } = await once(url, { seat, name });
    if (ok && own) remember(name);
    return { data, fault: ok ? "" : (data.panels?.notice ?? data.notice ?? t("That did not work.")) };
  }
}
