#!/usr/bin/env python3
# ===- plans.py - Chosen plans against all plans ---------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Measures how close chosen plans are to the best of all plans.

A query is a chain, a star, a cycle or a tree of three or four matrices, each
sparse or dense, some with skewed columns, some the same matrix. It is run as
the compiler plans it, as one kernel, and in all trees of pairwise steps, with
sparse intermediates in each order of their levels, and with and without sums
over the variables of single factors first. The least time of the runs counts, in
milliseconds, without compilation. A query follows from the seed and its number.
"""

from __future__ import annotations

import argparse
import itertools
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TIME = re.compile(r"time to run +([0-9.]+) ms at least")
NAMES = "ijklm"


@dataclass(frozen=True)
class Factor:
    tensor: str
    variables: str


@dataclass
class Query:
    factors: list[Factor]
    result: str
    options: list[str]
    shape: str


def write_skewed(path: Path, rows: int, columns: int, count: int, rng: random.Random) -> None:
    """A matrix whose first columns have most entries."""
    entries = set()
    while len(entries) < count:
        entries.add((rng.randrange(rows), int(columns * rng.random() ** 4)))
    lines = [f"{i + 1} {j + 1} {rng.random():.3f}" for i, j in sorted(entries)]
    header = f"%%MatrixMarket matrix coordinate real general\n{rows} {columns} {count}\n"
    path.write_text(header + "\n".join(lines) + "\n")


def make_edges(shape: str, count: int, rng: random.Random) -> list[tuple[int, int]]:
    if shape == "chain":
        return [(n, n + 1) for n in range(count)]
    if shape == "star":
        return [(0, n + 1) for n in range(count)]
    if shape == "cycle":
        return [(n, (n + 1) % count) for n in range(count)]
    return [(rng.randrange(n + 1), n + 1) for n in range(count)]


def make_query(seed: int, number: int, folder: Path) -> Query:
    rng = random.Random(f"{seed}/{number}")
    shape = rng.choice(("chain", "star", "cycle", "tree"))
    edges = make_edges(shape, rng.randint(3, 4), rng)
    variables = sorted({v for edge in edges for v in edge})
    is_correlated = rng.random() < 0.2
    size = rng.choice((200, 400, 800))
    sizes = {v: size if is_correlated else rng.choice((50, 200, 400, 800)) for v in variables}
    factors, options = [], []
    for place, edge in enumerate(edges):
        tensor = "A" if is_correlated else "ABCD"[place]
        factors.append(Factor(tensor, "".join(NAMES[v] for v in edge)))
        if is_correlated and place:
            continue
        rows, columns = (sizes[v] for v in edge)
        options.append(f"-d={tensor}:{rows},{columns}")
        kind = rng.choice(("dense", "uniform", "uniform", "skewed"))
        if kind != "dense":
            options.append(f"-f={tensor}:{rng.choice(('CSR', 'CSC'))}")
        if kind == "dense":
            options.append(f"-g={tensor}:d")
        elif kind == "uniform":
            options.append(f"-g={tensor}:u:{rng.choice((0.0005, 0.005, 0.05))}")
        else:
            path = folder / f"{number}{tensor}.mtx"
            write_skewed(path, rows, columns, rng.randint(1, 4) * max(rows, columns), rng)
            options.append(f"-i={tensor}:{path}")
    count = rng.randint(0, 2)
    free = sorted(rng.sample([NAMES[v] for v in variables], min(count, len(variables))))
    return Query(factors, "".join(free), options, shape)


def text(factor: Factor) -> str:
    return f"{factor.tensor}({','.join(factor.variables)})" if factor.variables else factor.tensor


@dataclass(frozen=True)
class Tree:
    """A factor of the query, or an intermediate of what `leaves` are."""

    factor: Factor
    leaves: frozenset[int]


Step = tuple[Factor, tuple[Factor, ...]]


def sum_first(trees: list[Tree], result: str) -> tuple[list[Step], list[Tree]]:
    """Steps that sum each factor over the variables that it has alone."""
    steps: list[Step] = []
    summed = []
    for place, tree in enumerate(trees):
        others = set(result).union(*(t.factor.variables for t in trees if t is not tree))
        kept = "".join(v for v in tree.factor.variables if v in others)
        if kept == tree.factor.variables:
            summed.append(tree)
            continue
        made = Factor(f"S{place}", kept)
        steps.append((made, (tree.factor,)))
        summed.append(Tree(made, tree.leaves))
    return steps, summed


def list_pairs(trees: list[Tree], result: str) -> Iterator[list[Step]]:
    """All sequences of pairwise steps, which may be the same tree several times."""
    if len(trees) == 2:
        yield [(Factor("Y", result), (trees[0].factor, trees[1].factor))]
        return
    for left, right in itertools.combinations(range(len(trees)), 2):
        rest = [t for place, t in enumerate(trees) if place not in (left, right)]
        needed = set(result).union(*(t.factor.variables for t in rest))
        parts = (trees[left], trees[right])
        kept = sorted(set("".join(p.factor.variables for p in parts)) & needed)
        leaves = parts[0].leaves | parts[1].leaves
        name = "T" + "".join(map(str, sorted(leaves)))
        for order in itertools.permutations(kept) if len(kept) == 2 else [kept]:
            made = Tree(Factor(name, "".join(order)), leaves)
            for following in list_pairs([*rest, made], result):
                yield [(made.factor, (parts[0].factor, parts[1].factor)), *following]


def list_steps(query: Query) -> Iterator[list[Step]]:
    """All trees of pairwise steps, each once, with and without sums over the
    variables of single factors first."""
    trees = [Tree(factor, frozenset({place})) for place, factor in enumerate(query.factors)]
    first, summed = sum_first(trees, query.result)
    seen = set()
    for before, parts in [([], trees), *([(first, summed)] if first else [])]:
        for steps in list_pairs(parts, query.result):
            key = frozenset((made, frozenset(read)) for made, read in [*before, *steps])
            if key not in seen:
                seen.add(key)
                yield [*before, *steps]


def measure(driver: str, expression: str, options: list[str], limit: float, runs: int = 5) -> float:
    """The least time of the runs in milliseconds; infinite if they do not end."""
    command = [driver, expression, *options, f"-time={runs}"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return float("inf")
    found = TIME.search(done.stdout)
    return float(found[1]) if found else float("inf")


def write_steps(query: Query, steps: list[Step]) -> tuple[str, list[str]]:
    """The steps as an expression, and its options."""
    made = [step[0] for step in steps[:-1]]
    expression = "; ".join(f"{text(a)} = {' * '.join(map(text, read))}" for a, read in steps)
    formats = [f"-f={f.tensor}:{'s' * len(f.variables)}" for f in made if f.variables]
    return expression, [*query.options, *formats, "-plan=off"]


@dataclass
class Times:
    """The times of the plan, of one kernel, and of the best of all."""

    planned: float
    unplanned: float
    best: float
    steps: str
    is_complete: bool = True

    def ratio(self, floor: float) -> float:
        return max(self.planned, floor) / max(self.best, floor)


def measure_all(
    driver: str, query: Query, limit: float, floor: float, query_limit: float
) -> Times:
    """Trees that are left after `query_limit` seconds are not run."""
    begin = time.monotonic()
    product = " * ".join(map(text, query.factors))
    whole = f"{text(Factor('Y', query.result))} = {product}"
    planned = measure(driver, whole, query.options, limit)
    unplanned = measure(driver, whole, [*query.options, "-plan=off"], limit)
    times = Times(planned, unplanned, unplanned, "one kernel")
    best = (whole, [*query.options, "-plan=off"])
    for steps in list_steps(query):
        if 0 < query_limit < time.monotonic() - begin:
            times.is_complete = False
            break
        call = write_steps(query, steps)
        # Five runs that take twice the best time so far, and compilation.
        patience = 3 + min(times.best, planned) / 100
        taken = measure(driver, *call, patience)
        if taken < times.best:
            times.best, times.steps, best = taken, call[0], call
    # What seems far off is measured again, since other programs disturb.
    for _ in range(2):
        if times.ratio(floor) > 1.3:
            times.planned = min(times.planned, measure(driver, whole, query.options, limit, 15))
            times.best = min(times.best, measure(driver, *best, limit, 15))
    times.best = min(times.best, times.planned)
    return times


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--driver", required=True, help="the driver of Weft")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--limit", type=float, default=30, help="seconds for one call")
    parser.add_argument(
        "--query-limit", type=float, default=0, help="seconds for all trees of a query; 0 is no limit"
    )
    parser.add_argument("--floor", type=float, default=1, help="milliseconds that count as none")
    options = parser.parse_args()
    ratios, num_partial = [], 0
    print("query shape factors planned one-kernel best ratio best-steps")
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.start, options.start + options.queries):
            query = make_query(options.seed, number, Path(folder))
            times = measure_all(options.driver, query, options.limit, options.floor, options.query_limit)
            num_partial += not times.is_complete
            ratios.append(times.ratio(options.floor))
            line = f"{number} {query.shape} {len(query.factors)} {times.planned:.3f} {times.unplanned:.3f}"
            print(f"{line} {times.best:.3f} {ratios[-1]:.2f} {times.steps}{'' if times.is_complete else ' (not all trees)'}", flush=True)
    near = sum(ratio <= 1.3 for ratio in ratios)
    print(f"within 1.3: {near} of {len(ratios)}; median {statistics.median(ratios):.2f}; largest {max(ratios):.2f}")
    if num_partial:
        print(f"not all trees were run of {num_partial}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
