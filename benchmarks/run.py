#!/usr/bin/env python3
# ===- run.py - Kernels under every contestant -----------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Measures Weft and others on files or on matrices that are made.

`--help` lists the options; README.md beside this file says what is measured.
"""

import sys

from contest.cli import main

if __name__ == "__main__":
    sys.exit(main())
