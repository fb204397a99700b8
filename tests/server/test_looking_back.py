"""Earlier positions, playing on from them, hints, analyses."""

from __future__ import annotations

import random
import re
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import pivotry
from pivotry.analysis import Analysis, Judgement, Move
from pivotry.errors import BadOption
from pivotry.match import Match
from pivotry.players import Budget
from pivotry.players.thought import Candidate
from pivotry.server import pages
from pivotry.server.analyst import EACH_WAITING, WAITING, Analyst
from pivotry.server.assessed import facts
from pivotry.server.bots import Bots
from pivotry.server.rounds import rounds
from pivotry.server.seats import NotAllowed

from .conftest import Visitor, quick, serving, stored
from .test_apart import joined


@pytest.mark.parametrize("game", pivotry.games())
def test_a_match_stands_as_it_stood(game: str) -> None:
    match = pivotry.new(game, seed=5)
    stood = [match.position()]
    while match.ply < 40 and match.turn is not None:
        match.play(match.legal_moves()[0])
        stood += [None] * (match.ply - len(stood)) + [match.position()]
    record = match.record(private=True)
    for ply, position in enumerate(stood):
        then = match.earlier(ply)
        assert then.ply == ply
        if position is not None:
            assert then.position() == position
            again = then.legal_moves()
            assert again == sorted(again)
    assert match.record(private=True) == record
    for ply in (-1, match.ply + 1, 1.0, "1", None):
        with pytest.raises(BadOption):
            match.earlier(ply)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", ["bounce", "updown"])
