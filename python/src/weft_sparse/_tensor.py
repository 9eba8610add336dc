# ===- _tensor.py - Tensors ----------------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Tensors as users see them."""

from __future__ import annotations

import math
import sys
from typing import Any, Callable, Optional, Sequence

import numpy as np

from . import _core
from ._array import apply, matmul, normalize_axis, reduce, reduction_token
from ._core import Error
from ._counterparts import COUNTERPARTS, add_counterparts
from ._node import Node, make_stored
from ._notation import (
    Access,
    as_expression,
    assign,
    is_index,
    is_variable,
)
from ._operations import make_permutation
from ._outputs import check_fit, check_output, copy_result
from ._sizes import as_integers
from ._slices import select
from ._tensor_data import TensorData
from ._types import as_type, dtype_of
from ._ufuncs import FUNCTIONS


class Tensor(TensorData):
    """A tensor of any order, stored in any format.

    Operators and NumPy's functions on tensors are deferred, and fused when
    somebody looks at the result: by `nnz`, `entries`, `to_numpy`, `to_scipy`,
    printing, or conversion to a number or an array. A stored tensor never
    changes; one made of arrays of NumPy or SciPy shares their memory, and sees
    what is written to their values. Any number of threads may look at a deferred
    tensor.

    Make one with `tensor`, `empty` or `read`.
    """

    __slots__ = ()

    # Before that of NumPy's arrays, whose operators would take our components.
    __array_priority__ = 100

    def astype(self, dtype: Any, *, copy: bool = True) -> "Tensor":
        """The tensor with components of another type. Real numbers become
        integers without their fractions, and truth values where they are not
        zero; an Error for numbers that do not fit."""
        type = as_type(dtype)
        if type == self._node.type and not copy:
            return self
        kinds = self.dtype.kind, dtype_of(type).kind
        if kinds[1] == "b" and kinds[0] != "b":
            return compute_ufunc(np.not_equal, self, 0)
        source = self
        if kinds[0] == "f" and kinds[1] in "iu":
            source = compute_ufunc(np.trunc, self)
            source._node.format = self._node.format
        data = source._force()
        return Tensor(make_stored(data.convert(data.format, type)))

    # Operators.

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: Any, **arguments: Any
    ) -> Any:
        out = arguments.pop("out", None)
        if method != "__call__" or arguments:
            return NotImplemented
        if ufunc is np.matmul:
            return store(_multiply_matrices(*map(_as_node, inputs)), out)
        if ufunc in _OF_BITS:
            # What operators of arrays with a tensor call.
            _check_truth(*inputs)
            ufunc = _OF_BITS[ufunc]
        if ufunc not in FUNCTIONS:
            return NotImplemented
        return store(compute_ufunc(ufunc, *inputs), out)

    def __add__(self, other: Any) -> "Tensor":
        return _apply_operator(np.add, self, other)

    def __radd__(self, other: Any) -> "Tensor":
        return _apply_operator(np.add, other, self)

    def __sub__(self, other: Any) -> "Tensor":
        return _apply_operator(np.subtract, self, other)

    def __rsub__(self, other: Any) -> "Tensor":
        return _apply_operator(np.subtract, other, self)

    def __mul__(self, other: Any) -> "Tensor":
        return _apply_operator(np.multiply, self, other)

    def __rmul__(self, other: Any) -> "Tensor":
        return _apply_operator(np.multiply, other, self)

    def __truediv__(self, other: Any) -> "Tensor":
        return _apply_operator(np.divide, self, other)

    def __rtruediv__(self, other: Any) -> "Tensor":
        return _apply_operator(np.divide, other, self)

    def __floordiv__(self, other: Any) -> "Tensor":
        return _apply_operator(np.floor_divide, self, other)

    def __rfloordiv__(self, other: Any) -> "Tensor":
        return _apply_operator(np.floor_divide, other, self)

    def __mod__(self, other: Any) -> "Tensor":
        return _apply_operator(np.remainder, self, other)

    def __rmod__(self, other: Any) -> "Tensor":
        return _apply_operator(np.remainder, other, self)

    def __pow__(self, other: Any) -> "Tensor":
        return _apply_operator(np.power, self, other)

    def __rpow__(self, other: Any) -> "Tensor":
        return _apply_operator(np.power, other, self)

    def __and__(self, other: Any) -> "Tensor":
        return _combine_truth(np.logical_and, self, other, other)

    def __rand__(self, other: Any) -> "Tensor":
        return _combine_truth(np.logical_and, other, self, other)

    def __or__(self, other: Any) -> "Tensor":
        return _combine_truth(np.logical_or, self, other, other)

    def __ror__(self, other: Any) -> "Tensor":
        return _combine_truth(np.logical_or, other, self, other)

    def __xor__(self, other: Any) -> "Tensor":
        return _combine_truth(np.logical_xor, self, other, other)

    def __rxor__(self, other: Any) -> "Tensor":
        return _combine_truth(np.logical_xor, other, self, other)

    def __eq__(self, other: Any) -> "Tensor":  # type: ignore[override]
        return _apply_operator(np.equal, self, other)

    def __ne__(self, other: Any) -> "Tensor":  # type: ignore[override]
        return _apply_operator(np.not_equal, self, other)

    def __lt__(self, other: Any) -> "Tensor":
        return _apply_operator(np.less, self, other)

    def __gt__(self, other: Any) -> "Tensor":
        return _apply_operator(np.greater, self, other)

    def __le__(self, other: Any) -> "Tensor":
        return _apply_operator(np.less_equal, self, other)

    def __ge__(self, other: Any) -> "Tensor":
        return _apply_operator(np.greater_equal, self, other)

    def __neg__(self) -> "Tensor":
        return compute_ufunc(np.negative, self)

    def __pos__(self) -> "Tensor":
        return compute_ufunc(np.positive, self)

    def __abs__(self) -> "Tensor":
        return compute_ufunc(np.absolute, self)

    def __invert__(self) -> "Tensor":
        _check_truth(self)
        return compute_ufunc(np.logical_not, self)

    def __matmul__(self, other: Any) -> "Tensor":
        found = _core.apply(np.matmul, self, other)
        if found is not None:
            product: Tensor = found
            return product
        if not is_operand(other):
            return NotImplemented
        return _multiply_matrices(self._node, _as_node(other))

    def __rmatmul__(self, other: Any) -> "Tensor":
        found = _core.apply(np.matmul, other, self)
        if found is not None:
            product: Tensor = found
            return product
        if not is_operand(other):
            return NotImplemented
        return _multiply_matrices(_as_node(other), self._node)

    @property
    def T(self) -> "Tensor":
        """The tensor with its modes in reverse order."""
        return self.transpose()

    @property
    def mT(self) -> "Tensor":
        """The tensor with its last two modes swapped. Raises Error for a vector
        and a scalar."""
        if self.ndim < 2:
            raise Error(
                f"expected a matrix or a stack of them, got {self.shape}"
            )
        order = list(range(self.ndim))
        order[-2:] = order[:-3:-1]
        return self.transpose(order)

    def transpose(self, axes: Optional[Sequence[int]] = None) -> "Tensor":
        """The tensor with its modes in another order, the reverse one by
        default."""
        if axes is None:
            if len(self._node.shape) < 2:
                return self
            order = list(range(len(self._node.shape) - 1, -1, -1))
            return _permute(self, order)
        given = as_integers(axes, "an axis")
        order = [normalize_axis(axis, self.ndim) for axis in given]
        if sorted(order) != list(range(self.ndim)):
            raise Error(f"expected each of {self.ndim} axes once, got {axes}")
        if order == list(range(self.ndim)):
            return self
        return _permute(self, order)

    def sum(
        self,
        axis: Any = None,
        dtype: Any = None,
        out: Any = None,
        *,
        keepdims: bool = False,
    ) -> "Tensor":
        """The sum over all modes, or over some."""
        made = _reduce("sum", self, axis, dtype, keepdims)
        return store(made, out)

    def prod(
        self,
        axis: Any = None,
        dtype: Any = None,
        out: Any = None,
        *,
        keepdims: bool = False,
    ) -> "Tensor":
        """The product over all modes, or over some."""
        made = _reduce("prod", self, axis, dtype, keepdims)
        return store(made, out)

    def max(
        self, axis: Any = None, out: Any = None, *, keepdims: bool = False
    ) -> "Tensor":
        """The largest component over all modes, or over some."""
        made = _reduce("max", self, axis, None, keepdims)
        return store(made, out)

    def min(
        self, axis: Any = None, out: Any = None, *, keepdims: bool = False
    ) -> "Tensor":
        """The smallest component over all modes, or over some."""
        made = _reduce("min", self, axis, None, keepdims)
        return store(made, out)

    def any(
        self, axis: Any = None, out: Any = None, *, keepdims: bool = False
    ) -> "Tensor":
        """Whether some component over all modes, or over some, is not zero."""
        made = _reduce("any", self, axis, None, keepdims)
        return store(made, out)

    def all(
        self, axis: Any = None, out: Any = None, *, keepdims: bool = False
    ) -> "Tensor":
        """Whether no component over all modes, or over some, is zero."""
        made = _reduce("all", self, axis, None, keepdims)
        return store(made, out)

    def mean(
        self,
        axis: Any = None,
        dtype: Any = None,
        out: Any = None,
        *,
        keepdims: bool = False,
    ) -> "Tensor":
        """The mean over all modes, or over some."""
        if out is not None:
            return store(self.mean(axis, dtype, keepdims=keepdims), out)
        if dtype is not None:
            return self.astype(dtype).mean(axis, keepdims=keepdims)
        # As NumPy does, integers are summed as float64, float16 as float32.
        kind = self.dtype.kind
        is_half = self.dtype == np.float16
        wide = np.float32 if is_half else np.float64
        total = self.sum(
            axis,
            dtype=wide if is_half or kind in "biu" else None,
            keepdims=keepdims,
        )
        count = self.size // math.prod(total.shape) if total.size else 0
        if not count:
            # A sum of no components is absent, and so would be the mean.
            total = total + math.nan
        quotient = compute_ufunc(np.divide, total, float(count or 1))
        return quotient.astype(np.float16) if is_half else quotient

    def __getitem__(self, selection: Any) -> Any:
        """Slices, constants, `...` and `None` give a tensor; index variables
        give an access for an expression in index notation."""
        items = selection if isinstance(selection, tuple) else (selection,)
        for item in items:
            if is_index(item):
                return Access(self._node, items)
        return Tensor(select(self._node, items))

    def __setitem__(self, selection: Any, value: Any) -> None:
        """Assigns an expression in index notation, which is deferred."""
        items = selection if isinstance(selection, tuple) else (selection,)
        if not all(is_variable(item) for item in items):
            raise Error(
                "a stored tensor does not change: only an assignment in index "
                "notation, such as y[i] = A[i, j] * x[j], gives it a new value"
            )
        self._node = assign(self._node, items, as_expression(value))

    def __iter__(self) -> Any:
        if not self.shape:
            raise TypeError("iteration over a scalar")
        return (self[i] for i in range(self.shape[0]))

    def __dir__(self) -> list[str]:
        return [name for name in super().__dir__() if name not in COUNTERPARTS]

    __hash__ = None  # type: ignore[assignment]


