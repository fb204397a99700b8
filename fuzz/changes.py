"""Small changes to functions: what ``fuzz/mutants.py`` tries out.

A mutant differs from the source in one place: another comparison, operator or number, a negated
condition, an operand of ``and``, ``or``, ``&``, ``|``, ``^`` or an inversion dropped, a shift the
other way, or a statement left out.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType

COMPARE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}  # fmt: skip
OPERATE: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr, ast.Mult: ast.Add, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
}  # fmt: skip
DROP = (ast.BitAnd, ast.BitOr, ast.BitXor)
CALLS = {"shl": "shr", "shr": "shl", "add64": "sub64", "sub64": "add64"}


@dataclass(frozen=True)
class Mutant:
    """One change to one function of a module."""

    module: str
    function: str
    statement: str
    """The first line of the statement that is changed, as Python writes it, shortened."""
    change: str
    code: CodeType

    @property
    def name(self) -> str:
        """What this change is called wherever the lines move to."""
        return f"{self.module.rpartition('.')[2]}.{self.function}: {self.statement}: {self.change}"

    @property
    def row(self) -> str:
        """The first columns of its row in a Markdown table of survivors."""
        cells = (self.function, self.statement, self.change)
        return "| " + " | ".join(f"`{cell}`".replace("|", r"\|") for cell in cells) + " |"


def mutants(path: Path, module: str, only: str | None = None) -> Iterator[Mutant]:
    """Every mutant of the functions in a file, none twice and none that is the original."""
    for node in ast.parse(path.read_text()).body:
        if not isinstance(node, ast.FunctionDef) or only not in (None, node.name):
            continue
        seen = {_essence(_code(node, path))}
        names: dict[str, int] = {}
        for statement, old, new in _places(node):
            code = _code(_with(node, old, new), path)
            if _essence(code) in seen:
                continue
            seen.add(_essence(code))
            statement, change = _short(statement, 64), _told(old, new)
            nth = names[statement + change] = names.get(statement + change, 0) + 1
            if nth > 1:
                change += f" ({nth})"
            yield Mutant(module, node.name, statement, change, code)


def _told(old: ast.AST, new: ast.AST) -> str:
    """The change in words; what is dropped says more than what is left."""
    if isinstance(new, ast.Pass):
        return "left out"
    if isinstance(old, ast.BinOp) and new in (old.left, old.right):
        dropped = old.right if new is old.left else old.left
        return f"without {_short(ast.unparse(dropped), 48)}"
    if isinstance(old, ast.BoolOp):
        kept = new.values if isinstance(new, ast.BoolOp) else [new]
        if len(kept) < len(old.values):
            (dropped,) = (value for value in old.values if value not in kept)
            return f"without {_short(ast.unparse(dropped), 48)}"
    if isinstance(old, ast.If | ast.While) and isinstance(new, ast.If | ast.While):
        old, new = old.test, new.test
    return f"{_short(ast.unparse(old), 40)} -> {_short(ast.unparse(new), 40)}"


def _short(text: str, width: int) -> str:
    """At most ``width`` characters, the middle left out."""
    half = (width - 3) // 2
    return text if len(text) <= width else f"{text[:half]}...{text[-half:]}"


def _code(function: ast.FunctionDef, path: Path) -> CodeType:
    module = ast.fix_missing_locations(ast.Module([function], []))
    space: dict[str, object] = {}
    exec(compile(module, str(path), "exec"), space)
    made = space[function.name]
    assert isinstance(made, FunctionType)
    return made.__code__


def _essence(code: CodeType) -> tuple[object, ...]:
    """What a function does, without its line numbers; 1, 1.0 and True are not the same."""
    constants = tuple((type(k), k) for k in code.co_consts)
    return code.co_code, constants, code.co_names, code.co_varnames


def _with(function: ast.FunctionDef, old: ast.AST, new: ast.AST) -> ast.FunctionDef:
    """A copy of the function with ``new`` in the place of ``old``."""
    place = next(i for i, node in enumerate(ast.walk(function)) if node is old)
    fresh = copy.deepcopy(function)
    target = next(node for i, node in enumerate(ast.walk(fresh)) if i == place)

    class Swap(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            return new if node is target else self.generic_visit(node)

    swapped = Swap().visit(fresh)
    assert isinstance(swapped, ast.FunctionDef)
    return swapped


def _places(function: ast.FunctionDef) -> Iterator[tuple[str, ast.AST, ast.AST]]:
    """(statement, a node of it, what could stand there instead)."""
    assigned = {argument.arg for argument in function.args.args}
    last = function.body[-1]
    for statement in _statements(function):
        text = ast.unparse(statement).splitlines()[0]
        if statement is not last and _removable(statement, assigned):
            yield text, statement, ast.Pass()
        if isinstance(statement, ast.Assign):
            assigned |= {t.id for t in ast.walk(statement) if isinstance(t, ast.Name)}
        for node in _expressions(statement):
            for new in _instead(node):
                yield text, node, ast.copy_location(new, node)
        for new in _instead_of_statement(statement):
            yield text, statement, ast.copy_location(new, statement)


def _statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Those within a function or a compound statement, in the order of the source."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield child
            yield from _statements(child)


def _expressions(node: ast.AST) -> Iterator[ast.AST]:
    """What a statement consists of, without the statements inside it.

    Kernels name no arguments; where a helper does, it is a matter of style.
    """
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.stmt | ast.keyword):
            yield child
            yield from _expressions(child)


def _removable(statement: ast.stmt, assigned: set[str]) -> bool:
    """Whether the rest still runs without it: a store, a second assignment, a call, a jump."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Call)
    if isinstance(statement, ast.Assign):
        target = statement.targets[0]
        if isinstance(target, ast.Name):
            return target.id in assigned
        return isinstance(target, ast.Attribute | ast.Subscript)
    return isinstance(statement, ast.AugAssign | ast.Break | ast.Continue | ast.Return)


