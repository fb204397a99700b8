"""The command ``pivotry``: reads the command line and imports only what a command needs."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from . import __version__
from .errors import PivotryError
from .terminal.asking import Parser, integer, number, whole
from .terminal.trouble import FAILED, MISUSED, Trouble

_HOMES = {
    "analyze": ".analysis.command",
    "arena": ".arena.command",
    "db": ".server.keeping",
    "engine": ".engine.command",
    "puzzles": ".puzzles.command",
}
"""Where commands live that are not in ``terminal.tools``."""
_EPILOG = """\
pivotry COMMAND --help tells more. Exit status: 0 done; 1 it could not be done, or the answer is
no; 2 the command line or a file makes no sense; 3 (verify, solve) it cannot be told.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status."""
    _open_streams()
    given = sys.argv[1:] if argv is None else list(argv)
    if given[:1] == ["serve"]:
        from .server.__main__ import main as serve

        return serve(given[1:], "pivotry serve")  # it has a command line of its own
    arguments = _parser().parse_args(given)
    if arguments.command is None:
        _parser().print_help()
        return MISUSED
    try:
        status = _run(arguments)
        sys.stdout.flush()
        return status
    except Trouble as bad:
        return _complain(str(bad), bad.status)
    except PivotryError as bad:
        return _complain(str(bad), MISUSED)
    except BrokenPipeError:
        _write_no_more()  # whoever read our output has had enough
        return FAILED
    except OSError as bad:
        if bad.errno != errno.ENOSPC:
            raise
        _write_no_more()
        return _complain(f"the output cannot be written: {bad.strerror}", FAILED)
    except KeyboardInterrupt:
        return 130


def _open_streams() -> None:
    """Have standard streams even where whoever started us has closed them."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _write_no_more() -> None:
    """Let what is still buffered vanish: it would be written, in vain again, at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str, status: int) -> int:
    print(f"pivotry: {message}", file=sys.stderr)
    return status


def _run(arguments: argparse.Namespace) -> int:
    if arguments.command == "play":
        from .terminal import sitting

        return sitting.play(arguments)
    home = import_module(_HOMES.get(arguments.command, ".terminal.tools"), __package__)
    run = getattr(home, arguments.command)
    status: int = run(arguments)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="pivotry",
        description="Four games that turn about a pivot: play them, read their rules, study them.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"pivotry {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    _play(commands.add_parser("play", help="play in this terminal"))
    _rules(commands.add_parser("rules", help="print the rules of a game, or one clause"))
    _games(commands.add_parser("games", help="list the games and their options"))
    _show(commands.add_parser("show", help="draw a position or a record"))
    _verify(commands.add_parser("verify", help="check that a match was dealt fairly"))
    _convert(
        commands.add_parser("convert", help="turn records, positions, move lists into each other")
    )
    _perft(commands.add_parser("perft", help="count move sequences"))
    _solve(commands.add_parser("solve", help="say for certain who wins a position, and how"))
    _bench(commands.add_parser("bench", help="measure how fast the rules run"))
    _arena(commands.add_parser("arena", help="let computer players meet and say who is stronger"))
    _analyze(commands.add_parser("analyze", help="judge the moves of a match"))
    _puzzles(commands.add_parser("puzzles", help="positions with exactly one right move"))
    _engine(commands.add_parser("engine", help="talk to other programs (UGI)"))
    _db(commands.add_parser("db", help="back up, restore or check the tables of the server"))
    commands.add_parser("serve", help="serve the table in the browser")
    return parser


# --- what several commands share ---------------------------------------------------------------


def _look(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("drawing")
    group.add_argument("--ascii", action="store_true", help="only plain ASCII characters")
    group.add_argument("--no-color", "--no-colour", action="store_true", help="no colours")


def _option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game (see pivotry games); can be given several times",
    )


def _set_up(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=integer, metavar="N", help="how many play")
    _option(parser)
    parser.add_argument(
        "--seed", metavar="S", help="decides every card: a number or hexadecimal digits"
    )


def _output(parser: argparse.ArgumentParser, kinds: str, *, required: bool = False) -> None:
    parser.add_argument("-o", "--output", metavar="FILE", required=required, help=kinds)
    parser.add_argument("--force", action="store_true", help="overwrite FILE if it is there")


# --- the commands ------------------------------------------------------------------------------


def _play(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Play a match in this terminal. Without --seats you have the first seat and the computer "
        "has the others. A match in progress is kept whenever you leave."
    )
    parser.add_argument(
        "game", nargs="?", metavar="GAME", help="pivotation, pegs, updown or bounce"
    )
    _set_up(parser)
    parser.add_argument(
        "--seats",
        metavar="WHO,WHO",
        help="who sits where, such as me,computer,level-3: me, computer (the strongest), "
        "level-1 to level-8, or random (any legal move)",
    )
    parser.add_argument("--names", metavar="NAME,NAME", help="the players' names, by seat")
    parser.add_argument(
        "--seconds",
        type=number(0.01, 600, "seconds"),
        default=1.0,
        metavar="T",
        help="how long the computer thinks about a move (1)",
    )
    parser.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="FILE",
        help="go on with a saved match or record; without FILE, with the one left last",
    )
    _look(parser)


def _rules(parser: argparse.ArgumentParser) -> None:
    parser.description = "Print the rules of a game, or one clause. Without GAME: list the games."
    parser.add_argument("game", nargs="?", metavar="GAME")
    parser.add_argument("clause", nargs="?", metavar="CLAUSE", help="such as P-9, G-7, UR-1 or b10")
    parser.add_argument("--list", action="store_true", help="only the clauses and their titles")
    _look(parser)


def _games(parser: argparse.ArgumentParser) -> None:
    parser.description = "List the games, how many can play, and what can be chosen."
    parser.add_argument("game", nargs="?", metavar="GAME", help="only this one")
    _look(parser)


def _show(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Draw a position, a record, a saved match or a move list: as text, or with -o as a picture."
    )
    parser.add_argument("file", metavar="FILE", help="- reads standard input")
    parser.add_argument(
        "--ply", type=integer, metavar="N", help="after N moves and chance outcomes; -1 is the end"
    )
    parser.add_argument(
        "--seat",
        metavar="SEAT",
        help="through whose eyes: p1, p2, ..., dark, light, or a number counting from 0; "
        "without it, as a spectator",
    )
    parser.add_argument("--theme", choices=("auto", "light", "dark"), help="colours of a picture")
    parser.add_argument("--flip", action="store_true", help="seen from the other side")
    parser.add_argument("--words", action="store_true", help="the position in words")
    _output(parser, ".svg, .png, .gif (a whole record, move by move) or .txt")
    _look(parser)


def _verify(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Replay a record, deal every card of it again from its seed, and say whether all is as it "
        "was promised. Status 0: fair; 1: not; 3: it cannot be told, for the seed is not shown."
    )
    parser.add_argument("file", metavar="RECORD")


def _convert(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Turn a record, a position or a move list into another. The kind wanted is given by --to, "
        "or by the ending of the output file: .txt for a move list, .json for a record (a position "
        "if the input is a record in JSON and --ply is given)."
    )
    parser.add_argument("file", metavar="FILE", help="- reads standard input")
    parser.add_argument("--to", choices=("record", "position", "moves"), help="the kind wanted")
    parser.add_argument(
        "--ply", type=integer, metavar="N", help="only the first N moves and chance outcomes"
    )
    _output(parser, "where to write; - is standard output", required=True)


def _perft(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Count the sequences of DEPTH moves from the start or from a position. Outcomes of chance "
        "are moves too; equal cards count once."
    )
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("depth", type=integer, metavar="DEPTH")
    _set_up(parser)
    parser.add_argument("--position", metavar="FILE", help="count from this position or record")
    parser.add_argument("--divide", action="store_true", help="by first move")


def _solve(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Find out who wins if both sides play as well as can be: the position of a file, or the "
        "start of a game (pivotation or pegs). Ctrl-C ends the search and tells what is known so "
        "far. Status 0: the value is known; 3: it is not."
    )
    parser.add_argument(
        "file", metavar="FILE|GAME", help="a position, a record or a move list; - reads it"
    )
    _option(parser)
    parser.add_argument(
        "--ply", type=integer, metavar="N", help="after N moves of the record; -1 is the end"
    )
    parser.add_argument(
        "--seconds",
        type=number(0.01, 1e6, "seconds"),
        metavar="T",
        help="how long to search; without it, until the value is known",
    )
    parser.add_argument(
        "--memory",
        type=number(1, 1e6, "megabytes"),
        default=256,
        metavar="MB",
        help="for what is kept of positions seen (256)",
    )
    parser.add_argument("--json", action="store_true", help="the answer as one line of JSON")


def _bench(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Play random games in compiled code and print moves per second, medians of several runs, "
        "beside OpenSpiel's where it is installed."
    )
    parser.add_argument("game", nargs="*", metavar="GAME", help="all four unless named")
    parser.add_argument("--rounds", type=integer, default=5, metavar="N", help="runs (5)")
    parser.add_argument(
        "--seconds",
        type=number(0.01, 600, "seconds"),
        default=0.5,
        metavar="T",
        help="length of a run (0.5)",
    )
    parser.add_argument(
        "--threads", type=integer, default=0, metavar="N", help="also with N threads"
    )


def _arena(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Let computer players play each other, on the same deals from all seats, and print their "
        "strength with intervals. A player is a name or NAME@BUDGET: tree@500n, tree@0.1s, random."
    )
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("player", nargs="+", metavar="PLAYER")
    _set_up(parser)
    parser.add_argument(
        "--games",
        type=whole(1, 10_000_000, "games"),
        metavar="N",
        help="how many games, rounded up until everybody has had every seat (100)",
    )
    parser.add_argument(
        "--pairwise",
        action="store_true",
        help="only two different players at a table, with several seats each if it has more",
    )
    parser.add_argument(
        "--no-memory",
        action="store_true",
        help="card games: everybody goes by what lies open, and remembers nothing of the deal",
    )
    parser.add_argument(
        "--opening",
        type=whole(0, 100, "random moves"),
        metavar="N",
        help="random moves at the start of a game, the same for all (4; none in card games)",
    )
    parser.add_argument(
        "--jobs", type=whole(1, 1024, "jobs"), metavar="N", help="games at a time (every core)"
    )
    parser.add_argument(
        "--ray", metavar="ADDRESS", help="play on a Ray cluster; local starts one here"
    )
    test = parser.add_argument_group("sequential test")
    test.add_argument(
        "--sprt",
        action="store_true",
        help="stop when it is clear whether the first is ELO0 or ELO1 stronger than the second",
    )
    for name, standard in (("elo0", "0"), ("elo1", "20"), ("alpha", "0.05"), ("beta", "0.05")):
        test.add_argument(
            f"--{name}", type=number(-1000, 1000, name), metavar="X", help=f"({standard})"
        )
    kept = parser.add_argument_group("what is kept")
    kept.add_argument(
        "--resume", metavar="FILE", help="keep finished games in FILE and go on with those in it"
    )
    kept.add_argument("--records", metavar="FOLDER", help="write the record of every game there")
    kept.add_argument("--json", metavar="FILE", help="write the results as JSON")
    kept.add_argument("--plot", metavar="FILE", help="draw the results as SVG")
    kept.add_argument("--theme", choices=("auto", "light", "dark"), help="colours of the plot")
    kept.add_argument("--force", action="store_true", help="overwrite the files of --json, --plot")


def _analyze(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Search every position of a match and say what each move gave away. Where cards are "
        "hidden, each is judged twice: by what its seat could know, and with all cards open. "
        "Ctrl-C ends it with what has been judged by then."
    )
    parser.add_argument("file", metavar="RECORD", help="- reads standard input")
    parser.add_argument(
        "--seconds",
        type=number(0.001, 3600, "seconds"),
        metavar="T",
        help="how long to search a position (1)",
    )
    parser.add_argument("--nodes", type=integer, metavar="N", help="how many nodes, reproducibly")
    parser.add_argument(
        "--lines", type=integer, default=1, metavar="N", help="best moves to show (1)"
    )
    parser.add_argument("--jobs", type=integer, metavar="N", help="searches at a time (every core)")
    parser.add_argument(
        "--to", choices=("text", "json", "html", "graph"), help="what to write; graph is SVG"
    )
    parser.add_argument("--theme", choices=("auto", "light", "dark"), help="colours of the graph")
    _output(parser, "a .txt, .json, .html or .svg file; - is standard output")
    _look(parser)


def _puzzles(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "List the puzzles of a board game that come with Pivotry, show one, or mine new ones from "
        "games that are played for it. Every puzzle is proved."
    )
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--show", type=integer, metavar="N", help="the Nth puzzle")
    parser.add_argument("--solution", action="store_true", help="with its solution")
    parser.add_argument(
        "--mine", type=whole(1, 1_000_000, "puzzles"), metavar="N", help="find N new puzzles"
    )
    parser.add_argument(
        "--kind",
        action="append",
        choices=("win", "save", "within", "hold"),
        help="of this kind only",
    )
    parser.add_argument(
        "--seed", type=whole(0, 2**62, "a seed"), metavar="S", help="first game to search (1)"
    )
    parser.add_argument(
        "-o", "--output", metavar="FILE", help="where mined puzzles are kept, and gone on with"
    )
    _look(parser)


def _engine(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Speak UGI, the Universal Game Interface, on standard input and output, for programs that "
        "let engines play each other. docs/engine.md tells the lines and the positions."
    )
    parser.add_argument("game", metavar="GAME")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of a board game; can be given several times, and by setoption later",
    )


def _db(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Look after the database with the tables that are played in the browser. Backups hold the "
        "seeds of running matches: keep them to yourself."
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    for name, about in (
        ("backup", "write everything to a file, while the server runs"),
        ("restore", "put a backup into an empty database"),
        ("check", "look for damage, and replay every match"),
    ):
        action = actions.add_parser(name, help=about, description=about)
        if name != "check":
            action.add_argument("file", metavar="FILE")
        if name == "backup":
            action.add_argument("--force", action="store_true", help="overwrite FILE")
        if name == "restore":
            action.add_argument("--replace", action="store_true", help="remove what is there")
        action.add_argument(
            "--database", metavar="FILE|URL",
            help="which database (your own file), or postgresql://USER@HOST/NAME",
        )  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
