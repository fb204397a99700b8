"""The page in German: templates, scripts, refusals and what the socket brings."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import Opener


def test_a_table_in_german(open_page: Opener) -> None:
    page = open_page()
    page.goto("/")
    page.context.add_cookies([{"name": "pivotry_language", "value": "de", "url": page.url}])
    page.goto("/")
    assert page.locator("html").get_attribute("lang") == "de"
    page.locator("[data-game=pegs] [data-start=screen]").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("#panel-status")).to_contain_text("Dunkel ist am Zug.")
    assert page.title() == "Das Stiftspiel – Pivotry"
    page.click("text=Züge als Liste")
    page.fill("#typed", "A1-A2")
    page.press("#typed", "Enter")
    expect(page.locator("#panel-notice")).to_contain_text("A2 hat keinen Platz")
    page.fill("#typed", "A1-B1")
    page.press("#typed", "Enter")
    expect(page.locator("#panel-notice")).to_be_empty()
    expect(page.locator("[data-piece='B1.1']")).to_have_count(1)
    expect(page.locator("#panel-picture svg title").first).to_contain_text("Zug 2 von 2")
    page.click("#links-box summary")
    page.locator("[data-copy=watch-link]").click()
    expect(page.locator("[data-copy=watch-link]")).to_have_text("Kopiert")
    page.goto("/rules/pegs#G-6")
    expect(page.locator("#G-6")).to_contain_text("Vorwärts nur von einem vollen Stift")
