#!/usr/bin/env python3
# ===- fuzz_parsers.py - Mistakes in every text that is read ---------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Reads mutated expressions, files and IR, where only messages may come of it.

Each input is read in a process that it may crash. What is found is made smaller
and printed as it is.
"""

from __future__ import annotations

import argparse
import collections
import dataclasses
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import parser_execute
from campaign import campaign_parser, run_campaign
from execute import FAILED, PASSED, Outcome
from mutation import minimize
from parser_cases import IR, TARGETS, Inputs, ParserCase
from run import headline
from workers import Pool


class ParserFuzzer:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.counts: collections.Counter[str] = collections.Counter()
        self.messages: collections.Counter[str] = collections.Counter()
        self.causes: dict[str, list[str]] = collections.defaultdict(list)

    def pool(self) -> Pool:
        options = self.options
        return Pool(
            options.library, options.jobs, options.timeout, options.make_runner
        )

    def cases(self) -> Iterator[ParserCase]:
        options, begin = self.options, time.monotonic()
        inputs = Inputs(options.seed)
        for number in range(options.start, options.start + options.cases):
            if 0 < options.time <= time.monotonic() - begin:
                return
            for target in options.targets:
                # Reading IR starts a program, which takes as long as many
                # expressions.
                if target != IR or number % options.ir_share == 0:
                    yield inputs.make(target, number)

    def run(self) -> int:
        with self.pool() as pool:
            for case, outcome in pool.run(self.cases()):
                self.add(case, outcome)
        return self.report()

    def add(self, case: ParserCase, outcome: Outcome) -> None:
        self.counts[case.target] += 1
        self.counts[outcome.status] += 1
        self.counts[f"{outcome.status} {case.target}"] += 1
        if outcome.status != FAILED:
            self.messages[headline(outcome.message)] += 1
            return
        cause = f"{case.target}: {outcome.cause}"
        self.causes[cause].append(case.name)
        if len(self.causes[cause]) > 1:
            return
        small = self.shrink(case, outcome)
        print(f"\nFOUND {case.name}: {cause}\n{outcome.message}")
        print(f"  words {' '.join(small.words)}\n{_shown(small.text)}")
        if self.options.out:
            self.options.out.mkdir(parents=True, exist_ok=True)
            (self.options.out / case.name).write_bytes(small.text)
        sys.stdout.flush()

    def shrink(self, case: ParserCase, outcome: Outcome) -> ParserCase:
        """Less text that fails for the same cause."""
        with self.pool() as pool:

            def fails(text: str) -> bool:
                data = text.encode("latin-1")
                changed = dataclasses.replace(case, text=data)
                ((_, result),) = pool.run([changed])
                same = result.cause == outcome.cause
                return result.status == FAILED and same

            text = case.text.decode("latin-1")
            small = minimize(text, fails, self.options.shrink)
        return dataclasses.replace(case, text=small.encode("latin-1"))

    def report(self) -> int:
        if self.options.verbose:
            for text, count in self.messages.most_common(60):
                print(f"{count:6} {text or 'accepted'}")
        for cause, names in self.causes.items():
            print(f"{len(names)} found: {cause}, first {names[0]}")
        counts = self.counts
        read = ", ".join(f"{counts[t]} {t}" for t in self.options.targets)
        print(
            f"{read}: {counts['passed']} accepted, {counts['refused']} "
            f"refused, {counts[FAILED]} failed"
        )
        done = sum(counts[target] for target in self.options.targets)
        # What refuses all inputs is not tested.
        idle = [
            target
            for target in self.options.targets
            if counts[target] >= 100 and not counts[f"{PASSED} {target}"]
        ]
        for target in idle:
            print(f"no {target} is accepted")
        return 1 if counts[FAILED] or done == 0 or idle else 0


def _shown(text: bytes) -> str:
    return "\n".join(f"    {line!r}" for line in text.splitlines()[:60])


def parse_arguments(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = campaign_parser(__doc__, "case", 1000)
    add = parser.add_argument
    add("--time", type=float, default=0, help="stop after so many seconds")
    add("--targets", nargs="+", default=list(TARGETS), choices=TARGETS)
    add("--ir-share", type=int, default=4, help="one in so many cases is IR")
    add("--shrink", type=int, default=300, help="attempts to shrink an input")
    add("--out", type=Path, help="a folder for inputs that fail")
    add("--verbose", action="store_true", help="show the messages")
    options = parser.parse_args(arguments)
    options.make_runner = parser_execute.load_runner
    return options


def main(arguments: list[str] | None = None) -> int:
    return run_campaign(
        parse_arguments(arguments), lambda options: ParserFuzzer(options).run()
    )


if __name__ == "__main__":
    sys.exit(main())
