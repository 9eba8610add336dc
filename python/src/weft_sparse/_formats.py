# ===- _formats.py - Formats as text -------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""What the text of a format says, as the C interface spells formats."""

from __future__ import annotations

import functools
from typing import Optional

from ._core import Error

# Whether a format is sparse by default, and whether it is by columns.
_formats: dict[str, tuple[bool, bool]] = {}


def describe_format(format: str) -> tuple[bool, bool]:
    """Whether a format has a level that is not dense, and zero as its fill; and
    whether it stores a matrix by columns."""
    found = _formats.get(format)
    if found is None:
        letters, _, modes = format.partition("{")[0].partition(":")
        is_sparse = letters.strip("d") != "" and "fill=" not in format
        found = _formats[format] = (is_sparse, modes == "1,0")
    return found


# The arrays of level types that other programs have as well: p positions, c
# coordinates.
_ARRAYS = {
    "d": "",
    "s": "pc",
    "u": "pc",
    "q": "c",
    "c": "c",
    "g": "pc",
    "t": "pc",
}


@functools.lru_cache(maxsize=1024)
def parse_format(format: str) -> Optional[tuple[str, tuple[str, ...], str]]:
    """The letters of the levels, the mode that each stores, and the properties
    of a format as the C interface spells it; None if one is not among the
    simple level types, or a format is packed."""
    levels, _, properties = format.partition("{")
    letters, _, modes = levels.partition(":")
    simple = letters.replace("~", "")
    if (
        any(letter not in _ARRAYS for letter in simple)
        or "packed" in properties
    ):
        return None
    return letters, tuple(modes.split(",")) if modes else (), properties


@functools.lru_cache(maxsize=1024)
def array_types(format: str, type: str) -> tuple[str, ...]:
    """The types of the elements of a tensor's arrays."""
    parsed = parse_format(format)
    if parsed is None:
        raise Error(f"the arrays of the format {format} cannot be shown")
    letters, modes, properties = parsed
    widths: dict[str, list[str]] = {}
    for part in properties.rstrip("}").split(","):
        name, _, value = part.partition("=")
        if name in ("pos", "crd"):
            bits = value.split(":")
            widths[name] = bits if len(bits) > 1 else bits * len(modes)
    types = []
    for level, letter in enumerate(letters.replace("~", "")):
        for kind in _ARRAYS[letter]:
            types.append("i" + widths["pos" if kind == "p" else "crd"][level])
    return (*types, type)


@functools.lru_cache(maxsize=1024)
def permute_format(format: str, permutation: tuple[int, ...]) -> Optional[str]:
    """The format of the same arrays, if the modes are in another order."""
    parsed = parse_format(format)
    if parsed is None or not permutation:
        return None
    letters, modes, properties = parsed
    places = {str(old): str(new) for new, old in enumerate(permutation)}

    def rename(mode: str) -> str:
        for sign in "/%":
            if sign in mode:
                name, _, block = mode.partition(sign)
                return places[name] + sign + block
        return places[mode]

    renamed = ",".join(rename(mode) for mode in modes)
    return f"{letters}:{renamed}" + ("{" + properties if properties else "")
