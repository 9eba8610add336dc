# ===- fuzz_schedules.py - Random transformations of loops -----------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Draws schedules, legal and illegal ones.

Which loops a kernel has is for the compiler to say; what is drawn here names
the variables of one statement and those that it derives from them. A schedule
is refused, or the numbers are those of the kernel without it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from fuzz_results import draw_result_schedule
from fuzz_spaces import LANE_RACES, TAILS, draw_space_schedule, findable_parts
from notation import (
    Assign,
    Reduce,
    accesses,
    children,
    free_indices,
    render,
)

SIZES = (1, 2, 3, 4, 7, 32)
RACES = ("NoRaces", "NoRaces", "NoRaces", "IgnoreRaces", "Atomics", "Temporary")
DISTRIBUTIONS = ("", ",static", ",dynamic", ",static,2", ",dynamic,3")
COMMANDS = (
    *("split", "split", "divide", "reorder", "mergeby"),
    *("parallelize", "parallelize", "temporary", "unroll"),
    *("vectorize", "vectorize", "vectorize"),
    *("fuse", "pos", "balance", "balance"),
    *("precompute", "precompute", "bound"),
    *("factor", "hoist_factors", "order_factors"),
)
# What a schedule starts from: the loops as they are, mostly.
FORMS = ("", "", "", "default", "only", "only")
# The options of the lowering, with their values but for `off`.
OPTIONS = {
    "share_kernels": ("",),
    "carry_unions": ("",),
    "group_unions": ("1", "2", "6"),
    "split_unions": ("1", "32", "1000"),
    "lookup_tables": ("positions", "components"),
    "dense_accumulators": ("",),
    "hoist_workspaces": ("",),
    "carry_workspaces": ("",),
    "unroll_histograms": ("1", "3", "4"),
    "version_extents": ("unmasked", "masked"),
    "widen_tiles": ("",),
    "jam_reductions": ("",),
    "vectorize_blocks": ("",),
    "tile_sweeps": ("",),
    "vectorize_rows": ("",),
    "interleave_reductions": ("1", "2", "3", "4"),
    "vectorize_runs": ("",),
    "vectorize_segments": ("masked", "overrun"),
    "vectorize_conditionals": ("gather", "load"),
    "vectorize_appends": ("",),
    "vectorize_intersections": ("",),
    "flatten_rows": ("",),
    "vectorize_stores": ("",),
    "hold_rows": ("",),
    "prefetch_scatters": ("l1", "l2", "l1,3", "l2,64"),
    "prefetch_segments": ("", "5"),
    "prefetch_gathers": ("", "1", "200,9", "3,2,1"),
    "prefetch_streams": ("l1", "l2", "l2,100"),
    "prefetch_strided_gathers": ("", "9"),
    "stream_stores": ("1", "64", "16777216"),
    "jam_rows": ("",),
    "stack_arrays": ("64", "2048"),
}
# The share of schedules that set some of them.
CONFIGURED = 0.4
STORAGES = ("", "", "dense", "bitmap", "sparse_set", "hashed", "list")
# The share of schedules under which results need workspaces, and of the others
# that of those that follow from the levels of an operand.
RESULTS = 0.2
SPACES = 0.5


def draw_schedule(
    pick: random.Random,
    program: tuple[Assign, ...],
    formats: Mapping[str, str],
) -> str:
    """Without spaces; empty if the program has no variables."""
    loops = _draw_loops(pick, program, formats)
    if not loops:
        return ""
    steps = [x for x in (pick.choice(FORMS), loops) if x]
    if pick.random() < CONFIGURED:
        names = pick.sample(list(OPTIONS), pick.choice((1, 2, 4, 12)))
        steps += [_configure(pick, name, loop_variables(program[0])) for name in names]
    return ",".join(steps)


def _configure(pick: random.Random, name: str, loops: list[str]) -> str:
    """An option with a value, for all loops as a rule."""
    value = pick.choice((*OPTIONS[name], *OPTIONS[name], "off"))
    arguments = [value] if value else []
    if loops and name not in ("stack_arrays", "share_kernels") and pick.random() < 0.2:
        # It may have another name by now.
        arguments.insert(0, pick.choice(loops))
    return f"{name}({','.join(arguments)})"


