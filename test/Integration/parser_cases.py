# ===- parser_cases.py - Inputs for every reader of text -------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""What the fuzzer of parsers reads: expressions with formats, files, IR, and
functions that an author defines.

A case is an input that was right and has been mutated. Expressions come from
the generator of random kernels and from the documents, IR from the lit tests,
each with the passes that its test runs.
"""

from __future__ import annotations

import gzip
import lzma
import random
import re
from dataclasses import dataclass
from pathlib import Path

from functions import USER_FUNCTIONS
from fuzz_generate import generate
from mutation import NUMBERS, Mutator, mutate_bytes, tokens

ROOT = Path(__file__).resolve().parent.parent.parent
TEXT, FILE, IR, FUNCTIONS = "text", "file", "ir", "functions"
TARGETS = (TEXT, FILE, IR, FUNCTIONS)
_PASS = re.compile(r"--(?:convert|cin|tin|level|lattice|weft|cse|canon)[\w-]*")
_WHOLE = (
    *("--convert-tin-to-cin", "--cin-promote-reductions"),
    *("--convert-cin-to-lattice", "--convert-lattice-to-scf"),
    "--convert-level-to-memref",
)


@dataclass(frozen=True)
class ParserCase:
    """`text` is what is read. `words` are formats and types of an expression,
    the name of a file and a format for it, passes, or an expression that calls
    functions."""

    name: str
    target: str
    text: bytes
    words: tuple[str, ...]


FILES = {
    "general.mtx": """%%MatrixMarket matrix coordinate real general
% a comment
3 4 5
1 1 1.5
2 3 -2e3
3 4 0
1 4 inf
2 3 1
""",
    "pattern.mtx": """%%MatrixMarket matrix coordinate pattern symmetric
3 3 3
1 1
2 1
3 2
""",
    "skew.mtx": """%%MatrixMarket matrix coordinate integer skew-symmetric
4 4 2
2 1 5
4 3 -7
""",
    "hermitian.mtx": """%%MatrixMarket matrix coordinate complex hermitian
2 2 2
1 1 1.0 0.0
2 1 3.0 -4.5
""",
    "array.mtx": """%%MatrixMarket matrix array real general
2 3
1.0
2
3e-2
nan
-inf
6
""",
    "cube.ttx": """%%MatrixMarket tensor coordinate real general
2 3 4 3
1 1 1 1.5
2 3 4 2.5
1 3 2 -1
""",
    "vector.ttx": """%%MatrixMarket tensor array integer general
3
1
-2
3
""",
    "cube.tns": """# a comment
1 1 1 1.0
2 3 4 2.5

