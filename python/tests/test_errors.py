# ===- test_errors.py - Kinds of errors ----------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Errors are told apart by their classes."""

from __future__ import annotations

import copy
import os
import pickle
import re

import numpy as np
import pytest

import weft_sparse as weft


def test_missing_files():
    with pytest.raises(FileNotFoundError, match="No such file") as raised:
        weft.read("no/such.mtx")
    assert type(raised.value) is weft.MissingFileError
    for name in ("none.npz", "none.h5", "none.mtx.gz", "none.npy"):
        with pytest.raises(weft.Error) as raised:
            weft.read(name)
        assert isinstance(raised.value, FileNotFoundError), name
    with pytest.raises(FileNotFoundError):
        weft.tensor(np.eye(2)).write("no/such/folder/a.mtx")


def test_files_that_the_system_does_not_open(tmp_path):
    folder = tmp_path / "a.mtx"
    folder.mkdir()
    for act in (weft.read, weft.tensor(np.eye(2)).write):
        with pytest.raises(OSError) as raised:
            act(folder)
        assert type(raised.value) is weft.FileAccessError
    if os.path.exists("/dev/full"):
        link = tmp_path / "full.mtx"
        link.symlink_to("/dev/full")
        with pytest.raises(weft.FileAccessError, match="No space left"):
            weft.tensor(np.eye(2)).write(link)


def test_memory_that_does_not_suffice():
    kernel = weft.compile("A(i,j) = x(i)")
    with pytest.raises(MemoryError, match="not enough memory") as raised:
        kernel(np.ones(1 << 20), sizes={"j": 1 << 36})
    assert type(raised.value) is weft.OutOfMemoryError
    with pytest.raises(weft.OutOfMemoryError):
        weft.array_api.zeros((1 << 20, 1 << 36)).compute()


@pytest.mark.parametrize(
    "shape, text",
    [
        ((1 << 62,), "4611686018427387904 float64: it takes 3.69e+19 bytes"),
        ((1 << 50,), "1125899906842624 float64: it takes 9.01e+15 bytes"),
        ((1 << 40, 1 << 40), "1099511627776 x 1099511627776 float64"),
    ],
)
def test_arrays_that_do_not_fit_in_memory(shape, text):
    empty = weft.empty(shape, "s" * len(shape) + "{crd=64}")
    for act in (
        empty.to_numpy,
        lambda: np.asarray(empty),
        lambda: weft.array_api.ones(shape),
    ):
        with pytest.raises(weft.OutOfMemoryError, match=re.escape(text)):
            act()
    assert empty.nnz == 0


def test_sizes_of_arrays_that_are_no_sizes():
    for size in (-3, 1 << 64):
        with pytest.raises(weft.Error, match="negative or too large"):
            weft.array_api.full(size, 1.0)


def test_what_is_wrong(tmp_path):
    broken = tmp_path / "broken.mtx"
    broken.write_text("1 1 1\n")
    for act in (
        lambda: weft.read(broken),
        lambda: weft.read("a.unknown"),
        lambda: weft.compile("y(i) = "),
        lambda: weft.compile("y(i) = x(i)")(np.ones(3), sizes={"i": 4}),
    ):
        with pytest.raises(ValueError) as raised:
            act()
        assert type(raised.value) is weft.Error


def give_text(x, y):
    return "a"


