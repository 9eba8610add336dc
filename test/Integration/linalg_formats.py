# ===- linalg_formats.py - Random encodings of tensors ---------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Draws encodings of `sparse_tensor`: levels of any type in any order of the
modes, blocks, and the widths of positions and coordinates."""

from __future__ import annotations

import math
import random

Shape = tuple[int, ...]

LEVELS = ("dense", "compressed", "compressed", "loose_compressed")
WIDTHS = (0, 0, 0, 8, 16, 32, 64)


def draw_encoding(choose: random.Random, shape: Shape, result: bool) -> str:
    """The encoding of a tensor with that shape; `result` if it is written, so
    that it may have any components."""
    rank = len(shape)
    kinds = ["levels"] * 6 + ["coo"] * 2
    if rank >= 1:
        kinds += ["blocks"]
    if rank == 2 and shape[1] % 4 == 0 and shape[1] and not result:
        kinds += ["structured"] * 4
    kind = choose.choice(kinds)
    order = list(range(rank))
    if choose.random() < 0.4:
        choose.shuffle(order)
    if kind == "levels":
        levels = [f"d{mode} : {choose.choice(LEVELS)}" for mode in order]
    elif kind == "coo":
        levels = _coordinates(choose, order)
    elif kind == "blocks":
        levels = _blocks(choose, shape)
    else:
        levels = [
            *("d0 : dense", "d1 floordiv 4 : dense"),
            "d1 mod 4 : structured[2, 4]",
        ]
    modes = ", ".join(f"d{mode}" for mode in range(rank))
    text = f"map = ({modes}) -> ({', '.join(levels)})"
    for name in ("posWidth", "crdWidth"):
        width = choose.choice(WIDTHS)
        # Positions of 8 bits count as many entries at least.
        if width > (8 if math.prod(shape) > 100 else 0):
            text += f", {name} = {width}"
    return f"#sparse_tensor.encoding<{{ {text} }}>"


def _coordinates(choose: random.Random, order: list[int]) -> list[str]:
    """Coordinate lists, of the first modes or below dense ones."""
    first = choose.choice((0, 0, 0, len(order) - 2))
    first = max(0, first)
    levels = [f"d{mode} : dense" for mode in order[:first]]
    rest = order[first:]
    soa = ", soa" if choose.random() < 0.3 else ""
    for number, mode in enumerate(rest):
        last = number + 1 == len(rest)
        if number == 0:
            loose = "loose_" if choose.random() < 0.3 else ""
            kind = f"{loose}compressed" + ("" if last else "(nonunique)")
        else:
            words = "" if last else "nonunique"
            words = (words + soa).removeprefix(", ")
            kind = f"singleton({words})" if words else "singleton"
        levels.append(f"d{mode} : {kind}")
    return levels


def _blocks(choose: random.Random, shape: Shape) -> list[str]:
    """Blocks of the modes whose sizes have a divisor."""
    sizes = [
        choose.choice([n for n in (2, 3) if size % n == 0 and size] or [1])
        for size in shape
    ]
    outer, inner = [], []
    for mode, size in enumerate(sizes):
        kind = choose.choice(("dense", "compressed"))
        if size == 1:
            outer.append(f"d{mode} : {kind}")
            continue
        outer.append(f"d{mode} floordiv {size} : {kind}")
        inner.append(f"d{mode} mod {size} : dense")
    return outer + inner
