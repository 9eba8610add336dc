# ===- fuzz_gpu.py - Random schedules for the units of a GPU ---------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Draws schedules with blocks, warps and threads, legal and illegal ones.

Some are of the three kinds that the literature has: an iteration for each
thread, one for each warp, and equally many entries for each thread.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from fuzz_spaces import findable_parts, stored_variables
from notation import Assign, accesses, render

SIZES = (1, 2, 3, 4, 7, 32, 64)
OUTER = (
    "NoRaces",
    "NoRaces",
    "IgnoreRaces",
    "IgnoreRaces",
    "Atomics",
    "Temporary",
)
INNER = ("NoRaces", "Atomics", "Atomics", "Temporary", "Temporary")


def draw_gpu_schedule(
    pick: random.Random,
    statement: Assign,
    loops: list[str],
    formats: Mapping[str, str],
) -> str:
    """For a statement with at least one loop."""
    draw = pick.choice(
        (_draw_threads, _draw_warps, _draw_warps, _draw_parts, _draw_entries)
    )
    steps = draw(pick, statement, list(loops), formats)
    if pick.random() < 0.15:
        pick.shuffle(steps)
    return ",".join(steps)


def _draw_threads(
    pick: random.Random,
    statement: Assign,
    loops: list[str],
    formats: Mapping[str, str],
) -> list[str]:
    """An iteration of one loop, mostly the outermost, for each thread."""
    name = pick.choice((loops[0], loops[0], pick.choice(loops)))
    outer = pick.choice(OUTER)
    inner = "Atomics" if outer == "IgnoreRaces" else pick.choice(INNER)
    split = "divide" if outer == "Temporary" else "split"
    return [
        f"{split}({name},{name}b,{name}t,{pick.choice(SIZES)})",
        f"parallelize({name}b,GPUBlock,{outer})",
        f"parallelize({name}t,GPUThread,{inner})",
    ]


def _draw_warps(
    pick: random.Random,
    statement: Assign,
    loops: list[str],
    formats: Mapping[str, str],
) -> list[str]:
    """An iteration of the outermost loop for each warp, whose threads share
    another one."""
    outer, inner = loops[0], loops[-1]
    steps = []
    if outer == inner:
        inner = f"{outer}t"
        steps.append(f"split({outer},{outer}o,{inner},{pick.choice(SIZES)})")
        outer = f"{outer}o"
    elif pick.random() < 0.5:
        size = pick.choice(SIZES)
        steps.append(f"split({inner},{inner}o,{inner}t,{size})")
        order = [*loops[1:-1], f"{inner}o", f"{inner}t"]
        pick.shuffle(order)
        inner = f"{inner}t"
        if pick.random() < 0.6:
            steps.append(f"reorder({outer},{','.join(order)})")
    races = pick.choice(("NoRaces", "NoRaces", "IgnoreRaces"))
    threads = "Atomics" if races == "IgnoreRaces" else pick.choice(INNER)
    middle = pick.choice(("GPUWarp", "GPUWarp", ""))
    steps.append(f"split({outer},{outer}b,{outer}w,{pick.choice(SIZES)})")
    steps.append(f"parallelize({outer}b,GPUBlock,{races})")
    if middle:
        steps.append(f"parallelize({outer}w,{middle},{races})")
    steps.append(f"parallelize({inner},GPUThread,{threads})")
    return steps


def _draw_parts(
    pick: random.Random,
    statement: Assign,
    loops: list[str],
    formats: Mapping[str, str],
) -> list[str]:
    """A tile of the innermost loop for each warp, inside of blocks that have an
    iteration or a part of the outermost loop."""
    outer, inner = loops[0], loops[-1]
    block = pick.choice(("NoRaces", "NoRaces", "Temporary"))
    steps = []
    if outer == inner or block == "Temporary":
        steps.append(f"divide({outer},{outer}b,{outer}i,{pick.choice(SIZES)})")
        inner = f"{outer}i" if outer == inner else inner
        outer = f"{outer}b"
    steps.append(f"split({inner},{inner}w,{inner}t,{pick.choice(SIZES)})")
    thread = pick.choice(INNER)
    return [
        *steps,
        f"parallelize({outer},GPUBlock,{block})",
        f"parallelize({inner}w,GPUWarp,{pick.choice(('Temporary', thread))})",
        f"parallelize({inner}t,GPUThread,{thread})",
    ]


def _draw_entries(
    pick: random.Random,
    statement: Assign,
    loops: list[str],
    formats: Mapping[str, str],
) -> list[str]:
    """Equally many entries of an operand for each thread (transformation
    framework paper, appendices A.2, A.4, A.6 and A.9)."""
    found = [
        (access, order)
        for access in accesses(statement.value)
        if (order := stored_variables(access, formats))
    ]
    if not found:
        return _draw_threads(pick, statement, loops, formats)
    access, order = max(found, key=lambda x: len(x[1]))
    steps, last = [], order[0]
    rest = [x for x in loops if x not in order]
    if rest or order != loops:
        steps.append(f"reorder({','.join([*order, *rest])})")
    for number, name in enumerate(order[1:]):
        steps.append(f"fuse({last},{name},f{number})")
        last = f"f{number}"
    per_thread, per_warp = pick.choice((1, 2, 4, 8)), pick.choice((1, 2, 32))
    steps.append(f"pos({last},p,{access.tensor})")
    block = per_thread * per_warp * pick.choice((1, 2, 4))
    steps.append(f"split(p,pb,p1,{block})")
    steps.append(f"split(p1,pw,p2,{per_thread * per_warp})")
    if rest and pick.random() < 0.6:
        # The entries of a warp, one after the other, for all columns.
        columns = rest[-1]
        size = pick.choice((2, 32))
        steps.append(f"split({columns},{columns}o,{columns}t,{size})")
        steps.append(f"reorder(pb,pw,{columns}o,{columns}t,p2)")
        thread = f"{columns}t"
    elif pick.random() < 0.4:
        # The threads of a warp share its entries.
        outer = pick.choice(("IgnoreRaces", "IgnoreRaces", "NoRaces"))
        return [
            *steps,
            f"parallelize(pb,GPUBlock,{outer})",
            f"parallelize(pw,GPUWarp,{outer})",
            "parallelize(p2,GPUThread,Temporary)",
        ]
    else:
        steps.append(f"split(p2,pt,pn,{per_thread})")
        thread = "pt"
        parts = findable_parts(statement.value)
        if parts and not rest and pick.random() < 0.3:
            part = render(parts[0]).replace(" ", "")
            steps.append(f"precompute({part},pn,pq)")
            steps.append(f"unroll(pq,{per_thread})")
    outer = pick.choice(("IgnoreRaces", "IgnoreRaces", "NoRaces"))
    steps += [
        f"parallelize(pb,GPUBlock,{outer})",
        f"parallelize(pw,GPUWarp,{outer})",
        f"parallelize({thread},GPUThread,{pick.choice(('Atomics', *INNER))})",
    ]
    return steps