def _draw_loops(
    pick: random.Random,
    program: tuple[Assign, ...],
    formats: Mapping[str, str],
) -> str:
    """The commands that transform loops."""
    statement = pick.choice(program)
    loops = loop_variables(statement)
    if pick.random() < 0.9:
        # A name is one loop's.
        others = [loop_variables(x) for x in program if x is not statement]
        loops = [x for x in loops if not any(x in other for other in others)]
    if not loops:
        return ""
    if pick.random() < RESULTS:
        return draw_result_schedule(pick, statement, loops, formats)
    if pick.random() < SPACES:
        schedule = draw_space_schedule(pick, statement, loops, formats)
        if schedule:
            return schedule
    tensors = [x.tensor for x in accesses(statement.value)] or ["A"]
    steps: list[str] = []
    for number in range(pick.choice((1, 1, 2, 3))):
        command = pick.choice(COMMANDS)
        if command == "parallelize":
            # Mostly a loop that is outside, which is where races are not.
            name = pick.choice((loops[0], pick.choice(loops)))
            races, how = pick.choice(RACES), pick.choice(DISTRIBUTIONS)
            optional = pick.choice(("", "", ",optional"))
            steps.append(f"parallelize({name},CPUThread,{races}{how}{optional})")
        elif command == "temporary":
            # The parts of a loop combine into partial results of their own.
            name, threads = pick.choice(loops), pick.choice(SIZES)
            parts = [f"{name}_{number}o", f"{name}_{number}i"]
            at = loops.index(name)
            loops[at : at + 1] = parts
            steps.append(f"divide({name},{parts[0]},{parts[1]},{threads})")
            steps.append(f"parallelize({parts[0]},CPUThread,Temporary)")
        elif command == "bound":
            # Sizes are drawn later: multiples of one are all, and most are less
            # than a large number.
            name = pick.choice(loops)
            loops[loops.index(name)] = f"{name}_{number}b"
            bound = pick.choice(("1,Strided", "100000,MaxConstraint"))
            steps.append(f"bound({name},{name}_{number}b,{bound})")
        elif command == "precompute":
            steps.append(_precompute(pick, statement, loops, number))
        elif command == "unroll":
            # The coordinates of a tile as a rule, or anything.
            name = pick.choice(loops)
            if pick.random() < 0.8:
                parts = [f"{name}_{number}o", f"{name}_{number}i"]
                at = loops.index(name)
                loops[at : at + 1] = parts
                size, tail = pick.choice(SIZES), pick.choice(TAILS)
                steps.append(f"split({name},{parts[0]},{parts[1]},{size}{tail})")
                name = parts[1]
            steps.append(f"unroll({name},{pick.choice(SIZES)})")
        elif command == "vectorize":
            # Mostly the innermost loop, or a tile of one that is moved there.
            name = pick.choice((loops[-1], loops[-1], pick.choice(loops)))
            if pick.random() < 0.5:
                parts = [f"{name}_{number}o", f"{name}_{number}i"]
                at = loops.index(name)
                loops[at : at + 1] = [parts[0]]
                loops.append(parts[1])
                size, tail = pick.choice((2, 4, 4, 7, 32)), pick.choice(TAILS)
                steps.append(f"split({name},{parts[0]},{parts[1]},{size}{tail})")
                if len(loops) > at + 2:
                    steps.append(f"reorder({','.join(loops[at:])})")
                name = parts[1]
            races = pick.choice(LANE_RACES)
            optional = pick.choice(("", "", ",optional"))
            steps.append(f"parallelize({name},CPUVector,{races}{optional})")
        elif command in ("fuse", "pos", "balance"):
            steps += _draw_space(pick, command, loops, tensors, number)
        elif command in ("factor", "hoist_factors", "order_factors"):
            # Mostly one that is reduced over.
            steps.append(f"{command}({pick.choice((loops[-1], pick.choice(loops)))})")
        elif command == "mergeby":
            strategy = pick.choice(("Gallop", "TwoFinger", "Locate"))
            steps.append(f"mergeby({pick.choice(loops)},{strategy})")
        elif command == "reorder" and len(loops) > 1:
            count = pick.randint(2, min(3, len(loops)))
            steps.append(f"reorder({','.join(pick.sample(loops, count))})")
        elif command != "reorder":
            name = pick.choice(loops)
            parts = [f"{name}_{number}o", f"{name}_{number}i"]
            at = loops.index(name)
            loops[at : at + 1] = parts
            size = pick.choice(SIZES)
            tail = pick.choice(TAILS) if command == "split" else ""
            steps.append(f"{command}({name},{parts[0]},{parts[1]},{size}{tail})")
    return ",".join(steps)


