"""Alpha-beta search for two seats, on a stack of its own so that it can stop after any node.

One call of ``search`` goes on with one pass: the position in slot 0, a depth and a window. What is
searched is a plain tree of moves, not of turns: the same seat may be to move at the next ply, so
windows and results travel between plies from seat 0's point of view and every node looks at them
from its own. Iterations, windows and lines are the business of ``search/alphabeta.py``.

- A win that takes n plies from the root is worth ``WIN - n``: such results are proofs, whatever was
  reduced on the way, for a move is never left out, only looked at less deeply.
- A result is *settled* if no estimate had a part in it. So draws are proved, too, and a tree that
  has been searched to its end is known to be.
- The table holds the full 64-bit key; two positions of a search of millions of nodes share one with
  a probability below one in a million. Several searches may share a table without locks: the key is
  stored mixed with what it stands for, so of what two of them wrote at once neither half is
  believed (Hyatt, Mann 2002). What a game's ``key`` leaves out (how long nothing happened)
  can end the game after ``horizon`` plies at the earliest: a proof that needs more is not used.
- Bare bounds and cut-offs (Knuth, Moore 1975); first move with the whole window, others with an
  empty one (Marsland 1983); late moves at reduced depth, the more the later they come.
"""

from __future__ import annotations

import numpy as np

from ...contract import OVER
from ...ints import mask, mixed, number, shr, sub64

FRAME = np.dtype(
    [
        ("key", np.uint64),
        ("began", np.int64),  # nodes spent before this one
        ("low", np.int32),  # the window from seat 0's point of view, set by the parent
        ("high", np.int32),
        ("alpha", np.int32),  # the same from the mover's, alpha rising
        ("beta", np.int32),
        ("floor", np.int32),  # alpha as it was
        ("best", np.int32),
        ("choice", np.int32),  # the move that is worth ``best``, -1 if none
        ("action", np.int32),  # the move being searched
        ("count", np.int32),
        ("index", np.int32),  # moves taken up so far
        ("depth", np.int32),
        ("less", np.int32),  # plies by which the move being searched is reduced
        ("scout", np.int8),  # whether it is searched with an empty window
        ("sign", np.int8),  # 1 if seat 0 is to move, -1 if seat 1 is
        ("settled", np.int8),  # whether everything looked at so far is
        ("sure", np.int8),  # whether ``best`` is
    ]
)
ENTRY = np.dtype(
    [
        ("check", np.uint64),  # the key, exclusive or ``told``
        ("told", np.uint64),  # 0: empty; from ``packed``
    ]
)
AT_LEAST, AT_MOST, EXACT, SETTLED = 1, 2, 3, 4

WIN = 30_000
SURE = WIN - 1_000
"""Scores from here on are wins."""
LIMIT = 10_000
"""Estimates lie strictly between -LIMIT and LIMIT."""
FULL = 32_000
"""A window that holds every score is -FULL .. FULL."""
PLIES = 96
"""Slots of the stack: the root and how far a line can go from there."""
LOWEST = -(1 << 15)
"""Scores in the table count from here."""
HISTORY = 1 << 14
SHARP = 1 << 20
"""What ``order`` gives at least to moves that are worth looking at where the search ends."""

PLY, MODE, VALUE, SURENESS, NODES, DONE, BARRED, PLAIN, NOISE, SEED, MARGIN, LATE, DRAWN = range(13)
"""``head``. VALUE is what the last node was worth to seat 0, SURENESS whether that is settled.
NODES: spent. DONE: 1 once the pass is over. BARRED: moves of ``barred`` that the root leaves out.
PLAIN: 1 to reduce and prune nothing and to take from the table only what has the very same depth.
NOISE, SEED: estimates are off by up to so much, the same for the same position. MARGIN: how far, a
ply of depth left, an estimate must be beyond the window to be believed. LATE: which move of a node
is the first to be reduced, counted from 0. DRAWN: what a draw counts, for seat 0."""
HEAD = 13
ENTER, NEXT, BACK = 0, 1, 2

SHALLOW = 3


def actor(s, c):
    """Open name: the game's ``rules.actor``."""
    return 0


def legal(s, c, w, out):
    """Open name: the game's ``rules.legal``."""
    return 0


def apply(s, c, w, a):
    """Open name: the game's ``rules.apply``."""


def returns(s, c, out):
    """Open name: the game's ``rules.returns``."""


