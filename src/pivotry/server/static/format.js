// In which format the picture of a table is drawn: upright on a phone, else as high as there is room.

/** A phone held upright. */
const narrow = matchMedia("(max-width: 40rem)");
/** Hundredths between two rooms that are drawn differently. */
const STEP = 4;
/** No picture of a table is higher for its width. */
const HIGHEST = 108;
/** Milliseconds for which a window has to keep its size. */
const PAUSE = 200;

/** How high a place is for its width, in hundredths: so that `rem` are left free above and below it. */
export function roomOf(width, rem) {
  if (width <= 0) return 0;
  const unit = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const height = Math.max(24 * unit, innerHeight - rem * unit);
  return Math.max(0, Math.min(HIGHEST, Math.floor(((height / width) * 100) / STEP) * STEP));
}

/** What the picture in a host is asked for with. */
export function formatOf(host) {
  if (narrow.matches) return { compact: true, room: 0 };
  // What stands above and below it, in rem: see table.css.
  const around = parseFloat(getComputedStyle(host).getPropertyValue("--around"));
  return { compact: false, room: roomOf(host.clientWidth, around) };
}

/**
 * Whether two formats are worth another picture. One step is not: a scroll bar that comes with one
 * picture and goes with the other would have them change places for ever.
 */
export function differ(one, other) {
  return one.compact !== other.compact || Math.abs(one.room - other.room) > STEP;
}

/** The format that is kept to where another one would hardly differ. */
export function steady(kept, now) {
  return kept && !differ(now, kept) ? kept : now;
}

/**
 * Tell when the format for a host has become another one. What comes back says which one it is: the same to
 * whoever asks, whether a picture is asked for or told of, or pictures would change their height in turns.
 */
export function watchFormat(host, changed) {
  let kept = formatOf(host);
  let timer = 0;
  const look = () => {
    const now = steady(kept, formatOf(host));
    if (now === kept) return;
    const turned = now.compact !== kept.compact;
    kept = now;
    clearTimeout(timer);
    timer = setTimeout(changed, turned ? 0 : PAUSE);
  };
  addEventListener("resize", look);
  new ResizeObserver(look).observe(host);
  return () => kept;
}
