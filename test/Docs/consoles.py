# ===- consoles.py - Commands and outputs in documents ---------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The format of the blocks that run_consoles.py runs: fenced as `console`,
with commands after `$ ` (going on in the next line after a backslash) and what
they print below. In what they print, `...` stands for any text in a line, and
alone in a line for any lines."""

from __future__ import annotations

import re
from dataclasses import dataclass

FENCE = "```console"


@dataclass
class Step:
    """A command and the lines that it should print, with their place."""

    line: int
    command: str
    expected: list[str]
    # The expected lines are those from `begin` up to `end` of the document.
    begin: int = 0
    end: int = 0

    @property
    def may_fail(self) -> bool:
        """Only a command that should report an error may end with one."""
        return any(line.startswith("error:") for line in self.expected)


def parse(text: str) -> list[Step]:
    """All steps of a document; raises ValueError with the line of a mistake."""
    steps: list[Step] = []
    inside = continued = False
    started = False
    for number, line in enumerate(text.splitlines()):
        if not inside:
            inside, started, continued = line == FENCE, False, False
            opened = number
        elif line == "```":
            if continued or not started:
                raise ValueError(f"line {number + 1}: expected a command")
            inside = False
        elif continued:
            steps[-1].command += "\n" + line
            continued = line.endswith("\\")
            steps[-1].begin = steps[-1].end = number + 1
        elif line.startswith("$ "):
            steps.append(Step(number + 1, line[2:], [], number + 1, number + 1))
            started, continued = True, line.endswith("\\")
        elif not started:
            raise ValueError(f"line {number + 1}: expected '$ ' and a command")
        else:
            steps[-1].expected.append(line)
            steps[-1].end = number + 1
    if inside:
        raise ValueError(f"line {opened + 1}: the block has no end")
    return steps


def _line_pattern(line: str) -> str:
    return ".*".join(re.escape(part) for part in line.split("..."))


def matches(expected: list[str], actual: list[str]) -> bool:
    """Whether the lines are as expected, wildcards considered."""
    pattern = "".join(
        r"(?:.*\n)*" if line.strip() == "..." else _line_pattern(line) + r"\n"
        for line in expected
    )
    text = "".join(line.rstrip() + "\n" for line in actual)
    return re.fullmatch(pattern, text) is not None
