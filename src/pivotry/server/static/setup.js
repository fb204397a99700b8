// Seats and options of a new match.
import { plain, submit, t } from "./common.js";
import { remember, remembered } from "./names.js";

const form = document.getElementById("setup");
const players = document.getElementById("players");
const seats = [...form.querySelectorAll("[data-seat]")];

const own = seats[0]?.querySelector("input");
if (own && !own.value) own.value = remembered();

players?.addEventListener("change", showSeats);
for (const option of form.querySelectorAll("[data-option]")) {
  const select = option.querySelector("select");
  select?.addEventListener("change", () => showOwn(option, select));
  if (select) showOwn(option, select);
}
if (players) showSeats();

form.addEventListener("submit", (event) => {
  event.preventDefault();
  let options;
  try {
    options = chosen();
  } catch (bad) {
    document.getElementById("faults").innerHTML = plain(bad.message);
    return;
  }
  if (own && seats[0].querySelector("select").value === "person") remember(own.value);
  const taken = seats.filter((seat) => !seat.hidden);
  submit(form, "/tables", {
    game: form.dataset.game,
    seats: taken.map((seat) => ({
      name: nameOf(seat),
      ...kindOf(seat.querySelector("select").value),
    })),
    options,
    clock: JSON.parse(document.getElementById("clock").value || "null"),
  });
});

/** A computer does not bear the name that was offered to a person. */
function nameOf(seat) {
  const name = seat.querySelector("input").value;
  return seat.querySelector("select").value !== "person" && name === remembered() ? "" : name;
}

function kindOf(value) {
  return ["person", "open"].includes(value) ? { kind: value } : { kind: "computer", player: value };
}

function showSeats() {
  seats.forEach((seat, index) => {
    seat.hidden = index >= Number(players.value);
  });
}

function showOwn(option, select) {
  const own = option.querySelector("textarea");
  if (own) own.hidden = select.value !== "custom";
}

function chosen() {
  const options = {};
  for (const option of form.querySelectorAll("[data-option]")) {
    const name = option.dataset.option;
    const select = option.querySelector("select");
    const number = option.querySelector("input");
    if (number) {
      if (number.value !== "") options[name] = Number(number.value);
    } else if (select.value !== "custom") {
      options[name] = JSON.parse(select.value);
    } else {
      try {
        options[name] = JSON.parse(option.querySelector("textarea").value);
      } catch {
        const label = option.querySelector("label").textContent;
        throw new Error(t("{option}: that is not JSON.", { option: label }));
      }
    }
  }
  return options;
}
