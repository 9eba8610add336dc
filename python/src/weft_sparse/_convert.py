# ===- _convert.py - Tensors from other packages, and back ---------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Tensors from the arrays of other packages, and back."""

from __future__ import annotations

import sys
import functools
from typing import Any, Optional, Sequence, Union

import numpy as np

from . import _core, _device
from ._arrays import (
    NEEDS_COPY,
    from_numpy,
    list_format,
    make_list,
    make_tensor,
    refuse_copy,
)
from ._binsparse import from_descriptor, has_descriptor
from ._binsparse_descriptor import describe, is_describable
from ._core import Error
from ._formats import describe_format, parse_format, split_format
from ._node import (
    MAX_NARROW,
    make_stored,
    make_zero,
    convert_stored,
    get_arrays,
    remember,
)
from ._sizes import MAX_ORDER, as_integer, as_sizes
from ._tensor import Tensor, is_pydata, is_scipy, set_conversion
from ._tensor_data import TensorData
from ._types import as_path, as_type, check_text, dtype_of


def tensor(
    x: Any,
    format: Optional[str] = None,
    dtype: Any = None,
    *,
    copy: bool = False,
    trusted: bool = False,
    device: Any = None,
) -> Tensor:
    """A tensor of the components of `x`.

    x:       a number, a sequence, an array of NumPy, of scipy.sparse (any
             format), of PyData/sparse, or of anything with DLPack, such as a
             tensor of torch, sparse ones in CSR and COO included; an object
             with a descriptor of binsparse; or a tensor
    format:  a format such as "CSR" or "BCSR{block=4x4}"; by default the one of
             `x`, where Weft has it (CSR, CSC, COO, BSR), dense of a dense array,
             and otherwise CSR
    dtype:   the type of the components; by default that of `x`
    copy:    whether arrays are copied; otherwise those of CSR, CSC, COO, BSR and
             dense arrays are shared, and must not change their coordinates, as
             eliminate_zeros() of SciPy does in place
    trusted: whether coordinates are taken to be in order, in range and without
             duplicates; otherwise they are checked, and sorted and summed if
             they are not
    device:  where the tensor is: "cpu", "cuda" or "cuda:1"; by default where
             `x` is, so that arrays on a GPU are shared

    Raises Error for components of another type, and for what is no array.
    """
    if format is not None:
        check_text(format)
    if isinstance(x, Tensor):
        made = x._force()
        if copy and made.is_borrowed:
            made = copy_data(made)
    else:
        made = _from_any(x, copy or None, bool(trusted))
    if format is not None or dtype is not None:
        type = made.type if dtype is None else as_type(dtype)
        if format is not None or type != made.type:
            made = change(made, format or made.format, type)
    if device is not None:
        made = _device.move(made, device)
    return Tensor(make_stored(made))


def from_binsparse(
    x: Any, /, *, device: Optional[str] = None, copy: Optional[bool] = None
) -> Tensor:
    """A tensor of an object with the methods `__binsparse_descriptor__` and
    `__binsparse__`, or of a descriptor of the binsparse specification that has
    the arrays as well, by their names.

    copy: whether arrays are copied; by default those that can be are shared

    Raises Error for a format that Weft does not have, for arrays that break the
    specification, and with copy=False if an array cannot be shared.
    """
    if device not in (None, "cpu"):
        raise Error(f"the device is cpu, not {device!r}")
    if isinstance(x, Tensor):
        return Tensor(make_stored(copy_data(x._force()))) if copy else x
    if not has_descriptor(x):
        raise Error(
            f"expected an object with a descriptor of binsparse, got {type(x).__name__}"
        )
    return Tensor(make_stored(from_descriptor(x, copy, trusted=False)))


def share(x: Any) -> Tensor:
    """A tensor of the arrays of `x` where they lie. Raises Error if there are
    none, or if they cannot be shared."""
    if isinstance(x, Tensor):
        return x
    return Tensor(make_stored(_from_any(x, copy=False, trusted=False)))


