"""The only switch between plain Python and Numba.

Rules, search and playouts are ordinary functions. ``bind`` builds a copy of one in which every
function of ours that it calls, directly or not, is replaced by a compiled copy, and the names a
search leaves open (``legal``, ``apply``, ...) are filled with one game's rules. So there are no
function pointers, the source stays plain Python, and the result can be cached on disk.

Numba's own cache does not notice when an imported helper changes (numba issue 1833). Ours lies in
a folder named by a hash of every kernel source, so code of older sources is never found.

A module of kernels may name in ``INLINE`` functions of its own whose calls are to be opened up even
where the compiler thinks them too long; it pays for those that every move goes through.

``PIVOTRY_JIT=0`` runs everything as plain Python; ``PIVOTRY_CACHE`` moves the cache folder.
"""

from __future__ import annotations

import builtins
import hashlib
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

Kernel = Callable[..., Any]
_PACKAGE = "pivotry"
_lock = threading.RLock()
_bound: dict[tuple[Any, ...], Kernel] = {}


def enabled() -> bool:
    """Whether kernels are compiled (``PIVOTRY_JIT`` unset or anything but 0)."""
    return os.environ.get("PIVOTRY_JIT", "1") != "0"


def bind(
    function: Kernel,
    names: Mapping[str, Kernel] | None = None,
    *,
    tag: str = "",
    compiled: bool | None = None,
) -> Kernel:
    """``function`` with the open names filled in, compiled unless ``compiled`` is False.

    ``tag`` separates the caches of bindings that share a source but not their ``names``: a game's
    id. The same arguments give the same object, so nothing is compiled twice in a process.
    """
    if compiled is None:
        compiled = enabled()
    names = dict(names or {})
    if not compiled and not names:
        return function
    with _lock:
        return _Binder(names, tag, compiled).copy(function, entry=True)


class _Binder:
    """Copies functions with their callees, each once, into namespaces of their own."""

    def __init__(self, names: Mapping[str, Kernel], tag: str, compiled: bool) -> None:
        self.names = names
        self.tag = tag
        self.compiled = compiled
        self.key = (tag, compiled, tuple(sorted((k, id(v)) for k, v in names.items())))

    def copy(self, function: Kernel, *, entry: bool = False) -> Kernel:
        """The copy; as an ``entry`` it can be called from Python, else from other copies only."""
        key = (function, entry and self.compiled, *self.key)
        found = _bound.get(key)
        if found is not None:
            return found
        if not isinstance(function, FunctionType):
            raise TypeError(f"{function!r} is not a plain function")
        if self.names and not self.depends(function, set()):
            shared = _Binder({}, self.tag.partition("-")[0], self.compiled)
            return shared.copy(function, entry=entry)
        if self.compiled:
            swapped = _instruction(function)
            if swapped is not None:
                return swapped
        spaces: dict[str, Any] = {"__builtins__": builtins, "__name__": function.__module__}
        for name in _global_names(function.__code__):
            if name in self.names:
                value: Any = self.names[name]
            elif name in function.__globals__:
                value = function.__globals__[name]
            else:
                continue
            if isinstance(value, FunctionType) and value.__module__.startswith(_PACKAGE):
                value = self.copy(value)
            spaces[name] = value
        fresh: Any = FunctionType(
            function.__code__, spaces, function.__name__, function.__defaults__, None
        )
        fresh.__module__ = function.__module__
        fresh.__qualname__ = function.__qualname__
        if self.compiled:
            inline = function.__name__ in function.__globals__.get("INLINE", ())
            fresh = _compile(fresh, self.tag, inline, entry)
        _bound[key] = fresh
        return fresh  # type: ignore[no-any-return]

    def depends(self, function: FunctionType, seen: set[FunctionType]) -> bool:
        """Whether an open name is filled in here or below.

        What does not depend on them, a game's rules above all, is compiled once for all kernels
        of the game (the part of the tag before the hyphen).
        """
        seen.add(function)
        for name in _global_names(function.__code__):
            value = function.__globals__.get(name)
            if name in self.names and value is not None and value is not self.names[name]:
                return True
            if (
                isinstance(value, FunctionType)
                and value.__module__.startswith(_PACKAGE)
                and value not in seen
                and self.depends(value, seen)
            ):
                return True
        return False


