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

from ._convert import empty, read, tensor
from ._core import Error, print_machine, set_num_threads, version
from ._einsum import einsum
from ._functions import (
    abs,
    acos,
    add,
    all,
    any,
    asin,
    atan,
    ceil,
    conj,
    cos,
    cosh,
    divide,
    equal,
    exp,
    floor,
    greater,
    greater_equal,
    less,
    less_equal,
    log,
    log10,
    log2,
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
    pow,
    prod,
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