def change(data: _core.Tensor, format: str, type: str) -> _core.Tensor:
    """A stored tensor in another format and of another type. The zeros of a
    dense one are not stored in a sparse format."""
    is_dense = not split_format(data.format).is_sparse
    wanted = split_format(format)
    is_kept = wanted.letters == "dense" or not wanted.is_sparse
    if not is_dense or is_kept or not data.order:
        return convert_stored(data, format, type)
    if 0 in data.shape:
        coordinates, values = data.entries()
    else:
        array = Tensor(make_stored(data)).to_numpy()
        coordinates = np.ascontiguousarray(np.argwhere(array))
        values = array[tuple(coordinates.T)]
    stored = _core.Tensor.from_entries(
        format, data.shape, coordinates, values, False
    )
    return stored if type == stored.type else stored.convert(format, type)


def empty(
    shape: Union[int, Sequence[int]],
    format: Optional[str] = None,
    dtype: Any = np.float64,
) -> Tensor:
    """A tensor without entries, dense unless a format is given. It is the
    target of an assignment in index notation: `y = empty(3); y[i] = ...`."""
    check_text(format)
    sizes = as_sizes(shape)
    type = as_type(dtype)
    if format is None:
        return Tensor(make_zero(sizes, type, sparse=False))
    # The format is checked now, on a tensor that takes no memory.
    probe = _core.Tensor.from_entries(
        format,
        (0,) * len(sizes),
        np.empty((0, len(sizes)), np.int64),
        np.empty(0, dtype_of(type)),
        False,
    )
    sparse, columns = describe_format(probe.format)
    node = make_zero(sizes, type, sparse=sparse, columns=columns, format=format)
    return Tensor(node)


def read(
    path: Any,
    format: Optional[str] = None,
    dtype: Any = None,
    order: Optional[int] = None,
) -> Tensor:
    """Reads a file: .mtx, .tns, .ttx, .rb or .npy, also with .gz or .xz, .npz,
    or .h5 after the binsparse specification.

    format: the format of the tensor, by default dense of an array in .npy, CSR of
            another matrix, and CSF of another tensor
    dtype:  the type of the components, by default that of the file
    order:  the number of modes, by default that of the file
    """
    name = as_path(path)
    base = name.lower().removesuffix(".gz").removesuffix(".xz")
    if order is None:
        order = 2 if base.endswith((".mtx", ".rb", ".npz")) else -1
    else:
        order = as_integer(order, "the number of modes")
        if not 0 <= order <= MAX_ORDER:
            raise Error(f"a tensor has 0 to {MAX_ORDER} modes, not {order}")
    chosen = format
    if chosen is None:
        is_array = base.endswith(".npy")
        chosen = "" if is_array else "CSR" if order == 2 else "CSF"
    type = "" if dtype is None else as_type(dtype)
    check_text(chosen)
    data = _core.Tensor.read(name, chosen, type, order)
    if format is None and chosen == "CSF" and data.order == 2:
        data = data.convert("CSR", data.type)
    return Tensor(make_stored(data))


def copy_data(data: _core.Tensor) -> _core.Tensor:
    """The same tensor with arrays of its own."""
    if parse_format(data.format) is None:
        return data.convert(data.format, data.type)
    arrays = [array.copy() for array in get_arrays(data)]
    return _core.Tensor.from_arrays(
        data.format,
        data.type,
        data.shape,
        data.order,
        arrays,
        True,
        False,
    )


def restore(
    format: str,
    type: str,
    shape: tuple[int, ...],
    arrays: Sequence[np.ndarray[Any, Any]],
) -> Tensor:
    """A tensor that was pickled: of its arrays, or of its entries, where the
    arrays of its format cannot be shown."""
    if parse_format(format) is None:
        coordinates, values = arrays
        made = _core.Tensor.from_entries(
            format, shape, coordinates, values, False
        )
    else:
        made = _core.Tensor.from_arrays(
            format, type, shape, len(shape), arrays, False, False
        )
    return Tensor(make_stored(made))


def reduce(x: TensorData) -> tuple[Any, ...]:
    """What `restore` makes the tensor of."""
    data = x._force()
    simple = parse_format(data.format) is not None
    arrays = get_arrays(data) if simple else list(data.entries())
    return restore, (data.format, data.type, data.shape, arrays)


