# ===- spellings.py - What formats are called ------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The formats that spellings such as `CSC`, `dss` or `BCSR{block=2x3}` mean."""

from __future__ import annotations

import functools
import re
from dataclasses import replace

from formats import Format, Level

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
    "v": ("loose", False),
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


def _leave_out_single_places(levels: list[Level]) -> list[Level]:
    """Levels of which no part divides by 1. What is left of a coordinate list
    begins with its positions and ends with a level without duplicates."""
    lists = [
        k for k in range(len(levels)) if levels[k].kind in ("compressed", "singleton")
    ]
    kept = [k for k in lists if (levels[k].part, levels[k].block) != ("%", 1)]
    levels = list(levels)
    if len(kept) < len(lists):
        for k in kept:
            kind = "compressed" if k == kept[0] else "singleton"
            levels[k] = replace(levels[k], kind=kind, unique=k == kept[-1])
    return [
        replace(level, part="") if level.block == 1 and level.part != "*" else level
        for level in levels
        if (level.part, level.block) != ("%", 1)
    ]


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
    levels = _leave_out_single_places(levels)
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
