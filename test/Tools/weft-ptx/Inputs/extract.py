# ===- extract.py - The assembly of a gpu.binary ----------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Prints the text that MLIR's printer has put between quotes."""

import re
import sys
from pathlib import Path

text = Path(sys.argv[1]).read_text()
assembly = re.search(r'assembly = "((?:[^"\\]|\\.)*)"', text)
if not assembly:
    sys.exit("no assembly in " + sys.argv[1])
sys.stdout.write(
    re.sub(r"\\([0-9A-F]{2})", lambda code: chr(int(code[1], 16)), assembly[1])
)
