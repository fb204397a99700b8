// Where a link leads: going in is a step of its own, so that opening a link changes nothing.
import { submit } from "./common.js";

const form = document.getElementById("door");
const name = document.getElementById("name");

form.addEventListener("submit", (event) => {
  event.preventDefault();
  submit(form, location.pathname + location.search, name ? { name: name.value } : {});
});
