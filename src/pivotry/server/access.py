"""Who may come in: visitors by a secret cookie, seats and spectators by secret links.

A visitor is known by the hash of its cookie, so whoever reads the database cannot pretend to be
one. Links are not kept at all: each is an authentication code (HMAC-SHA256, RFC 2104) of what it
opens under a secret of the server's own, so making links void is counting one number up.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import re
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

COOKIE = "pivotry"
SAFE_COOKIE = "__Host-pivotry"
"""What it is called where the connection is encrypted: no other site can set one of this name."""
YEAR = 365 * 86400
_COOKIE = re.compile(r"[A-Za-z0-9_-]{43}")
Door = Literal["join", "seat", "watch"]


def fresh_cookie() -> str:
    """A secret of 256 bits for a browser."""
    return secrets.token_urlsafe(32)


def fresh_secret() -> str:
    """A secret of 256 bits for a server."""
    return secrets.token_hex(32)


def visitor(cookie: str | None) -> str:
    """The name of the visitor with this cookie; empty for none, or for one that is not ours."""
    if cookie is None or not _COOKIE.fullmatch(cookie):
        return ""
    return hashlib.sha256(cookie.encode()).hexdigest()


@dataclass(frozen=True)
class Link:
    """A link that somebody has followed: a door of a table, and the secret for it."""

    door: Door
    token: str
    seat: int = 0


class Keys:
    """Makes and checks links."""

    def __init__(self, secret: str) -> None:
        self._secret = bytes.fromhex(secret)

    def token(self, door: Door, table: str, seat: int = 0, links: int = 0) -> str:
        """The secret part of a link, 192 bits: a ``door`` of a table, for a seat."""
        said = f"{door}\0{table}\0{seat}\0{links}".encode()
        code = hmac.digest(self._secret, said, "sha256")[:24]
        return urlsafe_b64encode(code).decode()

    def opens(self, token: str, door: Door, table: str, seat: int = 0, links: int = 0) -> bool:
        """Whether a link is right; takes as long for every wrong one."""
        wanted = self.token(door, table, seat, links)
        return hmac.compare_digest(wanted.encode(), token.encode())


def reaches_itself_only(site: str) -> bool:
    """Whether an address leads nowhere but to the machine that asks: a loopback address."""
    host = urlsplit(site).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
