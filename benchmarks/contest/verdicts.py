# ===- verdicts.py - Which goals hold ---------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""All goals as one table: what is wanted, what was measured, and whether it holds.

A goal has a number for each setting, which is threads and memory, and holds if
all that were measured reach it. What was not measured is neither reached nor
missed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from contest.costs import COSTS
from contest.goals import BEST_C, LEAST_OF_CASES, own_goals
from contest.kernels import BY_NAME
from contest.machine import Machine
from contest.results import Outcome, Results
from contest.slow_cases import slow_cases
from contest.summary import (
    LINALG,
    SPARSIFIER,
    WEFT,
    geometric_mean,
    ratios,
    times,
    weft_fraction,
)

Setting = tuple[int, str]
_MB = 1 << 20
_FITTING = ("spmv-dia", "spmv-bcsr", "spmv-ell", "spmv-sell")
# A loop that is shorter has one thread only.
_WORTH_THREADS = 1e-3
# What is at the limit of a thread.
_AT_LIMIT = 0.7


@dataclass(frozen=True)
class Verdict:
    """`wanted` is a lower bound, or an upper one of what is `at_most`. `measured`
    has a number by setting, or one for all of them under `None`."""

    goal: str
    wanted: float
    measured: dict[Setting | None, float]
    at_most: bool = False
    unit: str = ""

    def reaches(self, number: float) -> bool:
        return number <= self.wanted if self.at_most else number >= self.wanted

    @property
    def holds(self) -> bool | None:
        if not self.measured:
            return None
        return all(map(self.reaches, self.measured.values()))


def settings(results: Results) -> list[Setting]:
    cases = (outcome.case for outcome in results.outcomes.values())
    return sorted({(case.threads, case.memory) for case in cases})


def _by_setting(
    results: Results, measure: Callable[[list[Outcome]], float]
) -> dict[Setting | None, float]:
    """The settings in which there is something to be measured."""
    measured: dict[Setting | None, float] = {}
    for setting in settings(results):
        outcomes = [
            outcome
            for outcome in results.outcomes.values()
            if (outcome.case.threads, outcome.case.memory) == setting
        ]
        number = measure(outcomes)
        if not math.isnan(number):
            measured[setting] = number
    return measured


def _ratios(
    outcomes: Iterable[Outcome], kernel: str, name: str, base: str = WEFT
) -> list[float]:
    """The times of one contestant divided by those of another."""
    return [
        found[name].median / found[base].median
        for outcome in outcomes
        if outcome.case.kernel == kernel
        for found in [times(outcome)]
        if name in found and base in found
    ]


def _least(numbers: Iterable[float]) -> float:
    return min(numbers, default=math.nan)


def _ratio_verdicts(results: Results) -> Iterator[Verdict]:
    """Those of `goals.py`."""
    for kernel in BY_NAME:
        for name, wanted in own_goals(kernel).items():
            if kernel == "spmv-csr" and name == BEST_C:
                yield from _spmv_verdicts(results)
            measured = _by_setting(
                results,
                lambda outcomes, kernel=kernel, name=name: geometric_mean(
                    _ratios(outcomes, kernel, name)
                ),
            )
            yield Verdict(f"{kernel}, {name}", wanted, measured)


def _spmv_verdicts(results: Results) -> Iterator[Verdict]:
    cache = results.machine.cache if results.machine else 0

    def least(outcomes: list[Outcome]) -> float:
        return _least(_ratios(outcomes, "spmv-csr", BEST_C))

    def beyond(outcomes: list[Outcome]) -> float:
        large = [o for o in outcomes if o.vector_bytes > cache > 0]
        return geometric_mean(_ratios(large, "spmv-csr", BEST_C))

    def limit(outcomes: list[Outcome]) -> float:
        return 100 * _mean_fraction(outcomes, results.machine)

    def uniform(outcomes: list[Outcome]) -> float:
        fitting = [
            outcome
            for outcome in outcomes
            if outcome.case.dataset.startswith("uniform")
            and 60 * _MB < outcome.vector_bytes < 68 * _MB
        ]
        return 100 * _mean_fraction(fitting, results.machine)

    for goal, wanted, measure, unit in (
        (f"spmv-csr, {BEST_C}, least of all matrices", 0.97, least, ""),
        (f"spmv-csr, {BEST_C}, vectors beyond the cache", 1.8, beyond, ""),
        ("spmv-csr, share of the limit", 70, limit, "%"),
        ("spmv-csr, the same, uniform, vectors of 64 MB", 85, uniform, "%"),
    ):
        measured = _by_setting(results, measure)
        yield Verdict(goal, wanted, measured, unit=unit)


def _mean_fraction(outcomes: list[Outcome], machine: Machine | None) -> float:
    reached = [
        weft_fraction(outcome, machine)
        for outcome in outcomes
        if outcome.case.kernel == "spmv-csr"
    ]
    return geometric_mean(number for number in reached if number > 0)


def _case_verdicts(results: Results) -> Iterator[Verdict]:
    """How many cases are slow, of those that have textbook loops beside them."""

    def count(outcomes: list[Outcome]) -> float:
        compared = any(BEST_C in ratios(outcome) for outcome in outcomes)
        return len(slow_cases(outcomes)) if compared else math.nan

    goal = f"cases below {LEAST_OF_CASES:g} of {BEST_C} by more than the spread"
    yield Verdict(goal, 0, _by_setting(results, count), at_most=True)


