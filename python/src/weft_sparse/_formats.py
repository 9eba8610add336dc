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
import re
from typing import NamedTuple, Optional

from ._core import Error


class Format(NamedTuple):
    """The parts of the text of a format."""

    letters: str
    # The mode of each level, with a block size behind a slash or the place in a
    # block behind a percent sign.
    modes: tuple[str, ...]
    # Names and values of the properties, as the text has them.
    properties: tuple[tuple[str, str], ...]

    def get(self, name: str) -> str:
        """The value of a property; empty if it is not there."""
        return dict(self.properties).get(name, "")

    @property
    def levels(self) -> str:
        """The text without the properties."""
        modes = ",".join(self.modes)
        return f"{self.letters}:{modes}" if modes else self.letters

    @property
    def is_wide(self) -> bool:
        """Whether a position or a coordinate has 64 bits."""
        return any("64" in self.get(name).split(":") for name in ("pos", "crd"))

    @property
    def is_sparse(self) -> bool:
        """Whether a level is not dense, and what it does not store is zero."""
        return self.letters.strip("d") != "" and not self.get("fill")

    def with_levels(
        self, letters: str, modes: Optional[tuple[str, ...]] = None
    ) -> str:
        """The text of other levels with the same properties."""
        levels = Format(letters, self.modes if modes is None else modes, ())
        properties = ",".join(
            f"{name}={value}" if value else name
            for name, value in self.properties
        )
        return levels.levels + ("{" + properties + "}" if properties else "")


# Levels in braces; properties in braces begin with a key.
_NAMED_LEVELS = re.compile(r"\{(?![^=<,}]*=)[^}]*\}")


@functools.lru_cache(maxsize=1024)
def split_format(format: str) -> Format:
    """The parts of a format as the C interface spells it, or of one that a
    program gives, of which the letters may be a name, or levels in braces."""
    named = _NAMED_LEVELS.match(format)
    names = named.group() if named else ""
    levels, _, text = format.removeprefix(names).partition("{")
    letters, _, modes = levels.partition(":")
    properties = []
    for part in text.rstrip("}").split(",") if text else ():
        name, _, value = part.partition("=")
        properties.append((name, value))
    return Format(
        names + letters,
        tuple(modes.split(",")) if modes else (),
        tuple(properties),
    )


@functools.lru_cache(maxsize=1024)
def dense_order(format: str) -> Optional[tuple[int, ...]]:
    """The modes of a format whose levels are all dense, outermost first, or
    none if they are in their order; None of other formats."""
    letters, modes, _ = split_format(format)
    if letters.strip("d") != "" or any("/" in mode for mode in modes):
        return None
    order = tuple(int(mode) for mode in modes)
    return () if order == tuple(range(len(order))) else order


@functools.lru_cache(maxsize=1024)
def is_wide(format: str) -> bool:
    """Whether positions or coordinates of a level have 64 bits."""
    parts = split_format(format)
    return any("64" in parts.get(name).split(":") for name in ("pos", "crd"))


@functools.lru_cache(maxsize=1024)
def describe_format(format: str) -> tuple[bool, bool]:
    """Whether a format has a level that is not dense, and zero as its fill; and
    whether it stores a matrix by columns."""
    parts = split_format(format)
    return parts.is_sparse, parts.modes == ("1", "0")


# The arrays of level types that other programs have as well: p positions, c
# coordinates.
_ARRAYS = {
    "d": "",
    "s": "pc",
    "u": "pc",
    "q": "c",
    "c": "c",
    "g": "pc",
    "v": "pc",
    "t": "pc",
}


@functools.lru_cache(maxsize=1024)
def parse_format(format: str) -> Optional[Format]:
    """The parts of a format as the C interface spells it; None if a level is
    not among the simple level types, or a format is packed."""
    parts = split_format(format)
    simple = parts.letters.replace("~", "")
    if (
        any(letter not in _ARRAYS for letter in simple)
        or (
            "packed",
            "",
        )
        in parts.properties
    ):
        return None
    return parts


@functools.lru_cache(maxsize=1024)
def array_types(format: str, type: str) -> tuple[str, ...]:
    """The types of the elements of a tensor's arrays."""
    parts = parse_format(format)
    if parts is None:
        raise Error(f"the arrays of the format {format} cannot be shown")
    widths = {}
    for name in ("pos", "crd"):
        bits = parts.get(name).split(":")
        widths[name] = bits if len(bits) > 1 else bits * len(parts.modes)
    types = []
    for level, letter in enumerate(parts.letters.replace("~", "")):
        for kind in _ARRAYS[letter]:
            types.append("i" + widths["pos" if kind == "p" else "crd"][level])
    return (*types, type)


@functools.lru_cache(maxsize=1024)
def permute_format(format: str, permutation: tuple[int, ...]) -> Optional[str]:
    """The format of the same arrays, if the modes are in another order."""
    parts = parse_format(format)
    if parts is None or not permutation:
        return None
    places = {str(old): str(new) for new, old in enumerate(permutation)}

    def rename(mode: str) -> str:
        for sign in "/%":
            if sign in mode:
                name, _, block = mode.partition(sign)
                return places[name] + sign + block
        return places[mode]

    return parts.with_levels(
        parts.letters, tuple(rename(mode) for mode in parts.modes)
    )
