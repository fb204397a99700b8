// The socket of a table. It opens again by itself, and says which event was seen last.

const GONE = 4404;
const LONGEST = 15000;

export class Feed {
  /** on.seen(): number of the last event shown; on.news(state); on.lost(); on.gone(). */
  constructor(base, on) {
    this.base = base;
    this.on = on;
    this.socket = null;
    this.wait = 250;
    this.timer = 0;
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && this.timer) this.open();
    });
    addEventListener("online", () => this.timer && this.open());
  }

  /** Open, or open anew with another shape of the picture. */
  open(shape = this.shape) {
    clearTimeout(this.timer);
    this.timer = 0;
    const anew = shape !== this.shape;
    this.shape = shape;
    this.#drop();
    const query = new URLSearchParams({ ...shape, after: anew ? -1 : this.on.seen() });
    const url = new URL(`${this.base}/events?${query}`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.addEventListener("message", (event) => {
      if (socket !== this.socket) return;
      this.wait = 250;
      this.on.news(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => {
      if (socket !== this.socket) return;
      if (event.code === GONE) this.on.gone();
      else this.#later();
    });
  }

  #drop() {
    const old = this.socket;
    this.socket = null;
    // One that is still being opened would be complained about if it was closed now.
    if (old?.readyState === WebSocket.CONNECTING) old.addEventListener("open", () => old.close());
    else old?.close();
  }

  #later() {
    this.on.lost();
    this.timer = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(LONGEST, this.wait * 2);
  }
}
