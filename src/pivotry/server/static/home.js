// The first page: load a record or a position, remove a saved table.
import { post, submit } from "./common.js";

const form = document.getElementById("load");
const text = document.getElementById("text");

document.getElementById("file").addEventListener("change", async (event) => {
  const file = event.target.files[0];
  if (file) text.value = await file.text();
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  submit(form, "/load", { text: text.value });
});

for (const button of document.querySelectorAll("[data-start]")) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    const { game } = button.closest("[data-game]").dataset;
    const { ok, data } = await post(`/start/${game}`, { way: button.dataset.start });
    button.disabled = false;
    if (ok) location.assign(data.url);
    else document.getElementById("start-faults").innerHTML = data.notice;
  });
}

for (const button of document.querySelectorAll("[data-forget]")) {
  button.addEventListener("click", async () => {
    const { ok } = await post(`/table/${button.dataset.forget}/forget`, {});
    if (!ok) return;
    const row = button.closest("li");
    const next = (row.nextElementSibling || row.previousElementSibling)?.querySelector("a");
    // A list goes with its last row.
    (next ? row : row.closest(".kept")).remove();
    (next || document.getElementById("main")).focus();
  });
}
