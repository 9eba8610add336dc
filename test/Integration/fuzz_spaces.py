# ===- fuzz_spaces.py - Random loops over stored coordinates ---------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Draws schedules that follow from how an operand is stored.

Loops can be collapsed, go over positions or have parts of equal work only where
they are those of successive levels of an operand. What is drawn without a look
at formats seldom is; here, it is as a rule.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from functions import USER_FUNCTIONS
from notation import (
    Access,
    Assign,
    Binary,
    Call,
    Expression,
    Index,
    Literal,
    Reduce,
    accesses,
    children,
    free_indices,
    render,
)
from spellings import parse_format

# What is done where the last tile is not full; the first ones are the default.
TAILS = (
    *("", "", "", ""),
    *(",Guard", ",ShiftInwards", ",ShiftInwards", ",Predicate"),
)
SIZES = (1, 2, 3, 4, 7, 32)
# What follows the name of a variable of blocks, and of one in them.
PARTS = {"": "", "/": "0", "%": "1"}
# What has a coordinate, of one parent, at each position.
COUNTED = ("compressed", "singleton", "listed")
# The positions of dense levels count their coordinates, and can be counted too.
WALKED = (*COUNTED, "dense")
RACES = ("NoRaces", "Atomics", "Temporary", "IgnoreRaces")
LANE_RACES = ("NoRaces", "NoRaces", "Temporary", "Temporary", "IgnoreRaces")


def draw_space_schedule(
    pick: random.Random,
    statement: Assign,
    loops: list[str],
    formats: Mapping[str, str],
) -> str:
    """Empty if no operand stores index variables in levels of their own."""
    found = [
        (access, order)
        for access in accesses(statement.value)
        if len(order := stored_variables(access, formats)) > 0
    ]
    if not found or (not _is_one_nest(statement) and pick.random() < 0.9):
        return ""
    # Rather what is multiplied, and more rather what has most levels.
    found.sort(key=lambda x: (_scales(statement.value, x[0]), len(x[1])))
    access, order = found[-1] if pick.random() < 0.7 else pick.choice(found)
    levels = parse_format(formats[access.tensor], len(access.indices)).levels
    stored = [level.kind in COUNTED and level.unique for level in levels]
    counted = [level.kind in WALKED and level.unique for level in levels]
    if not _scales(statement.value, access):
        counted = [False] * len(levels)
    assigned = {x.name for x in statement.target.indices if isinstance(x, Index)}
    drawer = _Drawer(pick, access, order, loops, counted, stored, assigned)
    drawer.values = findable_parts(statement.value)
    return ",".join(drawer.draw())


def stored_variables(access: Access, formats: Mapping[str, str]) -> list[str]:
    """The variables of an access, in the order of the levels that store them."""
    names = [x.name for x in access.indices if isinstance(x, Index)]
    if len(set(names)) != len(access.indices):
        return []
    levels = parse_format(formats[access.tensor], len(names)).levels
    if any(level.part == "*" for level in levels):
        return []
    # The parts of a variable that is stored in blocks are loops of their own.
    return [names[level.mode] + PARTS[level.part] for level in levels]


def _is_one_nest(statement: Assign) -> bool:
    """Whether sums, if there are any, are around all that is computed."""

    def reduces(node: Expression) -> bool:
        return isinstance(node, Reduce) or any(map(reduces, children(node)))

    free = set(free_indices(statement.value))
    implied = free - set(statement.target.indices)
    value = statement.value
    is_sum = isinstance(value, Binary) and value.operator in "+-"
    return not reduces(value) and not (implied and is_sum)


def _scales(value: Expression, access: Access) -> bool:
    """Whether a value is a product with an access."""
    if value == access:
        return True
    return (
        isinstance(value, Binary)
        and value.operator == "*"
        and any(_scales(child, access) for child in children(value))
    )


def findable_parts(value: Expression) -> list[Expression]:
    """What of a value a schedule can name, from the outside inwards."""
    parts = [value] if _is_findable(value) else []
    for child in children(value):
        parts += findable_parts(child)
    return parts


def _is_findable(node: Expression) -> bool:
    if isinstance(node, Access):
        return all(isinstance(x, Index | int) for x in node.indices)
    if isinstance(node, Call) and node.function in USER_FUNCTIONS:
        return False
    if isinstance(node, Binary | Call):
        return all(_is_findable(child) for child in children(node))
    return isinstance(node, Literal)