def copy(states, works, c, i, j):
    """Open name: the game's ``evaluate.copy``."""


def evaluate(s, c, w, weights, room):
    """Open name: the game's ``evaluate.evaluate``."""
    return 0


def key(s, c):
    """Open name: the game's ``evaluate.key``."""
    return mask(0)


def horizon(s, c):
    """Open name: the game's ``evaluate.horizon``."""
    return 0


def sharp(s, c, w, out):
    """Open name: the game's ``evaluate.sharp``."""
    return 0


def order(s, c, w, a):
    """Open name: the game's ``evaluate.order``."""
    return 0


def pressed(s, c, w):
    """Open name: the game's ``evaluate.pressed``."""
    return False


def search(
    states, works, c, frames, moves, ranks, lines, table, killers, history, barred, weights,
    room, values, head, n,
):  # fmt: skip
    """Go on with the pass that ``begin`` set up for about ``n`` nodes; how many there were.

    ``states``, ``works``, ``frames``: (PLIES,). ``moves``, ``ranks``: (PLIES, max_moves).
    ``lines``: (PLIES, PLIES + 1), the best play from each ply and, in column 0, its length.
    ``table``: a power of two of ``ENTRY``. ``killers``: (PLIES, 2). ``history``: (2, HISTORY).
    ``barred``: actions. ``weights``, ``room``: for ``evaluate``. ``values``: (8,).
    ``head``: (HEAD,).
    """
    goal = int(head[NODES]) + n
    before = int(head[NODES])
    while int(head[DONE]) == 0:
        ply = int(head[PLY])
        mode = int(head[MODE])
        if mode == ENTER:
            if int(head[NODES]) >= goal:
                break
            enter(
                states, works, c, frames, moves, ranks, lines, table, killers, history, barred,
                weights, room, values, head, ply,
            )  # fmt: skip
        elif mode == NEXT:
            proceed(states, works, c, frames, moves, ranks, table, head, ply)
        elif ply == 0:
            head[DONE] = 1
        else:
            receive(states, works, c, frames, moves, lines, table, killers, history, head, ply - 1)
    return int(head[NODES]) - before


def begin(frames, head, depth, low, high):
    """Set up a pass of ``depth`` plies whose result is wanted exactly between the bounds, which
    are seat 0's."""
    frames[0].depth = depth
    frames[0].low = low
    frames[0].high = high
    head[PLY] = 0
    head[MODE] = ENTER
    head[DONE] = 0


def leave(head, value, settled):
    """The node is worth ``value`` to seat 0."""
    head[VALUE] = value
    head[SURENESS] = settled
    head[MODE] = BACK


def estimate(s, c, w, weights, room, head, k):
    """What the game's ``evaluate`` says, with the noise that was asked for."""
    value = evaluate(s, c, w, weights, room)
    noise = int(head[NOISE])
    if noise > 0:
        some = number(shr(mixed(k ^ mixed(mask(int(head[SEED])))), 32))
        value += some % (2 * noise + 1) - noise
    return min(LIMIT - 1, max(1 - LIMIT, value))


