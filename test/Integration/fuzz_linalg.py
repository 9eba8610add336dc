#!/usr/bin/env python3
# ===- fuzz_linalg.py - Random operations of linalg on stored tensors ------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Compares random linalg operations on stored tensors with dense ones.

A case follows from the seed and its number. Many of them run in one program,
and those of a program that fails alone.
"""

from __future__ import annotations

import argparse
import collections
import itertools
import re
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from linalg_case import LinalgCase, program
from linalg_execute import FAILED, PASSED, REFUSED, Batch, Outcome, Tools
from linalg_generate import generate
from run import DEFAULT_LIBRARY, HERE, load_refusals

# The options of the pipeline that programs are compiled with in turn.
PIPELINES = (
    "--weft-sparsifier",
    "--weft-sparsifier=vectors=false",
    "--weft-sparsifier=schedule=none",
    "--weft-sparsifier=strict-fp=true",
    "--weft-sparsifier=schedule=auto num-threads=8",
)


class LinalgFuzzer:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        build = options.build or DEFAULT_LIBRARY.parent.parent
        self.tools = Tools(build, options.llvm, options.timeout)
        self.patterns = load_refusals(HERE / "refusals_linalg.txt")
        self.counts: collections.Counter[str] = collections.Counter()
        self.refusals: collections.Counter[str] = collections.Counter()
        self.found = 0

    def batches(self) -> Iterator[tuple[str, list[LinalgCase]]]:
        options, begin = self.options, time.monotonic()
        end = options.start + options.cases
        for start in range(options.start, end, options.batch):
            if 0 < options.time <= time.monotonic() - begin:
                return
            numbers = range(start, min(end, start + options.batch))
            cases = [generate(options.seed, number) for number in numbers]
            # What one case is compiled with does not depend on the others.
            passes = PIPELINES[start // 20 % len(PIPELINES)]
            yield passes, cases

    def run(self) -> int:
        begin = time.monotonic()

        def run(batch: tuple[str, list[LinalgCase]]):
            passes, cases = batch
            return batch, Batch(self.tools, passes).run(cases)

        batches, jobs = self.batches(), self.options.jobs
        with ThreadPoolExecutor(jobs) as pool:
            # A few at a time, so that no more begin when the time is over.
            while some := list(itertools.islice(batches, 4 * jobs)):
                for (passes, cases), outcomes in pool.map(run, some):
                    for case in cases:
                        outcome = self.judge(outcomes[case.name])
                        self.add(case, outcome, passes)
        for text, count in self.refusals.most_common():
            print(f"{count} refused: {text}")
        total = sum(self.counts.values())
        print(
            f"{total} cases in {time.monotonic() - begin:.0f} s: "
            f"{self.counts[PASSED]} passed, {self.counts[REFUSED]} refused, "
            f"{self.counts[FAILED]} failed"
        )
        return 1 if self.counts[FAILED] or total == 0 else 0

    def judge(self, outcome: Outcome) -> Outcome:
        """A refusal that nobody has reviewed is a failure."""
        if outcome.status != REFUSED:
            return outcome
        text = message_of(outcome)
        if any(pattern.search(text) for pattern in self.patterns):
            return outcome
        return Outcome(FAILED, f"not reviewed: {outcome.message}")

    def add(self, case: LinalgCase, outcome: Outcome, passes: str) -> None:
        self.counts[outcome.status] += 1
        if outcome.status == REFUSED:
            self.refusals[message_of(outcome)] += 1
        if outcome.status != FAILED:
            return
        self.found += 1
        print(
            f"\nFOUND {case.name} with {passes}: {outcome.message}", flush=True
        )
        seed, number = case.name.split("_")
        print(
            f"  again fuzz_linalg.py --seed {seed} --start {number} --cases 1"
        )
        if self.options.out:
            self.options.out.mkdir(parents=True, exist_ok=True)
            for name, erased in (("stored", False), ("dense", True)):
                path = self.options.out / f"{case.name}-{name}.mlir"
                states = not erased and "schedule=auto" in passes
                path.write_text(program([case], erased, states))


def message_of(outcome: Outcome) -> str:
    """The first line of an error, without its place."""
    match = re.search(r"error: (.*)", outcome.message)
    return match[1] if match else outcome.message


def parse_arguments(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--seed", type=int, default=1, help="which cases there are")
    add("--start", type=int, default=0, help="the number of the first case")
    add("--cases", type=int, default=1000, help="how many cases")
    add("--batch", type=int, default=20, help="how many cases a program has")
    add("--jobs", type=int, default=2, help="how many programs run at a time")
    add("--timeout", type=float, default=60, help="seconds for one program")
    add("--time", type=float, default=0, help="stop after so many seconds")
    add("--build", type=Path, help="the folder that Weft is built in")
    add("--llvm", type=Path, default=Path("/usr/lib/llvm-22"))
    add("--out", type=Path, help="a folder for cases that fail")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    return LinalgFuzzer(parse_arguments(arguments)).run()


if __name__ == "__main__":
    sys.exit(main())