@pytest.mark.parametrize(
    "act, message",
    [
        (lambda A: weft.tensor(A, format=3), "expected a text, got 3"),
        (lambda A: A.to_format(b"CSR"), "expected a text, got b'CSR'"),
        (lambda A: weft.empty(3, format=3), "expected a text, got 3"),
        (lambda A: weft.compile(3), "an expression has to be a text, got 3"),
        (lambda A: weft.evaluate(None, A=A), "has to be a text, got None"),
        (lambda A: weft.compile("a = A(i,j)", {"A": 3}), "a text, got 3"),
        (lambda A: weft.evaluate("a = A\0", A=A), "character NUL"),
        (lambda A: weft.einsum(3, A), "got Tensor in place of a list"),
        (lambda A: weft.einsum(A, [0, 1], A), "got Tensor in place of a list"),
        (lambda A: A.sum().to_scipy(), "a scalar is no array"),
        (lambda A: weft.operator(give_text), "expected a number"),
        (lambda A: weft.set_num_threads(-1), "number of threads"),
        (lambda A: weft.set_num_threads("a"), "threads is an integer, not 'a'"),
        (lambda A: weft.set_num_threads(2.5), "threads is an integer, not 2.5"),
        (lambda A: weft.print_machine(3), "expected a text, got 3"),
        (lambda A: weft.indices(3), "expected a text, got 3"),
        (lambda A: weft.IndexVar(3), "expected a text, got 3"),
        (lambda A: weft.operator("a"), "an operator needs a name"),
        (lambda A: weft.load_plugin(3), "expected the name of a file, got 3"),
        (lambda A: weft.read(None), "expected the name of a file, got None"),
        (lambda A: A.write(3), "expected the name of a file, got 3"),
        (lambda A: weft.read("a.mtx", order="a"), "modes is an integer"),
        (lambda A: weft.read("a.mtx", order=-5), "0 to 64 modes, not -5"),
        (lambda A: A.to_format(None), "expected a format, got None"),
        (
            lambda A: weft.evaluate("a = A(i,j)", operands=5),
            'operands are given by name, as in {"x": x}, not as 5',
        ),
        (
            lambda A: weft.evaluate("a = A(i,j)", operands=[np.ones(3)]),
            "operands are given by name",
        ),
        (lambda A: A[..., ...], "at most one ..."),
        (lambda A: A[..., ..., 0], "at most one ..."),
        (lambda A: A[0].mT, "expected a matrix or a stack"),
        (
            lambda A: weft.array_api.matrix_transpose(A[0]),
            r"expected a matrix or a stack of them, got \(2,\)",
        ),
        (lambda A: weft.einsum(A, [0, 1.5]), "a text or ..., not 1.5"),
        (lambda A: weft.einsum(A, [0, -1]), "integer from 0 on, .* not -1"),
        (lambda A: weft.einsum(A, [0, True]), "a text or ..., not True"),
        (lambda A: weft.einsum(A, [0, 1], [[0]]), r"or ..., not \[0\]"),
        (
            lambda A: weft.evaluate("a = A(i,j)", A=A, sizes=3),
            "sizes are given by name",
        ),
        (
            lambda A: weft.compile("y(i) = A(i,j)")(
                A, sizes=3, out=np.empty(2)
            ),
            "sizes are given by name",
        ),
    ],
)
def test_arguments_of_other_types(act, message):
    with pytest.raises(weft.Error, match=message):
        act(weft.tensor(np.eye(2)))


@pytest.mark.parametrize(
    "act, message",
    [
        (lambda k: k(np.eye(2), sizes={"y": "a"}), "a size of y is an integer"),
        (lambda k: k(np.eye(2), sizes={"y": 2.5}), "a size of y is an integer"),
        (lambda k: k(np.eye(2), sizes={3: 2}), "expected a text, got 3"),
        (lambda k: k.source(3), "expected a text, got 3"),
        (lambda k: k.source("c\0"), "NUL"),
        (lambda k: weft.compile(k.text, functions=3), "in MLIR, or what"),
        (lambda k: weft.compile(k.text, functions=[3]), "in MLIR, or what"),
        (lambda k: weft.compile(k.text, {3: "CSR"}), "expected a text, got 3"),
    ],
)
def test_arguments_of_kernels(act, message):
    with pytest.raises(weft.Error, match=message):
        act(weft.compile("y(i) = A(i,j)"))


def test_kernels_are_shared_by_copies():
    kernel = weft.compile("y(i) = A(i,j)")
    assert copy.copy(kernel) is copy.deepcopy(kernel) is kernel
    with pytest.raises(TypeError, match="pickle the arguments of compile"):
        pickle.dumps(kernel)
    for size in (np.int64(2), (2,), np.array([2])):
        assert kernel(np.eye(2), sizes={"y": size}).shape == (2,)


def test_memory_without_a_tensor_is_no_buffer():
    array = (weft.tensor(np.eye(2), format="CSR") * 2).to_scipy().data
    while isinstance(array, np.ndarray):
        owner = array = array.base
    memory = type(owner)
    if memory is memoryview:
        memory = type(owner.obj)
    with pytest.raises(TypeError):
        memory()
    with pytest.raises(BufferError):
        memoryview(memory.__new__(memory))


def test_errors_are_pickled():
    for kind in (weft.Error, weft.MissingFileError, weft.OutOfMemoryError):
        copy = pickle.loads(pickle.dumps(kind("message")))
        assert type(copy) is kind and str(copy) == "message"
