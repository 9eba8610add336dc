# ===- cases.py - Every kernel in every combination of formats -------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The cases: kernels times formats times types, with stable names.

All combinations of formats run on f64 with small integers, compared exactly.
Every other type, and every other kind of run, takes a seeded share of the
combinations, so that the whole suite stays within minutes.
"""

from __future__ import annotations

import itertools
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random

import kernels  # noqa: F401 - fills KERNELS
from datasets import REAL, SMALL, SPECIAL
from formats import Format
from spellings import parse_format
from kernel import KERNELS, NO_RESULTS, RARE, Kernel, default_formats
from reference import TYPES, ElementType


@dataclass(frozen=True)
class Run:
    """A kind of run: its numbers, the compiler's options, one combination of
    formats in how many takes part, the types, and whether numbers must be
    equal."""

    name: str
    numbers: str
    options: str
    share: int
    types: tuple[str, ...]
    exact: bool = True
    # No kernel is left out for having few combinations.
    least: int = 2
    # How many combinations with rare formats take part, instead of a share.
    rare: int = 0


# Types whose code is that of others but for the operations that it is made of.
RARE_TYPES = (
    *("bool", "i8", "i16", "u8", "u16", "u32", "u64"),
    *("f16", "bf16", "complex<f32>"),
)
DROP_COUNTED = "drop-fill assembly=two_phase"
RUNS = (
    Run("", SMALL, "", 1, ("f64", "complex<f64>")),
    Run("", SMALL, "", 8, ("f32", "i32", "i64", "complex<f64>")),
    Run("", SMALL, "", 128, RARE_TYPES, least=1),
    Run("real", REAL, "", 128, ("f16", "bf16"), exact=False, least=1),
    Run("real", REAL, "", 8, ("f64", "f32", "complex<f64>"), exact=False),
    Run("strict-fp", REAL, "strict-fp", 16, ("f64",), exact=False),
    Run("special", SPECIAL, "", 8, ("f64",)),
    Run("strict-zero", SPECIAL, "strict-zero", 16, ("f64",)),
    Run("two-phase", SMALL, "assembly=two_phase", 8, ("f64", "complex<f64>")),
    Run("drop-fill", SMALL, "drop-fill", 16, ("f64", "complex<f64>")),
    Run("unoptimized", SMALL, "opt=0", 32, ("f64",)),
    Run("", SMALL, "", 1, ("f64", "complex<f64>"), rare=60),
    Run("real", REAL, "", 1, ("f32",), exact=False, rare=4),
    Run("special", SPECIAL, "", 1, ("f64",), rare=12),
    Run("unoptimized", SMALL, "opt=0", 1, ("f64",), rare=2),
    Run("two-phase", SMALL, "assembly=two_phase", 1, ("f64",), rare=8),
    Run("drop-fill", SMALL, "drop-fill", 1, ("f64",), rare=8),
    Run("drop-counted", SMALL, DROP_COUNTED, 1, ("f64",), rare=6),
)


@dataclass(frozen=True)
class Case:
    kernel: Kernel
    formats: tuple[tuple[str, str], ...]
    element: ElementType
    run: Run

    @property
    def name(self) -> str:
        """For example `spmv/y=d/A=CSR/x=d/f64`."""
        formats = (f"{tensor}={name}" for tensor, name in self.formats if name)
        return "/".join(
            part
            for part in (
                self.kernel.name,
                *formats,
                self.element.name,
                self.run.name,
            )
            if part
        )

    def __reduce__(self) -> tuple:
        # Types hold functions, which cannot be sent to a worker; names can.
        return _rebuild, (
            self.kernel.name,
            self.formats,
            self.element.name,
            self.run,
        )

    def format(self, tensor: str) -> Format:
        name = dict(self.formats)[tensor]
        return parse_format(name, self.kernel.orders[tensor])


def _rebuild(
    kernel: str, formats: tuple[tuple[str, str], ...], element: str, run: Run
) -> Case:
    return Case(KERNELS[kernel], formats, TYPES[element], run)


def _combinations(kernel: Kernel) -> Iterator[tuple[tuple[str, str], ...]]:
    choices = (
        [
            (tensor, name)
            for name in kernel.formats.get(tensor, default_formats(order))
        ]
        for tensor, order in kernel.orders.items()
    )
    return itertools.product(*choices)


def _rare_combinations(
    kernel: Kernel, count: int, seed: int
) -> list[tuple[tuple[str, str], ...]]:
    """Some combinations in which at least one tensor has a rare format."""
    choices = []
    for tensor, order in kernel.orders.items():
        rare = [
            name
            for name in RARE.get(order, ())
            if tensor not in kernel.results or name not in NO_RESULTS
        ]
        usual = kernel.formats.get(tensor, default_formats(order))
        # What must be dense must have all of its components.
        if all(parse_format(name, order).is_dense for name in usual):
            rare = []
        choices.append((tensor, usual, rare))
    random = Random(f"{seed} {kernel.name}")
    drawn = {}
    for _ in range(4 * count):
        combination = tuple(
            (tensor, random.choice((*usual, *rare)))
            for tensor, usual, rare in choices
        )
        if len(drawn) < count and any(
            name not in usual
            for (_, name), (_, usual, _) in zip(
                combination, choices, strict=True
            )
        ):
            drawn[combination] = None
    return list(drawn)


def _digest(text: str, seed: int) -> int:
    return zlib.crc32(f"{seed} {text}".encode())


def all_cases(seed: int = 0) -> Iterator[Case]:
    """Every case, kernel by kernel; `seed` picks the shares."""
    for kernel in KERNELS.values():
        for run in RUNS:
            if run.numbers == SPECIAL and not kernel.algebraic:
                continue
            for name in _types(kernel, run):
                cases = [
                    Case(kernel, formats, TYPES[name], run)
                    for formats in (
                        _rare_combinations(kernel, run.rare, seed)
                        if run.rare
                        else _combinations(kernel)
                    )
                ]
                if run.share > 1:
                    count = max(run.least, len(cases) // run.share)
                    cases.sort(key=lambda case: _digest(case.name, seed))
                    cases = cases[:count]
                yield from cases


def _types(kernel: Kernel, run: Run) -> list[str]:
    """The types of a run; the full product takes the first that fits, and the
    others of the same kind leave that one out."""
    names = [name for name in run.types if kernel.takes(name)]
    if run.share == 1:
        return names[:1]
    if run.numbers == SMALL and not run.options:
        names = [name for name in names if name != kernel.types[0]]
    return names


def sample(
    cases: Iterable[Case], taken: int, of: int, seed: int
) -> Iterator[Case]:
    """About `taken` in `of` cases, the same ones for the same seed."""
    return (c for c in cases if _digest(c.name, seed ^ 0x5EED) % of < taken)
