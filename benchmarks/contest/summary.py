# ===- summary.py - Medians, spreads and means ----------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""What the reports say: of each contestant in a case, of pairs, of kernels.

A ratio is how many times as long another contestant takes as Weft with its
default schedule, by medians: above one, Weft is faster. What a schedule gains is
a ratio like any other. Two contestants are made of others: the faster of the
compilers of C, and the fastest of the libraries.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable
from dataclasses import dataclass

from contest.goals import APART, BEST_C, BEST_LIBRARY
from contest.kernels import BY_NAME
from contest.machine import Machine
from contest.results import Entry, Outcome

# With the default schedule, and with one that is given.
WEFT, SCHEDULED = "weft", "weft-scheduled"
C_CODE = ("c-gcc", "c-clang")
# The C source that Weft prints: neither a library nor code written by hand.
SOURCE = "weft-c"
# The same operation of linalg, lowered by MLIR's sparsifier and by Weft.
SPARSIFIER, LINALG = "sparsifier", "weft-linalg"
# Weft with `schedule=auto`.
AUTOMATIC = "weft-auto"
OTHERS = (SPARSIFIER, LINALG, SOURCE, AUTOMATIC)


@dataclass(frozen=True)
class Time:
    """Seconds: the median, the quartiles and the fastest of several runs."""

    median: float
    low: float
    high: float
    fastest: float
    runs: int

    @staticmethod
    def of(times: list[float]) -> Time:
        low, high = times[0], times[0]
        if len(times) > 1:
            low, _, high = statistics.quantiles(times, n=4, method="inclusive")
        median = statistics.median(times)
        return Time(median, low, high, min(times), len(times))


def geometric_mean(numbers: Iterable[float]) -> float:
    """NaN of no numbers."""
    logarithms = [math.log(number) for number in numbers]
    return math.exp(statistics.fmean(logarithms)) if logarithms else math.nan


def times(outcome: Outcome) -> dict[str, Time]:
    """Of those who ran to the end, with the two that are made of others."""
    found = {
        name: Time.of(entry.times)
        for name, entry in outcome.entries.items()
        if entry.times and not entry.note
    }
    apart = APART.get(outcome.case.kernel, ())
    libraries = set(found) - {WEFT, SCHEDULED, *C_CODE, *OTHERS, *apart}
    for name, members in ((BEST_C, C_CODE), (BEST_LIBRARY, libraries)):
        known = [found[member] for member in members if member in found]
        if known:
            found[name] = min(known, key=lambda time: time.median)
    return found


def ratios(outcome: Outcome) -> dict[str, float]:
    """To Weft with its default schedule, which is included."""
    found = times(outcome)
    weft = found.get(WEFT)
    if weft is None:
        return {}
    return {name: time.median / weft.median for name, time in found.items()}


def fraction(outcome: Outcome, entry: Entry, machine: Machine | None) -> float:
    """Of the limit of the machine that a contestant reached, by its median; NaN
    where none was measured."""
    threads = outcome.case.threads
    if machine is None or not machine.knows(threads) or not entry.times:
        return math.nan
    size = outcome.operand_bytes + entry.result_bytes
    limit = machine.limit(size, outcome.operations, threads, outcome.gathers)
    return limit / statistics.median(entry.times)


def weft_fraction(outcome: Outcome, machine: Machine | None) -> float:
    """Of the limit, that Weft reached with its default schedule."""
    if WEFT not in times(outcome):
        return math.nan
    return fraction(outcome, outcome.entries[WEFT], machine)


@dataclass(frozen=True)
class Row:
    """A kernel with a number of threads and a setting of memory: for each
    other contestant the geometric mean and the least of its ratios, and how many
    there are, of the cases in which Weft ran."""

    kernel: str
    threads: int
    memory: str
    means: dict[str, tuple[float, float, int]]
    fraction: float
    cases: int


def rows(outcomes: Iterable[Outcome], machine: Machine | None) -> list[Row]:
    """One for each kernel and setting, in the order of the kernels."""
    groups: dict[tuple, list[Outcome]] = {}
    for outcome in outcomes:
        case = outcome.case
        key = (case.kernel, case.threads, case.memory)
        groups.setdefault(key, []).append(outcome)
    order = list(BY_NAME)
    result = []
    for key in sorted(groups, key=lambda key: (order.index(key[0]), *key[1:])):
        collected: dict[str, list[float]] = {}
        fractions = []
        for outcome in groups[key]:
            for name, ratio in ratios(outcome).items():
                collected.setdefault(name, []).append(ratio)
            fractions.append(weft_fraction(outcome, machine))
        means = {
            name: (geometric_mean(all), min(all), len(all))
            for name, all in collected.items()
        }
        known = [number for number in fractions if number > 0]
        cases = sum(bool(ratios(outcome)) for outcome in groups[key])
        result.append(Row(*key, means, geometric_mean(known), cases))
    return result
