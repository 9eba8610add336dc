# ===- loads.py - Files in any format --------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Loads files into every composition of level types.

For each order up to three, the formats are all words of level letters with their
modes in every order; for order four, some of them; and besides, words with slots
and blocks, and all formats with names. The files list entries in no order, some
twice, and leave rows empty. What is loaded is read by `storage.py` and compared
with what the file says; what is refused must be so for a reason that is listed
here, and which the file has.
"""

from __future__ import annotations

import argparse
import collections
import itertools
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from spellings import parse_format
from storage import read_storage
from storage_arrays import StorageError
from parser_execute import read_tensor
from run import DEFAULT_LIBRARY
from weft import Library, WeftError

LETTERS = (
    *("d", "s", "u", "q", "c", "b", "h", "g", "t", "e", "i", "n2", "a", "m2"),
    *("s~", "u~", "q~", "c~", "v", "g~", "v~"),
)
DIMS = (5, 4, 3, 2)
# What a tensor in such a format cannot have, whatever the file.
NO_MEANING = (
    "a singleton level cannot be the first level",
    "a batched level is below dense levels",
    "a permuted level is the first",
    "stores one coordinate for each position above",
    "has room for 2 coordinates below each position above",
)
NAMED = {
    1: ("dense", "COO", "CSF", "bitmap", "DOK", "MG{block=2}"),
    2: (
        *("dense", "COO", "CSF", "bitmap", "DOK", "CSR", "CSC", "DCSR", "DCSC"),
        *("LIL", "BCSR{block=2x3}", "BCSC{block=2x3}"),
        *("CSB{block=3x2}", "CSB{block=1x3}"),
        *("DIA", "SDIA", "ELL", "SELL{block=2}", "SELLCS{block=2,sort=4}"),
        *("MG{block=2x2}", "CSR{ordered=false}", "COO{ordered=false}"),
        *("CSR{packed}", "COO{packed}", "ELL{packed}", "CSR{pos=8,crd=8}"),
        *("dense:1,0", "COO:1,0", "CSR:1,0", "CSC:1,0", "LIL:1,0", "DIA:1,0"),
        *("BCSR{block=2x3}:1,0", "CSB:1,0{block=3x2}", "SELL{block=2}:1,0"),
        *("SELLCS{block=2,sort=4}:1,0", "ELL:1,0", "MG{block=2x3}:1,0"),
    ),
    3: (
        *("dense", "COO", "CSF", "bitmap", "DOK", "MG{block=2x3x2}"),
        *("CSR", "CSC", "DCSR", "DCSC", "LIL", "ELL", "CSB{block=2x3x2}"),
        *("BCSR{block=2x3x2}", "BCSC{block=2x3x2}", "SELL{block=2}"),
        *("SELLCS{block=2,sort=4}", "COO:2,0,1", "CSF:1,2,0", "LIL:2,0,1"),
        *("CSB{block=2x3x2}:1,2,0", "BCSR{block=2x3x2}:2,0,1", "ELL:1,0,2"),
        *("MG{block=2x3x2}:2,0,1", "SELL{block=2}:1,2,0", "CSC:1,2,0"),
        *("bitmap:2,1,0", "DOK:1,0,2", "SELLCS{block=2,sort=4}:2,0,1"),
    ),
    4: ("dense", "COO", "CSF", "bitmap", "DOK", "MG{block=2x3x2x2}"),
}
# Levels with slots, the modes of which are in every order.
SLOTTED = {
    2: ("*ddp", "*dsp", "d*dp", "d*ip", "s*dp", "s*ip", "h*dp", "m2*dp", "m2*l2p"),
    3: ("*dddp", "d*dsp", "sd*ip", "d*dpd", "m2*l2ps", "ss*dp", "d*ipd", "*ddsp"),
}
DIAGONAL = ("dro:*,0,1", "dro:*,1,0", "dso:*,0,1", "dho:*,1,0", "dbo:*,0,1")
SLOTTED_LEVEL = "*"
# Words of level letters that are names.
SPELLED = ("DIA",)


def words(order: int) -> Iterator[str]:
    """All compositions of level types with their modes in every order."""
    for letters in itertools.product(LETTERS, repeat=order):
        word = "".join(letters)
        if word.upper() in SPELLED:
            continue  # It means other levels.
        for modes in itertools.permutations(map(str, range(order))):
            yield word + ":" + ",".join(modes)


def slotted(order: int) -> Iterator[str]:
    for word in SLOTTED.get(order, ()):
        above, _, below = word.partition(SLOTTED_LEVEL)
        first = len([letter for letter in above if letter.isalpha()])
        for modes in itertools.permutations(map(str, range(order))):
            stored = [*modes[:first], SLOTTED_LEVEL, *modes[first:]]
            yield above + below + ":" + ",".join(stored)


def blocked(generator: random.Random, order: int) -> str:
    """A word whose first mode is stored in blocks of two."""
    letters = generator.choices(LETTERS, k=order + 1)
    modes = ["0/2", "0%2", *map(str, range(1, order))]
    generator.shuffle(modes)
    return "".join(letters) + ":" + ",".join(modes)


def make_file(
    generator: random.Random, folder: Path, dims: tuple[int, ...]
) -> tuple[Path, dict[tuple[int, ...], float]]:
    """Entries in no order, a third of them twice, with empty rows."""
    every = [c for c in itertools.product(*map(range, dims)) if c[0] != 1]
    some = generator.sample(every, len(every) // 3)
    lines = some + generator.sample(some, len(some) // 3)
    generator.shuffle(lines)
    expected: dict[tuple[int, ...], float] = {}
    text = "%%MatrixMarket tensor coordinate real general\n"
    text += " ".join(map(str, (*dims, len(lines)))) + "\n"
    for coordinate in lines:
        value = generator.randint(1, 9)
        expected[coordinate] = expected.get(coordinate, 0.0) + value
        text += " ".join(str(c + 1) for c in coordinate) + f" {value}\n"
    path = folder / f"order{len(dims)}-{generator.randrange(10**9)}.ttx"
    path.write_text(text)
    return path, expected


def load(
    library: Library, path: Path, format: str, dims: tuple[int, ...],
    expected: dict[tuple[int, ...], float],
) -> str:
    """The reason why the format was refused, or nothing."""
    try:
        tensor = read_tensor(library, path, format, "f64", len(dims))
    except WeftError as error:
        for reason in NO_MEANING:
            if reason in str(error):
                return reason
        raise AssertionError(f"{format}: {error}") from None
    layout = parse_format(format, len(dims))
    kinds = layout.kinds
    arrays = tensor.arrays(np.dtype(np.float64), kinds, layout.packed)
    try:
        stored = read_storage(layout, dims, arrays)
    except StorageError as error:
        raise AssertionError(f"{format}: {error}") from None
    for found in (stored, tensor.entries(np.dtype(np.float64))):
        numbers = {c: float(value) for c, value in found if value}
        if numbers != expected:
            raise AssertionError(f"{format}: {numbers} instead of {expected}")
    return ""


def draw(generator: random.Random, order: int, cases: int) -> list[str]:
    """All formats of an order, or so many of those with letters."""
    if order < 4:
        formats = list(words(order))
        if len(formats) > cases:
            formats = generator.sample(formats, cases)
    else:
        formats = [
            "".join(generator.choices(LETTERS, k=order))
            + ":"
            + ",".join(map(str, generator.sample(range(order), order)))
            for _ in range(cases)
        ]
    formats += slotted(order)
    formats += DIAGONAL if order == 2 else ()
    formats += NAMED[order]
    return formats + [blocked(generator, order) for _ in range(cases // 4)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--library", type=Path, default=DEFAULT_LIBRARY)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--cases", type=int, default=1000, help="formats of each order at most"
    )
    arguments = parser.parse_args()
    library = Library(str(arguments.library))
    generator = random.Random(arguments.seed)
    counts: collections.Counter[str] = collections.Counter()
    failures = []
    with tempfile.TemporaryDirectory() as name:
        for order in (1, 2, 3, 4):
            dims = DIMS[:order]
            files = [make_file(generator, Path(name), dims) for _ in range(3)]
            for format in draw(generator, order, arguments.cases):
                path, expected = generator.choice(files)
                try:
                    reason = load(library, path, format, dims, expected)
                except AssertionError as failure:
                    failures.append(str(failure))
                    continue
                counts[reason or f"loaded, order {order}"] += 1
    for reason, count in counts.most_common():
        print(f"{count:6} {reason}")
    for failure in failures[:20]:
        print("FAILED", failure)
    print(f"{sum(counts.values())} formats, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
