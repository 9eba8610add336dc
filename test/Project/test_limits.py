# ===- test_limits.py - Every refusal is a limit that is documented --------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The pages of docs/Limits show each message with which the reviewed list lets a kernel
be refused, as a command prints it. (That it does, the tests of the consoles
check.) They also have what the text front end, types, the verifiers of formats,
schedules and the lowering of loops say, so that a message cannot be added there alone."""

from __future__ import annotations

import re
import unittest
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REFUSALS = ROOT / "test" / "Integration" / "refusals.txt"
LIMITS = "\n".join(
    page.read_text() for page in sorted((ROOT / "docs" / "Limits").glob("*.md"))
)
NOTATION = ROOT / "lib" / "Notation"
LEVEL = ROOT / "lib" / "Dialect" / "Level" / "IR"
SCHEDULES = ROOT / "lib" / "Dialect" / "CIN" / "Transforms"
# The transformations that schedules name, and what they share.
SCHEDULE_FILES = (
    *("BoundForall", "CollapseForalls", "Dependences", "DistributeForalls"),
    *("FactorReductions", "HoistFactors", "SortFactors"),
    *("GroupOperands", "HoistForalls", "IterateCoordinates", "IteratePositions"),
    *("Naming", "ParallelizeForall", "Precompute", "PrecomputePlan"),
    *("FailedPreconditions", "ReorderForalls", "ReuseResult", "SinkLanes"),
    *("SplitForall", "TagForall", "PartialResults", "WidenWorkspace"),
    "WorkspaceChoice",
)
LOWERING = [
    ROOT / "lib" / room
    for room in (
        "Conversion/NotationToTIN",
        "Conversion/NotationToCIN",
        "Conversion/CINToLattice",
        "Conversion/LatticeToSCF",
        "Explain",
    )
]
REFUSES = r"\b(?:emitOpError\(|emitError\(|refuse\(|error\s*<<)"
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')


def first_argument(text: str) -> str:
    """The text up to the comma, bracket or semicolon that ends an argument."""
    depth = 0
    for found in re.finditer(r'"(?:[^"\\]|\\.)*"|[()\[\]{},;]', text):
        sign = found.group()
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        if depth < 0 or (depth == 0 and sign in ",;"):
            return text[: found.start()]
    return text


def messages(path: Path, call: str) -> Iterator[str]:
    """The longest piece of each message that begins with `call`, without what
    is filled in."""
    text = path.read_text()
    for found in re.finditer(call, text):
        argument = re.sub(r'"\s*(?:<<\s*)?"', "", first_argument(text[found.end() :]))
        pieces = LITERAL.findall(argument)
        if pieces:
            yield max(pieces, key=len)


def refusals(path: Path, call: str) -> Iterator[str]:
    """The longest piece of each message that a statement makes from `call` on."""
    text = path.read_text()
    for found in re.finditer(call, text):
        rest = text[found.end() :]
        end = len(rest)
        for sign in re.finditer(r'"(?:[^"\\]|\\.)*"|[;{}]', rest):
            if sign.group() in ";{}":
                end = sign.start()
                break
        statement = re.sub(r'"\s*(?:<<\s*)?"', "", rest[:end])
        # A hint may follow as another argument.
        first = first_argument(statement) if found.group() == "refuse(" else ""
        pieces = LITERAL.findall(first) or LITERAL.findall(statement)
        if pieces:
            yield max(pieces, key=len)


class LimitsTest(unittest.TestCase):
    def setUp(self) -> None:
        # Lines and paragraphs may break a message.
        self.limits = " ".join(LIMITS.split())

    def assert_documented(self, path: Path, message: str) -> None:
        # What the message goes on with is filled in.
        constant = re.sub(r"(,? got.*|[,:]) ?$", "", " ".join(message.split()))
        with self.subTest(file=path.name, message=message):
            self.assertTrue(constant in self.limits, "docs/Limits lacks it")

    def test_every_refusal_is_documented(self) -> None:
        patterns = [
            line
            for line in REFUSALS.read_text().splitlines()
            if line and not line.startswith("#")
        ]
        self.assertTrue(patterns)
        shown = [
            line.removeprefix("error: ")
            for line in LIMITS.splitlines()
            if line.startswith("error: ")
        ]
        for pattern in patterns:
            with self.subTest(pattern=pattern):
                self.assertTrue(any(re.search(pattern, message) for message in shown))

    def test_what_texts_can_mean_is_documented(self) -> None:
        """What the parsers expect in a place is the grammar, which
        docs/notation.md has; all else that they refuse is a limit."""
        count = 0
        for path in sorted(NOTATION.glob("*.cpp")):
            for message in messages(path, r"\b(?:errorAt|Diagnostic|fail)[({]"):
                count += 1
                if not re.match(r"expected |an index variable or|to match this", message):
                    self.assert_documented(path, message)
        self.assertGreater(count, 60)

    def test_what_formats_can_be_is_documented(self) -> None:
        count = 0
        for name in (
            "FormatVerifier",
            "LevelTypeAttributes",
            "IntervalLevelTypes",
            "SegmentLevelTypes",
            "SlotLevelTypes",
            "TableLevelTypes",
        ):
            path = LEVEL / f"{name}.cpp"
            for message in messages(path, r"\bemitError\(\)"):
                count += 1
                self.assert_documented(path, message)
        self.assertGreater(count, 20)

    def test_what_schedules_and_loops_can_be_is_documented(self) -> None:
        """What is expected of an argument, docs/schedules.md and the pages of
        the dialects have."""
        call = REFUSES + r"|\b(?:notifyMatchFailure\(|diagnostic\s*<<)"
        files = [(SCHEDULES / f"{name}.cpp", call) for name in SCHEDULE_FILES]
        for room in LOWERING:
            files += [(path, REFUSES) for path in sorted(room.glob("*.cpp"))]
        count = 0
        for path, call in files:
            for message in refusals(path, call):
                count += 1
                # What a name or a level type ends with, which is filled in.
                message = message.lstrip("'):")
                if not re.match(" *expected ", message):
                    self.assert_documented(path, message)
        self.assertGreater(count, 120)


if __name__ == "__main__":
    unittest.main()
