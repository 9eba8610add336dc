# ===- options.py - The options of the command -----------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Reads the options."""

from __future__ import annotations

import argparse
from pathlib import Path

from contest import matrices
from contest.contestants import CONTESTANTS
from contest.instance import Limits
from contest.processes import MEMORY
from contest.suites import SUITES

_ROOT = Path(__file__).resolve().parents[2]
_KINDS = ",".join(matrices.KINDS)


def _words(text: str) -> list[str]:
    return [word for word in text.split(",") if word]


def _numbers(text: str) -> list[int]:
    return [int(word) for word in _words(text)]


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="run.py", description="Measures kernels under every contestant."
    )
    add = made.add_argument
    add(
        "files",
        nargs="*",
        type=Path,
        help=".mtx and .tns files, or their folders",
    )
    add("--generate", type=_words, help=f"kinds to make, of {_KINDS}, or all")
    add(
        "--rows", type=_numbers, default=[100_000], help="sizes of what is made"
    )
    add("--suite", choices=list(SUITES), help="a choice of what is measured")
    add("--kernels", default="", help="a pattern that their names match")
    add("--datasets", default="", help="a pattern that their names match")
    add("--contestants", type=_words, default=list(CONTESTANTS), help="names")
    add("--threads", type=_numbers, default=[1, 2])
    add("--memory", type=_words, default=list(MEMORY), help="plain, reused")
    add("--rounds", type=int, default=5, help="turns of each contestant")
    add("--seconds", type=float, default=0.2, help="how long a turn is")
    add("--most-seconds", type=float, default=2, help="of one in a case")
    add("--limit", type=float, default=300, help="seconds until one is ended")
    add("--most-products", type=int, default=Limits.products)
    add("--most-bytes", type=int, default=Limits.bytes, help="of an operand")
    add("--seed", type=int, default=1)
    add("--out", type=Path, default=_ROOT / "build" / "benchmark")
    add("--scratch", type=Path, default=_ROOT / "build" / "benchmark-scratch")
    add("--prepare", action="store_true", help="compile, without running")
    add("--page", action="store_true", help="keep the results in docs/")
    add("--fresh", action="store_true", help="forget what --out has")
    library = _ROOT / "build" / "lib" / "libweft.so"
    add("--library", type=Path, default=library)
    add("--llvm", type=Path, default=Path("/usr/lib/llvm-22/bin"))
    add("--list", action="store_true", help="say who takes part, and why not")
    add("--no-limits", action="store_true", help="measure no bandwidth")
    add("--awake", action="store_true", help="let no processor fall asleep")
    add("--check", action="store_true", help="fail where results disagree")
    return made
