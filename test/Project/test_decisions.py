# ===- test_decisions.py - The pages of decisions and experiments ----------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Every topic page of docs/decisions has its sections and a row in the index,
each older number leads to a page, every page of experiments is listed, and the
constants that these name exist."""

from __future__ import annotations

import re
import unittest

from test_links import ROOT

DECISIONS = ROOT / "docs" / "decisions"
EXPERIMENTS = ROOT / "docs" / "experiments"
INDEX = (DECISIONS / "README.md").read_text()


class DecisionsTest(unittest.TestCase):
    def test_pages(self) -> None:
        pages = sorted(DECISIONS.glob("[a-z]*.md"))
        self.assertGreater(len(pages), 40)
        for page in pages:
            with self.subTest(page.name):
                text = page.read_text()
                self.assertRegex(text, r"\A# .*\n\n\*\*Status:\*\* accepted")
                for part in ("\n**Governs:**", "\n## Context\n"):
                    self.assertIn(part, text)
                for part in ("\n## Decision\n", "\n## Consequences\n"):
                    self.assertIn(part, text)
                self.assertTrue(f"]({page.name}) | " in INDEX, "not listed")

    def test_numbers(self) -> None:
        """A page consolidates the numbers that the index gives it."""
        rows = re.findall(r"^\| (\d+) \| \[.*\]\((.*)\) \|$", INDEX, re.M)
        self.assertGreater(len(rows), 150)
        for number, name in rows:
            with self.subTest(number=number):
                first = (DECISIONS / name).read_text().split("##")[0]
                self.assertRegex(first, rf"decisions? [^.]*\b{number}\b")

    def test_experiments_are_listed(self) -> None:
        index = (EXPERIMENTS / "README.md").read_text()
        for page in EXPERIMENTS.glob("[a-z]*.md"):
            self.assertIn(f"]({page.name})", index)

    def test_constants_exist(self) -> None:
        """Names of constants in the first column of a table of experiments."""
        sources = [
            path
            for folder in ("include", "lib")
            for path in (ROOT / folder).rglob("*")
            if path.suffix in (".h", ".cpp")
        ]
        words = set(
            re.findall(r"\w+", "".join(path.read_text() for path in sources))
        )
        count = 0
        for page in EXPERIMENTS.glob("[a-z]*.md"):
            rows = re.findall(r"^\| ([^|]*`[^|]*) \|", page.read_text(), re.M)
            named = re.compile(r"`(k[A-Z]\w+|[a-z]+[A-Z]\w+)`")
            for name in named.findall("".join(rows)):
                count += 1
                with self.subTest(page.name, name=name):
                    self.assertIn(name, words)
        self.assertGreater(count, 60)


if __name__ == "__main__":
    unittest.main()
