# ===- _binsparse.py - Descriptors of binsparse --------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Tensors as objects of the binsparse specification: a descriptor, which says
the format, and arrays by their names. A custom format nests levels: dense ones,
sparse ones of one or several modes, and the element inside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Optional

import numpy as np

from . import _core
from ._arrays import list_format, make_tensor, native, refuse_copy
from ._binsparse_descriptor import PREDEFINED, Level
from ._core import Error
from ._types import dtype_of

_ALIASES = {"VEC": "DVEC", "DMAT": "DMATR", "COOR": "COO"}

_STRUCTURES = tuple(
    f"{symmetry}_{triangle}"
    for symmetry in ("symmetric", "hermitian", "skew_symmetric")
    for triangle in ("lower", "upper")
)


def has_descriptor(x: Any) -> bool:
    """Whether an object has a descriptor of binsparse."""
    if isinstance(x, Mapping):
        return "binsparse" in x or ("format" in x and "shape" in x)
    return hasattr(type(x), "__binsparse_descriptor__")


class _Reader:
    """A descriptor, and the arrays that it names."""

    def __init__(
        self, descriptor: Any, arrays: Any, copy: Optional[bool]
    ) -> None:
        if not isinstance(descriptor, Mapping):
            raise Error("expected the descriptor of binsparse to be a mapping")
        self.descriptor = descriptor
        version = self.get("version", str)
        if version.partition(".")[0] != "0":
            raise Error(f"binsparse {version} is not known, but 0.1")
        self.shape = tuple(self.get("shape", (list, tuple)))
        if any(not _is_size(size) for size in self.shape):
            raise Error(f"expected sizes in the shape, got {self.shape}")
        self.types = self.get("data_types", Mapping)
        self.count = self.get("number_of_stored_values", int)
        self.arrays = arrays
        self.copy = copy

    def get(self, key: str, type: Any) -> Any:
        value = self.descriptor.get(key)
        if not isinstance(value, type):
            raise Error(
                f"expected '{key}' in a descriptor of binsparse, got {value!r}"
            )
        return value

    def array(self, name: str) -> np.ndarray[Any, Any]:
        """An array with one index, of the type that the descriptor names."""
        if not isinstance(self.arrays, Mapping) or name not in self.arrays:
            raise Error(f"expected an array '{name}', which the format has")
        given = self.arrays[name]
        array = _as_array(given, self.copy)
        declared = self.types.get(name)
        text = str(declared)
        if text.startswith("iso[") and text.endswith("]"):
            text = text[4:-1]
        expected = _parse_type(text, name)
        if array.dtype != expected:
            if expected.kind == "c" and array.dtype == expected.char.lower():
                array = native(array, self.copy).view(expected)
            elif expected == np.bool_ and array.dtype == np.uint8:
                if array.size and array.max() > 1:
                    raise Error(f"expected 0 and 1 in '{name}'")
                array = native(array, self.copy).view(np.bool_)
            else:
                raise Error(
                    f"expected {expected} in '{name}', which data_types calls "
                    f"{declared}, got {array.dtype}"
                )
        if array.ndim != 1:
            raise Error(
                f"expected an array with one index as '{name}', got "
                f"{array.ndim} indices"
            )
        return array

    def read_levels(self) -> tuple[list[Level], tuple[int, ...]]:
        """The kinds of the levels, and the mode of each."""
        format = self.descriptor.get("format")
        if isinstance(format, str):
            name = _ALIASES.get(format, format)
            if name == "COOC":
                raise Error(
                    "programs differ in which array of COOC has the rows; use a "
                    "custom format with a transpose"
                )
            if name not in PREDEFINED:
                raise Error(f"the format {format} of binsparse is not known")
            levels, modes = PREDEFINED[name]
            return list(levels), modes
        if not isinstance(format, Mapping) or "custom" not in format:
            raise Error(f"expected a format of binsparse, got {format!r}")
        return _parse_custom(format["custom"])

    def read_values(self, count: int) -> np.ndarray[Any, Any]:
        values = self.array("values")
        if str(self.types.get("values")).startswith("iso["):
            if values.size != 1:
                raise Error(
                    f"expected one value of all entries, got {values.size}"
                )
            refuse_copy(self.copy)
            return np.full(count, values[0])
        return values

    def read_fill(self, dtype: np.dtype[Any]) -> str:
        """The text of the fill of a format; empty for zero."""
        if not self.descriptor.get("fill", False):
            return ""
        fill = self.array("fill_value")
        if fill.size != 1:
            raise Error(f"expected one fill value, got {fill.size}")
        if fill[0] == 0:
            return ""
        if dtype.kind == "c":
            raise Error("the fill of complex components is zero")
        return str(int(fill[0]) if dtype.kind in "biu" else float(fill[0]))


def _is_size(size: Any) -> bool:
    return isinstance(size, (int, np.integer)) and 0 <= int(size) < 2**63


def _as_array(given: Any, copy: Optional[bool]) -> np.ndarray[Any, Any]:
    if isinstance(given, np.ndarray):
        return given
    if hasattr(given, "__dlpack__"):
        return np.from_dlpack(given)
    refuse_copy(copy)
    return np.asarray(given)


