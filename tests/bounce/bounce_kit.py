"""Positions for tests of the two-ended cards, and a slow, literal reading of the rules.

The oracle keeps position JSON itself, cards as texts in lists, and does what the rules page says
word by word. It shares nothing with the product.
"""

from __future__ import annotations

import copy
from typing import Any

Position = dict[str, Any]


def table(hands: list[str], sets: list[str] | None = None, **more: Any) -> Position:
    """A position: hands and sets as texts like ``"5/7 1/2"``, the first player to move."""
    players = len(hands)
    position: Position = {
        "game": "bounce", "players": players, "turn": 0, "starter": 0, "round": 1, "turns": 0,
        "phase": "play", "scores": [0] * players, "out": [], "result": None,
        "hands": [cards.split() for cards in hands],
        "sets": [cards.split() for cards in sets or [""] * players],
        "discard": [], "known": [[] for _ in hands],
    }  # fmt: skip
    position.update(more)
    return position


# --- the oracle ------------------------------------------------------------------------------


def deck(name: str) -> set[frozenset[str]]:
    """BR-1: the cards, each as the set of its numbers."""
    if name == "pairs9":
        return {frozenset((str(a), str(b))) for a in range(1, 10) for b in range(1, 10) if a != b}
    return {frozenset((str(a), str(b))) for a in range(1, 9) for b in range(1, 9)}


def turned(card: str) -> str:
    return card[::-1]


def active(card: str) -> int:
    return int(card[0])


def legal(position: Position) -> list[str]:
    """Every move of the player to move, sorted."""
    if position["phase"] != "play" or position["result"] is not None:
        return []
    me = position["turn"]
    hand = position["hands"][me]
    opponents = [p for p in range(position["players"]) if p != me]
    moves = ["rotate"]
    for number in {active(card) for card in hand}:
        size = len([card for card in hand if active(card) == number])
        rivals = [position["sets"][p] for p in opponents if len(position["sets"][p]) == size]
        if all(number > active(rival[0]) for rival in rivals):
            moves.append(f"set {number}")
    for p in opponents:
        if position["sets"][p]:
            moves.append(f"take p{p + 1}")
            shown = active(position["sets"][p][0])
            moves += [f"add {card} p{p + 1}" for card in hand if active(card) == shown]
    return sorted(moves)


def play(before: Position, move: str) -> Position:
    """The position after a move, with the next turn begun."""
    now = copy.deepcopy(before)
    players, me = now["players"], now["turn"]
    hands, sets, known, discard = now["hands"], now["sets"], now["known"], now["discard"]
    grew: int | None = None
    kind, *rest = move.split()
    if kind == "set":
        sets[me] = [card for card in hands[me] if active(card) == int(rest[0])]
        hands[me] = [card for card in hands[me] if card not in sets[me]]
        known[me] = [card for card in known[me] if card not in sets[me]]
        grew = me
    elif kind == "add":
        grew = int(rest[1][1:]) - 1
        hands[me].remove(rest[0])
        if rest[0] in known[me]:
            known[me].remove(rest[0])
        sets[grew].append(rest[0])
    elif kind == "take":
        other = int(rest[0][1:]) - 1
        hands[me] += [turned(card) for card in sets[other]]
        known[me] += [turned(card) for card in sets[other]]
        sets[other] = []
    else:
        hands[me] = [turned(card) for card in hands[me]]
        known[me] = [turned(card) for card in known[me]]
    if not hands[me]:
        now["out"].append(me)
    if grew is not None:
        rivals = [p for p in range(players) if p != grew and len(sets[p]) == len(sets[grew])]
        number = active(sets[grew][0])
        back = [p for p in rivals if active(sets[p][0]) < number]
        if any(active(sets[p][0]) > number for p in rivals):
            back.append(grew)
        for p in back:
            if p in now["out"]:
                discard += sets[p]
            else:
                hands[p] += [turned(card) for card in sets[p]]
                known[p] += [turned(card) for card in sets[p]]
            sets[p] = []
    now["turns"] += 1
    if len(now["out"]) == (1 if players == 2 else 2):
        _score(now)
    elif now["turns"] == 60 * players:
        now["phase"] = "deal"
    else:
        _pass_on(now)
    return now


def _pass_on(now: Position) -> None:
    p = now["turn"]
    while True:
        p = (p + 1) % now["players"]
        out = p in now["out"]
        if not out or now.get("out_set") == "cleared":
            now["discard"] += now["sets"][p]
            now["sets"][p] = []
        if not out:
            break
    now["turn"] = p


def _score(now: Position) -> None:
    first = now["out"][0]
    second = now["out"][1] if now["players"] > 2 else 1 - first
    now["scores"][first] += 2
    now["scores"][second] += 1
    now["phase"] = "deal"
    target = now.get("target", 4)
    ready = [p for p in (first, second) if now["scores"][p] >= target]
    if ready:
        # max keeps the first of equals: the one who went out first
        now["result"] = [max(ready, key=lambda p: now["scores"][p])]


def faults(position: Position) -> list[str]:
    """What every reachable position has, broken here."""
    found = []
    cards = [card for name in ("hands", "sets") for cards in position[name] for card in cards]
    cards += position["discard"]
    players = position["players"]
    if len(cards) != players * position.get("hand", 12 - players):
        found.append("cards are lost or gained")
    which = [frozenset(card.split("/")) for card in cards]
    if len(set(which)) != len(which) or not set(which) <= deck(position.get("deck", "pairs9")):
        found.append("a card is there twice or is not of the deck")
    for p in range(players):
        if not set(position["known"][p]) <= set(position["hands"][p]):
            found.append("a known card is not in the hand")
        if bool(position["hands"][p]) == (p in position["out"]):
            found.append("an empty hand is not out, or the other way round")
        if len({active(card) for card in position["sets"][p]}) > 1:
            found.append("a set shows two numbers")
    shown = [(len(cards), active(cards[0])) for cards in position["sets"] if cards]
    if len({size for size, _ in shown}) != len(set(shown)):
        found.append("sets of one size show different numbers")
    if position["phase"] == "play" and position["sets"][position["turn"]]:
        found.append("the player to move has a set")
    return found
