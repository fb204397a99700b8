"""Asking the application without an HTTP client between, for tests that ask very often.

Answers are the same; they come in less than half of the time.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urlsplit

from anyio.from_thread import BlockingPortal
from starlette.types import ASGIApp, Message

from .conftest import HERE, Visitor


@dataclass(frozen=True)
class Answer:
    """What the application sent."""

    status: int
    head: str
    """Its headers, a line each."""
    text: str

    def json(self) -> Any:
        return json.loads(self.text)

    @property
    def whole(self) -> str:
        """All of it that somebody could read."""
        return f"{self.head}\n{self.text}"


class Ear:
    """A socket that is open."""

    def __init__(self, portal: BlockingPortal, app: ASGIApp, scope: dict[str, Any]) -> None:
        self._portal, self._app, self._scope = portal, app, scope
        self._heard: list[str] = []
        self._enough = asyncio.Event()
        self._done: Future[None] = portal.start_task_soon(self._run)

    def close(self) -> list[str]:
        """All that it has said, as it came."""
        self._portal.call(self._enough.set)
        self._done.result(timeout=60)
        return self._heard

    async def _run(self) -> None:
        steps = iter([{"type": "websocket.connect"}])

        async def receive() -> Message:
            step = next(steps, None)
            if step is None:
                await self._enough.wait()
                return {"type": "websocket.disconnect", "code": 1000}
            return step

        async def send(message: Message) -> None:
            if message["type"] == "websocket.send":
                self._heard.append(message["text"])

        await self._app(self._scope, receive, send)


class Line:
    """One visitor's way to the application."""

    def __init__(self, visitor: Visitor) -> None:
        self._client = visitor.client
        cookies = "; ".join(f"{name}={value}" for name, value in visitor.client.cookies.items())
        head = {"host": urlsplit(HERE).netloc, "accept": "*/*", "origin": HERE, "cookie": cookies}
        self._head = [(name.encode(), value.encode()) for name, value in head.items()]

    def get(self, *urls: str) -> list[Answer]:
        """Answers to requests, one after the other."""
        return self._ask([(url, None) for url in urls])

    def post(self, url: str, body: Any) -> Answer:
        """The answer to a change."""
        return self._ask([(url, json.dumps(body).encode())])[0]

    def hear(self, url: str) -> str:
        """The first that a socket says, as it came."""
        portal = self._client.portal
        assert portal is not None
        return str(portal.call(self._heard, url))

    def listen(self, url: str) -> Ear:
        """A socket that stays open; what it says is noted until it is closed."""
        assert self._client.portal is not None
        return Ear(self._client.portal, self._client.app, self._scope("websocket", url))

    def _ask(self, wanted: Sequence[tuple[str, bytes | None]]) -> list[Answer]:
        portal = self._client.portal
        assert portal is not None
        return list(portal.call(self._all, wanted))

    async def _all(self, wanted: Sequence[tuple[str, bytes | None]]) -> list[Answer]:
        return [await self._one(url, body) for url, body in wanted]

    async def _one(self, url: str, body: bytes | None) -> Answer:
        scope = self._scope("http", url)
        scope["method"] = "GET" if body is None else "POST"
        if body is not None:
            scope["headers"] += [
                (b"content-type", b"application/json"), (b"content-length", b"%d" % len(body)),
            ]  # fmt: skip
        sent: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": body or b"", "more_body": False}

        async def send(message: Message) -> None:
            sent.append(message)

        await self._client.app(scope, receive, send)
        head = "\n".join(f"{name.decode()}: {value.decode()}" for name, value in sent[0]["headers"])
        text = b"".join(message.get("body", b"") for message in sent[1:]).decode()
        return Answer(sent[0]["status"], head, text)

    async def _heard(self, url: str) -> str:
        told: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        steps = iter([{"type": "websocket.connect"}])

        async def receive() -> Message:
            step = next(steps, None)
            if step is None:
                await asyncio.wait([told])
                return {"type": "websocket.disconnect", "code": 1000}
            return step

        async def send(message: Message) -> None:
            if message["type"] == "websocket.send" and not told.done():
                told.set_result(message["text"])
            elif message["type"] == "websocket.close" and not told.done():
                told.set_exception(ConnectionError(f"closed with {message['code']}"))

        await self._client.app(self._scope("websocket", url), receive, send)
        return told.result()

    def _scope(self, type: str, url: str) -> dict[str, Any]:
        path, _, query = url.partition("?")
        return {
            "type": type,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http" if type == "http" else "ws",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": list(self._head),
            "client": ("testclient", 50000),
            "server": (urlsplit(HERE).hostname, urlsplit(HERE).port),
        }
