# ===- test_preconditions.py - What schedules refuse is tested -------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Every message of a transformation, of a race, of an operation of the transform
dialect and of the text of schedules is expected by a lit test or a unit test, or
shown by a command of the documents, which are run.

A message is found by the longest of its pieces of text."""

from __future__ import annotations

import re
import unittest
from collections.abc import Iterator
from pathlib import Path

from test_limits import LITERAL, REFUSES, ROOT, SCHEDULE_FILES, SCHEDULES

SAYS = REFUSES + r"|\b(?:notifyMatchFailure\(|diagnostic\s*<<|emitSilenceable\w*\()"
# What a function says in pieces, or returns for others to say.
RETURNS = r"|\breturn (?=\")|\brefusal = "
OTHERS = [
    (ROOT / "lib" / "Analysis" / "Races.cpp", SAYS + RETURNS),
    *(
        (path, SAYS)
        for room in ("Dialect/CIN/TransformOps", "Conversion/NotationToCIN")
        for path in sorted((ROOT / "lib" / room).glob("*.cpp"))
    ),
]


def messages(path: Path, call: str) -> Iterator[str]:
    """The longest piece of each statement from `call` on."""
    text = path.read_text()
    for found in re.finditer(call, text):
        statement = text[found.end() : text.index(";", found.end()) + 1]
        while statement.count('"') % 2:
            end = text.index(";", found.end() + len(statement))
            statement = text[found.end() : end + 1]
        # Pieces that follow each other are one.
        pieces = LITERAL.findall(re.sub(r'"\s*(?:<<\s*)?"', "", statement))
        if pieces:
            yield " ".join(max(pieces, key=len).replace('\\"', '"').split())


def expectations() -> str:
    """Lit tests, texts of unit tests, and the errors that documents show."""
    tests = ROOT / "test"
    lines = [
        line
        for pattern in ("*.mlir", "*.test")
        for path in tests.rglob(pattern)
        for line in path.read_text().splitlines()
    ]
    for path in (ROOT / "unittests").rglob("*.cpp"):
        lines += LITERAL.findall(re.sub(r'"\s*\n\s*"', "", path.read_text()))
    for path in (ROOT / "docs").rglob("*.md"):
        lines += [
            line
            for line in path.read_text().splitlines()
            if line.startswith("error: ")
        ]
    return " ".join(" ".join(lines).split())


class PreconditionsTest(unittest.TestCase):
    def test_messages(self) -> None:
        files = [(SCHEDULES / f"{name}.cpp", SAYS) for name in SCHEDULE_FILES]
        expected = expectations()
        count, untested = 0, []
        for path, call in [*files, *OTHERS]:
            for message in messages(path, call):
                count += 1
                if message not in expected:
                    untested.append(f"{path.name}: {message}")
        self.assertGreater(count, 120)
        self.assertEqual(untested, [])


if __name__ == "__main__":
    unittest.main()
