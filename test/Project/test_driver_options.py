# ===- test_driver_options.py - The driver and its page --------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""docs/driver.md describes the options that `weft --help` lists, and no others.

The environment variable WEFT names the driver."""

from __future__ import annotations

import os
import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "driver.md"


def help_text() -> str:
    return subprocess.run(
        [os.environ["WEFT"], "--help"],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout


class DriverOptionsTest(unittest.TestCase):
    def test_options(self) -> None:
        listed = set(re.findall(r"^  (-[a-z-]+)", help_text(), re.M))
        described = set(
            re.findall(r"^\| `(-[a-z-]+)", PAGE.read_text(), re.M)
        )
        self.assertGreater(len(listed), 10)
        self.assertEqual(listed, described)

    def test_levels(self) -> None:
        levels = help_text().partition("Levels of -emit:\n")[2]
        listed = set(re.findall(r"^  ([a-z]+) ", levels, re.M))
        section = PAGE.read_text().partition("## Levels")[2]
        described = set(re.findall(r"^\| `([a-z]+)`", section, re.M))
        self.assertGreater(len(listed), 5)
        self.assertEqual(listed, described)


if __name__ == "__main__":
    unittest.main()