def _parse_type(text: str, name: str) -> np.dtype[Any]:
    """The type of an array, as binsparse names it."""
    names = {"bint8": "bool"}
    for bits in ("8", "16", "32", "64"):
        names[f"int{bits}"] = f"i{bits}"
        names[f"uint{bits}"] = f"u{bits}"
    for bits in ("32", "64"):
        names[f"float{bits}"] = f"f{bits}"
        names[f"complex[float{bits}]"] = f"complex<f{bits}>"
    if text not in names:
        raise Error(f"expected a type of '{name}' in data_types, got {text}")
    return dtype_of(names[text])


def _parse_custom(
    custom: Any,
) -> tuple[list[Level], tuple[int, ...]]:
    levels: list[Level] = []
    level = custom.get("level") if isinstance(custom, Mapping) else None
    while isinstance(level, Mapping) and level.get("level_desc") != "element":
        kind, rank = level.get("level_desc"), level.get("rank", 1)
        if kind not in ("dense", "sparse"):
            raise Error(f"levels {kind!r} of binsparse are not known")
        if not isinstance(rank, int) or not 1 <= rank <= 64:
            raise Error(f"expected the rank of a level, got {rank!r}")
        levels += [(kind, 1)] * rank if kind == "dense" else [(kind, rank)]
        level = level.get("level")
    if not isinstance(level, Mapping):
        raise Error("expected an element inside the levels of a custom format")
    order = sum(rank for _, rank in levels)
    transpose = custom.get("transpose", list(range(order)))
    if (
        not isinstance(transpose, (list, tuple))
        or any(not isinstance(mode, int) for mode in transpose)
        or sorted(transpose) != list(range(order))
    ):
        raise Error(f"expected a transpose of {order} modes, got {transpose!r}")
    return levels, tuple(transpose)


def from_descriptor(
    x: Any, copy: Optional[bool], trusted: bool
) -> _core.Tensor:
    """A tensor of an object with a descriptor of binsparse."""
    if isinstance(x, Mapping):
        descriptor, arrays = x.get("binsparse", x), x
    else:
        given = x.__binsparse_descriptor__()
        is_named = isinstance(given, Mapping) and "binsparse" in given
        descriptor = given["binsparse"] if is_named else given
        arrays = x.__binsparse__()
    reader = _Reader(descriptor, arrays, copy)
    levels, modes = reader.read_levels()
    if len(modes) != len(reader.shape):
        raise Error(
            f"expected a shape of {len(modes)} modes, got {reader.shape}"
        )
    letters = ""
    indices: list[np.ndarray[Any, Any]] = []
    # How many positions the levels so far have.
    count = 1
    for kind, rank in levels:
        mode = len(letters)
        if kind == "dense":
            letters += "d"
            count *= reader.shape[modes[mode]]
            continue
        letters += list_format(rank)
        own = [reader.array(f"indices_{mode + k}") for k in range(rank)]
        if any(array.size != own[0].size for array in own):
            raise Error(f"expected arrays as long as 'indices_{mode}'")
        name = f"pointers_to_{mode}"
        if mode or name in reader.types:
            pointers = reader.array(name)
        else:
            pointers = np.array([0, own[0].size], _widen(own[0].dtype))
        if pointers.size != count + 1:
            raise Error(
                f"expected {count + 1} elements in '{name}', got {pointers.size}"
            )
        indices += [pointers, *own]
        count = own[0].size
    values = reader.read_values(count)
    if not values.size == count == reader.count:
        raise Error(
            f"expected as many values as number_of_stored_values, which is "
            f"{reader.count}, got {values.size} of {count} positions"
        )
    format = letters + (":" + ",".join(map(str, modes)) if modes else "")
    fill = reader.read_fill(values.dtype)
    made = make_tensor(
        format, reader.shape, indices, values, copy, trusted, fill=fill
    )
    return _expand(made, reader.descriptor.get("structure"), copy)


def _widen(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """A type of the width of others that holds every length."""
    wide = dtype.kind in "iu" and dtype.itemsize == 8
    return np.dtype(np.int64 if wide else np.int32)


def _expand(
    made: _core.Tensor, structure: Any, copy: Optional[bool]
) -> _core.Tensor:
    """A matrix with the triangle that its structure implies."""
    if structure is None:
        return made
    if structure not in _STRUCTURES:
        raise Error(f"the structure {structure!r} of binsparse is not known")
    refuse_copy(copy)
    if made.order != 2 or made.shape[0] != made.shape[1]:
        raise Error(f"expected a square matrix that is {structure}")
    coordinates, values = made.entries()
    rows, columns = coordinates[:, 0], coordinates[:, 1]
    is_lower = structure.endswith("lower")
    if np.any(rows < columns if is_lower else rows > columns):
        raise Error(f"expected the entries of one triangle of a {structure}")
    beside = rows != columns
    other = values[beside]
    if structure.startswith("hermitian"):
        other = other.conj()
    elif structure.startswith("skew"):
        other = -other
    return _core.Tensor.from_entries(
        made.format,
        made.shape,
        np.concatenate([coordinates, coordinates[beside][:, ::-1]]),
        np.concatenate([values, other]),
        False,
    )
