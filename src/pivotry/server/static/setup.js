// Seats and options of a new match.
import { submit } from "./common.js";
import { remember, remembered } from "./names.js";

const form = document.getElementById("setup");
const players = document.getElementById("players");
const seats = [...form.querySelectorAll("[data-seat]")];

const own = seats[0]?.querySelector("input");
/** The name that the first seat is offered; whatever else there is somebody has written. */
const offered = own && !own.value ? remembered() : "";
if (offered) own.value = offered;

players?.addEventListener("change", showSeats);
for (const option of form.querySelectorAll("[data-option]")) {
  option.addEventListener("change", () => showOwn(option));
  showOwn(option);
}
if (players) showSeats();
const clock = document.getElementById("clock");
clock.addEventListener("change", showTime);
showTime();

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (own && seats[0].querySelector("select").value === "person") remember(own.value);
  const taken = seats.filter((seat) => !seat.hidden);
  submit(form, "/tables", {
    game: form.dataset.game,
    seats: taken.map((seat) => ({
      name: nameOf(seat),
      ...kindOf(seat.querySelector("select").value),
    })),
    options: chosen(),
    clock: timed(),
    lot: document.getElementById("lot").checked,
  });
});

// What the browser finds wrong it says itself; what was said before is not what is wrong now.
form.addEventListener(
  "invalid",
  () => {
    document.getElementById("faults").innerHTML = "";
  },
  { capture: true },
);

/** A computer does not bear the name that was offered to a person. */
function nameOf(seat) {
  const name = seat.querySelector("input").value;
  const left = seat === seats[0] && name === offered;
  return left && seat.querySelector("select").value !== "person" ? "" : name;
}

function kindOf(value) {
  return ["person", "open"].includes(value) ? { kind: value } : { kind: "computer", player: value };
}

function showSeats() {
  seats.forEach((seat, index) => {
    seat.hidden = index >= Number(players.value);
  });
}

/** Fields for times of one's own are there, and count, when they have been chosen. */
function showTime() {
  for (const row of form.querySelectorAll(".own-time")) {
    row.hidden = row.dataset.time !== clock.value;
    for (const field of row.querySelectorAll("input, select")) field.disabled = row.hidden;
  }
}

/** The clock, in seconds. */
function timed() {
  const number = (id) => Number(document.getElementById(id).value);
  if (clock.value === "match") return { match: 60 * number("clock-match"), increment: number("clock-more") };
  if (clock.value === "move") return { move: number("clock-move") * number("clock-unit") };
  return JSON.parse(clock.value || "null");
}

/** A text of one's own is there to be filled in when it has been chosen; it begins with an example. */
function showOwn(option) {
  const own = option.querySelector(".own");
  if (own) own.hidden = option.querySelector("input:checked").value !== "custom";
}

function chosen() {
  const options = {};
  for (const option of form.querySelectorAll("[data-option]")) {
    const name = option.dataset.option;
    const choice = option.querySelector("input:checked");
    const number = option.querySelector('input[type="number"]');
    if (number && number.value !== "") options[name] = Number(number.value);
    else if (choice?.value === "custom") options[name] = { text: option.querySelector("textarea").value };
    else if (choice) options[name] = JSON.parse(choice.value);
  }
  return options;
}
