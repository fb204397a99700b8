"""Nothing that a seat gets depends on what it cannot see.

Two states that look the same to a seat and differ elsewhere must give it the same bytes: view,
picture, words, list of moves and every explanation.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from kit import SETUPS, Play, generator, setup_id

from pivotry import registry
from pivotry.chance import Stream, seed_bytes
from pivotry.contract import blank
from pivotry.svg import Look

HIDDEN = [setup for setup in SETUPS if registry.get(setup[0]).facts.hidden]
TEXTS = {
    "updown": [*map(str, range(1, 81)), "UP", "DOWN", "PIVOT", "draw", "keep", "=3", "=UP", "99"],
    "bounce": [
        "rotate",
        *(f"set {n}" for n in range(1, 10)),
        *(f"take p{n}" for n in range(1, 7)),
        *(f"add {a}/{b} p{p}" for a in range(1, 10) for b in range(1, 10) for p in (1, 2, 3)),
    ],
}


def shown(play: Play, state: Any, config: Any, options: Any, seat: int) -> str:
    """Everything that ``seat`` can be given in a state, as one text."""
    game = play.game
    view = game.views.view(state, config, options, seat)
    look = Look(theme="light")
    told = [
        json.dumps(view, sort_keys=True),
        game.picture.draw(view, look),
        game.picture.words(view),
        str(game.telling.places(view)),
    ]
    if int(game.rules.actor(state, config)) == seat:
        work = blank(game.rules.WORK)[0]
        game.rules.derive(state, config, work)
        n = int(game.rules.legal(state, config, work, play.out))
        told.append(str(play.out[:n].tolist()))
        told.extend(str(game.explain.explain(state, config, text)) for text in TEXTS[game.facts.id])
    return "\n".join(told)


@pytest.mark.parametrize("setup", HIDDEN, ids=setup_id)
def test_what_a_seat_gets_depends_on_what_it_sees(setup: Any) -> None:
    game, players, options = setup
    play = Play(game, players, options, compiled=True).begin(31)
    rng = generator(37)
    differing = 0
    for step in range(60):
        if play.over:
            break
        if step % 10 == 0:
            for seat in range(players):
                truth = shown(play, play.s, play.c, play.options, seat)
                view = play.game.views.view(play.s, play.c, play.options, seat)
                for again in range(2):
                    stream = Stream(seed_bytes(step), seat * 10 + again)
                    other_options, other = play.game.views.fill(view, stream)
                    differing += other.tobytes() != play.s.tobytes()
                    assert shown(play, other, play.c, other_options, seat) == truth
        play.k.random(play.s, play.c, play.w, rng)
    assert differing > 10


@pytest.mark.parametrize("setup", HIDDEN, ids=setup_id)
def test_a_spectator_sees_no_hand(setup: Any) -> None:
    """Every hand and the pile exchanged at once: a spectator notices nothing."""
    game, players, options = setup
    play = Play(game, players, options, compiled=True).begin(41)
    rng = generator(43)
    views, picture = play.game.views, play.game.picture
    for step in range(40):
        if play.over:
            break
        view = views.view(play.s, play.c, play.options, None)
        assert all(isinstance(hand, int) for hand in view["hands"])
        _, other = views.fill(view, Stream(seed_bytes(step), 0))
        again = views.view(other, play.c, play.options, None)
        assert json.dumps(view, sort_keys=True) == json.dumps(again, sort_keys=True)
        assert picture.draw(view, Look()) == picture.draw(again, Look())
        assert play.game.telling.places(view) == play.game.telling.places(again)
        play.k.random(play.s, play.c, play.w, rng)