def _from_any(x: Any, copy: Optional[bool], trusted: bool) -> _core.Tensor:
    if type(x) is np.ndarray:
        return from_numpy(x, copy)
    if is_scipy(x):
        return _from_scipy(x, copy, trusted)
    if is_pydata(x):
        return _from_pydata(x, copy, trusted)
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(x, torch.Tensor):
        if x.layout != torch.strided:
            return _from_torch(x, copy, trusted)
    if isinstance(x, np.ma.MaskedArray) and np.ma.is_masked(x):
        raise Error(
            "a tensor has no masked components; fill them, e.g. with filled(0)"
        )
    if has_descriptor(x):
        return from_descriptor(x, copy, trusted)
    if not isinstance(x, (np.ndarray, np.generic)):
        made = _device.from_any(x)
        if made is not None:
            return made
    if not isinstance(x, (np.ndarray, np.generic)) and hasattr(x, "__dlpack__"):
        x = np.from_dlpack(x)
    if copy is not False:
        try:
            return from_numpy(np.asarray(x), copy)
        except (ValueError, TypeError) as error:
            if isinstance(error, Error):
                raise
            raise Error(f"a tensor cannot be made of this: {error}") from error
    try:
        return from_numpy(np.asarray(x, copy=False), copy)
    except ValueError as error:
        raise Error(NEEDS_COPY) from error


def _from_scipy(x: Any, copy: Optional[bool], trusted: bool) -> _core.Tensor:
    if x.format == "csr" and x.ndim == 2:
        indices = x.indptr, x.indices
        return make_tensor("ds", x.shape, indices, x.data, copy, trusted)
    if x.format == "csc":
        indices = x.indptr, x.indices
        return make_tensor("ds:1,0", x.shape, indices, x.data, copy, trusted)
    if x.format == "coo" and x.ndim > 0:
        return make_list(x.shape, x.coords, x.data, copy, trusted)
    if x.format == "bsr":
        rows, columns = x.blocksize
        # A block of one is a mode that is stored whole.
        if rows > 1 and columns > 1:
            levels = f"dsdd:0/{rows},1/{columns},0%{rows},1%{columns}"
            indices = x.indptr, x.indices
            return make_tensor(levels, x.shape, indices, x.data, copy, trusted)
    refuse_copy(copy)
    if x.ndim == 2:
        return _from_scipy(x.tocsr(), copy, trusted)
    return _from_scipy(x.tocoo(), copy, trusted)


def _from_pydata(x: Any, copy: Optional[bool], trusted: bool) -> _core.Tensor:
    if getattr(x, "fill_value", 0) != 0:
        raise Error(
            f"an array with the fill value {x.fill_value} has no counterpart; give one of fill value 0"
        )
    if type(x).__name__ == "GCXS" and x.ndim == 2:
        format = "ds" if tuple(x.compressed_axes) == (0,) else "ds:1,0"
        return make_tensor(
            format, x.shape, [x.indptr, x.indices], x.data, copy, trusted
        )
    if type(x).__name__ != "COO":
        refuse_copy(copy)
        x = x.asformat("coo") if hasattr(x, "asformat") else x.to_coo()
    if x.ndim == 0:
        refuse_copy(copy)
        return from_numpy(np.asarray(x.todense()), copy)
    return make_list(x.shape, list(x.coords), x.data, copy, trusted)


def _from_torch(x: Any, copy: Optional[bool], trusted: bool) -> _core.Tensor:
    x = x.detach()
    layout = str(x.layout)
    if layout in ("torch.sparse_csr", "torch.sparse_csc") and x.ndim == 2:
        by_rows = layout == "torch.sparse_csr"
        positions = x.crow_indices() if by_rows else x.ccol_indices()
        coordinates = x.col_indices() if by_rows else x.row_indices()
        format = "ds" if by_rows else "ds:1,0"
        return make_tensor(
            format,
            x.shape,
            [positions.numpy(), coordinates.numpy()],
            x.values().numpy(),
            copy,
            trusted,
        )
    if layout == "torch.sparse_coo" and x.dense_dim() == 0:
        if not x.is_coalesced():
            refuse_copy(copy)
            x = x.coalesce()
        coordinates = list(x.indices().numpy())
        values = x.values().numpy()
        return make_list(x.shape, coordinates, values, copy, trusted)
    raise Error(
        f"a tensor of torch with the layout {layout} has no counterpart"
    )


