#!/usr/bin/env python3
# ===- page.py - The page of a benchmark of a GPU --------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Writes a page with plots from the table of the benchmark: page.py CSV HTML.

Without times, as on the PTX machine, the page says so in its first line and shows
counts. It needs no package and no other file.
"""

from __future__ import annotations

import csv
import html
import math
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

Row = dict[str, str]
STYLE = (
    "body{font:15px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em}"
    "table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:right;"
    "border-bottom:1px solid #ddd}td:first-child,th:first-child{text-align:left}"
    "text{font:12px sans-serif}"
)
COLORS = ("#1b6ca8", "#c9c9c9", "#a3a3a3", "#7d7d7d", "#575757")
NO_DEVICE = (
    "No device was to be had: results were computed on the PTX machine, so that "
    "there are counts and no times."
)


def render_table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    cells = "".join(f"<th>{html.escape(cell)}</th>" for cell in head)
    lines = [f"<tr>{cells}</tr>"]
    for row in rows:
        cells = "".join(f"<td>{html.escape(cell)}</td>" for cell in row)
        lines.append(f"<tr>{cells}</tr>")
    return "<table>" + "\n".join(lines) + "</table>"


def render_bars(bars: list[tuple[str, float, str]], unit: str) -> str:
    """Horizontal bars: each a name, a length and a color."""
    largest = max((length for _, length, _ in bars), default=1) or 1
    height, lines = 20 * len(bars), []
    for number, (name, length, color) in enumerate(bars):
        y, width = 20 * number, 400 * length / largest
        lines.append(
            f'<text x="245" y="{y + 14}" text-anchor="end">'
            f"{html.escape(name)}</text>"
            f'<rect x="250" y="{y + 2}" width="{width:.1f}" height="15" '
            f'fill="{color}"/><text x="{255 + width:.1f}" y="{y + 14}">'
            f"{length:.3g} {html.escape(unit)}</text>"
        )
    return f'<svg width="760" height="{height}">{"".join(lines)}</svg>'


def group(rows: list[Row]) -> dict[tuple[str, str], list[Row]]:
    groups = defaultdict(list)
    for row in rows:
        groups[row["kernel"], row["type"]].append(row)
    return groups


def render_times(rows: list[Row]) -> str:
    """By kernel: bytes per second of all implementations, and the mean ratio to
    the fastest algorithm of cuSPARSE."""
    parts = []
    for (kernel, type), found in group(rows).items():
        bars, ratios = [], []
        matrices = dict.fromkeys(row["matrix"] for row in found)
        for matrix in matrices:
            here = [row for row in found if row["matrix"] == matrix]
            times = {row["implementation"]: float(row["median_ms"]) for row in here}
            others = [time for name, time in times.items() if name != "Weft"]
            if others and "Weft" in times:
                ratios.append(min(others) / times["Weft"])
            for number, row in enumerate(here):
                rate = float(row["unique_bytes"]) / float(row["median_ms"]) / 1e6
                bars.append((f"{matrix}, {row['implementation']}", rate,
                             COLORS[min(number, len(COLORS) - 1)]))
        copies = float(found[0]["copy_gb_per_s"])
        parts.append(f"<h2>{kernel}, {type}</h2>{render_bars(bars, 'GB/s')}")
        note = f"A copy on the device moves {copies:.0f} GB/s."
        if ratios:
            mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
            note += (
                f" Weft against the fastest algorithm of cuSPARSE: {mean:.2f}x as a "
                f"geometric mean, {min(ratios):.2f}x for the worst matrix."
            )
        parts.append(f"<p>{note}</p>")
    return "\n".join(parts)


def render_counts(rows: list[Row]) -> str:
    parts = []
    for (kernel, type), found in group(rows).items():
        bars = [
            (row["matrix"], float(row["sector_bytes"]) / float(row["unique_bytes"]),
             COLORS[0])
            for row in found
        ]
        table = render_table(
            ("matrix", "entries", "warp instructions per entry", "active lanes",
             "atomics", "longest warp / mean"),
            (
                (
                    row["matrix"],
                    row["entries"],
                    f"{float(row['warp_instructions']) / float(row['entries']):.2f}",
                    row["active_lanes"],
                    row["atomics"],
                    row["longest_warp"],
                )
                for row in found
            ),
        )
        parts.append(
            f"<h2>{kernel}, {type}</h2>"
            f"{render_bars(bars, 'x the unique bytes in sectors')}{table}"
        )
    return "\n".join(parts)


def main() -> int:
    if len(sys.argv) != 3:
        print("usage: page.py CSV HTML", file=sys.stderr)
        return 1
    try:
        with Path(sys.argv[1]).open(newline="") as file:
            rows = list(csv.DictReader(file))
    except OSError as error:
        print(f"error: cannot read {sys.argv[1]}: {error.strerror}", file=sys.stderr)
        return 1
    if not rows:
        print(f"error: {sys.argv[1]} has no rows", file=sys.stderr)
        return 1
    timed = [row for row in rows if row["median_ms"]]
    body = render_times(timed) if timed else render_counts(rows)
    first = "" if timed else f"<p><strong>{NO_DEVICE}</strong></p>"
    wrong = sum(row["right"] != "1" for row in rows)
    verdict = f"{len(rows)} runs, {wrong} with wrong results."
    Path(sys.argv[2]).write_text(
        "<!DOCTYPE html><html lang=en><meta charset=utf-8>"
        f"<title>Kernels of a GPU</title><style>{STYLE}</style><body>{first}"
        f"<h1>Kernels of a GPU</h1><p>{verdict} Where there are times, they are medians of 25 runs by "
        "events of the device; bytes are those that have to be moved once.</p>"
        f"{body}</body></html>\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
