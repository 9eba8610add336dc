# ===- test_convert.py - Conversions -------------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Tensors from other packages and back, without copies where that is possible."""

import gc
import pickle
import weakref

import numpy as np
import pytest
import scipy.sparse
import sparse

import weft_sparse as weft
from conftest import TYPES, check


def address(array):
    return array.__array_interface__["data"][0]


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (2, 3, 4), (0, 3)])
def test_dense_arrays_share_memory(random_dense, dtype, shape):
    array = np.asarray(random_dense(*shape), dtype=dtype)
    x = weft.tensor(array)
    check(x, array)
    assert x.dtype == array.dtype
    if array.size:
        assert address(x.to_numpy()) == address(array)


def test_arrays_by_columns_share_memory(random_dense):
    array = np.asfortranarray(random_dense(3, 4, 5))
    x = weft.tensor(array)
    assert x.format.startswith("ddd:2,1,0")
    assert address(x.to_numpy()) == address(array)
    check(x, array)


@pytest.mark.parametrize(
    "make",
    [
        lambda a: a[::2],
        lambda a: a[:, ::-1],
        lambda a: a.T[1:].T,
        lambda a: a.astype(">f8"),
        lambda a: a.astype(">i4"),
    ],
)
def test_other_layouts_are_copied(random_dense, make):
    array = make(random_dense(4, 6))
    x = weft.tensor(array)
    check(x, array.astype(array.dtype.newbyteorder("=")))


def test_arrays_that_are_not_aligned_are_copied():
    buffer = np.zeros(33, np.uint8)
    array = buffer[1:].view(np.float64)
    assert not array.flags.aligned
    check(weft.tensor(array), array)


@pytest.mark.parametrize("width", [np.int32, np.int64])
@pytest.mark.parametrize("kind", ["csr", "csc", "coo"])
def test_scipy_formats_share_memory(random_csr, kind, width):
    matrix = random_csr(5, 7).asformat(kind)
    if kind == "coo":
        matrix.coords = tuple(crd.astype(width) for crd in matrix.coords)
    else:
        matrix.indptr = matrix.indptr.astype(width)
        matrix.indices = matrix.indices.astype(width)
    x = weft.tensor(matrix)
    assert f"crd={np.dtype(width).itemsize * 8}" in x.format
    check(x, matrix)
    back = x.to_scipy()
    assert back.format == kind
    assert address(back.data) == address(matrix.data)
    assert back.has_canonical_format
    assert (back != matrix).nnz == 0
    copied = x.to_scipy(copy=True)
    assert address(copied.data) != address(matrix.data)


@pytest.mark.parametrize("kind", ["csr", "csc"])
def test_arrays_of_scipy_are_what_its_constructor_makes(random_csr, kind):
    first = random_csr(5, 7).asformat(kind)
    second = random_csr(5, 7, dtype=np.float32).asformat(kind)
    made = [weft.tensor(each).to_scipy() for each in (first, second, first)]
    for array, matrix in zip(made, (first, second, first)):
        expected = type(matrix)(
            (matrix.data, matrix.indices, matrix.indptr), shape=matrix.shape
        )
        # SciPy finds out about the order when somebody asks.
        assert expected.has_canonical_format
        assert vars(array).keys() == vars(expected).keys()
        assert array.dtype == matrix.dtype
        check(array, matrix)
        check(pickle.loads(pickle.dumps(array)), matrix)
    # No two of them have anything in common but the arrays.
    made[0].resize(9, 9)
    made[0].has_canonical_format = False
    made[0].maxprint = 1
    assert made[2].shape == first.shape
    assert made[2].has_canonical_format and made[2].maxprint != 1
    check(made[2], first)
    check(weft.tensor(first).to_scipy(), first)


def test_arrays_of_tensors_are_read_only(random_csr):
    matrix = random_csr(5, 7)
    for array in (
        weft.tensor(matrix).to_scipy().indptr,
        weft.tensor(matrix).to_scipy().data,
        (weft.tensor(matrix) * 2).to_scipy().indices,
        (weft.tensor(matrix) @ np.ones(7)).to_numpy(),
    ):
        assert not array.flags.writeable
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.flags.writeable = True
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_arrays_outlive_their_tensor(random_csr):
    matrix = random_csr(50, 70)
    expected = (matrix * 2).tocsr()
    array = (weft.tensor(matrix) * 2).to_scipy()
    values, positions = array.data, array.indptr
    del array
    gc.collect()
    np.testing.assert_array_equal(positions, expected.indptr)
    assert values.sum() == expected.data.sum()


@pytest.mark.parametrize(
    "kind", ["csr", "csc", "coo", "bsr", "dia", "lil", "dok"]
)
@pytest.mark.parametrize("container", ["array", "matrix"])
def test_all_formats_of_scipy(random_csr, kind, container):
    matrix = random_csr(6, 8).asformat(kind)
    if container == "matrix":
        matrix = getattr(scipy.sparse, f"{kind}_matrix")(matrix)
    check(weft.tensor(matrix), matrix)


