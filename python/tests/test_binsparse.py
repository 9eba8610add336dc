# ===- test_binsparse.py - Descriptors of binsparse ----------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Objects of the binsparse specification, in both directions."""

import numpy as np
import pytest
import scipy.sparse

import weft_sparse as weft
from conftest import TYPES, check


def describe(format, shape, stored, arrays, **others):
    """An object of the specification, with the types of its arrays."""
    types = {name: str(array.dtype) for name, array in arrays.items()}
    types.update(others.pop("types", {}))
    return {
        "binsparse": {
            "version": "0.1",
            "format": format,
            "shape": list(shape),
            "number_of_stored_values": stored,
            "data_types": types,
            **others,
        },
        **arrays,
    }


def nest(*levels, transpose=None):
    level = {"level_desc": "element"}
    for kind, rank in reversed(levels):
        level = {"level_desc": kind, "rank": rank, "level": level}
    custom = {"level": level}
    if transpose:
        custom["transpose"] = transpose
    return {"custom": custom}


def make_csr(**others):
    arrays = {
        "pointers_to_1": np.array([0, 1, 3, 3], np.int64),
        "indices_1": np.array([1, 0, 2], np.int64),
        "values": np.array([5.0, 6.0, 7.0]),
    }
    return describe("CSR", (3, 4), 3, arrays, **others)


MATRIX = np.array([[0, 5, 0, 0], [6, 0, 7, 0], [0, 0, 0, 0]], float)


class Foreign:
    """Another package's array with the protocol."""

    def __init__(self, made, names=True):
        self.made = made
        self.names = names

    def __binsparse_descriptor__(self):
        descriptor = self.made["binsparse"]
        return {"binsparse": descriptor, "source": "x"} if self.names else {}

    def __binsparse__(self):
        return {k: v for k, v in self.made.items() if k != "binsparse"}


def test_arrays_are_shared():
    given = make_csr()
    for x in (given, Foreign(given), {**given["binsparse"], **given}):
        made = weft.tensor(x)
        assert made.format == "ds:0,1{pos=64,crd=64}"
        check(made, MATRIX)
        back = made.to_binsparse()
        for name in ("pointers_to_1", "indices_1", "values"):
            assert np.shares_memory(back[name], given[name])
        assert back["binsparse"] == given["binsparse"]
    check(weft.from_binsparse(Foreign(given), copy=False), MATRIX)
    copied = weft.from_binsparse(given, copy=True)
    assert not np.shares_memory(
        copied.to_binsparse()["values"], given["values"]
    )
    assert weft.tensor(given, format="CSC").format.startswith("ds:1,0")


@pytest.mark.parametrize("dtype", [np.uint32, np.uint64])
def test_indices_without_a_sign_are_shared(dtype):
    given = make_csr()
    for name in ("pointers_to_1", "indices_1"):
        given[name] = given[name].astype(dtype)
        given["binsparse"]["data_types"][name] = np.dtype(dtype).name
    made = weft.from_binsparse(given, copy=False)
    check(made, MATRIX)
    given["indices_1"][1] = np.iinfo(dtype).max
    with pytest.raises(weft.Error, match="out of range"):
        weft.from_binsparse(given)


@pytest.mark.parametrize("dtype", [np.uint8, np.int16, np.uint16])
def test_narrow_indices_are_copied(dtype):
    given = make_csr()
    given["indices_1"] = given["indices_1"].astype(dtype)
    given["binsparse"]["data_types"]["indices_1"] = np.dtype(dtype).name
    check(weft.from_binsparse(given), MATRIX)
    with pytest.raises(weft.Error, match="without a copy"):
        weft.from_binsparse(given, copy=False)


@pytest.mark.parametrize(
    "format, name",
    [
        ("CSR", "CSR"),
        ("CSC", "CSC"),
        ("COO", "COO"),
        ("DCSR", "DCSR"),
        ("DCSC", "DCSC"),
        ("dd", "DMATR"),
        ("dd:1,0", "DMATC"),
        ("BCSR{block=2x2}", "CSR"),
        ("ELL", "CSR"),
        ("uq:1,0", nest(("sparse", 2), transpose=[1, 0])),
        ("sd", nest(("sparse", 1), ("dense", 1))),
    ],
)
def test_formats_of_matrices(random_dense, format, name):
    array = random_dense(5, 6)
    array[np.abs(array) < 0.5] = 0
    x = weft.tensor(array, format=format)
    made = x.to_binsparse()
    assert made["binsparse"]["format"] == name
    check(weft.tensor(made), array)
    check(weft.tensor(Foreign(made)), array)


