# ===- test_picture.py - The picture of the first page ----------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The picture is what the run gives that is kept, of Weft's default alone, and
it is well-formed."""

from __future__ import annotations

import unittest
import xml.etree.ElementTree as ElementTree

from location import ROOT

from contest import kept, picture
from contest.kernels import BY_NAME
from contest.results import Case, Entry, Outcome

KEPT = ROOT / "docs" / "performance.csv"
PICTURE = ROOT / "docs" / "performance.svg"


class Picture(unittest.TestCase):
    def test_is_that_of_the_kept_run(self) -> None:
        drawn = picture.drawn(kept.read(KEPT.read_text()))
        self.assertEqual(PICTURE.read_text(), drawn)

    def test_is_well_formed(self) -> None:
        root = ElementTree.fromstring(PICTURE.read_text())
        self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")

    def test_ratios_are_of_the_default(self) -> None:
        times = {"weft": 2.0, "weft-scheduled": 1.0, "c-gcc": 6.0}
        times |= {"c-clang": 5.0, "scipy": 8.0, "mkl": 3.0, "sparsifier": 1.0}
        entries = {name: Entry([time]) for name, time in times.items()}
        outcome = Outcome(Case("spgemm", "a", 1, "reused"), 1, 1.0, entries)
        found = picture.ratios(outcome)
        self.assertEqual(found, {picture.C: 2.5, picture.LIBRARY: 1.5})

    def test_kernels_exist(self) -> None:
        for name in picture.KERNELS:
            self.assertIn(name, BY_NAME)


if __name__ == "__main__":
    unittest.main()
