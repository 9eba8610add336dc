# ===- dense.py - A dense evaluator of any expression ----------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""What an expression of any types means, at all values of its variables.

`reference.py` says what the kernels of the suite mean, one component and one
type at a time. This evaluator knows the whole language and mixed types, says
how far a correct result may be from its own (`bounds.py`), and is fast enough
for sizes at which sparse code behaves differently. `test_dense.py` compares
the two. Neither shares anything with the compiler.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

import bounds
import bounds_functions as functions
import bounds_reductions as reductions
from bounds import Array, Field
from dense_functions import Functions
from formats import Format
from functions import USER_FUNCTIONS
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
    Slice,
    Sum,
    close,
    variables_of,
    walk,
)
from scalars import (
    COMPLEX,
    REAL,
    Element,
    Scalar,
    infer,
    is_of_complex,
    is_truth,
    meet,
    value_type,
)

# More components than this in one step are refused: they would not fit.
LARGEST_STEP = 4_000_000


@dataclass(frozen=True)
class Stored:
    """A tensor: its type, its numbers and which are stored. An operand stores
    what `present` says, a result at least that."""

    type: Scalar
    field: Field


def stored_mask(format: Format, entries: Array) -> Array:
    """All components that a tensor with these entries stores."""
    if any(level.part or level.kind == "interval" for level in format.levels):
        given = {tuple(c) for c in np.argwhere(entries).tolist()}
        mask = np.zeros_like(entries)
        for component in format.stored(entries.shape, given):
            mask[component] = True
        return mask
    last = max(
        (n for n, level in enumerate(format.levels) if level.kind != "dense"),
        default=-1,
    )
    below = tuple(level.mode for level in format.levels[last + 1 :])
    if last < 0:
        return np.ones_like(entries)
    mask = entries.any(axis=below, keepdims=True)
    return np.broadcast_to(mask, entries.shape)


def operand(
    element: Element, numbers: Array, present: Array, signed: Array | bool = True
) -> Stored:
    """A tensor that is given; `signed` says where the sign of a zero is read."""
    numbers = np.asarray(numbers).astype(element.scalar.dtype)
    field = Field(
        numbers,
        np.zeros(numbers.shape),
        ~present,
        present,
        np.broadcast_to(signed, numbers.shape),
    )
    return Stored(element.scalar, field)


def keeps_sign(format: Format, numbers: Array) -> Array:
    """Where the sign of a zero is kept: not where entries in slots are summed."""
    has_slots = any(level.part == "*" for level in format.levels)
    return (numbers != 0) | (not has_slots) | (format.fill != 0)


@dataclass(frozen=True)
class Result:
    """What an assignment must make: numbers within their errors, at least the
    components that are `required`, and none that are not `allowed`."""

    numbers: Array
    error: Array
    required: Array
    allowed: Array


class DenseEvaluator:
    def __init__(
        self,
        tensors: Mapping[str, Stored],
        extents: Mapping[Index, int],
        *,
        strict_zero: bool = False,
        drop_fill: bool = False,
        factors: bool = False,
        into_sums: bool = False,
    ) -> None:
        """With `factors`, factors of terms may be taken out of a reduction; with
        `into_sums`, factors and divisors of a sum into it."""
        self.tensors = dict(tensors)
        self.extents = extents
        self.strict = strict_zero
        self.drops = drop_fill
        self.factors = factors
        self.into_sums = into_sums

    def run(
        self, assignment: Assign, element: Element, format: Format
    ) -> Result:
        """Computes the left side and makes it visible to later assignments."""
        target = assignment.target
        types = {name: t.type for name, t in self.tensors.items()}
        result = types.setdefault(target.tensor, element.scalar)
        type = value_type(assignment, types)
        value = close(assignment).value
        dims = tuple(self.extents[index] for index in target.indices)
        with np.errstate(all="ignore"):
            walk = _Walk(self, types, target.indices)
            field = walk.emit(value, type)
            field = bounds.store(field, type, element)
        field = field.map(lambda part: np.broadcast_to(part, dims))
        nonzero = ~field.is_zero()
        required = field.present | nonzero
        # What is zero, or may come out as zero, may be dropped.
        if self.drops and not format.ends_full:
            required = nonzero
        mask = stored_mask(format, required)
        self.tensors[target.tensor] = Stored(
            result,
            Field(
                field.value,
                field.error,
                np.zeros(dims, bool),
                mask,
                field.signed
                & mask
                & field.present
                & keeps_sign(format, field.value),
            ),
        )
        # What the format stores with one that is not absent, it stores, too.
        surely_zero = (field.value == 0) & field.known
        allowed = stored_mask(format, ~(field.absent & surely_zero))
        return Result(field.value, field.error, required, allowed)


def _has_factors(node: Reduce) -> bool:
    """Whether an operator in the body distributes over the combiner, which is a
    sum in shortest paths, and a product elsewhere."""
    operators = "*/+-" if node.reducer in ("min", "max") else "*/"
    return any(
        isinstance(inner, Binary) and inner.operator in operators
        for inner in walk(node.body)
    )


