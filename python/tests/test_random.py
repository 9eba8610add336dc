# ===- test_random.py - Random expressions -------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Random expressions over tensors of random shapes, formats and types, whose
values, shapes and types are compared with those that NumPy computes of dense
arrays. An expression that fails is shrunk and printed.

pytest runs a fixed number of cases. By hand, any number runs:

    python tests/test_random.py --cases 20000 --seed 7
"""

import argparse
import sys
import traceback
import warnings
from typing import Any, NamedTuple, Optional

import numpy as np
import pytest

import weft_sparse as weft

TYPES = [
    "bool",
    "int8",
    "int32",
    "int64",
    "uint8",
    "uint64",
    "float16",
    "float32",
    "float64",
    "complex64",
    "complex128",
]
LIKELY_TYPES = ["float64"] * 8 + ["float32", "int64", "int32", "bool"] + TYPES

MATRIX_FORMATS = [
    "dd",
    "dd:1,0",
    "CSR",
    "CSC",
    "COO",
    "DCSR",
    "BCSR{block=2x2}",
    "DOK",
    "ELL",
    "CSR{pos=64,crd=64}",
    "F",
]
FORMATS = {
    0: [""],
    1: ["d", "d", "s", "s{pos=64,crd=64}"],
    2: MATRIX_FORMATS,
    3: ["ddd", "ddd:2,0,1", "sss", "dds", "ucq", "F"],
    4: ["dddd", "ssss"],
}
SIZES = [0, 1, 2, 3, 3, 4, 5]

BINARY = [
    np.add,
    np.add,
    np.subtract,
    np.multiply,
    np.multiply,
    np.divide,
    np.maximum,
    np.minimum,
    np.equal,
    np.not_equal,
    np.less,
    np.greater,
    np.less_equal,
    np.greater_equal,
    np.logical_and,
    np.logical_or,
    np.logical_xor,
    np.power,
]
UNARY = [
    np.negative,
    np.positive,
    np.absolute,
    np.square,
    np.reciprocal,
    np.sign,
    np.sqrt,
    np.floor,
    np.ceil,
    np.trunc,
    np.sin,
    np.tan,
    np.arctan,
    np.tanh,
    np.conjugate,
    np.cos,
    np.exp,
    np.log,
    np.log2,
    np.log10,
    np.logical_not,
]
REDUCTIONS = ["sum", "prod", "max", "min", "any", "all"]
EINSUMS = {
    (1,): ["i->", "i->i"],
    (2,): ["ij->ji", "ij->", "ij->j", "ii", "ii->i"],
    (3,): ["ijk->kij", "ijk->j", "i...->..."],
    (1, 1): ["i,j->ij", "i,i->", "i,i->i"],
    (2, 1): ["ij,j->i", "ij,i", "...j,j"],
    (2, 2): ["ij,jk->ik", "ij,kj->ik", "ij,ij->i", "ij,ji", "ij,jk->ki"],
    (3, 2): ["ijk,jk->i", "ijk,kl->ijl"],
}
EXACT = {
    np.add,
    np.subtract,
    np.multiply,
    np.divide,
    np.maximum,
    np.minimum,
    np.negative,
    np.positive,
    np.square,
    np.sign,
    np.floor,
    np.ceil,
    np.trunc,
    np.conjugate,
}
# These jump, so that a value that is rounded otherwise differs a lot.
JUMPS = {
    np.equal,
    np.not_equal,
    np.less,
    np.greater,
    np.less_equal,
    np.greater_equal,
    np.sign,
    np.floor,
    np.ceil,
    np.trunc,
    np.logical_and,
    np.logical_or,
    np.logical_xor,
    np.logical_not,
}


REAL_FUNCTIONS = [
    np.maximum,
    np.minimum,
    np.less,
    np.greater,
    np.less_equal,
    np.greater_equal,
    np.arctan,
    np.log2,
    np.log10,
]


class Leaf(NamedTuple):
    """A tensor that is given: its components and its format."""

    array: Any
    format: str


class Expression(NamedTuple):
    """An operation, what it is applied to, and what else it takes."""

    kind: str
    operands: tuple[Any, ...]
    detail: Any = None


class Value(NamedTuple):
    """What NumPy computes, whether it is exact, and how large what it was
    computed from is."""

    array: Any
    is_exact: bool
    scale: float


def apply(expression: Expression, operands: list[Any], is_numpy: bool) -> Any:
    """An operation of arrays, or of tensors."""
    kind, detail = expression.kind, expression.detail
    if kind == "scalar":
        return detail
    if kind == "function":
        return detail(*operands)
    if kind == "operator":
        return getattr(operands[0], detail)(operands[1])
    if kind == "reduce":
        name, axis, keepdims = detail
        return getattr(operands[0], name)(axis=axis, keepdims=keepdims)
    if kind == "select":
        return operands[0][detail]
    if kind == "transpose":
        return operands[0].transpose(detail)
    if kind == "matmul":
        return operands[0] @ operands[1]
    assert kind == "einsum"
    module: Any = np if is_numpy else weft
    return module.einsum(detail, *operands)


def is_scalar(node: Any) -> bool:
    return isinstance(node, Expression) and node.kind == "scalar"


# Values by the identity of a node, which is kept, so that no other gets it.
Values = dict[int, tuple[Any, "Value"]]


def compute(node: Any, seen: Values) -> Value:
    """The value of an expression in NumPy."""
    found = seen.get(id(node))
    if found is not None:
        return found[1]
    if isinstance(node, Leaf):
        return Value(node.array, True, magnitude(node.array))
    operands = [compute(each, seen) for each in node.operands]
    arrays = [each.array for each in operands]
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        array = apply(node, arrays, True)
        if node.kind == "scalar":
            value = Value(array, True, magnitude(array))
        else:
            array = np.asarray(array)
            is_exact = all(each.is_exact for each in operands)
            is_exact = is_exact and (
                array.dtype.kind not in "fc"
                or is_exactly_computed(node, arrays, array)
            )
            scale = max([magnitude(array), *(each.scale for each in operands)])
            value = Value(array, is_exact, scale)
    seen[id(node)] = (node, value)
    return value


def is_exactly_computed(node: Any, arrays: list[Any], array: Any) -> bool:
    """Whether a result is the same in greater precision, and small enough to
    be the same in any order."""
    if node.kind in ("select", "transpose"):
        return True
    if node.kind == "function" and node.detail not in EXACT:
        return False
    # Quotients of complex numbers are computed in several ways.
    if array.dtype.kind == "c" and node.detail is np.divide:
        return False
    bits = {2: 6, 4: 14, 8: 30}[
        array.dtype.itemsize // (1 + (array.dtype.kind == "c"))
    ]
    wide = [
        each.astype(np.complex128 if each.dtype.kind == "c" else np.float64)
        if isinstance(each, np.ndarray) and each.dtype.kind in "fc"
        else each
        for each in arrays
    ]
    again = np.asarray(apply(node, wide, True))
    return (
        magnitude(array) < 2**bits
        and np.array_equal(again, array)
        and np.array_equal(again * 16, np.round(again * 16))
    )


def magnitude(array: Any) -> float:
    finite = np.abs(np.asarray(array).astype(np.complex128))
    return float(finite.max(initial=0.0))


def make_tensors(node: Any, seen: dict[int, Any]) -> Any:
    """The same expression of tensors."""
    found = seen.get(id(node))
    if found is not None:
        return found
    if isinstance(node, Leaf):
        if node.format == "F":
            made = weft.tensor(np.asfortranarray(node.array))
        else:
            made = weft.tensor(node.array, format=node.format)
    else:
        made = apply(
            node, [make_tensors(o, seen) for o in node.operands], False
        )
    seen[id(node)] = made
    return made


def tolerance(dtype: Any) -> float:
    size = dtype.itemsize // (1 + (dtype.kind == "c"))
    return {2: 2e-2, 4: 2e-5, 8: 1e-10}[size]


def find_failure(node: Any) -> Optional[str]:
    """How an expression differs from NumPy's, or None."""
    try:
        expected = compute(node, {})
    except Exception:
        return None
    try:
        result = make_tensors(node, {})
        shape, dtype = result.shape, result.dtype
        actual = result.to_numpy()
    except Exception:
        return traceback.format_exc(limit=-3)
    array = expected.array
    if shape != array.shape or actual.shape != array.shape:
        return f"shapes: {shape}, {actual.shape}, expected {array.shape}"
    if dtype != array.dtype or actual.dtype != array.dtype:
        return f"types: {dtype}, {actual.dtype}, expected {array.dtype}"
    if array.dtype.kind not in "fc" or expected.is_exact:
        fits = np.array_equal(actual, array, equal_nan=array.dtype.kind in "fc")
    else:
        # The narrowest type on the way decides.
        relative = max(map(tolerance, float_types(node, {})))
        with np.errstate(all="ignore"):
            fits = np.allclose(
                actual,
                array,
                rtol=relative,
                atol=relative * max(1.0, expected.scale),
                equal_nan=True,
            )
    if fits:
        return None
    return f"components:\n{actual}\nexpected:\n{array}"


