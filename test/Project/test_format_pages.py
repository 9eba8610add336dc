# ===- test_format_pages.py - Every named format has its section -----------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Every name of a format that the parser knows has a section in docs/Formats
with its levels, its arrays as the driver shows them and kernels that run, and a
link from docs/formats.md. (What they print, the tests of the consoles check.)"""

from __future__ import annotations

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PARSER = ROOT / "lib" / "Notation" / "FormatWords.cpp"
PAGES = ROOT / "docs" / "Formats"
TABLE = ROOT / "docs" / "formats.md"


def named_formats() -> list[str]:
    """The first column of the parser's table of names."""
    table = re.search(
        r"FormatWord> words = \{(.*?)\n  \};", PARSER.read_text(), re.DOTALL
    )
    assert table is not None
    return re.findall(r'\{"(\w+)",', table.group(1))


def sections() -> dict[str, tuple[str, str]]:
    """By the heading: the page and the text up to the next heading."""
    found: dict[str, tuple[str, str]] = {}
    for page in sorted(PAGES.glob("*.md")):
        parts = re.split(r"^## (.*)$", page.read_text(), flags=re.MULTILINE)
        for heading, text in zip(parts[1::2], parts[2::2]):
            found[heading.strip()] = (page.name, text)
    return found


class FormatPagesTest(unittest.TestCase):
    def test_every_name_has_a_section(self) -> None:
        names, found = named_formats(), sections()
        self.assertGreaterEqual(len(names), 14)
        table = TABLE.read_text()
        for name in names:
            with self.subTest(name=name):
                self.assertIn(name, found)
                page, text = found[name]
                self.assertIn("*Levels:*", text)
                self.assertIn("Use it ", text)
                commands = re.findall(r"^\$ weft .*$", text, re.MULTILINE)
                shown = [c for c in commands if "-print-storage" in c]
                self.assertTrue(shown, "no command shows the arrays")
                self.assertGreaterEqual(len(commands), 3)
                runs = [c for c in commands if " -i=" in c or " -g=" in c]
                self.assertGreaterEqual(len(runs), 2)
                self.assertIn(f"](Formats/{page}#{name.lower()})", table)

    def test_sections_show_what_they_print(self) -> None:
        for name, (page, text) in sections().items():
            with self.subTest(page=page, name=name):
                self.assertNotRegex(text, r"```console\n(\$ .*\n)+```")


if __name__ == "__main__":
    unittest.main()
