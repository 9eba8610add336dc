# ===- test_device.py - Tensors on a GPU ----------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Tensors on the PTX machine: where they are, and arrays in and out without a
copy. The machine is chosen when the first kernel is launched, so that each test
runs in a process of its own."""

import os
import subprocess
import sys

PREAMBLE = """
import numpy as np, scipy.sparse
import weft_sparse as weft
S = scipy.sparse.random_array((60, 50), density=0.1, format="csr", rng=1)
d = np.arange(50.0)
A, x = weft.tensor(S, device="cuda"), weft.tensor(d).to_device("cuda:0")
"""


def run(text: str) -> None:
    subprocess.run(
        [sys.executable, "-c", PREAMBLE + text],
        env={**os.environ, "WEFT_GPU": "emulate"},
        check=True,
    )


def test_operators_run_where_operands_are() -> None:
    run("""
assert (A.device, x.device, weft.tensor(d).device) == ("cuda:0", "cuda:0", "cpu")
y = A @ x + 1
assert y.device == "cuda:0"
try:
    y.to_numpy()
    raise AssertionError("expected an error")
except weft.Error as error:
    assert "the tensor is on device 0 only; copy it to the host" in str(error)
host = y.to_device("cpu")
assert host.device == "cpu"
np.testing.assert_allclose(host.to_numpy(), S @ d + 1)
# What was moved is on both.
np.testing.assert_array_equal(x.to_numpy(), d)
assert float((x * x).sum()) == (d * d).sum()
z = weft.evaluate("z(i) = A(i,j) * x(j)", A=A, x=x)
np.testing.assert_allclose(z.to_device("cpu").to_numpy(), S @ d)
# Operands of the host are copied, and the result is there.
mixed = A @ d
assert mixed.device == "cpu"
np.testing.assert_allclose(mixed.to_numpy(), S @ d)
""")


def test_arrays_are_given_without_a_copy() -> None:
    run("""
interface = x.__cuda_array_interface__
assert interface["shape"] == (50,) and interface["typestr"] == "<f8"
assert x.__dlpack_device__() == (2, 0)
assert not hasattr(weft.tensor(d), "__cuda_array_interface__")
class Array:
    __cuda_array_interface__ = interface
shared = weft.tensor(Array())
assert shared.device == "cuda:0"
assert shared.__cuda_array_interface__["data"] == interface["data"]
np.testing.assert_array_equal(shared.to_device("cpu").to_numpy(), d)
# With DLPack.
class Packed:
    def __dlpack__(self, **options):
        return x.__dlpack__()
    def __dlpack_device__(self):
        return (2, 0)
packed = weft.tensor(Packed())
assert packed.__cuda_array_interface__["data"] == interface["data"]
np.testing.assert_array_equal(packed.to_device("cpu").to_numpy(), d)
""")


def test_matrices_of_a_device_are_shared() -> None:
    run("""
def make(index, dtype):
    address, length = A._force().device_array(index)
    interface = {"shape": (length,), "typestr": np.dtype(dtype).str,
                 "data": (address, False), "strides": None, "version": 3}
    return type("Array", (), {"__cuda_array_interface__": interface})()
class Matrix:
    format, shape = "csr", (60, 50)
    indptr, indices, data = make(0, "i4"), make(1, "i4"), make(2, "f8")
M = weft.tensor(Matrix())
assert (M.device, M.shape, M.nnz) == ("cuda:0", (60, 50), S.nnz)
y = M @ x
assert y.device == "cuda:0"
np.testing.assert_allclose(y.to_device("cpu").to_numpy(), S @ d)
""")


def test_devices_have_names() -> None:
    run("""
for name in ("gpu", "cuda:x", "cuda:-1"):
    try:
        x.to_device(name)
        raise AssertionError("expected an error")
    except weft.Error as error:
        assert 'a device is "cpu", "cuda" or "cuda:N"' in str(error)
try:
    x.to_device("cuda:4")
    raise AssertionError("expected an error")
except weft.Error as error:
    assert "there is no device 4" in str(error)
""")
