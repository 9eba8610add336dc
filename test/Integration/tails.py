# ===- tails.py - Tiles that are not full -----------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Runs kernels in tiles with each tail strategy and compares with `dense.py`.

The extents of what is split are those around multiples of the width, from none
on, so that there is no tile, one that is not full, and a last one that is, or has
one coordinate, or lacks one. Where no schedule is given, they are around multiples of
the lanes of registers, for which there are loops of their own. Numbers are small
integers, and results are compared bit for bit, with 1, 2 and 8 threads.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from catalogue import MTTKRP, SPMM, SPMV, Schedule
from fuzz_case import Data, FuzzCase
from kernel import to
from notation import Index, reduce
from run import DEFAULT_LIBRARY
from schedules import TYPES, check, draw_operands
from symbols import A, B, C, a, alpha, b, i, j, k, x, y, z
from weft import Library

# The width of all tiles, and the extents of what is split into them.
WIDTH = 4
EXTENTS = (0, 1, WIDTH - 1, WIDTH, WIDTH + 1, 2 * WIDTH - 1, 3 * WIDTH + 2)
LANES = (0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33, 41)
# Those of other variables.
OTHERS = (3, 6)
DENSITY = 0.6
CSR = {"A": "CSR"}


def tiles(name: str, tail: str) -> str:
    return f"split({name},{name}0,{name}1,{WIDTH},{tail})"


def _schedules() -> Iterator[tuple[Schedule, tuple[Index, ...]]]:
    """Schedules, and the variables that they split."""

    def make(name, assignment, formats, split, steps):
        return Schedule(name, assignment, formats, steps), split

    def each(name, assignment, formats, split, *more, tails):
        for tail in tails:
            first = ",".join(tiles(x.name, tail) for x in split)
            for number, steps in enumerate(("", *more)):
                yield make(
                    f"{name}_{tail}_{number}",
                    assignment,
                    formats,
                    split,
                    f"{first}{',' if steps else ''}{steps}",
                )

    every = ("Guard", "ShiftInwards", "Predicate")
    counted = ("Guard", "Predicate")
    lanes = "parallelize({},CPUVector,NoRaces)".format
    # What is assigned.
    yield from each(
        *("copy", to(y(i), x(i) * 2), {}, (i,)),
        *("unroll(i1,2)", "unroll(i1,4)", "reorder(i1,i0)", lanes("i1")),
        "bound(i0,ib,1000,MaxConstraint)",
        tails=every,
    )
    yield from each(
        *("rows", to(y(i), reduce("sum", j, A(i, j) * x(j)) + z(i)), CSR, (i,)),
        tails=every,
    )
    yield from each(
        *("sum", to(C(i, j), A(i, j) + B(j, i)), {}, (i, j)),
        "reorder(i0,j0,i1,j1)",
        "reorder(j1,i1,j0,i0)",
        "reorder(i0,j0,i1,j1),unroll(i1,2),unroll(j1,4)",
        f"reorder(i0,j0,i1,j1),{lanes('j1')}",
        tails=every,
    )
    # Stored along what is split: a window, and another coordinate to look up.
    yield from each(
        *("sparse", to(y(i), a(i) * 2), {"a": "s"}, (i,)), tails=("ShiftInwards",)
    )
    yield from each(
        *("union", to(y(i), a(i) + b(i)), {"a": "s", "b": "s"}, (i,)),
        tails=("ShiftInwards",),
    )
    # What is combined by a combiner that does not count, and what does.
    yield from each(
        *("most", to(alpha, reduce("max", i, x(i))), {}, (i,)), tails=every
    )
    yield from each(
        *("most_of_rows", to(y(i), reduce("max", j, A(i, j))), CSR, (i,)),
        tails=every,
    )
    yield from each(
        *("spmv", SPMV, CSR, (i,)), "reorder(i1,i0,j)", tails=counted
    )
    yield from each(
        *("spmm", SPMM, CSR, (k,)),
        "reorder(i,k0,j,k1)",
        f"reorder(i,k0,j,k1),{lanes('k1')}",
        tails=counted,
    )
    yield from each(
        *("mttkrp", MTTKRP, {"B": "CSF"}, (j,)),
        "reorder(i,j0,k,l,j1)",
        f"reorder(i,j0,k,l,j1),{lanes('j1')}",
        tails=counted,
    )
    # Nobody asked for tiles.
    yield make("spmm", SPMM, CSR, (k,), None)
    most = to(C(i, k), reduce("max", j, A(i, j) * B(j, k)))
    yield make("most_spmm", most, CSR, (k,), None)
    yield make("mttkrp", MTTKRP, {"B": "CSF"}, (j,), None)
    # Tiles of tiles, and threads.
    shift, guard = tiles("i", "ShiftInwards"), tiles("i", "Guard")
    matrices = to(C(i, j), A(i, j) * B(i, j))
    yield make("parts", matrices, {}, (i,), f"{shift},split(i1,i2,i3,2,Guard)")
    yield make(
        *("shifted_parts", matrices, {}, (i,)),
        f"split(i,i0,i1,6),split(i1,i2,i3,{WIDTH},ShiftInwards)",
    )
    yield make("threads", matrices, {}, (i,), f"{guard},parallelize(i0,CPUThread,NoRaces)")
    yield make(
        *("threads_that_agree", matrices, {}, (i,)),
        f"{shift},parallelize(i0,CPUThread,IgnoreRaces)",
    )
    yield make(
        *("threads_inside", matrices, {}, (i,)),
        f"{shift},parallelize(i1,CPUThread,NoRaces)",
    )
    # Sums that begin anew in each tile.
    yield make(
        *("precomputed", to(y(i), reduce("sum", j, A(i, j) * x(j)) + z(i))),
        *(CSR, (i,), f"{shift},precompute(z(i),i1,iw,w)"),
    )
    # Tiles of tiles of positions, the last of which are past the end.
    for width in (WIDTH, 2 * WIDTH):
        beyond = f"pos(i,p,A),split(p,p0,p1,{width}),split(p1,p2,p3,2),reorder(p2,p0)"
        yield make(
            *(f"total_beyond_{width}", to(alpha, A(i, j)), {"A": "DCSR"}, (i,)),
            beyond,
        )
        yield make(
            *(f"copy_beyond_{width}", to(C(i, j), A(i, j))),
            *({"A": "DCSR", "C": "DCSR"}, (i,), beyond),
        )
    # Positions.
    for tail in counted:
        yield make(
            *(f"positions_{tail}", SPMV, CSR, (j,)),
            f"pos(j,p,A),split(p,p0,p1,{WIDTH},{tail})",
        )
        yield make(
            *(f"entries_{tail}", SPMV, CSR, (i,)),
            f"fuse(i,j,f),pos(f,p,A),split(p,p0,p1,{WIDTH},{tail})",
        )


