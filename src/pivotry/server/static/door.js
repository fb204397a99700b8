// Where a link leads: going in is a step of its own, so that opening a link changes nothing.
import { submit } from "./common.js";
import { remember, remembered } from "./names.js";

const form = document.getElementById("door");
const name = document.getElementById("name");
if (name) name.value = remembered();

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (name) remember(name.value);
  submit(form, location.pathname + location.search, name ? { name: name.value } : {});
});