def _instead_of_statement(statement: ast.stmt) -> Iterator[ast.stmt]:
    """Other conditions and operators of a statement."""
    if isinstance(statement, ast.If | ast.While) and _worth_negating(statement.test):
        other = copy.copy(statement)
        other.test = ast.UnaryOp(ast.Not(), statement.test)
        yield other
    if isinstance(statement, ast.AugAssign) and type(statement.op) in OPERATE:
        changed = copy.copy(statement)
        changed.op = OPERATE[type(statement.op)]()
        yield changed


def _worth_negating(test: ast.expr) -> bool:
    """Not where changing the comparison, or dropping a ``not``, is the same."""
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        return not isinstance(test.ops[0], ast.Eq | ast.NotEq)
    return not isinstance(test, ast.UnaryOp)


def _instead(node: ast.AST) -> Iterator[ast.expr]:
    """What could stand in the place of an expression."""
    if isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            if type(op) in COMPARE:
                ops = [*node.ops[:i], COMPARE[type(op)](), *node.ops[i + 1 :]]
                yield ast.Compare(node.left, ops, node.comparators)
    elif isinstance(node, ast.BinOp):
        if type(node.op) in OPERATE:
            yield ast.BinOp(node.left, OPERATE[type(node.op)](), node.right)
        if isinstance(node.op, DROP):
            yield node.left
            yield node.right
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        for i in range(len(node.values)):
            kept = [*node.values[:i], *node.values[i + 1 :]]
            yield kept[0] if len(kept) == 1 else ast.BoolOp(node.op, kept)
    elif isinstance(node, ast.UnaryOp):
        if isinstance(node.op, ast.Not | ast.Invert):
            yield node.operand
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            yield ast.Constant(not node.value)
        elif isinstance(node.value, int | float):
            yield ast.Constant(node.value + 1)
    elif isinstance(node, ast.IfExp):
        if _worth_negating(node.test):
            yield ast.IfExp(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
        yield ast.Call(ast.Name(CALLS[node.func.id], ast.Load()), node.args, node.keywords)