def test_what_spectators_could_know_is_worked_out_once(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = pivotry.new(game, 3, seed=5)
    chance = random.Random(5)
    while match.turn is not None:
        match.play(chance.choice(match.legal_moves()))
    wanted = [match.earlier(ply).view(None) for ply in (0, match.ply // 2, match.ply)]
    assert [match.stood(ply) for ply in (0, match.ply // 2, match.ply)] == wanted
    told = rounds(match)
    assert told is not None
    for ply in (-1, match.ply + 1):
        with pytest.raises(BadOption):
            match.stood(ply)
    earlier: list[int] = []
    stood = Match.earlier
    monkeypatch.setattr(Match, "earlier", lambda *a: (earlier.append(a[1]), stood(*a))[1])
    assert rounds(match) == rounds(match.copy()) == told
    assert not [ply for ply in earlier if ply < match.ply]


def test_what_was_known_of_moves_that_were_taken_back_is_forgotten() -> None:
    match = pivotry.new("updown", 2, seed=1)
    first, other = match.legal_moves()[:2]
    match.play(first)
    match.play(match.legal_moves()[0])
    before = match.stood(1)
    while match.ply:
        match.undo()
    match.play(other)
    match.play(match.legal_moves()[0])
    assert match.stood(1) == match.earlier(1).view(None) != before


def test_every_line_of_the_story_leads_to_its_position(visitor: Visitor) -> None:
    table = visitor.sit("pegs")
    pictures = [visitor.state(table)["panels"]["picture"]]
    pictures += [
        visitor.act(table, "play", text=text).json()["panels"]["picture"]
        for text in ("A1-B1", "A2-A1")
    ]
    assert 'data-ply="1"' in visitor.state(table)["panels"]["story"]
    past = visitor.get(f"{table}/past?ply=1").json()
    assert past["say"] == "Move 1 of 2. Dark: A1 to B1."
    assert past["branch"]
    assert past["panels"]["picture"].count("data-piece") == pictures[1].count("data-piece")
    for ply in ("-1", "3", "x", "99999999999999999999"):
        assert visitor.get(f"{table}/past?ply={ply}").status_code in (404, 422)


def drawn(game: str) -> Match:
    """A finished match with more than one deal, in updown with cards drawn between the moves."""
    match = pivotry.new(game, 3, seed=4, **{"updown": {"games": 2}, "bounce": {"target": 4}}[game])
    chosen = random.Random(4)
    while match.turn is not None:
        match.play(chosen.choice(match.legal_moves()))
    assert {entry.kind for entry in match.log()} >= {"move", "deal"}
    return match


@pytest.mark.parametrize("game", ["updown", "bounce"])
def test_moves_are_counted_and_what_chance_does_is_not(visitor: Visitor, game: str) -> None:
    match = drawn(game)
    log = match.log()
    moves = [ply for ply, entry in enumerate(log) if entry.kind == "move"]
    assert (match.made(), match.made(moves[2]), match.made(moves[2] + 1)) == (len(moves), 2, 3)
    table = visitor.load(match.record())
    state = visitor.state(table)
    assert state["made"] == len(moves) < state["ply"]
    story = state["panels"]["story"]
    numbers = [int(n) for n in re.findall(r'<li class="move" value="(\d+)"', story)]
    assert numbers == list(range(1, len(moves) + 1))
    assert not re.search(r'<li class="(?:deal|draw)" value', story)
    for ply in {moves[0], moves[-1], *(n for n, entry in enumerate(log) if entry.kind != "move")}:
        past = visitor.get(f"{table}/past?ply={ply + 1}").json()
        made = match.made(ply + 1)
        assert (past["made"], past["of"]) == (made, len(moves))
        assert past["chance"] == (None if log[ply].kind == "move" else log[ply].kind)
        assert past["say"].startswith(f"Move {made} of {len(moves)}.")
    fair = visitor.get(f"{table}/fairness").json()["panel"]
    told = [int(n) for n in re.findall(r"After move (\d+), a", fair)]
    assert told == [match.made(ply) for ply, entry in enumerate(log) if entry.kind != "move"]
    watch = re.search(r'id="watch-link" readonly value="[^"]*(/watch/[^"]*)"', str(state["panels"]))
    assert watch is not None
    door = visitor.get(f"{watch[1]}?ply={moves[-1] + 1}").text
    assert f"after move {len(moves)}." in door


def test_looking_back_takes_a_match_once_and_turns_it_back_once(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = visitor.sit("pegs")
    for text in ("A1-B1", "A2-A1"):
        visitor.act(table, "play", text=text)
    copied: list[int] = []
    copy = Match.copy

    def counted(match: Match) -> Match:
        copied.append(match.ply)
        return copy(match)

    monkeypatch.setattr(Match, "copy", counted)
    assert visitor.get(f"{table}/past?ply=1").status_code == 200
    assert copied == [2, 2]  # under the table's lock, and for the ply


def test_the_past_shows_no_more_than_the_present_did(visitor: Visitor) -> None:
    table, friend = joined(visitor, "bounce")
    before = [person.state(table)["panels"]["picture"] for person in (visitor, friend)]
    mover = visitor if visitor.state(table)["paths"] else friend
    mover.act(table, "play", text=mover.state(table)["paths"][0][0])
    for person, picture in zip((visitor, friend), before, strict=True):
        past = person.get(f"{table}/past?ply=0").json()
        assert past["panels"]["picture"].count("data-piece") == picture.count("data-piece")
        assert not past["branch"]
        assert person.post(f"{table}/branch", {"ply": 0}).status_code == 409


def test_when_it_is_over_all_hands_lie_open(visitor: Visitor) -> None:
    match = pivotry.new("bounce", 3, seed=3, target=1)
    chosen = random.Random(3)
    while match.turn is not None:
        match.play(chosen.choice(match.legal_moves()))
    table = visitor.load(match.record())
    hands = match.earlier(0).position()["hands"]
    picture = visitor.get(f"{table}/past?ply=0").json()["panels"]["picture"]
    for hand in hands:
        for card in hand:
            assert f'data-piece="{card}"' in picture


def test_playing_on_from_an_earlier_position(visitor: Visitor) -> None:
    table = visitor.sit("pegs")
    for text in ("A1-B1", "A2-A1"):
        visitor.act(table, "play", text=text)
    url = visitor.post(f"{table}/branch", {"ply": 1}).json()["url"]
    state = visitor.state(url)
    assert "Your turn" in state["panels"]["status"]
    assert 'value="computer" selected' in state["panels"]["seats"]
    assert "A2-A1" in [text for text, _ in state["paths"]]
    assert visitor.post(f"{table}/branch", {"ply": 9}).status_code == 404


def test_hints_are_for_who_plays_alone(visitor: Visitor) -> None:
    table = visitor.sit("bounce", "pcc")
    for _ in range(600):
        paths = visitor.state(table)["paths"]
        if paths:  # a computer may begin
            break
        time.sleep(0.05)
    answer = visitor.act(table, "hint")
    assert answer.json()["path"] == dict(map(tuple, paths))[answer.json()["text"]]
    assert visitor.post(f"{table}/hint", {"version": -1}).status_code == 409
    other, _ = joined(visitor, "pegs")
    assert visitor.act(other, "hint").status_code == 409
    # Of two who share a screen and hide their hands, one would have it against the other.
    for game, hint in (("bounce", False), ("pegs", True)):
        shared = visitor.sit(game, "pp")
        visitor.act(shared, "show", seat=0)
        visitor.act(shared, "show", seat=1)
        panels = visitor.state(shared)["panels"]
        assert 'data-act="show"' not in panels["status"]
        assert ('data-advice="hint"' in panels["actions"]) is hint
        answer = visitor.act(shared, "hint")
        assert answer.is_success is hint
        assert hint or "Hints are for those who play alone." in answer.json()["notice"]


@pytest.fixture
def analysed(folder: Path) -> Iterator[Visitor]:
    with serving(folder, Bots(quick), analyst=Analyst(Budget(nodes=20))) as client:
        yield Visitor(client)


def test_an_analysis_in_the_background(analysed: Visitor) -> None:
    match = pivotry.new("pegs", quiet_limit=20)
    while match.turn is not None and match.ply < 12:
        match.play(match.legal_moves()[0])
    table = analysed.load(match.record())
    assert analysed.get(f"{table}/analysis").json() == {"state": "none"}
    assert analysed.post(f"{table}/analysis", {}).status_code == 200
    for _ in range(600):
        found = analysed.get(f"{table}/analysis").json()
        if found["state"] != "running":
            break
        assert 0 <= found["done"] <= found["of"]
        time.sleep(0.05)
    assert found["state"] == "done"
    assert "<svg" in found["panel"]
    assert "<style" not in found["panel"]
    assert "mean loss" in found["panel"]
    bad = [mark["symbol"] for mark in found["marks"] if "?" in mark["symbol"]]
    assert ("Where it went wrong" in found["panel"]) is bool(bad)
    assert len(re.findall("<b>Move [0-9]+:</b>", found["panel"])) == min(8, len(bad))
    sentence = r"played [A-D1-5-]+: <span [^>]*>a [a-z ]+</span>\. Better: [A-D1-5-]+\."
    assert len(re.findall(sentence, found["panel"])) == min(8, len(bad))
    for mark in found["marks"]:  # every sign of the log is explained
        assert f"<b>{mark['symbol']}</b>" in found["panel"]


def test_hidden_hands_are_judged_twice_and_each_judgement_has_its_name() -> None:
    """By what could be known a blunder, with all cards open the best move."""
    line = Candidate("set 9", 9, 0.5, None)
    known = Judgement(0.5, -0.3, "blunder", (line,), 9)
    opened = Judgement(0.2, 0.2, "best", (Candidate("rotate", 9, 0.2, None),), 9)
    found = Analysis(
        "bounce", "", ("Zoë", "<b>Bo"), (0,), "9n", 1,
        (Move(0, 0, "rotate", "rotate", 2, known, opened),), complete=True,
    )  # fmt: skip
    panel = pages.render("table/analysis.html", graph="", **facts(found))
    by_view, by_cards = panel.split("With all cards open", 1)
    assert "By what each player could know" in by_view
    row = '<tr><th scope="row">{}</th><td>1</td><td>0</td></tr>'
    assert row.format("blunder") in by_view
    assert row.format("best") in by_cards
    assert row.format("blunder") not in by_cards
    assert "With all cards open: best." in panel
    assert 'mark-blunder">blunder, loses 0.80</span>' in panel
    assert 'mark-best">best</span>' in panel
    assert "<b>Bo" not in panel
    seen = replace(found, moves=(replace(found.moves[0], open=None),))
    panel = pages.render("table/analysis.html", graph="", **facts(seen))
    assert "all cards open" not in panel
    assert "could know" not in panel


def test_an_analysis_says_that_another_one_comes_first() -> None:
    match = pivotry.new("updown", 2, seed=1)
    while match.ply < 30:
        match.play(match.legal_moves()[0])
    analyst = Analyst(Budget(seconds=60))
    first = analyst.ask("one", match)
    for _ in range(600):
        if first.begun:
            break
        time.sleep(0.05)
    second = analyst.ask("two", match)
    assert (analyst.waits(first), analyst.waits(second)) == (False, True)
    assert second.of == match.made() < match.ply  # moves, and not what chance has done
    analyst.close()


def test_an_analysis_is_of_the_moves_that_stand(analysed: Visitor) -> None:
    table = analysed.sit("pegs", "pp")
    analysed.act(table, "play", text="A1-B1")
    assert analysed.post(f"{table}/analysis", {}).json()["state"] != "none"
    analysed.act(table, "undo")
    analysed.act(table, "play", text="A2-B2")
    assert analysed.get(f"{table}/analysis").json() == {"state": "none"}
    analysed.act(table, "undo")
    analysed.act(table, "play", text="A1-B1")
    assert analysed.get(f"{table}/analysis").json()["state"] in ("running", "done")


def test_an_analysis_that_a_server_took_with_it_is_made_by_the_next(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object, cancel: threading.Event, **__: object) -> None:
        cancel.wait(60)

    with monkeypatch.context() as patched:
        patched.setattr("pivotry.analysis.analyse", never)
        with serving(folder, Bots(quick)) as client:
            visitor = Visitor(client)
            table, other = visitor.sit("pegs"), visitor.sit("pegs")
            for at in (table, other):
                visitor.act(at, "play", text="A1-B1")
                found = visitor.post(f"{at}/analysis", {}).json()
                assert (found["state"], found["anew"]) == ("running", False)
            visitor.post(f"{other}/analysis/cancel", {})
            jar = client.cookies
    with serving(folder, Bots(quick), analyst=Analyst(Budget(nodes=20))) as client:
        client.cookies = jar
        visitor = Visitor(client)
        assert visitor.get(f"{other}/analysis").json() == {"state": "none"}
        found = visitor.get(f"{table}/analysis").json()
        assert (found["state"], found["anew"]) == ("running", True)
        for _ in range(600):
            if found["state"] != "running":
                break
            time.sleep(0.05)
            found = visitor.get(f"{table}/analysis").json()
        assert found["state"] == "done"
    assert [kept["analysing"] for kept in stored(folder)] == [[], []]
    with serving(folder, Bots(quick)) as client:  # what has been seen is not made again
        client.cookies = jar
        assert Visitor(client).get(f"{table}/analysis").json() == {"state": "none"}


def test_nobody_analyses_a_match_with_others_while_it_goes_on(analysed: Visitor) -> None:
    table, friend = joined(analysed, "pegs")
    for person in (analysed, friend):
        assert person.post(f"{table}/analysis", {}).status_code == 409
        assert person.get(f"{table}/analysis").json() == {"state": "none"}
    analysed.act(table, "resign", seat=0)
    assert friend.post(f"{table}/analysis", {}).status_code == 200
    hidden = analysed.sit("bounce", "pc")
    assert analysed.post(f"{hidden}/analysis", {}).status_code == 409


def test_only_so_many_analyses_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    go = threading.Event()
    monkeypatch.setattr("pivotry.analysis.analyse", lambda *_, **__: go.wait(20))
    analyst = Analyst()
    match = pivotry.new("pegs")
    for n in range(EACH_WAITING):
        analyst.ask(f"table{n}", match)
    with pytest.raises(NotAllowed):
        analyst.ask("another", match)
    for n in range(EACH_WAITING, WAITING):
        analyst.ask(f"table{n}", match, caller=f"address{n}")
    assert analyst.ask("table0", match) is analyst.found("table0", match)
    with pytest.raises(NotAllowed):
        analyst.ask("another", match, caller="elsewhere")
    go.set()
    analyst.close()
