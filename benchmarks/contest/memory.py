# ===- memory.py - What processes take ------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""How much memory this process has, and the system has left; and gives back
what an allocator keeps.

What the system does not say is no memory that is taken, and all that is left.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import math
from pathlib import Path

_STATUS = Path("/proc/self/status")
_SYSTEM = Path("/proc/meminfo")


def _line(path: Path, field: str) -> int | None:
    """A line of one of these files, in bytes; nothing where there is none."""
    with contextlib.suppress(OSError):
        for line in path.read_text().splitlines():
            if line.startswith(field + ":"):
                return 1024 * int(line.split()[1])
    return None


def held() -> int:
    """The bytes of this process."""
    return _line(_STATUS, "VmRSS") or 0


def most() -> int:
    """The most bytes that it had since `reset_most`."""
    return _line(_STATUS, "VmHWM") or 0


def reset_most() -> None:
    """Begins to count again, where the system can."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def available() -> float:
    """The bytes that processes can still get, of which files that are mapped or
    cached are a part."""
    found = _line(_SYSTEM, "MemAvailable")
    return math.inf if found is None else found


def give_back() -> None:
    """What is free and kept by the allocator goes back to the system, also where
    the allocator was told to keep what is freed: `malloc_trim` of glibc."""
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(ctypes.c_size_t(0))
