# ===- test_paths.py - Files that the documents name -----------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Every path of the tree that a document names as code exists, as `lib/Loops` or
`lib/Runtime/{Pages,Memory}.*` does; braces list alternatives, as in a shell."""

from __future__ import annotations

import re
import unittest
from collections.abc import Iterator
from pathlib import Path

from test_links import FENCE, ROOT, documents

FOLDERS = "benchmarks|examples|include|lib|python|scripts|test|tools|unittests"
PATH = re.compile(rf"`((?:{FOLDERS})/[\w./{{}},*-]*)`")


def expand(path: str) -> Iterator[str]:
    """The patterns that the first braces stand for, and so on."""
    found = re.fullmatch(r"(.*?)\{(.*?)\}(.*)", path)
    if not found:
        yield path
        return
    for word in found[2].split(","):
        yield from expand(found[1] + word + found[3])


def missing(text: str) -> Iterator[str]:
    fenced = False
    for line in text.splitlines():
        if FENCE.match(line):
            fenced = not fenced
        for path in [] if fenced else PATH.findall(line):
            for pattern in expand(path.rstrip("/")):
                if not any(ROOT.glob(pattern)):
                    yield pattern


class PathTest(unittest.TestCase):
    def test_paths_exist(self) -> None:
        count = 0
        for page in documents():
            with self.subTest(page.relative_to(ROOT)):
                text = page.read_text()
                count += len(PATH.findall(text))
                self.assertEqual(list(missing(text)), [])
        self.assertGreater(count, 100)

    def test_missing(self) -> None:
        there, none = "`lib/Loops` `lib/{Loops,Runtime}/*`", "lib/Loops/None.cpp"
        self.assertEqual(list(missing(f"{there} `{none}`")), [none])


if __name__ == "__main__":
    unittest.main()