@pytest.mark.parametrize(
    "format, levels, transpose",
    [
        ("sss", [("sparse", 1)] * 3, None),
        ("ucq", [("sparse", 3)], None),
        ("duq", [("dense", 1), ("sparse", 2)], None),
        ("uqs:1,2,0", [("sparse", 2), ("sparse", 1)], [1, 2, 0]),
        ("dss:2,0,1", [("dense", 1)] + [("sparse", 1)] * 2, [2, 0, 1]),
        ("dsd", [("dense", 1), ("sparse", 1), ("dense", 1)], None),
    ],
)
def test_custom_formats(random_dense, format, levels, transpose):
    array = random_dense(3, 4, 5)
    array[np.abs(array) < 0.7] = 0
    made = weft.tensor(array, format=format).to_binsparse()
    assert made["binsparse"]["format"] == nest(*levels, transpose=transpose)
    # The names and meanings of the specification, followed level by level.
    found = np.zeros_like(array)
    order = transpose or [0, 1, 2]
    shape = [array.shape[mode] for mode in order]

    def visit(position, mode, rest, coordinates):
        if not rest:
            at = [0, 0, 0]
            for level_mode, coordinate in zip(order, coordinates):
                at[level_mode] = coordinate
            found[tuple(at)] = made["values"][position]
            return
        kind, rank = rest[0]
        if kind == "dense":
            for i in range(shape[mode]):
                place = position * shape[mode] + i
                visit(place, mode + 1, rest[1:], [*coordinates, i])
            return
        indices = [made[f"indices_{mode + k}"] for k in range(rank)]
        pointers = made.get(f"pointers_to_{mode}", [0, len(indices[0])])
        for q in range(pointers[position], pointers[position + 1]):
            own = [*coordinates, *(index[q] for index in indices)]
            visit(q, mode + rank, rest[1:], own)

    visit(0, 0, levels, [])
    np.testing.assert_array_equal(found, array)
    check(weft.from_binsparse(made, copy=False), array)
    # A dense level may have several modes as well.
    if format == "dsd":
        whole = nest(("dense", 3))
        given = describe(whole, array.shape, 60, {"values": array.ravel()})
        check(weft.tensor(given), array)


def test_vectors_and_scalars():
    values = np.array([3, 4], np.int8)
    coordinates = np.array([2, 5], np.int32)
    given = describe(
        "CVEC", (7,), 2, {"indices_0": coordinates, "values": values}
    )
    made = weft.tensor(given)
    check(made, np.array([0, 0, 3, 0, 0, 4, 0], np.int8))
    assert made.to_binsparse()["binsparse"] == given["binsparse"]
    scalar = weft.tensor(2.5).to_binsparse()
    assert scalar["binsparse"]["format"] == nest()
    assert weft.tensor(scalar).item() == 2.5
    dense = weft.tensor(np.arange(3.0)).to_binsparse()
    assert dense["binsparse"]["format"] == "DVEC"
    check(weft.tensor(dense), np.arange(3.0))
    # The pointers of the outermost level may be given.
    given["pointers_to_0"] = np.array([0, 2], np.int32)
    given["binsparse"]["data_types"]["pointers_to_0"] = "int32"
    check(weft.tensor(given), np.array([0, 0, 3, 0, 0, 4, 0], np.int8))


@pytest.mark.parametrize("dtype", [t for t in TYPES if t != np.float16])
def test_types(dtype):
    array = np.array([[0, 1], [1, 0]], dtype)
    made = weft.tensor(array, format="CSR").to_binsparse()
    check(weft.tensor(made), array)
    expected = {
        np.dtype(bool): "bint8",
        np.dtype(np.complex64): "complex[float32]",
        np.dtype(np.complex128): "complex[float64]",
    }.get(np.dtype(dtype), np.dtype(dtype).name)
    assert made["binsparse"]["data_types"]["values"] == expected
    if np.dtype(dtype).kind == "c":
        made["values"] = made["values"].view(np.dtype(dtype).char.lower())
        check(weft.tensor(made), array)


def test_iso_values_fill_and_structure():
    given = make_csr(types={"values": "iso[float64]"})
    given["values"] = np.array([2.0])
    check(weft.tensor(given), np.where(MATRIX, 2.0, 0))
    filled = make_csr(fill=True, types={"fill_value": "float64"})
    filled["fill_value"] = np.array([np.inf])
    made = weft.tensor(filled)
    assert made.fill_value == np.inf
    check(made, np.where(MATRIX, MATRIX, np.inf))
    assert made.to_binsparse()["binsparse"]["fill"] is True
    check(weft.tensor(made.to_binsparse()), np.where(MATRIX, MATRIX, np.inf))
    lower = {
        "indices_0": np.array([0, 1, 2], np.int32),
        "indices_1": np.array([0, 0, 1], np.int32),
        "values": np.array([1, 2j, 3], np.complex128),
    }
    types = {"values": "complex[float64]"}
    triangle = np.array([[1, 0, 0], [2j, 0, 0], [0, 3, 0]])
    beside = np.tril(triangle, -1)
    for name, other in (
        ("symmetric_lower", beside.T),
        ("hermitian_lower", beside.conj().T),
        ("skew_symmetric_lower", -beside.T),
    ):
        given = describe("COO", (3, 3), 3, lower, structure=name, types=types)
        check(weft.tensor(given), triangle + other)
    with pytest.raises(weft.Error, match="one triangle"):
        weft.tensor(
            describe(
                "COO",
                (3, 3),
                3,
                lower,
                structure="symmetric_upper",
                types=types,
            )
        )


