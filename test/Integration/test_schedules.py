#!/usr/bin/env python3
# ===- test_schedules.py - The catalogue of schedules and its page ---------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Every schedule that the suite runs is on a page of docs/Schedules, in the
library of transform operations, and in the lit test, and those have no other.
Needs no library."""

from __future__ import annotations

import re
import textwrap
import unittest
from pathlib import Path

from catalogue import CATALOGUE

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs" / "Schedules"
OPERATIONS = ROOT / "examples" / "schedules.mlir"
LIT = ROOT / "test" / "Tools" / "weft" / "schedules.test"
PARSER = ROOT / "lib" / "Notation" / "Schedule.cpp"
OPTIONS = ROOT / "lib" / "Dialect" / "Weft" / "IR" / "LoweringConfig.cpp"
# A sequence from its name to the end, which is the bracket in its column.
SEQUENCE = re.compile(
    r"^( *)transform\.named_sequence @(\w+).*?^\1\}$", re.MULTILINE | re.DOTALL
)


def sequences(text: str) -> dict[str, str]:
    return {
        found[2]: textwrap.dedent(found[0]) for found in SEQUENCE.finditer(text)
    }


def read_pages() -> str:
    return "".join(page.read_text() for page in sorted(PAGES.glob("*.md")))


class SchedulesTest(unittest.TestCase):
    def test_pages_have_all(self) -> None:
        pages = read_pages()
        for schedule in CATALOGUE:
            with self.subTest(schedule.name):
                self.assertIn(f"$ {schedule.command} -emit=notation\n", pages)

    def test_pages_show_the_operations(self) -> None:
        shown = sequences(read_pages())
        library = sequences(OPERATIONS.read_text())
        self.assertEqual(
            sorted(shown), sorted(x.name for x in CATALOGUE if x.steps)
        )
        finders = [name for name in library if name.startswith("of_")]
        self.assertEqual(set(library), {*shown, *finders})
        for name, text in shown.items():
            self.assertEqual(text, library[name])

    def test_pages_are_short(self) -> None:
        for page in [ROOT / "docs" / "schedules.md", *PAGES.glob("*.md")]:
            with self.subTest(page.name):
                self.assertLessEqual(len(page.read_text().splitlines()), 600)

    def test_reference_has_all(self) -> None:
        """Commands, and the options of the lowering."""
        page = (ROOT / "docs" / "schedules.md").read_text()
        commands = re.findall(r'\{"(\w+)", Command::', PARSER.read_text())
        self.assertGreater(len(commands), 15)
        for command in commands:
            with self.subTest(command):
                self.assertRegex(page, rf"(?m)^\| .*`{command}\(.*\|$")
        options = re.findall(
            r'LoweringOption::\w+, "(\w+)"', OPTIONS.read_text()
        )
        self.assertGreater(len(options), 25)
        for option in options:
            with self.subTest(option):
                self.assertIn(f"\n| `{option}` |", page)

    def test_lit_checks_all(self) -> None:
        lines = LIT.read_text().replace('"', "").splitlines()
        for schedule in CATALOGUE:
            with self.subTest(schedule.name):
                command = schedule.command.replace("'", "")
                run = [x for x in lines if f": {command} -emit=notation |" in x]
                self.assertEqual(len(run), 1)
                point = f"entry-point={schedule.name} "
                run = [line for line in lines if point in line]
                self.assertEqual(len(run), 1 if schedule.steps else 0)


if __name__ == "__main__":
    unittest.main()
