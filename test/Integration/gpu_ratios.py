# ===- gpu_ratios.py - Why schedules for GPUs differ in speed ---------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Compares counts of the schedules of the transformation framework's appendix A
for the product of a matrix and a vector, which explain what its section 8 measures
on devices: the schedule of a CPU moves more bytes than that of a warp for each
row, temporaries keep threads active, and rows of very different lengths need a
split of entries."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from gpu_counts import KERNELS, Counts, Machine, measure
from gpu_matrices import MATRICES
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
SCHEDULES = {
    "rows of threads": ROWS_OF_THREADS,
    "rows of a CPU": ROWS_OF_CPU,
    "rows of warps": ROWS_OF_WARPS,
    "entries": ENTRIES,
    "products": PRODUCTS,
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
    return [claim for claim, holds in claims.items() if not holds]


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
            print(
                f"{matrix.name:11}{name:17}"
                f"{counts.warp_instructions / len(entries.values):8.2f} instr/entry"
                f"{counts.lanes:6.1f} lanes"
                f"{counts.sectors / len(entries.values):6.2f} sectors/entry"
                f"{counts.atomics:8} atomics{counts.balance:7.2f} longest/mean"
            )
    failed = compare(found)
    print(*(f"FAILED: {claim}" for claim in failed), sep="\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
