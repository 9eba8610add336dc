# ===- fuzz_case.py - One random case and its text form --------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""A case of the fuzzer: a program, what its tensors are, and data to run on.

Unlike the suite's cases it holds its data, so that a failing one can be made
smaller step by step, kept as a file, and run again when generators have
changed.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from formats import Coordinate, Format
from spellings import parse_format
from functions import definitions
from fuzz_schedules import split_steps
from notation import (
    Access,
    AnySubscript,
    Assign,
    Binary,
    Call,
    Expression,
    Index,
    IndexValue,
    Literal,
    Negate,
    Reduce,
    Slice,
    Sum,
    accesses,
    free_indices,
    render,
    walk,
)

Number = int | float | complex


@dataclass(frozen=True)
class Operand:
    """A coordinate list, in any order and with duplicates."""

    dims: tuple[int, ...]
    coordinates: tuple[Coordinate, ...]
    values: tuple[Number, ...]


@dataclass(frozen=True)
class Data:
    """The operands of one run and the sizes of all index variables."""

    extents: dict[str, int]
    operands: dict[str, Operand]


@dataclass(frozen=True)
class FuzzCase:
    """`formats` and `types` have an entry for each tensor."""

    name: str
    program: tuple[Assign, ...]
    formats: dict[str, str]
    types: dict[str, str]
    options: str
    data: tuple[Data, ...]

    @property
    def text(self) -> str:
        return render(self.program)

    @property
    def kernel(self) -> str:
        """Equal for the cases that compile the same but for a schedule."""
        options = [x for x in self.options.split() if not is_schedule(x)]
        what = (self.text, self.formats, self.types, options)
        return hashlib.sha256(repr(what).encode()).hexdigest()[:16]

    @property
    def orders(self) -> dict[str, int]:
        return tensor_orders(self.program)

    @property
    def results(self) -> list[str]:
        return list(dict.fromkeys(a.target.tensor for a in self.program))

    @property
    def operands(self) -> list[str]:
        """Tensors that are read before they are written."""
        found: dict[str, None] = {}
        written: set[str] = set()
        for assignment in self.program:
            read = [access.tensor for access in accesses(assignment.value)]
            if assignment.accumulate:
                read.append(assignment.target.tensor)
            found.update((name, None) for name in read if name not in written)
            written.add(assignment.target.tensor)
        return list(found)

    def format(self, tensor: str) -> Format:
        return parse_format(self.formats[tensor], self.orders[tensor])

    def unsized(self) -> list[str]:
        """The results of which a variable indexes no operand."""
        found = {}
        for assignment in self.program:
            known = set(free_and_bound(assignment.value))
            target = assignment.target
            if assignment.accumulate:
                known.update(target.indices)
            if not known.issuperset(target.indices):
                found[target.tensor] = None
        return list(found)

    def tidy(self) -> FuzzCase:
        """Without tensors that the program does not mention."""
        keep = self.orders
        operands = self.operands
        return dataclasses.replace(
            self,
            formats={n: f for n, f in self.formats.items() if n in keep},
            types={n: t for n, t in self.types.items() if n in keep},
            data=tuple(
                dataclasses.replace(
                    d, operands={n: d.operands[n] for n in operands}
                )
                for d in self.data
            ),
        )

    def to_json(self) -> str:
        plain = {
            "name": self.name,
            "text": self.text,
            "options": self.options,
            "formats": self.formats,
            "types": self.types,
            "program": [
                [_plain(a.target), _plain(a.value), a.accumulate]
                for a in self.program
            ],
            "data": [
                {
                    "extents": d.extents,
                    "operands": {
                        name: [
                            list(o.dims),
                            [list(c) for c in o.coordinates],
                            [_plain_number(v) for v in o.values],
                        ]
                        for name, o in d.operands.items()
                    },
                }
                for d in self.data
            ],
        }
        return json.dumps(plain, indent=1)

    @staticmethod
    def from_json(text: str) -> FuzzCase:
        plain = json.loads(text)
        return FuzzCase(
            name=plain["name"],
            program=tuple(
                Assign(_parse(target), _parse(value), accumulate)  # type: ignore[arg-type]
                for target, value, accumulate in plain["program"]
            ),
            formats=plain["formats"],
            types=plain["types"],
            options=plain["options"],
            data=tuple(
                Data(
                    d["extents"],
                    {
                        name: Operand(
                            tuple(dims),
                            tuple(map(tuple, coordinates)),
                            tuple(map(_parse_number, values)),
                        )
                        for name, (dims, coordinates, values) in d[
                            "operands"
                        ].items()
                    },
                )
                for d in plain["data"]
            ),
        )

    def command(
        self,
        files: dict[str, str] | None = None,
        functions: str = "functions.mlir",
    ) -> str:
        """How the driver is called for the first data set, with the operands,
        and the functions that are called, in these files."""
        words = [f"weft '{self.text}'"]
        words += [f"-f={n}:'{f}'" for n, f in self.formats.items() if f]
        words += [f"-t={n}:'{t}'" for n, t in self.types.items() if t != "f64"]
        words += [
            f"-s='{word.removeprefix('schedule=')}'"
            if is_schedule(word)
            else f"-{word}"
            for word in self.options.split()
        ]
        if definitions(self.text):
            words.append(f"-functions={functions}")
        words += [f"-i={n}:{path}" for n, path in (files or {}).items()]
        if self.data:
            for index, size in self.data[0].extents.items():
                if self.unsized():
                    words.append(f"-d={index}:{size}")
        return " ".join(words)


# In options, asks for the schedules that a search tries, by a seed.
TUNED = "tuned="


def is_schedule(option: str) -> bool:
    return option.startswith(("schedule=", "tune-calls", TUNED))


