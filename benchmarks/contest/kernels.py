# ===- kernels.py - What is measured --------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The kernels of the benchmark, each described once.

A kernel is an expression, a format for each tensor that is not dense, and where
its operands come from (`instance.py`). Loops in C are in `c_loops.py` under the
same names. Schedules are those of docs/Schedules/Benchmark.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from contest.notation import Assignment, parse
from contest.storage import (
    BCSR,
    COO,
    CSC,
    CSF3,
    CSF4,
    CSR,
    DCSR,
    DENSE,
    DIA,
    ELL,
    FIBERS,
    SELL,
    VECTOR,
    Format,
)


@dataclass(frozen=True)
class Kernel:
    """`roles` has what each tensor is made of that is not dense: the dataset
    itself ("main") unless it says otherwise. `sizes` are those of index variables
    that no dataset has, `order` is that of the datasets. What `reads_file`
    measures reading; `schedule` is none where none was found that helps.
    `is_small` asks for few multiplications, for kernels that are no multiple of
    what is stored."""

    name: str
    group: str
    expression: str
    formats: Mapping[str, Format]
    roles: Mapping[str, str] = field(default_factory=dict)
    sizes: Mapping[str, int] = field(default_factory=dict)
    order: int = 2
    schedule: str = ""
    reads_file: bool = False
    is_small: bool = False

    @property
    def assignment(self) -> Assignment:
        return parse(self.expression)

    @property
    def result(self) -> str:
        return self.assignment.result.tensor

    @property
    def operands(self) -> tuple[str, ...]:
        """The names of the operands in the order in which they occur."""
        names = (access.tensor for access in self.assignment.accesses)
        return tuple(dict.fromkeys(names))

    def format(self, tensor: str) -> Format:
        accesses = (self.assignment.result, *self.assignment.accesses)
        order = {a.tensor: len(a.indices) for a in accesses}[tensor]
        return self.formats.get(tensor, DENSE[order])


_SPMV = "y(i) = A(i,j) * x(j)"
_SPMM = "C(i,k) = A(i,j) * B(j,k)"
_SDDMM = "A(i,j) = B(i,j) * C(i,k) * D(j,k)"
_ROWS = "split(i,i0,i1,16),reorder(i0,i1,j),parallelize(i0,CPUThread,NoRaces)"
_ROWS_DYNAMIC = "parallelize(i,CPUThread,NoRaces,dynamic,64)"
# Parts of as many entries.
_ROWS_BALANCED = "balance(i,i0,i1,8),parallelize(i0,CPUThread,NoRaces)"
_CONVERSION = "B(i,j) = A(i,j)"


def _spmv(format: Format, schedule: str = "") -> Kernel:
    name = f"spmv-{format.name.lower()}"
    return Kernel(name, "SpMV", _SPMV, {"A": format}, schedule=schedule)


def _spmm(columns: int) -> Kernel:
    width = max(16, min(128, columns))
    schedule = (
        f"split(k,k0,k1,{width}),reorder(k0,j,k1),"
        f"parallelize(k1,CPUVector,NoRaces),{_ROWS_DYNAMIC}"
    )
    return Kernel(
        *(f"spmm-{columns}", "SpMM", _SPMM, {"A": CSR}),
        sizes={"k": columns},
        schedule=schedule,
    )


def _sddmm(depth: int) -> Kernel:
    schedule = _ROWS_BALANCED + ",parallelize(k,CPUVector,Temporary)"
    return Kernel(
        *(f"sddmm-{depth}", "SDDMM", _SDDMM, {"A": CSR, "B": CSR}),
        sizes={"k": depth},
        schedule=schedule,
    )


def _mttkrp(order: int, rank: int) -> Kernel:
    more = "" if order == 3 else " * E(m,j)"
    indices = "i,k,l" if order == 3 else "i,k,l,m"
    loops = "k,l" if order == 3 else "k,l,m"
    return Kernel(
        *(f"mttkrp-{order}", "MTTKRP"),
        f"A(i,j) = B({indices}) * C(k,j) * D(l,j){more}",
        {"B": CSF3 if order == 3 else CSF4},
        sizes={"j": rank},
        order=order,
        schedule=f"split(j,j0,j1,{rank}),reorder(j0,{loops},j1),"
        "parallelize(j1,CPUVector,NoRaces),"
        "parallelize(i,CPUThread,NoRaces,dynamic,16)",
    )


