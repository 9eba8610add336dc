#!/usr/bin/env python3
# ===- fuzz.py - Random expressions, formats and data ----------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Compares random kernels with a dense evaluator, and shrinks what differs.

A case follows from the seed and its number. As in run.py, this process never
loads the library, so that a crash or an endless loop is a finding as well.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import fuzz_execute
from campaign import campaign_parser, run_campaign
from execute import FAILED, PASSED, REFUSED, Outcome
from fuzz_case import FuzzCase, constructs, is_schedule
from fuzz_files import write_finding
from fuzz_generate import RUNS, SCHEDULED, generate
from fuzz_shrink import shrink
from run import HERE, headline, load_refusals
from workers import SUITE_ERROR, Pool

SAVED_EVERY = 200


@dataclass
class State:
    """What a run has done so far; kept in a file, it goes on from there."""

    seed: int
    next: int = 0
    seconds: float = 0.0
    counts: collections.Counter = field(default_factory=collections.Counter)
    refusals: collections.Counter = field(default_factory=collections.Counter)
    constructs: collections.Counter = field(default_factory=collections.Counter)
    kernels: set[str] = field(default_factory=set)
    findings: list[str] = field(default_factory=list)

    def save(self, path: Path) -> None:
        plain = self.__dict__ | {"kernels": sorted(self.kernels)}
        text = json.dumps(plain, indent=1, sort_keys=True)
        beside = path.with_suffix(path.suffix + ".new")
        beside.write_text(text + "\n")
        beside.replace(path)

    @staticmethod
    def load(path: Path) -> State:
        plain = json.loads(path.read_text())
        for name in ("counts", "refusals", "constructs"):
            plain[name] = collections.Counter(plain[name])
        plain["kernels"] = set(plain.get("kernels", ()))
        return State(**plain)


class Fuzzer:
    def __init__(self, options: argparse.Namespace, state: State) -> None:
        self.options, self.state = options, state
        self.patterns = load_refusals(HERE / "refusals.txt")
        self.of_schedules = load_refusals(HERE / "refusals_schedules.txt")
        self.found: list[tuple[FuzzCase, Outcome]] = []

    def pool(self) -> Pool:
        return Pool(
            self.options.library,
            max(1, self.options.jobs),
            self.options.timeout,
            self.options.make_runner,
        )

    def judge(self, case: FuzzCase, outcome: Outcome) -> Outcome:
        """A refusal that nobody has reviewed is a failure."""
        patterns = self.patterns
        if any(map(is_schedule, case.options.split())):
            patterns = [*patterns, *self.of_schedules]
        if outcome.status != REFUSED or any(
            pattern.search(outcome.message) for pattern in patterns
        ):
            return outcome
        text = headline(outcome.message)
        cause = f"{outcome.cause}, not reviewed: {text}"
        return Outcome(FAILED, cause, outcome.message)

    def generate(self, number: int) -> FuzzCase:
        options = self.options
        return generate(
            *(options.seed, number, options.data),
            *(options.scheduled, options.products, options.gpu),
            options.chosen,
        )

    def cases(self) -> Iterator[FuzzCase]:
        """As many as there is time for."""
        options, begin = self.options, time.monotonic()
        for number in range(self.state.next, self.state.next + options.cases):
            if 0 < options.time <= time.monotonic() - begin:
                return
            yield self.generate(number)

    def run(self) -> None:
        state, begin, before = self.state, time.monotonic(), self.state.seconds
        with self.pool() as pool:
            for case, outcome in pool.run(self.cases()):
                self.add(case, self.judge(case, outcome))
                state.next += 1
                state.seconds = before + time.monotonic() - begin
                if state.next % SAVED_EVERY == 0:
                    self.save()
                if 0 < self.options.max_findings <= len(self.found):
                    break
        self.save()

    def add(self, case: FuzzCase, outcome: Outcome) -> None:
        state = self.state
        state.counts[outcome.status] += 1
        has = set(constructs(case))
        state.constructs.update(has)
        if outcome.status == PASSED:
            steps = [x for x in has if x.startswith("schedule ")]
            state.constructs.update(f"applied {x}" for x in steps)
        state.constructs["runs"] += len(case.data) - 1
        state.kernels.add(case.kernel)
        if outcome.status == REFUSED:
            state.refusals[headline(outcome.message)] += 1
        if outcome.status != FAILED:
            return
        print(f"\nFOUND {case.name}: {outcome.cause}\n{outcome.message}")
        print(f"  again      fuzz.py {self.again(case)}", flush=True)
        if outcome.cause != SUITE_ERROR:
            case, outcome = self.shrink(case, outcome)
        text = f"{outcome.cause}\n{outcome.message}\n{case.command()}"
        print(f"  shrunk to  {case.command()}\n{outcome.message}", flush=True)
        self.found.append((case, outcome))
        state.findings.append(f"{case.name} {outcome.cause}: {case.text}")
        if self.options.out:
            path = write_finding(self.options.out, case, text)
            print(f"  written to {path}", flush=True)

    def again(self, case: FuzzCase) -> str:
        seed, number = case.name.split("-")
        words = [f"--seed {seed} --start {number} --cases 1"]
        if self.options.data != RUNS:
            words.append(f"--data {self.options.data}")
        if self.options.scheduled != SCHEDULED:
            words.append(f"--scheduled {self.options.scheduled}")
        if self.options.products:
            words.append(f"--products {self.options.products}")
        if self.options.gpu:
            words.append(f"--gpu {self.options.gpu}")
        if self.options.chosen:
            words.append(f"--chosen {self.options.chosen}")
        return " ".join(words)

    def shrink(
        self, case: FuzzCase, outcome: Outcome
    ) -> tuple[FuzzCase, Outcome]:
        """A smaller case that fails for the same cause, each attempt in a
        process that it may crash."""
        last = [outcome]
        with self.pool() as pool:

            def fails(candidate: FuzzCase) -> bool:
                ((_, result),) = pool.run([candidate])
                result = self.judge(candidate, result)
                same = result.status == FAILED and result.cause == outcome.cause
                if same:
                    last[0] = result
                return same

            small = shrink(case, fails, self.options.shrink)
        return small, last[0]

    def save(self) -> None:
        if self.options.state:
            self.state.save(self.options.state)

    def report(self) -> int:
        """Prints the summary and returns the exit status."""
        state = self.state
        kinds: dict[str, list[str]] = collections.defaultdict(list)
        for name, count in sorted(state.constructs.items()):
            kind, _, rest = name.partition(" ")
            kinds[kind].append(f"{rest or 'all'} {count}")
        if self.options.verbose:
            for kind, counts in kinds.items():
                print(f"{kind:10} {', '.join(counts)}")
        for text, count in state.refusals.most_common():
            print(f"{count} refused: {text}")
        for finding in state.findings:
            print(f"finding: {finding}")
        counts, total = state.counts, sum(state.counts.values())
        print(
            f"{total} cases of {len(state.kernels)} kernels on "
            f"{state.constructs['runs']} data sets in {state.seconds:.0f} s: "
            f"{counts[PASSED]} passed, "
            f"{counts[REFUSED]} refused, {counts[FAILED]} failed"
        )
        return 1 if counts[FAILED] or total == 0 else 0


