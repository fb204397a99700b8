"""What has happened at a table, line by line, as a viewer may know it: part of ``outgoing``."""

from __future__ import annotations

from typing import Any

from .. import registry
from ..matchlog import Event
from ..tongue import tr
from . import pages
from .ending import outcome, reason, why_over
from .seats import Shift, Viewer
from .table import Table


def story(table: Table, viewer: Viewer) -> list[dict[str, Any]]:
    """What has happened, as this viewer may know it, oldest first; a draw stands with its move."""
    lines: list[dict[str, Any]] = []
    names = table.match.names
    worded = registry.get(table.match.game).telling.said
    last: Event | None = None
    number = 0
    spoken = registry.get(table.match.game).telling.spoken
    for ply, event in enumerate(table.match.story(viewer.eye), 1):
        card = event.text.removeprefix("=")
        if event.kind == "deal":
            lines.append({"who": "", "text": tr("New deal"), "kind": "deal", "ply": ply})
        elif event.kind == "move":
            text = worded(event.text, names)
            lines.append({"who": names[event.seat], "text": text, "kind": "move", "ply": ply})
            number += 1
            lines[-1] |= {"made": ply, "number": number}
            if spoken(event.text) != event.text:
                lines[-1]["spoken"] = spoken(event.text)
        elif last is not None and (last.kind, last.seat) == ("move", event.seat):
            lines[-1]["text"] += f" ({card})" if card else ""
            lines[-1]["ply"] = ply
        else:
            text = tr("draws {card}", card=card) if card else tr("draws a card")
            lines.append({"who": names[event.seat], "text": text, "kind": "draw", "ply": ply})
        last = event
    for shift in table.shifts:
        said = _shifted(table, shift)
        if said is not None:
            lines.append({"who": names[shift.seat], "text": said, "kind": "seat", "ply": shift.ply})
    for ply, lost in table.breaks:
        text = tr(
            "The clocks stood still for {time}: the computer that the table is on was asleep.",
            time=pages.duration(lost),
        )
        lines.append({"who": "", "text": text, "kind": "pause", "ply": ply})
    lines.sort(key=lambda line: line["ply"])  # stable: moves come first
    why = why_over(table)
    if why is not None:
        lines.append({"who": "", "text": why, "kind": "end", "ply": table.match.ply})
    return lines


def read_out(line: dict[str, Any]) -> str:
    """A line of the story as it is read out."""
    said = line.get("spoken", line["text"])
    if line["kind"] == "end":
        return str(line["text"])
    return f"{line['who']}: {said}." if line["who"] else ""


def _shifted(table: Table, shift: Shift) -> str | None:
    """What the log says when somebody else plays a seat; nothing for how it began."""
    known = {**dict(pages.sitters(table.match.game)), "computer": tr("a computer")}
    player = known.get(shift.player, shift.player)
    if shift.why == "time":
        return tr("has no time left; {player} plays on", player=player)
    if shift.why == "away":
        return tr("is away; {player} plays on", player=player)
    if shift.why == "resigned":
        return tr("has left; {player} plays on", player=player)
    if shift.why == "back":
        return tr("is back")
    if shift.why != "given" or shift.ply == table.shifts[0].ply:
        return None
    return tr("from here on: {player}", player=player or tr("a person"))


def say(table: Table, viewer: Viewer, told: list[dict[str, Any]]) -> str:
    """What a screen reader says when the table has changed; ``told`` is the viewer's story."""
    # The sentence about the end says what ended it, too.
    said = " ".join(read_out(line) for line in told[-2:] if line["who"])
    now = outcome(table, viewer)
    by = reason(table)
    if now is not None and by is not None:
        now = f"{now} {by.text}"
    elif now is None and table.waiting:
        now = tr("Waiting for players.")
    elif now is None:
        assert table.actor is not None
        if viewer.seats == {table.actor}:
            now = tr("Your turn.")
        else:
            now = tr("{name} to move.", name=table.match.names[table.actor])
    return f"{said} {now}".strip()