2 1 4 -3
""",
    "matrix.tns": "1 1 1.0\n3 2 4\n3 2 5\n",
}
FORMATS = {
    1: ("d", "s", "u"),
    2: ("dd", "CSR", "CSC", "COO", "ss", "sd:1,0", "CSR{pos=8,crd=8}"),
    3: ("ddd", "COO", "sss", "dss:2,0,1"),
}
FILE_TYPES = (
    *("", "f64", "f32", "i32", "i64", "u8", "i8", "bool", "f16"),
    "complex<f64>",
)


class Inputs:
    """Makes the cases of one seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.expressions = _documented()
        self.chunks = list(_chunks())
        self.text_words = _vocabulary(
            text.decode() for text, _ in self.expressions
        )
        self.ir_words = _vocabulary(chunk for chunk, _ in self.chunks)

    def make(self, target: str, number: int) -> ParserCase:
        pick = random.Random(f"{self.seed} {target} {number}")
        make = {
            TEXT: self.text,
            FILE: self.file,
            IR: self.ir,
            FUNCTIONS: self.functions,
        }[target]
        text, words = make(pick, number)
        return ParserCase(f"{target}-{self.seed}-{number}", target, text, words)

    def text(
        self, pick: random.Random, number: int
    ) -> tuple[bytes, tuple[str, ...]]:
        if pick.random() < 0.4:
            text, words = pick.choice(self.expressions)
            text, words = text.decode(), list(words)
        else:
            case = generate(self.seed, number)
            text = case.text
            words = [f"-f{n}:{f}" for n, f in case.formats.items() if f]
            words += [f"-t{n}:{t}" for n, t in case.types.items()]
        mutator = Mutator(pick, self.text_words)
        if pick.random() < 0.7:
            text = mutator.mutate(text)
        if words and pick.random() < 0.5:
            n = pick.randrange(len(words))
            words[n] = words[n][:2] + mutator.mutate(words[n][2:])
        return _encode(text), tuple(words)

    def file(
        self, pick: random.Random, number: int
    ) -> tuple[bytes, tuple[str, ...]]:
        name, text = pick.choice(list(FILES.items()))
        words = tokens(FILES[pick.choice(list(FILES))])
        text = Mutator(pick, [*words, *NUMBERS]).mutate(text)
        data = _encode(text)
        suffix = pick.choice(("", "", "", ".gz", ".xz"))
        if suffix:
            # The time of compression would make cases differ.
            data = (
                gzip.compress(data, mtime=0)
                if suffix == ".gz"
                else lzma.compress(data)
            )
        if pick.random() < (0.7 if suffix else 0.15):
            data = mutate_bytes(pick, data)
        order = pick.choice((2, 2, 1, 3))
        if "cube" in name and pick.random() < 0.8:
            order = 3
        format = pick.choice(FORMATS[order])
        type = pick.choice(FILE_TYPES)
        return data, (name + suffix, format, type, str(order))

    def ir(
        self, pick: random.Random, number: int
    ) -> tuple[bytes, tuple[str, ...]]:
        text, passes = pick.choice(self.chunks)
        most = pick.choice((1, 1, 1, 8))
        text = Mutator(pick, self.ir_words).mutate(text, most)
        choice = pick.random()
        if choice < 0.2:
            passes = ()
        elif choice < 0.35:
            passes = _WHOLE
        return _encode(text), passes


    def functions(
        self, pick: random.Random, number: int
    ) -> tuple[bytes, tuple[str, ...]]:
        name, function = pick.choice(list(USER_FUNCTIONS.items()))
        text = function.mlir
        if pick.random() < 0.3:
            text += pick.choice(list(USER_FUNCTIONS.values())).mlir
        words = self.ir_words
        if pick.random() < 0.7:
            words = tokens("".join(f.mlir for f in USER_FUNCTIONS.values()))
        text = Mutator(pick, [*words, *NUMBERS]).mutate(text)
        arguments = ", ".join("bc"[: len(function.annihilators)])
        return _encode(text), (f"a = {name}({arguments})",)


def _encode(text: str) -> bytes:
    """No text that a command line can hold has a zero in it."""
    return text.replace("\x00", "").encode(errors="replace")


def _vocabulary(texts) -> list[str]:
    found = {t: None for text in texts for t in tokens(text) if not t.isspace()}
    return list(found)


def _documented() -> list[tuple[bytes, tuple[str, ...]]]:
    """The expressions in the documents, whether right or refused there."""
    found: dict[tuple[bytes, tuple[str, ...]], None] = {}
    for path in sorted((ROOT / "docs").glob("*.md")):
        for line in path.read_text().splitlines():
            if match := re.match(r"\$ weft '([^']*)'(.*)", line):
                words = re.findall(r"-([ft])=(\S+)", match[2])
                plain = tuple(f"-{k}{w}".replace("'", "") for k, w in words)
                found[match[1].encode(), plain] = None
    return list(found)


def _chunks():
    """The parts of the lit tests with the passes of their first command."""
    for path in sorted((ROOT / "test").glob("**/*.mlir")):
        text = path.read_text()
        run = re.search(r"RUN:((?:.*\\\n)*.*)", text)
        command = run[1].split("|")[0] if run else ""
        passes = tuple(_PASS.findall(command)) if "weft-opt" in command else ()
        for chunk in re.split(r"^// -----.*\n", text, flags=re.M):
            if chunk.strip():
                yield re.sub(r"^ *//.*\n", "", chunk, flags=re.M), passes