@functools.lru_cache(maxsize=1024)
def _find_kind(format: str, order: int) -> str:
    """The format of SciPy that has the arrays of a tensor; empty if none has."""
    if order == 0:
        return ""
    parts = split_format(format)
    widths = (
        [("pos", bits), ("crd", bits)] if (bits := parts.get("pos")) else []
    )
    if list(parts.properties) != widths or bits not in ("32", "64"):
        return ""
    modes = ",".join(map(str, range(order)))
    kinds = {"ds:0,1": "csr", "ds:1,0": "csc"}
    kinds[f"{list_format(order)}:{modes}"] = "coo"
    return kinds.get(parts.levels, "")


# What objects of scipy.sparse of a kind and a shape have beside their arrays, and
# their class.
_states: dict[
    tuple[str, tuple[int, ...]], tuple[type[Any], dict[str, Any]]
] = {}


def _make_compressed(
    kind: str, shape: tuple[int, ...], arrays: Sequence[np.ndarray[Any, Any]]
) -> Any:
    """A csr_array or a csc_array of arrays that a tensor has. The constructor
    of SciPy checks and converts what it is given, which takes longer than all
    else here, and is called for the first one of a shape."""
    positions, coordinates, values = arrays
    known = _states.get((kind, shape))
    if known is not None:
        cls, state = known
        made: Any = object.__new__(cls)
        vars(made).update(
            state, data=values, indices=coordinates, indptr=positions
        )
        return made
    import scipy.sparse

    cls = scipy.sparse.csr_array if kind == "csr" else scipy.sparse.csc_array
    made = cls((values, coordinates, positions), shape=shape)
    made.has_canonical_format = True
    names = {"data", "indices", "indptr"}
    # A version of SciPy that keeps arrays in another way makes all itself.
    if names <= vars(made).keys():
        state = {k: v for k, v in vars(made).items() if k not in names}
        remember(_states, (kind, shape), (cls, state))
    return made


def _make_list(
    shape: tuple[int, ...], arrays: Sequence[np.ndarray[Any, Any]]
) -> Any:
    """A coo_array of arrays that a tensor has."""
    import scipy.sparse

    _, *coordinates, values = arrays
    made = scipy.sparse.coo_array((values, tuple(coordinates)), shape=shape)
    made.has_canonical_format = True
    return made


def to_scipy(x: TensorData, copy: bool) -> Any:
    """The tensor as an array of scipy.sparse."""
    data = x._force()
    shape, format = x._node.shape, x._node.format
    if not shape:
        raise Error(
            "a scalar is no array of scipy.sparse; item() is its number"
        )
    if x._node.type == "f16":
        raise Error("arrays of scipy.sparse have no components of type float16")
    kind = _find_kind(format, len(shape))
    if kind:
        arrays = get_arrays(data)
        if copy:
            arrays = [array.copy() for array in arrays]
        if kind == "coo":
            return _make_list(shape, arrays)
        return _make_compressed(kind, shape, arrays)
    if split_format(format).get("fill") and x.fill_value != 0:
        raise Error(
            f"arrays of scipy.sparse have no fill value such as {x.fill_value}"
        )
    if len(shape) == 2 and max(shape) <= MAX_NARROW:
        return to_scipy(x.to_format("CSR"), False)
    import scipy.sparse

    coordinates, values = x.entries()
    return scipy.sparse.coo_array((values, tuple(coordinates.T)), shape=shape)


def to_pydata(x: TensorData) -> Any:
    """The tensor as a COO array of PyData/sparse."""
    import sparse

    coordinates, values = x.entries()
    return sparse.COO(
        coordinates.T, values, shape=x.shape, fill_value=x.fill_value
    )


def to_binsparse(
    x: TensorData,
) -> tuple[dict[str, Any], dict[str, np.ndarray[Any, Any]]]:
    """The descriptor of binsparse and the arrays of a tensor."""
    data = x._force()
    if not is_describable(data.format):
        is_matrix = x.ndim == 2 and max(x.shape) <= MAX_NARROW
        format = "CSR" if is_matrix else list_format(x.ndim)
        if x.fill_value != 0:
            format += f"{{fill={x.fill_value}}}"
        data = convert_stored(data, format, data.type)
    return describe(data, x.fill_value)


set_conversion(lambda value, copy: tensor(value, copy=copy))