def _global_names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _global_names(constant)


def _compile(function: Kernel, tag: str, inline: bool, entry: bool) -> Kernel:
    """Compiled, with what lets Python call it only where it will: that takes long to make."""
    import numba

    from .jitinner import Pipeline

    config: Any = numba.config
    njit: Any = numba.njit  # its types leave out the last two options

    folder = cache_dir() / (tag or "shared") / ("entries" if entry else "inner")
    folder.mkdir(parents=True, exist_ok=True)
    before = config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES
    config.CACHE_DIR = str(folder)
    config.CACHE_LOCATOR_CLASSES = f"{_PACKAGE}.jitcache.Locator"
    try:
        made = njit(
            cache=True,
            nogil=True,
            error_model="numpy",
            forceinline=inline,
            no_cpython_wrapper=not entry,
            no_cfunc_wrapper=True,
            **({} if entry else {"pipeline_class": Pipeline}),
        )(function)
    finally:
        config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = before
    return _for_all_values(made)


def _for_all_values(dispatcher: Any) -> Kernel:
    """Compiled once for a type, where Numba would once more for every constant given to it."""
    from numba.core import types

    chosen = dispatcher.get_call_template
    plain: Any = types.unliteral

    def template(args: Any, kws: Any) -> Any:
        return chosen(tuple(map(plain, args)), {name: plain(arg) for name, arg in kws.items()})

    dispatcher.get_call_template = template
    made: Kernel = dispatcher
    return made


# --- single instructions ---------------------------------------------------------------------


def _instruction(function: Kernel) -> Kernel | None:
    if function.__module__ != f"{_PACKAGE}.ints":
        return None
    return _instructions().get(function.__name__)


@cache
def _instructions() -> dict[str, Kernel]:
    """What the functions of ``ints`` are to the compiler, which never sees their Python bodies.

    Not compiled functions: each would be compiled anew for every pair of types it is called with.
    """
    import llvmlite.binding as llvm
    import numba
    from llvmlite import ir

    i64 = ir.IntType(64)
    word, integer, truth = numba.types.uint64, numba.types.int64, numba.types.boolean
    intrinsic: Any = numba.extending.intrinsic

    def one(kind: Any, build: Callable[[Any, Any], Any]) -> Kernel:
        def typed(context: Any, m: Any) -> Any:
            return kind(word), lambda _, builder, sig, args: build(builder, *args)

        return intrinsic(typed)  # type: ignore[no-any-return]

    def two(kind: Any, build: Callable[[Any, Any, Any], Any]) -> Kernel:
        def typed(context: Any, m: Any, n: Any) -> Any:
            return kind(word, word), lambda _, builder, sig, args: build(builder, *args)

        return intrinsic(typed)  # type: ignore[no-any-return]

    def same(builder: Any, m: Any) -> Any:
        return m

    def first(builder: Any, m: Any) -> Any:
        return builder.cttz(m, ir.Constant(ir.IntType(1), 0))

    def holds(builder: Any, m: Any, i: Any) -> Any:
        return builder.trunc(builder.lshr(m, i), ir.IntType(1))

    def deposited(builder: Any, m: Any, k: Any) -> Any:
        kind = ir.FunctionType(i64, [i64, i64])
        name = "llvm.x86.bmi.pdep.64"
        deposit = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        return first(builder, builder.call(deposit, [builder.shl(ir.Constant(i64, 1), k), m]))

    shl = two(word, lambda builder, m, k: builder.shl(m, k))
    sub64 = two(word, lambda builder, a, b: builder.sub(a, b))
    low_bit = one(integer, first)
    if llvm.get_host_cpu_features().get("bmi2", False):
        select = two(integer, deposited)
    else:

        @numba.njit(nogil=True)
        def select(m, k):  # type: ignore[no-untyped-def]
            for _ in range(k):
                m &= sub64(m, 1)
            return low_bit(m)

    return {
        "mask": one(word, same),
        "number": one(integer, same),
        "bit": one(word, lambda builder, i: builder.shl(ir.Constant(i64, 1), i)),
        "shl": shl,
        "shr": two(word, lambda builder, m, k: builder.lshr(m, k)),
        "add64": two(word, lambda builder, a, b: builder.add(a, b)),
        "sub64": sub64,
        "mul64": two(word, lambda builder, a, b: builder.mul(a, b)),
        "has": two(truth, holds),
        "popcount": one(integer, lambda builder, m: builder.ctpop(m)),
        "low_bit": low_bit,
        "select": select,
    }