add_counterparts(Tensor)


# Those that are met most, in a set, which is asked faster than classes.
_OPERANDS = frozenset((Tensor, np.ndarray, float, int))


def is_operand(value: Any) -> bool:
    """Whether a value can be an operand beside a tensor."""
    return type(value) in _OPERANDS or (
        isinstance(
            value, (Tensor, bool, int, float, complex, np.generic, np.ndarray)
        )
        or hasattr(value, "__dlpack__")
        or is_scipy(value)
        or is_pydata(value)
    )


def is_scipy(value: Any) -> bool:
    """Whether a value is an array or a matrix of scipy.sparse."""
    scipy = sys.modules.get("scipy.sparse")
    return scipy is not None and bool(scipy.issparse(value))


def is_pydata(value: Any) -> bool:
    """Whether a value is an array of PyData/sparse."""
    sparse = getattr(sys.modules.get("sparse"), "SparseArray", None)
    return sparse is not None and isinstance(value, sparse)


def store(tensor: Tensor, out: Any) -> Tensor:
    """Computes a deferred tensor into an array of NumPy, as `out` of NumPy's
    functions names it, and returns the array; the tensor if `out` is None,
    which is the type that callers without `out` see."""
    return tensor if out is None else store_into(tensor, out)


def store_into(tensor: Tensor, out: Any) -> Any:
    """Computes a deferred tensor into an array of NumPy, and returns it."""
    array = check_output(out)
    node = tensor._node
    check_fit(array, node.shape, node.type)
    made = node.force_into(array)
    if made is None:
        return array
    return copy_result(array, Tensor(make_stored(made)).to_numpy())


