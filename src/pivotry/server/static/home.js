// The first page: load a record or a position, remove a saved table.
import { during, plain, post, speak, submit, sure, t } from "./common.js";
import { chosen } from "./chooser.js";
import { remembered } from "./names.js";
import { once } from "./once.js";

const form = document.getElementById("load");
const text = document.getElementById("text");

/** As much as the server reads, once it is written as JSON. */
const LARGEST = 1_000_000;

/** Whether what is in a file is now in the form. */
async function take(file) {
  const faults = document.getElementById("faults");
  faults.innerHTML = "";
  text.value = ""; // what is there already is not what is in this file
  if (file.size > LARGEST) {
    faults.innerHTML = plain(t("{name} is too large: records have at most a megabyte.", { name: file.name }));
    return false;
  }
  try {
    text.value = await file.text();
  } catch {
    // It is gone or another one since, or a folder.
    faults.innerHTML = plain(t("{name} cannot be read: choose the file again.", { name: file.name }));
    return false;
  }
  return true;
}

document.getElementById("file").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (file && !(await take(file))) target.value = ""; // or the same one could not be chosen again
});

// A file or a text can be dropped anywhere on the page.
document.addEventListener("dragover", (event) => {
  const carried = event.dataTransfer.types;
  if (!carried.includes("Files") && !carried.includes("text/plain")) return;
  if (event.target.closest("input, textarea") && !carried.includes("Files")) return;
  event.preventDefault();
  form.classList.add("dropping");
});
document.addEventListener("dragleave", (event) => {
  if (event.relatedTarget === null) form.classList.remove("dropping");
});
document.addEventListener("drop", async (event) => {
  form.classList.remove("dropping");
  if (event.target.closest("input, textarea") && event.dataTransfer.files.length === 0) return;
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (file && !(await take(file))) return;
  if (!file) text.value = event.dataTransfer.getData("text/plain");
  form.scrollIntoView({ block: "nearest" });
  submit(form, "/load", { text: text.value });
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  submit(form, "/load", { text: text.value });
});

for (const button of document.querySelectorAll("[data-start]")) {
  const start = async () => {
    const box = button.closest("[data-game]");
    const wanted = { way: button.dataset.start, name: remembered(), ...chosen(box) };
    const { ok, data } = await once(`/start/${box.dataset.game}`, wanted);
    if (ok) location.assign(data.url);
    else document.getElementById("start-faults").innerHTML = data.notice;
  };
  button.addEventListener("click", () => during(button, start));
}

for (const button of document.querySelectorAll("[data-forget]")) {
  const told = button.parentElement.querySelector(".told").textContent;
  const say = (question) => speak(document.getElementById("say"), `${question} ${told}`);
  button.addEventListener("click", async () => {
    if (!sure(button, t("Really remove?"), say)) return;
    const { ok, data } = await post(`/table/${button.dataset.forget}/forget`, {});
    if (!ok) {
      document.getElementById("start-faults").innerHTML = data.notice;
      return;
    }
    const row = button.closest("li");
    const box = row.closest(".kept");
    const beside = row.nextElementSibling || row.previousElementSibling;
    const next = (beside || [...box.querySelectorAll("li")].find((other) => other !== row))?.querySelector("a");
    // A box goes with its last row.
    (next ? row : box).remove();
    (next || document.getElementById("main")).focus();
  });
}