# --- the cache -------------------------------------------------------------------------------


KERNELS = (
    "captures.py", "evaluate.py", "exact.py", "patterns.py", "rollout.py", "rules.py", "sets.py",
    "shown.py", "stacks.py", "tables.py", "views.py",
)  # fmt: skip
"""The files of a game that hold kernels and the constants they use."""


def kernel_sources() -> Iterable[Path]:
    """Every file whose text can end up in compiled code (a test holds it against the imports)."""
    root = Path(__file__).parent
    yield from (root / name for name in ("jit.py", "jitinner.py", "ints.py", "contract.py"))
    yield from sorted(p for name in KERNELS for p in (root / "games").glob(f"*/{name}"))
    yield from sorted((root / "search" / "kernels").glob("*.py"))


@cache
def source_hash() -> str:
    """A name for the present sources together with Numba, NumPy and Python."""
    from importlib.metadata import version

    digest = hashlib.sha256()
    for part in (sys.version, version("numba"), version("numpy"), version("llvmlite")):
        digest.update(part.encode() + b"\0")
    root = Path(__file__).parent
    for path in kernel_sources():
        digest.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:20]


def cache_dir() -> Path:
    """Where compiled code of the present sources lies."""
    base = os.environ.get("PIVOTRY_CACHE")
    if base is None:
        from platformdirs import user_cache_dir

        base = user_cache_dir(_PACKAGE, appauthor=False)
    return Path(base) / "kernels" / source_hash()


@contextmanager
def first_use(name: str) -> Iterator[None]:
    """Around the first call of a kernel: says so if it has to be compiled, once for all processes.

    The first process compiles while others that want the same ``name`` wait, then load it.
    """
    if ready(name):
        yield
        return
    from filelock import FileLock

    folder = cache_dir()
    if not folder.exists():
        _prune(folder.parent)
        folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / f"{name}.lock"):
        if ready(name):
            yield
            return
        announce(name, True)
        try:
            yield
        finally:
            announce(name, False)
        (folder / f"{name}.ready").touch()


def announce(name: str, begun: bool) -> None:
    """Tell the listeners that compiling ``name`` has begun or ended."""
    for listener in listeners:
        listener(name, begun)


listeners: list[Callable[[str, bool], None]] = []
"""Called with the name of a kernel when its compiling begins (True) and ends (False)."""

_MONTH = 30 * 24 * 3600


def _prune(parent: Path) -> None:
    """Remove code of sources that nobody has compiled for for a month."""
    if parent.exists():
        for folder in parent.iterdir():
            if time.time() - folder.stat().st_mtime > _MONTH:
                shutil.rmtree(folder, ignore_errors=True)


def ready(name: str) -> bool:
    """Whether ``name`` has been compiled before from the present sources."""
    return not enabled() or (cache_dir() / f"{name}.ready").exists()
