# ===- base.py - What a contestant is -------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The interface behind which every contestant runs.

A contestant prepares an instance, which may compile; then `run` is called many
times, and only that is timed: from operands in memory to a result that is
assembled in memory. Reading and packing of operands is not in it (but for the
kernel that reads a file), nor is freeing the result, which `discard` does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from contest.digests import Digest
from contest.instance import Instance


class Unsupported(Exception):
    """The contestant cannot run the kernel; the text says why."""


@dataclass(frozen=True)
class Setup:
    """Where things are: Weft's library, LLVM's tools, a folder for what is
    compiled, and how many threads a kernel has."""

    library: Path
    llvm: Path
    scratch: Path
    threads: int


@dataclass
class Prepared:
    """`digest` and `result_bytes` are asked after a run and before the result is
    discarded; `keep` has what must live as long."""

    run: Callable[[], None]
    digest: Callable[[], Digest]
    discard: Callable[[], None] = lambda: None
    result_bytes: Callable[[], int] = lambda: 0
    compile_seconds: float = 0.0
    keep: list = field(default_factory=list)


class Contestant(ABC):
    """Made in a worker, for one setup."""

    name: str
    # Whether what it compiles is found in the folder of the setup again.
    keeps = False
    # Whether that is of one dataset only.
    fixes_sizes = False
    # Whether it takes part in suites that do not name it.
    in_every_suite = True

    def __init__(self, setup: Setup) -> None:
        self.setup = setup

    @staticmethod
    def missing(setup: Setup) -> str | None:
        """What the machine lacks; nothing if the contestant can be made."""
        return None

    @property
    def version(self) -> str:
        return ""

    @abstractmethod
    def prepare(self, instance: Instance, file: Path) -> Prepared:
        """Raises Unsupported; `file` holds the matrix for kernels that read it."""
