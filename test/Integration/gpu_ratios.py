# ===- gpu_ratios.py - Why schedules for GPUs differ in speed ---------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Compares counts of the schedules of the transformation framework's appendix A
and of figure 1-14 of F. Kjolstad's thesis, which explain what section 8 of the
former measures on devices: the schedule of a CPU moves more bytes than that of a
warp for each row, temporaries keep threads active, and rows of very different
lengths need a split of entries, with dense columns or without."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from gpu_counts import KERNELS, Counts, Machine, measure
from gpu_matrices import MATRICES, make_tensor
from run import DEFAULT_LIBRARY
from weft import Library

ROWS_OF_THREADS = (
    "split(i,block,thread,128),parallelize(block,GPUBlock,NoRaces),"
    "parallelize(thread,GPUThread,NoRaces)"
)
# The schedule of a CPU (A.1), with blocks and threads for its threads.
ROWS_OF_CPU = (
    "split(i,i0,i1,16),split(i0,block,thread,128),"
    "parallelize(block,GPUBlock,NoRaces),parallelize(thread,GPUThread,NoRaces)"
)
ROWS_OF_WARPS = (
    "split(i,block,warp,8),parallelize(block,GPUBlock,NoRaces),"
    "parallelize(warp,GPUWarp,NoRaces),parallelize(j,GPUThread,Temporary)"
)
# A.8, whose threads take the entries of a row in turn.
SEVERAL_ROWS_OF_WARPS = (
    "split(i,block,block_row,64),split(block_row,warp_row,warp,8),"
    "reorder(block,warp,warp_row),parallelize(block,GPUBlock,IgnoreRaces),"
    "parallelize(warp,GPUWarp,IgnoreRaces),parallelize(j,GPUThread,Temporary)"
)
_SHARED = (
    "fuse(i,j,f),pos(f,p,A),split(p,block,p1,2048),split(p1,warp,p2,256),"
    "split(p2,thread,n,8),"
)
_UNITS = (
    "parallelize(block,GPUBlock,IgnoreRaces),"
    "parallelize(warp,GPUWarp,IgnoreRaces),parallelize(thread,GPUThread,Atomics)"
)
ENTRIES = _SHARED + _UNITS
PRODUCTS = (
    _SHARED + "precompute(A(i,j)*x(j),n,q),unroll(q,8)," + _UNITS
)
# Figure 1-14.
FIGURE = (
    "fuse(i,j,f),pos(f,p,A),split(p,block,p1,8192),split(p1,warp,p2,512),"
    "split(p2,thread,n,16),precompute(A(i,j)*x(j),n,q),unroll(q,16)," + _UNITS
)
_COLUMNS = "split({0},columns,thread,32),reorder(block,warp,columns,thread,nnz),"
# A.4 and A.6: the entries of a warp one after the other, a column for each thread.
SPMM_ENTRIES = (
    "reorder(i,j,k),fuse(i,j,f),pos(f,p,A),split(p,block,p1,128),"
    "split(p1,warp,nnz,16)," + _COLUMNS.format("k") + _UNITS
)
MTTKRP_ENTRIES = (
    "reorder(i,k,l,j),fuse(k,l,kl),fuse(i,kl,f),pos(f,p,B),split(p,block,p1,128),"
    "split(p1,warp,nnz,16)," + _COLUMNS.format("j") + _UNITS
)
SCHEDULES = {
    "rows of threads": ROWS_OF_THREADS,
    "rows of a CPU": ROWS_OF_CPU,
    "rows of warps": ROWS_OF_WARPS,
    "several rows": SEVERAL_ROWS_OF_WARPS,
    "entries": ENTRIES,
    "products": PRODUCTS,
    "figure 1-14": FIGURE,
    "default": "",
}


