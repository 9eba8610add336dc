# ===- formats.py - Tensor formats as the suite sees them ------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""What a format stores, and a strict reader of stored tensors.

Whether a component is stored decides what it means under a product, and a
result with the right numbers may still break the rules of its format. Both are
told here from the level types alone (thesis sections 2.4 and 2.5), without the
runtime library that made the tensor.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

Coordinate = tuple[int, ...]


@dataclass(frozen=True)
class Level:
    """One level: `kind` is dense, compressed or one of the others in `_KINDS`,
    with `room` for so many coordinates below a parent if it is structured. It
    stores the coordinates of a mode, their quotients (`/`) or remainders (`%`)
    by a block size, or slots (`*`)."""

    kind: str
    mode: int
    unique: bool = True
    part: str = ""
    block: int = 1
    room: int = 0
    ordered: bool = True

    def of(self, component: Coordinate) -> int:
        """What the level stores of a component."""
        coordinate = component[self.mode]
        if self.part == "/":
            return coordinate // self.block
        return coordinate % self.block if self.part else coordinate

    def size(self, dims: Sequence[int]) -> int:
        if self.part == "%":
            return self.block
        # How many slots there are is read from the arrays.
        return 0 if self.part == "*" else -(-dims[self.mode] // self.block)


@dataclass(frozen=True)
class Format:
    """`name` is the spelling that the compiler is given."""

    name: str
    levels: tuple[Level, ...]
    # The widths of each level.
    position_bits: tuple[int, ...] = ()
    coordinate_bits: tuple[int, ...] = ()
    # What components are that are not stored.
    fill: float = 0
    # Whether the last coordinates and the values are in one array of records.
    packed: bool = False

    @property
    def kinds(self) -> list[np.dtype]:
        """The types of the arrays of positions and coordinates."""
        arrays = {
            "dense": "",
            "compressed": "pc",
            "singleton": "c",
            "bitmap": "b",
            "hashed": "pc",
            "range": "c",
            "offset": "c",
            "padded": "c",
            "loose": "pc",
            "listed": "pc",
            "run-length": "pcc",
            "interval": "pc",
            "structured": "c",
            "batched": "pc",
            "permuted": "cc",
            "sliced": "p",
        }
        kinds = []
        for level, position, coordinate in zip(
            self.levels, self.position_bits, self.coordinate_bits, strict=True
        ):
            bits = {"p": position, "c": coordinate, "b": 8}
            kinds += [np.dtype(f"int{bits[a]}") for a in arrays[level.kind]]
        return kinds

    @property
    def is_dense(self) -> bool:
        return all(level.kind == "dense" for level in self.levels)

    @property
    def ends_sparse(self) -> bool:
        """Whether components are stored one by one, not with those between or
        around them."""
        whole = ("dense", "interval", "offset")
        return bool(self.levels) and self.levels[-1].kind not in whole

    @property
    def ends_full(self) -> bool:
        """Whether all components of the last level are stored."""
        return not self.levels or self.levels[-1].kind in _FULL

    def stored(
        self, dims: Sequence[int], entries: set[Coordinate]
    ) -> set[Coordinate]:
        """All components that a tensor with these entries stores. Dense levels
        below the last other level store whole blocks."""
        levels = [level for level in self.levels if level.part != "*"]
        last = max(
            (n for n, level in enumerate(levels) if level.kind not in _FULL),
            default=-1,
        )
        above = levels[: last + 1]
        if above and above[-1].kind == "offset" and above[-2].kind == "range":
            row, column = above[-2].mode, above[-1].mode
            offsets = {entry[column] - entry[row] for entry in entries}
            return {
                component
                for component in np.ndindex(*dims)
                if component[column] - component[row] in offsets
            }
        prefixes = {()} if not above else set()
        for entry in entries:
            prefixes.add(tuple(level.of(entry) for level in above))
        for n, level in enumerate(above):
            if level.kind == "interval":
                prefixes |= _fill_intervals(prefixes, n, len(above))
        return {
            component
            for component in np.ndindex(*dims)
            if tuple(level.of(component) for level in above) in prefixes
        }


def _fill_intervals(
    prefixes: set[Coordinate], n: int, length: int
) -> set[Coordinate]:
    """What is stored between the first and the last coordinate of an interval;
    below it, that has nothing unless it is the last."""
    bounds: dict[Coordinate, list[int]] = {}
    for prefix in prefixes:
        bounds.setdefault(prefix[:n], []).append(prefix[n])
    if n + 1 != length:
        return set()
    return {
        (*above, coordinate)
        for above, stored in bounds.items()
        for coordinate in range(min(stored), max(stored) + 1)
    }


# Level types that store all coordinates.
_FULL = ("dense", "permuted")
_KINDS = {
    "d": ("dense", True),
    "s": ("compressed", True),
    "u": ("compressed", False),
    "q": ("singleton", True),
    "c": ("singleton", False),
    "b": ("bitmap", True),
    "h": ("hashed", True),
    "r": ("range", True),
    "o": ("offset", True),
    "p": ("padded", True),
    "g": ("loose", True),
    "t": ("listed", True),
    "e": ("run-length", True),
    "i": ("interval", True),
    "n": ("structured", True),
    "a": ("batched", True),
    "m": ("permuted", True),
    "l": ("sliced", True),
}
# The levels of formats with names, of order 2 and of order 3, where `{0}` is the
# first block size.
_NAMED = {
    "CSR": ("ds", "dss"),
    "CSC": ("ds:1,0", "dss:2,1,0"),
    "DCSR": ("ss", "sss"),
    "DCSC": ("ss:1,0", "sss:2,1,0"),
    "LIL": ("dt", "dtt"),
    "DIA": ("dro:*,0,1", ""),
    "SDIA": ("dso:*,0,1", ""),
    "ELL": ("ddp:*,0,1", "dddp:*,0,1,2"),
    "SELL": ("didp:0/{0},*,0%{0},1", "diddp:0/{0},*,0%{0},1,2"),
    "SELLCS": ("m{sort}l{0}p:0,*,1", "m{sort}l{0}dp:0,*,1,2"),
    "BCSR": (
        "dsdd:0/{0},1/{1},0%{0},1%{1}",
        "dssddd:0/{0},1/{1},2/{2},0%{0},1%{1},2%{2}",
    ),
    "BCSC": (
        "dsdd:1/{1},0/{0},1%{1},0%{0}",
        "dssddd:2/{2},1/{1},0/{0},2%{2},1%{1},0%{0}",
    ),
    "CSB": (
        "dduq:0/{0},1/{1},0%{0},1%{1}",
        "ddducq:0/{0},1/{1},2/{2},0%{0},1%{1},2%{2}",
    ),
}
# Names for which a rule is as short: the letters of all levels but the last, and
# of that.
_ANY_ORDER = {"dense": "dd", "CSF": "ss", "bitmap": "db", "DOK": "hh"}


def _spell_out(word: str, order: int, bits: dict[str, str]) -> str:
    """The levels that a name stands for, or the text if it is none."""
    if word in _ANY_ORDER:
        above, last = _ANY_ORDER[word]
        return above * (order - 1) + last * (order > 0)
    sizes = bits.get("block", "").split("x")
    if word in ("COO", "MG"):
        list_levels = "s" * order if order < 2 else "u" + "c" * (order - 2) + "q"
        if word == "COO":
            return list_levels
        parts = [f"{m}{part}{sizes[m]}" for part in "/%" for m in range(order)]
        return list_levels + "d" * order + ":" + ",".join(parts)
    if word not in _NAMED:
        return word
    return _NAMED[word][order - 2].format(*sizes, sort=bits.get("sort"))


def _permute(stored: list[str], modes: str) -> list[str]:
    """What levels store of modes that are taken in another order. Sizes of
    blocks have been given to modes by their names."""
    order = modes.split(",")
    return [re.sub(r"^\d+", lambda m: order[int(m.group())], text) for text in stored]


@functools.cache
def parse_format(name: str, order: int) -> Format:
    """The format of a spelling such as `CSC`, `COO:1,0`, `dss`, `sss:2,0,1` or
    `BCSR{block=2x3}`."""
    text, _, widths = name.partition("{")
    widths, _, behind = widths.partition("}")
    bits = dict(
        width.partition("=")[::2] for width in widths.split(",") if width
    )
    word, _, permuted = (text + behind).partition(":")
    if permuted and word in (*_NAMED, *_ANY_ORDER, "COO", "MG"):
        # Sizes are those of modes, while the names have them for their rows.
        sizes = bits.get("block", "").split("x")
        if len(sizes) == order:
            bits["block"] = "x".join(
                sizes[int(mode)] for mode in permuted.split(",")
            )
    else:
        word, permuted = text + behind, ""
    letters = _spell_out(word, order, bits)
    letters, _, modes = letters.partition(":")
    stored = modes.split(",") if modes else [str(mode) for mode in range(order)]
    if permuted:
        stored = _permute(stored, permuted)
    levels = []
    for letter, text in zip(
        re.findall(r"[a-z]\d*~?", letters), stored, strict=True
    ):
        part = next((sign for sign in "/%*" if sign in text), "")
        mode, _, block = text.partition(part) if part else (text, "", "1")
        if part == "*":
            mode, block = "-1", "1"
        kind, unique = _KINDS[letter[0]]
        room = int(letter[1:].rstrip("~") or 0)
        ordered = not letter.endswith("~")
        if kind in ("compressed", "singleton"):
            ordered &= bits.get("ordered", "true") == "true"
        levels.append(
            Level(kind, int(mode), unique, part, int(block), room, ordered)
        )
    whole = sorted(level.mode for level in levels if level.part in ("", "/"))
    assert whole == list(range(order))
    return Format(
        name,
        tuple(levels),
        _parse_widths(bits.get("pos", "32"), len(levels)),
        _parse_widths(bits.get("crd", "32"), len(levels)),
        float(bits.get("fill", 0)),
        "packed" in bits,
    )


def _parse_widths(text: str, levels: int) -> tuple[int, ...]:
    """One width for all levels, or one for each."""
    widths = tuple(map(int, text.split(":")))
    return widths if len(widths) == levels else widths * levels


# Level types with one coordinate for each position.
PACKABLE = (
    *("compressed", "singleton", "hashed", "padded", "loose", "listed"),
    *("structured", "batched"),
)
_ARRAYS = {
    "dense": 0,
    "compressed": 2,
    "singleton": 1,
    "bitmap": 1,
    "hashed": 2,
    "range": 1,
    "offset": 1,
    "padded": 1,
    "loose": 2,
    "listed": 2,
    "run-length": 3,
    "interval": 2,
    "structured": 1,
    "batched": 2,
    "permuted": 2,
    "sliced": 1,
}


class StorageError(Exception):
    """A stored tensor breaks a rule of its format."""


def read_storage(
    format: Format, dims: Sequence[int], arrays: Sequence[np.ndarray]
) -> list[tuple[Coordinate, object]]:
    """The stored components in storage order, read from the raw arrays (those
    of the levels from the outermost on, then the values) and checked."""
    return _Reader(format, dims, arrays).entries()


def count_slots(
    format: Format, dims: Sequence[int], arrays: Sequence[np.ndarray]
) -> list[int]:
    """The number of slots of a tensor, if its format has some."""
    reader = _Reader(format, dims, arrays)
    reader._count_slots()
    return [
        size
        for level, size in zip(format.levels, reader.sizes, strict=True)
        if level.part == "*"
    ]


class _Reader:
    def __init__(
        self, format: Format, dims: Sequence[int], arrays: Sequence[np.ndarray]
    ) -> None:
        self.levels = format.levels
        self.dims = dims
        self.fill = format.fill
        self.sizes = [level.size(dims) for level in format.levels]
        remaining = list(arrays)
        self.arrays: list[list[np.ndarray]] = []
        for level in format.levels:
            count = _ARRAYS[level.kind]
            self.arrays.append(remaining[:count])
            del remaining[:count]
        if len(remaining) != 1:
            raise StorageError(
                f"expected one values array, got {len(remaining)}"
            )
        self.values = remaining[0]

    def entries(self) -> list[tuple[Coordinate, object]]:
        self._count_slots()
        self._check_lengths()
        result = []
        previous: Coordinate | None = None
        ordered = all(
            level.kind not in ("hashed", "permuted") and level.ordered
            for level in self.levels
        )
        found = set()
        for path, position in self._walk(0, 0):
            if ordered and previous is not None and path <= previous:
                raise StorageError(f"{path} is stored after {previous}")
            previous = path
            if path in found:
                raise StorageError(f"{path} is stored twice")
            found.add(path)
            coordinate = [0] * len(self.dims)
            for level, value in zip(self.levels, path, strict=True):
                factor = level.block if level.part == "/" else 1
                if level.part != "*":
                    coordinate[level.mode] += factor * value
            if all(c < dim for c, dim in zip(coordinate, self.dims, strict=True)):
                result.append((tuple(coordinate), self.values[position]))
            elif self.values[position] != self.fill:
                raise StorageError(f"{path} fills up a block with a number")
        return result

    def _count_slots(self) -> None:
        """How many slots there are follows from the first array below them."""
        positions, slots = 1, None
        for n, level in enumerate(self.levels):
            if level.part == "*":
                slots = n
                if level.kind in ("interval", "sliced"):
                    # As many as the widest interval or slice has.
                    widths = np.diff(self.arrays[n][0])
                    self.sizes[n] = int(widths.max(initial=0))
                    return
            elif level.kind == "dense":
                positions *= self.sizes[n]
            elif slots is not None:
                length = len(self.arrays[n][0])
                if level.kind == "compressed":
                    length -= 1
                if level.kind in ("loose", "hashed"):
                    length //= 2
                if level.kind == "bitmap":
                    positions *= self.sizes[n]
                if level.kind == "range":
                    positions = 1
                self.sizes[slots] = length // positions if positions else 0
                return
            elif level.kind == "permuted":
                positions *= self.sizes[n]
            elif level.kind in ("compressed", "hashed"):
                positions = len(self.arrays[n][1])

    def _check_lengths(self) -> None:
        positions = 1
        for n, level in enumerate(self.levels):
            if level.kind in ("dense", "bitmap"):
                positions *= self.sizes[n]
                if level.kind == "dense":
                    continue
                if len(self.arrays[n][0]) != positions:
                    raise StorageError(
                        f"level {n} has {len(self.arrays[n][0])} presences, "
                        f"expected {positions}"
                    )
                continue
            if level.kind in ("range", "offset"):
                self._check_offsets(n)
                if level.kind == "range":
                    positions *= self.sizes[n]
                continue
            if level.kind == "hashed":
                if len(self.arrays[n][0]) != 2 * positions:
                    raise StorageError(
                        f"level {n} has {len(self.arrays[n][0])} positions, "
                        f"expected {2 * positions}"
                    )
                positions = len(self.arrays[n][1])
                continue
            if level.kind == "loose":
                if len(self.arrays[n][0]) != 2 * positions:
                    raise StorageError(
                        f"level {n} has {len(self.arrays[n][0])} positions, "
                        f"expected {2 * positions}"
                    )
                positions = len(self.arrays[n][1])
                continue
            if level.kind == "listed":
                lengths = self.arrays[n][0]
                if len(lengths) != positions or (lengths < 0).any():
                    raise StorageError(f"lengths of level {n} are wrong")
                positions = int(lengths.sum(dtype=np.int64))
            if level.kind == "structured":
                positions *= level.room
            if level.kind == "permuted":
                crd, where = self.arrays[n]
                positions = self.sizes[n]
                if sorted(crd) != list(range(positions)):
                    raise StorageError(f"level {n} is no permutation")
                if list(where[crd]) != list(range(positions)):
                    raise StorageError(f"level {n} has two permutations")
                continue
            if level.kind == "sliced":
                pos = self.arrays[n][0]
                if len(pos) != -(-positions // level.room) + 1:
                    raise StorageError(f"level {n} has {len(pos)} positions")
                if pos[0] != 0 or (np.diff(pos) < 0).any():
                    raise StorageError(
                        f"positions of level {n} are not monotone"
                    )
                positions = int(pos[-1]) * level.room
                continue
            if level.kind == "batched":
                pos, crd = self.arrays[n]
                batches = self.sizes[0]
                if len(pos) != positions + batches:
                    raise StorageError(
                        f"level {n} has {len(pos)} positions, "
                        f"expected {positions + batches}"
                    )
                if batches and len(crd) % batches:
                    raise StorageError(f"batches of level {n} differ in size")
                bounds = pos.reshape(batches, -1) if batches else pos[None]
                if (np.diff(bounds, axis=1) < 0).any() or bounds[:, :1].any():
                    raise StorageError(
                        f"positions of level {n} are not monotone"
                    )
                positions = len(crd)
            if level.kind in ("compressed", "interval", "run-length"):
                pos = self.arrays[n][0]
                if len(pos) != positions + 1:
                    raise StorageError(
                        f"level {n} has {len(pos)} positions, "
                        f"expected {positions + 1}"
                    )
                if pos[0] != 0 or (np.diff(pos) < 0).any():
                    raise StorageError(
                        f"positions of level {n} are not monotone"
                    )
                if level.kind == "interval":
                    if len(self.arrays[n][1]) != positions:
                        raise StorageError(f"level {n} lacks coordinates")
                    positions = int(pos[-1])
                    continue
                positions = int(pos[-1])
            crd = self.arrays[n][-1]
            if len(crd) != positions:
                raise StorageError(
                    f"level {n} has {len(crd)} coordinates, "
                    f"expected {positions}"
                )
            least = -1 if level.kind in ("padded", "structured") else 0
            if len(crd) and (crd.min() < least or crd.max() >= self.sizes[n]):
                raise StorageError(f"a coordinate of level {n} is out of range")
        if len(self.values) != positions:
            raise StorageError(
                f"{len(self.values)} values, expected {positions}"
            )

    def _check_offsets(self, n: int) -> None:
        """Those of a range and the offset level below are the same, ascend,
        and are diagonals of the matrix."""
        row = n if self.levels[n].kind == "range" else n - 1
        offsets = self.arrays[n][0]
        has_range = self.levels[row].kind == "range"
        if has_range and list(offsets) != list(self.arrays[row][0]):
            raise StorageError(f"offsets of level {n} are not the range's")
        if (np.diff(offsets) <= 0).any():
            raise StorageError(f"offsets of level {n} do not ascend")
        for offset in offsets:
            if not -self.sizes[row] < offset < self.sizes[row + 1]:
                raise StorageError(f"offset {offset} is out of range")

    def _walk(
        self, n: int, parent: int, above: Coordinate = ()
    ) -> Iterator[tuple[Coordinate, int]]:
        """The coordinates, in level order, and positions below a parent with
        the coordinates `above`."""
        if n == len(self.levels):
            yield (), parent
            return
        level = self.levels[n]
        if level.kind == "dense":
            start = parent * self.sizes[n]
            children = ((c, start + c) for c in range(self.sizes[n]))
        elif level.kind == "bitmap":
            start = parent * self.sizes[n]
            present = self.arrays[n][0]
            children = (
                (c, start + c)
                for c in range(self.sizes[n])
                if present[start + c]
            )
        elif level.kind == "hashed":
            children = self._table(n, parent)
        elif level.kind == "interval":
            children = self._interval(n, parent)
        elif level.kind == "run-length":
            children = self._runs(n, parent)
        elif level.kind == "structured":
            children = self._places(n, parent)
        elif level.kind == "permuted":
            children = ((int(c), p) for p, c in enumerate(self.arrays[n][0]))
        elif level.kind == "sliced":
            pos = self.arrays[n][0].astype(int)
            part, row = divmod(parent, level.room)
            children = (
                (c, (pos[part] + c) * level.room + row)
                for c in range(pos[part + 1] - pos[part])
            )
        elif level.kind == "loose":
            pos, crd = self.arrays[n]
            bounds = pos[2 * parent : 2 * parent + 2]
            children = self._segment(n, bounds, crd)
        elif level.kind == "batched":
            pos, crd = self.arrays[n]
            batches = pos.reshape(self.sizes[0], -1)
            batch, row = divmod(parent, batches.shape[1] - 1)
            room = len(crd) // self.sizes[0]
            bounds = batch * room + batches[batch][row : row + 2].astype(int)
            children = self._segment(n, bounds, crd)
        elif level.kind == "listed":
            lengths, crd = self.arrays[n]
            begin = int(lengths[:parent].sum(dtype=np.int64))
            bounds = np.array([begin, begin + int(lengths[parent])])
            children = self._segment(n, bounds, crd)
        elif level.kind == "range":
            offset = int(self.arrays[n][0][above[-1]])
            rows = range(
                max(0, -offset), min(self.sizes[n], self.sizes[n + 1] - offset)
            )
            children = ((c, parent * self.sizes[n] + c) for c in rows)
        elif level.kind == "offset":
            offset = int(self.arrays[n][0][above[-2]])
            children = ((above[-1] + offset, parent),)
        elif level.kind == "padded":
            stored = int(self.arrays[n][0][parent])
            children = ((stored, parent),) if stored >= 0 else ()
        elif level.kind == "singleton":
            children = ((int(self.arrays[n][0][parent]), parent),)
        else:
            pos, crd = self.arrays[n]
            children = self._segment(n, pos[parent : parent + 2], crd)
        for coordinate, position in children:
            empty = True
            for path, leaf in self._walk(
                n + 1, position, (*above, coordinate)
            ):
                empty = False
                yield (coordinate, *path), leaf
            if empty and self._has_children(n):
                raise StorageError(f"position {position} of level {n} is empty")

    def _has_children(self, n: int) -> bool:
        """Whether a coordinate of a level is stored only with what is below it.
        One that is inserted is there before what is below is known, and below
        a dense level without coordinates there is never anything."""
        below = [level.kind for level in self.levels[n + 1 :]]
        return (
            self.levels[n].kind in ("compressed", "singleton", "loose", "listed")
            and next((k for k in below if k != "dense"), "")
            in ("compressed", "loose", "listed")
            and 0 not in self.sizes[n + 1 :]
            and not {"bitmap", "hashed"} & set(below)
        )

    def _interval(self, n: int, parent: int) -> Iterator[tuple[int, int]]:
        pos, first = self.arrays[n]
        begin, end = int(pos[parent]), int(pos[parent + 1])
        least = int(first[parent])
        if least < 0 or least + end - begin > self.sizes[n]:
            raise StorageError(f"an interval of level {n} is out of range")
        return ((least + p - begin, p) for p in range(begin, end))

    def _runs(self, n: int, parent: int) -> Iterator[tuple[int, int]]:
        """Each coordinate of a run has its position."""
        pos, first, last = self.arrays[n]
        previous = -1
        for run in range(int(pos[parent]), int(pos[parent + 1])):
            if not previous < first[run] <= last[run] < self.sizes[n]:
                raise StorageError(f"run {run} of level {n} is out of order")
            for coordinate in range(int(first[run]), int(last[run]) + 1):
                yield coordinate, run
            previous = int(last[run])

    def _places(self, n: int, parent: int) -> Iterator[tuple[int, int]]:
        """The coordinates that are used of the room below a parent."""
        room = self.levels[n].room
        begin = parent * room
        places = self.arrays[n][0][begin : begin + room].tolist()
        used = places.index(-1) if -1 in places else room
        if any(place != -1 for place in places[used:]):
            raise StorageError(f"places of level {n} have gaps")
        bounds = np.array([begin, begin + used])
        return self._segment(n, bounds, self.arrays[n][0])

    def _table(self, n: int, parent: int) -> Iterator[tuple[int, int]]:
        """The coordinates of a hash table, each of which a search finds."""
        bounds, slots = self.arrays[n]
        begin, end = (int(b) for b in bounds[2 * parent : 2 * parent + 2])
        size = end - begin
        table = slots[begin:end].tolist()
        if begin < 0 or len(table) != size or size & (size - 1):
            raise StorageError(f"a table of level {n} has {size} slots")
        if size and -1 not in table:
            raise StorageError(f"a table of level {n} is full")
        for slot, coordinate in enumerate(table):
            if coordinate == -1:
                continue
            if not 0 <= coordinate < self.sizes[n]:
                raise StorageError(f"a coordinate of level {n} is out of range")
            product = coordinate * 0x9E3779B97F4A7C15 % 2**64
            searched = (product ^ (product >> 32)) % size
            while searched != slot:
                if table[searched] in (-1, coordinate):
                    raise StorageError(
                        f"coordinate {coordinate} of level {n} is not found"
                    )
                searched = (searched + 1) % size
            yield coordinate, begin + slot

    def _segment(
        self, n: int, bounds: np.ndarray, crd: np.ndarray
    ) -> Iterator[tuple[int, int]]:
        previous = -1
        for position in range(int(bounds[0]), int(bounds[1])):
            coordinate = int(crd[position])
            level = self.levels[n]
            if level.unique and level.ordered and coordinate <= previous:
                raise StorageError(
                    f"coordinate {coordinate} of level {n} follows {previous}"
                )
            previous = coordinate
            yield coordinate, position
