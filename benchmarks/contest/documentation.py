# ===- documentation.py - The pages of the documentation -------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Keeps the results of a run with the sources, and writes the pages of them."""

from __future__ import annotations

from pathlib import Path

from contest import kept, page, picture, results
from contest.results import Results

_DOCS = Path(__file__).resolve().parents[2] / "docs"
# What a run leaves in the tree, and the pages and the picture made of it.
KEPT = _DOCS / "performance.csv"
PAGES = [
    _DOCS / "performance.md",
    *sorted((_DOCS / "Performance").glob("*.md")),
]
PICTURE = _DOCS / "performance.svg"


def keep(measured: Results) -> None:
    """Keeps results with the sources, and writes the pages that have them."""
    results.write_whole(KEPT, kept.text(measured))
    refill()


def refill() -> None:
    """Writes what is kept into the pages, and draws it."""
    found = kept.read(KEPT.read_text())
    for path in PAGES:
        results.write_whole(path, page.filled(path.read_text(), found))
    results.write_whole(PICTURE, picture.drawn(found))