def _apply_operator(ufunc: np.ufunc, a: Any, b: Any) -> Tensor:
    """An operator of two operands, if the one that is no tensor is one."""
    found = _core.apply(ufunc, a, b)
    if found is not None:
        made: Tensor = found
        return made
    if not (is_operand(a) and is_operand(b)):
        return NotImplemented  # type: ignore[no-any-return]
    return Tensor(apply(ufunc, *_as_inputs((a, b))))


def _reduce(
    function: str, operand: Tensor, axis: Any, dtype: Any, keepdims: Any
) -> Tensor:
    """A reduction over all modes, or over some."""
    token = reduction_token(function, axis, dtype, keepdims)
    found = None if token is None else _core.apply(token, operand)
    if found is not None:
        made: Tensor = found
        return made
    return Tensor(reduce(function, operand._node, axis, dtype, keepdims))


def _permute(operand: Tensor, order: Sequence[int]) -> Tensor:
    """The tensor with its modes in another order."""
    found = _core.apply(("permute", *order), operand)
    if found is not None:
        made: Tensor = found
        return made
    return Tensor(make_permutation(operand._node, order))


def _multiply_matrices(left: Node, right: Node) -> Tensor:
    """The product of vectors, matrices or stacks of matrices, deferred."""
    orders = len(left.shape), len(right.shape)
    if max(orders) <= 2 or min(orders) == 0:
        return Tensor(matmul(left, right))
    from ._einsum import einsum

    rows, columns = "i" * (orders[0] > 1), "k" * (orders[1] > 1)
    if left.shape[-1] != right.shape[-2 if columns else -1]:
        raise Error(
            f"shapes {left.shape} and {right.shape} cannot be multiplied"
        )
    a = f"...{rows}j" if rows else "j"
    b = f"...j{columns}" if columns else "j"
    return einsum(f"{a},{b}->...{rows}{columns}", Tensor(left), Tensor(right))


