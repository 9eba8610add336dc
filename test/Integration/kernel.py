# ===- kernel.py - One kernel of the suite ---------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""What a kernel of the suite is, and the formats that tensors take.

The kernels themselves are data in `kernels.py`; this file gives them a shape
and answers what follows from a program: its results, its operands, the orders
of its tensors.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from notation import Assign, Expression, Literal, accesses

VECTORS = ("d", "s")
MATRICES = ("dd", "CSR", "CSC", "COO", "DCSR")
CUBES = ("ddd", "COO", "sss", "dss", "sds", "ssd", "dds", "sss:2,0,1")
CUBE_RESULTS = ("ddd", "COO", "sss")
FEW_RESULTS = ("dd", "CSR")

ALL_TYPES = ("f64", "f32", "i32", "i64", "complex<f64>")
ORDERED_TYPES = ("f64", "f32", "i32", "i64")
FIELD_TYPES = ("f64", "f32", "complex<f64>")
REAL_TYPES = ("f64", "f32")


@dataclass(frozen=True)
class Kernel:
    """`values` names the numbers that operands hold (see datasets.py);
    `formats` narrows the choice for a tensor; `algebraic` kernels are made of
    sums and products alone, so they also run on infinities and NaN; `rounds`
    allows a tolerance."""

    name: str
    program: tuple[Assign, ...]
    types: tuple[str, ...] = ALL_TYPES
    formats: dict[str, tuple[str, ...]] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    algebraic: bool = True
    rounds: bool = False

    @property
    def orders(self) -> dict[str, int]:
        """The order of every tensor, results first."""
        found: dict[str, int] = {}
        for assignment in self.program:
            found[assignment.target.tensor] = len(assignment.target.indices)
        for assignment in self.program:
            for access in accesses(assignment.value):
                found.setdefault(access.tensor, len(access.indices))
        return found

    @property
    def results(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(a.target.tensor for a in self.program))

    @property
    def operands(self) -> tuple[str, ...]:
        """What must be given: tensors that are read before they are written."""
        found: dict[str, None] = {}
        written: set[str] = set()
        for assignment in self.program:
            read = [access.tensor for access in accesses(assignment.value)]
            if assignment.accumulate:
                read.append(assignment.target.tensor)
            found.update((name, None) for name in read if name not in written)
            written.add(assignment.target.tensor)
        return tuple(found)


KERNELS: dict[str, Kernel] = {}


def kernel(name: str, *program: Assign, **properties: object) -> None:
    assert name not in KERNELS, name
    KERNELS[name] = Kernel(name, program, **properties)  # type: ignore[arg-type]


def to(
    target: Expression, value: Expression | float, *, add: bool = False
) -> Assign:
    if not isinstance(value, Expression):
        value = Literal(value)
    return Assign(target, value, add)  # type: ignore[arg-type]


def default_formats(order: int) -> tuple[str, ...]:
    return (("",), VECTORS, MATRICES, CUBES)[order]