SCHEDULES = tuple(_schedules())


def _draw_sets(
    split: tuple[Index, ...],
    each: tuple[int, ...],
    pick: random.Random,
    case: FuzzCase,
) -> Iterator[tuple[str, Data]]:
    """Extents of what is split, around multiples of the width or of lanes."""
    for extent in each:
        for other in OTHERS if len(split) == 1 else each:
            sizes = dict.fromkeys(split[:1], extent)
            operands, extents = draw_operands(
                pick, case, lambda x: sizes.get(x, other), DENSITY
            )
            yield f"{extent} and {other}", Data(extents, operands)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=Path, default=DEFAULT_LIBRARY)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--filter", type=re.compile, default=re.compile(""))
    options = parser.parse_args()
    library = Library(str(options.library))
    failed, runs, chosen = 0, 0, 0
    for schedule, split in SCHEDULES:
        if not options.filter.search(schedule.name):
            continue
        draw = partial(_draw_sets, split, LANES if schedule.steps is None else EXTENTS)
        problems = list(check(library, schedule, options.seed, TYPES, draw))
        found = [problem for problem in problems if problem]
        chosen, runs, failed = chosen + 1, runs + len(problems), failed + bool(found)
        if found:
            print(f"FAILED {schedule.command}: {len(found)}", *found[:5], sep="\n  ")
    print(f"{chosen - failed} passed in {runs} runs, {failed} failed")
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
