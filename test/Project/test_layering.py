# ===- test_layering.py - Who includes whom --------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Every include is a door that docs/layering.txt says is open."""

from __future__ import annotations

import re
import unittest
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent.parent
INCLUDE = re.compile(r'^\s*#?\s*include\s+(["<])([^">]+)[">]')
SOURCES = {".h", ".c", ".cpp", ".td"}
# What an include of another project's header begins with, by its door.
FOREIGN = {
    "mlir/": "mlir",
    "mlir-c/": "mlir",
    "llvm/": "llvm",
    "llvm-c/": "llvm",
    "zlib.h": "zlib",
    "lzma.h": "lzma",
    "zip.h": "zip",
    "hdf5.h": "hdf5",
    "nlohmann/": "json",
}


def parse_rules(text: str) -> dict[str, set[str]]:
    """The doors that each room may open."""
    rules: dict[str, set[str]] = {}
    for line in text.splitlines():
        line = line.partition("#")[0].strip()
        if line:
            room, _, doors = line.partition(":")
            if room in rules:
                raise ValueError(f"the room {room} is listed twice")
            rules[room] = set(doors.split())
    return rules


def room_of(path: str, rules: dict[str, set[str]]) -> str | None:
    """The innermost room that a file of this project belongs to."""
    for prefix in PurePosixPath(path).parents:
        for candidate in (path, prefix.as_posix()):
            if candidate in rules:
                return candidate
        parts = prefix.parts
        start = 2 if parts[:2] == ("include", "weft") else 1
        if parts[:1] in (("include",), ("lib",)):
            name = "/".join(parts[start:])
            if name in rules:
                return name
    return None


def problem(path: str, included: str, rules: dict[str, set[str]]) -> str | None:
    """What is wrong with a file's include, if anything."""
    room = room_of(path, rules)
    if room is None:
        return f"{path} belongs to no room"
    doors = rules[room]
    for start, door in FOREIGN.items():
        if included.startswith(start):
            opened = door in doors or (door == "llvm" and "mlir" in doors)
            return None if opened else f"{room} may not include {included}"
    if ".." in PurePosixPath(included).parts:
        return f"{path} leaves its folder: {included}"
    if not included.startswith(("weft/", "weft-c/", "weft-cxx/")):
        return None
    target = room_of(f"include/{included}", rules)
    header = included.removeprefix("weft/")
    if target == room or target in doors or header in doors:
        return None
    if target == f"include/{included}" and target in doors:
        return None
    return f"{room} may not include {included}"


def includes() -> Iterator[tuple[str, int, str]]:
    for top in ("include", "lib", "tools"):
        for path in sorted((ROOT / top).rglob("*")):
            if path.suffix not in SOURCES:
                continue
            name = path.relative_to(ROOT).as_posix()
            # A file without includes has a room, too.
            yield name, 1, ""
            for number, line in enumerate(path.read_text().splitlines(), 1):
                if found := INCLUDE.match(line):
                    yield name, number, found[2]


class LayeringTest(unittest.TestCase):
    def test_sources(self) -> None:
        rules = parse_rules((ROOT / "docs" / "layering.txt").read_text())
        found = [
            f"{path}:{line}: {message}"
            for path, line, included in includes()
            if (message := problem(path, included, rules))
        ]
        self.assertFalse(found, "\n" + "\n".join(found))

    def test_rooms_exist(self) -> None:
        rules = parse_rules((ROOT / "docs" / "layering.txt").read_text())
        inhabited = {room_of(path, rules) for path, _, _ in includes()}
        self.assertEqual(set(rules) - inhabited, set())


class RuleTest(unittest.TestCase):
    RULES = parse_rules(
        "Runtime:\n"
        "Notation: Runtime/Format.h  # only this\n"
        "Dialect/A/IR: mlir\n"
        "Conversion: mlir\n"
        "Conversion/AToB: Dialect/A/IR Conversion/Passes.h mlir\n"
        "CAPI: include/weft-c llvm\n"
        "include/weft-c:\n"
    )

    def check(self, path: str, included: str, expected: str | None) -> None:
        self.assertEqual(problem(path, included, self.RULES), expected)

    def test_open(self) -> None:
        self.check("lib/Notation/A.cpp", "weft/Runtime/Format.h", None)
        self.check("lib/Runtime/A.cpp", "vector", None)
        self.check("include/weft/Dialect/A/IR/A.td", "mlir/IR/OpBase.td", None)
        self.check("lib/Conversion/AToB/X.h", "weft/Dialect/A/IR/A.h", None)
        self.check("lib/Conversion/AToB/X.h", "weft/Conversion/Passes.h", None)
        self.check("lib/CAPI/X.cpp", "weft-c/Weft.h", None)
        self.check("lib/CAPI/X.cpp", "llvm/Support/Error.h", None)

    def test_closed(self) -> None:
        self.check(
            "lib/Runtime/A.cpp",
            "llvm/ADT/StringRef.h",
            "Runtime may not include llvm/ADT/StringRef.h",
        )
        self.check(
            "lib/Notation/A.cpp",
            "weft/Runtime/Tensor.h",
            "Notation may not include weft/Runtime/Tensor.h",
        )
        self.check(
            "lib/CAPI/X.cpp",
            "mlir/IR/Value.h",
            "CAPI may not include mlir/IR/Value.h",
        )
        self.check(
            "lib/Conversion/AToB/X.cpp",
            "../BToC/Y.h",
            "lib/Conversion/AToB/X.cpp leaves its folder: ../BToC/Y.h",
        )
        self.check("lib/Other/X.cpp", "", "lib/Other/X.cpp belongs to no room")


if __name__ == "__main__":
    unittest.main()
