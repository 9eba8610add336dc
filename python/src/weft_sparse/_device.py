# ===- _device.py - Tensors on a GPU ------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Names of devices, and arrays that other libraries have on a device."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Optional

import numpy as np

from . import _core
from ._core import Error
from ._types import dtype_of, type_of

_CUDA = 2  # kDLCUDA of DLPack

# Whether a tensor was moved to a device, so that operators ask their operands.
is_used = False


def parse_device(device: Any) -> int:
    """The number of a device: -1 of "cpu", 0 of "cuda", 1 of "cuda:1"."""
    if device == "cpu":
        return -1
    name, _, number = str(device).partition(":")
    if name != "cuda" or (number and not number.isdecimal()):
        raise Error(f'a device is "cpu", "cuda" or "cuda:N", not {device!r}')
    return int(number or 0)


def move(data: _core.Tensor, device: Any) -> _core.Tensor:
    """A stored tensor on a device, or on the host."""
    global is_used
    number = parse_device(device)
    if number == data.device:
        return data
    if number < 0:
        return data.to_host()
    is_used = True
    return data.to_device(number)


def find_device(operands: Sequence[_core.Tensor]) -> int:
    """The device of a kernel with these operands; -1 if it is the CPU."""
    return max([operand.device for operand in operands], default=-1)


def target_of(operands: Sequence[_core.Tensor]) -> str:
    """The options of a kernel with these operands."""
    device = find_device(operands) if is_used else -1
    return f"target=gpu device={device}" if device >= 0 else ""


def describe_array(data: _core.Tensor) -> dict[str, Any]:
    """The `__cuda_array_interface__` of a dense tensor on a device."""
    address, _ = data.device_array(data.num_arrays - 1)
    return {
        "shape": data.shape,
        "typestr": dtype_of(data.type).str,
        "data": (address, False),
        "strides": None,
        "version": 3,
    }


def from_any(x: Any) -> Optional[_core.Tensor]:
    """A tensor of an array that another library has on a device, or of a matrix
    of such arrays in CSR or CSC as CuPy has them; None if `x` is neither."""
    global is_used
    made = None
    if _has_interface(getattr(x, "data", None)) and hasattr(x, "indptr"):
        made = _from_matrix(x)
    elif _has_interface(x):
        made = _from_interface(x)
    elif _is_on_device(x):
        made = _from_dlpack(x)
    is_used = is_used or made is not None
    return made


def _has_interface(x: Any) -> bool:
    return hasattr(type(x), "__cuda_array_interface__") and hasattr(
        x, "__cuda_array_interface__"
    )


def _is_on_device(x: Any) -> bool:
    if not hasattr(x, "__dlpack_device__"):
        return False
    return bool(x.__dlpack_device__()[0] == _CUDA)


def _read_interface(x: Any) -> tuple[int, np.dtype[Any], tuple[int, ...]]:
    """The address, the type and the shape of an array without gaps."""
    interface = x.__cuda_array_interface__
    dtype, shape = np.dtype(interface["typestr"]), tuple(interface["shape"])
    strides, expected = interface.get("strides"), dtype.itemsize
    for size, stride in zip(reversed(shape), reversed(strides or ())):
        if size != 1 and stride != expected:
            raise Error(
                "the array on the device has gaps or another order of modes; "
                "make a contiguous copy"
            )
        expected *= size
    return interface["data"][0], dtype, shape


def _from_interface(x: Any) -> _core.Tensor:
    address, dtype, shape = _read_interface(x)
    return _core.Tensor.from_device_arrays(
        "d" * len(shape),
        type_of(dtype),
        shape,
        [address],
        [math.prod(shape)],
        _number_of(x),
        x,
    )


def _from_matrix(x: Any) -> _core.Tensor:
    formats = {"csr": "ds", "csc": "ds:1,0"}
    if x.format not in formats:
        raise Error(f"a matrix on a device is in CSR or CSC, not in {x.format}")
    arrays = [_read_interface(array) for array in (x.indptr, x.indices, x.data)]
    positions, coordinates = [dtype.itemsize * 8 for _, dtype, _ in arrays[:2]]
    return _core.Tensor.from_device_arrays(
        f"{formats[x.format]}{{pos={positions},crd={coordinates}}}",
        type_of(arrays[2][1]),
        x.shape,
        [address for address, _, _ in arrays],
        [math.prod(shape) for _, _, shape in arrays],
        _number_of(x.data),
        x,
    )


def _from_dlpack(x: Any) -> _core.Tensor:
    return _core.Tensor.of_device_array(x)


def _number_of(x: Any) -> int:
    """The number of the device that an array is on."""
    if hasattr(x, "__dlpack_device__"):
        return int(x.__dlpack_device__()[1])
    return 0
