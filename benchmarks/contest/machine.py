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
of which it takes as much, has to read what it gathers from the memory where that
lies (`gathers.py`), and has to do its multiplications. The time that takes at
least is the limit that measured times are compared with.
"""

from __future__ import annotations

import contextlib
import math
import os
import platform
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path

_SOURCE = Path(__file__).with_name("machine.c")
# Bytes of the three arrays of a triad: within the caches of a core, in the
# cache that cores share, and far beyond. The last is what larger ones get.
SIZES = (24 << 10, 768 << 10, 3 << 20, 12 << 20, 48 << 20, 192 << 20, 768 << 20)
# Bytes of an array that is read here and there.
RANDOM_SIZES = (16 << 10, 512 << 10, 4 << 20, 16 << 20, 64 << 20, 512 << 20)
# Seconds until a system has moved processors apart that are awake.
_SETTLES = 20
_CACHE = Path("/sys/devices/system/cpu/cpu0/cache")


@dataclass(frozen=True)
class Machine:
    """`bandwidth` maps threads to bytes per second at each of `sizes`, `random`
    to the seconds for a number that is read anywhere in memory of each of
    `random_sizes`, beside its place and, beyond the largest cache, a factor, and
    `flops` to operations per second; keys are texts, as in JSON. `cache` are the
    bytes of the largest cache, if they are known."""

    processor: str
    sizes: list[int]
    bandwidth: dict[str, list[float]]
    flops: dict[str, float]
    random_sizes: list[int] = field(default_factory=list)
    random: dict[str, list[float]] = field(default_factory=dict)
    cache: int = 0

    def knows(self, threads: int) -> bool:
        """Whether limits were measured for a number of threads."""
        return str(threads) in self.bandwidth

    def rate(self, size: float, threads: int) -> float:
        """Bytes per second of memory of a size, between those measured."""
        return _between(self.sizes, self.bandwidth[str(threads)], size)

    def gathering(self, gathers: list[list[float]], threads: int) -> float:
        """The seconds for numbers that are read here and there, given how many
        from how much memory."""
        if str(threads) not in self.random:
            return 0.0
        known = self.random[str(threads)]
        return sum(
            count * _between(self.random_sizes, known, size)
            for size, count in gathers
        )

    def limit(
        self,
        size: float,
        operations: float,
        threads: int,
        gathers: list[list[float]] | None = None,
    ) -> float:
        """The seconds that a kernel takes at least."""
        moving = size / self.rate(size, threads)
        computing = operations / self.flops[str(threads)]
        return max(moving, computing, self.gathering(gathers or [], threads))

    def with_more(self, other: Machine) -> Machine:
        """Together with what was measured for other numbers of threads."""
        return replace(
            self,
            bandwidth=self.bandwidth | other.bandwidth,
            flops=self.flops | other.flops,
            random_sizes=other.random_sizes,
            random=self.random | other.random,
        )

    def as_json(self) -> dict:
        return asdict(self)


def _between(sizes: list[int], numbers: list[float], size: float) -> float:
    """The number for a size between those measured."""
    position = math.log(max(size, 1))
    known = [math.log(other) for other in sizes]
    for low in range(len(known) - 1):
        if position <= known[low + 1]:
            share = (position - known[low]) / (known[low + 1] - known[low])
            share = min(1.0, max(0.0, share))
            return numbers[low] + share * (numbers[low + 1] - numbers[low])
    return numbers[-1]


def cache_bytes() -> int:
    """The size of the largest cache; 0 where the system does not say."""
    sizes = [0]
    for path in _CACHE.glob("index*/size"):
        text = path.read_text().strip()
        factor = {"K": 1 << 10, "M": 1 << 20}.get(text[-1:], 1)
        sizes.append(factor * int(text.rstrip("KM")))
    return max(sizes)


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


def _command(scratch: Path, *arguments: object) -> list[str]:
    """What calls the program, which gcc compiles if the source is newer."""
    program = scratch / "machine"
    made = program.stat().st_mtime if program.exists() else 0.0
    if made < _SOURCE.stat().st_mtime:
        words = ["-O3", "-march=native", "-ffast-math", "-fopenmp"]
        command = ["gcc", *words, str(_SOURCE), "-o", str(program)]
        subprocess.run(command, check=True)
    return [str(program), *map(str, arguments)]


def _run(scratch: Path, *arguments: object, **environment: str) -> float:
    """What the program prints."""
    done = subprocess.run(
        _command(scratch, *arguments),
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | environment,
    )
    return float(done.stdout)


@contextlib.contextmanager
def awake(scratch: Path) -> Iterator[None]:
    """Lets no processor fall asleep meanwhile: on each of them, a program does
    nothing as long as nobody else wants to run."""
    command = _command(scratch, "awake")
    with contextlib.ExitStack() as stack:
        programs = []
        for number in sorted(os.sched_getaffinity(0)):
            program = subprocess.Popen([*command, str(number)])
            stack.callback(program.wait)
            stack.callback(program.kill)
            programs.append(program)
        time.sleep(_SETTLES)
        if any(program.poll() is not None for program in programs):
            raise SystemExit("this system lets no program keep processors awake")
        yield


def handover(scratch: Path) -> float:
    """The seconds for a line of a cache to go from one of two threads to the
    other and back, which say whether they share a cache by now; zero where there
    is one processor, or one thread."""
    if len(os.sched_getaffinity(0)) < 2:
        return 0.0
    bound = {"OMP_PROC_BIND": "true", "OMP_PLACES": "cores"}
    return _run(scratch, "handover", **bound)


def measure(
    scratch: Path,
    threads: Sequence[int],
    sizes: Sequence[int] = SIZES,
    random_sizes: Sequence[int] = RANDOM_SIZES,
    progress: Callable[[str], None] = lambda text: None,
) -> Machine:
    """What the machine can do with each of some numbers of threads."""
    run = partial(_run, scratch)
    bandwidth, random, flops = {}, {}, {}
    for count in threads:
        progress(f"limits of the machine, {count} threads")
        bandwidth[str(count)] = [run("triad", size, count) for size in sizes]
        random[str(count)] = [
            run("random", size, count, cache_bytes() or sizes[-1])
            for size in random_sizes
        ]
        flops[str(count)] = run("flops", count)
    return Machine(
        *(processor(), list(sizes), bandwidth, flops),
        *(list(random_sizes), random, cache_bytes()),
    )


def complete(
    known: Machine | None,
    scratch: Path,
    threads: Iterable[int],
    progress: Callable[[str], None] = lambda text: None,
) -> Machine:
    """What is known, with what it lacks of some numbers of threads."""
    if known is None:
        return measure(scratch, sorted(set(threads)), progress=progress)
    lacking = sorted(n for n in set(threads) if not known.knows(n))
    if not lacking:
        return known
    random_sizes = known.random_sizes or RANDOM_SIZES
    more = measure(scratch, lacking, known.sizes, random_sizes, progress)
    return known.with_more(more)
