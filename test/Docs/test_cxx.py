# ===- test_cxx.py - The program in the page of the C++ library ------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The `cpp` blocks of docs/cxx.md are one program, which compiles without
warnings and prints what the page says."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BLOCK = re.compile(r"^```cpp\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PRINTED = """y(0) = 8
y(1) = 0
y(2) = 3
10
14
cannot parallelize 'j' with no_races: different iterations of 'j' may assign \
the same component of y
  parallelize(j,CPUThread,NoRaces)
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
note: the statement is here
  y(i) = A(i,j) * x(j)
  ^~~~
"""


class CxxPageTest(unittest.TestCase):
    def test_program(self) -> None:
        blocks = BLOCK.findall((ROOT / "docs" / "cxx.md").read_text())
        self.assertGreater(len(blocks), 4)
        lines = ["#include <weft-cxx/Weft.h>", "#include <iostream>"]
        lines += ["int main() {", *blocks, "return total == 6 ? 0 : 1;", "}"]
        library = os.environ["WEFT_LIBRARY_DIR"]
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "page.cpp"
            source.write_text("\n".join(lines))
            subprocess.run(
                [os.environ["CXX"], "-std=c++17", "-Wall", "-Wextra"]
                + ["-Wpedantic", "-Werror", f"-I{ROOT / 'include'}"]
                + [str(source), f"-L{library}", "-lweft_cxx"]
                + [f"-Wl,-rpath,{library}", f"-Wl,-rpath-link,{library}"]
                + ["-o", f"{folder}/page"],
                check=True,
            )
            done = subprocess.run(
                [f"{folder}/page"], capture_output=True, text=True, timeout=120
            )
        self.assertEqual(done.stdout, PRINTED)
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
