# ===- picture.py - The picture of the first page ---------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Draws the ratios of the results that are kept as one SVG for README.md.

A ratio is the median time of another contestant by that of Weft's default, with
one thread: above one, Weft is faster. For each kernel there is a dot for each
dataset and a bar at the geometric mean, for the faster C compiler and for the
fastest library.
"""

from __future__ import annotations

import html
import math

from contest import summary
from contest.results import Outcome, Results
from contest.summary import geometric_mean

# The kernels in the order of the rows, with what they are called there.
KERNELS = {
    "spmv-csr": "sparse matrix × vector",
    "spmm-32": "sparse matrix × 32 columns",
    "sddmm-32": "sampled product, 32 columns",
    "spgemm": "sparse matrix × sparse matrix",
    "add-2": "sum of two sparse matrices",
    "triangles": "triangles of a graph",
    "mttkrp-3": "MTTKRP, order 3, 32 columns",
    "ttm": "tensor × matrix",
    "csr-to-csc": "CSR to CSC",
    "read-mtx": "reading a .mtx file",
}
C, LIBRARY = "better of gcc and clang", "fastest library"
_COLOURS = {C: "#b35806", LIBRARY: "#2166ac"}
_WIDTH, _LEFT, _RIGHT, _TOP, _ROW = 760, 220, 20, 62, 40
_TICKS = (0.25, 0.5, 1, 2, 4, 8, 16)


def ratios(outcome: Outcome) -> dict[str, float]:
    """By series; those that did not run are left out."""
    found = summary.times(outcome)
    if "weft" not in found:
        return {}
    # Two calls of a library are no library that has the kernel.
    made = {summary.BEST_C, summary.BEST_LIBRARY, "scipy-unfused"}
    others = {summary.WEFT, summary.SCHEDULED, *summary.C_CODE}
    others |= {*summary.OTHERS, *made}
    series = {
        C: [found[name] for name in summary.C_CODE if name in found],
        LIBRARY: [time for name, time in found.items() if name not in others],
    }
    return {
        name: min(time.median for time in times) / found["weft"].median
        for name, times in series.items()
        if times
    }


def _across(ratio: float) -> float:
    low, high = math.log2(_TICKS[0]), math.log2(_TICKS[-1])
    share = (math.log2(ratio) - low) / (high - low)
    return _LEFT + min(max(share, 0), 1) * (_WIDTH - _LEFT - _RIGHT)


def _text(x: float, y: float, text: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}"{more}>{html.escape(text)}</text>'


def _row(y: float, name: str, cases: dict[str, float]) -> list[str]:
    colour = _COLOURS[name]
    parts = []
    for dataset, ratio in cases.items():
        title = html.escape(f"{dataset}: {ratio:.2f}")
        parts.append(
            f'<circle cx="{_across(ratio):.1f}" cy="{y:.1f}" r="3.5" '
            f'fill="{colour}" fill-opacity="0.45"><title>{title}</title>'
            "</circle>"
        )
    mean = geometric_mean(cases.values())
    x = _across(mean)
    parts.append(
        f'<line x1="{x:.1f}" y1="{y - 7:.1f}" x2="{x:.1f}" y2="{y + 7:.1f}" '
        f'stroke="{colour}" stroke-width="3"/>'
    )
    return parts


def drawn(results: Results) -> str:
    """The picture of all kernels that were measured with one thread."""
    series: dict[str, dict[str, dict[str, float]]] = {}
    for outcome in results.outcomes.values():
        case = outcome.case
        if case.kernel in KERNELS and case.threads == 1:
            for name, ratio in ratios(outcome).items():
                rows = series.setdefault(case.kernel, {})
                rows.setdefault(name, {})[case.dataset] = ratio
    kernels = [kernel for kernel in KERNELS if kernel in series]
    bottom = _TOP + _ROW * len(kernels)
    height = bottom + 24
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="0 0 {_WIDTH} {height}" font-family="sans-serif" '
        'font-size="12">',
        f'<rect width="{_WIDTH}" height="{height}" fill="white"/>',
        _text(8, 18, "Times of others by the time of Weft's default, one thread"),
    ]
    x = 8.0
    for name, colour in _COLOURS.items():
        parts.append(f'<circle cx="{x + 4}" cy="36" r="4" fill="{colour}"/>')
        parts.append(_text(x + 14, 40, name))
        x += 190
    parts.append(_text(x, 40, "dot: a dataset; bar: geometric mean"))
    for tick in _TICKS:
        x = _across(tick)
        stroke = "#444" if tick == 1 else "#ddd"
        parts.append(
            f'<line x1="{x:.1f}" y1="{_TOP - 8}" x2="{x:.1f}" y2="{bottom}" '
            f'stroke="{stroke}"/>'
        )
        parts.append(
            _text(x, bottom + 16, f"{tick:g}×", ' text-anchor="middle"')
        )
    for number, kernel in enumerate(kernels):
        y = _TOP + _ROW * number + 12
        parts.append(_text(8, y + 8, KERNELS[kernel]))
        for place, name in enumerate(_COLOURS):
            if name in series[kernel]:
                parts += _row(y + 15 * place - 4, name, series[kernel][name])
    return "\n".join([*parts, "</svg>"]) + "\n"
