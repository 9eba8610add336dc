# ===- _linear_operator.py - Linear operators of SciPy -------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Matrices as linear operators of scipy.sparse.linalg."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._core import Error
from ._tensor import Tensor, as_tensor


def aslinearoperator(a: Any) -> Any:
    """A matrix as a scipy.sparse.linalg.LinearOperator, which the iterative
    solvers and eigensolvers of SciPy take: `cg(aslinearoperator(A), b)`.

    a: a tensor of two modes, or what `tensor` takes

    Products with vectors, with several vectors at a time, and those of the
    adjoint run Weft's kernels on the storage of the matrix, in any format. A
    deferred matrix is computed once. Raises Error for other than two modes.
    """
    from scipy.sparse.linalg import LinearOperator

    matrix = as_tensor(a).compute()
    if matrix.ndim != 2:
        raise Error(
            f"a linear operator is of a matrix, not of shape {matrix.shape}"
        )
    is_complex = matrix.dtype.kind == "c"

    def multiply(x: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        # Solvers may write to the result.
        return (matrix @ np.ascontiguousarray(x)).to_numpy(copy=True)

    def multiply_adjoint(x: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        transpose: Tensor = matrix.T
        if not is_complex:
            return (transpose @ np.ascontiguousarray(x)).to_numpy(copy=True)
        product = (transpose @ np.ascontiguousarray(x.conj())).to_numpy()
        result: np.ndarray[Any, Any] = product.conj()
        return result

    # Its constructor chooses a class, which type checkers do not follow.
    make: Any = LinearOperator
    return make(
        matrix.shape,
        matvec=lambda x: multiply(x.reshape(-1)),
        rmatvec=lambda x: multiply_adjoint(x.reshape(-1)),
        matmat=multiply,
        rmatmat=multiply_adjoint,
        dtype=matrix.dtype,
    )
