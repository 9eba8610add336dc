# ===- fuzz_execute.py - Run one random case and compare -------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Compiles a random case, runs it on its data, compares with `dense.py`.

As `execute.py` does, it checks numbers and the rules of formats, of operands
after packing as well; and that a sparse result stores what it must.
"""

from __future__ import annotations

import dataclasses
import functools
import resource
from collections.abc import Callable
from pathlib import Path

import numpy as np

from dense import (
    DenseEvaluator,
    Result,
    Stored,
    keeps_sign,
    operand,
    stored_mask,
)
from execute import (
    FAILED,
    PASSED,
    REFUSED,
    Mismatch,
    Outcome,
    read_stored,
    same,
)
from formats import Format
from fuzz_case import TUNED, Data, FuzzCase, Operand, values_array
from notation import Index
from scalars import ELEMENTS, Element
from weft import Library, Tensor, WeftError

LARGEST_SHOWN = 64
# Bounds count roundings; a result may be off by a few more.
SLACK = 4.0
# With how many threads parallel loops are run, one after the other.
THREADS = (1, 2, 8)
# What a worker may take, so that a runaway kernel ends before the machine does.
MEMORY = 12 << 30


def load_runner(library: Path) -> Callable[[FuzzCase], Outcome]:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    loaded = Library(str(library))
    return functools.partial(execute, loaded)


def execute(library: Library, case: FuzzCase) -> Outcome:
    formats = {name: f for name, f in case.formats.items() if f}
    if TUNED in case.options:
        return _execute_tuned(library, case)
    try:
        kernel = library.compile(case.text, formats, case.types, case.options)
    except WeftError as error:
        return Outcome(REFUSED, "refused", str(error))
    for number, data in enumerate(case.data):
        try:
            _run(library, kernel, case, data)
        except Mismatch as error:
            message = f"  data set {number}: {error}"
            return Outcome(FAILED, error.cause, message)
        except WeftError as error:
            return Outcome(REFUSED, "refused while running", str(error))
    return Outcome(PASSED)


# How many schedules a search tries for a case.
TRIED = 6


def _execute_tuned(library: Library, case: FuzzCase) -> Outcome:
    """Runs the schedules that a search tries on the first data set."""
    words = case.options.split()
    (seed,) = (x.removeprefix(TUNED) for x in words if x.startswith(TUNED))
    options = " ".join(x for x in words if not x.startswith(TUNED))
    formats = {name: f for name, f in case.formats.items() if f}
    plain = dataclasses.replace(case, options=options)
    try:
        kernel = library.compile(case.text, formats, case.types, options)
        operands = {
            name: _store(library, plain, name, entries)[0]
            for name, entries in case.data[0].operands.items()
        }
        schedules = kernel.tune(
            operands,
            _unsized(plain, case.data[0]),
            f"strategy=random seed={seed} schedules={TRIED}",
        )
    except WeftError as error:
        return Outcome(REFUSED, "refused", str(error))
    for schedule in schedules:
        tried = dataclasses.replace(
            case, options=f"{options} schedule={schedule}".strip()
        )
        outcome = execute(library, tried)
        if outcome.status != PASSED:
            cause = f"{outcome.cause} with a tuned schedule"
            return Outcome(outcome.status, cause, f"{schedule}\n{outcome.message}")
    return Outcome(PASSED)


def _unsized(case: FuzzCase, data: Data) -> dict[str, tuple[int, ...]]:
    """The sizes of results that no operand gives."""
    sizes = {
        a.target.tensor: tuple(data.extents[x.name] for x in a.target.indices)
        for a in case.program
    }
    return {name: sizes[name] for name in case.unsized()}


def _run(library: Library, kernel, case: FuzzCase, data: Data) -> None:
    operands, stored = {}, {}
    for name, entries in data.operands.items():
        operands[name], stored[name] = _store(library, case, name, entries)
    if set(kernel.operands) != set(operands) or set(kernel.results) != set(
        case.results
    ):
        raise Mismatch("signature", f"{kernel.results} of {kernel.operands}")
    unsized = _unsized(case, data)
    expected = evaluate(case, data, stored)
    # A structure that is taken from an operand is kept over empty dimensions.
    is_empty = 0 in data.extents.values()
    is_shared = "parallelize(" in case.options or "=auto" in case.options
    for threads in THREADS if is_shared else (0,):
        library.set_num_threads(threads)
        for name, tensor in kernel.run(operands, unsized).items():
            compare(case, name, tensor, expected[name], is_empty)


def evaluate(
    case: FuzzCase, data: Data, stored: dict[str, Stored]
) -> dict[str, Result]:
    extents = {Index(name): size for name, size in data.extents.items()}
    strict = "strict-zero" in case.options
    drops = "drop-fill" in case.options
    evaluator = DenseEvaluator(
        stored,
        extents,
        strict_zero=strict,
        drop_fill=drops,
        factors=may_take_out_factors(case),
        into_sums=may_take_into_sums(case),
    )
    expected = {}
    for assignment in case.program:
        name = assignment.target.tensor
        element, format = ELEMENTS[case.types[name]], case.format(name)
        expected[name] = evaluator.run(assignment, element, format)
    return expected


def _store(
    library: Library, case: FuzzCase, name: str, entries: Operand
) -> tuple[Tensor, Stored]:
    """Packs an operand and checks what is stored."""
    type, format = ELEMENTS[case.types[name]], case.format(name)
    tensor = library.tensor(
        format.name,
        type.name,
        entries.dims,
        entries.coordinates,
        values_array(entries, type.dtype),
    )
    values = evaluate_operand(type, format, entries)
    numbers, present = read(name, format, tensor, entries.dims, type)
    if (present != values.field.present).any():
        where = np.argwhere(present != values.field.present)[0].tolist()
        raise Mismatch("packing", f"{name}{where} is stored: {present}")
    for where in np.ndindex(*entries.dims):
        if not same(numbers[where], values.field.value[where]):
            raise Mismatch("packing", f"{name}{where} is {numbers[where]}")
    return tensor, values


def evaluate_operand(type: Element, format: Format, entries: Operand) -> Stored:
    numbers = np.zeros(entries.dims, type.dtype)
    given = np.zeros(entries.dims, bool)
    with np.errstate(all="ignore"):
        array = values_array(entries, type.dtype)
        for where, value in zip(entries.coordinates, array, strict=True):
            numbers[where] = numbers[where] + value if given[where] else value
            given[where] = True
    signed = keeps_sign(format, numbers)
    return operand(type, numbers, stored_mask(format, given), signed)


def read(
    name: str,
    format: Format,
    tensor: Tensor,
    dims: tuple[int, ...],
    type: Element,
) -> tuple[np.ndarray, np.ndarray]:
    """Numbers and which are stored."""
    entries = read_stored(format, tensor, dims, type, name)
    numbers = np.zeros(dims, type.dtype)
    present = np.zeros(dims, bool)
    for where, number in entries:
        numbers[where], present[where] = number, True
    return numbers, present


def may_take_out_factors(case: FuzzCase) -> bool:
    """Whether a schedule, which may be the default, may compute x * sum(a) for
    sum(x * a)."""
    words = case.options.split()
    scheduled = any(
        word.startswith("schedule=")
        and not word.startswith(("schedule=auto", "schedule=default"))
        for word in words
    )
    takes_out = not scheduled or "precompute(" in case.options
    return takes_out and "strict-fp" not in case.options


def may_take_into_sums(case: FuzzCase) -> bool:
    """Whether a schedule may compute sum(a / x) for sum(a) / x: a loop leaves
    the computation of what distributes over its combiner."""
    return "reorder(" in case.options and "strict-fp" not in case.options


def compare(
    case: FuzzCase,
    name: str,
    tensor: Tensor,
    expected: Result,
    is_empty: bool,
) -> None:
    type, format = ELEMENTS[case.types[name]], case.format(name)
    dims = expected.numbers.shape
    got, present = read(name, format, tensor, dims, type)
    wrong = ~agree(got, expected)
    if wrong.any():
        where = tuple(np.argwhere(wrong)[0].tolist())
        shown = (
            f"{name}{where} is {got[where]}, "
            f"expected {expected.numbers[where]} "
            f"within {expected.error[where]:.3g}"
        )
        if got.size <= LARGEST_SHOWN:
            shown += (
                f"\n  expected {name} = {expected.numbers.tolist()}"
                f"\n  got      {name} = {got.tolist()}"
            )
        raise Mismatch("wrong numbers", shown)
    lacks = expected.required & ~present
    if lacks.any() and "strict-zero" not in case.options:
        where = tuple(np.argwhere(lacks)[0].tolist())
        raise Mismatch("missing component", f"{name}{where} is not stored")
    surplus = present & ~expected.allowed
    if surplus.any() and not is_empty:
        where = tuple(np.argwhere(surplus)[0].tolist())
        raise Mismatch("surplus component", f"{name}{where} is stored")
    kept = present & (got == 0)
    if kept.any() and "drop-fill" in case.options and format.ends_sparse:
        where = tuple(np.argwhere(kept)[0].tolist())
        raise Mismatch("stored fill", f"{name}{where} is stored")


def agree(got: np.ndarray, expected: Result) -> np.ndarray:
    """Where a result is one that the document allows."""
    numbers, error = expected.numbers, expected.error
    equal = (got == numbers) | ((got != got) & (numbers != numbers))
    if got.dtype.kind in "biu":
        return equal | np.isinf(error)
    with np.errstate(all="ignore"):
        near = np.abs(got - numbers) <= SLACK * error
    return equal | np.isinf(error) | (near & (error > 0))