def test_blocks_share_memory(rng):
    matrix = scipy.sparse.bsr_array(rng.random((6, 8)), blocksize=(2, 4))
    x = weft.tensor(matrix)
    assert x.format.startswith("dsdd:0/2,1/4,0%2,1%4")
    check(x, matrix)


@pytest.mark.parametrize("order", [1, 2, 3])
def test_coo_arrays_of_any_order(random_dense, order):
    dense = random_dense(*range(2, 2 + order))
    matrix = scipy.sparse.coo_array(dense)
    x = weft.tensor(matrix)
    check(x, dense)
    check(x.to_scipy(), dense)


def test_disorder_is_sorted_and_duplicates_are_summed():
    matrix = scipy.sparse.csr_array(
        (
            np.array([1.0, 2.0, 4.0, 8.0]),
            np.array([2, 0, 1, 1]),
            np.array([0, 2, 4]),
        ),
        shape=(2, 3),
    )
    check(weft.tensor(matrix), [[2.0, 0, 1], [0, 12, 0]])
    coo = scipy.sparse.coo_array(
        ([1.0, 2.0, 4.0], ([1, 0, 1], [0, 1, 0])), shape=(2, 2)
    )
    check(weft.tensor(coo), [[0.0, 2], [5, 0]])


@pytest.mark.parametrize("copy", [False, True])
def test_truth_values_of_other_bytes(random_csr, copy):
    bytes = np.array([[0, 7, 1], [255, 0, 2]], np.uint8)
    for array in (bytes.view(bool), bytes.view(bool).T, bytes.view(bool)[0, 1]):
        x = weft.tensor(array, copy=copy)
        assert x.to_numpy().view(np.uint8).max() == 1
        assert int(x.sum()) == np.count_nonzero(array)
    y = weft.tensor(np.ones((2, 3))) * bytes.view(bool)
    check(y, (bytes != 0).astype(float))
    with pytest.raises(weft.Error, match="without a copy"):
        weft.array_api.asarray(bytes.view(bool), copy=False)
    # Written to a tensor that shares the memory.
    array = np.zeros((2, 3), bool)
    x = weft.tensor(array)
    array.view(np.uint8)[:] = 5
    assert x[0].to_numpy().view(np.uint8).max() == 1
    matrix = random_csr(5, 7).astype(bool)
    matrix.data.view(np.uint8)[:] = 3
    assert int(weft.tensor(matrix).sum()) == matrix.nnz


@pytest.mark.parametrize("width", [np.int32, np.int64])
@pytest.mark.parametrize("kind", ["csr", "csc", "coo", "bsr"])
def test_a_fault_anywhere_is_found(random_csr, kind, width):
    matrix = random_csr(12, 16, density=0.5)
    if kind == "bsr":
        matrix = matrix.tobsr((2, 2))
    expected = matrix.toarray()
    matrix = matrix.asformat(kind)
    if kind == "coo":
        matrix.coords = tuple(crd.astype(width) for crd in matrix.coords)
        arrays = list(matrix.coords)
    else:
        matrix.indptr = matrix.indptr.astype(width)
        matrix.indices = matrix.indices.astype(width)
        arrays = [matrix.indices]
    for array in arrays:
        for place in range(len(array)):
            kept = array[place]
            for wrong in (-1, 16, np.iinfo(width).max, np.iinfo(width).min):
                array[place] = wrong
                with pytest.raises(weft.Error, match="out of range"):
                    weft.tensor(matrix)
            array[place] = kept
        # Entries in another order are sorted.
        if kind == "csr":
            array[[0, 1]] = array[[1, 0]]
            matrix.data[[0, 1]] = matrix.data[[1, 0]]
    check(weft.tensor(matrix, trusted=kind != "csr"), expected)


def test_broken_arrays_are_refused(random_csr):
    matrix = random_csr(4, 4, density=0.9)
    matrix.indices[3] = 100
    with pytest.raises(
        weft.Error, match="a coordinate of level 2 is out of range"
    ):
        weft.tensor(matrix)
    with pytest.raises(weft.Error, match="components of type"):
        weft.tensor(np.array(["text"]))
    with pytest.raises(weft.Error, match="cannot be made of"):
        weft.tensor(object())
    with pytest.raises(weft.Error, match="unknown level type"):
        weft.tensor(np.zeros(3), format="z")


@pytest.mark.parametrize("kind", ["coo", "gcxs", "dok"])
@pytest.mark.parametrize("shape", [(4, 5), (2, 3, 4), (6,)])
def test_pydata_sparse(random_dense, kind, shape):
    dense = random_dense(*shape)
    check(weft.tensor(sparse.COO(dense).asformat(kind)), dense)
    back = weft.tensor(dense, format="s" * len(shape)).to_sparse()
    assert isinstance(back, sparse.COO)
    check(back.todense(), dense)


def test_pydata_fill_values_are_refused(random_dense):
    with pytest.raises(weft.Error, match="fill value"):
        weft.tensor(sparse.COO(random_dense(3, 3)) + 1)


