# ===- test_driver_options.py - The driver and its page --------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""`weft --help` lists every option and function that there is, and docs/driver.md
describes the same options and no others.

The environment variable WEFT names the driver."""

from __future__ import annotations

import os
import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "driver.md"
TABLE = ROOT / "tools" / "weft" / "Options.cpp"
KINDS = ROOT / "tools" / "weft" / "Options.h"
TYPES = ROOT / "lib" / "Notation" / "Arguments.cpp"
LETTERS = ROOT / "lib" / "Notation" / "LevelLetters.cpp"
WORDS = ROOT / "lib" / "Notation" / "FormatWords.cpp"
PROPERTIES = ROOT / "lib" / "Notation" / "FormatProperties.cpp"


def help_text() -> str:
    return subprocess.run(
        [os.environ["WEFT"], "--help"],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout


class DriverOptionsTest(unittest.TestCase):
    def test_options(self) -> None:
        listed = set(re.findall(r"^  (-[A-Za-z-]+)", help_text(), re.M))
        cells = re.findall(r"^\| (`-[^|]*) \|", PAGE.read_text(), re.M)
        described = {
            name for cell in cells for name in re.findall(r"`(-[A-Za-z-]+)", cell)
        }
        self.assertGreater(len(listed), 10)
        self.assertEqual(listed, described)

    def test_help_has_the_whole_table(self) -> None:
        table = re.findall(r'\{"([A-Za-z-]+)", Kind::(\w+),', TABLE.read_text())
        listed = re.findall(r"^  -([A-Za-z-]+)", help_text(), re.M)
        self.assertEqual([name for name, _ in table], listed)
        kinds = KINDS.read_text().partition("enum class OptionKind {")[2]
        kinds = kinds.partition("}")[0]
        self.assertEqual(
            {kind for _, kind in table}, set(re.findall(r"\w+", kinds))
        )

    def test_functions(self) -> None:
        """The help lists the functions that the error of an unknown one does."""
        run = subprocess.run(
            [os.environ["WEFT"], "a = nothing_like_it(b(i))"],
            stderr=subprocess.PIPE,
            text=True,
        )
        self.assertEqual(run.returncode, 1)
        known = run.stderr.partition("the functions are ")[2]
        known = known.partition(";")[0].split()
        self.assertGreater(len(known), 10)
        section = help_text().partition("Functions in expressions:\n")[2]
        self.assertEqual(section.partition(", and")[0].split(), known)

    def test_reductions(self) -> None:
        section = help_text().partition("Reductions, as in")[2]
        listed = section.partition(":\n")[2].partition("\n\n")[0].split()
        self.assertGreater(len(listed), 5)
        for name in listed:
            with self.subTest(name=name):
                subprocess.run(
                    [
                        os.environ["WEFT"],
                        f"a = {name}(k, b(k))",
                        "-print-concrete",
                        *(["-t=b:bool", "-t=a:bool"] if name in ("any", "all") else []),
                    ],
                    check=True,
                    stdout=subprocess.DEVNULL,
                )

    def test_types(self) -> None:
        """Every other name of a type is on the page, and works."""
        names = re.findall(r'^    \{"([^"]+)", ElementType::', TYPES.read_text(), re.M)
        self.assertGreater(len(names), 20)
        row = re.search(r"^\| `-t=.*$", PAGE.read_text(), re.M)
        assert row
        described = set(re.findall(r"`([^`]+)`", row.group()))
        # "int8 to int64" stands for those between, too.
        described |= {f"{sign}int{bits}" for sign in ("", "u") for bits in (16, 32)}
        described.add("float32")
        self.assertLessEqual(set(names), described)
        for name in names:
            with self.subTest(name=name):
                subprocess.run(
                    [
                        os.environ["WEFT"],
                        "a(i) = b(i)",
                        f"-t=a:{name}",
                        f"-t=b:{name}",
                        "-print-concrete",
                    ],
                    check=True,
                    stdout=subprocess.DEVNULL,
                )

    def test_formats(self) -> None:
        """The help of -f has each letter, name and property of formats."""
        section = " ".join(
            help_text().partition("  -f")[2].partition("\n  -t")[0].split()
        )
        letters = re.findall(r"\{'([a-z])', LevelKind::", LETTERS.read_text())
        self.assertGreater(len(letters), 15)
        listed = section.partition("Letters: ")[2].partition(" Names: ")[0]
        self.assertEqual(
            sorted(letters), sorted(re.findall(r"\b([a-z])\d* \(", listed))
        )
        words = re.findall(r'\{"(\w+)",', WORDS.read_text())
        self.assertGreater(len(words), 15)
        listed = section.partition(" Names: ")[2].partition(", in any case")[0]
        self.assertEqual(sorted(words), sorted(listed.split(", ")))
        properties = re.findall(r'(?:key|\)).text == "(\w+)"', PROPERTIES.read_text())
        self.assertGreater(len(properties), 5)
        listed = section.partition("Properties in braces: ")[2].partition(" as in")[0]
        self.assertEqual(sorted(properties), sorted(re.findall(r"[a-z]{3,}", listed.replace("(bits)", ""))))

    def test_levels(self) -> None:
        levels = help_text().partition("Levels of -emit:\n")[2]
        levels = levels.partition("\n\n")[0]
        listed = set(re.findall(r"^  ([a-z]+) ", levels, re.M))
        section = PAGE.read_text().partition("## Levels")[2]
        described = set(re.findall(r"^\| `([a-z]+)`", section, re.M))
        self.assertGreater(len(listed), 5)
        self.assertEqual(listed, described)


if __name__ == "__main__":
    unittest.main()
