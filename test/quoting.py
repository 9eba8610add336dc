# ===- quoting.py - Paths with spaces in lit tests -------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""lit puts the paths of a test into its commands as they are, which a space in
the name of any folder above breaks. This test format quotes them. It is a module
of its own because lit sends it to its worker processes by name."""

import os
import shlex

import lit.formats
import lit.TestRunner


class QuotingShTest(lit.formats.ShTest):
    def execute(self, test, lit_config):
        folder, base = lit.TestRunner.getTempPaths(test)
        source = test.getSourcePath()
        paths = {
            "%s": source,
            "%S": os.path.dirname(source),
            "%t": base + ".tmp",
            "%T": folder,
        }
        self.extra_substitutions = [
            (key, shlex.quote(path)) for key, path in paths.items()
        ]
        return super().execute(test, lit_config)