class _Drawer:
    def __init__(
        self,
        pick: random.Random,
        access: Access,
        order: list[str],
        loops: list[str],
        counted: list[bool],
        stored: list[bool],
        assigned: set[str],
    ) -> None:
        self.pick, self.access, self.counted = pick, access, counted
        self.stored = stored
        self.values: list[Expression] = []
        self.assigned = assigned | {x for x in order if x[:-1] in assigned}
        blocked = {x[:-1] for x in order if x not in loops}
        others = [x for x in loops if x not in order and x not in blocked]
        self.order, self.others = order, others
        self.steps: list[str] = []
        self.names = 0

    def chance(self, share: float) -> bool:
        return self.pick.random() < share

    def name(self, stem: str) -> str:
        self.names += 1
        return f"{stem[0]}_{self.names}{stem[-1]}"

    def draw(self) -> list[str]:
        loops = [*self.order, *self.others]
        if len(loops) > 1 and self.chance(0.5):
            self.steps.append(f"reorder({','.join(loops)})")
        count = self.pick.randint(1, len(self.order))
        begin = 0
        if self.chance(0.4):
            begin = self.pick.randint(0, len(self.order) - count)
        if self.chance(0.15):
            self.precompute()
        if self.stored[begin] and self.chance(0.2):
            self.ranges(begin)
            return self.steps
        whole = self.fuse(self.order[begin : begin + count])
        likely = self.counted[begin + count - 1]
        if self.chance(0.3):
            parts = self.split("balance", whole)
        else:
            if self.chance(0.8 if likely else 0.1):
                whole = self.positions(whole)
            parts = [whole]
            for _ in range(self.pick.choice((0, 1, 1, 1, 2))):
                part = parts.pop(self.pick.randrange(len(parts)))
                how = self.pick.choice(("split", "divide"))
                parts[len(parts) :] = self.split(how, part)
        outside = self.order[:begin]
        inside = [*self.order[begin + count :], *self.others]
        if len(parts) == 2 and self.chance(0.2):
            outside, parts = self.stride(outside, parts)
        if self.values and self.chance(0.4):
            self.precompute_parts(parts, inside)
        if len(parts) > 1 and inside and self.chance(0.25):
            # A tile of one operand, with which all of another is gone through.
            self.steps.append(f"reorder({inside[0]},{parts[-1]})")
        loops = [*outside, *parts, *inside]
        self.tag(loops, parts, self.order[begin : begin + count])
        return self.steps

    def fuse(self, loops: list[str]) -> str:
        """One loop of several, from the outermost on or from the innermost."""
        loops = list(loops)
        while len(loops) > 1:
            at = self.pick.choice((0, len(loops) - 2))
            name = self.name("f")
            self.steps.append(f"fuse({loops[at]},{loops[at + 1]},{name})")
            loops[at : at + 2] = [name]
        return loops[0]

    def positions(self, loop: str) -> str:
        name = self.name("p")
        self.steps.append(f"pos({loop},{name},{self.access.tensor})")
        if not self.chance(0.1):
            return name
        coordinate = self.name("c")
        self.steps.append(f"coord({name},{coordinate})")
        return coordinate

    def split(self, how: str, loop: str, tails: float = 0.5) -> list[str]:
        """`tails` is the share of those with a width that may have one."""
        parts = [self.name("o"), self.name("i")]
        size = self.pick.choice(SIZES)
        has_tail = how == "split" and self.chance(tails)
        tail = self.pick.choice(TAILS) if has_tail else ""
        self.steps.append(f"{how}({loop},{parts[0]},{parts[1]},{size}{tail})")
        return parts

    def stride(
        self, outside: list[str], parts: list[str]
    ) -> tuple[list[str], list[str]]:
        """Places in tiles outside of the tiles, and of some loops around them."""
        tile, inner = parts
        places, rest = self.name("o"), self.name("i")
        size = self.pick.choice((1, 1, 1, 2))
        self.steps.append(f"split({inner},{places},{rest},{size})")
        at = self.pick.randint(0, len(outside))
        moved = [places, *outside[at:], tile, rest]
        self.steps.append(f"reorder({','.join(moved)})")
        return [*outside[:at], places, *outside[at:]], [tile, rest]

    def precompute(self) -> None:
        over = [*self.order, *self.others][-1]
        new, value = self.name("w"), render(self.access).replace(" ", "")
        self.steps.append(f"precompute({value},{over},{new})")

    def precompute_parts(self, parts: list[str], inside: list[str]) -> None:
        """Over what positions and combinations were split into, which is all of
        them or the innermost, and now and then over what is inside as well."""
        over = self.pick.choice((parts, parts[-1:], parts[-1:]))
        if inside and self.chance(0.2):
            over = [*over, *inside]
        # Mostly all of the value, or a product that has the entries.
        outermost = self.chance(0.5)
        value = self.values[0] if outermost else self.pick.choice(self.values)
        new = [self.name("w") for _ in over]
        text = render(value).replace(" ", "")
        self.steps.append(
            f"precompute({text},{{{','.join(over)}}},{{{','.join(new)}}})"
        )

    def ranges(self, at: int) -> None:
        """A loop in tiles with as many coordinates each that the operand stores."""
        loop, positions = self.order[at], self.name("p")
        self.steps.append(f"pos({loop},{positions},{self.access.tensor})")
        parts = self.split(
            self.pick.choice(("split", "divide")), positions, tails=0.1
        )
        coordinate = self.name("c")
        self.steps.append(f"coord({parts[1]},{coordinate})")
        parts[1] = coordinate
        outside, inside = self.order[:at], [*self.order[at + 1 :], *self.others]
        if inside and self.chance(0.3):
            self.steps.append(f"reorder({inside[0]},{coordinate})")
        if self.values and self.chance(0.2):
            self.precompute_parts(parts, inside)
        self.tag([*outside, *parts, *inside], parts, [loop])

    def tag(
        self, loops: list[str], parts: list[str], whole: list[str]
    ) -> None:
        if self.chance(0.5):
            name = self.pick.choice((loops[0], parts[0]))
            over = whole if name in parts else [name]
            if self.chance(0.2):
                races = self.pick.choice(RACES)
            elif self.assigned.issuperset(over):
                races = "NoRaces"
            elif self.chance(0.5):
                races = "Atomics"
            else:
                races = "Temporary"
            self.steps.append(f"parallelize({name},CPUThread,{races})")
        if self.chance(0.15):
            races = self.pick.choice(LANE_RACES)
            self.steps.append(f"parallelize({loops[-1]},CPUVector,{races})")
        if self.chance(0.1):
            size = self.pick.choice(SIZES)
            self.steps.append(f"unroll({parts[-1]},{size})")
        if self.chance(0.15):
            strategy = self.pick.choice(("Gallop", "TwoFinger", "Locate"))
            self.steps.append(f"mergeby({parts[-1]},{strategy})")
