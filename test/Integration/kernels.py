# ===- kernels.py - The expressions that the suite covers ------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The kernels, as data.

Each entry is a program and what its operands and results may be; `cases.py`
multiplies it with formats and types. Files and sections follow the shape of the
result and the operands. A kernel that only some types or data make sense for
says so.
"""

from __future__ import annotations

# Imported for the kernels that they add, in this order.
import kernels_vectors  # noqa: F401, I001
import kernels_matrices  # noqa: F401
import kernels_functions  # noqa: F401
import kernels_tensors  # noqa: F401
import kernels_affine  # noqa: F401
