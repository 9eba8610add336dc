# ===- test_level_tables.py - The tables of level types --------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""docs/Dialects/LevelFunctions.md is what weft-level-tables prints."""

from __future__ import annotations

import difflib
import os
import subprocess
import unittest
from pathlib import Path

TOOL = os.environ["WEFT_LEVEL_TABLES"]
ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "Dialects" / "LevelFunctions.md"


class LevelTablesTest(unittest.TestCase):
    def test_page_is_current(self) -> None:
        done = subprocess.run(
            [TOOL], capture_output=True, text=True, timeout=60
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        expected = done.stdout.splitlines()
        actual = PAGE.read_text().splitlines()
        difference = "\n".join(
            difflib.unified_diff(
                actual, expected, "documented", "printed", lineterm=""
            )
        )
        self.assertEqual(
            actual,
            expected,
            f"run {TOOL} > {PAGE.relative_to(ROOT)}\n{difference}",
        )

    def test_every_level_type_is_there(self) -> None:
        """By the definitions, whatever the tool takes for a level type."""
        definitions = (
            ROOT / "include/weft/Dialect/Level/IR/LevelAttributes.td"
        ).read_text()
        page = PAGE.read_text()
        names = [
            line.split('"')[3]
            for line in definitions.splitlines()
            if line.startswith("def Level_") and "Level_LevelTypeAttr<" in line
        ]
        self.assertGreaterEqual(len(names), 8)
        for name in names:
            self.assertIn(f"\n### {name}\n", page)
            self.assertEqual(page.count(f"\n| {name} |"), 2)


if __name__ == "__main__":
    unittest.main()