def enter(
    states, works, c, frames, moves, ranks, lines, table, killers, history, barred, weights,
    room, values, head, ply,
):  # fmt: skip
    """Look at the node in slot ``ply`` for the first time."""
    s = states[ply]
    w = works[ply]
    f = frames[ply]
    head[NODES] += 1
    lines[ply, 0] = 0
    mover = actor(s, c)
    if mover == OVER:
        returns(s, c, values)
        value = int(head[DRAWN])
        if values[0] > values[1]:
            value = WIN - ply
        if values[0] < values[1]:
            value = ply - WIN
        leave(head, value, 1)
        return
    sign = 1 - 2 * mover
    f.sign = sign
    alpha = int(f.low)
    beta = int(f.high)
    if mover == 1:
        alpha = -int(f.high)
        beta = -int(f.low)
    wide = ply == 0 or beta - alpha > 1  # somebody wants to know the line
    alpha = max(alpha, ply - WIN)  # a loss cannot come sooner, nor a win than with the next move
    beta = min(beta, WIN - 1 - ply)
    depth = max(0, int(f.depth)) + int(pressed(s, c, w))
    plain = int(head[PLAIN])
    k = key(s, c)
    f.key = k
    best_before = -1
    if alpha >= beta and ply > 0:
        leave(head, sign * alpha, 0)
        return
    at = number(k & sub64(mask(table.shape[0]), mask(1))) & ~1
    for slot in range(at, at + 2):
        told = table[slot].told  # once: another search may write there
        if table[slot].check ^ told == k and told != mask(0):
            best_before = stored_action(number(told))
            if wide:
                break
            if known(s, c, head, number(told), depth, alpha, beta, ply, sign, plain):
                return
            break
    if depth == 0 or ply + 1 >= PLIES:
        value = sign * estimate(s, c, w, weights, room, head, k)
        if value >= beta or ply + 1 >= PLIES:
            leave(head, sign * value, 0)
            return
        f.best = value
        f.settled = 0
        count = sharp(s, c, w, moves[ply])
        if count == 0:
            leave(head, sign * value, 0)
            return
    else:
        f.best = -FULL
        f.settled = 1
        if plain == 0 and not wide and depth <= SHALLOW and abs(beta) < SURE:
            value = sign * estimate(s, c, w, weights, room, head, k)
            if value - int(head[MARGIN]) * depth >= beta:
                leave(head, sign * value, 0)
                return
        count = legal(s, c, w, moves[ply])
    for i in range(count):
        a = int(moves[ply, i])
        rank = order(s, c, w, a)
        if rank < SHARP:
            rank += int(history[mover, a & (HISTORY - 1)])
            if a == killers[ply, 0] or a == killers[ply, 1]:
                rank = SHARP - 1
        if a == best_before:
            rank = 1 << 30
        ranks[ply, i] = rank
    if ply == 0:
        count = without(moves, ranks, count, barred, int(head[BARRED]))
    f.floor = alpha
    f.alpha = max(alpha, int(f.best))
    f.beta = beta
    f.choice = -1
    f.sure = 0
    f.count = count
    f.index = 0
    f.depth = depth
    f.less = 0
    head[MODE] = NEXT


def packed(action, score, depth, kind):
    """What an entry holds, in 63 bits: the move (-1: none), what it is worth to the mover with wins
    counted from this node, the depth, and AT_LEAST, AT_MOST or EXACT, plus SETTLED."""
    return (action + 1) << 32 | (score - LOWEST) << 16 | depth << 8 | kind


def stored_action(told):
    """The move that an entry holds, -1 if none."""
    return (told >> 32) - 1


def stored_depth(told):
    """The depth of what an entry holds."""
    return told >> 8 & 255


def known(s, c, head, told, depth, alpha, beta, ply, sign, plain):
    """Whether what an entry of the table holds answers for this node; then it does."""
    score = (told >> 16 & 65535) + LOWEST
    kind = told & 255
    settled = kind & SETTLED
    far = horizon(s, c)
    if score >= SURE or score <= -SURE:
        if far != 0 and WIN - abs(score) >= far:
            return False
        score += -ply if score > 0 else ply
    elif settled != 0 and far != 0:
        settled = 0
    deep = stored_depth(told)
    if plain != 0:
        if deep != depth:
            return False
    elif deep < depth and settled == 0 and abs(score) < SURE:
        return False
    kind &= 3
    if (
        kind == EXACT
        or (kind == AT_LEAST and score >= beta)
        or (kind == AT_MOST and score <= alpha)
    ):
        leave(head, sign * score, int(settled != 0))
        return True
    return False


def without(moves, ranks, count, barred, n):
    """Take the first ``n`` actions of ``barred`` out of the root's list; its new length."""
    kept = 0
    for i in range(count):
        out = False
        for j in range(n):
            if moves[0, i] == barred[j]:
                out = True
        if not out:
            moves[0, kept] = moves[0, i]
            ranks[0, kept] = ranks[0, i]
            kept += 1
    return kept


def proceed(states, works, c, frames, moves, ranks, table, head, ply):
    """Take up the next move of the node in slot ``ply``, or leave it."""
    f = frames[ply]
    index = int(f.index)
    count = int(f.count)
    if index >= count:
        close(states, c, f, table, head, ply, int(f.settled))
        return
    best = index
    for i in range(index + 1, count):
        if int(ranks[ply, i]) > int(ranks[ply, best]):
            best = i
    a = int(moves[ply, best])
    rank = int(ranks[ply, best])
    moves[ply, best] = moves[ply, index]
    ranks[ply, best] = ranks[ply, index]
    moves[ply, index] = a
    ranks[ply, index] = rank
    f.index = index + 1
    f.action = a
    depth = int(f.depth)
    less = 0
    late = int(head[LATE])
    if int(head[PLAIN]) == 0 and depth >= 3 and index >= late and rank < SHARP - 1:
        less = 1
        if index >= late + 5:
            less = 2
        if depth >= 6 and index >= late + 10:
            less = 3
        if int(f.beta) - int(f.alpha) > 1:
            less -= 1
        less = min(less, depth - 2)
    f.less = less
    f.scout = int(index > 0 and depth > 0)
    copy(states, works, c, ply, ply + 1)
    apply(states[ply + 1], c, works[ply + 1], a)
    descend(frames, head, ply)


