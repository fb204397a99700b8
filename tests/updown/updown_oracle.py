"""The up-down card game told slowly, on position JSON with plain lists: nothing shared with src."""

from __future__ import annotations

import copy
from typing import Any

DECK = [str(n) for n in range(1, 81)] + ["UP"] * 11 + ["DOWN"] * 11 + ["PIVOT"] * 6
STANDARD = {
    **dict.fromkeys(("8", "28", "48", "68"), "EXTRA"),
    **dict.fromkeys(("13", "33", "53", "73"), "DRAWS"),
    **dict.fromkeys(("18", "38", "58", "78"), "SKIP"),
}
COST = {"UP": 2, "DOWN": 2, "PIVOT": 3}

Position = dict[str, Any]


def word(p: Position, card: str) -> str | None:
    words = p.get("words", "standard")
    if words == "standard":
        words = STANDARD
    return None if words == "none" else words.get(card)


def playable(p: Position, card: str) -> bool:
    if card == "PIVOT":
        return True
    if card in ("UP", "DOWN"):
        return card.lower() != p["going"]
    top = int(p["numbers"][-1])
    return p["free"] or (int(card) > top if p["going"] == "up" else int(card) < top)


def legal(p: Position) -> list[str]:
    if p["result"] is not None or p["phase"] == "deal":
        return []
    if p["phase"] == "drawing":
        return sorted({f"={card}" for card in p["draw"]})
    if p["phase"] == "drawn":
        return sorted([p["drawn"], "keep"])
    return sorted({card for card in p["hands"][p["turn"]] if playable(p, card)} | {"draw"})


def play(p: Position, move: str) -> Position:
    p = copy.deepcopy(p)
    drawn = p.pop("drawn", None)
    hand = p["hands"][p["turn"]]
    if p["phase"] == "drawing":
        cause = p.pop("cause")
        card = move[1:]
        p["draw"].remove(card)
        hand.append(card)
        p["phase"] = "play"
        if cause == "draw":
            if not playable(p, card):
                return idle_turn(p)
            p["phase"], p["drawn"] = "drawn", card
        return p
    if move == "keep":
        assert drawn is not None
        return idle_turn(p)
    if move == "draw":
        if card_can_be_drawn(p):
            p["phase"], p["cause"] = "drawing", "draw"
            return p
        return idle_turn(p)
    hand.remove(move)
    p["last_player"], p["idle"] = p["turn"], 0
    if move.isdigit():
        p["numbers"].append(move)
    else:
        p["directions"].append(move)
        p["going"] = "down" if p["going"] == "up" else "up"
    if not hand:
        return game_over(p)
    return next_turn(p, word(p, move))


def card_can_be_drawn(p: Position) -> bool:
    """Refills an empty pile, if it may be refilled."""
    if not p["draw"] and p.get("end") != "deck_out":
        for name in ("numbers", "directions"):
            p["draw"] += p[name][:-1]
            p[name] = p[name][-1:]
    return bool(p["draw"])


def idle_turn(p: Position) -> Position:
    p["idle"] += 1
    return next_turn(p, None)


def next_turn(p: Position, effect: str | None) -> Position:
    if p.get("end") == "deck_out" and not p["draw"]:
        return game_over(p)
    hopeless = not p["draw"] and len(p["numbers"]) == 1 and len(p["directions"]) <= 1
    if p["idle"] >= 2 * p["players"] and hopeless:
        return game_over(p)
    steps = {"EXTRA": 0, "SKIP": 2}.get(effect or "", 1)
    for _ in range(steps):
        p["turn"] += 1 if p["going"] == "up" else -1
        p["turn"] %= p["players"]
    p["free"] = p["turn"] == p["last_player"] and effect != "EXTRA"
    p["phase"] = "play"
    if effect == "DRAWS" and card_can_be_drawn(p):
        p["phase"], p["cause"] = "drawing", "penalty"
    return p


def game_over(p: Position) -> Position:
    p["free"], p["phase"] = False, "deal"
    for seat, hand in enumerate(p["hands"]):
        p["scores"][seat] += sum(COST.get(card, 1) for card in hand)
    if p["game_number"] == p.get("games", 5):
        p["result"] = [i for i, n in enumerate(p["scores"]) if n == min(p["scores"])]
    return p
