# ===- test_verifiers.py - What verifiers say is tested --------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Every message of a verifier or parser of the dialects is expected by a test,
and so is a message about every operation that has a verifier.

A message is found by the longest of its pieces of text."""

from __future__ import annotations

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')

# What only a level type of another project can be refused for.
FOREIGN = {
    "expected a level type with the capability scatter, got ",
    "sorts coordinate lists with levels that have one array of coordinates, got ",
    " has neither append nor insert",
}


def messages() -> dict[str, str]:
    """The longest piece of each message, and where it is."""
    found = {}
    for path in sorted((ROOT / "lib" / "Dialect").rglob("*.cpp")):
        text = path.read_text()
        for call in re.finditer(r"\bemit(?:Op)?Error\(", text):
            end = text.index(";", call.end())
            while text.count('"', call.end(), end) % 2:
                end = text.index(";", end + 1)
            # Pieces that follow each other are one.
            statement = re.sub(r'"\s*\n\s*"', "", text[call.end() : end])
            pieces = LITERAL.findall(statement)
            if pieces:
                line = text.count("\n", 0, call.start()) + 1
                piece = max(pieces, key=len).replace('\\"', '"')
                found[piece] = f"{path.relative_to(ROOT)}:{line}"
    return found


def expectations() -> str:
    """All lines of lit tests that expect an error, and the texts of unit tests."""
    lines = []
    for path in (ROOT / "test").rglob("*.mlir"):
        lines += [
            line
            for line in path.read_text().splitlines()
            if "expected-error" in line or ("CHECK" in line and "error:" in line)
        ]
    for path in (ROOT / "unittests").rglob("*.cpp"):
        lines += LITERAL.findall(re.sub(r'"\s*\n\s*"', "", path.read_text()))
    return "\n".join(lines)


def verified_operations() -> set[str]:
    """The operations that have a verifier of their own."""
    names = {}
    for path in (ROOT / "include" / "weft" / "Dialect").rglob("*.td"):
        dialect = path.relative_to(ROOT / "include" / "weft" / "Dialect").parts[0]
        prefix = "transform." if "TransformOps" in path.parts else ""
        for name, mnemonic in re.findall(
            r'^def (?:\w+?_)?(\w+Op)\b[^<{]*<\s*"([a-z_]+)"', path.read_text(), re.M
        ):
            names[dialect, name] = f"{prefix}{dialect.lower()}.{mnemonic}"
    operations = set()
    for path in (ROOT / "lib" / "Dialect").rglob("*.cpp"):
        dialect = path.relative_to(ROOT / "lib" / "Dialect").parts[0]
        for name in re.findall(r"\b(\w+Op)::verify\w*\(\)", path.read_text()):
            operations.add(names[dialect, name])
    return operations


def refused_operations() -> set[str]:
    """The operations that an error is expected for, which names them or the
    line that they are on."""
    operations = set()
    name = re.compile(
        r"\b(?:transform\.cin|algebra|cin|lattice|level|pattern|tin|weft)\.[a-z_]+\b"
    )
    for path in (ROOT / "test").rglob("*.mlir"):
        lines = path.read_text().splitlines()
        for number, line in enumerate(lines):
            if "expected-error" not in line:
                continue
            operations.update(name.findall(line))
            where = re.search(r"@([+-]\d+)", line)
            at = number + (int(where.group(1)) if where else 1)
            operations.update(name.findall(lines[at]))
    return operations


class VerifiersTest(unittest.TestCase):
    def test_messages(self) -> None:
        known = messages()
        self.assertGreater(len(known), 100)
        self.assertLessEqual(FOREIGN, set(known))
        expected = expectations()
        untested = [
            f"{place}: {piece}"
            for piece, place in known.items()
            if piece not in FOREIGN and piece not in expected
        ]
        self.assertEqual(untested, [])

    def test_operations(self) -> None:
        verified = verified_operations()
        self.assertGreater(len(verified), 30)
        self.assertEqual(verified - refused_operations(), set())


if __name__ == "__main__":
    unittest.main()
