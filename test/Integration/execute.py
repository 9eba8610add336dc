# ===- execute.py - Run one case and compare -------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Compiles a case once, runs it on every data set, compares with the reference.

A result must have the reference's numbers, and its raw arrays must follow the
rules of its format. Operands are checked the same way after packing, so that
an error in storing them is not taken for one of a kernel.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cases import Case
from datasets import SPECIAL, Dataset, datasets
from formats import Format
from spellings import parse_format
from storage import read_storage
from storage_arrays import StorageError
from kernel import KERNELS
from notation import (
    AnySubscript,
    Binary,
    Expression,
    accesses,
    children,
    render,
    variables_of,
)
from reference import TYPES, ElementType, Evaluator, Values
from scalars import Element
from weft import Kernel, Library, Tensor, WeftError

PASSED, REFUSED, FAILED = "passed", "refused", "failed"

# Absolute and relative; a run has at most a few hundred terms of size one.
TOLERANCE = {
    **{"f64": 1e-11, "f32": 1e-3, "f16": 2e-3, "bf16": 1e-2},
    **{"complex<f64>": 1e-11, "complex<f32>": 1e-3},
}
LARGEST_SHOWN = 64


@dataclass(frozen=True)
class Outcome:
    """How a case ended. `cause` is a short word to group failures by; `surplus`
    says that a result stores components that no stored operand reaches."""

    status: str
    cause: str = ""
    message: str = ""
    surplus: bool = False


class Mismatch(Exception):
    """A wrong result: what kind, and how it differs."""

    def __init__(self, cause: str, detail: str) -> None:
        super().__init__(detail)
        self.cause = cause


def compile_case(library: Library, case: Case) -> Kernel:
    text = render(case.kernel.program)
    formats = {tensor: name for tensor, name in case.formats if name}
    types = {tensor: case.element.name for tensor in case.kernel.orders}
    return library.compile(text, formats, types, case.run.options)


def execute(library: Library, case: Case) -> Outcome:
    try:
        compiled = compile_case(library, case)
    except WeftError as error:
        return Outcome(REFUSED, "refused", str(error))
    surplus = False
    for data in _datasets(
        case.kernel.name, case.element.name, case.run.numbers
    ):
        try:
            surplus |= _run(library, case, compiled, data)
        except Mismatch as error:
            message = f"{_describe(case, data)}\n  {error}"
            return Outcome(FAILED, error.cause, message)
        except WeftError as error:
            message = f"{_describe(case, data)}\n  {error}"
            return Outcome(FAILED, "error while running", message)
    return Outcome(PASSED, surplus=surplus)


def _run(library: Library, case: Case, compiled: Kernel, data: Dataset) -> bool:
    operands = {
        name: _store(library, case, data, name) for name in data.operands
    }
    missing = [n for n in compiled.operands if n not in operands]
    if missing or set(compiled.results) != set(case.kernel.results):
        raise Mismatch(
            "signature", f"{compiled.results} from {compiled.operands}"
        )
    results = compiled.run(operands, _unknown_dims(case, data))
    expected = _expected(case, data)
    surplus = False
    for name, tensor in results.items():
        surplus |= _compare(case, name, tensor, expected[name])
    return surplus


def _store(library: Library, case: Case, data: Dataset, name: str) -> Tensor:
    """Packs an operand and checks what is stored."""
    entries, element, format = (
        data.operands[name],
        case.element,
        case.format(name),
    )
    tensor = library.tensor(
        format.name,
        element.name,
        entries.dims,
        entries.coordinates,
        entries.values,
    )
    values = _operand(
        case.kernel.name,
        element.name,
        case.run.numbers,
        data.shape,
        name,
        format.name,
    )
    stored = read_stored(format, tensor, entries.dims, element, name)
    if {coordinate for coordinate, _ in stored} != {
        tuple(c) for c in np.argwhere(values.present).tolist()
    }:
        raise Mismatch("packing", f"{name} stores {[c for c, _ in stored]}")
    for coordinate, number in stored:
        if not close_enough(values.numbers[coordinate], number, case):
            raise Mismatch(
                "packing",
                f"{name}{coordinate} is {number}, "
                f"expected {values.numbers[coordinate]}",
            )
    return tensor


