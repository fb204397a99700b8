"""The threads that search: who is at the table goes first."""

from __future__ import annotations

import os
import sys
import threading

import pytest

from pivotry.server.bots import Bots, Question, Thought

ON_LINUX = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux has priorities of threads"
)


@ON_LINUX
def test_who_wakes_up_resting_computers_has_not_stepped_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found: list[int] = []
    rested = threading.Event()
    resting = Bots._rested

    def noted(bots: Bots) -> None:
        found.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
        resting(bots)
        rested.set()

    monkeypatch.setattr(Bots, "_rested", noted)
    own = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    bots = Bots(lambda question, cancel: question.player, pace=0.05)
    try:
        answers = [
            bots.think(Question({}, "alone"), 0, lambda _: None, waited_for=False).answer
            for _ in range(3)
        ]
        assert [answer.result(20) for answer in answers] == ["alone"] * 3
        assert rested.wait(20)
    finally:
        bots.close()
    assert set(found) == {own}


@ON_LINUX
def test_searches_run_when_nobody_else_wants_to() -> None:
    found: list[int] = []
    told: list[int] = []
    done = threading.Event()

    def choose(question: Question, cancel: threading.Event) -> str:
        found.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
        return question.player

    def answered(thought: Thought) -> None:
        told.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
        done.set()

    bots = Bots(choose)
    try:
        own = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
        bots.think(Question({}, "nobody"), 0, answered)
        assert done.wait(20)
    finally:
        bots.close()
    assert found == [min(19, own + 4)]
    assert told == [own], "what is done with a move holds what others need"
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == own
