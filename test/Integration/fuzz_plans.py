#!/usr/bin/env python3
# ===- fuzz_plans.py - Random products, with and without plans -------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Compares products that are computed in steps with one kernel for all of it.

Each case is a chain, a star, a cycle or a tree of three to five factors in
random formats and types, under sums or other reductions. A factor may be a sum
of two tensors, or two products that differ in one factor are added up. The
driver runs it with -plan=always and with -plan=off. Integers must agree bit for bit, real
numbers up to rounding. A case follows from the seed and its number.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

TYPES = ("i64", "i32", "u8", "f64", "f32")
TIMEOUT = 120


@dataclass
class Case:
    """A command line of the driver, and how its result is compared."""

    arguments: list[str]
    is_exact: bool


def choose_format(rng: random.Random, order: int) -> str:
    """The levels of a tensor and the order of its modes."""
    letters = "".join(rng.choice("ds") for _ in range(order))
    modes = list(range(order))
    rng.shuffle(modes)
    return f"{letters}:{','.join(map(str, modes))}"


def choose_edges(rng: random.Random, count: int) -> list[tuple[int, int]]:
    """The variables of each factor."""
    shape = rng.choice(("chain", "star", "cycle", "tree"))
    if shape == "chain":
        return [(n, n + 1) for n in range(count)]
    if shape == "star":
        return [(0, n + 1) for n in range(count)]
    if shape == "cycle":
        return [(n, (n + 1) % count) for n in range(count)]
    return [(rng.randrange(n + 1), n + 1) for n in range(count)]


def copy_arguments(rng: random.Random, tensor: str, arguments: list[str]) -> list[str]:
    """The options of a tensor S of the sizes and the type of another one."""
    own = [a for a in arguments if a[3:].startswith(f"{tensor}:")]
    sizes = next(a for a in own if a.startswith("-d="))
    count = sizes.count(",") + 1
    return [
        f"-f=S:{choose_format(rng, count)}",
        *(f"{a[:3]}S{a[4:]}" for a in own if a.startswith(("-d=", "-t="))),
        f"-g=S:u:{rng.choice((0.1, 0.3, 0.7))}",
    ]


def generate(seed: int, number: int) -> Case:
    rng = random.Random(f"{seed}/{number}")
    edges = choose_edges(rng, rng.randint(3, 5))
    variables = sorted({v for edge in edges for v in edge})
    names = dict(zip(variables, "ijklmn"))
    free = rng.sample(variables, rng.randint(0, min(3, len(variables) - 1)))
    type_ = rng.choice(TYPES)
    tensors = "ABCDE"
    factors, arguments = [], []
    shared = rng.random() < 0.3
    sizes = {v: rng.randint(1, 9) for v in variables}
    if shared:
        sizes = dict.fromkeys(variables, rng.randint(2, 7))
    for place, edge in enumerate(edges):
        tensor = tensors[0 if shared else place]
        if rng.random() < 0.5:
            edge = edge[::-1]
        factors.append(f"{tensor}({','.join(names[v] for v in edge)})")
        if shared and place:
            continue
        arguments += [
            f"-f={tensor}:{choose_format(rng, 2)}",
            f"-t={tensor}:{type_}",
            f"-d={tensor}:{','.join(str(sizes[v]) for v in edge)}",
            f"-g={tensor}:u:{rng.choice((0.1, 0.3, 0.7))}",
        ]
    reducer = rng.choice(("sum", "sum", "sum", "max")) if type_[0] == "u" else "sum"
    other = rng.choice((None, None, "factor", "term")) if reducer == "sum" else None
    if other:
        place = rng.randrange(len(factors))
        addend = f"S({factors[place].partition('(')[2]}"
        arguments += copy_arguments(rng, factors[place][0], arguments)
    if other == "factor":
        factors[place] = f"({factors[place]} + {addend})"
    scale = " * 2" if rng.random() < 0.2 else ""
    bound = ", ".join(names[v] for v in variables if v not in free)
    value = f"{reducer}({bound}, {' * '.join(factors)}{scale})"
    if other == "term":
        factors[place] = addend
        value += f" + {reducer}({bound}, {' * '.join(factors)})"
    result = f"Y({','.join(names[v] for v in free)})" if free else "Y"
    if free:
        arguments.append(f"-f=Y:{choose_format(rng, len(free))}")
    arguments += [f"-t=Y:{type_}", f"-seed={rng.randint(0, 10**6)}"]
    return Case([f"{result} = {value}", *arguments], type_[0] in "iu")


def read(path: Path) -> dict[tuple[str, ...], float]:
    """The components that a .tns file stores."""
    entries = {}
    for line in path.read_text().splitlines():
        words = line.split()
        if words and not line.startswith("#"):
            entries[tuple(words[:-1])] = float(words[-1])
    return entries


def run(driver: str, case: Case, plan: str, path: Path) -> str:
    """Runs a case, and returns the message if it failed."""
    command = [driver, *case.arguments, f"-plan={plan}", f"-o=Y:{path}"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return f"no end after {TIMEOUT} s"
    return "" if done.returncode == 0 else f"status {done.returncode}: {done.stderr}"


def is_planned(driver: str, case: Case) -> bool:
    """Whether the plan is another one than the statement."""
    command = [driver, *case.arguments, "-plan=always", "-print-plan", "-norm"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
    return "[" in done.stdout


def compare(driver: str, case: Case) -> str:
    """What is wrong with a case; empty if nothing is."""
    with tempfile.TemporaryDirectory() as folder:
        paths = {plan: Path(folder) / f"{plan}.tns" for plan in ("off", "always")}
        messages = {p: run(driver, case, p, paths[p]) for p in paths}
        if messages["off"].startswith("status 1:"):
            # What is refused without a plan may be computed with one.
            return "" if "status -" not in messages["always"] else messages["always"]
        for plan, message in messages.items():
            if message:
                return f"-plan={plan}: {message}"
        expected, got = read(paths["off"]), read(paths["always"])
    if expected.keys() != got.keys():
        places = sorted(expected.keys() ^ got.keys())
        return f"only one of both stores Y({', '.join(places[0])})"
    scale = max(map(abs, expected.values()), default=0.0)
    tolerance = 0.0 if case.is_exact else 1e-4 * scale
    for place in expected.keys() | got.keys():
        left, right = expected.get(place, 0.0), got.get(place, 0.0)
        if abs(left - right) > tolerance:
            return f"Y({', '.join(place)}) is {right} with a plan, {left} without"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--driver", required=True, help="the driver of Weft")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--cases", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    numbers = range(options.start, options.start + options.cases)
    cases = [generate(options.seed, number) for number in numbers]
    with ThreadPoolExecutor(options.jobs) as pool:
        findings = list(pool.map(lambda c: compare(options.driver, c), cases))
        planned = sum(pool.map(lambda c: is_planned(options.driver, c), cases[:20]))
    failures = 0
    for number, case, finding in zip(numbers, cases, findings):
        if finding:
            failures += 1
            quoted = " ".join(f"'{a}'" for a in case.arguments)
            print(f"case {number}: {finding}\n  {options.driver} {quoted}")
    print(f"{len(cases)} cases, {failures} differ")
    if not planned:
        print("none of the first 20 cases has a plan")
    return 1 if failures or not planned else 0


if __name__ == "__main__":
    sys.exit(main())
