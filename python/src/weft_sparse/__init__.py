# ===- __init__.py - The package -----------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Weft: a compiler for sparse tensor algebra.

import weft_sparse as weft

A = weft.tensor(scipy_matrix)
y = weft.evaluate("y(i) = A(i,j) * x(j)", A=A, x=x)
z = (A @ x + y).to_numpy()
"""

from . import array_api
from ._convert import empty, read, tensor
from ._core import Error, print_machine, set_num_threads, version
from ._einsum import einsum
from ._functions import (
    abs,
    acos,
    acosh,
    add,
    all,
    any,
    asin,
    asinh,
    atan,
    atanh,
    bitwise_and,
    bitwise_invert,
    bitwise_or,
    bitwise_xor,
    ceil,
    conj,
    cos,
    cosh,
    divide,
    equal,
    exp,
    expm1,
    floor,
    floor_divide,
    greater,
    greater_equal,
    hypot,
    imag,
    isfinite,
    isinf,
    isnan,
    less,
    less_equal,
    log,
    log10,
    log1p,
    log2,
    logaddexp,
    logical_and,
    logical_not,
    logical_or,
    logical_xor,
    matmul,
    max,
    maximum,
    min,
    minimum,
    multiply,
    negative,
    not_equal,
    permute_dims,
    positive,
    pow,
    prod,
    real,
    reciprocal,
    remainder,
    sign,
    sin,
    sinh,
    sqrt,
    square,
    subtract,
    sum,
    tan,
    tanh,
    trunc,
    where,
)
from ._functions import __all__ as _function_names
from ._kernel import Explanation, Kernel, compile, evaluate
from ._linear_operator import aslinearoperator
from ._notation import IndexVar, indices
from ._operators import Operator, operator
from ._tensor import Tensor

__version__ = version()
Error.__module__ = __name__

__all__ = [
    "Error",
    "Explanation",
    "IndexVar",
    "Operator",
    "operator",
    "Kernel",
    "Tensor",
    "array_api",
    "aslinearoperator",
    "compile",
    "einsum",
    "empty",
    "evaluate",
    "indices",
    "print_machine",
    "read",
    "set_num_threads",
    "tensor",
    "version",
    *_function_names,
]
