# ===- report_html.py - The report as a page ------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""One file without references to others: tables, plots and all cases."""

from __future__ import annotations

import html
import math
from itertools import groupby

from contest.goals import goals
from contest.kernels import BY_NAME
from contest.plots import bandwidth_plot, ratio_plot, time_plot
from contest.report_text import (
    compared_names,
    count_text,
    machine_lines,
    percent,
)
from contest.results import Outcome, Results
from contest.slow_cases import EXPLANATION as SLOW
from contest.slow_cases import slow_cases
from contest.source_ratios import EXPLANATION, TITLE, slow_text, source_rows
from contest.summary import Row, fraction, ratios, rows, times
from contest.verdicts import settings, verdicts

_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto;
  max-width: 60rem; padding: 0 1rem; color: #222; background: #fff; }
h2 { margin-top: 2.5rem; } code { font-size: 90%; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .6rem; text-align: right; white-space: nowrap;
  border-bottom: 1px solid #ddd; }
th:first-child, td:first-child { text-align: left; }
td.met { background: #dcf0e2; } td.missed { background: #fbe3d6; }
td small { color: #666; } td.note { text-align: left; color: #666; }
svg { width: 100%; font: 12px system-ui, sans-serif; }
svg text { fill: #444; } .grid { stroke: #e4e4e4; } .even { stroke: #888; }
.ahead { fill: #2f855a; fill-opacity: .6; }
.behind { fill: #c05621; fill-opacity: .6; }
.mean { stroke: #222; stroke-width: 2.5; }
.goal { stroke: #2b6cb0; stroke-width: 2; stroke-dasharray: 3 2; }
.spread { stroke: #777; stroke-width: 5; stroke-opacity: .4; }
.weft { fill: #2b6cb0; } .other { fill: #777; }
.curve { fill: none; stroke: #2b6cb0; stroke-width: 2; }
summary { cursor: pointer; }
"""

_INTRODUCTION = """
A ratio is how many times as long another contestant takes as Weft with its
default schedule, by medians: above 1, Weft is faster. Of a kernel, the geometric mean over its datasets, and the least of them, with their
number where a contestant did not run in all. Green reaches
the goal, or 1 where there is none, and red does not. The limit is the share of
what the machine could do at most that Weft reached. In the plots, a dot is a
dataset, a bar the mean, a dashed bar the goal.
"""


def _cell(text: str, kind: str = "") -> str:
    return f'<td class="{kind}">{text}</td>' if kind else f"<td>{text}</td>"


def _table(head: list[str], lines: list[str]) -> str:
    cells = "".join(f"<th>{html.escape(name)}</th>" for name in head)
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f'<div class="wide"><table><tr>{cells}</tr>{body}</table></div>'


def _row(row: Row, names: list[str]) -> str:
    cells = _cell(row.kernel) + _cell(str(row.threads)) + _cell(row.memory)
    cells += _cell(percent(row.fraction))
    for name in names:
        mean, least, count = row.means.get(name, (math.nan, math.nan, 0))
        if math.isnan(mean):
            cells += _cell("")
            continue
        met = mean >= goals(row.kernel).get(name, 1)
        of = f" of {count}" if count < row.cases else ""
        text = f"{mean:.2f} <small>{least:.2f}{of}</small>"
        cells += _cell(text, "met" if met else "missed")
    return cells


def _summary(results: Results) -> str:
    names = compared_names(results)
    lines = [
        _row(row, names)
        for row in rows(results.outcomes.values(), results.machine)
    ]
    return _table(["kernel", "threads", "memory", "limit", *names], lines)


def _case(outcome: Outcome, results: Results) -> str:
    """A plot and the numbers of one case, folded."""
    case, found, compared = outcome.case, times(outcome), ratios(outcome)
    lines = []
    for name, entry in outcome.entries.items():
        if name not in found:
            note = html.escape(entry.note)
            lines.append(
                f'{_cell(name)}<td colspan="8" class="note">{note}</td>'
            )
            continue
        time = found[name]
        reached = fraction(outcome, entry, results.machine)
        numbers = [f"{1e3 * n:.4g}" for n in (time.median, time.low, time.high)]
        numbers.append(str(time.runs))
        numbers.append(f"{compared[name]:.2f}" if name in compared else "")
        numbers.append(percent(reached))
        numbers.append(f"{1e3 * entry.compile:.0f}")
        numbers.append(f"{entry.peak / 2**20:.1f}")
        lines.append(_cell(name) + "".join(map(_cell, numbers)))
    head = ["", "median ms", "quartile", "quartile", "runs", "ratio", "limit"]
    title = f"{case.dataset}, {count_text(case.threads)}, {case.memory}"
    ran = {name: found[name] for name in outcome.entries if name in found}
    return (
        f"<details><summary>{html.escape(title)}</summary>"
        + (time_plot(ran) if ran else "")
        + _table([*head, "compile ms", "peak MB"], lines)
        + "</details>"
    )


def _goals(results: Results) -> str:
    """All goals that were measured."""
    columns = settings(results)
    lines = []
    for verdict in verdicts(results):
        if not verdict.measured:
            continue
        bound = f"{'at most' if verdict.at_most else 'at least'} "
        cells = _cell(html.escape(verdict.goal))
        cells += _cell(f"{bound}{verdict.wanted:g} {verdict.unit}")
        for setting in [None, *columns]:
            number = verdict.measured.get(setting)
            if number is None:
                cells += _cell("")
                continue
            kind = "met" if verdict.reaches(number) else "missed"
            cells += _cell(f"{number:.2f}", kind)
        lines.append(cells + _cell("yes" if verdict.holds else "no"))
    names = (f"{count_text(n)}, {memory}" for n, memory in columns)
    return _table(["goal", "", "measured", *names, "holds"], lines)


def _source(results: Results) -> str:
    """The printed C source beside Weft; empty if it was not measured."""
    found = source_rows(results.outcomes.values())
    if not found:
        return ""
    lines = []
    for row in found:
        cells = [row.kernel, str(row.threads), row.memory]
        line = "".join(map(_cell, cells))
        line += _cell(f"{row.mean:.2f}", "missed" if row.is_slow else "met")
        cells = [f"{row.least:.2f}", f"{row.most:.2f}", str(row.cases)]
        lines.append(line + "".join(map(_cell, cells)))
    head = ["kernel", "threads", "memory", TITLE, "least", "most", "cases"]
    return (
        f"<h2>C source</h2><p>{html.escape(EXPLANATION)}</p>"
        f"{_table(head, lines)}<p>{html.escape(slow_text(found))}</p>"
    )


def _slow(results: Results) -> str:
    """The cases in which the default schedule is slow; empty if there are none."""
    found = slow_cases(results.outcomes.values())
    if not found:
        return ""
    lines = [
        _cell(html.escape(slow.key))
        + _cell(f"{slow.ratio:.2f}", "missed")
        + _cell(f"{slow.bound:.2f}")
        for slow in found
    ]
    return (
        f"<h2>Slow cases</h2><p>{html.escape(SLOW)}</p>"
        + _table(["case", "ratio", "bound"], lines)
    )


def _kernel(name: str, outcomes: list[Outcome], results: Results) -> str:
    """All settings of a kernel."""
    kernel = BY_NAME[name]
    formats = ", ".join(f"{t}: {f.name}" for t, f in kernel.formats.items())
    text = (
        f"<h2>{html.escape(name)}</h2><p><code>{html.escape(kernel.expression)}"
    )
    text += f"</code>, {html.escape(formats)}</p>"
    if kernel.schedule:
        schedule = html.escape(kernel.schedule).replace(",", ",<wbr>")
        text += f"<p>Schedule: <code>{schedule}</code></p>"

    def setting(outcome: Outcome) -> tuple[int, str]:
        return outcome.case.threads, outcome.case.memory

    ordered = sorted(outcomes, key=setting)
    for (threads, memory), group in groupby(ordered, key=setting):
        series: dict[str, dict[str, float]] = {}
        cases = list(group)
        for outcome in cases:
            for other, ratio in ratios(outcome).items():
                series.setdefault(other, {})[outcome.case.dataset] = ratio
        if series:
            text += f"<h3>{count_text(threads)}, {memory}</h3>"
            wanted = goals(name)
            known = {n: goal for n, goal in wanted.items() if n in series}
            text += ratio_plot(series, known)
        text += "".join(_case(outcome, results) for outcome in cases)
    return text


def report(results: Results) -> str:
    lines = [*machine_lines(results)]
    lines += [f"{name} {text}" for name, text in results.versions.items()]
    listed = "".join(f"<li>{html.escape(line)}</li>" for line in lines)
    by_kernel: dict[str, list[Outcome]] = {}
    for outcome in results.outcomes.values():
        by_kernel.setdefault(outcome.case.kernel, []).append(outcome)
    kernels = "".join(
        _kernel(name, by_kernel[name], results)
        for name in BY_NAME
        if name in by_kernel
    )
    plot = bandwidth_plot(results.machine) if results.machine else ""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>Weft and others</title><style>{_STYLE}</style></head><body>"
        f"<h1>Weft and others</h1><p>{_INTRODUCTION}</p>{_summary(results)}"
        f"<h2>Goals</h2>{_goals(results)}{_source(results)}{_slow(results)}"
        f"<h2>The machine</h2><ul>{listed}</ul>{plot}{kernels}</body></html>\n"
    )
