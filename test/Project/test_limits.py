# ===- test_limits.py - Every refusal is a limit that is documented --------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""docs/limits.md shows each message with which the reviewed list lets a kernel
be refused, as a command prints it. (That it does, the tests of the consoles
check.)"""

from __future__ import annotations

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REFUSALS = ROOT / "test" / "Integration" / "refusals.txt"
LIMITS = ROOT / "docs" / "limits.md"


class LimitsTest(unittest.TestCase):
    def test_every_refusal_is_documented(self) -> None:
        patterns = [
            line
            for line in REFUSALS.read_text().splitlines()
            if line and not line.startswith("#")
        ]
        self.assertTrue(patterns)
        messages = [
            line.removeprefix("error: ")
            for line in LIMITS.read_text().splitlines()
            if line.startswith("error: ")
        ]
        for pattern in patterns:
            with self.subTest(pattern=pattern):
                self.assertTrue(
                    any(re.search(pattern, message) for message in messages)
                )


if __name__ == "__main__":
    unittest.main()
