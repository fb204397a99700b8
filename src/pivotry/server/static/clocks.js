// The time that runs, counted down between what the server says.
import { decimal, t } from "./common.js";

export class Clocks {
  constructor() {
    this.timer = 0;
  }

  /** clock: { seat, left } in seconds, or null if nobody's time runs. */
  show(clock, root) {
    clearInterval(this.timer);
    if (!clock) return;
    const end = performance.now() + clock.left * 1000;
    const tick = () => {
      const left = Math.max(0, (end - performance.now()) / 1000);
      // In the list of seats and, on a phone, beside whose turn it is.
      for (const cell of root.querySelectorAll(`[data-clock="${clock.seat}"]`)) {
        cell.textContent = words(left);
        cell.classList.toggle("urgent", left < 20);
      }
    };
    tick();
    this.timer = setInterval(tick, clock.left < 60 ? 100 : 1000);
  }
}

/** As the server writes it. */
export function words(seconds) {
  if (seconds < 10) return `0:0${decimal(seconds.toFixed(1))}`;
  const whole = Math.floor(seconds);
  if (whole >= 86400) {
    return t("{days} d {hours} h", { days: Math.floor(whole / 86400), hours: Math.floor((whole % 86400) / 3600) });
  }
  const [hours, minutes, rest] = [whole / 3600, (whole % 3600) / 60, whole % 60].map(Math.floor);
  const two = (n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