def parse_arguments(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = campaign_parser(__doc__, "case", 1000)
    add = parser.add_argument
    add(
        "--data",
        type=int,
        default=RUNS,
        help="on how many data sets each case runs",
    )
    add(
        "--scheduled",
        type=float,
        default=SCHEDULED,
        help="the share of the cases that have a schedule",
    )
    add(
        "--products",
        type=float,
        default=0,
        help="the share of the cases that are products of a few operands",
    )
    add(
        "--gpu",
        type=float,
        default=0,
        help="the share of the cases that run on a GPU",
    )
    add(
        "--chosen",
        type=float,
        default=0,
        help="the share of the cases whose schedule is chosen or tuned",
    )
    add("--time", type=float, default=0, help="stop after so many seconds")
    add("--state", type=Path, help="a file to keep counts in and go on from")
    add("--out", type=Path, help="a folder for cases that fail")
    add("--case", type=Path, help="run one case from such a folder")
    add(
        "--shrink",
        type=int,
        default=600,
        help="how many attempts to make a failing case smaller",
    )
    add(
        "--max-findings",
        type=int,
        default=20,
        help="stop after so many; 0 never stops",
    )
    add("--verbose", action="store_true", help="show how often what was drawn")
    options = parser.parse_args(arguments)
    options.make_runner = fuzz_execute.load_runner
    if options.gpu:
        # Workers have the environment of this process.
        os.environ.setdefault("WEFT_GPU", "emulate")
    return options


def start_state(options: argparse.Namespace) -> State:
    if options.state and options.state.exists():
        state = State.load(options.state)
        if state.seed != options.seed:
            raise SystemExit(f"{options.state} has the seed {state.seed}")
        return state
    return State(options.seed, options.start)


def run_one(options: argparse.Namespace) -> int:
    case = FuzzCase.from_json(options.case.read_text())
    fuzzer = Fuzzer(options, State(0))
    with fuzzer.pool() as pool:
        ((_, outcome),) = pool.run([case])
    outcome = fuzzer.judge(case, outcome)
    print(case.command())
    print(f"{outcome.status} {outcome.cause}\n{outcome.message}".rstrip())
    return 1 if outcome.status == FAILED else 0


def run_all(options: argparse.Namespace) -> int:
    if options.case:
        return run_one(options)
    fuzzer = Fuzzer(options, start_state(options))
    fuzzer.run()
    return fuzzer.report()


def main(arguments: list[str] | None = None) -> int:
    return run_campaign(parse_arguments(arguments), run_all)


if __name__ == "__main__":
    sys.exit(main())