def _sums_in(node: Expression) -> list[Reduce]:
    """The sums that what the node is multiplied with may be taken into."""
    match node:
        case Negate(inner):
            return _sums_in(inner)
        case Binary("*", left, right):
            return _sums_in(left) + _sums_in(right)
        case Binary("/", left, _):
            return _sums_in(left)
        case Reduce():
            return [node] if node.reducer == "sum" else []
    return []


class _Walk(Functions):
    """Evaluates expressions where some variables are bound: axis n of every
    array is variable n, or has size one."""

    def __init__(
        self,
        evaluator: DenseEvaluator,
        types: Mapping[str, Scalar],
        variables: tuple[Index, ...],
    ) -> None:
        self.evaluator, self.types = evaluator, types
        self.strict = evaluator.strict
        self.variables = variables
        self.sizes = tuple(evaluator.extents[v] for v in variables)
        if math.prod(max(1, size) for size in self.sizes) > LARGEST_STEP:
            raise OverflowError(f"{self.sizes} are too many components")

    def emit(self, node: Expression, target: Scalar) -> Field:
        """The value as a number of the target's type."""
        own = infer(node, self.types)
        type = meet(own, target) if own.adapts else own
        if type.kind == COMPLEX != own.kind and not is_of_complex(node):
            type = Scalar(REAL, type.bits)
        return bounds.convert(self.emit_as(node, type), type, target)

    def emit_as(self, node: Expression, type: Scalar) -> Field:
        if is_truth(node):
            field = self.truth(node)
            value = field.value.astype(type.dtype)
            # Strictly, what is absent cannot be told from what is not.
            present = field.present & (not self.strict)
            return Field(value, *field.parts[1:4], present | (value != 0))
        match node:
            case Literal(value):
                return self.constant(type, value)
            case IndexValue(index):
                numbers = self.grid(index).astype(type.dtype)
                return bounds.full(numbers, absent=False, present=True)
            case Access():
                return self.access(node)
            case Negate(inner):
                return bounds.negate(self.emit(inner, type))
            case Binary(operator, left, right):
                operands = self.emit(left, type), self.emit(right, type)
                field = self.binary(type, operator, *operands)
                if not self.evaluator.into_sums or type.is_exact:
                    return field
                return self.into_sums(type, node, field, *operands)
            case Call():
                return self.call(node, type)
        assert isinstance(node, Reduce)
        field, axes = self.body(node, lambda walk: walk.emit(node.body, type))
        result = self.reduce(node, type, field, axes)
        if not self.evaluator.factors or not _has_factors(node):
            return result
        # What is taken out makes other infinities and NaNs of such, and of
        # products of some of the factors that are out of range.
        special = ~np.isfinite(field.value).all(axis=axes)
        if not type.is_exact:
            for sign in (1, -1):
                reach, _ = self.body(
                    node, lambda walk, s=sign: walk.reach(node.body, type, s)
                )
                limits = np.finfo(type.dtype)
                limit = limits.maxexp - 1 if sign > 0 else -limits.minexp
                # A part of a complex product is a sum of two.
                limit -= type.kind != REAL
                special = special | (reach.value >= limit).any(axis=axes)
        error = np.where(special, np.inf, result.error)
        return replace(result, error=error)

    def reach(self, node: Expression, type: Scalar, sign: int) -> Field:
        """The binary logarithm of the largest product of some of the factors of
        a term, or, for a sign of -1, of the reciprocal of the smallest."""
        match node:
            case Negate(inner):
                return self.reach(inner, type, sign)
            case Binary("*" | "/" as operator, left, right):
                other = sign if operator == "*" else -sign
                first = self.reach(left, type, sign).value
                total = first + self.reach(right, type, other).value
            case _:
                size = np.abs(self.emit(node, type).value).astype(np.float64)
                size = np.where(size == 0, 1, size)
                total = np.maximum(0, sign * np.log2(size))
        return bounds.full(total, absent=False, present=False)

    def reduce(
        self, node: Reduce, type: Scalar, field: Field, axes: tuple[int, ...]
    ) -> Field:
        if node.reducer in USER_FUNCTIONS:
            user = USER_FUNCTIONS[node.reducer]
            return reductions.reduce_user(user, field, axes)
        if node.reducer == "sum":
            return reductions.reduce_sum(type, field, axes)
        if node.reducer == "prod":
            return reductions.reduce_product(type, field, axes)
        is_max = node.reducer == "max"
        return reductions.reduce_extremum(type, field, axes, is_max)

    def truth(self, node: Expression) -> Field:
        if not is_truth(node):
            type = infer(node, self.types).resolved()
            return functions.truth(self.emit(node, type))
        if isinstance(node, Binary):
            left = infer(node.left, self.types)
            type = meet(left, infer(node.right, self.types)).resolved()
            return functions.compare(
                node.operator,
                self.emit(node.left, type),
                self.emit(node.right, type),
            )
        if isinstance(node, Reduce):
            field, axes = self.body(node, lambda walk: walk.truth(node.body))
            return reductions.reduce_truth(field, axes, node.reducer == "all")
        assert isinstance(node, Call)
        result, *others = (self.truth(x) for x in node.arguments)
        for other in others:
            if node.function == "xor":
                result = functions.compare("!=", result, other)
                continue
            is_and = node.function == "and"
            result = functions.combine_truth(is_and, result, other)
        if node.function == "not":
            return Field(~result.value, *result.parts[1:])
        return result

    # --- Leaves -------------------------------------------------------------

    def constant(self, type: Scalar, value: complex) -> Field:
        shape = (1,) * len(self.variables)
        number = np.full(shape, value, type.dtype)
        return bounds.full(number, absent=True, present=False)

    def grid(self, index: Index) -> Array:
        axis = self.variables.index(index)
        shape = [1] * len(self.variables)
        shape[axis] = self.sizes[axis]
        return np.arange(self.sizes[axis]).reshape(shape)

    def coordinates(self, subscript: AnySubscript) -> Array:
        match subscript:
            case Index():
                return self.grid(subscript)
            case Sum() | Slice():
                grids = {x: self.grid(x) for x in variables_of(subscript)}
                return subscript.at(grids)
        return np.full((1,) * len(self.variables), subscript)

    def look_up(self, field: Field, where: tuple[Array, ...]) -> Field:
        """What is outside of the tensor is an absent zero."""
        inside = np.ones((1,) * len(self.variables), bool)
        for grid, size in zip(where, field.value.shape, strict=True):
            inside = inside & (grid >= 0) & (grid < size)
        if inside.all():
            return field.map(lambda part: part[where])
        outside = (0, 0, True, False, True)
        # A component more at the end of each mode for all that is outside.
        edges = [(0, 1)] * field.value.ndim
        clipped = tuple(
            np.where(inside, grid, size)
            for grid, size in zip(where, field.value.shape, strict=True)
        )
        return Field(
            *(
                np.pad(part, edges, constant_values=value)[clipped]
                for part, value in zip(field.parts, outside, strict=True)
            )
        )

    def access(self, node: Access) -> Field:
        tensor = self.evaluator.tensors[node.tensor]
        shape = (1,) * len(self.variables)
        where = tuple(self.coordinates(x) for x in node.indices)
        if not where:
            field = tensor.field.map(lambda part: part.reshape(shape))
        else:
            field = self.look_up(tensor.field, where)
        if self.evaluator.strict:
            all = np.ones(field.value.shape, bool)
            signed = field.signed & field.present
            field = Field(*field.parts[:2], ~all, all, signed)
        return field

    # --- Operators ----------------------------------------------------------

    def binary(
        self, type: Scalar, operator: str, left: Field, right: Field
    ) -> Field:
        strict = self.evaluator.strict
        if operator == "*":
            return bounds.multiply(type, left, right, strict)
        if operator == "/":
            return bounds.divide(type, left, right, strict)
        field = bounds.add(type, left, right, 1 if operator == "+" else -1)
        if type.kind != REAL or operator != "+" or strict:
            return field
        for infinity in (math.inf, -math.inf):
            field = bounds.absorb(field, [left, right], infinity)
        return field

    def into_sums(
        self, type: Scalar, node: Binary, field: Field, *operands: Field
    ) -> Field:
        """The product or quotient of a sum, which may be computed for each of
        its terms: other quotients are rounded, and other infinities meet."""
        error = field.error
        sides = {"*": ((0, 1), (1, 0)), "/": ((0, 1),)}
        for side, other in sides.get(node.operator, ()):
            sums = _sums_in((node.left, node.right)[side])
            if not sums:
                continue
            by = operands[other].value
            special = ~np.isfinite(by)
            if node.operator == "/":
                special = special | (by == 0)
                for total, count in (self.magnitude(x, type) for x in sums):
                    bound = count * total * bounds.precision(type)
                    error = error + bound / np.where(by == 0, 1, np.abs(by))
            error = np.where(special, np.inf, error)
        return replace(field, error=error)

    # --- Reductions ---------------------------------------------------------

    def magnitude(self, node: Reduce, type: Scalar) -> tuple[Array, int]:
        """The sum of the absolute values of the terms, and their number."""
        field, axes = self.body(node, lambda walk: walk.emit(node.body, type))
        total = np.abs(field.value).astype(np.float64).sum(axis=axes)
        return total, max(1, field.value.size // max(1, total.size))

    def body(self, node: Reduce, emit) -> tuple[Field, tuple[int, ...]]:
        """The body at all values of the variables, which are the last axes."""
        bound = node.indices
        inner = _Walk(self.evaluator, self.types, (*self.variables, *bound))
        field = emit(inner)
        outer = len(self.variables)
        sizes = inner.sizes[outer:]
        shape = np.broadcast_shapes(*(part.shape for part in field.parts))
        full = (*shape[:outer], *sizes)
        field = field.map(lambda part: np.broadcast_to(part, full))
        return field, tuple(range(outer, len(inner.variables)))