def descend(frames, head, ply):
    """Enter the child of slot ``ply`` with the window and depth that its frame asks for."""
    f = frames[ply]
    low = int(f.alpha)
    high = low + 1 if int(f.scout) != 0 else int(f.beta)
    child = frames[ply + 1]
    child.low = low
    child.high = high
    if int(f.sign) < 0:
        child.low = -high
        child.high = -low
    child.depth = int(f.depth) - 1 - int(f.less)
    head[PLY] = ply + 1
    head[MODE] = ENTER


def receive(states, works, c, frames, moves, lines, table, killers, history, head, ply):
    """Take the result of the child of slot ``ply``."""
    f = frames[ply]
    value = int(head[VALUE]) * int(f.sign)
    settled = int(head[SURENESS])
    head[PLY] = ply
    head[MODE] = NEXT
    if value > int(f.alpha):
        if int(f.less) > 0:
            f.less = 0
            descend(frames, head, ply)
            return
        if int(f.scout) != 0 and value < int(f.beta):
            f.scout = 0
            descend(frames, head, ply)
            return
    if settled == 0:
        f.settled = 0
    if value <= int(f.best):
        return
    f.best = value
    f.sure = settled
    if value <= int(f.alpha):
        return
    f.alpha = value
    f.choice = f.action
    lines[ply, 1] = f.action
    length = int(lines[ply + 1, 0])
    for i in range(1, length + 1):
        lines[ply, i + 1] = lines[ply + 1, i]
    lines[ply, 0] = length + 1
    if value >= int(f.beta):
        if int(f.depth) > 0:
            praise(f, moves, killers, history, ply)
        close(states, c, f, table, head, ply, settled)


def praise(f, moves, killers, history, ply):
    """The move refuted the one before: remember it, and think less of those that did not."""
    a = int(f.action)
    if int(killers[ply, 0]) != a:
        killers[ply, 1] = killers[ply, 0]
        killers[ply, 0] = a
    side = (1 - int(f.sign)) >> 1
    gain = int(f.depth) * int(f.depth)
    for i in range(int(f.index)):
        at = int(moves[ply, i]) & (HISTORY - 1)
        old = int(history[side, at])
        # The nearer to its bound, the less a count moves on (so none runs over).
        if i == int(f.index) - 1:
            history[side, at] = old + gain - (old * gain >> 14)
        else:
            history[side, at] = old - gain - (old * gain >> 14)


def close(states, c, f, table, head, ply, settled):
    """Every move of the node has been looked at, or one was enough: store and leave."""
    best = int(f.best)
    kind = EXACT
    if best >= int(f.beta):
        kind = AT_LEAST
    elif best <= int(f.floor):
        kind = AT_MOST
    if ply > 0 or int(head[BARRED]) == 0:
        store(states[ply], c, f, table, best, kind, ply, settled)
    leave(head, best * int(f.sign), settled)


def store(s, c, f, table, best, kind, ply, settled):
    """Keep a result: in the second slot of its place, or in the first if it is at least as deep."""
    k = f.key
    depth = int(f.depth)
    at = number(k & sub64(mask(table.shape[0]), mask(1))) & ~1
    place = table[at]
    told = place.told
    mine = place.check ^ told == k
    slot = at + 1
    if told == mask(0) or mine or stored_depth(number(told)) <= depth:
        if not mine and told != mask(0):
            table[slot].check = place.check
            table[slot].told = told
        slot = at
    place = table[slot]
    score = best
    if best >= SURE:
        score += ply
    elif best <= -SURE:
        score -= ply
    elif settled != 0 and horizon(s, c) != 0:
        settled = 0
    action = int(f.choice)
    told = place.told
    if action < 0 and place.check ^ told == k:
        action = stored_action(number(told))
    told = mask(packed(action, score, depth, kind + SETTLED * settled))
    place.check = k ^ told
    place.told = told
