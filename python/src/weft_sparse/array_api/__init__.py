# ===- array_api/__init__.py - The array API standard ----------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The Python array API standard, versions 2023.12 and 2024.12, for tensors.

`x.__array_namespace__()` returns this module for a tensor. Functions that are
not supported raise AttributeError, which names an alternative. Where the values
differ from the standard:

- an absent component annihilates under a product, infinities and NaN included
- zeros have no sign
- a type of integers and one of real numbers promote as NumPy promotes them
"""

import math as _math
from typing import Any as _Any

from .._functions import (
    abs,
    acos,
    acosh,
    add,
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
    log1p,
    log2,
    log10,
    logaddexp,
    logical_and,
    logical_not,
    logical_or,
    logical_xor,
    maximum,
    minimum,
    multiply,
    negative,
    not_equal,
    positive,
    pow,
    real,
    reciprocal,
    remainder,
    sign,
    sin,
    sinh,
    sqrt,
    square,
    subtract,
    tan,
    tanh,
    trunc,
    where,
)
from ._creation import (
    arange,
    asarray,
    empty,
    empty_like,
    eye,
    from_dlpack,
    full,
    full_like,
    linspace,
    meshgrid,
    ones,
    ones_like,
    tril,
    triu,
    zeros,
    zeros_like,
)
from ._dtypes import (
    astype,
    bool,
    can_cast,
    complex64,
    complex128,
    finfo,
    float32,
    float64,
    iinfo,
    int8,
    int16,
    int32,
    int64,
    isdtype,
    result_type,
    uint8,
    uint16,
    uint32,
    uint64,
)
from ._info import __array_namespace_info__
from ._linalg import matmul, matrix_transpose, tensordot, vecdot
from ._manipulation import (
    broadcast_arrays,
    broadcast_to,
    concat,
    expand_dims,
    flip,
    moveaxis,
    permute_dims,
    reshape,
    roll,
    squeeze,
    stack,
    unstack,
)
from ._rounding import round
from ._statistics import (
    all,
    any,
    clip,
    count_nonzero,
    max,
    mean,
    min,
    prod,
    std,
    sum,
    var,
)

__array_api_version__ = "2024.12"
SUPPORTED_VERSIONS = ("2023.12", "2024.12")

e = _math.e
pi = _math.pi
inf = _math.inf
nan = _math.nan
newaxis = None

_DENSE = "np.{0}(x.to_numpy()) computes it for a dense tensor"
_SIGN = "zeros of tensors have no sign"
_BITS = "index notation has no operations on bits"
_SHAPE = "the shape of its result depends on the values; x.entries() has them"

_REFUSED = {
    **dict.fromkeys(
        ("argmax", "argmin", "argsort", "sort", "searchsorted"), _DENSE
    ),
    **dict.fromkeys(("cumulative_prod", "cumulative_sum", "diff"), _DENSE),
    **dict.fromkeys(("repeat", "tile", "take", "take_along_axis"), _DENSE),
    **dict.fromkeys(("atan2", "copysign", "nextafter", "signbit"), _SIGN),
    **dict.fromkeys(("bitwise_left_shift", "bitwise_right_shift"), _BITS),
    **dict.fromkeys(
        (
            "nonzero",
            "unique_all",
            "unique_counts",
            "unique_inverse",
            "unique_values",
        ),
        _SHAPE,
    ),
    "fft": "the extension with Fourier transforms is not supported",
    "linalg": "scipy.sparse.linalg takes weft_sparse.aslinearoperator(x)",
}


def __getattr__(name: str) -> _Any:
    reason = _REFUSED.get(name)
    if reason is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    raise AttributeError(
        f"{name} is not supported by weft_sparse: {reason.format(name)}"
    )


__all__ = [
    name
    for name in globals()
    if not name.startswith("_") or name[:7] == "__array"
]
