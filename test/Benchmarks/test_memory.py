# ===- test_memory.py - What processes take, and who holds operands ------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Free memory goes back to the system, whatever the allocator was told."""

from __future__ import annotations

import os
import subprocess
import sys
import unittest

from location import ROOT

from contest import memory
from contest.processes import MEMORY

_MIB = 1 << 20

# Frees an array below one that lives on, and says what the process has then.
_FREES = f"""
import numpy as np
from contest import memory
below, above = np.ones({32 * _MIB // 8}), np.ones({_MIB // 8})
del below
kept = memory.held()
memory.give_back()
print(kept, memory.held())
"""


@unittest.skipUnless(memory.held(), "the system does not say")
class Processes(unittest.TestCase):
    def test_free_memory_is_given_back(self) -> None:
        environment = os.environ | MEMORY["reused"]
        environment["PYTHONPATH"] = str(ROOT / "benchmarks")
        done = subprocess.run(
            [sys.executable, "-c", _FREES],
            **{"check": True, "capture_output": True, "text": True},
            env=environment,
        )
        kept, held = map(int, done.stdout.split())
        self.assertGreater(kept - held, 24 * _MIB)

    def test_available(self) -> None:
        self.assertGreater(memory.available(), 0)


if __name__ == "__main__":
    unittest.main()
