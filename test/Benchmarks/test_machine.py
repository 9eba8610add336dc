# ===- test_machine.py - What is asked of the machine -----------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The program that asks is compiled where its source is newer, and programs that
keep processors awake are there as long as they should be."""

from __future__ import annotations

import contextlib
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import location  # noqa: F401

from contest import machine


class Asked(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.scratch = Path(folder.name)
        self.program = self.scratch / "machine"
        patch = mock.patch.object(machine, "_SETTLES", 0.2)
        patch.start()
        self.addCleanup(patch.stop)

    def write(self, text: str) -> None:
        self.program.write_text(text)
        self.program.chmod(0o755)

    def running(self) -> int:
        """How many programs keep processors awake."""
        wanted = f"{self.program}\0awake\0"
        count = 0
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                count += path.read_text().startswith(wanted)
        return count

    def test_an_old_program_is_compiled_again(self) -> None:
        self.write("#!/bin/sh\nexit 1\n")
        os.utime(self.program, (0, 0))
        self.assertLess(machine.handover(self.scratch), 1.0)
        self.assertGreaterEqual(machine.handover(self.scratch), 0.0)

    def test_awake(self) -> None:
        with machine.awake(self.scratch):
            count = len(os.sched_getaffinity(0))
            self.assertEqual(self.running(), count)
        self.assertEqual(self.running(), 0)

    def test_who_cannot_stay_awake_says_so(self) -> None:
        self.write("#!/bin/sh\nexit 1\n")
        with self.assertRaises(SystemExit), machine.awake(self.scratch):
            pass
        self.assertEqual(self.running(), 0)


if __name__ == "__main__":
    unittest.main()
