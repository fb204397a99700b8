"""The course of a match: between two deals, what is asked for, leaving, hints, marks."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pivotry
from pivotry import players, puzzles, tongue
from pivotry.match import Match
from pivotry.server import reasons
from pivotry.server.bots import Bots, Question
from pivotry.server.notices import by_name, nothing_there
from pivotry.server.rounds import rounds

from .conftest import Visitor, browser, quick, serving, stored
from .endings import LAST, ending
from .test_apart import another, joined


def finished(visitor: Visitor, kinds: str = "pc") -> tuple[str, dict[str, Any]]:
    """A table whose first game has just ended, and its state; a computer plays where it says c."""
    table = visitor.load(ending())
    for seat, kind in enumerate(kinds):
        if kind == "c":
            visitor.act(table, "seat", seat=seat, kind="computer", player="computer")
    if 'data-act="show"' in visitor.state(table)["panels"]["status"]:
        visitor.act(table, "show", seat=0)
    answer = visitor.act(table, "play", text=LAST)
    assert answer.status_code == 200, answer.text
    return table, dict(answer.json())


# --- between two deals --------------------------------------------------------------------------


def test_after_a_game_everybody_is_told_who_won_it_by_what_and_how_it_stands(
    visitor: Visitor,
) -> None:
    table, state = finished(visitor)
    told = state["rounds"]
    assert (told["count"], told["title"], told["patient"]) == (1, "Game 1 is over", True)
    past = visitor.get(f"{table}/past?ply={told['ended']}").json()
    assert "Game 1 is over: Player 1 went out" in past["panels"]["picture"]
    panel = re.sub(r"<[^>]+>|\s+", " ", state["panels"]["rounds"])
    panel = " ".join(panel.split())
    assert "Player 1 is out of cards and wins game 1." in panel
    assert "For the cards left in hand – Computer 2: 3 points." in panel
    assert "Player 1 0 (won) 0 Computer 2 3 3" in panel
    assert "whoever has the fewest after 3 games wins" in panel


def test_before_the_first_deal_is_over_there_is_nothing_to_tell(visitor: Visitor) -> None:
    for game in ("updown", "pegs"):
        state = visitor.state(visitor.sit(game, "pc"))
        assert state["rounds"] is None
        assert state["panels"]["rounds"].strip() == ""


def test_what_a_deal_brought_adds_up_in_whole_matches() -> None:
    for game, seed in (("updown", 1), ("bounce", 2)):
        match = pivotry.new(game, 3, seed=seed)
        seen = 0
        for text in moves(match):
            match.play(text)
            found = rounds(match)
            deals = sum(entry.kind == "deal" for entry in match.log()) + (match.result is not None)
            assert deals == (len(found.columns) if found else 0)
            if found is None:
                continue
            seen = max(seen, deals)
            gained = [column.gained for column in found.columns]
            assert list(map(sum, zip(*gained, strict=True))) == match.scores
            if found.ended is not None:
                assert match.log()[found.ended].kind == "deal"
                since = {entry.kind for entry in match.log()[found.ended :]}
                assert found.fresh == ("move" not in since)
        assert match.result is not None
        assert seen >= 2, game
        last = rounds(match)
        assert last is not None
        assert last.ended is None


def moves(match: Match) -> Iterator[str]:
    """Legal moves, one after the other, until the match is over."""
    for n in range(20_000):
        if match.turn is None:
            return
        legal = match.legal_moves()
        yield legal[(n * 7) % len(legal)]


def test_points_from_before_the_match_have_a_column_of_their_own(visitor: Visitor) -> None:
    position = ending()
    position.update(scores=[4, 9], game_number=2)
    table = visitor.load(position)
    visitor.act(table, "show", seat=0)
    state = visitor.act(table, "play", text=LAST).json()
    panel = " ".join(re.sub(r"<[^>]+>|\s+", " ", state["panels"]["rounds"]).split())
    assert "Player Before Game 2 2 So far" in panel
    assert "Player 2 9 3 12" in panel


def test_a_new_deal_lets_the_curtain_down(visitor: Visitor) -> None:
    _, state = finished(visitor, "pp")
    assert 'data-act="show"' in state["panels"]["status"]
    assert 'data-at="' not in re.sub(r'data-at="draw"', "", state["panels"]["picture"])


def test_onlookers_and_who_has_a_clock_are_not_kept_waiting(visitor: Visitor) -> None:
    table, state = finished(visitor)
    (link,) = re.findall(r'value="http://[^/]+(/watch/[^"]+)"', state["panels"]["seats"])
    friend = another(visitor)
    friend.post(link, {})
    assert friend.state(table)["rounds"]["patient"] is False
    assert visitor.state(table)["rounds"]["patient"] is True


# --- what is asked for --------------------------------------------------------------------------


def test_who_asks_for_a_take_back_can_withdraw_it_and_nobody_else(visitor: Visitor) -> None:
    table, friend = joined(visitor, "pegs")
    visitor.act(table, "play", text="A1-B1")
    visitor.act(table, "undo")
    asked = visitor.state(table)["panels"]["offer"]
    assert "You have asked to take a move back." in asked
    assert "Waiting for the answer of Yara." in asked
    assert 'data-act="withdraw"' in asked
    assert 'data-act="answer"' in friend.state(table)["panels"]["offer"]
    refused = friend.act(table, "withdraw", topic="undo")
    assert refused.status_code == 403
    assert "Only the person who asked" in refused.json()["panels"]["notice"]
    assert visitor.act(table, "withdraw", topic="rematch").status_code == 403
    assert visitor.act(table, "withdraw", topic="undo").status_code == 200
    for person in (visitor, friend):
        assert person.state(table)["panels"]["offer"].strip() == ""
        assert "A1-B1" in person.state(table)["panels"]["story"]
    late = friend.act(table, "answer", topic="undo", yes=True)
    assert late.status_code == 403
    assert "Nobody asks for that any more." in late.json()["panels"]["notice"]


def test_a_rematch_can_be_withdrawn(visitor: Visitor) -> None:
    table, friend = joined(visitor, "pegs")
    visitor.act(table, "resign", seat=0)
    visitor.post(f"{table}/again", {})
    assert "data-again" not in visitor.state(table)["panels"]["status"]
    assert visitor.act(table, "withdraw", topic="rematch").status_code == 200
    assert "data-again" in visitor.state(table)["panels"]["status"]
    assert friend.state(table)["panels"]["offer"].strip() == ""


# --- leaving ------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [None, "level-1", "level-8"])
def test_who_leaves_says_how_strong_the_computer_is(
    visitor: Visitor, folder: Path, level: str | None
) -> None:
    table, friend = joined(visitor, "bounce", "ppo")
    more = {} if level is None else {"player": level}
    assert friend.act(table, "resign", seat=2, **more).status_code == 200
    (kept,) = stored(folder)
    assert kept["seats"][2]["player"] == (level or "level-4")
    last = kept["shifts"][-1]
    assert (last["why"], last["player"]) == ("resigned", level or "level-4")
    assert f"computer {(level or 'level-4')[-1]}" in visitor.state(table)["panels"]["story"]


@pytest.mark.parametrize("player", ["tree@3600s", "level-9", "god"])
def test_there_is_no_other_computer_to_leave_a_seat_to(visitor: Visitor, player: str) -> None:
    table, friend = joined(visitor, "bounce", "ppo")
    refused = friend.act(table, "resign", seat=2, player=player)
    assert refused.status_code == 403
    assert "notice" in refused.json()["panels"]["notice"]
    assert "left" not in visitor.state(table)["panels"]["story"]


# --- waiting ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", pivotry.games())
def test_while_seats_are_free_no_picture_says_whose_turn_it_is(visitor: Visitor, game: str) -> None:
    waits = visitor.state(visitor.sit(game, "po"))["panels"]["picture"]
    plays = visitor.state(visitor.sit(game, "pc"))["panels"]["picture"]
    said = [" ".join(re.findall(r"<text[^>]*>([^<]*)</text>", svg)) for svg in (waits, plays)]
    turn = "[Yy]our turn|to move|to play|Computer 2 draws|Computer 2 drew"  # deals are not the same
    assert not re.search(turn, said[0]), said[0]
    assert re.search(turn, said[1]), said[1]


# --- why not ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["pegs", "pivotation"])
def test_every_place_where_nothing_can_start_says_why(visitor: Visitor, game: str) -> None:
    match = pivotry.new(game, seed=3)
    for text in moves(match):
        if match.ply == 24:
            break
        match.play(text)
    paths = [pivotry.registry.get(game).notation.path(t, 0)[0] for t in match.legal_moves()]
    table = visitor.load(match.position())
    places = sorted(set(visitor.state(table)["places"]) - set(paths))
    assert len(places) > 8
    for at in places[::3]:
        answer = visitor.act(table, "play", clicks=[[at]]).json()
        assert "Nothing can start" not in answer["notice"], at
        assert re.search(r"/rules/\w+#[PG]-[0-9]+", answer["notice"]), at
        assert set(answer["lit"]) <= set(visitor.state(table)["places"])


@pytest.mark.parametrize("game", pivotry.games())
def test_clicks_on_what_no_picture_has_are_answered(visitor: Visitor, game: str) -> None:
    table = visitor.sit(game)
    shown = re.search(r'data-act="show" data-seat="(.)"', visitor.state(table)["panels"]["status"])
    if shown is not None:
        visitor.act(table, "show", seat=int(shown[1]))
    before = visitor.state(table)["version"]
    for nothing in ({}, {"clicks": []}):
        answer = visitor.act(table, "play", **nothing)
        assert answer.status_code == 422
        assert "The request says no move" in answer.json()["panels"]["notice"]
    for at in ("", "zz", "a1000", "²", "p77", "A0"):
        for clicks in ([[at]], [[at], [at]]):
            answer = visitor.act(table, "play", clicks=clicks)
            assert answer.status_code in (200, 422), clicks
            said = answer.json()
            assert said["notice"] if "notice" in said else said["panels"]["notice"], clicks
    assert visitor.state(table)["version"] == before


def test_a_bar_that_is_shut_in_says_by_what() -> None:
    position = pivotry.new("pivotation").position()
    # Its other end in the corner, and dark bars too high on all holes it could turn to.
    position["stacks"] = {"a1": ["d1"], "b1": ["d1"], "g7": ["l1"], "h7": ["l1"]}
    match = pivotry.from_position(position)
    assert match.nowhere("b1").clauses[:2] == ("P-3", "P-4")
    empty, enemy = match.nowhere("d4"), match.nowhere("g7")
    assert (empty.message, empty.clauses) == ("No end stands in hole d4.", ("P-3",))
    assert enemy.message == (
        "The top end in hole g7 is that of bar l1, and Dark never moves an enemy bar."
    )
    # The picture has no names of bars: there each is called by its holes, and one of two by its
    # level as well, in every language.
    told, _ = nothing_there(match, [["g7"]])
    assert told.text == enemy.message.replace("bar l1", "bar g7-h7")
    both = by_name(match, "Bar d1 and bar l1, not bar l11.")
    assert both == "Bar a1-b1 and bar g7-h7, not bar l11."
    position["stacks"] = {"c1": ["d1", "l1"], "d1": ["d1", "l1"], "a1": ["d2"], "b1": ["d2"]}
    match = pivotry.from_position(position)
    with tongue.speaking("de"):
        assert by_name(match, "dass Stab l1 fehlt") == "dass Stab c1-d1 auf Ebene 2 fehlt"


# --- hints --------------------------------------------------------------------------------------


def advised(game: str, data: Any, tmp_path: Path) -> dict[str, Any]:
    """What the server answers to somebody who asks for a hint against a computer."""

    def advise(question: Question, cancel: threading.Event) -> players.Thought:
        return players.consider(
            question.view, lines=2, nodes=400, seed=1, memory=question.memory, cancel=cancel
        )

    with serving(tmp_path, Bots(quick, advise=advise)) as client:
        visitor = Visitor(browser(client))
        table = visitor.load(data)
        mine = data.get("turn", 0)
        seat = {"dark": 0, "light": 1}.get(mine, mine)
        visitor.act(table, "seat", seat=1 - seat, kind="computer", player="level-1")
        if 'data-act="show"' in visitor.state(table)["panels"]["status"]:
            visitor.act(table, "show", seat=seat)
        answer = visitor.act(table, "hint")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())


def test_a_hint_says_why(tmp_path: Path) -> None:
    last = ending(games=1)
    players.consider(pivotry.from_position(last).view(0), lines=2, nodes=10)  # compiled by now
    answer = advised("updown", last, tmp_path)
    assert answer["text"] == LAST
    assert answer["said"].startswith(f"The computer would play {LAST}. ")
    assert re.search("This wins|wins in a hundred|Every other move loses", answer["said"])
    board = pivotry.new("pegs").position()
    players.consider(pivotry.from_position(board).view(0), lines=2, nodes=10)
    answer = advised("pegs", board, tmp_path)
    assert re.search(r"gives it [0-9]+ wins in a hundred", answer["said"])


def test_a_hint_is_said_in_words_where_the_move_is_no_name() -> None:
    match = pivotry.from_position(ending(hands=(("8", LAST, "DOWN"), ("63", "UP"))))
    said = reasons.advice(match, 0, players.Thought("draw"))
    assert said.startswith("In your place the computer draws a card.")
    bounce = pivotry.new("bounce", 2, seed=1)
    text = next(move for move in bounce.legal_moves() if move.startswith("set"))
    said = reasons.advice(bounce, bounce.turn or 0, players.Thought(text))
    assert said == f"In your place the computer lays a set of {text.split()[1]}."
    other = next(move for move in bounce.legal_moves() if move not in (text, "rotate"))
    for value, behind in ((0.19, "About as good: it"), (-0.4, "and 30 to the next best: it")):
        found = (players.Candidate(text, 9, 0.2, None), players.Candidate(other, 9, value, None))
        said = reasons.advice(bounce, bounce.turn or 0, players.Thought(text, found))
        assert "gives it 60 wins in a hundred" in said
        assert said.endswith(f"{behind} lays a set of {other.split()[1]}.")
        assert "set " + other.split()[1] not in said
    with tongue.speaking("de"):
        said = reasons.advice(bounce, bounce.turn or 0, players.Thought(text, found))
    assert said.endswith(f"Er legt einen Satz mit {other.split()[1]}.")


def test_what_a_hint_says_is_what_the_search_found() -> None:
    position = pivotry.new("pegs").position()
    position["stacks"] = {
        "A1": "lll",
        "A2": "dd",
        "A3": "lll",
        "A4": "ddd",
        "B1": "lld",
        "B2": "dd",
    }
    match = pivotry.from_position(position)
    first, second = "A1-A2", "A2-A1"

    def thought(*found: tuple[str, float, int | None]) -> players.Thought:
        return players.Thought(
            first, tuple(players.Candidate(text, 1, value, proof) for text, value, proof in found)
        )

    def why(*found: tuple[str, float, int | None]) -> str:
        return reasons.why(match, 0, thought(*found))

    assert why() == ""
    assert why((first, 0.2, None)).endswith("The computer gives it 60 wins in a hundred.")
    assert why((first, 0.2, None), (second, -0.2, None)).endswith(
        f"60 wins in a hundred, and 40 to {second}, the next best."
    )
    assert why((first, 0.2, None), (second, 0.18, None)).endswith(f"{second} is about as good.")
    assert why((first, 1.0, 1)).endswith("This wins for certain, whatever comes.")
    assert why((first, 0.0, 0)).endswith("This makes sure of a draw at least.")
    assert "the other side can win" in why((first, -1.0, -1))
    assert why((first, 0.2, None), (second, -1.0, -1)).endswith("Every other move loses.")
    with tongue.speaking("de"):
        assert why((first, 1.0, 1)).endswith("Damit gewinnst du sicher, was auch kommt.")


def test_the_one_move_that_does_not_lose_is_known_as_that() -> None:
    told = []
    for puzzle in puzzles.load("pegs"):
        if puzzle.kind == "hold" and puzzle.grade < 4 and len(told) < 3:
            match = puzzle.match()
            assert match.turn is not None
            assert len(match.legal_moves()) > 2
            thought = players.consider(match.view(match.turn), lines=2, nodes=30_000, seed=1)
            told.append(reasons.advice(match, match.turn, thought))
    assert any(said.endswith("Every other move loses.") for said in told), told


def test_what_a_move_does_is_said_in_the_words_of_its_game() -> None:
    pegs = pivotry.new("pegs").position()
    pegs["stacks"] = {
        "A1": "llll", "A2": "dd", "A3": "lld", "A4": "ddd", "B3": "d", "B4": "d", "C1": "ll",
    }  # fmt: skip
    match = pivotry.from_position(pegs)
    for text, does in {
        "C1-D1": "It brings a ring of the other side into the goal row.",
        "A1-B1": "It brings a ring of the other side forward.",
        "A1-A2": "It keeps a ring of the other side from going forward.",
        "A3-A4": "It puts a ring of yours where it can go forward.",
        "A3-A2": "",
    }.items():
        assert reasons.why(match, 0, players.Thought(text)) == does
    start = pivotry.new("pegs")
    assert reasons.why(start, 0, players.Thought("A2-B2")) == "It brings a ring of yours forward."
    bars = pivotry.new("pivotation", board="mini")
    for text in ("b1-a2", "f5-d4", "d1-c2", "b5-a4", "c1-c3", "e5-d3"):
        bars.play(text)
    assert reasons.why(bars, 0, players.Thought("c2-d3")) == (
        "It holds down 1 end more of the other side’s bars."
    )
    assert reasons.why(bars, 0, players.Thought("a1-b1")) == ""
    updown = pivotry.from_position(ending(hands=(("8", LAST, "DOWN"), ("63", "UP"))))
    assert reasons.why(updown, 0, players.Thought("8")) == "Its word gives you another turn."
    assert reasons.why(updown, 0, players.Thought(LAST)).startswith(f"{LAST} can be played")
    bounce = pivotry.new("bounce", 2, seed=1)
    seat = bounce.turn
    text = next(move for move in bounce.legal_moves() if move.startswith("set"))
    assert seat is not None
    assert reasons.why(bounce, seat, players.Thought(text)) == ""


def test_a_hint_is_the_same_however_hidden_cards_lie() -> None:
    one = pivotry.from_position(ending(hands=(("8", LAST, "DOWN"), ("63", "UP"))))
    two = pivotry.from_position(ending(hands=(("8", LAST, "DOWN"), ("64", "DOWN"))))
    for text in one.legal_moves():
        told = players.Thought(text, (players.Candidate(text, 9, 0.1, None),))
        assert reasons.why(one, 0, told) == reasons.why(two, 0, told)


# --- words --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", pivotry.games())
def test_the_marks_of_a_picture_are_explained_below_it(visitor: Visitor, game: str) -> None:
    page = visitor.get(visitor.sit(game, "pc")).text
    assert "What do the marks mean?" in page
    legend = pivotry.registry.get(game).telling.legend()
    assert len(legend) >= 7
    assert all(mark and means for mark, means in legend)
    assert page.count("<dt>") == len(legend)


def test_no_mark_is_a_letter_alone() -> None:
    for game in ("updown", "bounce"):
        for compact in (False, True):
            match = pivotry.new(game, 4, seed=2)
            texts = re.findall(r"<text[^>]*>([^<]*)</text>", match.svg(0, compact=compact))
            assert [text for text in texts if re.fullmatch(r"[A-Za-z]|[0-9]+ / [0-9]+", text)] == []


def test_holes_are_called_holes(visitor: Visitor) -> None:
    table = visitor.sit("pivotation", "pp")
    state = visitor.state(table)
    assert all(said.startswith(f"hole {at}") for at, said in state["places"].items())
    move = state["paths"][0][0]
    said = visitor.act(table, "play", text=move).json()["say"]
    source, to = move.split("-")
    assert said.startswith(f"Dark: hole {source} to hole {to}.")


def test_a_newcomer_is_told_whom_play_now_is_against(visitor: Visitor, folder: Path) -> None:
    page = visitor.get("/", headers={"Accept": "text/html"}).text
    assert page.count(" selected>learner (2 of 8)</option>") == 4
    assert page.count("champion (8 of 8)") == 4
    visitor.post("/start/pegs", {"way": "alone"})
    (kept,) = stored(folder)
    assert [seat["player"] for seat in kept["seats"] if seat["kind"] == "computer"] == ["level-2"]


def test_puzzles_are_easy_or_hard_not_of_a_level(visitor: Visitor) -> None:
    for game in ("pegs", "pivotation"):
        listed = visitor.get(f"/puzzles/{game}", headers={"Accept": "text/html"}).text
        assert re.findall(r'<h2 id="grade-1">(\w+)', listed) == ["Easy"]
        page = visitor.get(f"/puzzles/{game}/1", headers={"Accept": "text/html"}).text
        assert re.search(r'<p class="soft">(Easy|Medium|Hard|Very hard|For masters)</p>', page)
        assert "level" not in re.sub(r"<script.*?</script>|<[^>]+>", "", page, flags=re.DOTALL)


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("game", ["updown", "bounce"])
def test_a_curtain_takes_as_much_room_as_a_hand(game: str, compact: bool) -> None:
    for players_, seed in ((2, 1), (4, 2)):
        match = pivotry.new(game, players_, seed=seed)
        sizes = [
            re.search(
                r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"',
                match.svg(eye, compact=compact, near=0, covered=eye is None),
            )
            for eye in (0, None)
        ]
        open_, shut = (size.groups() for size in sizes if size)
        assert open_[0] == shut[0]
        assert float(shut[1]) == pytest.approx(float(open_[1]), abs=16)
