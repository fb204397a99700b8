"""What stands before every route: whom we answer, how much we read, what answers may do.

The server has no passwords: a browser is known by a cookie. So pages of other sites must not reach
it through that browser, neither by posting to it or opening sockets (``Origin``,
``Sec-Fetch-Site``) nor by making their own name point here (``Host``).
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .. import tongue
from ..tongue import tr
from . import access, tongues
from .limits import READS_A_SECOND, READS_AT_ONCE, Limit
from .turns import Asker, asker

MAX_BODY = 1 << 20
"""Bytes of a request that are read: far more than the longest record."""

PATIENCE = 30.0
"""Seconds that the body of a request may take to arrive."""
POSTS_A_SECOND, POSTS_AT_ONCE = 20.0, 200.0

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""For pictures served as files: they bring their colours with them and can do nothing."""

_HEADERS = {
    "Content-Security-Policy": PAGE_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}


class Guard:
    """ASGI middleware; ``hosts`` are names, beside addresses and localhost, that we go by.

    Pages give a cookie to browsers that have none. ``url`` is what browsers go by, where a proxy
    stands between that encrypts. ``limit`` is how often one address may post or open a socket,
    ``reads`` how much it may read, files of pages aside.
    """

    def __init__(
        self,
        app: ASGIApp,
        hosts: Iterable[str] = (),
        limit: Limit | None = None,
        reads: Limit | None = None,
        url: str | None = None,
    ) -> None:
        self._app = app
        at = urlsplit(url or "")
        self._encrypted = at.netloc.lower().removesuffix(":443") if at.scheme == "https" else None
        self._hosts = {"localhost", *(host.lower() for host in hosts)}
        self._limit = Limit(POSTS_A_SECOND, POSTS_AT_ONCE) if limit is None else limit
        self._reads = Limit(READS_A_SECOND, READS_AT_ONCE) if reads is None else reads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        who = asker.set(Asker(caller(scope), access.visitor(cookie_of(headers))))
        try:
            with tongue.speaking(tongues.chosen(headers)):
                if scope["type"] == "websocket":
                    await self._socket(headers, scope, receive, send)
                else:
                    await self._request(headers, scope, receive, send)
        finally:
            asker.reset(who)

    async def _request(self, headers: Headers, scope: Scope, receive: Receive, send: Send) -> None:
        cookie = _new_cookie(scope, headers, self._safe(scope, headers))
        free = scope["path"].startswith("/static/") or scope["path"] == "/static"

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                out = MutableHeaders(scope=message)
                if free and message["status"] in (200, 206, 304):
                    out.setdefault("Cache-Control", "no-cache")  # kept, and asked about
                for name, value in _HEADERS.items():
                    out.setdefault(name, value)
                if cookie is not None:
                    out.append("Set-Cookie", cookie)
                out.setdefault("Content-Language", tongue.language())
            await send(message)

        refusal = self._refusal(scope["method"], headers)
        limit = self._limit if scope["method"] == "POST" else self._reads
        if refusal is None and not free and not limit.take(caller(scope)):
            after = {"Retry-After": str(limit.wait(caller(scope)))}
            refusal = PlainTextResponse(tr("Not so fast: try again in a moment."), 429, after)
        if refusal is not None:
            await refusal(scope, receive, send_guarded)
            return
        if scope["method"] == "HEAD":
            # As GET; the server, which knows what was asked, leaves the body out.
            scope = {**scope, "method": "GET"}
        try:
            async with asyncio.timeout(PATIENCE):
                body = await _body(receive) if scope["method"] == "POST" else b""
        except TimeoutError:
            slow = PlainTextResponse(tr("That took too long to arrive; send it again."), 408)
            await slow(scope, receive, send_guarded)
            return
        if body is None:
            await _too_long()(scope, receive, send_guarded)
            return
        await self._app(scope, _replayed(body, receive), send_guarded)

    def _refusal(self, method: str, headers: Headers) -> PlainTextResponse | None:
        host = headers.get("host", "")
        if not self._known(host):
            return PlainTextResponse(tr("This server goes by another name."), 421)
        if method in ("GET", "HEAD"):
            return None
        if method != "POST":
            return PlainTextResponse(tr("Only GET and POST are answered here."), 405)
        site = headers.get("sec-fetch-site")
        origin = headers.get("origin")
        if site not in (None, "same-origin") or (origin is None and site is None):
            return PlainTextResponse(tr("This page can only be used from its own site."), 403)
        if origin is not None and _netloc(origin) != host.lower():
            return PlainTextResponse(tr("This page can only be used from its own site."), 403)
        if headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
            return PlainTextResponse(tr("Requests carry JSON."), 415)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > MAX_BODY:
            return _too_long()
        return None

    async def _socket(self, headers: Headers, scope: Scope, receive: Receive, send: Send) -> None:
        """Sockets are for our own pages, which browsers say by ``Origin``."""
        host, origin = headers.get("host", ""), headers.get("origin")
        if not self._known(host) or origin is None or _netloc(origin) != host.lower():
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        if not self._limit.take(caller(scope)):
            await receive()
            await send({"type": "websocket.close", "code": 1013})
            return
        await self._app(scope, receive, send)

    def _safe(self, scope: Scope, headers: Headers) -> bool:
        """Whether what a browser asks is encrypted on its way, by us or by a proxy before us."""
        host = headers.get("host", "").lower().removesuffix(":443")
        return scope.get("scheme") == "https" or host == self._encrypted

    def _known(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name in self._hosts:
            return True
        try:
            # An address cannot be made to point elsewhere, as a name can.
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


def _new_cookie(scope: Scope, headers: Headers, safe: bool) -> str | None:
    """A cookie for a browser that opens a page and has none, or not yet under the safe name."""
    if scope["method"] != "GET" or not wants_page(headers):
        return None
    had = cookie_of(headers)
    named = access.SAFE_COOKIE if safe else access.COOKIE
    if access.visitor(had) and (not safe or named in _cookies(headers)):
        return None
    value = had if access.visitor(had) else access.fresh_cookie()
    secure = "; Secure" if safe else ""
    return f"{named}={value}; Path=/; Max-Age={access.YEAR}; HttpOnly; SameSite=Lax{secure}"


def wants_page(headers: Headers) -> bool:
    """Whether a browser asks for a page to show; the scripts of our pages do not say so."""
    return "text/html" in headers.get("accept", "")


def cookie_of(headers: Headers) -> str | None:
    """The secret that a browser sent, if any."""
    found = _cookies(headers)
    return found.get(access.SAFE_COOKIE, found.get(access.COOKIE))


def _cookies(headers: Headers) -> dict[str, str]:
    """What a browser sent; of several with one name the first."""
    found: dict[str, str] = {}
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        found.setdefault(name, value)
    return found


def caller(scope: Scope) -> str:
    """The address that asks. A cookie tells who somebody is; but anybody can make up many.

    Of an address of IPv6 the network it is in: each of its 2**64 is as easily made up.
    """
    client = scope.get("client")
    name = str(client[0]) if client else ""
    try:
        found = ipaddress.ip_address(name)
    except ValueError:
        return name
    if found.version == 4 or found.ipv4_mapped is not None:
        return name
    return str(ipaddress.ip_network((int(found), 64), strict=False))


def _netloc(origin: str) -> str | None:
    """Host and port of an origin; None if there are none to be read."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None


def _too_long() -> PlainTextResponse:
    return PlainTextResponse(
        tr("That is too long: at most {n} MB can be sent.", n=MAX_BODY >> 20), 413
    )


async def _body(receive: Receive) -> bytes | None:
    """The whole body, or None if it is too long."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return bytes(body)
        body += message.get("body", b"")
        if len(body) > MAX_BODY:
            return None
        if not message.get("more_body", False):
            return bytes(body)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """A channel that gives the body in one piece, then what comes after it."""
    given = False

    async def replayed() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replayed
