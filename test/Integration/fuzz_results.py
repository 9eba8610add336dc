# ===- fuzz_results.py - Random loops around compressed results ------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Draws schedules under which a result needs a workspace.

Loops in another order than that of the result, combinations of its variables,
what is computed into a workspace of a name, and how workspaces and results are
stored. The loops begin in the order of an operand, which seldom allows others.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from fuzz_spaces import SIZES, findable_parts, stored_variables
from notation import Assign, accesses, render

STORAGES = ("bitmap", "sparse_set", "hashed", "hashed", "list", "dense")
RACES = ("NoRaces", "NoRaces", "NoRaces", "Temporary", "Atomics")
ASSEMBLIES = ("fused", "two_phase", "two_phase", "Append", "Insert")


def draw_result_schedule(
    pick: random.Random,
    statement: Assign,
    variables: list[str],
    formats: Mapping[str, str],
) -> str:
    """Commands for the loops over some variables, which it does not change."""
    loops = _order(pick, statement, variables, formats)
    steps: list[str] = []
    if len(loops) > 1 and pick.random() < 0.7:
        steps.append(f"reorder({','.join(loops)})")
    for number in range(pick.choice((1, 1, 2))):
        step = pick.choice((_fuse, _tile, _precompute, _precompute, _store, _assemble))
        steps += step(pick, statement, loops, number)
    if pick.random() < 0.4:
        # Mostly the outermost one.
        name = pick.choice((loops[0], loops[0], pick.choice(loops)))
        steps.append(f"parallelize({name},CPUThread,{pick.choice(RACES)})")
    return ",".join(steps)


def _order(
    pick: random.Random,
    statement: Assign,
    variables: list[str],
    formats: Mapping[str, str],
) -> list[str]:
    """The variables in the order of an operand, the others where they may be."""
    loops = list(variables)
    if pick.random() < 0.15:
        pick.shuffle(loops)
        return loops
    reads = list(accesses(statement.value))
    pick.shuffle(reads)
    for access in reads:
        order = [x for x in stored_variables(access, formats) if x in loops]
        places = sorted(loops.index(x) for x in order)
        for place, name in zip(places, order, strict=True):
            loops[place] = name
    return loops


def _fuse(
    pick: random.Random, statement: Assign, loops: list[str], number: int
) -> list[str]:
    if len(loops) < 2:
        return []
    at = pick.randrange(len(loops) - 1)
    name = f"{loops[at]}_{number}f"
    steps = [f"fuse({loops[at]},{loops[at + 1]},{name})"]
    loops[at : at + 2] = [name]
    return steps


def _tile(
    pick: random.Random, statement: Assign, loops: list[str], number: int
) -> list[str]:
    """Tiles, which go outside of other loops now and then."""
    at = pick.randrange(len(loops))
    name = loops[at]
    parts = [f"{name}_{number}o", f"{name}_{number}i"]
    how = pick.choice(("split", "divide", "balance"))
    steps = [f"{how}({name},{parts[0]},{parts[1]},{pick.choice(SIZES)})"]
    loops[at : at + 1] = parts
    if at != 0 and pick.random() < 0.5:
        loops.insert(pick.randrange(at), loops.pop(at))
        steps.append(f"reorder({','.join(loops[: at + 2])})")
    return steps


def _precompute(
    pick: random.Random, statement: Assign, loops: list[str], number: int
) -> list[str]:
    """All of the value as a rule, over the innermost loops."""
    parts = findable_parts(statement.value)
    if not parts:
        return []
    part = parts[0] if pick.random() < 0.8 else pick.choice(parts)
    over = loops[-pick.choice((1, 1, 2)) :]
    new = [f"{name}_{number}w" for name in over]
    name = pick.choice(("", "w", f"ws{number}"))
    storage = f",{pick.choice(STORAGES)}" if name and pick.random() < 0.3 else ""
    text = render(part).replace(" ", "")
    steps = [
        f"precompute({text},{{{','.join(over)}}},{{{','.join(new)}}}"
        f"{',' if name else ''}{name}{storage})"
    ]
    if name and pick.random() < 0.2:
        steps.append(f"workspace({name},{pick.choice(STORAGES)})")
    return steps


def _store(
    pick: random.Random, statement: Assign, loops: list[str], number: int
) -> list[str]:
    return [f"workspace(w,{pick.choice(STORAGES)})"]


def _assemble(
    pick: random.Random, statement: Assign, loops: list[str], number: int
) -> list[str]:
    return [f"assemble({statement.target.tensor},{pick.choice(ASSEMBLIES)})"]
