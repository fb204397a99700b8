// What people are called: changed at a table, remembered in this browser, offered at the next one.
import { t } from "./common.js";
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
    const name = this.field.value;
    const url = `${this.base}/name?${new URLSearchParams(this.on.shape())}`;
    const { ok, data } = await once(url, { seat: this.seat, name });
    if (!ok) {
      this.fault.innerHTML = data.panels?.notice ?? data.notice ?? t("That did not work.");
      return;
    }
    remember(name);
    this.dialog.close();
    this.on.named(data);
  }
}
