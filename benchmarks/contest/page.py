# ===- page.py - What the documentation says of a run ----------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Writes tables of a run into a page of the documentation.

They stand between comments that say what they have:

    <!-- measured: kernels spmm-8 spmm-32 -->
    ...
    <!-- end of what was measured -->

`run` is when, where and against whom, `machine` the limits, `goals` all goals,
`kernels` some kernels with their cases, `threads` what two threads gain,
`source` the printed C source beside Weft, `slow` the cases in which textbook
loops are faster, and `wrong` who failed. Nothing else of the page is touched.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence

from contest.goals import BEST_C, BEST_LIBRARY, own_goals
from contest.report_text import bytes_text, count_text, percent
from contest.results import Outcome, Results
from contest.slow_cases import EXPLANATION as SLOW
from contest.slow_cases import slow_cases
from contest.source_ratios import EXPLANATION, TITLE, slow_text, source_rows
from contest.summary import (
    SCHEDULED,
    SOURCE,
    WEFT,
    Row,
    geometric_mean,
    ratios,
    rows,
    times,
    weft_fraction,
)
from contest.verdicts import Setting, Verdict, scaling, settings, verdicts

_PART = re.compile(
    r"(<!-- measured: (\w+)((?: [\w-]+)*) -->\n).*?"
    r"(<!-- end of what was measured -->)",
    re.DOTALL,
)
_MADE = (BEST_C, BEST_LIBRARY)
# Nanoseconds for a line of a cache to another thread and back: processors that
# share a cache take less, and others more.
_NEAR = 150


def filled(page: str, results: Results) -> str:
    """The page with what was measured; raises KeyError for an unknown part."""

    def part(found: re.Match[str]) -> str:
        begin, name, words, end = found.groups()
        lines = _PARTS[name](results, words.split())
        return begin + "\n".join(["", *lines, "", end])

    return _PART.sub(part, page)


def _table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> list[str]:
    rule = ["---", *(["---:"] * (len(head) - 1))]
    return ["| " + " | ".join(line) + " |" for line in (head, rule, *lines)]


def _setting(setting: Setting) -> str:
    return f"{count_text(setting[0])}, {setting[1]}"


def _number(number: float) -> str:
    return f"{number:.2f}" if number < 9.95 else f"{number:.0f}"


def _handovers(results: Results) -> str:
    """How near threads were to each other, where it was asked."""
    known = [
        1e9 * outcome.handover
        for outcome in results.outcomes.values()
        if outcome.handover
    ]
    if not known:
        return ""
    near = sum(each < _NEAR for each in known)
    return (
        " With two threads, a line of a cache went from one to the other and "
        f"back in {min(known):.0f} to {max(known):.0f} ns: in less than {_NEAR}, "
        f"as between processors that share a cache, in {near} of {len(known)} "
        "cases."
    )


def _awake(results: Results) -> str:
    if not results.options.get("awake"):
        return ""
    return " Processors that had nothing to do were kept awake (`--awake`)."


def _run(results: Results, words: list[str]) -> list[str]:
    cases = [outcome.case for outcome in results.outcomes.values()]
    datasets = sorted({case.dataset for case in cases})
    machine = results.machine
    versions = (
        f"{name} {version}".strip()
        for name, version in results.versions.items()
        if name != "weft-scheduled"
    )
    runs = [
        entry.runs or len(entry.times)
        for outcome in results.outcomes.values()
        for entry in outcome.entries.values()
        if entry.times
    ]
    where = f" on one machine, {machine.processor}" if machine else ""
    return [
        f"Measured on {results.date}{where}: {len(cases)} cases, medians of "
        f"{min(runs, default=0)} to {max(runs, default=0)} runs. The load of the "
        f"machine was {results.load:.1f} when it began; above 0.5, other programs "
        "ran, and numbers are worth less." + _awake(results) + _handovers(results),
        *("", "Contestants: " + "; ".join(versions) + "."),
        *("", "Matrices and tensors: " + ", ".join(datasets) + "."),
    ]


