"""The editor of positions: what clicks change, what is wrong, what becomes of a position."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest

import pivotry
from pivotry import players, raster, registry
from pivotry.editing import Editing
from pivotry.errors import BadPosition, IllegalMove
from pivotry.svg import Look

from .conftest import HERE, Visitor
from .test_apart import another, joined, links

GAMES = [game for game in pivotry.games() if registry.get(game).editing]
HOSTILE: list[Any] = [
    None, 3, "x", [], {}, {"stacks": []}, {"stacks": {"A1": ["d"], "a1": "d1", "zz": None}},
    {"stacks": {"A1": "dl" * 500, "a1": ["d1"] * 500, "b1": [["d1"], {}, 7, "d99", "l0"]}},
    {"turn": {"a": [1]}, "step": [], "ply": -1, "quiet": 10**40, "result": 5, "last": {}},
    {"board": {"widths": [-1, "x"]}, "lanes": {"A1": "B1"}, "quiet_limit": "many", "first": None},
    {"board": {"widths": [5, 6] * 60}, "lanes": "none", "last": "A1-Z9", "ply": True},
    {"board": {"dark": []}, "last": "--------", "result": ["dark"], "turn": "\ud800"},
    {"turn": None, "step": None, "ply": None, "result": "both", "board": None, "stacks": None},
]  # fmt: skip


def how(game: str) -> Editing:
    found = registry.get(game).editing
    assert found is not None
    return found


def faults(game: str, position: Any) -> list[tuple[str | None, str]]:
    try:
        registry.get(game).position.read(position)
    except BadPosition as bad:
        return bad.faults
    return []


def edit(visitor: Visitor, game: str, position: Any, **more: Any) -> Any:
    return visitor.post(f"/edit/{game}", {"position": json.dumps(position), **more})


def change(visitor: Visitor, game: str, position: Any, what: str, **more: Any) -> Any:
    beside = {key: more.pop(key) for key in ("tool", "at") if key in more}
    return edit(visitor, game, position, change={"what": what, **more}, **beside)


# --- what each game says ------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_beginning_is_the_beginning(game: str) -> None:
    assert how(game).start(how(game).shaped({})) == pivotry.new(game).position()
    assert how(game).cleared(how(game).start(how(game).shaped({})))["stacks"] == {}


@pytest.mark.parametrize("game", GAMES)
def test_every_offered_change_can_be_made_drawn_and_taken_back(game: str) -> None:
    editing = how(game)
    first = pivotry.new(game).position()
    kept = json.dumps(first)
    for tool in editing.tools():
        offered = editing.changes(first, tool.id)
        assert len(set(offered)) == len(offered)
        for path in offered[::7] + offered[-1:]:
            then = editing.change(first, tool.id, path)
            assert then != first
            assert editing.shaped(then) == then
            assert "<svg" in registry.get(game).picture.draw(editing.drawable(then), Look())
    assert json.dumps(first) == kept


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("data", HOSTILE, ids=range(len(HOSTILE)))
def test_whatever_comes_something_of_it_can_be_drawn_and_changed(game: str, data: Any) -> None:
    editing = how(game)
    position = editing.shaped(data)
    assert editing.shaped(position) == position
    before = faults(game, position)
    assert "<svg" in registry.get(game).picture.draw(editing.drawable(position), Look())
    assert set(editing.troubled(position)) <= {
        name for path in editing.changes(editing.cleared(position), "dark") for name in path
    }
    for dial in editing.dials(position):
        for value in ("", "7", "-1", "own", "x" * 300, "1,2,3/4", "9" * 200, "\ud800"):
            other = editing.dialled(position, dial.name, value)
            registry.get(game).picture.draw(editing.drawable(other), Look())
            faults(game, other)
    for tool in editing.tools():
        for path in editing.changes(position, tool.id)[:5]:
            editing.change(position, tool.id, path)
        for at in (["nowhere"], ["A1", "nowhere"], ["a1", "nowhere"]):
            with pytest.raises(IllegalMove):
                editing.change(position, tool.id, at)
    assert faults(game, position) == before


def test_a_peg_takes_as_many_rings_as_it_has_room_for() -> None:
    editing = how("pegs")
    position = editing.shaped({})
    for ring in "dl":
        position = editing.change(position, {"d": "dark", "l": "light"}[ring], ["C1"])
    assert position["stacks"] == {"C1": "dl"}
    with pytest.raises(IllegalMove) as full:
        editing.change(position, "dark", ["C1"])
    assert full.value.clauses == ("G-1",)
    assert full.value.squares == ("C1",)
    assert ("C1",) not in editing.changes(position, "dark")
    position = editing.rearranged(position, "C1", 1, "raise")
    assert position["stacks"] == {"C1": "ld"}
    assert [piece.level for piece in editing.pile(position, "C1")] == [2, 1]
    position = editing.rearranged(position, "C1", 2, "swap")
    assert editing.rearranged(position, "C1", 1, "remove")["stacks"] == {"C1": "l"}
    for level, way in ((2, "raise"), (1, "lower"), (3, "remove"), (0, "swap")):
        with pytest.raises(IllegalMove):
            editing.rearranged(position, "C1", level, way)


def test_a_bar_turns_about_the_end_that_stays() -> None:
    editing = how("pivotation")
    position = editing.shaped({})
    position = editing.change(position, "dark", ["c3", "d3"])
    position = editing.change(position, "light", ["d3", "e3"])
    assert position["stacks"] == {"c3": ["d1"], "d3": ["d1", "l1"], "e3": ["l1"]}
    position = editing.change(position, "move", ["d3", "e4"])
    assert position["stacks"] == {"c3": ["d1"], "d3": ["d1"], "e3": ["l1"], "e4": ["l1"]}
    with pytest.raises(IllegalMove, match="neighbour"):
        editing.change(position, "move", ["e4", "a1"])
    position = editing.change(position, "swap", ["c3"])
    assert position["stacks"]["d3"] == ["l2"]
    assert editing.change(position, "remove", ["d3"])["stacks"] == {"e3": ["l1"], "e4": ["l1"]}


def test_no_side_gets_a_seventeenth_bar() -> None:
    editing = how("pivotation")
    position = editing.shaped({})
    for _ in range(16):
        position = editing.change(position, "dark", ["c3", "d3"])
    assert not faults("pivotation", {**position, "result": "dark"})
    with pytest.raises(IllegalMove, match="16"):
        editing.change(position, "dark", ["c3", "d3"])


def test_places_in_trouble_are_named() -> None:
    bars = how("pivotation")
    steep = bars.shaped({"stacks": {"c3": ["d1"], "d3": ["d2", "d3", "d1"], "e3": ["d2", "d3"]}})
    assert bars.troubled(steep) == ("c3", "d3")
    crossed = bars.shaped({"stacks": {"c3": ["d1", "d2"], "d3": ["d2", "d1"]}})
    assert bars.troubled(crossed) == ("c3", "d3")
    lone = bars.shaped({"stacks": {"c3": ["d1"]}})
    assert bars.troubled(lone) == ("c3",)
    assert bars.drawable(lone)["stacks"] == {}
    rings = how("pegs")
    assert rings.troubled(rings.shaped({"stacks": {"C2": "ddd"}})) == ("C2",)
    goal = {f"D{n}": "l" for n in range(1, 5)}
    assert rings.troubled(rings.shaped({"stacks": goal})) == tuple(goal)
    start = pivotry.new("pegs").position()
    assert rings.troubled({**start, "last": "A1-B1", "ply": 1}) == ("A1", "B1")


def test_another_board_keeps_the_bars_that_it_has_holes_for() -> None:
    editing = how("pivotation")
    first = pivotry.new("pivotation").position()
    small = editing.dialled(first, "board", "mini")
    assert {bar for stack in small["stacks"].values() for bar in stack} < {
        bar for stack in first["stacks"].values() for bar in stack
    }
    assert editing.troubled(small) == ()
    own = editing.dialled(small, "board", "own")
    assert own["board"] == {"widths": [6, 5, 6, 5, 6]}
    assert not faults("pivotation", editing.dialled(own, "widths", "5 6 5 6 5"))
    assert any(clause == "PR-2" for clause, _ in faults(
        "pivotation", editing.dialled(own, "widths", "5 9")
    ))  # fmt: skip


# --- the page -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_page_to_edit_at_and_none_where_hands_are_hidden(visitor: Visitor, game: str) -> None:
    page = visitor.get(f"/edit/{game}")
    assert page.status_code == 200
    assert 'role="radiogroup"' in page.text
    for other in ("bounce", "updown", "chess"):
        assert visitor.get(f"/edit/{other}").status_code == 404
        assert edit(visitor, other, {}).status_code == 404


def test_clicks_change_the_position_and_faults_are_listed_and_lit(visitor: Visitor) -> None:
    start = pivotry.new("pegs").position()
    shown = edit(visitor, "pegs", start).json()
    assert shown["valid"]
    assert "in order" in shown["panels"]["faults"]
    answer = change(visitor, "pegs", start, "clicks", tool="dark", clicks=[["B1"]])
    assert answer.status_code == 200
    found = answer.json()
    assert json.loads(found["position"])["stacks"]["B1"] == "d"
    assert not found["valid"]
    assert "/rules/pegs#G-2" in found["panels"]["faults"]
    assert "data-play" not in found["panels"]["use"]
    found = change(visitor, "pegs", start, "dial", name="last", value="A1-B1").json()
    assert 'class="mark lit"' in found["panels"]["picture"]


def test_what_cannot_be_done_is_refused_and_changes_nothing(visitor: Visitor) -> None:
    start = pivotry.new("pegs").position()
    refusals: list[tuple[str, dict[str, Any]]] = [
        ("clicks", {"tool": "dark", "clicks": [["A1"]]}),
        ("clicks", {"tool": "nothing", "clicks": [["A1"]]}),
        ("clicks", {"tool": "dark", "clicks": []}),
        ("clicks", {"tool": "move", "clicks": [["B1"]]}),
        ("dial", {"name": "game", "value": "chess"}),
        ("pile", {"at": "A1", "level": 9}),
        ("pile", {"at": "Z1", "level": 1}),
        ("read", {"text": "no position"}),
        ("read", {"text": json.dumps(pivotry.new("pivotation").position())}),
        ("read", {"text": "{"}),
        ("read", {"text": "dldl,ldld,dldl,ldld/4/5/6 d 1 - 0 0 -"}),
    ]
    for what, more in refusals:
        answer = change(visitor, "pegs", start, what, **more)
        assert answer.status_code == 422, (what, more)
        assert json.loads(answer.json()["position"]) == start
        assert answer.json()["panels"]["notice"].count("<p") >= 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("data", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_positions_get_an_answer(visitor: Visitor, game: str, data: Any) -> None:
    answer = edit(visitor, game, data)
    assert answer.status_code == 200
    assert not answer.json()["valid"]
    assert "not in order" in answer.json()["panels"]["faults"]
    for what in ("start", "clear"):
        assert change(visitor, game, data, what).status_code == 200
    assert visitor.post(f"/edit/{game}/play", {"position": json.dumps(data)}).status_code == 422
    assert visitor.post(f"/edit/{game}/think", {"position": json.dumps(data)}).status_code == 422


CODE = re.compile(r"\bnull\b|'(?:turn|step|ply|quiet|last|result|quiet_limit|dark|light|draw)'")


@pytest.mark.parametrize(
    ("game", "changed", "said"),
    [
        ("pegs", {"ply": ""}, "Say how many moves there have been so far, with a whole number"),
        ("pegs", {"ply": "x"}, "instead of &#39;x&#39;."),
        ("pegs", {"quiet": -1}, "Say how many quiet moves there have been in a row, with a"),
        ("pegs", {"quiet": 3}, "Of 0 moves so far 3 cannot have been quiet: make the first"),
        ("pegs", {"quiet_limit": 0}, "Say how many quiet moves make a draw, with a whole number"),
        ("pegs", {"result": "draw"}, "It is no draw yet, for moves are left and 0 of 100 quiet"),
        ("pegs", {"result": "dark"}, "Dark has not won, for 0 of its rings lie in row D: put"),
        ("pegs", {"last": "A1-B1"}, "The last move was A1-B1, so there has been one: set the"),
        ("pegs", {"last": "A1"}, "Write the last move as the pegs it led from and to, such as"),
        ("pivotation", {"ply": "x"}, "Say how many moves there have been so far, with a whole"),
        ("pivotation", {"result": "light"}, "Light cannot have won: Dark has 0 finished bars"),
        ("pivotation", {"stacks": {}}, "Dark is to move and has no legal pivot, so the game is"),
    ],
)
def test_what_is_wrong_is_said_to_who_sees_no_json(
    visitor: Visitor, game: str, changed: dict[str, Any], said: str
) -> None:
    position = {**pivotry.new(game).position(), **changed}
    panel = edit(visitor, game, position).json()["panels"]["faults"]
    told = re.sub(r"<[^>]*>", "", panel)
    assert said in told
    assert not CODE.findall(html.unescape(told)), told
    answer = visitor.post(f"/edit/{game}/play", {"position": json.dumps(position)}).json()
    assert said in answer["notice"]
    # Who writes JSON is told its keys.
    assert any(CODE.search(text) for _, text in faults(game, position))


@pytest.mark.parametrize("text", ["", "{", "[" * 50_000, "1e999", '{"a": 1, "a": 2}', "NaN"])
def test_texts_that_are_no_json_get_an_answer(visitor: Visitor, text: str) -> None:
    answer = visitor.post("/edit/pegs", {"position": text})
    assert answer.status_code in (200, 422)
    assert "panels" in answer.json()
    assert visitor.post("/edit/pegs/play", {"position": text}).status_code == 422


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("1e400", "the number 1e400 is too large"),
        ("-1e400", "the number -1e400 is too large"),
        ("9" * 400 + ".5", "too large"),
        ("NaN", "NaN is no number of JSON"),
        ("-Infinity", "-Infinity is no number of JSON"),
    ],
    ids=["large", "negative", "long", "nan", "infinity"],
)
def test_a_number_that_cannot_be_written_again_is_refused_on_reading(
    visitor: Visitor, game: str, number: str, said: str
) -> None:
    start = pivotry.new(game).position()
    text = f'{{"game":"{game}","ply":{number}}}'
    answer = change(visitor, game, start, "read", text=text)
    assert answer.status_code == 422
    found = answer.json()
    assert json.loads(found["position"]) == start
    assert said in html.unescape(found["panels"]["notice"])
    # The editor goes on as before.
    after = edit(visitor, game, json.loads(found["position"]))
    assert after.status_code == 200
    assert after.json()["valid"]
    assert visitor.post("/load", {"text": text}).status_code == 422


def test_positions_in_one_line_and_records_are_read(visitor: Visitor) -> None:
    start = pivotry.new("pivotation").position()
    match = pivotry.new("pegs")
    match.play("A1-B1")
    line = registry.get("pegs").fen.write(match.position())
    for text in (line, f"position fen {line}", json.dumps(match.record())):
        found = change(visitor, "pegs", start, "read", text=text).json()
        assert json.loads(found["position"]) == match.position(), text
    faulty = {**match.position(), "ply": 0}
    found = change(visitor, "pegs", start, "read", text=json.dumps(faulty)).json()
    assert not found["valid"]
    assert json.loads(found["position"]) == faulty


# --- what becomes of it -------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_played_on_from(visitor: Visitor, game: str) -> None:
    match = pivotry.new(game)
    match.play(match.legal_moves()[0])
    text = json.dumps(match.position())
    for seat, kinds in ((0, "pc"), (1, "cp"), (None, "pp")):
        answer = visitor.post(f"/edit/{game}/play", {"position": text, "seat": seat})
        assert answer.status_code == 201
        seats = visitor.state(answer.json()["url"])["panels"]["seats"]
        assert seats.count('value="person" selected') == kinds.count("p")
    assert visitor.post(f"/edit/{game}/play", {"position": text, "seat": 2}).status_code == 422
    assert visitor.post(f"/edit/{game}/play", {"position": text, "seat": -1}).status_code == 422


def test_a_finished_position_is_not_played_on_from(visitor: Visitor) -> None:
    position = pivotry.new("pegs").position()
    goal = {"A1": "lldd", "A2": "dddl", "A3": "lll", "A4": "ll", "D1": "d", "D2": "d", "D3": "d"}
    position |= {"stacks": goal, "result": "dark"}
    assert not faults("pegs", position)
    for what in ("play", "think"):
        answer = visitor.post(f"/edit/pegs/{what}", {"position": json.dumps(position)})
        assert answer.status_code == 422
        assert "over" in answer.json()["notice"]


def test_pictures_of_a_position(visitor: Visitor) -> None:
    line = registry.get("pegs").fen.write(pivotry.new("pegs").position())
    svg = visitor.get("/edit/pegs/picture.svg", params={"text": line})
    assert svg.headers["content-type"].startswith("image/svg+xml")
    assert "attachment" in svg.headers["content-disposition"]
    assert "sandbox" in svg.headers["content-security-policy"]
    png = visitor.get("/edit/pegs/picture.png", params={"text": line})
    assert png.content[:8] == b"\x89PNG\r\n\x1a\n"
    for text in ("", "x", line.replace("dldl", "dddd", 1), "9" * 5000):
        assert visitor.get("/edit/pegs/picture.svg", params={"text": text}).status_code == 404


def test_without_the_extra_there_are_svg_files_alone(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(raster, "available", lambda: False)
    start = pivotry.new("pegs").position()
    use = edit(visitor, "pegs", start).json()["panels"]["use"]
    assert ".png" not in use
    assert "not installed" in use
    line = registry.get("pegs").fen.write(start)
    assert visitor.get("/edit/pegs/picture.png", params={"text": line}).status_code == 409


def test_the_computer_says_what_it_thinks(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pivotry.server.analyst.THOUGHT", 0.05)
    text = json.dumps(pivotry.new("pegs").position())
    panel = visitor.post("/edit/pegs/think", {"position": text}).json()["panel"]
    lines = [json.loads(html.unescape(line)) for line in re.findall("data-line='(.*?)'", panel)]
    # The computer weighs several moves, here all there are, each with what may follow.
    assert sorted(line[0] for line in lines) == pivotry.new("pegs").legal_moves()
    assert panel.count('class="value"') == len(lines)
    assert 'data-light="A1 B1"' in panel
    assert "were not looked at" not in panel
    for line in lines:
        found = change(visitor, "pegs", pivotry.new("pegs").position(), "moves", moves=line)
        match = pivotry.new("pegs")
        for move in line:
            match.play(move)
        assert json.loads(found.json()["position"]) == match.position()


def test_a_position_with_one_move_is_thought_about_too() -> None:
    stacks = {
        "a2": ["l2"], "b2": ["l2", "l3"], "c3": ["l3"], "e3": ["l1"], "d4": ["l1"], "c5": ["d1"],
        "d5": ["d1"],
    }  # fmt: skip
    position = {"game": "pivotation", "board": "mini", "turn": "dark", "ply": 0, "result": None}
    match = pivotry.from_position({**position, "stacks": stacks})
    assert match.legal_moves() == ["c5-e5"]
    found = players.consider(match.view(0), lines=5, nodes=500, seed=1)
    (only,) = found.candidates
    assert only.text == found.text == "c5-e5"
    assert len(only.line) > 1


@pytest.mark.parametrize(
    ("position", "moves", "said"),
    [
        ({}, ["A1-A3"], "A3 is not next to A1"),
        ({}, ["what"], "no move"),
        ({}, ["A1-B1", "A1-B1"], ""),
        ({"turn": "green"}, ["A1-B1"], "Say which side is to move"),
    ],
)
def test_moves_that_the_rules_forbid_are_not_played_on_the_board(
    visitor: Visitor, position: dict[str, Any], moves: list[str], said: str
) -> None:
    start = {**pivotry.new("pegs").position(), **position}
    answer = change(visitor, "pegs", start, "moves", moves=moves)
    assert answer.status_code == 422
    assert json.loads(answer.json()["position"]) == start
    assert said in re.sub("<[^>]*>", "", answer.json()["panels"]["notice"])


def test_a_position_of_a_table_can_be_edited_by_who_knows_the_table(visitor: Visitor) -> None:
    table, friend = joined(visitor, "pegs")
    visitor.act(table, "play", text="A1-B1")
    visitor.act(table, "resign", seat=0)
    id = table.rpartition("/")[2]
    page = friend.get(f"/edit/pegs?table={id}&ply=0").text
    assert '"B1"' not in page.partition("</script>")[0].rpartition("<script")[2]
    assert '"last": "A1-B1"' in friend.get(f"/edit/pegs?table={id}").text
    for ply in ("7", "x", "-1", ""):
        page = friend.get(f"/edit/pegs?table={id}&ply={ply}").text
        assert '"last": "A1-B1"' in page
        assert "this is the last one" in page
    assert "this is the last one" not in friend.get(f"/edit/pegs?table={id}&ply=1").text
    assert friend.get(f"/edit/pivotation?table={id}").status_code == 404
    assert another(visitor).get(f"/edit/pegs?table={id}").status_code == 404
    hidden, _ = joined(visitor, "bounce")
    assert visitor.get(f"/edit/pegs?table={hidden.rpartition('/')[2]}").status_code == 409


@pytest.mark.parametrize("kinds", ["pp", "pc", "cc"])
def test_positions_are_tried_out_by_who_plays_alone_or_watches_computers(
    visitor: Visitor, kinds: str
) -> None:
    table = visitor.sit("pegs", kinds)
    assert "/edit/pegs?table=" in visitor.state(table)["panels"]["take"]
    page = visitor.get(f"/edit/pegs?table={table.rpartition('/')[2]}&ply=0")
    assert page.status_code == 200
    assert visitor.get(f"{table}/past?ply=0").json()["branch"]
    assert visitor.post(f"{table}/branch", {"ply": 0}).status_code == 201


def test_no_position_of_a_match_with_others_is_tried_out_while_it_goes_on(
    visitor: Visitor,
) -> None:
    table, friend = joined(visitor, "pegs")
    guest = another(visitor)
    guest.post(links(visitor, table, "watch")[0], {})
    visitor.act(table, "play", text="A1-B1")
    address = f"/edit/pegs?table={table.rpartition('/')[2]}&ply=0"
    for over in (False, True):
        if over:
            visitor.act(table, "resign", seat=0)
        for person in (visitor, friend, guest):
            assert ("/edit/pegs?table=" in person.state(table)["panels"]["take"]) is over
            assert person.get(f"{table}/past?ply=0").json()["branch"] is over
            opened = person.get(address)
            assert opened.status_code == (200 if over else 409)
            branched = person.post(f"{table}/branch", {"ply": 0})
            assert branched.status_code == (201 if over else 409)
            if not over:
                assert "when it is over" in opened.text
                assert "when it is over" in branched.json()["notice"]


@pytest.mark.parametrize("game", GAMES)
def test_half_a_character_anywhere_gets_an_answer(visitor: Visitor, game: str) -> None:
    position = pivotry.new(game).position()
    for key in position:
        for value in ("\ud800", ["\ud800"], {"\ud800": "\ud800"}):
            assert edit(visitor, game, {**position, key: value}).status_code == 200
    body = rb'{"position": "{}", "at": "\ud800"}'
    headers = {"Origin": HERE, "Content-Type": "application/json"}
    assert visitor.client.post(f"/edit/{game}", content=body, headers=headers).status_code == 422
