# ===- documentation.py - The page of the documentation --------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Keeps the results of a run with the sources, and writes the page of them."""

from __future__ import annotations

from pathlib import Path

from contest import kept, page, picture, results
from contest.results import Results

_DOCS = Path(__file__).resolve().parents[2] / "docs"
# What a run leaves in the tree, and the page and the picture made of it.
KEPT = _DOCS / "performance.csv"
PAGE = _DOCS / "performance.md"
PICTURE = _DOCS / "performance.svg"


def keep(measured: Results) -> None:
    """Keeps results with the sources, and writes the page that has them."""
    results.write_whole(KEPT, kept.text(measured))
    refill()


def refill() -> None:
    """Writes what is kept into the page, and draws it."""
    found = kept.read(KEPT.read_text())
    results.write_whole(PAGE, page.filled(PAGE.read_text(), found))
    results.write_whole(PICTURE, picture.drawn(found))
