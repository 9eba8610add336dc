# ===- report_text.py - The report as text --------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Tables for a terminal: each case, and each kernel as a whole."""

from __future__ import annotations

import math
from textwrap import wrap

from contest.goals import BEST_C, BEST_LIBRARY, goals
from contest.results import Outcome, Results
from contest.automatic import automatic_cases, automatic_text
from contest.slow_cases import EXPLANATION as SLOW
from contest.slow_cases import slow_cases
from contest.source_ratios import EXPLANATION, TITLE, slow_text, source_rows
from contest.summary import (
    LINALG,
    AUTOMATIC,
    SOURCE,
    SPARSIFIER,
    fraction,
    ratios,
    rows,
    times,
)


_WIDTH = 80


def _case_lines(outcome: Outcome, results: Results) -> list[str]:
    """A line for each contestant."""
    case = outcome.case
    title = ", ".join(
        (case.kernel, case.dataset, count_text(case.threads), case.memory)
    )
    lines = [title, _CASE_HEAD]
    found = times(outcome)
    compared = ratios(outcome)
    for name, entry in outcome.entries.items():
        if name not in found:
            lines.append(f"  {name:16} {entry.note}")
            continue
        time = found[name]
        ratio = f"{compared[name]:8.2f}" if name in compared else " " * 8
        reached = fraction(outcome, entry, results.machine)
        lines.append(
            f"  {name:16} {1e3 * time.median:10.3f} "
            f"{1e3 * time.low:10.3f} {1e3 * time.high:10.3f} {time.runs:5}"
            f"{ratio} {percent(reached):>6} {1e3 * entry.compile:8.1f} "
            f"{entry.peak / 2**20:8.1f}"
        )
    return [*lines, ""]


_CASE_HEAD = (
    f"  {'':16} {'median ms':>10} {'quartile':>10} {'quartile':>10} {'runs':>5}"
    f"{'ratio':>8} {'limit':>6} {'compile':>8} {'peak MB':>8}"
)


def percent(number: float) -> str:
    return "" if math.isnan(number) else f"{100 * number:.0f}%"


def count_text(threads: int | str) -> str:
    return f"{threads} thread" + ("" if int(threads) == 1 else "s")


def bytes_text(size: int) -> str:
    return f"{size >> 20} MB" if size >> 20 else f"{size >> 10} KB"


def compared_names(results: Results) -> list[str]:
    """The columns: contestants beside Weft, in their order. The printed C source
    and the chosen schedule have tables of their own."""
    names: list[str] = []
    for outcome in results.outcomes.values():
        names += [
            name
            for name in ratios(outcome)
            if name not in (*names, SOURCE, AUTOMATIC)
        ]
    made = [name for name in (BEST_C, BEST_LIBRARY) if name in names]
    return made + [name for name in names if name not in made]


def table(results: Results) -> list[str]:
    """Geometric means of the ratios of each kernel."""
    names = compared_names(results)
    head = f"{'kernel':12} {'thr':>3} {'memory':7} {'limit':>6}"
    lines = [head + "".join(f"{name:>17}" for name in names)]
    for row in rows(results.outcomes.values(), results.machine):
        line = f"{row.kernel:12} {row.threads:3} {row.memory:7} "
        line += f"{percent(row.fraction):>6}"
        for name in names:
            mean, least, count = row.means.get(name, (math.nan, math.nan, 0))
            cell = "" if math.isnan(mean) else f"{mean:.2f} ({least:.2f})"
            if 0 < count < row.cases:
                cell += f"/{count}"
            if mean < goals(row.kernel).get(name, 0):
                cell += "*"
            line += f"{cell:>17}"
        lines.append(line)
    return lines


def source_table(results: Results) -> list[str]:
    """The printed C source beside Weft; empty if it was not measured."""
    found = source_rows(results.outcomes.values())
    if not found:
        return []
    head = f"{'kernel':12} {'thr':>3} {'memory':7} {TITLE:>15}"
    lines = ["", *wrap(EXPLANATION, _WIDTH), ""]
    lines.append(f"{head} {'least':>8} {'most':>8} {'cases':>6}")
    for row in found:
        mark = "*" if row.is_slow else " "
        lines.append(
            f"{row.kernel:12} {row.threads:3} {row.memory:7} "
            f"{row.mean:14.2f}{mark} {row.least:8.2f} {row.most:8.2f} "
            f"{row.cases:6}"
        )
    return [*lines, "", *wrap(slow_text(found), _WIDTH)]


def linalg_table(results: Results) -> list[str]:
    """MLIR's sparsifier beside Weft on the same operation of linalg; empty if it
    was not measured."""
    found = source_rows(results.outcomes.values(), SPARSIFIER, LINALG)
    if not found:
        return []
    title = f"{SPARSIFIER} / {LINALG}"
    head = f"{'kernel':12} {'thr':>3} {'memory':7} {title:>24}"
    lines = ["", f"{head} {'least':>8} {'most':>8} {'cases':>6}"]
    for row in found:
        lines.append(
            f"{row.kernel:12} {row.threads:3} {row.memory:7} {row.mean:24.2f} "
            f"{row.least:8.2f} {row.most:8.2f} {row.cases:6}"
        )
    return lines


def slow_lines(results: Results) -> list[str]:
    """The cases in which the default schedule is slow; empty if there are none."""
    found = slow_cases(results.outcomes.values())
    if not found:
        return []
    lines = [f"{slow.key:48} {slow.ratio:6.2f} {slow.bound:6.2f}" for slow in found]
    return ["", *wrap(SLOW, _WIDTH), "", f"{'':48}  ratio  bound", *lines]


def automatic_lines(results: Results) -> list[str]:
    """What `schedule=auto` gains over the default; empty if it was not measured."""
    found = automatic_cases(results.outcomes.values())
    if not found:
        return []
    lines = ["", *wrap(automatic_text(found), _WIDTH), ""]
    lines.append(f"{'':48}  ratio  bound")
    return lines + [
        f"{case.key:48} {case.ratio:6.2f} {case.bound:6.2f}"
        for case in found
        if case.is_apart
    ]


def machine_lines(results: Results) -> list[str]:
    """What the limits were measured to be."""
    machine = results.machine
    if machine is None:
        return []
    lines = [machine.processor]
    for threads, rates in machine.bandwidth.items():
        sizes = (
            f"{rate / 1e9:.1f} ({bytes_text(size)})"
            for size, rate in zip(machine.sizes, rates, strict=True)
        )
        lines.append(
            f"{count_text(threads)}, triad in GB/s: " + ", ".join(sizes)
        )
        flops = machine.flops[threads] / 1e9
        lines.append(
            f"{count_text(threads)}, multiply-adds: {flops:.1f} Gflop/s"
        )
    return lines


def report(results: Results) -> str:
    lines = machine_lines(results)
    lines += [f"{name} {version}" for name, version in results.versions.items()]
    lines.append("")
    for outcome in results.outcomes.values():
        lines += _case_lines(outcome, results)
    lines += [
        "Geometric means of the ratios to Weft with its default schedule (above 1,",
        "it is faster), the least in brackets, and behind a slash how many cases it",
        "is of, if not of all. The limit is the share of it that Weft reached. A",
        "star is below the goal:",
        "",
    ]
    lines += [*table(results), *source_table(results)]
    lines += [*linalg_table(results), *slow_lines(results)]
    lines += automatic_lines(results)
    return "\n".join(lines) + "\n"