def read_stored(
    format: Format,
    tensor: Tensor,
    dims: Sequence[int],
    element: ElementType | Element,
    name: str,
) -> list:
    """The stored components, read in two ways that must agree."""
    if tensor.dims != tuple(dims) or tensor.type != element.name:
        raise Mismatch(
            "shape",
            f"{name} is {tensor.dims} of {tensor.type}, "
            f"expected {tuple(dims)} of {element.name}",
        )
    arrays = tensor.arrays(element.dtype, format.kinds, format.packed)
    try:
        stored = read_storage(format, dims, arrays)
    except StorageError as error:
        shown = ", ".join(str(array.tolist()) for array in arrays)
        raise Mismatch("storage", f"{name}: {error}; arrays {shown}") from None
    listed = tensor.entries(element.dtype)
    if [c for c, _ in listed] != [c for c, _ in stored] or any(
        not same(a, b) for (_, a), (_, b) in zip(listed, stored, strict=True)
    ):
        raise Mismatch("entries", f"{name} lists {listed}, stores {stored}")
    return stored


def _unknown_dims(case: Case, data: Dataset) -> dict[str, tuple[int, ...]]:
    """The sizes of the results that no operand determines."""
    known: set[AnySubscript] = set()
    for assignment in case.kernel.program:
        for access in accesses(assignment.value):
            for subscript in access.indices:
                known.update(variables_of(subscript))
        if assignment.accumulate:
            known.update(assignment.target.indices)
    return {
        a.target.tensor: tuple(
            data.extents[index] for index in a.target.indices
        )
        for a in case.kernel.program
        if not known.issuperset(a.target.indices)
    }


def _divides(node: Expression) -> bool:
    """Whether an expression has a quotient."""
    return (isinstance(node, Binary) and node.operator == "/") or any(
        _divides(child) for child in children(node)
    )


def _expected(case: Case, data: Dataset) -> dict[str, Values]:
    """The reference's results. Finite numbers do not depend on formats, but
    for which tensors are dense; so they are kept. Quotients do: of two stored
    zeros there is none."""
    formats = dict(case.formats)
    divides = any(_divides(a.value) for a in case.kernel.program)
    if case.run.numbers != SPECIAL and not divides:
        for tensor in formats:
            dense = case.format(tensor).is_dense
            formats[tensor] = (
                "d" * case.kernel.orders[tensor] if dense else "COO"
            )
            formats[tensor] = (
                formats[tensor] if case.kernel.orders[tensor] else ""
            )
            if fill := case.format(tensor).fill:
                formats[tensor] += f"{{fill={fill}}}"
    strict_zero = "strict-zero" in case.run.options
    return _reference(
        case.kernel.name,
        case.element.name,
        case.run.numbers,
        data.shape,
        tuple(formats.items()),
        strict_zero,
    )


# Cases come kernel by kernel, and a share of them in the same order.
@functools.lru_cache(maxsize=16)
def _datasets(
    kernel_name: str, element_name: str, numbers: str
) -> tuple[Dataset, ...]:
    kernel, element = KERNELS[kernel_name], TYPES[element_name]
    return tuple(datasets(kernel, element, numbers))


def _dataset(
    kernel_name: str, element_name: str, numbers: str, shape: str
) -> Dataset:
    (data,) = (
        data
        for data in _datasets(kernel_name, element_name, numbers)
        if data.shape == shape
    )
    return data


@functools.lru_cache(maxsize=4096)
def _operand(
    kernel_name: str,
    element_name: str,
    numbers: str,
    shape: str,
    tensor: str,
    format_name: str,
) -> Values:
    """An operand as the reference sees it."""
    data = _dataset(kernel_name, element_name, numbers, shape)
    order = KERNELS[kernel_name].orders[tensor]
    return data.operands[tensor].evaluate(
        TYPES[element_name], parse_format(format_name, order)
    )


