# ===- machine.py - What the machine can do at most -----------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Measures bandwidth and floating-point rate with a C program, and says how fast
a kernel could be.

A kernel has to move its operands and its result once, at the bandwidth of memory
of which it takes as much, and has to do its multiplications. The time that
takes at least is the limit that measured times are compared with.
"""

from __future__ import annotations

import math
import platform
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

_SOURCE = Path(__file__).with_name("machine.c")
# Bytes of the three arrays of a triad: within the caches of a core, in the
# cache that cores share, and far beyond. The last is what larger ones get.
SIZES = (24 << 10, 768 << 10, 3 << 20, 12 << 20, 48 << 20, 192 << 20, 768 << 20)


@dataclass(frozen=True)
class Machine:
    """`bandwidth` maps threads to bytes per second at each of `sizes`, `flops`
    to operations per second; keys are texts, as in JSON."""

    processor: str
    sizes: list[int]
    bandwidth: dict[str, list[float]]
    flops: dict[str, float]

    def rate(self, size: float, threads: int) -> float:
        """Bytes per second of memory of a size, between those measured."""
        rates = self.bandwidth[str(threads)]
        position = math.log(max(size, 1))
        known = [math.log(other) for other in self.sizes]
        for low in range(len(known) - 1):
            if position <= known[low + 1]:
                share = (position - known[low]) / (known[low + 1] - known[low])
                share = min(1.0, max(0.0, share))
                return rates[low] + share * (rates[low + 1] - rates[low])
        return rates[-1]

    def limit(self, size: float, operations: float, threads: int) -> float:
        """The seconds that a kernel takes at least."""
        moving = size / self.rate(size, threads)
        return max(moving, operations / self.flops[str(threads)])

    def as_json(self) -> dict:
        return asdict(self)


def processor() -> str:
    """The processor's name, as the system has it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    names = (
        line.split(":")[1].strip() for line in lines if "model name" in line
    )
    return next(names, platform.processor())


def measure(
    scratch: Path,
    threads: Sequence[int],
    sizes: Sequence[int] = SIZES,
    progress: Callable[[str], None] = lambda text: None,
) -> Machine:
    """Compiles the program with gcc or clang and runs it."""
    program = scratch / "machine"
    words = ["-O3", "-march=native", "-ffast-math", "-fopenmp", str(_SOURCE)]
    subprocess.run(["gcc", *words, "-o", str(program)], check=True)

    def run(*arguments: object) -> float:
        command = [str(program), *map(str, arguments)]
        done = subprocess.run(
            command, capture_output=True, text=True, check=True
        )
        return float(done.stdout)

    bandwidth, flops = {}, {}
    for count in threads:
        progress(f"limits of the machine, {count} threads")
        bandwidth[str(count)] = [run("triad", size, count) for size in sizes]
        flops[str(count)] = run("flops", count)
    return Machine(processor(), list(sizes), bandwidth, flops)
