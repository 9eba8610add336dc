#!/usr/bin/env python3
# ===- compile_times.py - How long kernels take to compile -----------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Measures the time from text to machine code.

Compiles a share of the cases of the integration suite several times in one
process and prints, per kernel, the median over its cases and the slowest case,
in milliseconds. The first kernel of a process is reported by itself: it pays for
setting up the compiler. `--listed` takes every combination of the usual formats
of the kernels that Weft promises to compile within 60 ms; `--cpu` counts the time
that the processor spends on it, for a machine that does other things, too.
"""

from __future__ import annotations

import argparse
import re
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test" / "Integration"))

from cases import Case, all_cases, sample  # noqa: E402
from execute import compile_case  # noqa: E402
from kernel import default_formats  # noqa: E402
from weft import Library, WeftError  # noqa: E402

BOUND = 60
# The kernels that compile within the bound, for these types, with every operand
# and result in each of the usual formats of its order.
LISTED = (
    *("spmv", "residual", "scaled-spmv", "mixed-terms"),
    *("dot", "dot-3", "dot-self"),
    *(f"vector-{name}" for name in ("copy", "sum-2", "sum-3", "sum-4")),
    *(f"matrix-{name}" for name in ("copy", "sum-2", "sum-3", "sum-4")),
    *("vector-product-2", "vector-product-3"),
    *("matrix-product-2", "matrix-product-3", "matrix-square", "cube-times"),
    *("sddmm", "sddmm-nested", "matmul", "matmul-self"),
    *("ttv", "ttm", "mttkrp", "cube-inner-product", "cube-plus"),
    *("transpose", "plus-transposed"),
    *("row-sums", "column-sums", "trace"),
    *("row-max", "column-max", "matrix-max"),
)
LISTED_TYPES = ("f32", "f64", "i32", "i64", "complex<f64>")


def is_listed(case: Case) -> bool:
    return (
        case.kernel.name in LISTED
        and case.element.name in LISTED_TYPES
        and not case.run.name
        and not case.run.rare
        and all(
            name in default_formats(case.kernel.orders[tensor])
            for tensor, name in case.formats
        )
    )


def milliseconds(
    library: Library, case: Case, clock: Callable[[], float]
) -> float | None:
    """How long a case takes to compile, or nothing if it is refused."""
    start = clock()
    try:
        compile_case(library, case)
    except WeftError:
        return None
    return 1e3 * (clock() - start)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--library", default=ROOT / "build" / "lib" / "libweft.so", type=Path)
    add("--sample", help="share of the cases, as in 1/40")
    add("--listed", action="store_true", help="the kernels with a bound")
    add("--filter", default="", help="what the names of cases match")
    add("--repeat", default=3, type=int, help="compilations of each case")
    add("--cpu", action="store_true", help="measure processor time")
    options = parser.parse_args()
    share = options.sample or ("1/1" if options.listed else "1/40")
    taken, of = map(int, share.split("/"))
    clock = time.process_time if options.cpu else time.perf_counter

    library = Library(str(options.library))
    chosen = filter(is_listed, all_cases()) if options.listed else all_cases()
    cases = [
        case
        for case in sample(chosen, taken, of, seed=0)
        if re.search(options.filter, case.name)
    ]
    if not cases:
        parser.error("no case is taken")
    first = milliseconds(library, cases[0], clock)
    if first is not None:
        print(f"first kernel of the process: {first:.1f} ms")
    times = defaultdict(list)
    for case in cases:
        runs = [
            milliseconds(library, case, clock) for _ in range(options.repeat)
        ]
        if None not in runs:
            median = statistics.median(runs)
            times[case.kernel.name].append((median, case.name))
    print(f"{'kernel':28} {'cases':>5} {'median':>8} {'slowest':>8}  slowest case")
    for kernel, measured in sorted(times.items(), key=lambda kv: -max(kv[1])[0]):
        slowest, name = max(measured)
        median = statistics.median(time for time, _ in measured)
        print(f"{kernel:28} {len(measured):5} {median:8.1f} {slowest:8.1f}  {name}")
    every = [time for measured in times.values() for time, _ in measured]
    over = sum(time > BOUND for time in every)
    print(
        f"{len(every)} cases: median {statistics.median(every):.1f} ms, "
        f"slowest {max(every):.1f} ms, {over} over {BOUND} ms"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
