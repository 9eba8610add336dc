# ===- _tensor_data.py - What tensors hold ---------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""What is known of a tensor, and its conversions to numbers, to arrays of other
packages and to files."""

from __future__ import annotations

import math
import operator
from typing import Any, Optional, TypeVar

import numpy as np

from . import _core, _device
from ._core import Error
from ._node import Node, make_stored
from ._sizes import filled_array, format_shape
from ._slicing import view_dense
from ._types import as_path, as_type, check_text, dtype_of

_Self = TypeVar("_Self", bound="TensorData")


class TensorData(_core.Handle):
    """The part of a `Tensor` that computes nothing but what is deferred."""

    __slots__ = ("__weakref__",)

    _node: Node

    # What is known without a computation.

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes of the modes."""
        return self._node.shape

    @property
    def ndim(self) -> int:
        """The number of modes."""
        return len(self._node.shape)

    @property
    def size(self) -> int:
        """The number of components, stored or not."""
        return math.prod(self._node.shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the components."""
        return dtype_of(self._node.type)

    @property
    def device(self) -> str:
        """Where the tensor is: "cpu", or "cuda:0" and so on."""
        number = self._force().device if _device.is_used else -1
        return "cpu" if number < 0 else f"cuda:{number}"

    def to_device(self: _Self, device: Any, /, *, stream: Any = None) -> _Self:
        """The tensor on a device: "cpu", "cuda" or "cuda:1". Operators and
        kernels with operands on a GPU run there, and leave their results there
        if all operands are."""
        if stream is not None:
            raise Error("tensors have no streams; leave stream out")
        data = self._force()
        moved = _device.move(data, device)
        return self if moved is data else type(self)(make_stored(moved))

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """The components of a dense tensor on a GPU, where they lie."""
        if not _device.is_used or self._force().device < 0:
            raise AttributeError("the tensor is not on a GPU")
        self._check_is_dense()
        return _device.describe_array(self._force())

    def _check_is_dense(self) -> None:
        if self.format.partition("{")[0].partition(":")[0].strip("d"):
            raise Error(
                f"the tensor is stored as {self.format}, and only dense ones are "
                "arrays of a device"
            )

    def __array_namespace__(self, *, api_version: Optional[str] = None) -> Any:
        """The module with the functions of the Python array API standard."""
        from . import array_api

        versions = array_api.SUPPORTED_VERSIONS
        if api_version is not None and api_version not in versions:
            raise Error(
                f"expected a version of the array API standard among "
                f"{', '.join(versions)}, got {api_version!r}"
            )
        return array_api

    # What is computed when somebody asks for it.

    @property
    def format(self) -> str:
        """The format, e.g. "ds:0,1{pos=32,crd=32}" of CSR."""
        return self._force().format

    @property
    def nnz(self) -> int:
        """The number of stored entries, explicit zeros included."""
        return self._force().num_stored

    @property
    def fill_value(self) -> Any:
        """What components are that are not stored."""
        return self._force().fill[()]

    def compute(self: _Self) -> _Self:
        """Computes what is deferred, and returns the tensor."""
        _core.force(self)
        return self

    def _force(self) -> _core.Tensor:
        return self._node.force()

    def __str__(self) -> str:
        return repr(self) if self.shape else str(self.item())

    def __format__(self, specification: str) -> str:
        if self.shape:
            return format(str(self), specification)
        return format(self.item(), specification)

    def __round__(self, digits: Optional[int] = None) -> Any:
        return round(self.item(), digits)

    def __repr__(self) -> str:
        shape = format_shape(self.shape)
        if self._node.data is None:
            return f"<weft tensor of {shape}, {self.dtype}, deferred>"
        return (
            f"<weft tensor of {shape}, {self.dtype}, {self.format}, "
            f"{self.nnz} stored>"
        )

    def print_storage(self) -> str:
        """The levels of the storage with their arrays, and the values; long
        arrays are cut."""
        return self._force().print()

    # Conversion. The functions are in _convert, which makes tensors.

    def entries(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        """The coordinates, of shape (nnz, ndim), and the values of all stored
        entries in the order of the storage."""
        coordinates, values = self._force().entries()
        return coordinates, values

    def to_format(self: _Self, format: str, dtype: Any = None) -> _Self:
        """The tensor in another format, e.g. "CSC" or "BCSR{block=2x2}", and of
        another type. The zeros of a dense tensor are not stored in a sparse
        format."""
        from ._convert import change

        wanted = self._node.type if dtype is None else as_type(dtype)
        if format is None:
            raise Error("expected a format, got None")
        check_text(format)
        return type(self)(make_stored(change(self._force(), format, wanted)))

    def to_numpy(self, *, copy: bool = False) -> np.ndarray[Any, Any]:
        """The tensor as an array of NumPy: a read-only view of a tensor with
        dense levels, unless `copy` is set, and otherwise a new array. Raises
        OutOfMemoryError if the memory for all components of a sparse tensor
        cannot be allocated."""
        data = self._force()
        array = view_dense(data)
        if array is not None:
            return array.copy() if copy else array
        dense = filled_array(self.shape, self.fill_value, self.dtype)
        coordinates, components = self.entries()
        dense[tuple(coordinates.T)] = components
        return dense

    todense = to_numpy

    def to_scipy(self, *, copy: bool = False) -> Any:
        """The tensor as an array of scipy.sparse: csr_array, csc_array or
        coo_array, with the arrays of a tensor in CSR, CSC or COO, unless `copy`
        is set."""
        from ._convert import to_scipy

        return to_scipy(self, copy)

    def to_sparse(self) -> Any:
        """The tensor as a COO array of PyData/sparse."""
        from ._convert import to_pydata

        return to_pydata(self)

    def to_binsparse(self) -> dict[str, Any]:
        """The tensor as an object of the binsparse specification, which
        `tensor` takes: its descriptor as "binsparse", and the arrays by their
        names, which are those of the tensor. A format that binsparse does not
        have is converted: a matrix to CSR, another tensor to a list of
        coordinates."""
        from ._convert import to_binsparse

        descriptor, arrays = to_binsparse(self)
        return {"binsparse": descriptor, **arrays}

    def __binsparse_descriptor__(self) -> dict[str, Any]:
        from ._convert import to_binsparse

        return {"binsparse": to_binsparse(self)[0]}

    def __binsparse__(self) -> dict[str, np.ndarray[Any, Any]]:
        from ._convert import to_binsparse

        return to_binsparse(self)[1]

    def write(self, path: Any) -> None:
        """Writes a file, whose name says in which format: .mtx, .tns, .ttx, .rb
        or .npy, also with .gz or .xz, .npz, or .h5."""
        self._force().write(as_path(path))

    def __copy__(self: _Self) -> _Self:
        return type(self)(self._node)

    def __reduce__(self) -> tuple[Any, ...]:
        from ._convert import reduce as reduce_stored

        return reduce_stored(self)

    def __array__(
        self, dtype: Any = None, copy: Optional[bool] = None
    ) -> np.ndarray[Any, Any]:
        array = self.to_numpy(copy=bool(copy))
        made = array if dtype is None else array.astype(dtype, copy=False)
        # A new array owns its memory; a view of the components does not.
        if copy is False and (made is not array or array.flags.owndata):
            raise ValueError(
                "the components of this tensor are not an array in memory that "
                "could be had without a copy"
            )
        return made

    def __dlpack__(
        self,
        *,
        stream: Any = None,
        max_version: Optional[tuple[int, int]] = None,
        dl_device: Optional[tuple[Any, int]] = None,
        copy: Optional[bool] = None,
    ) -> Any:
        if self.__dlpack_device__()[0] != 1:
            self._check_is_dense()
            return self._force().device_values(self.shape)
        if dl_device not in (None, (1, 0)):
            raise BufferError("the tensor is in the memory of the CPU")
        # DLPack cannot say that memory is read-only before version 1.
        array = self.to_numpy()
        try:
            return array.__dlpack__(
                stream=stream,
                max_version=max_version,
                dl_device=dl_device,
                copy=copy,
            )
        except (BufferError, TypeError):
            if copy is False or stream is not None:
                raise
            return array.copy().__dlpack__()

    def __dlpack_device__(self) -> tuple[int, int]:
        number = self._force().device if _device.is_used else -1
        return (1, 0) if number < 0 else (2, number)

    def item(self) -> Any:
        """The component of a tensor with one."""
        if self.size != 1:
            raise Error(
                f"only a tensor of size 1 is a number, not of {self.shape}"
            )
        return self.to_numpy().item()

    def __float__(self) -> float:
        return float(self.item())

    def __complex__(self) -> complex:
        return complex(self.item())

    def __int__(self) -> int:
        return int(self.item())

    def __index__(self) -> int:
        return operator.index(self.item())

    def __bool__(self) -> bool:
        if self.size != 1:
            raise ValueError(
                "the truth value of a tensor with several components is "
                "ambiguous; use any() or all()"
            )
        return bool(self.item())

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("a scalar has no length")
        return self.shape[0]
