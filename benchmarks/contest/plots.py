# ===- plots.py - Drawings ------------------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Plots as SVG, with classes that the page's style colours."""

from __future__ import annotations

import html
import math
from collections.abc import Mapping, Sequence

from contest.machine import Machine
from contest.summary import Time, geometric_mean

_LABEL, _WIDTH, _LINE = 130, 720, 22


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    escaped = html.escape(text)
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escaped}</text>'
    )


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {ends} class="{kind}"/>'


def _dot(x: float, y: float, kind: str, title: str) -> str:
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" class="{kind}">'
        f"<title>{html.escape(title)}</title></circle>"
    )


class _Scale:
    """From positive numbers to places, logarithmic, with powers as ticks."""

    def __init__(
        self, numbers: Sequence[float], start: float, end: float
    ) -> None:
        self._low = math.log2(min(numbers)) - 0.2
        self._high = math.log2(max(numbers)) + 0.2
        self._start, self._end = start, end

    def __call__(self, number: float) -> float:
        share = (math.log2(number) - self._low) / (self._high - self._low)
        return self._start + share * (self._end - self._start)

    def ticks(self) -> list[float]:
        first, last = math.ceil(self._low), math.floor(self._high)
        step = max(1, (last - first) // 8)
        return [2.0**power for power in range(first, last + 1, step)]


def _svg(height: float, parts: Sequence[str], label: str) -> str:
    return (
        f'<svg viewBox="0 0 {_WIDTH} {height:.0f}" role="img" '
        f'aria-label="{html.escape(label)}">' + "".join(parts) + "</svg>"
    )


def ratio_plot(
    series: Mapping[str, Mapping[str, float]], goals: Mapping[str, float]
) -> str:
    """For each contestant a dot for each case, their geometric mean as a bar, and
    the goal as a mark."""
    numbers = [r for cases in series.values() for r in cases.values()]
    scale = _Scale([*numbers, 1, *goals.values()], _LABEL, _WIDTH - 20)
    bottom = _LINE * (len(series) + 0.7)
    parts = []
    for tick in scale.ticks():
        parts.append(_line(scale(tick), 4, scale(tick), bottom, "grid"))
        parts.append(_text(scale(tick), bottom + 14, f"{tick:g}", "middle"))
    parts.append(_line(scale(1), 4, scale(1), bottom, "even"))
    for number, (name, cases) in enumerate(series.items()):
        y = _LINE * (number + 0.8)
        parts.append(_text(0, y + 4, name))
        for case, ratio in cases.items():
            kind = "ahead" if ratio >= 1 else "behind"
            parts.append(_dot(scale(ratio), y, kind, f"{case}: {ratio:.2f}"))
        mean = scale(geometric_mean(cases.values()))
        parts.append(_line(mean, y - 9, mean, y + 9, "mean"))
        if name in goals:
            goal = scale(goals[name])
            parts.append(_line(goal, y - 9, goal, y + 9, "goal"))
    return _svg(bottom + 20, parts, "ratios to Weft")


def time_plot(found: Mapping[str, Time]) -> str:
    """The median of each contestant with its quartiles, in milliseconds."""
    numbers = [1e3 * n for t in found.values() for n in (t.low, t.high)]
    scale = _Scale(numbers, _LABEL, _WIDTH - 20)
    bottom = _LINE * (len(found) + 0.7)
    parts = []
    for tick in scale.ticks():
        parts.append(_line(scale(tick), 4, scale(tick), bottom, "grid"))
        parts.append(_text(scale(tick), bottom + 14, f"{tick:g} ms", "middle"))
    for number, (name, time) in enumerate(found.items()):
        y = _LINE * (number + 0.8)
        parts.append(_text(0, y + 4, name))
        low, high = scale(1e3 * time.low), scale(1e3 * time.high)
        parts.append(_line(low, y, high, y, "spread"))
        kind = "weft" if name.startswith("weft") else "other"
        title = f"{1e3 * time.median:.4g} ms of {time.runs} runs"
        parts.append(_dot(scale(1e3 * time.median), y, kind, title))
    return _svg(bottom + 20, parts, "times")


def bandwidth_plot(machine: Machine) -> str:
    """Bandwidth over the size of arrays, a line for each number of threads."""
    height = 220
    across = _Scale(machine.sizes, 60, _WIDTH - 90)
    rates = [rate / 1e9 for line in machine.bandwidth.values() for rate in line]
    up = _Scale(rates, height - 30, 10)
    parts = []
    for size in machine.sizes:
        name = f"{size >> 20} MB" if size >> 20 else f"{size >> 10} KB"
        parts.append(_line(across(size), 10, across(size), height - 30, "grid"))
        parts.append(_text(across(size), height - 14, name, "middle"))
    for tick in up.ticks():
        parts.append(_line(60, up(tick), _WIDTH - 90, up(tick), "grid"))
        parts.append(_text(52, up(tick) + 4, f"{tick:g} GB/s", "end"))
    for threads, line in machine.bandwidth.items():
        places = [
            (across(size), up(rate / 1e9))
            for size, rate in zip(machine.sizes, line, strict=True)
        ]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(f'<polyline points="{points}" class="curve"/>')
        x, y = places[-1]
        parts.append(
            _text(
                x + 6,
                y + 4,
                threads + (" thread" if threads == "1" else " threads"),
            )
        )
    return _svg(height, parts, "bandwidth")
