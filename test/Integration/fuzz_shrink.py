# ===- fuzz_shrink.py - Making a failing case small ------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Takes parts of a case away as long as it fails in the same way.

Every step is a smaller or plainer case: fewer statements, operators, data sets
and entries, formats that are dense, types that are f64. Steps that make no
sense are not avoided: the compiler refuses them, which is another way to end.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterator

from fuzz_case import Data, FuzzCase, Operand
from fuzz_data import SizeClasses, settle
from fuzz_schedules import split_steps
from notation import (
    Access,
    Assign,
    Binary,
    Call,
    Expression,
    Index,
    Literal,
    Negate,
    Reduce,
    Slice,
    Sum,
    children,
    variables_of,
)

# Whether a case still fails as the first one did.
Fails = Callable[[FuzzCase], bool]
# Smaller or plainer cases than one.
Steps = Callable[[FuzzCase], Iterator[FuzzCase]]


def shrink(case: FuzzCase, fails: Fails, budget: int = 600) -> FuzzCase:
    """The smallest case that is found within `budget` attempts. Coarse steps
    come first, since each may save many fine ones."""
    left = budget
    before = None
    while case is not before and left > 0:
        before = case
        for steps in (_fewer_runs, _programs, _plainer, _less_data):
            case, left = _repeat(steps, case, fails, left)
    return case


def _repeat(
    steps: Steps, case: FuzzCase, fails: Fails, left: int
) -> tuple[FuzzCase, int]:
    """Takes steps of one kind until none of them leads on."""
    improved = True
    while improved and left > 0:
        improved = False
        for candidate in _tidied(steps, case):
            left -= 1
            if fails(candidate):
                case, improved = candidate, True
            if improved or left <= 0:
                break
    return case, left


def _tidied(steps: Steps, case: FuzzCase) -> Iterator[FuzzCase]:
    for candidate in steps(case):
        try:
            candidate = candidate.tidy()
        except KeyError:
            # A tensor that was a result has become an operand.
            continue
        if candidate != case:
            yield candidate


def _fewer_runs(case: FuzzCase) -> Iterator[FuzzCase]:
    if len(case.data) > 1:
        for data in case.data:
            yield dataclasses.replace(case, data=(data,))


# --- Programs --------------------------------------------------------------


def _programs(case: FuzzCase) -> Iterator[FuzzCase]:
    for number, assignment in enumerate(case.program):
        before, after = case.program[:number], case.program[number + 1 :]
        if before or after:
            yield dataclasses.replace(case, program=(*before, *after))
        for smaller in _assignments(assignment):
            yield dataclasses.replace(case, program=(*before, smaller, *after))


def _assignments(assignment: Assign) -> Iterator[Assign]:
    if assignment.accumulate:
        yield dataclasses.replace(assignment, accumulate=False)
    for value in _expressions(assignment.value):
        yield dataclasses.replace(assignment, value=value)


def _expressions(node: Expression) -> Iterator[Expression]:
    """The expression with one node replaced by one of its operands or by 1."""
    yield from children(node)
    if isinstance(node, Call) and len(node.arguments) > 2:
        for pair in itertools.combinations(node.arguments, 2):
            if node.function in ("max", "min"):
                yield Call(node.function, pair)
    if isinstance(node, Reduce) and len(node.indices) > 1:
        for index in node.indices:
            rest = tuple(x for x in node.indices if x != index)
            yield Reduce(node.reducer, rest, node.body)
    if isinstance(node, Access):
        for mode, index in enumerate(node.indices):
            if isinstance(index, Sum | Slice):
                before, after = node.indices[:mode], node.indices[mode + 1 :]
                for variable in variables_of(index):
                    yield Access(node.tensor, (*before, variable, *after))
    if not isinstance(node, Literal):
        yield Literal(1)
    for number, child in enumerate(children(node)):
        for smaller in _expressions(child):
            yield _with_child(node, number, smaller)


def _with_child(node: Expression, number: int, child: Expression) -> Expression:
    match node:
        case Negate():
            return Negate(child)
        case Binary(operator, left, right):
            if number == 0:
                return Binary(operator, child, right)
            return Binary(operator, left, child)
        case Call(function, arguments):
            arguments = list(arguments)
            arguments[number] = child
            return Call(function, tuple(arguments))
        case Reduce(reducer, indices, _):
            return Reduce(reducer, indices, child)
    raise TypeError(f"no operands: {node!r}")


# --- Storage ---------------------------------------------------------------


def _plainer(case: FuzzCase) -> Iterator[FuzzCase]:
    if case.options:
        yield dataclasses.replace(case, options="")
        for dropped in case.options.split():
            words = [w for w in case.options.split() if w != dropped]
            yield dataclasses.replace(case, options=" ".join(words))
            if dropped.startswith("schedule="):
                steps = split_steps(dropped.removeprefix("schedule="))
                for number in range(len(steps) if len(steps) > 1 else 0):
                    rest = ",".join(steps[:number] + steps[number + 1 :])
                    yield dataclasses.replace(
                        case, options=" ".join([*words, f"schedule={rest}"])
                    )
    if set(case.types.values()) != {"f64"}:
        yield _with_types(case, dict.fromkeys(case.types, "f64"))
        for name, type in case.types.items():
            if type != "f64":
                yield _with_types(case, {**case.types, name: "f64"})
    for name, format in case.formats.items():
        for plainer in _formats(format, case.orders[name]):
            formats = {**case.formats, name: plainer}
            yield dataclasses.replace(case, formats=formats)


