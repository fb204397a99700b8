"""Headless Chromium in front of a server of our own."""

from __future__ import annotations

import json
import os
import re
import socket
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import chromium
import pivotry
from pivotry.server import analyst, bots, painter
from pivotry.server.app import create_app
from pivotry.server.bots import Bots, Question
from pivotry.server.store import Store

expect.set_options(timeout=30_000)
_KNOWN = f"""if (location.protocol === "http:")  // not where a page is left for an empty one
  localStorage.setItem("pivotry-known", {json.dumps(json.dumps(pivotry.games()))})"""
ARTEFACTS = Path(__file__).resolve().parents[2] / "artefacts"
PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 800}
_FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    # The pages of the address bar, which nobody sees, take more of the processor than ours do. This
    # takes the place of what Playwright turns off, so that is here as well.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,"
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,"
    "HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,"
    "ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,TcpPortRandomizationWin,"
    "OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch",
]  # fmt: skip
# The browser notes every refused request in its console; the page tells people what was refused.
_REFUSALS = re.compile(r"Failed to load resource: the server responded with a status of 4\d\d")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chrome() -> Iterator[Browser]:
    """The browser: a failure where CI promises one, else a skip that says what is missing."""
    program = chromium.find()
    if program is None:
        if os.environ.get("CI", "").lower() == "true":
            pytest.fail(chromium.MISSING)
        pytest.skip(chromium.MISSING)
    expect.set_options(timeout=20_000)  # other tests have the machine as well
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=_FLAGS)
        yield browser
        browser.close()


def _keepable(app: ASGIApp) -> ASGIApp:
    """The application, letting browsers keep scripts and styles: here nobody changes them.

    A page of a table has forty, and browsers would ask about each of them for every page.
    """

    async def kept(scope: Scope, receive: Receive, send: Send) -> None:
        async def forward(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["Cache-Control"] = "max-age=3600"
            await send(message)

        static = scope["type"] == "http" and scope["path"].startswith("/static/")
        await app(scope, receive, forward if static else send)

    return kept


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a server with the real computer players on a tiny budget."""
    from pivotry import players

    def choose(question: Question, cancel: threading.Event) -> str:
        return players.choose(question.view, seconds=0.02, cancel=cancel)

    def advise(question: Question, cancel: threading.Event) -> players.Thought:
        return players.consider(question.view, lines=2, seconds=0.05, cancel=cancel)

    # Code is compiled before any page waits for it.
    for game in pivotry.games():
        match = pivotry.new(game, seed=1)
        assert match.turn is not None
        players.choose(match.view(match.turn), simulations=1)

    store = Store(tmp_path_factory.mktemp("tables") / "tables.sqlite3")
    with pytest.MonkeyPatch.context() as patch:
        # Computers let all others go first; here those are other tests, and these wait for them.
        for module in (bots, analyst, painter):
            patch.setattr(module, "step_back", lambda: None)
        app = _keepable(create_app(store, Bots(choose, advise=advise)))
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()  # whoever comes before the server is up waits
        server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True
        thread.join(timeout=20)


Opener = Callable[..., Page]
Kind = tuple[int, int, str, bool]
"""Of visitors: width and height of the window, colour scheme, whether they touch."""


@pytest.fixture(scope="session")
def idle() -> dict[Kind, list[BrowserContext]]:
    """Visitors of earlier tests, who have closed all pages.

    They are used again, for what a browser does to make one takes longer than many a test.
    """
    return defaultdict(list)


@pytest.fixture
def open_page(
    chrome: Browser, site: str, idle: dict[Kind, list[BrowserContext]]
) -> Iterator[Opener]:
    """Opens pages; at the end nothing may have gone wrong in any of them.

    Each is that of another visitor, who has not been here before; only scripts, styles and pictures
    may be in the cache of the browser.
    """
    wrong: list[str] = []
    used: list[tuple[Kind, BrowserContext]] = []

    def opener(
        size: dict[str, int] = DESKTOP,
        scheme: str = "light",
        touch: bool = False,
        newcomer: bool = False,
    ) -> Page:
        kind = (size["width"], size["height"], scheme, touch)
        context = (
            idle[kind].pop()
            if idle[kind]
            else chrome.new_context(
                viewport=size,  # type: ignore[arg-type]
                color_scheme=scheme,  # type: ignore[arg-type]
                base_url=site,
                has_touch=touch,
                is_mobile=touch,
                accept_downloads=True,
            )
        )
        used.append((kind, context))
        page = context.new_page()
        if not newcomer:  # nobody tells them what the game is about
            page.add_init_script(_KNOWN)
        session = context.new_cdp_session(page)
        kept = {"origin": site, "storageTypes": "cookies,local_storage,service_workers"}
        session.send("Storage.clearDataForOrigin", kept)
        session.detach()
        assert context.cookies() == []
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "console",
            lambda message: (
                wrong.append(message.text)
                if message.type in ("error", "warning") and not _REFUSALS.match(message.text)
                else None
            ),
        )
        return page

    yield opener
    for kind, context in used:
        for page in context.pages:
            page.close()
        idle[kind].append(context)
    assert wrong == []