def _format_verdicts(results: Results) -> Iterator[Verdict]:
    """How many times as long the fastest CSR takes of all contestants, Weft's
    included, where a format takes no more memory than CSR."""
    for kernel in _FITTING:

        def faster(outcomes: list[Outcome], kernel: str = kernel) -> float:
            known = {(o.case.kernel, o.case.dataset): o for o in outcomes}
            found = []
            for outcome in outcomes:
                csr = known.get(("spmv-csr", outcome.case.dataset))
                weft = times(outcome).get(WEFT)
                fits = csr and outcome.operand_bytes <= csr.operand_bytes
                if outcome.case.kernel == kernel and weft and fits:
                    best = min(time.median for time in times(csr).values())
                    found.append(best / weft.median)
            return geometric_mean(found)

        measured = _by_setting(results, faster)
        name = kernel.split("-")[1].upper()
        yield Verdict(f"{kernel}, the best CSR where {name} fits", 1.4, measured)


def _sparsifier_verdicts(results: Results) -> Iterator[Verdict]:
    """Of Weft from text, and from the same operation of linalg."""
    for goal, base in (
        ("sparsifier", WEFT),
        ("sparsifier, from linalg", LINALG),
    ):

        def by_kernel(
            outcomes: list[Outcome], base: str = base
        ) -> list[list[float]]:
            found = (_ratios(outcomes, k, SPARSIFIER, base) for k in BY_NAME)
            return [numbers for numbers in found if numbers]

        def mean(outcomes: list[Outcome], by_kernel=by_kernel) -> float:
            return geometric_mean(chain.from_iterable(by_kernel(outcomes)))

        def least(outcomes: list[Outcome], by_kernel=by_kernel) -> float:
            return _least(map(geometric_mean, by_kernel(outcomes)))

        yield Verdict(
            f"{goal}, all kernels", 2.5, _by_setting(results, mean)
        )
        yield Verdict(
            f"{goal}, least of all kernels", 1.0, _by_setting(results, least)
        )


def scaling(results: Results) -> dict[str, dict[str, list[float]]]:
    """By memory and kernel, how many times as long one thread takes as two, in
    cases that take a while and where one is not at the limit."""
    found: dict[str, dict[str, list[float]]] = {}
    for outcome in results.outcomes.values():
        case = outcome.case
        key = f"{case.kernel}/{case.dataset}/2/{case.memory}"
        other = results.outcomes.get(key)
        if case.threads != 1 or other is None:
            continue
        one, two = times(outcome).get(WEFT), times(other).get(WEFT)
        is_at_limit = weft_fraction(outcome, results.machine) >= _AT_LIMIT
        if not one or not two or one.median < _WORTH_THREADS or is_at_limit:
            continue
        kernels = found.setdefault(case.memory, {})
        kernels.setdefault(case.kernel, []).append(one.median / two.median)
    return found


def _scaling_verdicts(results: Results) -> Iterator[Verdict]:
    mean: dict[Setting | None, float] = {}
    least: dict[Setting | None, float] = {}
    for memory, kernels in scaling(results).items():
        means = [geometric_mean(numbers) for numbers in kernels.values()]
        mean[2, memory] = geometric_mean(means)
        least[2, memory] = min(means)
    yield Verdict("two threads over one, all kernels", 1.7, mean)
    yield Verdict("two threads over one, least of all kernels", 1.7, least)


def _exponent(points: list[tuple[float, float]]) -> float:
    """Of the power law through the points, by least squares."""
    if len(points) < 3:
        return math.nan
    x = [math.log(size) for size, _ in points]
    y = [math.log(time) for _, time in points]
    middle, level = sum(x) / len(x), sum(y) / len(y)
    spread = sum((one - middle) ** 2 for one in x)
    pairs = zip(x, y, strict=True)
    return sum((a - middle) * (b - level) for a, b in pairs) / spread


def _growth_verdicts(results: Results) -> Iterator[Verdict]:
    """Sampled products of uniform matrices, whose rows all have as many entries,
    where the dense product was measured beside them."""

    def points(outcomes: list[Outcome], fused: bool) -> list:
        found = []
        for outcome in outcomes:
            known, case = times(outcome), outcome.case
            if case.kernel != "sddmm-32" or "scipy-unfused" not in known:
                continue
            time = known.get(WEFT if fused else "scipy-unfused")
            if time and case.dataset.startswith("uniform"):
                found.append((outcome.vector_bytes, time.median))
        return found

    for goal, wanted, fused in (
        ("sddmm-32, fused: time grows with rows to the", 1.5, True),
        ("sddmm-32, unfused calls: the same", 1.5, False),
    ):
        measured = _by_setting(
            results, lambda outcomes, f=fused: _exponent(points(outcomes, f))
        )
        yield Verdict(goal, wanted, measured, fused, "power")


def _memory_verdicts(results: Results) -> Iterator[Verdict]:
    def peak(outcomes: list[Outcome]) -> float:
        shares = [
            entry.peak / entry.result_bytes
            for outcome in outcomes
            if outcome.case.kernel == "spgemm"
            for name, entry in outcome.entries.items()
            if name == WEFT and entry.times and entry.result_bytes > _MB
        ]
        return max(shares, default=math.nan)

    goal = "spgemm, the most memory of a run over that of its result"
    yield Verdict(goal, 1.3, _by_setting(results, peak), at_most=True)


def _cost_verdicts(results: Results) -> Iterator[Verdict]:
    for name, (goal, wanted, unit) in COSTS.items():
        number = results.costs.get(name)
        measured = {} if number is None else {None: float(number)}
        yield Verdict(goal, wanted, measured, at_most=True, unit=unit)


def verdicts(results: Results) -> list[Verdict]:
    return [
        verdict
        for kind in (
            *(_ratio_verdicts, _case_verdicts, _format_verdicts),
            _sparsifier_verdicts,
            *(_scaling_verdicts, _growth_verdicts, _memory_verdicts),
            _cost_verdicts,
        )
        for verdict in kind(results)
    ]
