// A panel becomes what the server's HTML says by as few changes as can be: focus, scroll, what is
// being written or chosen, and which details are open stay as they are.
import { Idiomorph } from "./vendor/idiomorph.js";

/** Attributes that belong to the page and not to the server. */
const OURS = new Set(["open", "tabindex", "aria-pressed", "aria-current"]);

/** Attributes of a button while something that it has begun is under way. */
const UNDER_WAY = new Set(["aria-busy", "aria-disabled"]);

function ours(name, node) {
  if (UNDER_WAY.has(name)) return node.ariaBusy === "true";
  if (name === "hidden") return node.matches("[data-sit]"); // see seats.js
  return OURS.has(name) && node.matches("details, [data-press], [data-ply]");
}

/** Put HTML made by the server into a panel. */
export function replace(element, html) {
  if (element.getAttribute("role") === "alert") {
    // It is spoken when it is put there anew, also if it says the same again.
    element.innerHTML = html;
    return;
  }
  const active = document.activeElement;
  const held = element.contains(active) ? active : null;
  Idiomorph.morph(element, html, {
    morphStyle: "innerHTML",
    // (Of anything else that has the focus this would keep the old words.)
    ignoreActiveValue: held?.matches("input, textarea") ?? false,
    callbacks: {
      beforeAttributeUpdated: (name, node) => !ours(name, node),
    },
  });
  if (!held || (element.contains(document.activeElement) && !held.matches(":disabled, [hidden]"))) return;
  // What had the focus is gone, or cannot have it: to what is there to do instead.
  const act = held.dataset.act && element.querySelector(`[data-act="${held.dataset.act}"]:enabled`);
  const next = act || element.querySelector("button:enabled");
  // (The whole page need not be brought into sight: it is there.)
  if (next) next.focus();
  else document.getElementById("main").focus({ preventScroll: true });
}
