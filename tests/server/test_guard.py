"""Who is answered, how much is read, what answers may do."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.testclient import TestClient
from starlette.types import ASGIApp, Message
from starlette.websockets import WebSocketDisconnect

from pivotry.server import access, guard
from pivotry.server.app import create_app
from pivotry.server.bots import Bots
from pivotry.server.guard import MAX_BODY
from pivotry.server.limits import Limit
from pivotry.server.store import Store

from .conftest import FILE, HERE, Visitor, quick, serving
from .test_apart import another, listening

BODY = {"game": "pegs", "seats": [{"kind": "person"}, {"kind": "person"}]}
SAME = {"Origin": HERE}


@pytest.mark.parametrize("url", ["/", "/new/pegs", "/static/table.js", "/nowhere", "/rules/pegs"])
def test_every_answer_carries_a_policy_without_inline_code_or_style(
    visitor: Visitor, url: str
) -> None:
    headers = visitor.get(url).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "style-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"


def test_pages_hold_no_inline_script_or_style(visitor: Visitor) -> None:
    for url in ("/", "/new/updown", visitor.sit("pegs"), "/nowhere"):
        page = visitor.get(url).text
        assert "<style" not in page
        assert " style=" not in page
        assert "<script>" not in page
        assert "http://" not in page
        assert "https://" not in page


def test_pictures_served_as_files_can_do_nothing(visitor: Visitor) -> None:
    policy = visitor.get("/picture/pegs.svg").headers["content-security-policy"]
    assert policy.startswith("default-src 'none'")
    assert "sandbox" in policy


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8765", "localhost", "LOCALHOST:1", "[::1]:8765", "192.168.0.7:80"]
)
def test_addresses_and_localhost_are_answered(visitor: Visitor, host: str) -> None:
    assert visitor.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:8765", "", "[::1", "a b"])
def test_other_names_are_refused(visitor: Visitor, host: str) -> None:
    assert visitor.get("/", headers={"Host": host}).status_code == 421


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", **SAME},
        {"Sec-Fetch-Site": "none"},
    ],
)
def test_posts_from_elsewhere_are_refused(visitor: Visitor, headers: dict[str, str]) -> None:
    answer = visitor.client.post("/tables", json=BODY, headers=headers)
    assert answer.status_code == 403
    assert "/table/" not in visitor.get("/").text


@pytest.mark.parametrize(
    "headers", [SAME, {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "same-origin", **SAME}]
)
def test_posts_from_our_own_pages_are_taken(visitor: Visitor, headers: dict[str, str]) -> None:
    assert visitor.client.post("/tables", json=BODY, headers=headers).status_code == 201


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_bodies_that_forms_of_other_sites_could_send_are_refused(
    visitor: Visitor, kind: str
) -> None:
    answer = visitor.client.post("/tables", content=b"{}", headers={**SAME, "Content-Type": kind})
    assert answer.status_code == 415


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (b"[" * 100_000, 400, "Die Anfrage ist kein lesbares JSON."),
        (b'{"text": "\xff"}', 400, "Die Anfrage ist kein lesbares JSON."),
        (b"{oops", 422, "Die Anfrage ist kein lesbares JSON."),
        (b"[]", 422, "Die Anfrage ist kein JSON-Objekt."),
        (b"null", 422, "Die Anfrage ist kein JSON-Objekt."),
    ],
)
def test_a_body_that_is_no_object_is_refused_in_the_reader_s_language(
    visitor: Visitor, body: bytes, status: int, said: str
) -> None:
    headers = {**SAME, "Content-Type": "application/json", "Accept-Language": "de"}
    answer = visitor.client.post("/load", content=body, headers=headers)
    assert (answer.status_code, said in answer.json()["notice"]) == (status, True), answer.text


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH"])
def test_other_methods_are_refused(visitor: Visitor, method: str) -> None:
    assert visitor.client.request(method, "/tables", headers=SAME).status_code == 405


def test_a_request_that_says_it_is_too_long_is_not_read(visitor: Visitor) -> None:
    headers = {**SAME, "Content-Type": "application/json", "Content-Length": str(MAX_BODY + 1)}
    answer = visitor.client.post("/load", content=b"{}", headers=headers)
    assert answer.status_code == 413
    assert answer.text == "That is too long: at most 1 MB can be sent."


def test_a_request_that_turns_out_too_long_is_given_up(visitor: Visitor) -> None:
    def chunks() -> Any:
        for _ in range(MAX_BODY // 65536 + 1):
            yield b" " * 65536

    headers = {**SAME, "Content-Type": "application/json"}
    assert visitor.client.post("/load", content=chunks(), headers=headers).status_code == 413


def test_a_length_that_is_no_number_is_refused(visitor: Visitor) -> None:
    headers = {**SAME, "Content-Type": "application/json", "Content-Length": "-1"}
    assert visitor.client.post("/load", content=b"{}", headers=headers).status_code == 413


@pytest.mark.parametrize(
    "origin", ["http://[", "http://", "null", "", "\x00", "http://127.0.0.1:8765.evil"]
)
def test_an_origin_that_is_none_of_ours_is_refused(visitor: Visitor, origin: str) -> None:
    answer = visitor.client.post("/tables", json=BODY, headers={"Origin": origin})
    assert answer.status_code == 403


@pytest.mark.parametrize("url", ["/", "/new/pegs", "/static/table.js", "/nowhere"])
def test_head_is_answered_as_get(visitor: Visitor, url: str) -> None:
    asked, given = visitor.client.head(url), visitor.get(url)
    assert asked.status_code == given.status_code
    assert asked.headers["content-type"] == given.headers["content-type"]


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "::ffff:192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("testclient", "testclient"),
    ],
)
def test_who_has_a_network_of_addresses_counts_as_one(address: str, name: str) -> None:
    assert guard.caller({"client": (address, 1)}) == name
    assert guard.caller({}) == ""


def test_an_address_opens_no_sockets_without_end(folder: Path) -> None:
    with serving(folder, Bots(quick), limit=Limit(1e-9, 4.0)) as client:
        visitor = Visitor(client)
        table = visitor.sit("pegs")
        for _ in range(3):
            with listening(visitor, table) as socket:
                socket.receive_json()
        with pytest.raises(WebSocketDisconnect) as closed, listening(visitor, table) as socket:
            socket.receive_json()
        assert closed.value.code == 1013


def test_a_stranger_s_socket_wakes_up_nobody(visitor: Visitor) -> None:
    table = visitor.sit("pegs")
    stranger = another(visitor)
    with listening(visitor, table) as socket:
        first = socket.receive_json()
        for _ in range(3):
            with pytest.raises(WebSocketDisconnect), listening(stranger, table) as other:
                other.receive_json()
        visitor.act(table, "play", text="A1-B1")
        told = socket.receive_json()
    assert told["number"] == first["number"] + 1


ENCRYPTED = "https://play.example"


def cookies(answer: Any) -> str:
    return str(answer.headers.get("set-cookie", ""))


@pytest.mark.parametrize(
    ("url", "base", "safe"),
    [
        (None, HERE, False),
        (None, "https://127.0.0.1:8765", True),
        (ENCRYPTED, ENCRYPTED.replace("https", "http"), True),  # what a proxy makes of it
        (f"{ENCRYPTED}:443", ENCRYPTED.replace("https", "http"), True),
        (ENCRYPTED, HERE, False),  # on the machine itself, past the proxy
        ("http://play.example", "http://play.example", False),
    ],
)
def test_a_cookie_of_an_encrypted_page_goes_nowhere_else(
    folder: Path, url: str | None, base: str, safe: bool
) -> None:
    app = create_app(Store(folder / FILE), Bots(quick), ["play.example"], url=url)
    with TestClient(app, base_url=base) as client:
        said = cookies(client.get("/", headers={"Accept": "text/html"}))
    assert said.startswith("__Host-pivotry=" if safe else "pivotry=")
    assert ("; Secure" in said) is safe
    assert "; Path=/;" in said
    assert "Domain" not in said


def test_who_has_a_cookie_by_its_old_name_stays_who_they_are(folder: Path) -> None:
    app = create_app(Store(folder / FILE), Bots(quick), ["play.example"], url=ENCRYPTED)
    old = access.fresh_cookie()
    with TestClient(app, base_url=ENCRYPTED) as client:

        def start(cookie: str) -> Any:
            headers = {"Origin": ENCRYPTED, "Cookie": cookie}
            return client.post("/start/pegs", json={"way": "screen"}, headers=headers)

        table = start(f"pivotry={old}").json()["url"]
        page = {"Accept": "text/html", "Cookie": f"pivotry={old}"}
        said = cookies(client.get(table, headers=page))
        assert said.startswith(f"__Host-pivotry={old};")
        both = {**page, "Cookie": f"pivotry={access.fresh_cookie()}; __Host-pivotry={old}"}
        client.cookies.clear()
        answer = client.get(table, headers=both)
        assert answer.status_code == 200  # the safe one counts
        assert cookies(answer) == ""


def test_files_of_pages_are_kept_and_asked_about(visitor: Visitor) -> None:
    first = visitor.get("/static/table.js")
    assert first.headers["cache-control"] == "no-cache"
    again = visitor.get("/static/table.js", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.headers["cache-control"] == "no-cache"
    for url in ("/", "/static/nowhere", "/nowhere"):
        assert visitor.get(url).headers["cache-control"] == "no-store"


def test_a_body_that_never_ends_is_given_up(
    app: ASGIApp, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "PATIENCE", 0.05)
    head = {"host": urlsplit(HERE).netloc, "origin": HERE, "content-type": "application/json"}
    scope = {
        "type": "http", "method": "POST", "path": "/tables", "client": ("testclient", 1),
        "headers": [(name.encode(), value.encode()) for name, value in head.items()],
    }  # fmt: skip
    sent: list[Message] = []

    async def receive() -> Message:
        await asyncio.sleep(0.01)
        return {"type": "http.request", "body": b" ", "more_body": True}

    async def send(message: Message) -> None:
        sent.append(message)

    portal = visitor.client.portal
    assert portal is not None
    portal.call(app, scope, receive, send)
    assert sent[0]["status"] == 408