def float_types(node: Any, seen: Values) -> set[Any]:
    dtype = np.asarray(compute(node, seen).array).dtype
    types = {dtype} if dtype.kind in "fc" else {np.dtype(np.float64)}
    for operand in getattr(node, "operands", ()):
        if not is_scalar(operand):
            types |= float_types(operand, seen)
    return types


class Generator:
    """Makes random expressions."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.values: Values = {}
        self.pool: list[Any] = []

    def choose(self, choices: Any) -> Any:
        return choices[int(self.rng.integers(len(choices)))]

    def leaf(self, shape: tuple[int, ...]) -> Leaf:
        dtype = np.dtype(self.choose(LIKELY_TYPES))
        lowest = 0 if dtype.kind in "bu" else -3
        values = self.rng.integers(lowest, 5, shape).astype(np.float64)
        if dtype.kind in "fc":
            values = values / self.choose([1, 2])
        if dtype.kind == "c":
            values = values + 1j * self.rng.integers(-2, 3, shape)
        kept = self.rng.random(shape) < self.choose([0.0, 0.3, 0.6, 1.0])
        array = np.asarray(values * kept).astype(dtype)
        return Leaf(array, self.choose(FORMATS[len(shape)]))

    def shape(self) -> tuple[int, ...]:
        order = self.choose([0, 1, 1, 2, 2, 2, 2, 3])
        return tuple(self.choose(SIZES) for _ in range(order))

    def expression(self) -> Any:
        """An expression of a few operations, which share operands."""
        base = self.shape()
        for _ in range(self.choose([1, 2, 3])):
            shape = base
            if self.rng.random() < 0.3:
                shape = tuple(self.choose([1, s, s]) for s in base)
            if self.rng.random() < 0.2:
                shape = shape[len(shape) // 2 :]
            self.add(self.leaf(shape))
        for _ in range(self.choose([1, 2, 3, 4, 6, 9])):
            for _ in range(10):
                made = self.operation()
                if made is not None and self.add(made):
                    break
        return self.pool[-1]

    def add(self, node: Any) -> bool:
        """Takes an expression, if NumPy computes a finite value."""
        try:
            value = compute(node, self.values)
        except Exception:
            return False
        array = value.array
        if array.size > 500 or array.ndim > 4:
            return False
        if array.dtype.kind in "fc" and not np.isfinite(array).all():
            return False
        limit = 200 if array.dtype == np.float16 else 1e6
        if array.dtype.kind in "fc" and value.scale > limit:
            return False
        self.pool.append(node)
        return True

    def pick(self) -> Any:
        if self.rng.random() < 0.5:
            return self.pool[-1]
        return self.choose(self.pool)

    def array(self, node: Any) -> Any:
        return compute(node, self.values).array

    def scalar(self) -> Expression:
        number = self.choose(
            [0, 1, 2, -1, 3, 0.5, -2.0, 0.0, 2.0, 1j, True, False]
            + [np.float32(1.5), np.float64(0.5), np.int8(3), np.uint64(2)]
            + [np.int64(-2), np.bool_(True), np.complex64(1 - 1j)]
        )
        return Expression("scalar", (), number)

    def operation(self) -> Optional[Expression]:
        kind = self.choose(
            ["binary"] * 6
            + ["scalar"] * 3
            + ["unary"] * 3
            + ["reduce"] * 3
            + ["select"] * 2
            + ["transpose", "matmul", "matmul", "einsum"]
        )
        made: Optional[Expression] = getattr(self, f"make_{kind}")()
        if made is None:
            return None
        # Weft has no order of complex numbers, and fewer functions of them.
        is_complex = any(
            np.iscomplexobj(self.array(each)) for each in made.operands
        )
        if is_complex and made.detail in REAL_FUNCTIONS:
            return None
        if is_complex and made.kind == "reduce" and made.detail[0][0] == "m":
            return None
        # Integers have no reciprocal of zero, and are not raised by tensors.
        if made.detail in (np.reciprocal, np.power):
            arrays = [self.array(each) for each in made.operands]
            types = [np.asarray(each).dtype.kind for each in arrays]
            if all(kind in "biu" for kind in types):
                if made.detail is np.reciprocal and not np.all(arrays[0]):
                    return None
                if made.detail is np.power and not is_scalar(made.operands[1]):
                    return None
                if is_scalar(made.operands[0]):
                    return None
        jumps = made.kind == "function" and made.detail in JUMPS
        jumps |= made.kind == "reduce" and made.detail[0] in ("any", "all")
        if jumps:
            for operand in made.operands:
                if not compute(operand, self.values).is_exact:
                    return None
        return made

    def make_binary(self) -> Expression:
        a, b = self.pick(), self.pick()
        if self.rng.random() < 0.3:
            shape = self.array(a).shape
            if self.rng.random() < 0.4:
                shape = tuple(self.choose([1, s]) for s in shape)
            b = self.leaf(shape)
        return Expression("function", (a, b), self.choose(BINARY))

    def make_scalar(self) -> Expression:
        operands = [self.pick(), self.scalar()]
        if self.rng.random() < 0.3:
            operands.reverse()
        return Expression("function", tuple(operands), self.choose(BINARY))

    def make_unary(self) -> Expression:
        return Expression("function", (self.pick(),), self.choose(UNARY))

    def make_reduce(self) -> Expression:
        operand = self.pick()
        order = self.array(operand).ndim
        axis: Any = None
        if order:
            axis = self.choose(
                [None, 0, -1, int(self.rng.integers(order)), (), (0,)]
                + [tuple(range(order)), (order - 1,)]
            )
        detail = (self.choose(REDUCTIONS), axis, bool(self.rng.integers(2)))
        return Expression("reduce", (operand,), detail)

    def make_select(self) -> Expression:
        operand = self.pick()
        items: list[Any] = []
        for size in self.array(operand).shape:
            choice = self.rng.random()
            if choice < 0.15 and size:
                items.append(int(self.rng.integers(-size, size)))
            elif choice < 0.75:
                ends = [None, 0, 1, 2, -1, -2, 5, -7]
                steps = [None, 1, 1, 2, -1, -1, -2, 3, -3]
                items.append(
                    slice(
                        self.choose(ends), self.choose(ends), self.choose(steps)
                    )
                )
            else:
                items.append(slice(None))
        if items and self.rng.random() < 0.2:
            place = int(self.rng.integers(len(items)))
            items[place:] = [Ellipsis]
        if self.rng.random() < 0.2:
            items.insert(int(self.rng.integers(len(items) + 1)), None)
        return Expression("select", (operand,), tuple(items))

    def make_transpose(self) -> Expression:
        operand = self.pick()
        order = self.rng.permutation(self.array(operand).ndim)
        return Expression("transpose", (operand,), tuple(map(int, order)))

    def make_matmul(self) -> Optional[Expression]:
        a = self.pick()
        shape = self.array(a).shape
        if not 1 <= len(shape) <= 2:
            return None
        other = (shape[-1], self.choose(SIZES))[: self.choose([1, 2])]
        b = self.leaf(other)
        for each in self.pool:
            if self.array(each).ndim in (1, 2):
                if self.array(each).shape[0] == shape[-1]:
                    b = self.choose([b, each])
        return Expression("matmul", (a, b))

    def make_einsum(self) -> Optional[Expression]:
        operands = self.choose([(self.pick(),), (self.pick(), self.pick())])
        orders = tuple(self.array(each).ndim for each in operands)
        texts = EINSUMS.get(
            orders, ["...->..."] if len(orders) == 1 else ["...,..."]
        )
        text = self.choose(texts)
        # NumPy repeats a mode of size one also beside itself on a diagonal.
        if (
            text.startswith("ii")
            and len(set(self.array(operands[0]).shape)) > 1
        ):
            return None
        return Expression("einsum", operands, text)


def shrink(node: Any) -> Any:
    """A smaller expression that fails, too."""
    while True:
        for smaller in find_smaller(node):
            if not isinstance(smaller, Expression) or is_scalar(smaller):
                continue
            if find_failure(smaller) is not None:
                node = smaller
                break
        else:
            return node


def find_smaller(node: Any) -> Any:
    """The operands of an expression; and itself with a smaller operand, or with
    the values of an operand in its place."""
    if isinstance(node, Leaf):
        if node.format.strip("d") != "":
            yield Leaf(node.array, "d" * node.array.ndim)
        if node.array.dtype.kind not in "c" and node.array.dtype != np.float64:
            yield Leaf(node.array.astype(np.float64), node.format)
        for axis, size in enumerate(node.array.shape):
            if size > 1:
                yield Leaf(node.array.take([0], axis), node.format)
        return
    yield from node.operands
    for place, operand in enumerate(node.operands):
        others: list[Any] = []
        if isinstance(operand, Expression) and not is_scalar(operand):
            array = compute(operand, {}).array
            others.append(Leaf(array, "d" * array.ndim))
            if array.ndim == 2:
                others.append(Leaf(array, "CSR"))
        if not is_scalar(operand):
            others.extend(find_smaller(operand))
        for other in others:
            operands = list(node.operands)
            operands[place] = other
            yield node._replace(operands=tuple(operands))


def show(node: Any, names: dict[int, str], lines: list[str]) -> str:
    """A name of an expression, after lines that compute it."""
    if is_scalar(node):
        return repr(node.detail)
    name = names.get(id(node))
    if name is not None:
        return name
    if isinstance(node, Leaf):
        array = f"np.array({node.array.tolist()}, np.{node.array.dtype})"
        if 0 in node.array.shape:
            array = f"np.zeros({node.array.shape}, np.{node.array.dtype})"
        text = (
            f"weft.tensor(np.asfortranarray({array}))"
            if node.format == "F"
            else f"weft.tensor({array}, format={node.format!r})"
        )
    else:
        texts = [show(each, names, lines) for each in node.operands]
        detail = node.detail
        if node.kind == "function":
            text = f"np.{detail.__name__}({', '.join(texts)})"
        elif node.kind == "reduce":
            text = f"{texts[0]}.{detail[0]}(axis={detail[1]}, keepdims={detail[2]})"
        elif node.kind == "select":
            text = f"{texts[0]}[{detail}]"
        elif node.kind == "transpose":
            text = f"{texts[0]}.transpose({detail})"
        elif node.kind == "matmul":
            text = f"{texts[0]} @ {texts[1]}"
        else:
            text = f"weft.einsum({detail!r}, {', '.join(texts)})"
    name = names[id(node)] = f"v{len(lines)}"
    lines.append(f"{name} = {text}")
    return name


def describe(node: Any) -> str:
    lines: list[str] = []
    show(node, {}, lines)
    return "\n".join(lines)


def run_case(seed: int) -> Optional[str]:
    """Runs the case of a seed; the report of a failure, or None."""
    node = Generator(seed).expression()
    if find_failure(node) is None:
        return None
    smaller = shrink(node)
    return f"seed {seed}:\n{describe(smaller)}\n{find_failure(smaller)}"


# Each case compiles a kernel or several.
NUM_GROUPS = 12
CASES_OF_A_GROUP = 10


@pytest.mark.parametrize("group", range(NUM_GROUPS))
def test_random_expressions(group: int) -> None:
    for case in range(CASES_OF_A_GROUP):
        failure = run_case(group * CASES_OF_A_GROUP + case)
        assert failure is None, failure


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    num_failures = 0
    for seed in range(arguments.seed, arguments.seed + arguments.cases):
        failure = run_case(seed)
        if failure is not None:
            num_failures += 1
            print(failure, end="\n\n", flush=True)
    print(f"{num_failures} of {arguments.cases} cases failed")
    return num_failures > 0


if __name__ == "__main__":
    sys.exit(main())
