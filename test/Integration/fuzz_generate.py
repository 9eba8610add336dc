# ===- fuzz_generate.py - Random cases -------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Draws a program, then types and formats for its tensors, then data.

A case follows from a seed and a number alone. What is drawn is what the
language gives a meaning (docs/notation.md, docs/semantics.md): variables that
reductions bind index something, types are those that convert.
"""

from __future__ import annotations

import itertools
import random

import fuzz_axes as axes
from formats import PACKABLE
from spellings import parse_format
from functions import USER_FUNCTIONS
from fuzz_axes import choose
from fuzz_case import (
    TUNED,
    FuzzCase,
    free_and_bound,
    is_schedule,
    tensor_orders,
)
from fuzz_data import DataMaker
from fuzz_products import draw_product
from fuzz_gpu import draw_gpu_schedule
from fuzz_schedules import draw_schedule, loop_variables
from notation import (
    Access,
    AnySubscript,
    Assign,
    Binary,
    Call,
    Expression,
    Index,
    IndexValue,
    Literal,
    Negate,
    Reduce,
    Subscript,
    Sum,
    accesses,
    free_indices,
)
from scalars import ELEMENTS, IllTyped, right_side, value_type

VARIABLES = tuple(Index(name) for name in "ijklmn")
RESULTS = ("R", "S", "T")
# What tensors of an order are called, as long as there are such names.
LETTERS = {0: "wvut", 1: "xyzuvw"}
OPERANDS = tuple(f"{a}{n}" for n in ("", *"12345") for a in "ABCDEFGH")
LARGEST_INDEX = 3
RUNS = 3
SCHEDULED = 0.15
SHARED = 0.15
PLACED = 0.8


def generate(
    seed: int,
    number: int,
    runs: int = RUNS,
    scheduled: float = SCHEDULED,
    products: float = 0,
    gpu: float = 0,
    chosen: float = 0,
) -> FuzzCase:
    """A kernel, and the data of that many runs; more runs begin with those of
    fewer. A share of the kernels gets a schedule, others nothing else by it.
    A share are products of a few operands, a share run on a GPU, and of a share
    the schedule is chosen."""
    return _Generator(seed, number).make(
        runs, scheduled, products, gpu, chosen
    )


class _Generator:
    def __init__(self, seed: int, number: int) -> None:
        self.random = random.Random(f"{seed} {number}")
        self.name = f"{seed}-{number}"
        self.orders: dict[str, int] = {}
        self.results: list[str] = []

    def choose(self, table: axes.Weighted):
        return choose(self.random, table)

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def make(
        self,
        runs: int,
        scheduled: float,
        products: float,
        gpu: float,
        chosen: float,
    ) -> FuzzCase:
        program = self.program(products)
        orders = tensor_orders(program)
        types = self.types(program, list(orders))
        formats = {
            name: draw_format(self.random, order)
            for name, order in orders.items()
        }
        # Drawn by itself, so that other draws do not depend on it.
        shares = share_levels(
            random.Random(f"{self.name} levels"), program, formats
        )
        options = self.choose(axes.OPTIONS)
        options = self.with_schedule(options, program, formats, scheduled)
        if gpu:
            options = self.with_units(options, program, formats, gpu, shares)
        if chosen:
            options = self.with_choice(options, chosen)
        case = FuzzCase(self.name, program, formats, types, options, ())
        maker = DataMaker(self.random, case)
        return FuzzCase(
            *(self.name, program, formats, types, options),
            data=tuple(maker.make() for _ in range(runs)),
        )

    def with_schedule(
        self,
        options: str,
        program: tuple[Assign, ...],
        formats: dict[str, str],
        share: float,
    ) -> str:
        """Drawn by itself, so that other draws do not depend on it. A third of
        those without a schedule have their loops left as they are, which says
        more of infinities and NaNs than the default does."""
        pick = random.Random(f"{self.name} schedule")
        schedule = draw_schedule(pick, program, formats)
        if not schedule or pick.random() >= share:
            schedule = "none" if pick.random() < 1 / 3 else ""
        return f"{options} schedule={schedule}".strip() if schedule else options

    def with_choice(self, options: str, share: float) -> str:
        """In the place of a schedule, one that is chosen for the operands, or
        several that the search for the fastest tries."""
        pick = random.Random(f"{self.name} choice")
        if pick.random() >= share or "target=gpu" in options:
            return options
        words = [x for x in options.split() if not is_schedule(x)]
        word = pick.choice(
            ("schedule=auto", "tune-calls", f"{TUNED}{pick.randrange(1, 1000)}")
        )
        return " ".join([*words, word])

    def with_units(
        self,
        options: str,
        program: tuple[Assign, ...],
        formats: dict[str, str],
        share: float,
        shares: bool,
    ) -> str:
        """Units of a GPU by the default schedule or by one that is drawn. Most
        results have dense levels, unless one `shares` those of an operand."""
        pick = random.Random(f"{self.name} units")
        if pick.random() >= share:
            return options
        if not shares:
            place_results(
                random.Random(f"{self.name} results"), program, formats
            )
        words = [x for x in options.split() if not x.startswith("schedule=")]
        statement = pick.choice(program)
        loops = loop_variables(statement)
        if loops and pick.random() < 0.7:
            schedule = draw_gpu_schedule(pick, statement, loops, formats)
            words.append(f"schedule={schedule}")
        return " ".join([*words, "target=gpu"])

    # --- Programs -----------------------------------------------------------

    def program(self, products: float) -> tuple[Assign, ...]:
        # What is drawn without products does not depend on them.
        if products and self.chance(products):
            return (draw_product(self.random),)
        statements = self.choose(axes.STATEMENTS)
        self.several = statements > 1
        return tuple(self.assignment() for _ in range(statements))

    def assignment(self) -> Assign:
        order = self.choose(axes.RESULT_ORDERS)
        target = tuple(self.random.sample(VARIABLES[: max(3, order)], order))
        others = [x for x in VARIABLES if x not in target]
        # Variables that are missing on the left are summed over.
        implied = others[: self.random.choice((0, 0, 1, 1, 2))]
        size = self.choose(axes.SIZES)
        value = self.expression(size, (*target, *implied), target)
        known = {*target, *free_and_bound(value)}
        unknown = [x for x in free_indices(value) if x not in known]
        # A variable has one size in all statements, unless sums determine it,
        # which they do not if it is not the only one.
        if unknown and (
            self.several or self.chance(0.7) or len(unknown) > 1
        ):
            extra = self.access(tuple(unknown), require=True)
            value = Binary("*", value, extra)
        name = self.result_name(order)
        return Assign(Access(name, target), value, self.chance(0.08))

    def result_name(self, order: int) -> str:
        """A new name, or now and then one that is there already."""
        known = [n for n, o in self.orders.items() if o == order]
        name = RESULTS[len(self.results)]
        if known and self.chance(0.15):
            name = self.random.choice(known)
        self.orders.setdefault(name, order)
        self.results.append(name)
        return name

    def expression(
        self, size: int, scope: tuple[Index, ...], numbers: tuple[Index, ...]
    ) -> Expression:
        """Over the variables in scope, of which those in `numbers` may stand
        for themselves."""
        if size <= 1:
            return self.leaf(scope, numbers)
        left = self.random.randint(1, size - 1)
        match self.choose(axes.NODES):
            case "binary":
                operator = self.choose(axes.OPERATORS)
                return Binary(
                    operator,
                    self.expression(left, scope, numbers),
                    self.expression(size - left, scope, numbers),
                )
            case "compare":
                return Binary(
                    self.choose(axes.COMPARISONS),
                    self.expression(left, scope, numbers),
                    self.expression(size - left, scope, numbers),
                )
            case "negate":
                return Negate(self.expression(size - 1, scope, numbers))
            case "call":
                return self.call(size - 1, scope, numbers)
            case _:
                return self.reduction(size - 1, scope, numbers)

    def call(
        self, size: int, scope: tuple[Index, ...], numbers: tuple[Index, ...]
    ) -> Expression:
        function, count = self.choose(axes.FUNCTIONS)
        share = max(1, size // count)
        arguments = [
            self.expression(share, scope, numbers) for _ in range(count)
        ]
        if function == "pow" and self.chance(0.8):
            arguments[1] = Literal(self.choose(axes.EXPONENTS))
        if function in ("max", "min", *USER_FUNCTIONS):
            # Bare variables before the last argument would be reduced over.
            arguments.sort(key=lambda x: isinstance(x, IndexValue))
        return Call(function, tuple(arguments))

    def reduction(
        self, size: int, scope: tuple[Index, ...], numbers: tuple[Index, ...]
    ) -> Expression:
        free = [x for x in VARIABLES if x not in scope]
        if not free:
            return self.expression(size, scope, numbers)
        count = min(len(free), 1 + self.chance(0.2))
        bound = tuple(self.random.sample(free, count))
        body = self.expression(size, (*scope, *bound), (*numbers, *bound))
        indexing = set(free_and_bound(body))
        missing = [x for x in bound if x not in indexing]
        if missing:
            # A variable that indexes nothing has no size.
            extra = self.access(tuple(missing), require=True)
            body = Binary(self.choose(axes.OPERATORS), body, extra)
        return Reduce(self.choose(axes.REDUCERS), bound, body)

    # --- Leaves -------------------------------------------------------------

    def leaf(
        self, scope: tuple[Index, ...], numbers: tuple[Index, ...]
    ) -> Expression:
        kind = self.choose(axes.LEAVES)
        if kind == "index" and numbers:
            return IndexValue(self.random.choice(numbers))
        if kind == "literal":
            value = self.choose(axes.LITERALS)
            literal = Literal(value)
            return Negate(literal) if self.chance(0.1) else literal
        return self.access(scope)

    def access(
        self, scope: tuple[Index, ...], *, require: bool = False
    ) -> Expression:
        """A tensor, known already or new, at variables in scope."""
        order = self.choose(axes.OPERAND_ORDERS)
        if require:
            order = len(scope)
        known = [n for n, o in self.orders.items() if o == order]
        if known and self.chance(0.35):
            name = self.random.choice(known)
        else:
            names = (*LETTERS.get(order, ""), *OPERANDS)
            name = next(n for n in names if n not in self.orders)
            self.orders[name] = order
        return Access(name, self.subscripts(order, scope, require))

    def subscripts(
        self, order: int, scope: tuple[Index, ...], require: bool
    ) -> tuple[AnySubscript, ...]:
        if require:
            return tuple(self.random.sample(scope, order))
        indices: list[AnySubscript] = []
        distinct = self.chance(0.85)
        pool = list(scope)
        if self.chance(0.7):
            pool.sort(key=lambda index: index.name)
            start = self.random.randint(0, max(0, len(pool) - order))
            pool = pool[start:]
        else:
            self.random.shuffle(pool)
        for _ in range(order):
            if not scope or self.chance(0.04):
                indices.append(self.random.randint(0, LARGEST_INDEX))
            elif distinct and pool:
                indices.append(pool.pop(0))
            else:
                indices.append(self.random.choice(scope))
        if self.chance(axes.SUMS):
            indices = [self.sum(x, scope) for x in indices]
        return tuple(indices)

    def sum(self, index: Index | int, scope: tuple[Index, ...]) -> AnySubscript:
        """Perhaps the variable with others and numbers."""
        if isinstance(index, int) or self.chance(0.4):
            return index
        factor = self.choose(axes.FACTORS)
        constant = self.choose(axes.SHIFTS)
        if factor < 0:
            constant = abs(constant) + 2
        found: Subscript = factor * index + constant
        others = [x for x in scope if x != index]
        if others and self.chance(0.3):
            found = found + self.choose(axes.FACTORS) * self.random.choice(
                others
            )
        return index if found == Sum(((index, 1),)) else found

    # --- Types --------------------------------------------------------------

    def types(
        self, program: tuple[Assign, ...], names: list[str]
    ) -> dict[str, str]:
        """Types under which every assignment has a meaning. The types of
        results follow from the values where they must."""
        for _ in range(8):
            mixture = self.choose(axes.MIXTURES)
            one = "f64" if mixture == "f64" else self.choose(axes.TYPES)
            types = {
                n: self.choose(axes.TYPES) if mixture == "mixed" else one
                for n in names
            }
            if self.widen_results(program, types):
                return types
        types = dict.fromkeys(names, "f64")
        assert self.widen_results(program, types)
        return types

    def widen_results(
        self, program: tuple[Assign, ...], types: dict[str, str]
    ) -> bool:
        for _ in range(4):
            scalars = {n: ELEMENTS[t].scalar for n, t in types.items()}
            changed = False
            try:
                for assignment in program:
                    value = right_side(assignment, scalars)
                    target = assignment.target.tensor
                    if value.kind > scalars[target].kind:
                        types[target] = value.resolved().name
                        changed = True
                    else:
                        value_type(assignment, scalars)
            except IllTyped:
                return False
            if not changed:
                return True
        return False


# --- Formats ---------------------------------------------------------------


def draw_format(random: random.Random, order: int) -> str:
    if order == 0:
        return ""
    format = _draw_levels(random, order)
    if choose(random, axes.LAYOUTS) == "apart":
        return format
    if parse_format(format, order).levels[-1].kind not in PACKABLE:
        return format
    if format.endswith("}"):
        return format[:-1] + ",packed}"
    return format + "{packed}"


def share_levels(
    random: random.Random, program: tuple[Assign, ...], formats: dict[str, str]
) -> bool:
    """Gives a result now and then the first levels of an operand and dense ones
    below, where the others are dense, which draws of each by itself seldom
    do. Whether one has them."""
    if random.random() >= SHARED:
        return False
    target = random.choice(program).target
    operands = [
        access
        for assignment in program
        for access in accesses(assignment.value)
        if access.indices[:1] == target.indices[:1] != ()
    ]
    if not operands:
        return False
    operand = random.choice(operands)
    pairs = zip(operand.indices, target.indices)
    shared = list(itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
    for assignment in program:
        for access in accesses(assignment.value):
            formats[access.tensor] = "d" * len(access.indices)
    letters = "ds" if random.random() < 0.6 else "dsshbgt"
    levels = random.choices(letters, k=len(operand.indices))
    if all(level == "d" for level in levels[: len(shared)]):
        levels[random.randrange(len(shared))] = "s"
    formats[operand.tensor] = "".join(levels)
    below = "d" * (len(target.indices) - len(shared))
    formats[target.tensor] = "".join(levels[: len(shared)]) + below
    return True


def place_results(
    random: random.Random, program: tuple[Assign, ...], formats: dict[str, str]
) -> None:
    """Gives most results dense levels in any order, now and then in blocks: a
    GPU computes results whose components have places of their own."""
    for assignment in program:
        order = len(assignment.target.indices)
        if order == 0 or random.random() >= PLACED:
            continue
        levels = "d" * order
        if order == 2 and random.random() < 0.1:
            levels = "dddd:0/2,1/3,0%2,1%3"
        elif order > 1 and random.random() < 0.3:
            modes = random.sample(range(order), order)
            levels += ":" + ",".join(map(str, modes))
        formats[assignment.target.tensor] = levels


def _draw_levels(random: random.Random, order: int) -> str:
    source = choose(random, axes.FORMAT_SOURCES)
    width = choose(random, axes.WIDTHS)
    if width == "levels":
        bits = [[random.choice((16, 32, 64)) for _ in range(order)] for _ in "pc"]
        pos, crd = (":".join(map(str, numbers)) for numbers in bits)
        width = f"{{pos={pos},crd={crd}}}" if source != "rare" else ""
    if source == "rare" and order in axes.RARELY_NAMED:
        return choose(random, axes.RARELY_NAMED[order]) + width
    if source in ("named", "rare"):
        return choose(random, axes.NAMED[order]) + width
    letters = ""
    if source == "letters":
        letters = random.choice("dsu")
        letters += "".join(random.choices("dsuqc", k=order - 1))
    while len(letters) < order:
        above = letters[-1:]
        if above not in {*axes.UNFINISHED, "q"}:
            letter = choose(random, axes.NEIGHBOURS)
            letters += letter
            if letter:
                continue
        table = axes.LEVELS["s" if above in ("e", "i") else above]
        if len(letters) == order - 1:
            table = [
                (letter, weight)
                for letter, weight in table
                if letter not in axes.UNFINISHED
            ] or [("q", 1)]
        letters += choose(random, table)
    if order > 1 and choose(random, axes.MODE_ORDERS) == "any":
        modes = list(map(str, range(order)))
        random.shuffle(modes)
        letters += ":" + ",".join(modes)
    return letters + width
