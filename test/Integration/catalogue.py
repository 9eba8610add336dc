# ===- catalogue.py - Schedules of the literature --------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The schedules of docs/Schedules, as kernels with formats.

`schedules.py` runs them, and `test_schedules.py` compares with the page, with
the library of transform operations in examples/schedules.mlir, and with the lit
test of their loops.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fuzz_case import FuzzCase, tensor_orders
from kernel import to
from notation import Assign, Tensor, reduce, render
from symbols import A, B, C, D, a, b, c, d, i, j, k, l, x, y

n = Tensor("n")


@dataclass(frozen=True)
class Schedule:
    """`name` is that of its named sequence; formats are dense if not given.

    Without steps, loops stay as they are; if steps are `None`, the compiler chooses.
    """

    name: str
    assignment: Assign
    formats: Mapping[str, str] = field(default_factory=dict)
    steps: str | None = ""

    @property
    def command(self) -> str:
        """What the driver is called with."""
        words = [f"weft '{render(self.assignment)}'"]
        for tensor, format in self.formats.items():
            is_plain = format.isalnum()
            words.append(f"-f={tensor}:" + (format if is_plain else f"'{format}'"))
        if self.steps is not None:
            words.append(f"-s='{self.steps}'" if self.steps else "-s=none")
        return " ".join(words)

    def case(self, type: str) -> FuzzCase:
        """The kernel with all tensors of a type, still without data."""
        orders = tensor_orders((self.assignment,))
        return FuzzCase(
            self.name,
            (self.assignment,),
            {
                tensor: self.formats.get(tensor, "d" * order)
                for tensor, order in orders.items()
            },
            dict.fromkeys(orders, type),
            "" if self.steps is None else f"schedule={self.steps or 'none'}",
            (),
        )


SPMV = to(y(i), A(i, j) * x(j))
SPMM = to(C(i, k), A(i, j) * B(j, k))
MTTKRP = to(A(i, j), B(i, k, l) * C(k, j) * D(l, j))
TTV = to(A(i, j), B(i, j, k) * c(k))
TTM = to(A(i, j, l), B(i, j, k) * C(k, l))
SDDMM = to(A(i, j), B(i, j) * C(i, k) * D(j, k))

