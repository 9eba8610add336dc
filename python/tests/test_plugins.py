# ===- test_plugins.py - Plugins of the compiler -------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Level types, formats and operators of plugins.

A plugin changes the compiler of its process, and `libWeftCore` is found by an
environment variable, so that programs of their own load it.
"""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import pytest

import weft_sparse as weft
from weft_sparse._formats import split_format

BUILD = os.environ.get("WEFT_BUILD_DIR")

PROGRAM = """
import sys
import numpy as np
import weft_sparse as weft

weft.load_plugin(sys.argv[1])
dense = np.array([[1.0, 0, 0, 2], [0, 0, 0, 3]])
A = weft.tensor(dense, format="{dense,strided.every<3>}")
assert A.format.startswith("{d,strided.every<3>}:0,1"), A.format
assert np.array_equal(A.to_numpy(), dense)
x = np.array([1.0, 10, 100, 1000])
assert np.array_equal((A @ x).to_numpy(), dense @ x)
B = weft.tensor(dense, format="MARKED")
assert np.array_equal((A + B).to_numpy(), 2 * dense)
y = weft.evaluate("y(i) = clip(a(i), b(i))", a=x / 10, b=x / 10)
assert np.allclose(y.to_numpy(), [0.01, 1, 1, 1])
print("passed")
"""


@pytest.mark.skipif(BUILD is None, reason="needs a build with the plugin")
def test_a_plugin():
    assert BUILD is not None
    plugin = pathlib.Path(BUILD, "test", "Plugin", "StridedPlugin.so")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(plugin)],
        env={**os.environ, "LD_LIBRARY_PATH": f"{BUILD}/lib"},
        capture_output=True,
        text=True,
    )
    assert done.stdout == "passed\n", done.stderr


def test_what_is_no_plugin(tmp_path):
    with pytest.raises(weft.Error, match="cannot load"):
        weft.load_plugin(tmp_path / "none.so")


def test_parts_of_formats():
    format = split_format("{d,my.type<1, 2>}:1,0{pos=64,crd=32}")
    assert format.letters == "{d,my.type<1, 2>}"
    assert format.modes == ("1", "0")
    assert format.get("pos") == "64"
    assert split_format("{fill=1.0}").letters == ""
    assert split_format("ds{crd=8}").letters == "ds"
