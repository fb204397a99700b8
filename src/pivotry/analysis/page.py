"""An analysis as one page of HTML that needs nothing from elsewhere."""

from __future__ import annotations

from html import escape

from ..match import Match
from ..svg import DARK, LIGHT, Look
from . import telling
from .graph import draw
from .model import Analysis, Judgement, Move

PICTURES = 6
"""Key positions that are shown."""
_NAMES = (
    "ground", "panel", "ink", "ink-soft", "accent", "bad", "good", "last", "wood-edge",
)  # fmt: skip
_STYLE = """\
body{margin:0 auto;max-width:60rem;padding:1rem;background:var(--ground);color:var(--ink);
font:16px/1.45 'Open Sans','Noto Sans','Segoe UI',system-ui,sans-serif}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}
svg{max-width:100%;height:auto}
.graph svg{min-width:38rem}
.scroll{overflow-x:auto}
.wide{color:var(--ink-soft);font-size:.9em;margin-top:0}
@media (min-width:42rem){.wide{display:none}}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;vertical-align:top;padding:.25rem .6rem .25rem 0}
tr{border-top:1px solid color-mix(in srgb,var(--ink-soft) 35%,transparent)}
th{color:var(--ink-soft);font-weight:600}
td.n{text-align:right;white-space:nowrap}
.mistake,.blunder{color:var(--bad);font-weight:600}
.dubious{font-weight:600}.only{color:var(--good)}.forced{color:var(--ink-soft)}
.line{color:var(--ink-soft);font-size:.9em}
figure{margin:0 0 2rem;background:var(--panel);border-radius:.5rem;padding:1rem}
figcaption{margin-bottom:.6rem}
"""


def page(analysis: Analysis, match: Match) -> str:
    """The page of an analysis of ``match``: graph, key positions, every move."""
    names = [escape(name) for name in analysis.names]
    title = f"{escape(analysis.title)}: {' – '.join(names)}"
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        '<meta name="color-scheme" content="light dark">',
        f"<title>{title}</title>",
        f"<style>:root{{{_colours(LIGHT)}}}"
        f"@media (prefers-color-scheme:dark){{:root{{{_colours(DARK)}}}}}{_STYLE}</style>",
        f"</head><body><h1>{title}</h1>",
        f"<p>{escape(telling.head(analysis))}</p>",
        f"<p>{escape(telling.values(analysis))}</p>",
        f'<div class="scroll graph" tabindex="0">{draw(analysis)}</div>',
        '<p class="wide">The graph is wider than the screen: move it sideways.</p>',
        *(f"<p>{escape(sentence)}</p>" for sentence in telling.tallies(analysis)),
        *_pictures(analysis, match),
        *_table(analysis),
        "</body></html>\n",
    ]
    return "\n".join(parts)


def _colours(theme: dict[str, str]) -> str:
    return "".join(f"--{name}:{theme[name]};" for name in _NAMES)


def _pictures(analysis: Analysis, match: Match) -> list[str]:
    """The positions in which most was given away, as the seat to move saw them."""
    worst = analysis.worst(PICTURES)
    if not worst:
        return []
    parts = ["<h2>Key positions</h2>"]
    for move in worst:
        text, gaps = telling.sentence(analysis, move)
        shown = {gap: escape(said) for gap, said in gaps.items()}
        shown["judged"] = f'<span class="{move.known.mark}">{shown["judged"]}</span>'
        shown["better"] = f"<strong>{shown['better']}</strong>"
        line = telling.play(move.known.best)
        line = "" if line == move.known.best.text else f" Best play: {escape(line)}."
        parts.append(
            f'<figure id="move-{move.ply + 1}"><figcaption><strong>Move {analysis.number(move)}:'
            f"</strong> {escape(text).format(**shown)} "
            f'<span class="line">Expected result: '
            f"{telling.value(move.known.value, move.known.proof)} before, "
            f"{telling.played(move.known)} after.{line}</span></figcaption>"
            f"{_picture(move, match)}</figure>"
        )
    return parts


def _picture(move: Move, match: Match) -> str:
    """The position before a move, the better one marked."""
    game, log = match._game, match.log()
    path = game.notation.path(move.known.best.text, move.seat)
    before = log[move.ply - 1] if move.ply else None
    look = Look(
        names=match.names,
        chosen=path[0],
        targets=path[1:],
        last=(before.text,) if before is not None and before.kind == "move" else (),
        ids=f"before-{move.ply}",
    )
    view = game.views.view(log[move.ply].before, match._c, match.options, move.seat)
    return game.picture.draw(view, look)


def _table(analysis: Analysis) -> list[str]:
    hidden = any(move.open is not None for move in analysis.moves)
    columns = ["best", "played", "judged"]
    if hidden:
        columns = [f"{c}, by what could be known" for c in columns]
        columns += [f"{c}, all cards open" for c in ("best", "played", "judged")]
    head = "".join(f'<th scope="col">{c}</th>' for c in ("move", "who", "played", *columns))
    rows = [_row(analysis, move) for move in analysis.moves]
    return [
        "<h2>Every move</h2>",
        f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>',
        *rows,
        "</tbody></table></div>",
    ]


def _row(analysis: Analysis, move: Move) -> str:
    name = escape(telling.seat_name(analysis, move.seat))
    cells = "".join(_cells(judged, move.text) for judged in move.judgements())
    return (
        f'<tr><td class="n">{analysis.number(move)}</td><td>{name}</td>'
        f"<td>{escape(telling.move(move))}</td>{cells}</tr>"
    )


def _cells(judged: Judgement, text: str) -> str:
    more = ""
    if len(judged.lines) > 1:
        more = "".join(
            f'<br><span class="line">{telling.value(line.value, line.proof)} '
            f"{escape(telling.play(line))}</span>"
            for line in judged.lines
        )
    return (
        f'<td class="n">{telling.value(judged.value, judged.proof)}</td>'
        f'<td class="n">{telling.played(judged)}</td>'
        f'<td class="{judged.mark}">{escape(telling.remark(judged, text))}{more}</td>'
    )