def _draw_space(
    pick: random.Random,
    command: str,
    loops: list[str],
    tensors: list[str],
    number: int,
) -> list[str]:
    """Loops collapsed, over positions, or, for balance, in parts of equal work.

    Changes the loops.
    """
    steps = []
    at = pick.randrange(len(loops))
    if command != "pos":
        # Mostly loops that follow each other, two or more.
        for fused in range(pick.choice((1, 1, 1, 2))):
            if at + 1 >= len(loops):
                break
            name = f"{loops[at]}_{number}f{fused}"
            steps.append(f"fuse({loops[at]},{loops[at + 1]},{name})")
            loops[at : at + 2] = [name]
    if command == "balance" and pick.random() < 0.5:
        # Cut where the work of all operands is equal.
        parts = [f"{loops[at]}_{number}o", f"{loops[at]}_{number}i"]
        steps.append(
            f"balance({loops[at]},{parts[0]},{parts[1]},{pick.choice(SIZES)})"
        )
        loops[at : at + 1] = parts
        races = pick.choice(("", "NoRaces", "Temporary"))
        if races:
            steps.append(f"parallelize({parts[0]},CPUThread,{races})")
        return steps
    if command != "fuse":
        name = f"{loops[at]}_{number}p"
        steps.append(f"pos({loops[at]},{name},{pick.choice(tensors)})")
        loops[at] = name
    if command == "pos" and pick.random() < 0.2:
        steps.append(f"coord({name},{name}c)")
        loops[at] = f"{name}c"
    if command == "balance":
        parts = [f"{name}o", f"{name}i"]
        how = pick.choice(("split", "divide"))
        tail = pick.choice(TAILS) if how == "split" else ""
        size = pick.choice(SIZES)
        steps.append(f"{how}({name},{parts[0]},{parts[1]},{size}{tail})")
        loops[at : at + 1] = parts
        races = pick.choice(("", "", "NoRaces", "Temporary"))
        if races:
            steps.append(f"parallelize({parts[0]},CPUThread,{races})")
    return steps


def split_steps(schedule: str) -> list[str]:
    """The commands of a schedule without spaces."""
    steps, depth = [""], 0
    for c in schedule:
        depth += (c in "({") - (c in ")}")
        if c == "," and depth == 0:
            steps.append("")
        else:
            steps[-1] += c
    return steps


def _precompute(
    pick: random.Random, statement: Assign, loops: list[str], number: int
) -> str:
    """Some part of the value, over a loop that is inside as a rule, into a
    workspace or, now and then, into the result."""
    parts = findable_parts(statement.value)
    part = render(pick.choice(parts)).replace(" ", "") if parts else "t"
    count = pick.choice((1, 1, 1, 2))
    over = loops[-count:] if pick.random() < 0.8 else pick.sample(loops, 1)
    new = [f"{name}_{number}w" for name in over]
    storage = pick.choice(STORAGES)
    name = f",w{number}" if storage or pick.random() < 0.5 else ""
    if pick.random() < 0.3:
        name, storage = f",{statement.target.tensor}", ""
    return (
        f"precompute({part},{{{','.join(over)}}},{{{','.join(new)}}}"
        f"{name}{',' if storage else ''}{storage})"
    )


def loop_variables(assignment: Assign) -> list[str]:
    """The index variables of a statement, those of its result first."""
    found = dict.fromkeys(x.name for x in assignment.target.indices)
    found.update((x.name, None) for x in free_indices(assignment.value))

    def visit(node: object) -> None:
        if isinstance(node, Reduce):
            found.update((x.name, None) for x in node.indices)
        for child in children(node):
            visit(child)

    visit(assignment.value)
    return list(found)
