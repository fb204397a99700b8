"""Whose turn it is among those who wait for the same thing: nobody's heap makes others wait."""

from __future__ import annotations

from collections import OrderedDict, deque
from contextlib import suppress
from contextvars import ContextVar
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Asker(NamedTuple):
    """On whose account something is done: an address, and which of the visitors there."""

    address: str
    """As ``guard.caller`` tells it. Cookies can be made up, addresses cannot."""
    visitor: str


NOBODY = Asker("", "")
asker: ContextVar[Asker] = ContextVar("asker", default=NOBODY)
"""Whose request is being answered; ``NOBODY`` where the server acts by itself."""


class Turns(Generic[T]):
    """Things that wait: taken from one address after the other, there from one visitor after the
    other (behind a proxy all have one address), and of each the eldest first. Not for several
    threads at once.
    """

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(self.of, self._waiting))

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def of(self, address: str) -> int:
        """How many things of an address wait."""
        return sum(map(len, self._waiting.get(address, {}).values()))

    def of_one(self, owner: Asker) -> int:
        """How many things of one visitor of an address wait."""
        visitors = self._waiting.get(owner.address, OrderedDict())
        return len(visitors.get(owner.visitor, deque()))

    def put(self, owner: Asker, thing: T) -> None:
        """Somebody's thing begins to wait."""
        visitors = self._waiting.setdefault(owner.address, OrderedDict())
        visitors.setdefault(owner.visitor, deque()).append(thing)

    def take(self) -> T:
        """The thing whose turn it is; ``KeyError`` if nothing waits."""
        address, visitors = self._waiting.popitem(last=False)
        visitor, things = visitors.popitem(last=False)
        thing = things.popleft()
        if things:
            visitors[visitor] = things
        if visitors:
            self._waiting[address] = visitors
        return thing

    def drop(self, owner: Asker, thing: T) -> None:
        """A thing waits no longer, if it still did."""
        visitors = self._waiting.get(owner.address, OrderedDict())
        things = visitors.get(owner.visitor, deque())
        with suppress(ValueError):
            things.remove(thing)
        if not things:
            visitors.pop(owner.visitor, None)
        if not visitors:
            self._waiting.pop(owner.address, None)