@functools.lru_cache(maxsize=4096)
def _reference(
    kernel_name: str,
    element_name: str,
    numbers: str,
    shape: str,
    formats: tuple[tuple[str, str], ...],
    strict_zero: bool,
) -> dict[str, Values]:
    kernel, element = KERNELS[kernel_name], TYPES[element_name]
    case = Case(kernel, formats, element, None)  # type: ignore[arg-type]
    data = _dataset(kernel_name, element_name, numbers, shape)
    tensors = {
        name: _operand(
            kernel_name,
            element_name,
            numbers,
            shape,
            name,
            case.format(name).name,
        )
        for name in data.operands
    }
    evaluator = Evaluator(
        element, tensors, data.extents, strict_zero=strict_zero
    )
    return {
        assignment.target.tensor: evaluator.run(
            assignment,
            format=case.format(assignment.target.tensor),
            fill=case.format(assignment.target.tensor).fill,
        )
        for assignment in kernel.program
    }


def _compare(case: Case, name: str, tensor: Tensor, expected: Values) -> bool:
    """Returns whether the result stores more than it must."""
    dims = expected.numbers.shape
    format = case.format(name)
    stored = read_stored(format, tensor, dims, case.element, name)
    got = np.full(dims, format.fill, case.element.dtype)
    for coordinate, number in stored:
        got[coordinate] = number
    wrong = [
        component
        for component in np.ndindex(*dims)
        if not close_enough(expected.numbers[component], got[component], case)
    ]
    if wrong:
        where = wrong[0]
        shown = (
            f"{name}{where} is {got[where]}, expected {expected.numbers[where]}"
        )
        if expected.numbers.size <= LARGEST_SHOWN:
            shown += (
                f"\n  expected {name} = {expected.numbers.tolist()}"
                f"\n  got      {name} = {got.tolist()}"
            )
        raise Mismatch("wrong numbers", shown)
    drops = "drop-fill" in case.run.options and format.ends_sparse
    if drops and any(number == format.fill for _, number in stored):
        raise Mismatch("stored fill", f"{name} stores {stored}")
    must = {tuple(c) for c in np.argwhere(expected.present).tolist()}
    return len({c for c, _ in stored} - format.stored(dims, must)) > 0


def same(left: object, right: object) -> bool:
    """Equal, or both not a number."""
    return bool(left == right or (left != left and right != right))


def close_enough(expected: complex, got: complex, case: Case) -> bool:
    if same(expected, got):
        return True
    if case.kernel.factored and not np.isfinite(expected):
        return not np.isfinite(got)
    if case.run.exact and not case.kernel.rounds:
        return False
    tolerance = TOLERANCE[case.element.name]
    difference = abs(complex(got) - complex(expected))
    return math.isfinite(difference) and difference <= tolerance * max(
        1.0, abs(expected)
    )


def _describe(case: Case, data: Dataset) -> str:
    formats = " ".join(
        f"{tensor}:{name}" for tensor, name in case.formats if name
    )
    lines = [
        f"  expression {render(case.kernel.program)}",
        f"  formats    {formats or 'none'}, type {case.element.name}, "
        f"options '{case.run.options}', shape {data.shape}",
    ]
    for name, entries in data.operands.items():
        line = f"  operand    {name} {list(entries.dims)}"
        if math.prod(entries.dims) <= LARGEST_SHOWN:
            numbers = entries.dense(case.element)
            line += f" = {_dense_text(numbers, entries.coordinates)}"
        lines.append(line)
    return "\n".join(lines)


def _dense_text(numbers: np.ndarray, stored: Sequence[tuple[int, ...]]) -> str:
    """Components in nested brackets; a dot where nothing is given."""
    given = set(stored)

    def show(prefix: tuple[int, ...]) -> str:
        if len(prefix) == numbers.ndim:
            return str(numbers[prefix]) if prefix in given else "."
        size = numbers.shape[len(prefix)]
        return "[" + " ".join(show((*prefix, n)) for n in range(size)) + "]"

    return show(())
