"""``pivotry arena``: what the command line says, what the reader sees."""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path
from typing import TextIO

from ..players import Budget, player
from ..terminal import choices, files
from ..terminal.screen import Screen
from ..terminal.style import detect
from ..terminal.tools import announced
from ..terminal.trouble import FAILED, Trouble
from . import crews, plot, table, tournament
from .journal import Journal
from .plan import Plan, plan
from .play import begin
from .records import Records
from .schedule import fixtures
from .sprt import Trial

GAMES, GAMES_TESTED = 100, 20000
"""How many games are played unless told; with a test, which ends it, at most."""
QUIET = 30.0
"""Seconds between two lines of progress where no line can be overwritten."""
INTERRUPTED = 130


def arena(arguments: argparse.Namespace) -> int:
    """Play the games of a plan and print who is stronger."""
    chosen = _plan(arguments)
    test = _test(arguments)
    crew = _crew(arguments)
    if arguments.json is not None:
        files.fitting(arguments.json, "the result as JSON", ".json")
    for path in (arguments.json, arguments.plot):  # before the games are played, not after
        if path is not None:
            files.free(path, force=arguments.force)
    if arguments.plot is not None and Path(arguments.plot).suffix.lower() != ".svg":
        raise Trouble(f"{arguments.plot!r}: a plot is an .svg file")
    if arguments.theme is not None and arguments.plot is None:
        raise Trouble("--theme has no place without --plot")
    if arguments.resume is not None:
        files.free(arguments.resume, force=True)
    records = None
    if arguments.records is not None:
        records = Records(chosen, _folder(arguments.records))
    journal = None
    progress = Progress()
    try:
        if arguments.resume is not None:
            journal = Journal(Path(arguments.resume), chosen)
        with announced():
            _prepare(chosen)
        outcome = tournament.play(
            chosen,
            arguments.games or (GAMES_TESTED if test else GAMES),
            crew,
            test=test,
            journal=journal,
            keep=None if records is None else records.keep,
            kept=None if records is None else records.has,
            listen=progress,
        )
        progress.end()
    except crews.CrewFailed as bad:
        raise Trouble(str(bad), FAILED) from None
    except OSError as bad:
        what = "the arena cannot write" if bad.filename is None else f"{bad.filename!r} fails"
        raise Trouble(f"{what}: {bad.strerror or bad}", FAILED) from None
    finally:
        if journal is not None:
            journal.close()
    return _show(outcome, arguments)


def _plan(arguments: argparse.Namespace) -> Plan:
    options = choices.options(arguments.option)
    seats = options.pop("players", None) if arguments.players is None else arguments.players
    return plan(
        files.known_game(arguments.game),
        arguments.player,
        seats=seats,
        options=options,
        seed=choices.seed(arguments.seed or "1"),
        opening=arguments.opening,
        pairwise=arguments.pairwise,
        memory=not arguments.no_memory,
    )


def _test(arguments: argparse.Namespace) -> Trial | None:
    given = {
        name: value
        for name in ("elo0", "elo1", "alpha", "beta")
        if (value := getattr(arguments, name)) is not None
    }
    if not arguments.sprt:
        if given:
            raise Trouble(f"--{next(iter(given))} has no place without --sprt")
        return None
    if len(arguments.player) != 2:
        raise Trouble(f"--sprt compares two players, not {len(arguments.player)}")
    return Trial(**given)


def _crew(arguments: argparse.Namespace) -> crews.Crew:
    jobs = arguments.jobs
    if arguments.ray is not None:
        return crews.Ray(arguments.ray, jobs)
    if jobs is None:
        jobs = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return crews.Alone() if jobs == 1 else crews.Processes(jobs or 1)


def _folder(name: str) -> Path:
    folder = Path(name)
    if not name.strip():
        raise Trouble(f"a folder has a name: it cannot be {name!r}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as bad:
        raise Trouble(f"there can be no folder {name!r}: {bad.strerror}", FAILED) from None
    return folder


def _prepare(chosen: Plan) -> None:
    """Compile here what the players need: once, and before any clock runs."""
    match = begin(chosen, next(fixtures(chosen, 1)))
    assert match.turn is not None
    for text in dict.fromkeys(chosen.players):
        player(chosen.game, text).think(match.view(match.turn), Budget(nodes=1), seed=1)


class Progress:
    """Tells how far it is: a bar and the result so far in a line that is overwritten.

    Where no line can be, a line without a bar now and then.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        """``stream``: standard error by default."""
        stream = sys.stderr if stream is None else stream
        self._screen = Screen(detect(stream), stream, lambda prompt: "")
        self._told = time.monotonic()

    def __call__(self, run: tournament.Run) -> None:
        now = time.monotonic()
        if now - self._told < (0.2 if self._screen.live else QUIET):
            return
        self._told = now
        if self._screen.live:
            style = self._screen.style
            line = f"{style.bar(table.part(run))}  {table.progress(run)}"
            self._screen.note(line[: style.width - 1])
        else:
            self._screen.say(table.progress(run))

    def end(self) -> None:
        """Wipe the line that is there to be overwritten."""
        self._screen.say(())


def _show(outcome: tournament.Run, arguments: argparse.Namespace) -> int:
    print("\n".join(table.lines(outcome)))
    if arguments.json is not None:
        files.write_json(arguments.json, table.data(outcome), force=True)
    if arguments.plot is not None and outcome.blocks():
        files.write(arguments.plot, plot.draw(outcome, arguments.theme or "auto"), force=True)
    if outcome.interrupted:
        left = f"{outcome.games} of {outcome.total} games are finished"
        how = "" if arguments.resume is None else "; the same command goes on with them"
        print(f"pivotry: interrupted: {left}{how}", file=sys.stderr)
        return INTERRUPTED
    return 0
