# ===- test_summarize.py - The count of all tests --------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""scripts/summarize.py must never count a failure as none."""

import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from summarize import Count, count, summarize  # noqa: E402

LIT = """
Testing Time: 0.11s

Total Discovered Tests: 9
  Unsupported        : 1 (11.11%)
  Passed             : 4 (44.44%)
  Expectedly Failed  : 1 (11.11%)
  Failed             : 2 (22.22%)
  Unexpectedly Passed: 1 (11.11%)
"""


class CountTest(unittest.TestCase):
    def test_google_test(self) -> None:
        text = "[==========] 5 tests ran.\n[  PASSED  ] 5 tests.\n"
        self.assertEqual(count(True, text), Count(5, 0))
        text = "[  PASSED  ] 1 test.\n[  FAILED  ] 1 test, listed below:\n"
        self.assertEqual(count(False, text), Count(1, 1))

    def test_lit(self) -> None:
        self.assertEqual(count(False, LIT), Count(5, 3))

    def test_python(self) -> None:
        text = "Ran 7 tests in 0.1s\n\nFAILED (failures=1, errors=2)\n"
        self.assertEqual(count(False, text), Count(4, 3))
        text = "Ran 7 tests in 0.1s\n\nOK (skipped=2)\n"
        self.assertEqual(count(True, text), Count(5, 0))

    def test_plain(self) -> None:
        text = "3 passed, 4 failed\n12 refused\n10 passed, 2 failed\n"
        self.assertEqual(count(False, text), Count(10, 2))

    def test_suite_without_count(self) -> None:
        self.assertEqual(count(True, "done\n"), Count(1, 0))
        self.assertEqual(count(False, "crashed\n"), Count(0, 1))

    def test_crash_after_success(self) -> None:
        text = "[  PASSED  ] 5 tests.\nSegmentation fault\n"
        self.assertEqual(count(False, text), Count(5, 1))


class SummarizeTest(unittest.TestCase):
    def summarize(self, cases: str) -> tuple[list[str], Count]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "tests.xml"
            path.write_text(f"<testsuite>{cases}</testsuite>")
            return summarize(str(path))

    def test_total(self) -> None:
        lines, total = self.summarize(
            '<testcase name="a" time="1" status="run"><system-out>'
            "2 passed, 0 failed\n</system-out></testcase>"
            '<testcase name="b" time="1" status="fail"/>'
            '<testcase name="c" time="0" status="notrun"/>'
        )
        self.assertEqual(total, Count(2, 2))
        self.assertEqual(len(lines), 3)

    def test_nothing(self) -> None:
        self.assertEqual(self.summarize("")[1], Count(0, 0))


if __name__ == "__main__":
    unittest.main()