def _formats(format: str, order: int) -> Iterator[str]:
    """Plainer ones: dense, without widths, without an order of modes."""
    if order == 0:
        return
    dense = "d" * order
    if format == dense:
        return
    yield dense
    if "{" in format:
        yield format.partition("{")[0]
    if ":" in format:
        yield format.partition(":")[0]
    letters, _, rest = format.partition(":")
    if set(letters) <= set("ds"):
        for n, letter in enumerate(letters):
            if letter == "s":
                fewer = letters[:n] + "d" + letters[n + 1 :]
                yield fewer + (f":{rest}" if rest else "")
    elif format not in ("CSR", "s" * order) and order > 1:
        yield "s" * order
        if order == 2:
            yield "CSR"


def _with_types(case: FuzzCase, types: dict[str, str]) -> FuzzCase:
    """Real numbers have no place in integers, nor complex ones in others."""

    def fit(value: complex, type: str) -> complex:
        if type.startswith("complex"):
            return complex(value)
        value = value.real if isinstance(value, complex) else value
        return int(value) if type[0] in "iu" else float(value)

    def convert(data: Data) -> Data:
        operands = {
            name: dataclasses.replace(
                o, values=tuple(fit(v, types[name]) for v in o.values)
            )
            for name, o in data.operands.items()
            if case.types[name] != types[name]
        }
        return dataclasses.replace(data, operands={**data.operands, **operands})

    try:
        data = tuple(convert(d) for d in case.data)
    except (OverflowError, ValueError):
        return case
    return dataclasses.replace(case, types=types, data=data)


# --- Data ------------------------------------------------------------------


def _less_data(case: FuzzCase) -> Iterator[FuzzCase]:
    if len(case.data) != 1:
        return
    data = case.data[0]
    yield from _smaller_sizes(case, data)
    for name, operand in data.operands.items():
        for smaller in _operands(operand):
            operands = {**data.operands, name: smaller}
            new = dataclasses.replace(data, operands=operands)
            yield dataclasses.replace(case, data=(new,))


def _operands(operand: Operand) -> Iterator[Operand]:
    count = len(operand.coordinates)

    def keep(numbers: list[int]) -> Operand:
        return dataclasses.replace(
            operand,
            coordinates=tuple(operand.coordinates[n] for n in numbers),
            values=tuple(operand.values[n] for n in numbers),
        )

    if operand.dims and count:
        step = count
        while step >= 1:
            for start in range(0, count, step):
                yield keep([*range(start), *range(start + step, count)])
            if step == 1 or count > 40 and step <= 4:
                break
            step = -(-step // 2)
    plain = tuple(type(value)(1) for value in operand.values)
    if plain != operand.values:
        yield dataclasses.replace(operand, values=plain)
        if count <= 8:
            for n, value in enumerate(operand.values):
                if value != 1:
                    values = list(operand.values)
                    values[n] = plain[n]
                    yield dataclasses.replace(operand, values=tuple(values))


def _smaller_sizes(case: FuzzCase, data: Data) -> Iterator[FuzzCase]:
    """One size halved, or less by one, with what then lies outside left out."""
    classes = SizeClasses(case.program)
    for root in classes.roots():
        size = _size_of(case, data, classes, root)
        if size is None:
            continue
        for new in dict.fromkeys((size // 2, size - 1)):
            if 0 <= new < size and new >= classes.least[root]:
                smaller = settle(case, _resize(data, classes, root, new))
                yield dataclasses.replace(case, data=(smaller,))


def _size_of(
    case: FuzzCase, data: Data, classes: SizeClasses, root: object
) -> int | None:
    for index, other in classes.variables().items():
        if other == root and index.name in data.extents:
            return data.extents[index.name]
    for name, operand in data.operands.items():
        for mode, size in enumerate(operand.dims):
            if classes.find((name, mode)) == root:
                return size
    return None


def _resize(
    data: Data, classes: SizeClasses, root: object, size: int
) -> Data:
    extents = {
        name: size if classes.find(Index(name)) == root else old
        for name, old in data.extents.items()
    }
    operands = {}
    for name, operand in data.operands.items():
        cut = [
            classes.find((name, mode)) == root
            for mode in range(len(operand.dims))
        ]
        dims = tuple(
            size if c else d for c, d in zip(cut, operand.dims, strict=True)
        )
        kept = [
            n
            for n, where in enumerate(operand.coordinates)
            if all(x < d for x, d in zip(where, dims, strict=True))
        ]
        operands[name] = Operand(
            dims,
            tuple(operand.coordinates[n] for n in kept),
            tuple(operand.values[n] for n in kept),
        )
    return Data(extents, operands)
