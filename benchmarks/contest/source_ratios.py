# ===- source_ratios.py - Weft's C source beside Weft -----------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The time of a kernel's printed C source under gcc (`weft-c`), divided by the
time of the kernel that Weft compiles itself (`weft`).

Both are compiled from the same expression without a schedule. Unlike the ratios
of `summary.py`, those here do not use the time of `weft-scheduled`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from contest.goals import MOST_OF_SOURCE
from contest.kernels import BY_NAME
from contest.results import Outcome
from contest.summary import SOURCE, WEFT, geometric_mean, times

TITLE = f"{SOURCE} / {WEFT}"
EXPLANATION = (
    "The median time of the C source that Weft prints, compiled by gcc "
    f"({SOURCE}), divided by that of the kernel that Weft compiles ({WEFT}), "
    "both without a schedule: above 1, the C source is slower."
)


@dataclass(frozen=True)
class SourceRow:
    """A kernel with a number of threads and a setting of memory: the geometric
    mean, the smallest and the largest ratio over the datasets."""

    kernel: str
    threads: int
    memory: str
    mean: float
    least: float
    most: float
    cases: int

    @property
    def is_slow(self) -> bool:
        return self.mean > MOST_OF_SOURCE


def source_rows(
    outcomes: Iterable[Outcome], slow: str = SOURCE, base: str = WEFT
) -> list[SourceRow]:
    """The times of `slow` divided by those of `base`: one row for each kernel and
    setting in which both contestants ran, in the order of the kernels."""
    found: dict[tuple[str, int, str], list[float]] = {}
    for outcome in outcomes:
        case, known = outcome.case, times(outcome)
        if slow in known and base in known:
            key = case.kernel, case.threads, case.memory
            ratio = known[slow].median / known[base].median
            found.setdefault(key, []).append(ratio)
    order = list(BY_NAME)
    keys = sorted(found, key=lambda key: (order.index(key[0]), *key[1:]))
    return [
        SourceRow(*key, geometric_mean(all), min(all), max(all), len(all))
        for key in keys
        for all in [found[key]]
    ]


def slow_text(rows: Iterable[SourceRow]) -> str:
    """The kernels whose mean exceeds the limit, as a sentence."""
    listed = [
        f"{row.kernel} ({row.threads}, {row.memory}: {row.mean:.2f})"
        for row in rows
        if row.is_slow
    ]
    return (
        f"More than {MOST_OF_SOURCE:g} times as long, with threads and memory: "
        f"{', '.join(listed) or 'no kernel'}."
    )
