#!/usr/bin/env python3
# ===- run.py - The integration suite --------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Runs kernels and compares them with the reference (see README.md).

This process never loads the library: cases run in workers (see workers.py), so
that a crash or an endless loop costs one case and is reported under its name.
"""

from __future__ import annotations

import argparse
import collections
import itertools
import re
import signal
import sys
from collections.abc import Iterable
from pathlib import Path

from cases import Case, all_cases, sample
from execute import FAILED, PASSED, REFUSED, Outcome
from notation import render
from workers import Pool

HERE = Path(__file__).resolve().parent
DEFAULT_LIBRARY = HERE.parent.parent / "build" / "lib" / "libweft.so"
REFUSED_SHARE = 0.05
SHOWN_PER_CAUSE = 3


def load_refusals(path: Path) -> list[re.Pattern[str]]:
    """The reviewed messages: one regular expression a line, `#` comments."""
    lines = (line.strip() for line in path.read_text().splitlines())
    return [
        re.compile(line) for line in lines if line and not line.startswith("#")
    ]


class Report:
    """Collects outcomes and says what they amount to."""

    def __init__(self, refusals: list[re.Pattern[str]], verbose: bool) -> None:
        self.refusals = refusals
        self.verbose = verbose
        self.counts: collections.Counter[str] = collections.Counter()
        self.causes: dict[str, list[str]] = collections.defaultdict(list)
        self.refused: dict[str, list[Case]] = collections.defaultdict(list)
        self.surplus: list[str] = []

    def add(self, case: Case, outcome: Outcome) -> None:
        if outcome.status == REFUSED:
            summary = headline(outcome.message)
            if any(
                pattern.search(outcome.message) for pattern in self.refusals
            ):
                self.refused[summary].append(case)
            else:
                text = render(case.kernel.program) + "\n" + outcome.message
                text = _indent(text)
                outcome = Outcome(FAILED, f"does not compile: {summary}", text)
        self.counts[outcome.status] += 1
        if outcome.surplus:
            self.surplus.append(case.name)
        if outcome.status != FAILED:
            return
        names = self.causes[outcome.cause]
        names.append(case.name)
        if self.verbose or len(names) <= SHOWN_PER_CAUSE:
            print(f"\nFAILED {case.name}: {outcome.cause}\n{outcome.message}")
            print(
                f"  again      run.py --filter '^{re.escape(case.name)}$'",
                flush=True,
            )

    def finish(self) -> int:
        """Prints the summary and returns the exit status."""
        self._print_failures()
        self._print_refusals()
        if self.surplus:
            print(
                f"{len(self.surplus)} passed although a result stores "
                f"components that no operand reaches, e.g. {self.surplus[0]}"
            )
        refused = self.counts[REFUSED]
        total = sum(self.counts.values())
        too_many = refused > REFUSED_SHARE * total
        limit = f", more than {REFUSED_SHARE:.0%}" if too_many else ""
        print(f"{refused} of {total} refused{limit}")
        failed = self.counts[FAILED] + too_many
        print(f"{self.counts[PASSED]} passed, {failed} failed")
        return 1 if failed or total == 0 else 0

    def _print_failures(self) -> None:
        causes = sorted(self.causes.items(), key=lambda item: -len(item[1]))
        for cause, names in causes:
            kernels = collections.Counter(name.split("/")[0] for name in names)
            print(f"\n{len(names)} failed: {cause}")
            print(f"  {_counted(kernels)}\n  first: {names[0]}")

    def _print_refusals(self) -> None:
        for summary, cases in sorted(self.refused.items()):
            kernels = collections.Counter(case.kernel.name for case in cases)
            formats = collections.Counter(
                f"{tensor}:{name}"
                for case in cases
                for tensor, name in case.formats
            )
            print(f"\n{len(cases)} refused: {summary}")
            print(f"  {_counted(kernels)}\n  formats {_counted(formats)}")


def headline(message: str) -> str:
    """The first line without names and numbers, to group messages by."""
    line = (
        message.strip().splitlines()[0] if message.strip() else "(no message)"
    )
    return re.sub(r"\d+", "N", re.sub(r"'[^']*'", "'...'", line))[:100]


def _indent(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())


def _counted(counter: collections.Counter[str]) -> str:
    return ", ".join(
        f"{name} {count}" for name, count in counter.most_common(12)
    )


def _parse_share(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d+)/(\d+)", text)
    if not match or not 0 < int(match[1]) <= int(match[2]):
        raise argparse.ArgumentTypeError(
            f"expected a share such as 1/10, got '{text}'"
        )
    return int(match[1]), int(match[2])


def _parse_pattern(text: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
    except re.error as error:
        message = f"'{text}' is not a regular expression: {error}"
        raise argparse.ArgumentTypeError(message) from None


def parse_arguments(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add(
        "--filter",
        type=_parse_pattern,
        default="",
        help="run the cases whose name has this regular expression",
    )
    add(
        "--seed",
        type=int,
        default=0,
        help="picks which combinations are sampled",
    )
    add(
        "--sample",
        type=_parse_share,
        default=(1, 1),
        metavar="N/M",
        help="run about N in M of the cases",
    )
    add(
        "--list",
        action="store_true",
        help="print the names of the cases and stop",
    )
    add("--jobs", type=int, default=2, help="how many worker processes")
    add("--library", type=Path, default=DEFAULT_LIBRARY, help="libweft.so")
    add("--timeout", type=float, default=10, help="seconds for one case")
    add(
        "--max-failures",
        type=int,
        default=0,
        help="stop after so many; 0 never stops",
    )
    add("--verbose", action="store_true", help="show every failure in full")
    return parser.parse_args(arguments)


def select(options: argparse.Namespace) -> Iterable[Case]:
    cases = sample(all_cases(options.seed), *options.sample, options.seed)
    return (case for case in cases if options.filter.search(case.name))


def main() -> int:
    options = parse_arguments()
    cases = list(select(options))
    if options.list:
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        print("\n".join(case.name for case in cases))
        return 0
    if not cases:
        print(
            f"no case has a name that matches '{options.filter.pattern}'",
            file=sys.stderr,
        )
        return 1
    if not options.library.exists():
        print(
            f"{options.library} does not exist; build it first", file=sys.stderr
        )
        return 1
    report = Report(load_refusals(HERE / "refusals.txt"), options.verbose)
    with Pool(options.library, max(1, options.jobs), options.timeout) as pool:
        for number, (case, outcome) in zip(itertools.count(1), pool.run(cases)):
            report.add(case, outcome)
            _show_progress(number, len(cases), report.counts[FAILED])
            if 0 < options.max_failures <= report.counts[FAILED]:
                break
    return report.finish()


def _show_progress(done: int, total: int, failed: int) -> None:
    if sys.stderr.isatty():
        end = "\n" if done == total else "\r"
        print(
            f"{done}/{total}, {failed} failed",
            end=end,
            file=sys.stderr,
            flush=True,
        )
    elif done % 500 == 0 or done == total:
        print(f"{done}/{total}, {failed} failed", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
