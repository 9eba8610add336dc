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
setting up the compiler.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test" / "Integration"))

from cases import all_cases, sample  # noqa: E402
from execute import compile_case  # noqa: E402
from weft import Library  # noqa: E402


def milliseconds(library: Library, case: object) -> float:
    start = time.perf_counter()
    compile_case(library, case)
    return 1e3 * (time.perf_counter() - start)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--library", default=ROOT / "build" / "lib" / "libweft.so", type=Path)
    add("--sample", default="1/40", help="share of the cases, as in 1/40")
    add("--repeat", default=3, type=int, help="compilations of each case")
    options = parser.parse_args()
    taken, of = map(int, options.sample.split("/"))

    library = Library(str(options.library))
    cases = list(sample(all_cases(), taken, of, seed=0))
    print(f"first kernel of the process: {milliseconds(library, cases[0]):.1f} ms")
    times = defaultdict(list)
    for case in cases:
        runs = [milliseconds(library, case) for _ in range(options.repeat)]
        times[case.kernel.name].append((statistics.median(runs), case.name))
    print(f"{'kernel':28} {'cases':>5} {'median':>8} {'slowest':>8}  slowest case")
    for kernel, measured in sorted(times.items(), key=lambda kv: -max(kv[1])[0]):
        slowest, name = max(measured)
        median = statistics.median(time for time, _ in measured)
        print(f"{kernel:28} {len(measured):5} {median:8.1f} {slowest:8.1f}  {name}")
    every = [time for measured in times.values() for time, _ in measured]
    over = sum(time > 60 for time in every)
    print(
        f"{len(every)} cases: median {statistics.median(every):.1f} ms, "
        f"slowest {max(every):.1f} ms, {over} over 60 ms"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