def test_dlpack(random_dense):
    class Exporter:
        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **arguments):
            return self.array.__dlpack__(**arguments)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    array = random_dense(3, 4)
    x = weft.tensor(Exporter(array))
    assert address(x.to_numpy()) == address(array)
    check(np.from_dlpack(x), array)


def test_arrays_live_as_long_as_tensors_and_no_longer(random_csr):
    class Array(np.ndarray):
        pass

    array = np.arange(5.0).view(Array)
    reference = weakref.ref(array)
    x = weft.tensor(array)
    view = x.to_numpy()
    del array
    gc.collect()
    assert reference() is not None or address(view)
    check(view, np.arange(5.0))
    del x, view
    gc.collect()
    assert reference() is None


@pytest.mark.parametrize(
    "format",
    [
        "CSR",
        "CSC",
        "COO",
        "DCSR",
        "BCSR{block=2x2}",
        "DOK",
        "ELL",
        "DIA",
        "dd",
        "CSR{pos=64,crd=64}",
    ],
)
def test_formats(random_dense, format):
    dense = random_dense(5, 6)
    x = weft.tensor(dense, format=format)
    check(x, dense)
    check(x.to_format("CSR"), dense)
    check(x.to_scipy(), dense)


def test_zeros_of_dense_arrays_are_not_stored(random_dense):
    dense = random_dense(5, 6)
    assert weft.tensor(dense, format="CSR").nnz == np.count_nonzero(dense)
    assert weft.tensor(dense).to_format("COO").nnz == np.count_nonzero(dense)
    assert weft.tensor(dense).nnz == dense.size
    stored = scipy.sparse.csr_array(([0.0, 1.0], ([0, 1], [0, 1])))
    assert weft.tensor(stored).nnz == 2


def test_types(random_dense):
    x = weft.tensor(random_dense(3, 4), format="CSR", dtype=np.int8)
    assert x.dtype == np.int8
    assert x.astype("f32").dtype == np.float32
    with pytest.raises(weft.Error, match="does not fit i8"):
        weft.tensor([0.5], dtype="i8")


def test_files(random_dense, tmp_path):
    dense = random_dense(3, 4)
    weft.tensor(dense, format="CSR").write(tmp_path / "a.mtx")
    check(weft.read(tmp_path / "a.mtx"), dense)
    with pytest.raises(weft.Error, match="missing.mtx"):
        weft.read(tmp_path / "missing.mtx")


def test_results_share_memory_with_numpy():
    y = weft.evaluate("y(i) = x(i) + x(i)", x=np.arange(4.0))
    view = y.to_numpy()
    assert address(view) == address(y.to_numpy())
    assert not view.flags.writeable
    assert y.to_numpy(copy=True).flags.writeable


@pytest.mark.parametrize("suffix", ["mtx", "tns", "mtx.gz", "npz", "h5", "rb"])
def test_formats_of_files(random_dense, tmp_path, suffix):
    dense = random_dense(3, 4)
    dense[2, 3] = 5
    path = tmp_path / f"a.{suffix}"
    weft.tensor(dense, format="CSR").write(path)
    check(weft.read(path), dense)


def test_numpy_reads_what_is_written(random_dense, tmp_path):
    dense = random_dense(3, 4)
    weft.tensor(dense).write(tmp_path / "a.npy")
    check(np.load(tmp_path / "a.npy"), dense)
    np.save(tmp_path / "b.npy", dense)
    check(weft.read(tmp_path / "b.npy"), dense)
    assert weft.read(tmp_path / "b.npy").format.startswith("dd")
    for array in (dense[0], dense[None], np.float64(2)):
        np.save(tmp_path / "d.npy", array)
        check(weft.read(tmp_path / "d.npy"), array)
    (tmp_path / "e.npy").write_bytes(b"nothing")
    with pytest.raises(weft.Error, match="e.npy"):
        weft.read(tmp_path / "e.npy")
    scipy.sparse.save_npz(tmp_path / "c.npz", scipy.sparse.csr_array(dense))
    check(weft.read(tmp_path / "c.npz"), dense)


@pytest.mark.parametrize("format", ["dense", "dd", "CSR", "CSC", "ELL", "COO"])
def test_empty_tensors(format):
    x = weft.empty((3, 4), format=format, dtype="f32")
    check(x, np.zeros((3, 4), np.float32))
    with pytest.raises(weft.Error, match="unknown level type"):
        weft.empty(3, format="dz")


def test_files_have_their_own_order(tmp_path, random_dense):
    for shape in ((4,), (3, 4), (2, 3, 4)):
        dense = random_dense(*shape)
        dense.flat[-1] = 1
        for name in ("a.tns", "a.tns.gz", "a.ttx"):
            weft.tensor(dense, format="s" * len(shape)).write(tmp_path / name)
            found = weft.read(tmp_path / name)
            check(found, dense)
            assert found.format.startswith("ds:" if len(shape) == 2 else "s")
    array = np.asarray(2.5)
    np.save(tmp_path / "scalar.npy", array)
    check(weft.read(tmp_path / "scalar.npy"), array)
    with pytest.raises(weft.Error, match="cannot load"):
        weft.read(tmp_path / "a.tns", format="dd")