def _addition(operands: int) -> Kernel:
    names = "BCDEFGHK"[:operands]
    terms = " + ".join(f"{name}(i,j)" for name in names)
    return Kernel(
        *(f"add-{operands}", "addition", f"A(i,j) = {terms}"),
        dict.fromkeys("A" + names, CSR),
        {name: f"rotated {n}" for n, name in enumerate(names)},
        schedule=_ROWS_BALANCED if operands < 8 else _ROWS_DYNAMIC,
    )


KERNELS = (
    _spmv(CSR, _ROWS),
    _spmv(CSC, "divide(j,j0,j1,2),parallelize(j0,CPUThread,Temporary)"),
    _spmv(COO),
    _spmv(
        DCSR, "pos(i,p,A),split(p,p0,p1,64),parallelize(p0,CPUThread,NoRaces)"
    ),
    _spmv(BCSR, "unroll(j1,4),parallelize(i0,CPUThread,NoRaces)"),
    _spmv(ELL, "parallelize(i,CPUThread,NoRaces)"),
    _spmv(SELL),
    _spmv(DIA, "parallelize(i,CPUThread,NoRaces)"),
    _spmm(8),
    _spmm(32),
    _spmm(128),
    _sddmm(32),
    _sddmm(128),
    _mttkrp(3, 32),
    _mttkrp(4, 32),
    Kernel(
        *("ttv", "TTV", "A(i,j) = B(i,j,k) * c(k)", {"A": DCSR, "B": CSF3}),
        order=3,
    ),
    Kernel(
        *("ttm", "TTM", "A(i,j,l) = B(i,j,k) * C(k,l)"),
        {"A": FIBERS, "B": CSF3},
        sizes={"l": 32},
        order=3,
        schedule="reorder(k,l),parallelize(l,CPUVector,NoRaces)",
    ),
    Kernel(
        *("spgemm", "SpGEMM", "A(i,j) = B(i,k) * C(k,j)"),
        {"A": CSR, "B": CSR, "C": CSR},
        {"C": "partner"},
        schedule=_ROWS_DYNAMIC,
        is_small=True,
    ),
    _addition(2),
    _addition(3),
    _addition(8),
    Kernel(
        *("multiply", "element-wise product", "A(i,j) = B(i,j) * C(i,j)"),
        {"A": CSR, "B": CSR, "C": CSR},
        {"C": "rotated 1"},
        schedule=_ROWS_BALANCED,
    ),
    Kernel(
        *("triangles", "masked SpGEMM", "n = A(i,j) * A(j,k) * A(i,k)"),
        {"A": CSR},
        {"A": "lower"},
        # Merges by blocks, where rows are short and find little of each other.
        schedule="divide(i,i0,i1,64),"
        "parallelize(i0,CPUThread,Temporary,dynamic,1)",
        is_small=True,
    ),
    Kernel(
        *("masked", "masked SpGEMM", "A(i,j) = M(i,j) * B(i,k) * C(k,j)"),
        {"A": CSR, "M": CSR, "B": CSR, "C": CSR},
        {"M": "main", "B": "square", "C": "main"},
        schedule=f"precompute(M(i,j),j,jw,w,bitmap),{_ROWS_BALANCED}",
        is_small=True,
    ),
    Kernel(
        *("sddmm-spmm", "fused", "Y(i,l) = A(i,j) * C(i,k) * D(j,k) * E(j,l)"),
        {"A": CSR},
        sizes={"k": 32, "l": 32},
    ),
    Kernel("residual", "residual", "y(i) = b(i) - A(i,j) * x(j)", {"A": CSR}),
    Kernel(
        *("transpose", "conversion", "B(i,j) = A(j,i)", {"A": CSR, "B": CSR}),
        schedule="balance(j,j0,j1,8),parallelize(j0,CPUThread,NoRaces)",
    ),
    Kernel(
        *("csr-to-csc", "conversion", _CONVERSION, {"A": CSR, "B": CSC}),
        schedule=_ROWS_BALANCED,
    ),
    Kernel("coo-to-csr", "conversion", _CONVERSION, {"A": COO, "B": CSR}),
    Kernel("csr-to-coo", "conversion", _CONVERSION, {"A": CSR, "B": COO}),
    Kernel(
        *("read-mtx", "reading", _CONVERSION, {"A": CSR, "B": CSR}),
        reads_file=True,
    ),
    *(
        Kernel(
            *(f"dot-{kind}", "dot", "n = a(i) * b(i)"),
            {"a": VECTOR, "b": VECTOR},
            {"b": kind},
            order=1,
        )
        for kind in ("balanced", "skewed")
    ),
)

BY_NAME = {kernel.name: kernel for kernel in KERNELS}
