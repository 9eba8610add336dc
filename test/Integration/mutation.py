# ===- mutation.py - Texts with mistakes in them ---------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Changes a text here and there, and makes a text small that shows something.

A random text is refused at its first word. One that was right and has a few
tokens exchanged with others of their kind comes much further.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

_TOKEN = re.compile(
    r"[%#!@^]?[A-Za-z_][\w.$]*"  # names, with the sigils of MLIR
    r"|[%#!@^]\d+"
    r"|\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+"  # numbers
    r'|"[^"\n]*"'  # strings
    r"|->|::|==|!=|<=|>=|\+=|\*="
    r"|\n|[ \t]+|.",
    re.DOTALL,
)
NUMBERS = (
    *("0", "1", "-1", "2", "3", "7", "8", "16", "63", "64", "65", "127"),
    *("128", "255", "256", "2147483647", "2147483648", "4294967296"),
    *("9223372036854775807", "9223372036854775808", "18446744073709551616"),
    *("-9223372036854775808", "1e308", "1e-400", "1e999", "0x1F", "0x", "1."),
    *(".5", "nan", "inf", "-inf", "-0.0", "1_0", "00", "007"),
)
ODD = (
    *("\t", "\r", "\x0b", "\x00", "\x7f", "\u00e9", "\u2200", "\U0001f600"),
    *("\ufeff", "\u202e", "\ud7ff", "'", '"', "`", "\\", "$", "?", "~", "&"),
    *("(" * 300, ")" * 300, "-" * 300, "[" * 300, "a" * 5000, " " * 3000),
)


def tokens(text: str) -> list[str]:
    return _TOKEN.findall(text)


def kind(token: str) -> str:
    """Tokens of one kind may stand for each other."""
    if token.isspace():
        return "space"
    if token[0] in "%#!@^" and len(token) > 1:
        return token[0]
    if token[0].isdigit() or (token[0] == "." and len(token) > 1):
        return "number"
    if token[0].isalpha() or token[0] == "_":
        if re.fullmatch(r"index|complex|(?:[if]|bf)\d+", token):
            return "type"
        return "operation" if "." in token else "name"
    return "string" if token[0] == '"' else "sign"


class Mutator:
    """Mutates texts; `words` are tokens of other texts, to be put in."""

    def __init__(self, random: random.Random, words: Sequence[str]) -> None:
        self.random, self.words = random, words

    def mutate(self, text: str, most: int = 8) -> str:
        for _ in range(min(most, self.random.choice((1, 1, 1, 2, 2, 3, 5, 8)))):
            parts = tokens(text)
            if not parts:
                return self.random.choice((*ODD, *NUMBERS))
            steps = self.STEPS if most > 1 else self.MILD
            text = self.random.choice(steps)(self, parts)
        return text

    def place(self, parts: list[str]) -> int:
        """Somewhere, but rather not at a space or a sign."""
        for _ in range(6):
            n = self.random.randrange(len(parts))
            if kind(parts[n]) not in ("space", "sign"):
                return n
        return n

    def delete(self, parts: list[str]) -> str:
        n = self.place(parts)
        count = self.random.choice((1, 1, 1, 2, 5, 20))
        return "".join(parts[:n] + parts[n + count :])

    def repeat(self, parts: list[str]) -> str:
        n = self.place(parts)
        count = self.random.choice((1, 1, 3, 10))
        piece = parts[n : n + count]
        again = self.random.choice((1, 1, 1, 2, 50))
        return "".join(parts[:n] + piece * (again + 1) + parts[n + count :])

    def exchange(self, parts: list[str]) -> str:
        """Two tokens of one kind change places, or one takes both."""
        n = self.place(parts)
        others = [
            m for m, part in enumerate(parts) if kind(part) == kind(parts[n])
        ]
        m = self.random.choice(others)
        if self.random.random() < 0.5:
            parts[n] = parts[m]
        else:
            parts[n], parts[m] = parts[m], parts[n]
        return "".join(parts)

    def number(self, parts: list[str]) -> str:
        numbers = [n for n, p in enumerate(parts) if kind(p) == "number"]
        if not numbers:
            return self.insert(parts)
        parts[self.random.choice(numbers)] = self.random.choice(NUMBERS)
        return "".join(parts)

    def insert(self, parts: list[str]) -> str:
        n = self.random.randint(0, len(parts))
        word = self.random.choice(self.words) if self.words else "x"
        if self.random.random() < 0.15:
            word = self.random.choice((*ODD, *NUMBERS))
        return "".join([*parts[:n], word, *parts[n:]])

    def replace(self, parts: list[str]) -> str:
        n = self.place(parts)
        same = [w for w in self.words if kind(w) == kind(parts[n])]
        parts[n] = self.random.choice(same or NUMBERS)
        return "".join(parts)

    def lines(self, parts: list[str]) -> str:
        """One line is left out, doubled or moved."""
        lines = "".join(parts).split("\n")
        n = self.random.randrange(len(lines))
        line = lines[n]
        if self.random.random() < 0.7:
            del lines[n]
        if self.random.random() < 0.5:
            lines.insert(self.random.randint(0, len(lines)), line)
        return "\n".join(lines)

    def cut(self, parts: list[str]) -> str:
        n = self.random.randrange(len(parts))
        return "".join(parts[:n] if self.random.random() < 0.7 else parts[n:])

    STEPS = (
        *(delete, delete, repeat, exchange, exchange, exchange, number),
        *(number, insert, replace, replace, lines, cut),
    )
    # Those after which a text may well still be right.
    MILD = (*(exchange,) * 6, number, number, replace, lines, delete)


def mutate_bytes(random: random.Random, data: bytes) -> bytes:
    """Flips, drops and repeats bytes."""
    result = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 4, 16))):
        if not result:
            break
        n = random.randrange(len(result))
        match random.randrange(4):
            case 0:
                result[n] ^= 1 << random.randrange(8)
            case 1:
                result[n] = random.choice((0, 10, 32, 48, 127, 255))
            case 2:
                del result[n : n + random.choice((1, 4, 64, 10_000))]
            case 3:
                result[n:n] = result[n : n + 8] * random.choice((1, 20))
    return bytes(result)


def minimize(
    text: str, fails: Callable[[str], bool], budget: int = 300
) -> str:
    """A part of the text that still fails: without lines, then without
    tokens, ever fewer at once."""
    for split in (lambda t: t.splitlines(keepends=True), tokens):
        parts = split(text)
        size = max(1, len(parts) // 2)
        while budget > 0:
            n, shorter = 0, False
            while n < len(parts) and budget > 0:
                less = parts[:n] + parts[n + size :]
                budget -= 1
                if fails("".join(less)):
                    parts, shorter = less, True
                else:
                    n += size
            if size == 1 and not shorter:
                break
            size = max(1, size // 2)
        text = "".join(parts)
    return text
