# ===- test_cxx_functions.py - Functions that C++ has as well --------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The C++ library has each function of index notation, and gives none of their
names to a tensor or variable."""

from __future__ import annotations

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
ROW = re.compile(r'\{"(\w+)", (?:Function|Reducer)::')
# Those that are keywords of C++ are operators, and one has a shorter name.
OPERATORS = {"and", "or", "xor", "not"}
SHORTER = {"product"}


class CxxFunctionsTest(unittest.TestCase):
    def setUp(self) -> None:
        source = (ROOT / "lib/Notation/Function.cpp").read_text()
        self.functions = set(ROW.findall(source))
        self.assertIn("sqrt", self.functions)

    def test_functions(self) -> None:
        header = (ROOT / "include/weft-cxx/Operators.h").read_text()
        defined = set(re.findall(r"inline IndexExpr (\w+)\(", header))
        expected = self.functions - OPERATORS - SHORTER
        self.assertEqual(expected, defined)

    def test_reserved_names(self) -> None:
        source = (ROOT / "lib/CXX/Names.cpp").read_text()
        reserved = set(re.findall(r'"(\w+)"', source))
        self.assertLessEqual(self.functions, reserved)


if __name__ == "__main__":
    unittest.main()
