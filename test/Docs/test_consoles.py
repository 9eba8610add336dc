# ===- test_consoles.py - The format of console blocks ---------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""A document must not pass because its commands were not found."""

import tempfile
import unittest
from pathlib import Path

from consoles import matches, parse
from run_consoles import find_unignored

DOCUMENT = """\
Text.

```console
$ weft a \\
    b
first
second
$ weft c
error: no
```

```sh
$ not this
```
"""


class ParseTest(unittest.TestCase):
    def test_steps(self) -> None:
        first, second = parse(DOCUMENT)
        self.assertEqual(first.command, "weft a \\\n    b")
        self.assertEqual(first.expected, ["first", "second"])
        self.assertFalse(first.may_fail)
        lines = DOCUMENT.splitlines()
        self.assertEqual(lines[first.begin : first.end], first.expected)
        self.assertEqual(second.command, "weft c")
        self.assertEqual(lines[second.begin : second.end], ["error: no"])
        self.assertTrue(second.may_fail)

    def test_mistakes(self) -> None:
        for text in ("```console\nweft\n```\n", "```console\n$ weft\n"):
            with self.assertRaises(ValueError):
                parse(text)


class MatchTest(unittest.TestCase):
    def test_lines(self) -> None:
        self.assertTrue(matches(["a", "b"], ["a", "b"]))
        self.assertFalse(matches(["a"], ["a", "b"]))
        self.assertFalse(matches(["a", "b"], ["a"]))
        self.assertFalse(matches(["a."], ["ab"]))

    def test_wildcards(self) -> None:
        self.assertTrue(matches(["a ... ms"], ["a 12.5 ms"]))
        self.assertFalse(matches(["a ... ms"], ["a 12.5 s"]))
        self.assertTrue(matches(["a", "...", "c"], ["a", "b", "b", "c"]))
        self.assertTrue(matches(["a", "..."], ["a"]))
        self.assertFalse(matches(["a", "...", "c"], ["a", "b"]))


class IgnoreTest(unittest.TestCase):
    def test_patterns_for_the_root(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for name in ("a.tns", "spmv", "kept.o", "link"):
                (Path(folder) / name).touch()
            ignore = Path(folder) / "spmv.ignore"
            ignore.write_text("# /kept.o\n/*.tns\n/spmv/\n*.o\n/*.ignore\n")
            self.assertEqual(
                find_unignored(folder, [("link", "target")], ignore), ["kept.o"]
            )


if __name__ == "__main__":
    unittest.main()
