"""Records: a match as JSON, read strictly, replayed exactly, checked for fairness.

Format (version 1): ``pivotry``, ``game``, ``rules``, ``options``, ``names``, ``start``, ``moves``,
``result``, ``scores``, ``fair``. Unknown top-level keys are kept. ``fair`` holds, from the start,
the ``commitment`` (SHA-256 of the seed) and ``dealt`` (whether ``start`` was dealt from the seed)
and, once the match is over, the ``seed``. A match that was loaded without its seed and went on has
further commitments in ``fair.continued``, each with the ``ply`` from which it holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Literal

from . import registry
from .chance import ChanceMode, Fairness, Stream, commitment
from .contract import CHANCE, Options, blank
from .errors import BadOption, BadPosition, BadRecord, IllegalMove, UnreadableMove
from .match import Match
from .tongue import ENGLISH, speaking, tr, tr_n
from .wording import quoted

VERSION = 1
_DEEPEST = 50
"""How deep what we do not know may be nested: it is copied, which takes a call a level."""
_HEX = re.compile(r"[0-9a-f]{64}")
_KEYS = (
    "pivotry", "game", "rules", "options", "names", "start", "moves", "result", "scores", "fair",
)  # fmt: skip


# --- writing ---------------------------------------------------------------------------------


def write(match: Match, *, private: bool = False) -> dict[str, Any]:
    """Record JSON of a match; ``private`` shows the seed though the match still runs."""
    game = match._game
    over = match.turn is None
    with speaking(ENGLISH):  # a record says the same to everybody
        names = list(game.facts.called(match.given))
    data: dict[str, Any] = {
        "pivotry": VERSION,
        "game": game.id,
        "rules": game.facts.rules,
        "options": recorded_options(game, match.options),
        "names": names,
        "start": game.position.write(match._start, match._c, match._options),
        "moves": [entry.text or {"deal": deepcopy(entry.dealt)} for entry in match._log],
        "result": None if match.result is None else list(match.result),
        "scores": match.scores,
    }
    if match._fairness:
        first, *later = match._fairness
        data["fair"] = {**_shown(first, over or private), "dealt": first.dealt}
        if later:
            data["fair"]["continued"] = [
                {"ply": part.ply, **_shown(part, over or private)} for part in later
            ]
    extra = {key: value for key, value in match._extra.items() if key not in data}
    return {**data, **deepcopy(extra)}


def _shown(part: Fairness, seed: bool) -> dict[str, Any]:
    shown = {"commitment": part.commitment}
    if seed and part.seed is not None:
        shown["seed"] = part.seed.hex()
    return shown


def recorded_options(game: registry.Game, options: Options) -> Options:
    """The options that a record writes: the number of players where it varies, and what differs."""
    standard = {option.name: option.default for option in game.facts.options}
    kept = {"players": options["players"]} if len(game.facts.players) > 1 else {}
    for name, default in standard.items():
        if options[name] != default:
            kept[name] = options[name]
    return kept


# --- reading ---------------------------------------------------------------------------------


def read(record: object, *, chance: ChanceMode = "auto", renew: bool = False) -> Match:
    """Replay a record; ``BadRecord`` says what is wrong, and at which ply if a move is.

    ``renew``: what chance brings from here on comes from a new seed, though the record tells one.
    """
    data = _checked(record)
    game = registry.get(data["game"])
    options = _options(game, data["options"])
    state = _start(game, options, data["start"])
    parts = _fairness(data.get("fair"), len(data["moves"]))
    try:
        match = Match(
            game, options, state, names=data.get("names"), chance="manual", fairness=parts[:1]
        )
    except BadOption as bad:
        raise BadRecord(str(bad)) from None
    for ply, move in enumerate(data["moves"]):
        _replay(match, ply, move)
    match._fairness = parts
    _agrees(match, data)
    match._extra = deepcopy({key: value for key, value in data.items() if key not in _KEYS})
    match._chance = chance
    if chance == "auto" and match.turn is not None:
        if renew and game.facts.chance:
            match.renew()
        match._promise()
        match._settle()
    return match


def _checked(record: object) -> dict[str, Any]:
    if not isinstance(record, Mapping):
        raise BadRecord(tr("a record is a JSON object"))
    data = dict(record)
    if "game" in data and data["game"] not in registry.IDS:
        raise BadRecord(tr("there is no game {game}", game=quoted(data["game"])))
    missing = [key for key in ("pivotry", "game", "rules", "start", "moves") if key not in data]
    if missing:
        raise BadRecord(
            tr("the record lacks {names}", names=", ".join(repr(key) for key in missing))
        )
    form = data["pivotry"]
    if type(form) is not int or form != VERSION:
        raise BadRecord(
            tr(
                "record format {form} is not known here; this release reads {version}",
                form=quoted(form),
                version=VERSION,
            )
        )
    known = registry.get(data["game"]).facts.rules
    if data["rules"] != known:
        raise BadRecord(
            tr(
                "the record was played under rules {rules} of {game}; this release "
                "knows rules {known}",
                rules=quoted(data["rules"]),
                game=data["game"],
                known=quoted(known),
            )
        )
    for key in data.keys() - set(_KEYS):
        if _deeper(data[key], _DEEPEST):
            raise BadRecord(tr("what stands under {key} is nested too deeply", key=quoted(key)))
    if not isinstance(data["moves"], list):
        raise BadRecord(tr('"moves" is a list'))
    if not isinstance(data.setdefault("options", {}), Mapping):
        raise BadRecord(tr('"options" is an object'))
    return data


def _deeper(value: object, most: int) -> bool:
    """Whether lists and objects are nested more than ``most`` deep."""
    if most < 0:
        return True
    if isinstance(value, Mapping):
        value = list(value.values())
    return isinstance(value, list | tuple) and any(_deeper(part, most - 1) for part in value)


def _options(game: registry.Game, given: Mapping[str, Any]) -> Options:
    rest = {key: value for key, value in given.items() if key != "players"}
    try:
        return game.setup.normalise(given.get("players"), rest)
    except BadOption as bad:
        raise BadRecord(tr("the options of the record: {bad}", bad=bad)) from None


def _start(game: registry.Game, options: Options, start: object) -> Any:
    try:
        own, state = _position(game, start)
    except BadPosition as bad:
        raise BadRecord(tr("the start of the record: {bad}", bad=bad)) from None
    as_read = game.position.write(state, game.setup.config(own), own)
    as_set_up = game.position.write(state, game.setup.config(options), options)
    if as_read != as_set_up:
        raise BadRecord(tr("the start position does not fit the options of the record"))
    return state


def _position(game: registry.Game, position: object) -> tuple[Options, Any]:
    if not isinstance(position, Mapping) or position.get("game") != game.id:
        raise BadPosition([(None, tr("it is no position of {id}", id=game.id))])
    return game.position.read(position)


def _replay(match: Match, ply: int, move: object) -> None:
    if isinstance(move, str):
        try:
            match._do(match._action(move))
        except (IllegalMove, UnreadableMove) as bad:
            raise BadRecord(
                tr("ply {ply}, {move}: {bad}", ply=ply, move=quoted(move), bad=bad), ply
            ) from None
    elif isinstance(move, Mapping) and set(move) == {"deal"}:
        _replay_deal(match, ply, move["deal"])
    else:
        raise BadRecord(tr('ply {ply}: a move is a text or {{"deal": position}}', ply=ply), ply)


def _replay_deal(match: Match, ply: int, dealt: object) -> None:
    if match.turn != CHANCE or match._moves():
        raise BadRecord(tr("ply {ply}: nothing is to be dealt here", ply=ply), ply)
    game = match._game
    try:
        _, state = _position(game, dealt)
    except BadPosition as bad:
        raise BadRecord(tr("ply {ply}, deal: {bad}", ply=ply, bad=bad), ply) from None
    trial = match.copy()
    trial._apply_deal(game.setup.deal_of(state, match._c))
    if trial._s.tobytes() != state.tobytes():
        raise BadRecord(
            tr("ply {ply}: that is not how the next game of this match begins", ply=ply), ply
        )
    match._apply_deal(game.setup.deal_of(state, match._c))


def _fairness(fair: object, plies: int) -> list[Fairness]:
    if fair is None:
        return []
    if not isinstance(fair, Mapping):
        raise BadRecord(tr('"fair" is an object'))
    dealt = fair.get("dealt", True)
    if not isinstance(dealt, bool):
        raise BadRecord(tr('"fair.dealt" is true or false'))
    parts = [_part(fair, 0, dealt)]
    later = fair.get("continued", [])
    if not isinstance(later, list):
        raise BadRecord(tr('"fair.continued" is a list'))
    for entry in later:
        ply = entry.get("ply") if isinstance(entry, Mapping) else None
        if type(ply) is not int or not parts[-1].ply <= ply <= plies:
            raise BadRecord(tr('each of "fair.continued" has a "ply" of the match, in order'))
        parts.append(_part(entry, ply, False))
    return parts


def _part(fair: Mapping[str, Any], ply: int, dealt: bool) -> Fairness:
    promised = _hex(fair, "commitment")
    seed = bytes.fromhex(_hex(fair, "seed")) if fair.get("seed") is not None else None
    return Fairness(promised, seed, int(dealt), ply, dealt)


def _hex(fair: Mapping[str, Any], name: str) -> str:
    value = fair.get(name)
    if not isinstance(value, str) or not _HEX.fullmatch(value):
        raise BadRecord(tr('"fair.{name}" is 64 hexadecimal digits', name=name))
    return value


def _agrees(match: Match, data: Mapping[str, Any]) -> None:
    result = None if match.result is None else list(match.result)
    for name, value in (("result", result), ("scores", match.scores)):
        if name in data and data[name] != value:
            raise BadRecord(
                tr(
                    "{name} is {data}, but the moves lead to {value}",
                    name=quoted(name),
                    data=quoted(data[name]),
                    value=tr("no end") if value is None else quoted(value),
                )
            )


# --- fairness --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """Whether a match was dealt as its commitment promised."""

    fair: bool | None
    """True, False, or None where it cannot be told (yet)."""
    message: str
    checked: int
    """How many chance events were recomputed."""
    ply: int | None = None
    """The first move of the record that chance did not bring, if there is one."""


@dataclass(frozen=True)
class Check:
    """One thing that was recomputed."""

    kind: Literal["seed", "start", "deal", "draw"]
    part: int
    """Number of the commitment it is about."""
    ply: int
    fair: bool | None
    """Whether it came out as recorded; None where there is no seed to compute it from."""
    text: str = ""
    """The card of a draw."""


def checks(match: Match) -> Iterator[Check]:
    """Every seed and every chance event of a match, recomputed one after the other."""
    parts = match.fairness
    for index, part in enumerate(parts):
        if part.seed is None:
            yield Check("seed", index, part.ply, None)
            return
        yield Check("seed", index, part.ply, commitment(part.seed) == part.commitment)
        if part.dealt:
            same = _dealt_start(match, part.seed) == match._start.tobytes()
            yield Check("start", index, part.ply, same)
        event = part.event
        end = parts[index + 1].ply if index + 1 < len(parts) else match.ply
        for ply in range(part.ply, end):
            entry = match._log[ply]
            if entry.kind == "move":
                continue
            again = Match(match._game, match._options, entry.before, chance="manual")
            again._chance_acts(Stream(part.seed, event))
            event += 1
            same = (again._log[0].text, again._log[0].dealt) == (entry.text, entry.dealt)
            yield Check(entry.kind, index, ply, same, entry.text)


def verify(record: object) -> Verdict:
    """Recompute every chance event of a record from its seed. Raises ``BadRecord``."""
    match = read(record, chance="manual")
    if not match.facts.chance:
        return Verdict(True, tr("this game has no chance: there was nothing to deal"), 0)
    if not match.fairness:
        return Verdict(None, tr("the record has no commitment, so nothing can be checked"), 0)
    checked = 0
    for check in checks(match):
        ply = check.ply
        if check.fair is None:
            if check.part == 0:
                late = tr("the seed of the record is not shown, so its cards cannot be checked")
            else:
                late = tr(
                    "the seed from ply {ply} on is not shown, so its cards cannot be checked",
                    ply=ply,
                )
            return Verdict(None, late, checked)
        if check.kind == "seed":
            if not check.fair:
                said = tr("the seed is not the one that was promised")
                return Verdict(False, said, checked, ply)
            continue
        checked += 1
        if not check.fair and check.kind == "start":
            said = tr("the first deal is not the one of the seed")
            return Verdict(False, said, checked, ply)
        if not check.fair:
            said = tr("ply {wrong}: chance would have brought something else", wrong=ply)
            return Verdict(False, said, checked, ply)
    said = tr_n(
        "dealt fairly: {n} chance event recomputed from the seed, all as recorded",
        "dealt fairly: {n} chance events recomputed from the seed, all as recorded",
        checked,
    )
    return Verdict(True, said, checked)


def _dealt_start(match: Match, seed: bytes) -> bytes:
    rules, setup = match._game.rules, match._game.setup
    state, work = blank(rules.STATE)[0], blank(rules.WORK)[0]
    rules.start(state, match._c)
    rules.derive(state, match._c, work)
    rules.deal(state, match._c, work, setup.draw_deal(Stream(seed, 0), state, match._c))
    return bytes(state.tobytes())
