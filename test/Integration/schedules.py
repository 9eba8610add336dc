# ===- schedules.py - Schedules that must work ------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Runs the schedules of docs/Schedules and compares with `dense.py`.

Operands are small integers, stored as integers and as real numbers, and where
updates are atomic as complex ones, so that each order of a sum gives the same, and results are compared bit for bit, with 1, 2 and
8 threads. None may be refused.
"""

from __future__ import annotations

import argparse
import dataclasses
import os
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np
from catalogue import CATALOGUE, Schedule
from catalogue_gpu import CATALOGUE_GPU
from execute import Mismatch
from fuzz_case import Data, FuzzCase, Operand, tensor_orders
from fuzz_data import SizeClasses
from fuzz_execute import THREADS, _store, compare, evaluate
from notation import Index, accesses
from run import DEFAULT_LIBRARY
from weft import Kernel, Library, WeftError

TYPES = ("i64", "f64")
# Where threads update components at once, what no instruction updates, too.
UPDATED = (*TYPES, "complex<f32>", "complex<f64>")
# The largest size of a mode, by the order of the largest tensor: more than one
# tile of those of the catalogue, and none of a whole number of tiles.
LARGEST = {1: 150, 2: 45, 3: 21}
# Sizes, as a share of the largest (0 for none, None for one), and densities.
DATA = (
    (1.0, 0.15),
    (1.0, 0.6),
    (0.4, 0.05),
    (0.7, 1.0),
    (1.0, 0.0),
    (None, 1.0),
    (0.0, 1.0),
)


def draw_data(
    pick: random.Random, case: FuzzCase, share: float | None, density: float
) -> Data:
    """Sizes of all variables, the same for those of one mode, and operands with
    empty rows, and with components that are listed twice and in any order."""
    largest = LARGEST[max(tensor_orders(case.program).values())]


    def draw(index: Index) -> int:
        size = 1 if share is None else int(share * largest)
        return max(0, size - pick.randrange(4)) if size > 4 else size

    operands, extents = draw_operands(pick, case, draw, density)
    return Data(extents, operands)


def draw_operands(
    pick: random.Random,
    case: FuzzCase,
    draw_size: Callable[[Index], int],
    density: float,
) -> tuple[dict[str, Operand], dict[str, int]]:
    """Operands, and the sizes of all variables, the same for those of one mode,
    which is that of the first of them."""
    sizes: dict[Index, int] = {}
    classes = SizeClasses(case.program)
    for index, root in classes.variables().items():
        if root not in sizes:
            sizes[root] = draw_size(index)
    extents = {x: sizes[root] for x, root in classes.variables().items()}
    operands = {}
    for access in accesses(case.program[0].value):
        dims = tuple(extents[x] for x in access.indices)
        full = case.format(access.tensor).is_dense
        coordinates = [
            where
            for where in np.ndindex(*dims)
            if full or (where[0] % 5 != 3 and pick.random() < density)
        ]
        if not full:
            coordinates += coordinates[::7]
        pick.shuffle(coordinates)
        # A negative number is a large one of types without a sign, of which
        # two do not add up.
        is_unsigned = case.types[access.tensor].startswith("u")
        times = Counter(coordinates) if is_unsigned else Counter()
        values = tuple(
            abs(value) if times[where] > 1 else value
            for where in coordinates
            for value in [pick.randint(-4, 4)]
        )
        operands[access.tensor] = Operand(dims, tuple(coordinates), values)
    return operands, {x.name: size for x, size in extents.items()}


def run(
    library: Library,
    kernel: Kernel,
    case: FuzzCase,
    data: Data,
    on_device: bool = False,
) -> None:
    """Also with operands on a device, if the kernel takes them there."""
    operands, stored = {}, {}
    for name, entries in data.operands.items():
        operands[name], stored[name] = _store(library, case, name, entries)
    expected = evaluate(case, data, stored)
    is_empty = 0 in data.extents.values()
    runs = [(threads, operands) for threads in THREADS]
    if on_device:
        moved = {name: tensor.on_device() for name, tensor in operands.items()}
        runs.append((THREADS[0], moved))
    for threads, given in runs:
        library.set_num_threads(threads)
        for name, tensor in kernel.run(given, {}).items():
            tensor.move_to_host()
            # No rounding is allowed for.
            exact = np.zeros(expected[name].numbers.shape)
            result = dataclasses.replace(expected[name], error=exact)
            compare(case, name, tensor, result, is_empty)


def draw_sets(pick: random.Random, case: FuzzCase) -> Iterator[tuple[str, Data]]:
    """The data sets of all cases, with what tells them apart."""
    for number, (share, density) in enumerate(DATA):
        yield f"data set {number}", draw_data(pick, case, share, density)


def check(
    library: Library,
    schedule: Schedule,
    seed: int,
    types: Iterable[str],
    draw: Callable[[random.Random, FuzzCase], Iterable[tuple[str, Data]]],
    words: str = "",
) -> Iterator[str]:
    """What is wrong with each type and each data set, empty for what is right.
    `words` are further options of the compilation."""
    for type in types:
        case = schedule.case(type)
        formats = {name: f for name, f in case.formats.items() if f}
        try:
            kernel = library.compile(
                case.text, formats, case.types, f"{case.options} {words}".strip()
            )
        except WeftError as error:
            yield f"{type} is refused: {error}"
            continue
        pick = random.Random(f"{seed} {schedule.name}")
        for what, data in draw(pick, case):
            try:
                run(library, kernel, case, data, "target=gpu" in words)
            except (Mismatch, WeftError) as error:
                yield f"{type}, {what}: {error}"
            else:
                yield ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=Path, default=DEFAULT_LIBRARY)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--gpu", action="store_true", help="run those for GPUs, and their default"
    )
    parser.add_argument("--filter", type=re.compile, default=re.compile(""))
    options = parser.parse_args()
    library = Library(str(options.library))
    if options.gpu:
        os.environ.setdefault("WEFT_GPU", "emulate")
    catalogue = CATALOGUE_GPU if options.gpu else CATALOGUE
    failed, chosen = 0, [x for x in catalogue if options.filter.search(x.name)]
    for schedule in chosen:
        steps = schedule.steps or ""
        types = UPDATED if "Atomics" in steps and not options.gpu else TYPES
        words = "target=gpu" if options.gpu else ""
        problems = list(
            check(library, schedule, options.seed, types, draw_sets, words)
        )
        found = [problem for problem in problems if problem]
        failed += bool(found)
        state = "FAILED" if found else "passed"
        print(f"{state} {schedule.name}: {len(problems)} runs", *found, sep="\n  ")
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