def tensor_orders(program: tuple[Assign, ...]) -> dict[str, int]:
    """The order of every tensor, results first."""
    found: dict[str, int] = {}
    for assignment in program:
        found[assignment.target.tensor] = len(assignment.target.indices)
    for assignment in program:
        for access in accesses(assignment.value):
            found.setdefault(access.tensor, len(access.indices))
    return found


def free_and_bound(node: Expression) -> Iterator[Index]:
    """The variables whose size a mode of an operand is, or a slice."""
    for access in accesses(node):
        for index in access.indices:
            if isinstance(index, Index):
                yield index
            if isinstance(index, Slice):
                yield index.index


def constructs(case: FuzzCase) -> Iterator[str]:
    """What a case has, to be counted."""
    for assignment in case.program:
        if assignment.accumulate:
            yield "statement +="
        yield f"result order {len(assignment.target.indices)}"
        target = assignment.target
        if any(a.tensor == target.tensor for a in accesses(assignment.value)):
            yield "statement in place"
        bound = set(target.indices)
        if set(free_indices(assignment.value)) - bound:
            yield "reduction implied"
        if bound - set(free_and_bound(assignment.value)):
            yield "statement broadcast"
        for node in walk(assignment.value):
            yield from _construct(node)
    yield f"statements {len(case.program)}"
    for tensor, format in case.formats.items():
        yield f"format {format or 'scalar'}"
        yield f"type {case.types[tensor]}"
    for word in case.options.split():
        if is_schedule(word):
            for step in split_steps(word.removeprefix("schedule=")):
                yield f"schedule {step.partition('(')[0]}"
        else:
            yield f"option {word}"
    for data in case.data:
        yield "runs"
        sizes = data.extents.values()
        if 0 in sizes:
            yield "size 0"
        if any(size > 15 for size in sizes):
            yield "size large"


def _construct(node: Expression) -> Iterator[str]:
    match node:
        case Literal():
            yield "literal"
        case IndexValue():
            yield "index value"
        case Negate():
            yield "operator unary -"
        case Binary(operator, _, _):
            yield f"operator {operator}"
        case Call(function, _):
            yield f"function {function}"
        case Reduce(reducer, _, _):
            yield f"reduction {reducer}"
        case Access(_, indices):
            variables = [x for x in indices if isinstance(x, Index)]
            if len(set(variables)) < len(variables):
                yield "access diagonal"
            if any(isinstance(x, int) for x in indices):
                yield "access literal"
            for index in indices:
                if isinstance(index, Slice):
                    yield "access slice"
                if isinstance(index, Sum):
                    yield f"access sum of {len(index.terms)}"
                    factors = [factor for _, factor in index.terms]
                    if min(factors) < 0:
                        yield "access descending"
                    if max(map(abs, factors)) > 1:
                        yield "access strided"


# --- Plain values ----------------------------------------------------------


def _plain_number(value: Number) -> object:
    if isinstance(value, complex):
        return [repr(value.real), repr(value.imag)]
    return value if isinstance(value, int) else repr(float(value))


def _parse_number(plain: object) -> Number:
    if isinstance(plain, list):
        return complex(float(plain[0]), float(plain[1]))
    return plain if isinstance(plain, int) else float(plain)  # type: ignore[arg-type]


def _plain_index(index: AnySubscript) -> object:
    match index:
        case Index(name):
            return name
        case Sum(terms, constant):
            return ["sum", [[x.name, f] for x, f in terms], constant]
        case Slice(variable, begin, end, step):
            return ["slice", variable.name, begin, end, step]
    return index


def _parse_index(plain: object) -> AnySubscript:
    match plain:
        case str(name):
            return Index(name)
        case ["sum", terms, constant]:
            return Sum(tuple((Index(x), f) for x, f in terms), constant)
        case ["slice", name, begin, end, step]:
            return Slice(Index(name), begin, end, step)
    return plain  # type: ignore[return-value]


def _plain(node: Expression) -> list:
    match node:
        case Literal(value):
            return ["literal", _plain_number(value)]
        case Access(tensor, subscripts):
            return ["access", tensor, [_plain_index(x) for x in subscripts]]
        case IndexValue(index):
            return ["index", index.name]
        case Negate(operand):
            return ["negate", _plain(operand)]
        case Binary(operator, left, right):
            return ["binary", operator, _plain(left), _plain(right)]
        case Call(function, arguments):
            return ["call", function, [_plain(x) for x in arguments]]
        case Reduce(reducer, bound, body):
            names = [x.name for x in bound]
            return ["reduce", reducer, names, _plain(body)]
    raise TypeError(f"not an expression: {node!r}")


def _parse(plain: list) -> Expression:
    kind, *parts = plain
    match kind:
        case "literal":
            return Literal(_parse_number(parts[0]))
        case "access":
            return Access(parts[0], tuple(map(_parse_index, parts[1])))
        case "index":
            return IndexValue(Index(parts[0]))
        case "negate":
            return Negate(_parse(parts[0]))
        case "binary":
            return Binary(parts[0], _parse(parts[1]), _parse(parts[2]))
        case "call":
            return Call(parts[0], tuple(map(_parse, parts[1])))
        case "reduce":
            bound = tuple(map(Index, parts[1]))
            return Reduce(parts[0], bound, _parse(parts[2]))
    raise ValueError(f"unknown node {kind}")


def values_array(operand: Operand, dtype: np.dtype) -> np.ndarray:
    if dtype.kind == "u":
        # A shrunk case may have negative numbers, which wrap.
        wrap = int(np.iinfo(dtype).max) + 1
        return np.array([value % wrap for value in operand.values], dtype)
    return np.array(operand.values, dtype)
