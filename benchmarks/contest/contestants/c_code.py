# ===- c_code.py - C code -------------------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The loops of textbooks through a C compiler, as fast as it makes them."""

from __future__ import annotations

import ctypes
import hashlib
import shutil
import subprocess
import time
from pathlib import Path

from contest.c_loops import BODIES, HELPERS
from contest.contestants.base import Contestant, Prepared, Setup, Unsupported
from contest.instance import Instance
from contest.native import Invocation, wrap

FLAGS = ("-O3", "-march=native", "-ffast-math", "-shared", "-fPIC", "-w")


def build(compiler: list[str], source: str, folder: Path, suffix: str) -> tuple:
    """A shared library of a source, and how long the compiler took. Compiled
    once: the time is kept beside what was made."""
    key = hashlib.sha256("\0".join([*compiler, source]).encode()).hexdigest()[
        :20
    ]
    folder.mkdir(parents=True, exist_ok=True)
    library, clock = folder / f"{key}.so", folder / f"{key}.seconds"
    if not clock.exists():
        text = folder / f"{key}{suffix}"
        text.write_text(source)
        start = time.perf_counter()
        done = subprocess.run(
            [*compiler[:1], str(text), "-o", str(library), *compiler[1:]],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            lines = done.stderr.strip().splitlines() or ["the compiler failed"]
            errors = (line for line in lines if "error:" in line)
            raise Unsupported(next(errors, lines[0]))
        clock.write_text(repr(time.perf_counter() - start))
    return ctypes.CDLL(str(library)), float(clock.read_text())


def prepared(
    library: ctypes.CDLL, seconds: float, instance: Instance, file: Path
) -> Prepared:
    call = Invocation(library, instance, str(file))
    return Prepared(
        call.run, call.digest, call.discard, call.result_bytes, seconds
    )


class CCode(Contestant):
    """Through one compiler; subclasses name it."""

    compilers: tuple[str, ...]
    keeps = True

    @classmethod
    def find(cls, setup: Setup) -> str | None:
        found = (
            shutil.which(name) or shutil.which(name, path=str(setup.llvm))
            for name in cls.compilers
        )
        return next(filter(None, found), None)

    @classmethod
    def missing(cls, setup: Setup) -> str | None:
        return None if cls.find(setup) else f"no {cls.compilers[0]}"

    @property
    def version(self) -> str:
        words = [self.find(self.setup), "-dumpversion"]
        return subprocess.run(
            words, capture_output=True, text=True
        ).stdout.strip()

    def prepare(self, instance: Instance, file: Path) -> Prepared:
        body = BODIES.get(instance.kernel.name)
        if body is None:
            raise Unsupported("no loops written")
        openmp = ["-fopenmp"] if self.setup.threads > 1 else []
        compiler = [self.find(self.setup), *FLAGS, *openmp]
        source = wrap(instance, body, HELPERS)
        built = build(compiler, source, self.setup.scratch, ".c")
        return prepared(*built, instance, file)


class Gcc(CCode):
    name = "c-gcc"
    compilers = ("gcc",)


class Clang(CCode):
    name = "c-clang"
    compilers = ("clang-22", "clang")
