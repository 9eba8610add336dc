# ===- __init__.py - The benchmark ----------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Kernels under every contestant, on anybody's matrices.

`cli` is the command, `options` reads what it is given, `running` runs what is
left of it, and `suites` says what is measured together; `matrices` and `files`
make datasets; `kernels` says what is measured and `notation`, `storage` and
`reference` what it means; `contestants` run it, each in a `worker` process of
its own, and `rounds` interleaves them; `machine` measures what the machine can,
and `costs` what compiling takes; `results` has what was measured, `verdicts`
says which `goals` hold, and the reports print it. `kept` and `page` make the
documentation's tables of a run.
"""
