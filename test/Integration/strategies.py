# ===- strategies.py - What iterations race for, by all strategies ----------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Runs reductions with each race strategy that serves them.

Scalars, scalar workspaces and components that iterations combine into, by sums,
products, minima and maxima, are updated at once, combined from partial results
of threads (one after the other, and as a tree) and of lanes, and left alone
where one thread runs the loop. Operands are small integers, so that each order
gives the same, and results are compared bit for bit with those of `dense.py`,
with 1, 2 and 8 threads. None may be refused.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from catalogue import Schedule, n
from fuzz_case import Data, FuzzCase
from kernel import to
from notation import Assign, reduce
from run import DEFAULT_LIBRARY
from schedules import DATA, check, draw_data
from symbols import A, i, j, x, y
from weft import Library

TYPES = ("bool", "i8", "u8", "i16", "i32", "i64", "f16", "f32", "f64")
COMPLEX = ("complex<f32>", "complex<f64>")
PARTS = "divide(i,i0,i1,6),parallelize(i0,CPUThread,Temporary)"
# Strategies for the outer loop, and for both.
THREADS = {
    "atomics": "parallelize(i,CPUThread,Atomics)",
    "dynamic": "parallelize(i,CPUThread,Atomics,dynamic,3)",
    "tiles": "split(i,i0,i1,8),parallelize(i0,CPUThread,Atomics)",
    "entries": "fuse(i,j,f),pos(f,p,A),split(p,p0,p1,16),"
    "parallelize(p0,CPUThread,Atomics)",
    "serial": PARTS,
    "tree": f"{PARTS},divide(p,q0,q1,2),parallelize(q0,CPUThread,Temporary)",
}
BOTH = {
    "lanes": "parallelize(j,CPUVector,Temporary)",
    "tile": "split(j,j0,j1,16),parallelize(j1,CPUVector,Temporary)",
    "threads_lanes": "parallelize(i,CPUThread,Atomics),"
    "parallelize(j,CPUVector,Temporary)",
    "parts_lanes": f"{PARTS},parallelize(j,CPUVector,Temporary)",
}
# Without a product, whose numbers would be too large for any order.
REDUCERS = ("sum", "min", "max")


def _schedules() -> Iterator[Schedule]:
    for how, steps in {**THREADS, **BOTH}.items():
        # Unlike a sum, a maximum has components where nothing is stored.
        reducers = REDUCERS if "pos(" not in steps else REDUCERS[:1]
        for reducer in reducers:
            value = reduce(reducer, i, j, A(i, j))
            yield _make(f"scalar_{reducer}_{how}", to(n(), value), steps)
        value = 2 * reduce("sum", i, j, A(i, j))
        yield _make(f"workspace_{how}", to(n(), value), steps)
    for how in ("atomics", "dynamic", "tiles", "serial"):
        value = A(i, j) * x(i)
        yield _make(f"columns_{how}", to(y(j), value), THREADS[how])
    for how in ("lanes", "tile"):
        for reducer in REDUCERS:
            value = reduce(reducer, j, A(i, j))
            yield _make(f"rows_{reducer}_{how}", to(y(i), value), BOTH[how])


def _is_sum(name: str) -> bool:
    return "min" not in name and "max" not in name


def _make(name: str, assignment: Assign, steps: str) -> Schedule:
    """Lanes go over all components where the zeros count."""
    is_dense = "CPUVector" in steps and not _is_sum(name)
    return Schedule(name, assignment, {"A": "dd" if is_dense else "CSR"}, steps)


def _types(schedule: Schedule) -> tuple[str, ...]:
    """Lanes have no complex numbers, which have no order either; and twice a
    truth value is a number."""
    types = TYPES[1:] if schedule.name.startswith("workspace") else TYPES
    has_complex = _is_sum(schedule.name) and "CPUVector" not in schedule.steps
    return types + COMPLEX * has_complex


def _draw_sets(
    pick: random.Random, case: FuzzCase
) -> Iterator[tuple[str, Data]]:
    """Some entries, few, none, and no components."""
    for number, (share, density) in enumerate(DATA[::2]):
        yield f"data set {number}", draw_data(pick, case, share, density)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=Path, default=DEFAULT_LIBRARY)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--filter", type=re.compile, default=re.compile(""))
    options = parser.parse_args()
    library = Library(str(options.library))
    runs, failed = 0, 0
    for schedule in _schedules():
        if not options.filter.search(schedule.name):
            continue
        problems = list(
            check(library, schedule, options.seed, _types(schedule), _draw_sets)
        )
        found = [problem for problem in problems if problem]
        runs, failed = runs + len(problems), failed + len(found)
        if found:
            print(f"FAILED {schedule.name}: {schedule.steps}", *found, sep="\n  ")
    print(f"{runs - failed} passed, {failed} failed")
    return 1 if failed or not runs else 0


if __name__ == "__main__":
    sys.exit(main())
