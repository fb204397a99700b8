// Tables that are wider than their place: a shadow at a side says that there is more, and the newest
// column is the one in sight.

/** Watch the wide tables (.scroll) inside an element, those that come later included. */
export function sideways(host) {
  const sizes = new ResizeObserver((seen) => seen.forEach(({ target }) => show(target.closest(".scroll"))));
  const known = new WeakSet();
  const look = () => {
    for (const place of host.querySelectorAll(".scroll")) {
      sizes.observe(place);
      if (place.firstElementChild) sizes.observe(place.firstElementChild);
      if (!known.has(place)) place.addEventListener("scroll", () => shade(place), { passive: true });
      known.add(place);
    }
  };
  new MutationObserver(look).observe(host, { childList: true, subtree: true });
  look();
}

/** It has another size: to its end, and the shadows. */
function show(place) {
  place.scrollLeft = place.scrollWidth;
  shade(place);
}

function shade(place) {
  const rest = place.scrollWidth - place.clientWidth;
  place.classList.toggle("more-before", place.scrollLeft > 1);
  place.classList.toggle("more-after", place.scrollLeft < rest - 1);
}