def change(**changes):
    given = make_csr()
    for key, value in changes.items():
        where = given if key in given else given["binsparse"]
        where[key] = value
    return given


@pytest.mark.parametrize(
    "given, message",
    [
        (change(version="1.0"), "binsparse 1.0 is not known"),
        (change(version=None), "expected 'version'"),
        (change(shape=[3]), "expected a shape of 2 modes"),
        (change(shape=[3, -4]), "expected sizes in the shape"),
        (change(shape=[2, 4]), "expected 3 elements in 'pointers_to_1', got 4"),
        (change(shape=[3, 2]), "out of range"),
        (change(format="COOC"), "a custom format with a transpose"),
        (change(format="CSX"), "CSX of binsparse is not known"),
        (change(format=7), "expected a format"),
        (change(format={"custom": {}}), "expected an element"),
        (change(format=nest(("run", 1))), "levels 'run'"),
        (change(format=nest(("dense", 0))), "expected the rank"),
        (
            change(format=nest(("dense", 2), transpose=[0, 0])),
            "a transpose of 2",
        ),
        (change(number_of_stored_values=2), "number_of_stored_values"),
        (change(data_types={}), "expected a type of 'indices_1'"),
        (
            change(values=np.zeros(3, np.float32)),
            "expected float64 in 'values'",
        ),
        (change(values=np.zeros((3, 1))), "one index"),
        (change(values=np.zeros(4)), "as many values"),
        (change(indices_1=np.array([1, 0, 9])), "out of range"),
        (change(pointers_to_1=np.array([0, 3, 1, 3])), "disordered positions"),
        (change(structure="banded"), "structure 'banded'"),
        (change(structure="symmetric_lower"), "square"),
        ({"binsparse": 3}, "to be a mapping"),
        ({k: v for k, v in make_csr().items() if k != "values"}, "'values'"),
        (Foreign(make_csr(), names=False), "expected 'version'"),
    ],
)
def test_errors(given, message):
    with pytest.raises(weft.Error, match=message):
        weft.tensor(given)


def test_errors_of_functions():
    with pytest.raises(
        weft.Error, match="expected an object with a descriptor"
    ):
        weft.from_binsparse(np.zeros(3))
    with pytest.raises(weft.Error, match="the device is cpu"):
        weft.from_binsparse(make_csr(), device="gpu")
    with pytest.raises(weft.Error, match="no type float16"):
        weft.tensor(np.zeros(3, np.float16)).to_binsparse()
    x = weft.tensor(make_csr())
    assert weft.from_binsparse(x) is x
    assert weft.array_api.asarray(make_csr(), copy=False).nnz == 3


@pytest.mark.parametrize("copy", [None, False, True])
def test_asarray_copies_as_the_standard_says(copy):
    asarray = weft.array_api.asarray
    dense = np.arange(6.0).reshape(2, 3)
    matrix = scipy.sparse.csr_array(MATRIX)
    for source, values in (
        (dense, lambda t: t.to_numpy()),
        (matrix, lambda t: t.to_scipy().data),
    ):
        made = asarray(source, copy=copy)
        data = source if source is dense else source.data
        assert np.shares_memory(values(made), data) == (copy is not True)
    unsorted = scipy.sparse.csr_array(
        (np.ones(2), np.array([1, 0]), np.array([0, 2])), shape=(1, 2)
    )
    for source in (
        [1.0, 2.0],
        3.0,
        dense[:, ::2],
        dense.astype(">f8"),
        unsorted,
        matrix.tolil(),
        scipy.sparse.csr_array(MATRIX[:, ::-1]).T.tocoo(),
    ):
        if copy is False:
            with pytest.raises(ValueError):
                asarray(source, copy=copy)
        else:
            asarray(source, copy=copy)
    with pytest.raises(ValueError, match="by a copy"):
        asarray(dense, dtype=np.float32, copy=False)
    assert asarray(dense, dtype=np.float64, copy=False).dtype == np.float64
    with pytest.raises(ValueError):
        weft.array_api.from_dlpack(dense[:, ::2], copy=False)
