# ===- _binsparse_descriptor.py - Descriptors of tensors -----------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The descriptors of the binsparse specification that tensors have."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from . import _core
from ._core import Error
from ._formats import parse_format
from ._node import get_arrays

# A dense level, or a sparse one of a number of modes.
Level = tuple[str, int]

# The levels of the predefined formats, and the mode of each.
PREDEFINED: dict[str, tuple[tuple[Level, ...], tuple[int, ...]]] = {
    "DVEC": ((("dense", 1),), (0,)),
    "DMATR": ((("dense", 1), ("dense", 1)), (0, 1)),
    "DMATC": ((("dense", 1), ("dense", 1)), (1, 0)),
    "CVEC": ((("sparse", 1),), (0,)),
    "CSR": ((("dense", 1), ("sparse", 1)), (0, 1)),
    "CSC": ((("dense", 1), ("sparse", 1)), (1, 0)),
    "DCSR": ((("sparse", 1), ("sparse", 1)), (0, 1)),
    "DCSC": ((("sparse", 1), ("sparse", 1)), (1, 0)),
    "COO": ((("sparse", 2),), (0, 1)),
}


def _name_type(dtype: np.dtype[Any]) -> str:
    """What binsparse calls a type."""
    if dtype == np.bool_:
        return "bint8"
    if dtype.kind == "c":
        return f"complex[float{dtype.itemsize * 4}]"
    if dtype == np.float16:
        raise Error("binsparse has no type float16; astype converts to another")
    return str(dtype)


def _find_levels(
    format: str,
) -> Optional[tuple[list[Level], tuple[int, ...]]]:
    """The levels of binsparse that have the arrays of a format, and the mode of
    each; None if there are none."""
    parsed = parse_format(format)
    if parsed is None:
        return None
    letters, modes, _ = parsed
    if any(not mode.isdigit() for mode in modes):
        return None
    levels: list[Level] = []
    rest = letters
    while rest:
        rank = 1
        if rest[0] == "u":
            while rest[rank : rank + 1] == "c":
                rank += 1
            if rest[rank : rank + 1] != "q":
                return None
            rank += 1
        elif rest[0] not in "ds":
            return None
        levels.append(("dense" if rest[0] == "d" else "sparse", rank))
        rest = rest[rank:]
    return levels, tuple(map(int, modes))


def is_describable(format: str) -> bool:
    """Whether binsparse has the arrays of a format."""
    return _find_levels(format) is not None


def describe(
    data: _core.Tensor, fill_value: Any
) -> tuple[dict[str, Any], dict[str, np.ndarray[Any, Any]]]:
    """The descriptor and the arrays of a tensor of a format that binsparse
    has."""
    found = _find_levels(data.format)
    assert found is not None
    levels, modes = found
    given = get_arrays(data)
    arrays: dict[str, np.ndarray[Any, Any]] = {}
    mode = place = 0
    for kind, rank in levels:
        if kind == "sparse":
            # The outermost level has one segment.
            if mode:
                arrays[f"pointers_to_{mode}"] = given[place]
            for number in range(rank):
                arrays[f"indices_{mode + number}"] = given[place + 1 + number]
            place += 1 + rank
        mode += rank
    arrays["values"] = given[-1]
    is_filled = bool(fill_value != 0)
    if is_filled:
        arrays["fill_value"] = np.array([fill_value], given[-1].dtype)
    types = {name: _name_type(array.dtype) for name, array in arrays.items()}
    for name, array in arrays.items():
        if array.dtype == np.bool_:
            arrays[name] = array.view(np.uint8)
    descriptor: dict[str, Any] = {
        "version": "0.1",
        "format": _name_format(levels, modes),
        "shape": list(data.shape),
        "number_of_stored_values": int(given[-1].size),
        "data_types": types,
    }
    if is_filled:
        descriptor["fill"] = True
    return descriptor, arrays


def _name_format(levels: list[Level], modes: tuple[int, ...]) -> Any:
    """A predefined format, or a custom one."""
    for name, known in PREDEFINED.items():
        if known == (tuple(levels), modes):
            return name
    level: dict[str, Any] = {"level_desc": "element"}
    for kind, rank in reversed(levels):
        level = {"level_desc": kind, "rank": rank, "level": level}
    custom: dict[str, Any] = {"level": level}
    if modes != tuple(range(len(modes))):
        custom["transpose"] = list(modes)
    return {"custom": custom}
