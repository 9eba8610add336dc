#!/usr/bin/env python3
# ===- grid.py - Expression families in the product of all axes ------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Draws kernels from families x formats x results x orders of modes x types.

The suite multiplies kernels with chosen formats, and the fuzzer draws
everything at random. The grid lies between: known families, each with every
format of its operands and results in turn, so that a refusal shows which value
of which axis it is about.
"""

from __future__ import annotations

import argparse
import collections
import dataclasses
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import fuzz_axes as axes
import fuzz_execute
import kernels  # noqa: F401 - fills KERNELS
from campaign import campaign_parser, run_campaign
from execute import FAILED, PASSED, REFUSED, Outcome
from fuzz_axes import choose
from fuzz_case import FuzzCase
from fuzz_data import DataMaker
from fuzz_generate import draw_format
from kernel import KERNELS, Kernel
from run import HERE, headline, load_refusals
from scalars import ELEMENTS, IllTyped, value_type
from workers import Pool

REFUSED_SHARE = 0.03
RUNS = 2
SHOWN = 12


def generate(seed: int, number: int) -> FuzzCase:
    """Families take turns; the rest is drawn."""
    pick = random.Random(f"grid {seed} {number}")
    families = list(KERNELS.values())
    kernel = families[number % len(families)]
    orders = kernel.orders
    formats = {
        name: draw_format(pick, order)
        for name, order in orders.items()
    }
    types = _types(pick, kernel)
    options = choose(pick, axes.OPTIONS)
    case = FuzzCase(
        *(f"{kernel.name}/{seed}-{number}", kernel.program, formats, types),
        *(options, ()),
    )
    maker = DataMaker(pick, case)
    data = tuple(maker.make() for _ in range(RUNS))
    return FuzzCase(
        *(case.name, case.program, formats, types, options), data=data
    )


def with_options(case: FuzzCase, words: str) -> FuzzCase:
    """The same case, compiled with further options."""
    both = f"{case.options} {words}".strip()
    return dataclasses.replace(case, options=both) if words else case


def _types(pick: random.Random, kernel: Kernel) -> dict[str, str]:
    """One type for all tensors, mostly, in which the family has a meaning."""
    names = list(kernel.orders)
    for _ in range(10):
        one = choose(pick, axes.TYPES)
        types = dict.fromkeys(names, one)
        if pick.random() < 0.25:
            types = {name: choose(pick, axes.TYPES) for name in names}
        scalars = {name: ELEMENTS[type].scalar for name, type in types.items()}
        try:
            for assignment in kernel.program:
                value_type(assignment, scalars)
        except IllTyped:
            continue
        return types
    wide = "complex<f64>" if kernel.types == ("complex<f64>",) else "f64"
    return dict.fromkeys(names, wide)


def cells(case: FuzzCase) -> Iterator[tuple[str, str]]:
    """Where a case lies: the axes and its values on them."""
    yield "family", case.name.rpartition("/")[0]
    results = case.results
    for tensor, format in case.formats.items():
        plain = format.partition("{")[0] or "scalar"
        axis = "result" if tensor in results else "operand"
        yield f"{axis} format", plain.partition(":")[0]
        yield f"{axis} order", "other" if ":" in plain else "same"
        yield "type", case.types[tensor]
    for word in case.options.split() or ["none"]:
        yield "option", word


class Grid:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.patterns = load_refusals(HERE / "refusals.txt")
        self.counts: collections.Counter[str] = collections.Counter()
        self.total: collections.Counter = collections.Counter()
        self.refused: collections.Counter = collections.Counter()
        self.messages: collections.Counter[str] = collections.Counter()

    def run(self) -> int:
        options = self.options
        begin = options.start
        cases = (
            with_options(generate(options.seed, n), options.compile_options)
            for n in range(begin, begin + options.cases)
        )
        with Pool(
            options.library, options.jobs, options.timeout, options.make_runner
        ) as pool:
            for case, outcome in pool.run(cases):
                self.add(case, outcome)
        return self.report()

    def add(self, case: FuzzCase, outcome: Outcome) -> None:
        status = outcome.status
        known = any(p.search(outcome.message) for p in self.patterns)
        if status == REFUSED and not known:
            status = FAILED
        self.counts[status] += 1
        where = set(cells(case))
        self.total.update(where)
        if status == REFUSED:
            self.refused.update(where)
            self.messages[headline(outcome.message)] += 1
        if status == FAILED:
            print(f"\nFAILED {case.name}: {outcome.cause}\n{outcome.message}")
            print(f"  {case.command()}")
            number = case.name.rpartition("-")[2]
            words = self.options.compile_options
            print(
                f"  again      grid.py --seed {self.options.seed} "
                f"--start {number} --cases 1"
                + (f" --compile-options '{words}'" if words else ""),
                flush=True,
            )

    def report(self) -> int:
        """Prints where refusals are and returns the exit status."""
        for text, count in self.messages.most_common():
            print(f"{count} refused: {text}")
        for axis in dict.fromkeys(axis for axis, _ in sorted(self.total)):
            shares = [
                (self.refused[key] / count, key[1], self.refused[key], count)
                for key, count in self.total.items()
                if key[0] == axis and self.refused[key]
            ]
            shown = ", ".join(
                f"{name} {refused}/{count}"
                for _, name, refused, count in sorted(shares, reverse=True)[
                    :SHOWN
                ]
            )
            values = sum(1 for key in self.total if key[0] == axis)
            print(f"refused by {axis} ({values} values): {shown or 'none'}")
        counts, total = self.counts, sum(self.counts.values())
        too_many = counts[REFUSED] > REFUSED_SHARE * total
        limit = f", more than {REFUSED_SHARE:.0%}" if too_many else ""
        print(
            f"{total} kernels: {counts[PASSED]} passed, {counts[REFUSED]} "
            f"refused{limit}, {counts[FAILED]} failed"
        )
        return 1 if counts[FAILED] or too_many or total == 0 else 0


def parse_arguments(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = campaign_parser(__doc__, "kernel", 2000)
    parser.add_argument(
        "--compile-options",
        default="",
        help="words for every kernel, such as check-accesses",
    )
    options = parser.parse_args(arguments)
    options.make_runner = fuzz_execute.load_runner
    return options


def main(arguments: list[str] | None = None) -> int:
    return run_campaign(
        parse_arguments(arguments), lambda options: Grid(options).run()
    )


if __name__ == "__main__":
    sys.exit(main())
