"""Serve the table and open it in the browser: ``python -m pivotry.server``."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from urllib.parse import urlsplit

import uvicorn
from sqlalchemy.exc import SQLAlchemyError
from starlette.types import ASGIApp

from ..errors import PivotryError
from ..players import Thought
from .app import create_app
from .bots import PACE, Bots, Question
from .clock import DAY
from .database import default_address, useless
from .lobby import KEEP
from .options import PORT, parser
from .store import Store

SAID = 1024
"""Bytes of a message that a socket may bring: pages only listen."""


def main(argv: Sequence[str] | None = None, prog: str = "play") -> int:
    """Run the server until somebody stops it. ``prog`` is what the command is called in help."""
    arguments = parser(prog).parse_args(argv)
    try:
        listener = _listen(arguments.host, PORT if arguments.port is None else arguments.port)
    except OSError as bad:
        print(f"Cannot listen at {arguments.host}: {bad.strerror or bad}.", file=sys.stderr)
        return 1

    def choose(question: Question, cancel: threading.Event) -> str:
        from .. import players
        from ..players import levels

        # The levels have budgets of their own; the highest takes all the time it is given.
        strongest = question.player in ("computer", f"level-{len(levels.NAMES)}")
        budget = players.Budget(arguments.seconds) if strongest else None
        player = players.player(str(question.view["game"]), question.player)
        return player.choose(question.view, budget, memory=question.memory, cancel=cancel)

    def advise(question: Question, cancel: threading.Event) -> Thought:
        from .. import players

        return players.consider(
            question.view, lines=2, seconds=arguments.seconds, memory=question.memory,
            cancel=cancel,
        )  # fmt: skip

    def prepare(game: str) -> None:
        from ..players.ready import ready

        ready(game)

    named = arguments.database or default_address()
    try:
        store = Store(named)
    except (PivotryError, OSError, SQLAlchemyError) as bad:
        listener.close()
        why = useless(named, bad) if isinstance(bad, SQLAlchemyError) else bad
        print(f"The tables cannot be opened: {why}.", file=sys.stderr)
        return 1
    hosts = [arguments.host]
    if arguments.url is not None:
        hosts.append(urlsplit(arguments.url).hostname or "")
    app = create_app(
        store,
        Bots(choose, prepare=prepare, advise=advise, pace=PACE),
        hosts=hosts,
        url=arguments.url,
        keep=KEEP if arguments.keep is None else arguments.keep * DAY or None,
    )
    with listener:
        _Server(app, _address(arguments.host, listener), not arguments.no_browser).serve_at(
            listener
        )
    return 0


class _Server(uvicorn.Server):
    """A server that says where it is once it answers."""

    def __init__(self, app: ASGIApp, url: str, browser: bool) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                log_level="warning",
                access_log=False,
                proxy_headers=False,
                server_header=False,
                timeout_graceful_shutdown=2,
                ws_max_size=SAID,
                ws_max_queue=2,
            )
        )
        self._url = url
        self._browser = browser

    def serve_at(self, listener: socket.socket) -> None:
        try:
            self.run(sockets=[listener])
        except KeyboardInterrupt:
            print("\nStopped. Matches are saved: the next start lists them.")

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        print(f"Pivotry is at {self._url} - Ctrl+C stops it.", flush=True)
        if self._browser and _has_screen():
            # Some browsers' commands wait until the window is closed.
            threading.Thread(target=webbrowser.open, args=(self._url,), daemon=True).start()


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket at the port, or at a free one if that is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return _bound(family, host, port)
    except OSError:
        if port == 0:
            raise
        found = _bound(family, host, 0)
        print(f"Port {port} is taken; using {found.getsockname()[1]}.")
        return found


def _bound(family: int, host: str, port: int) -> socket.socket:
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name != "nt":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except BaseException:
        listener.close()
        raise
    return listener


def _address(host: str, listener: socket.socket) -> str:
    port = listener.getsockname()[1]
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}/"


def _has_screen() -> bool:
    """Whether a browser has anywhere to open: not on a Linux machine without a display."""
    if sys.platform.startswith("linux"):
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True


if __name__ == "__main__":
    sys.exit(main())