def _machine(results: Results, words: list[str]) -> list[str]:
    machine = results.machine
    if machine is None:
        return ["The limits were not measured."]
    lines = []
    for threads in machine.bandwidth:
        rates = zip(machine.sizes, machine.bandwidth[threads], strict=True)
        for size, rate in rates:
            what = f"triad, arrays of {bytes_text(size)}"
            lines.append((what, threads, f"{rate / 1e9:.0f} GB/s"))
        known = machine.random.get(threads, [])
        for size, each in zip(machine.random_sizes, known, strict=False):
            what = f"a number anywhere in {bytes_text(size)}"
            lines.append((what, threads, f"{1e9 * each:.2f} ns"))
        flops = machine.flops[threads] / 1e9
        lines.append(("multiply-adds", threads, f"{flops:.0f} Gflop/s"))
    names = list(dict.fromkeys(what for what, _, _ in lines))
    known = {(what, threads): text for what, threads, text in lines}
    head = ["", *map(count_text, machine.bandwidth)]
    table = [
        [name, *(known[name, threads] for threads in machine.bandwidth)]
        for name in names
    ]
    return [
        f"The largest cache has {bytes_text(machine.cache)}.",
        *("", *_table(head, table)),
    ]


def _verdict(verdict: Verdict, columns: list[Setting]) -> list[str]:
    def cell(setting: Setting | None) -> str:
        if setting not in verdict.measured:
            return ""
        number = verdict.measured[setting]
        text = _number(number) + (verdict.unit if verdict.unit == "%" else "")
        return text if verdict.reaches(number) else f"**{text}**"

    bound = f"{'≤' if verdict.at_most else '≥'} {verdict.wanted:g}"
    unit = {"power": "", "%": "%"}.get(verdict.unit, " " + verdict.unit)
    text = {None: "", True: "yes", False: "no"}[verdict.holds]
    cells = [cell(None)] if None in verdict.measured else map(cell, columns)
    return [verdict.goal, bound + unit.rstrip(), *cells, text]


def _goals(results: Results, words: list[str]) -> list[str]:
    found = verdicts(results)
    columns = settings(results)
    plain = [v for v in found if None not in v.measured and v.measured]
    costs = [v for v in found if None in v.measured]
    missing = [v.goal for v in found if not v.measured]
    reached = sum(bool(verdict.holds) for verdict in found)
    head = ["", "goal", *map(_setting, columns), "holds"]
    lines = [
        f"{reached} of {len(plain) + len(costs)} goals hold.",
        *("", *_table(head, [_verdict(v, columns) for v in plain])),
    ]
    if costs:
        head = ["compiling and calling", "goal", "measured", "holds"]
        lines += ["", *_table(head, [_verdict(v, []) for v in costs])]
    slowest = results.costs.get("slowest")
    if slowest:
        lines += ["", f"The kernel that compiles the slowest is `{slowest}`."]
    if missing:
        lines += ["", "Not measured: " + "; ".join(missing) + "."]
    return lines


def _mean(row: Row, name: str) -> str:
    """The geometric mean with the least, and of how many cases if not of all."""
    mean, least, count = row.means.get(name, (math.nan, math.nan, 0))
    if not count:
        return ""
    text = f"{_number(mean)} ({_number(least)})"
    if count < row.cases:
        text += f" of {count}"
    return f"**{text}**" if mean < own_goals(row.kernel).get(name, 0) else text