# In the order of the page.
CATALOGUE = (
    # The transformation framework: appendix A, figure 14.
    Schedule(
        "spmv_rows",
        SPMV,
        {"A": "CSR"},
        "split(i,i0,i1,16),reorder(i0,i1,j),parallelize(i0,CPUThread,NoRaces)",
    ),
    Schedule(
        "spmm_rows",
        SPMM,
        {"A": "CSR"},
        "split(i,i0,i1,16),pos(j,jpos,A),split(jpos,jpos0,jpos1,8),"
        "reorder(i0,i1,jpos0,k,jpos1),parallelize(i0,CPUThread,NoRaces),"
        "parallelize(k,CPUVector,NoRaces)",
    ),
    Schedule(
        "spmm_lanes",
        SPMM,
        {"A": "CSR"},
        "split(i,i0,i1,16),pos(j,jpos,A),split(jpos,jpos0,jpos1,8),"
        "reorder(i0,i1,jpos0,jpos1,k),parallelize(i0,CPUThread,NoRaces),"
        "parallelize(k,CPUVector,NoRaces)",
    ),
    Schedule(
        "mttkrp_rows",
        MTTKRP,
        {"B": "CSF"},
        "pos(i,ipos,B),split(ipos,ipos0,ipos1,16),"
        "reorder(ipos0,ipos1,k,l,j),parallelize(ipos0,CPUThread,NoRaces)",
    ),
    Schedule(
        "spmm_tiled_rows",
        SPMM,
        {"A": "CSR"},
        "pos(j,jpos,A),split(jpos,jpos0,jpos1,8),reorder(i,jpos0,k,jpos1)",
    ),
    Schedule("spmm_untiled", SPMM, {"A": "CSR"}),
    Schedule(
        "spmv_entries",
        SPMV,
        {"A": "CSR"},
        "fuse(i,j,f),pos(f,p,A),split(p,p0,p1,16),"
        "parallelize(p0,CPUThread,Atomics)",
    ),
    Schedule(
        "spmv_shares",
        SPMV,
        {"A": "CSR"},
        "fuse(i,j,f),pos(f,p,A),divide(p,p0,p1,8),"
        "parallelize(p0,CPUThread,Temporary)",
    ),
    Schedule(
        "spmv_products",
        SPMV,
        {"A": "CSR"},
        "fuse(i,j,f),pos(f,p,A),split(p,p0,p1,4),precompute(A(i,j)*x(j),p1,q),"
        "parallelize(p0,CPUThread,Atomics)",
    ),
    Schedule(
        "spmv_balanced",
        SPMV,
        {"A": "CSR"},
        "fuse(i,j,f),balance(f,f0,f1,8),parallelize(f0,CPUThread,Temporary)",
    ),
    Schedule(
        "mttkrp_entries",
        MTTKRP,
        {"B": "CSF"},
        "reorder(i,k,l,j),fuse(k,l,kl),fuse(i,kl,f),pos(f,p,B),"
        "split(p,p0,p1,16),parallelize(p0,CPUThread,Atomics)",
    ),
    # The thesis, sections 6.1 and 6.2.
    Schedule("spmv_columns", SPMV, {"A": "dd:1,0"}, "reorder(j,i)"),
    Schedule(
        "spmv_added_columns",
        to(a(i), reduce("sum", j, B(i, j) * c(j)) + d(i)),
        {"B": "dd:1,0"},
        "precompute(t,i,ip,w),reorder(j,ip)",
    ),
    Schedule(
        "spgemm_rows",
        to(A(i, j), B(i, k) * C(k, j)),
        {"B": "CSR", "C": "CSR"},
        "reorder(i,k,j),precompute(B(i,k)*C(k,j),j,jp,w)",
    ),
    Schedule(
        "spgemm_compressed",
        to(A(i, j), B(i, k) * C(k, j)),
        {"A": "CSR", "B": "CSR", "C": "CSR"},
        "parallelize(i,CPUThread,NoRaces,dynamic,16)",
    ),
    Schedule(
        "mttkrp_hoisted",
        to(A(i, j), B(i, k, l) * D(l, j) * C(k, j)),
        {"B": "CSF"},
        "reorder(k,l,j),precompute(B(i,k,l)*D(l,j),j,jp,w)",
    ),
    # Rows of a graph that are marked.
    Schedule(
        "masked_rows",
        to(y(i), A(i, j) * B(j, k) * C(i, k)),
        {"A": "CSR", "B": "CSR", "C": "CSR"},
        "precompute(C(i,k),k,kw,w,bitmap),parallelize(i,CPUThread,NoRaces)",
    ),
    # Others.
    Schedule(
        "spmm_tiles",
        SPMM,
        {"A": "CSR"},
        "split(i,i0,i1,16),split(k,k0,k1,32),reorder(i0,k0,i1,j,k1),"
        "parallelize(i0,CPUThread,NoRaces),parallelize(k1,CPUVector,NoRaces)",
    ),
    Schedule(
        "sddmm_rows",
        SDDMM,
        {"A": "CSR", "B": "CSR"},
        "parallelize(i,CPUThread,NoRaces,dynamic,16),"
        "parallelize(k,CPUVector,Temporary)",
    ),
    Schedule(
        "sddmm_entries",
        SDDMM,
        {"A": "CSR", "B": "CSR"},
        "fuse(i,j,f),pos(f,p,B),split(p,p0,p1,16),"
        "parallelize(p0,CPUThread,NoRaces)",
    ),
    Schedule(
        "spmv_diagonals",
        SPMV,
        {"A": "DIA"},
        "split(i,i0,i1,16),reorder(i0,slot,i1),"
        "parallelize(i0,CPUThread,NoRaces)",
    ),
    Schedule("spmv_slots", SPMV, {"A": "ELL"}, "parallelize(i,CPUThread,NoRaces)"),
    Schedule(
        "spmv_blocks",
        SPMV,
        {"A": "BCSR{block=4x4}"},
        "unroll(i1,4),unroll(j1,4),parallelize(i0,CPUThread,NoRaces)",
    ),
    Schedule(
        "sum_rows",
        to(A(i, j), B(i, j) + C(i, j) + D(i, j)),
        {"A": "CSR", "B": "CSR", "C": "CSR", "D": "CSR"},
        "split(i,i0,i1,16),parallelize(i0,CPUThread,NoRaces)",
    ),
    Schedule(
        "sum_balanced",
        to(A(i, j), B(i, j) + C(i, j) + D(i, j)),
        {"A": "CSR", "B": "CSR", "C": "CSR", "D": "CSR"},
        "fuse(i,j,f),balance(f,f0,f1,8),parallelize(f0,CPUThread,NoRaces)",
    ),
    Schedule(
        "ttv_entries",
        TTV,
        {"B": "COO"},
        "fuse(j,k,g),fuse(i,g,f),pos(f,p,B),divide(p,p0,p1,8),"
        "parallelize(p0,CPUThread,Temporary)",
    ),
    Schedule(
        "ttv_fibers",
        TTV,
        {"B": "CSF"},
        "pos(i,p,B),split(p,p0,p1,4),parallelize(p0,CPUThread,NoRaces)",
    ),
    Schedule(
        "ttm_entries",
        TTM,
        {"B": "COO"},
        "reorder(k,l),fuse(j,k,g),fuse(i,g,f),pos(f,p,B),split(p,p0,p1,16),"
        "parallelize(p0,CPUThread,Atomics)",
    ),
    Schedule(
        "ttm_fibers",
        TTM,
        {"B": "CSF"},
        "reorder(k,l),pos(i,p,B),split(p,p0,p1,4),"
        "parallelize(p0,CPUThread,NoRaces),parallelize(l,CPUVector,NoRaces)",
    ),
    Schedule(
        "triangles",
        to(n(), A(i, j) * A(j, k) * A(i, k)),
        {"A": "CSR"},
        "divide(i,i0,i1,8),parallelize(i0,CPUThread,Temporary),"
        "mergeby(k,Gallop)",
    ),
    Schedule(
        "transpose_rows",
        to(A(i, j), B(i, j)),
        {"A": "CSC", "B": "CSR"},
        "balance(i,i0,i1,8),parallelize(i0,CPUThread,NoRaces)",
    ),
    Schedule(
        "transpose_entries",
        to(A(i, j), B(i, j)),
        {"A": "CSC", "B": "COO"},
        "fuse(i,j,f),pos(f,p,B),divide(p,p0,p1,8),"
        "parallelize(p0,CPUThread,NoRaces)",
    ),
    Schedule(
        "diagonals_rows",
        to(A(i, j), B(i, j)),
        {"A": "CSR", "B": "DIA"},
        "reorder(i,slot),parallelize(i,CPUThread,NoRaces)",
    ),
)