_OF_BITS: dict[np.ufunc, np.ufunc] = {
    np.bitwise_and: np.logical_and,
    np.bitwise_or: np.logical_or,
    np.bitwise_xor: np.logical_xor,
    np.invert: np.logical_not,
}


def _check_truth(*values: Any) -> None:
    """Refuses what `& | ^ ~` would take as bits in NumPy."""
    for value in values:
        if (
            not isinstance(value, bool)
            and as_tensor(value)._node.type != "bool"
        ):
            raise Error(
                "& | ^ ~ are of truth values: compare with 0, or call "
                "logical_and, logical_or, logical_xor or logical_not"
            )


def _combine_truth(ufunc: np.ufunc, a: Any, b: Any, other: Any) -> Tensor:
    """An operator of truth values, if the operand that is not this is one."""
    if not is_operand(other):
        return NotImplemented  # type: ignore[no-any-return]
    a, b = as_operand(a), as_operand(b)
    _check_truth(a, b)
    return compute_ufunc(ufunc, a, b)


_NUMBERS = (bool, int, float, complex, np.bool_, np.number)


def compute_ufunc(ufunc: np.ufunc, *inputs: Any) -> Tensor:
    """A universal function of tensors, arrays and numbers, deferred."""
    found = _core.apply(ufunc, *inputs)
    if found is not None:
        made: Tensor = found
        return made
    return Tensor(apply(ufunc, *_as_inputs(inputs)))


def _as_inputs(values: Sequence[Any]) -> list[Any]:
    """Values as nodes, but for numbers."""
    return [
        value._node
        if type(value) is Tensor
        else value
        if isinstance(value, _NUMBERS)
        else _as_node(value)
        for value in values
    ]


def _as_node(value: Any) -> Node:
    """A value as an operand of what is deferred, as `as_operand` makes it."""
    return value._node if type(value) is Tensor else as_operand(value)._node


def as_tensor(value: Any) -> Tensor:
    """A value as a tensor, without a copy where that is possible."""
    return value if isinstance(value, Tensor) else _from_value(value, False)


def as_operand(value: Any) -> Tensor:
    """A value as an operand of what is deferred. An array is copied, which may
    change before somebody looks at the result."""
    return value if isinstance(value, Tensor) else _from_value(value, True)


def _from_value(value: Any, copy: bool) -> Tensor:
    if type(value) is np.ndarray:
        data = _core.Tensor.of_dense(value, copy)
        if data is not None:
            return Tensor(make_stored(data))
    return _make_tensor(value, copy)


_core.set_classes(Node, Tensor)

_make_tensor: Callable[[Any, bool], Tensor]


def set_conversion(convert: Callable[[Any, bool], Tensor]) -> None:
    """Says how values become tensors, with or without a copy; called once, by
    the module that knows other packages."""
    global _make_tensor
    _make_tensor = convert