def compare(counts: dict[str, dict[str, Counts]]) -> list[str]:
    """What the documents measure and counts do not show."""
    even, skewed = counts["even"], counts["power law"]
    wide = counts["wide"]
    claims = {
        "rows of a CPU take at least twice the sectors of rows of warps": (
            even["rows of a CPU"].sectors > 2 * even["rows of warps"].sectors
        ),
        "products in registers leave fewer threads idle where rows differ": (
            skewed["products"].lanes > 1.3 * skewed["entries"].lanes
        ),
        "few long rows leave most threads of rows idle": (
            wide["rows of threads"].lanes < 32
            and wide["rows of threads"].warps < 8
            and wide["rows of threads"].longest_warp
            > 4 * wide["entries"].longest_warp
        ),
        "long rows are the time of rows of warps": (
            skewed["rows of warps"].balance > 4
            and skewed["rows of threads"].balance > 4
        ),
        "entries are even": (
            8 * skewed["entries"].balance < skewed["rows of warps"].balance
            and skewed["default"].balance < 1.2
        ),
        "shared entries have fewer atomic updates": (
            4 * skewed["default"].atomics < skewed["entries"].atomics
        ),
    }
    claims |= {
        "several rows for each warp (A.8) have the loads of rows of warps": (
            even["several rows"].sectors <= 1.1 * even["rows of warps"].sectors
            and even["several rows"].sectors * 2 < even["rows of a CPU"].sectors
        ),
        "several rows for each warp (A.8) suffer from skew": (
            skewed["several rows"].balance > 3
        ),
        "figure 1-14 is even, keeps threads active, and updates less often": all(
            of["figure 1-14"].balance < 2
            and of["figure 1-14"].lanes > of["entries"].lanes
            and of["figure 1-14"].atomics < 0.8 * of["entries"].atomics
            for of in (even, skewed)
        ),
    }
    return [claim for claim, holds in claims.items() if not holds]


def compare_columns(
    name: str, entries: dict[str, Counts], default: dict[str, Counts]
) -> list[str]:
    """The same of a kernel with dense columns, whose entries are split evenly."""
    claims = {
        "threads of a warp have adjacent columns": all(
            counts.sector_ratio < 1.25 and counts.lanes > 24
            for counts in entries.values()
        ),
        "entries are even, and rows of warps are not": (
            all(counts.balance < 2.5 for counts in entries.values())
            and default["power law"].balance > 4 * entries["power law"].balance
        ),
        "even rows need no atomic updates": (
            default["even"].atomics == 0 and entries["even"].atomics > 0
        ),
    }
    return [f"{name}: {claim}" for claim, holds in claims.items() if not holds]


def show(matrix: str, name: str, counts: Counts, entries: int) -> None:
    print(
        f"{matrix:11}{name:19}"
        f"{counts.warp_instructions / entries:8.2f} instr/entry"
        f"{counts.lanes:6.1f} lanes"
        f"{counts.sectors / entries:6.2f} sectors/entry"
        f"{counts.atomics:8} atomics{counts.balance:7.2f} longest/mean"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=Path, default=DEFAULT_LIBRARY)
    parser.add_argument("--entries", type=int, default=100_000)
    options = parser.parse_args()
    os.environ["WEFT_GPU"] = "emulate"
    library = Library(str(options.library))
    os.environ["WEFT_CHECK_RESULTS"] = "0"
    machine = Machine(options.library)
    (spmv,) = (kernel for kernel in KERNELS if kernel.name == "spmv")
    found: dict[str, dict[str, Counts]] = {}
    for matrix in MATRICES:
        if matrix.name not in ("even", "power law", "wide"):
            continue
        entries = matrix.make(options.entries)
        found[matrix.name] = {}
        for name, schedule in SCHEDULES.items():
            counts, _ = measure(library, machine, spmv, entries, schedule)
            found[matrix.name][name] = counts
            show(matrix.name, name, counts, len(entries.values))
    failed = compare(found)
    for name, schedule in (("spmm32", SPMM_ENTRIES), ("mttkrp", MTTKRP_ENTRIES)):
        (kernel,) = (kernel for kernel in KERNELS if kernel.name == name)
        columns: dict[str, dict[str, Counts]] = {"": {}, schedule: {}}
        for matrix in MATRICES:
            if matrix.name not in ("even", "power law"):
                continue
            entries = matrix.make(options.entries)
            if kernel.order == 3:
                entries = make_tensor(entries)
            for steps, counted in columns.items():
                counts, _ = measure(library, machine, kernel, entries, steps)
                counted[matrix.name] = counts
                show(matrix.name, f"{name} {'by entries' if steps else ''}",
                     counts, len(entries.values))
        failed += compare_columns(name, columns[schedule], columns[""])
    print(*(f"FAILED: {claim}" for claim in failed), sep="\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
