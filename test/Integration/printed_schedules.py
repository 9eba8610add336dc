#!/usr/bin/env python3
# ===- printed_schedules.py - Schedules that are printed and given back -----===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Compiles kernels with the schedule that `-print-schedule` prints for them.

The schedule is complete, so that the object file is the same byte for byte, and
so is the schedule that is printed for it. Kernels are those of the benchmark,
those of docs/Schedules with their schedules, programs, and a share of the
grid. What is refused without a schedule is left out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from catalogue import CATALOGUE
from fuzz_case import tensor_orders
from grid import generate
from notation import render
from run import DEFAULT_LIBRARY
from weft import Library, WeftError

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
from contest.kernels import KERNELS  # noqa: E402

# The most commands of the kernels that people look at first.
SHORT = ("spmv-csr", "spmm-32", "spgemm")
MOST_COMMANDS = 25

PROGRAMS = (
    ("y(i) = A(i,j) * x(j); z(j) = A(i,j) * y(i)", {"A": "CSR"}),
    ("C(i,j) = A(i,k) * B(k,j); y(i) = C(i,j) * x(j)", dict.fromkeys("ABC", "CSR")),
    ("C(i,k) = A(i,j) * B(j,k); D(i,k) = A(i,j) * C(j,k)", {"A": "CSR"}),
    ("s = A(i,j) * A(i,j); B(i,j) = A(i,j) / s", dict.fromkeys("AB", "CSR")),
    ("s = A(i,j) * B(i,j); t = A(i,j) * B(j,i)", dict.fromkeys("AB", "CSR")),
)


@dataclass(frozen=True)
class Case:
    """`options` come without the schedule, which is a text or none."""

    name: str
    text: str
    formats: dict[str, str]
    types: dict[str, str] = field(default_factory=dict)
    options: str = ""
    schedule: str = ""


def cases(seed: int, count: int) -> Iterator[Case]:
    for kernel in KERNELS:
        formats = {name: format.weft for name, format in kernel.formats.items()}
        for schedule in {"", kernel.schedule, f"default,{kernel.schedule}"}:
            if schedule != "default,":
                yield Case(kernel.name, kernel.expression, formats, {}, "", schedule)
    for entry in CATALOGUE:
        steps = "none" if entry.steps == "" else entry.steps or ""
        text = render((entry.assignment,))
        yield Case(entry.name, text, dict(entry.formats), {}, "", steps)
    for text, formats in PROGRAMS:
        yield Case(text, text, formats)
        yield Case(text, text, formats, {"A": "f32"})
        yield Case(text, text, formats, {}, "strict-fp")
    for number in range(count):
        case = generate(seed, number)
        words = case.options.split()
        plain = " ".join(w for w in words if not w.startswith("schedule="))
        yield Case(case.name, case.text, case.formats, case.types, plain)


def as_options(schedule: str) -> str:
    """Each line as a part of its own, as the driver hands it on."""
    return " ".join(
        f"schedule={line.replace(' ', '')}" for line in schedule.splitlines()
    )


def check(library: Library, case: Case) -> str | None:
    """What is wrong; `None` if nothing is."""

    def compile(schedule: str):
        return library.compile(
            case.text,
            case.formats,
            case.types,
            f"{case.options} {as_options(schedule)}".strip(),
        )

    kernel = compile(case.schedule)
    printed = kernel.print("schedule")
    lines = printed.splitlines()
    if not lines or lines[0] != "only":
        return f"printed {printed!r}"
    if not case.schedule and case.name in SHORT and len(lines) > 1 + MOST_COMMANDS:
        return f"has {len(lines) - 1} commands"
    try:
        other = compile(printed)
    except WeftError as error:
        return f"{printed}\nis refused: {error}"
    if other.print("schedule") != printed:
        return f"{printed}\nprints as {other.print('schedule')}"
    if other.object() != kernel.object():
        return f"{printed}\nhas another object file"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=Path, default=DEFAULT_LIBRARY)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--cases", type=int, default=300)
    options = parser.parse_args()
    library = Library(str(options.library))
    passed = failed = refused = 0
    assert set(SHORT) <= {kernel.name for kernel in KERNELS}
    for case in cases(options.seed, options.cases):
        try:
            problem = check(library, case)
        except WeftError:
            refused += 1
            continue
        passed += problem is None
        if problem is not None:
            failed += 1
            print(f"FAILED {case.name}: {case}\n{problem}")
    print(f"{refused} are refused as they are")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or passed < options.cases else 0


if __name__ == "__main__":
    sys.exit(main())
