#!/usr/bin/env python3
# ===- dense_orders.py - Orders of dense products against opt_einsum -------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Compares contraction costs of plans of dense products with opt_einsum's.

A case is a chain of matrices, a tensor train with its transpose, a grid of
tensors, or a random network of tensors of order one to three, of three to eight
factors. The cost of a path is the number of its multiplications: the product of
the extents of all variables of each step. The driver prints its plan; nothing
is run. opt_einsum searches with optimize="optimal" and the same sizes. A case
follows from the seed and its number.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import subprocess
import sys
from dataclasses import dataclass
from math import prod

import opt_einsum

NAMES = "abcdefghijklmnopqrstuvwxyz"
ACCESS = re.compile(r"\b[A-Z]\w*\(([^()]*)\)")


@dataclass
class Case:
    """Factors and the result by their variables, and the extents of these."""

    shape: str
    factors: list[str]
    result: str
    sizes: dict[str, int]


def make_chain(rng: random.Random) -> tuple[list[str], str]:
    count = rng.randint(3, 8)
    return [NAMES[n : n + 2] for n in range(count)], NAMES[0] + NAMES[count]


def make_train(rng: random.Random) -> tuple[list[str], str]:
    """The norm of a tensor train: two chains that share physical variables."""
    count = rng.randint(2, 4)
    upper, lower, shared = NAMES[:6], NAMES[6:12], NAMES[12:18]
    factors = []
    for bonds in (upper, lower):
        for n in range(count):
            left = bonds[n - 1] if n else ""
            right = bonds[n] if n + 1 < count else ""
            factors.append(left + shared[n] + right)
    return factors, ""


def make_grid(rng: random.Random) -> tuple[list[str], str]:
    columns = rng.randint(2, 4)
    factors = ["" for _ in range(2 * columns)]
    names = iter(NAMES)
    for row in range(2):
        for column in range(columns - 1):
            name = next(names)
            factors[row * columns + column] += name
            factors[row * columns + column + 1] += name
    for column in range(columns):
        name = next(names)
        factors[column] += name
        factors[columns + column] += name
    return factors, ""


def make_network(rng: random.Random) -> tuple[list[str], str]:
    count = rng.randint(3, 7)
    names = NAMES[: count + 2]
    factors = ["".join(sorted(rng.sample(names, rng.randint(1, 3)))) for _ in range(count)]
    used = sorted(set("".join(factors)))
    return factors, "".join(sorted(rng.sample(used, min(len(used), rng.randint(0, 2)))))


SHAPES = {"chain": make_chain, "train": make_train, "grid": make_grid, "network": make_network}


def make_case(seed: int, number: int) -> Case:
    rng = random.Random(f"{seed}/{number}")
    shape = list(SHAPES)[number % len(SHAPES)]
    factors, result = SHAPES[shape](rng)
    sizes = {v: rng.choice((8, 16, 32, 64, 128)) for v in sorted(set("".join(factors)))}
    return Case(shape, factors, result, sizes)


def count_optimal(case: Case) -> float:
    """The multiplications of opt_einsum's path."""
    equation = ",".join(case.factors) + "->" + case.result
    shapes = [tuple(case.sizes[v] for v in factor) for factor in case.factors]
    path, _ = opt_einsum.contract_path(equation, *shapes, shapes=True, optimize="optimal")
    operands = [set(factor) for factor in case.factors]
    cost = 0
    for chosen in path:
        parts = [operands.pop(n) for n in sorted(chosen, reverse=True)]
        joined = set().union(*parts)
        cost += prod(case.sizes[v] for v in joined)
        operands.append(joined & (set(case.result).union(*operands)))
    return cost


def count_planned(driver: str, case: Case) -> float:
    """The multiplications of the plan."""
    accesses = [f"F{n}({','.join(f)})" for n, f in enumerate(case.factors)]
    result = f"Y({','.join(case.result)})" if case.result else "Y"
    sizes = [f"-d=F{n}:{','.join(str(case.sizes[v]) for v in f)}" for n, f in enumerate(case.factors)]
    sizes[0] += f",nnz={prod(case.sizes[v] for v in case.factors[0])}"
    command = [driver, f"{result} = {' * '.join(accesses)}", *sizes, "-plan=always", "-print-plan"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    cost = 0
    for line in done.stdout.splitlines():
        body = line.partition(" = ")[2].partition("  [")[0]
        variables = {v for found in ACCESS.findall(body) for v in found.split(",") if v}
        cost += prod(case.sizes[v] for v in variables)
    return cost


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--driver", required=True, help="the driver of Weft")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=100)
    options = parser.parse_args()
    ratios = []
    print("case shape factors planned opt_einsum ratio")
    for number in range(options.cases):
        case = make_case(options.seed, number)
        planned, optimal = count_planned(options.driver, case), count_optimal(case)
        ratios.append(planned / optimal)
        print(f"{number} {case.shape} {len(case.factors)} {planned:.0f} {optimal:.0f} {ratios[-1]:.2f}", flush=True)
    same = sum(ratio <= 1 for ratio in ratios)
    near = sum(ratio <= 1.3 for ratio in ratios)
    print(f"{same} cost as much or less, {near} at most 1.3 times, of {len(ratios)}; largest {max(ratios):.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
