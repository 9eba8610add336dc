# ===- array_api/_info.py - What is supported ------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""What the module supports, as the standard inquires about it."""

from __future__ import annotations

from typing import Any, Optional, Union

import numpy as np

from ._dtypes import (
    ALL_DTYPES,
    DTypes,
    check_device,
    complex128,
    float64,
    int64,
    isdtype,
)


class NamespaceInfo:
    """The result of `__array_namespace_info__`."""

    def capabilities(self) -> dict[str, Any]:
        """What is optional in the standard: neither masks as indices nor shapes
        that depend on values."""
        return {
            "boolean indexing": False,
            "data-dependent shapes": False,
            "max dimensions": 64,
        }

    def default_device(self) -> str:
        """The only device."""
        return "cpu"

    def devices(self) -> list[str]:
        """The only device."""
        return ["cpu"]

    def default_dtypes(self, *, device: Optional[str] = None) -> DTypes:
        """The types that creation functions choose."""
        check_device(device)
        return {
            "real floating": float64,
            "complex floating": complex128,
            "integral": int64,
            "indexing": int64,
        }

    def dtypes(
        self,
        *,
        device: Optional[str] = None,
        kind: Union[None, str, tuple[str, ...]] = None,
    ) -> DTypes:
        """The types of a kind, or all types, by name."""
        check_device(device)
        return {
            name: dtype
            for name, dtype in ALL_DTYPES.items()
            if kind is None or isdtype(np.dtype(dtype), kind)
        }


def __array_namespace_info__() -> NamespaceInfo:
    """What the module supports."""
    return NamespaceInfo()
