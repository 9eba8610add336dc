# ===- _machine.py - Threads and processors --------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The threads and the processors that kernels run on and are compiled for."""

from __future__ import annotations

from typing import Any, Optional

from . import _core
from ._sizes import as_integer
from ._types import check_text


def set_num_threads(count: Any) -> None:
    """Sets how many threads run kernels, at most 1024; 0 is one for each
    processor. Raises Error for what is no integer from 0 on."""
    number = as_integer(count, "the number of threads")
    _core.set_num_threads(max(-1, min(number, 1024)))


def print_machine(name: Optional[str] = None) -> str:
    """The constants of a processor that kernels are compiled for, one on each
    line; those of this one by default. Raises Error for a name that is
    unknown."""
    check_text(name)
    return _core.print_machine(name)
