# ===- on-terminal.py - A command whose messages go to a terminal ----------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""on-terminal.py FIFO COMMAND: runs a command with its messages on a terminal,
writes a list of entries into the FIFO for more than a second, and prints the
messages."""

import os
import subprocess
import sys
import time

terminal, other = os.openpty()
process = subprocess.Popen(
    sys.argv[2:], stdout=subprocess.DEVNULL, stderr=other
)
os.close(other)
with open(sys.argv[1], "w") as entries:
    for step in range(16):
        for row in range(1, 20001):
            entries.write(f"{row} {step + 1} 1.0\n")
        entries.flush()
        time.sleep(0.1)
messages = b""
try:
    while chunk := os.read(terminal, 4096):
        messages += chunk
except OSError:
    # The terminal has no other end any more.
    pass
sys.stdout.write(messages.decode().replace("\r", "\n"))
sys.exit(process.wait())
