# ===- _plugins.py - Plugins of the compiler -----------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Level types, formats and operators of shared libraries."""

from __future__ import annotations

import os

from . import _core
from ._types import as_path


def load_plugin(path: str | os.PathLike[str]) -> None:
    """Load a plugin of the compiler into this process.

    Formats may then have its level types, as in
    ``"{dense,strided.every<3>}"``, and the formats that it names; expressions
    call its operators. A plugin that is loaded again is left as it is.

    Parameters
    ----------
    path
        A shared library that is linked against ``libWeftCore``.

    Raises
    ------
    Error
        If the library is no plugin, or was built for another version of LLVM,
        MLIR or Weft, or if ``libWeftCore`` is not found.
    """
    _core.load_plugin(as_path(path))