def _kernels(results: Results, words: list[str]) -> list[str]:
    outcomes = [
        outcome
        for kernel in words
        for outcome in results.outcomes.values()
        if outcome.case.kernel == kernel
    ]
    found = rows(outcomes, results.machine)
    if not found:
        return ["Not measured in this run."]
    apart = {WEFT, SOURCE, *_MADE}
    named = {name for row in found for name in row.means} - apart
    others = [name for name in (SCHEDULED, *results.versions) if name in named]
    names = [*_MADE, *dict.fromkeys(others)]
    head = ["kernel", "threads, memory", "cases", "of the limit", *names]
    lines = [
        [row.kernel, f"{row.threads}, {row.memory}", str(row.cases)]
        + [percent(row.fraction), *(_mean(row, name) for name in names)]
        for row in found
    ]
    return [*_table(head, lines), "", *_folded(outcomes, results)]


def _folded(outcomes: list[Outcome], results: Results) -> list[str]:
    head = ["case", "ms", "quartiles", "of the limit", *_MADE, SCHEDULED]
    lines = [_case(outcome, results) for outcome in outcomes]
    return [
        "<details><summary>Each case</summary>",
        *("", *_table([*head, "peak MB", "compile ms"], lines)),
        *("", "</details>"),
    ]


def _case(outcome: Outcome, results: Results) -> list[str]:
    case, found, compared = outcome.case, times(outcome), ratios(outcome)
    title = f"{case.kernel}, {case.dataset}, {case.threads}, {case.memory}"
    time = found.get(WEFT)
    if time is None:
        return [title, *[""] * 8]
    entry = outcome.entries[WEFT]
    spread = f"{1e3 * time.low:.4g} to {1e3 * time.high:.4g}"
    columns = (*_MADE, SCHEDULED)
    numbers = [_number(compared[n]) if n in compared else "" for n in columns]
    return [
        title,
        *(f"{1e3 * time.median:.4g}", spread),
        percent(weft_fraction(outcome, results.machine)),
        *(*numbers, f"{entry.peak / 2**20:.1f}", f"{1e3 * entry.compile:.0f}"),
    ]


def _threads(results: Results, words: list[str]) -> list[str]:
    found = scaling(results)
    if not found:
        return ["Not measured in this run."]
    kernels = {name for by_kernel in found.values() for name in by_kernel}
    lines = []
    for kernel in sorted(kernels):
        cells = []
        for by_kernel in found.values():
            numbers = by_kernel.get(kernel, [])
            mean = _number(geometric_mean(numbers)) if numbers else ""
            cells.append(mean and f"{mean} ({_number(min(numbers))})")
        lines.append([kernel, *cells])
    return _table(["kernel", *found], lines)


def _source(results: Results, words: list[str]) -> list[str]:
    found = source_rows(results.outcomes.values())
    if not found:
        return ["Not measured in this run."]
    lines = []
    for row in found:
        mean = f"**{_number(row.mean)}**" if row.is_slow else _number(row.mean)
        numbers = [mean, _number(row.least), _number(row.most), str(row.cases)]
        lines.append([row.kernel, f"{row.threads}, {row.memory}", *numbers])
    head = ["kernel", "threads, memory", TITLE, "least", "most", "cases"]
    return [EXPLANATION, "", *_table(head, lines), "", slow_text(found)]


def _slow(results: Results, words: list[str]) -> list[str]:
    found = slow_cases(results.outcomes.values())
    if not found:
        return [f"In no case is {BEST_C} faster by more than the spread."]
    lines = [
        [slow.key, _number(slow.ratio), _number(slow.bound)] for slow in found
    ]
    return [SLOW, "", *_table(["case", "ratio", "bound"], lines)]


def _wrong(results: Results, words: list[str]) -> list[str]:
    lines = [
        f"- {outcome.case.key}: {name}: {entry.note}"
        for outcome in results.outcomes.values()
        for name, entry in outcome.entries.items()
        if not entry.agrees
    ]
    return lines or ["All contestants agreed in all cases that they ran."]


_PARTS: dict[str, Callable[[Results, list[str]], list[str]]] = {
    "run": _run,
    "machine": _machine,
    "goals": _goals,
    "kernels": _kernels,
    "threads": _threads,
    "source": _source,
    "slow": _slow,
    "wrong": _wrong,
}
