# ===- test_robustness.py - Wrong and unusual input -----------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Wrong and unusual input: an exception that says so, or the right numbers, but
no crash, no endless loop and no wrong number."""

import copy
import gc
import os
import pickle
import subprocess
import sys
import threading
import weakref

import numpy as np
import pytest
import scipy.sparse
import scipy.sparse.linalg

import weft_sparse as weft
from conftest import check

FORMATS = ["dd", "CSR", "CSC", "COO", "DCSR", "BCSR{block=2x2}", "DOK", "ELL"]


# Types.


@pytest.mark.parametrize("integer", [np.int32, np.uint32])
@pytest.mark.parametrize("real", [np.float16, np.float32, np.complex64])
def test_integers_meet_narrow_numbers_in_float64(integer, real):
    # 2^24 + 1 is no float32.
    a, b = np.array([16777217, 3], integer), np.array([1, 0], real)
    x, y = weft.tensor(a), weft.tensor(b)
    check(x + y, a + b)
    check(y - x, b - a)
    check(x * y, a * b)
    check(x @ y, a @ b)
    check(weft.einsum("i,i->i", x, y), a * b)
    check(x == y, a == b)
    check(x + np.float32(1), a + np.float32(1))
    if real is not np.complex64:
        check(x > y, a > b)
        check(np.maximum(x, y), np.maximum(a, b))


def test_literals_are_rounded_to_the_type_of_the_tensor():
    for dtype in (np.float16, np.float32, np.float64):
        a = np.array([0.1, 0.2, -0.3], dtype)
        x = weft.tensor(a)
        check(x == 0.1, a == 0.1)
        check(x >= -0.3, a >= -0.3)
        check(np.maximum(x, 0.15), np.maximum(a, 0.15))


@pytest.mark.parametrize("number", [-1, 255, 256, 300, 2**70, -(2**70)])
def test_comparisons_with_numbers_out_of_range(number):
    a = np.array([0, 1, 255], np.uint8)
    for x in (weft.tensor(a), weft.tensor(a, format="s")):
        check(x == number, a == number)
        check(x != number, a != number)
        check(x < number, a < number)
        check(x <= number, a <= number)
        check(x > number, a > number)
        check(number >= x, number >= a)
    with pytest.raises(weft.Error, match="uint8 have no value 11805"):
        weft.tensor(a) + 2**70


def test_scalars_of_numpy_are_promoted():
    a = np.array([1, 2], np.float32)
    x = weft.tensor(a)
    check(np.add(x, np.float64(0.1)), a + np.float64(0.1))
    check(x * np.float64(0.1), a * np.float64(0.1))
    check(x > np.float64(0.1), a > np.float64(0.1))
    tenth = np.array([0.1], np.float32)
    check(weft.tensor(tenth) == np.float64(0.1), tenth == np.float64(0.1))
    for dtype in (np.uint8, np.uint64):
        small = np.array([0, 1], dtype)
        check(weft.tensor(small) > np.int64(-2), small > np.int64(-2))
    check(np.int8(1) + weft.tensor(np.int8([1])), np.int8([2]))


def test_truth_values_are_added_as_or():
    a, b = np.array([[1.0, 0], [2, 3]]), np.array([[0.0, 0], [1, 1]])
    for format in FORMATS:
        x, y = weft.tensor(a, format=format), weft.tensor(b, format=format)
        check((x > 0) + (y > 0), (a > 0) + (b > 0))
        check((x > 0) * (y > 0), (a > 0) * (b > 0))
        check((x > 0) @ (y > 0), (a > 0) @ (b > 0))
        check(np.maximum(x > 0, y > 0), np.maximum(a > 0, b > 0))


def test_operators_of_bits_are_refused():
    a = np.array([True, False])
    x, y = weft.tensor(a), weft.tensor([6, 3])
    check(x & ~x, a & ~a)
    check(x | True, a | True)
    check(a ^ x, a ^ a)
    for make in (
        lambda: y & y,
        lambda: y | 4,
        lambda: np.array([3, 4]) ^ y,
        lambda: x & y,
        lambda: ~y,
        lambda: ~weft.tensor(1.0),
    ):
        with pytest.raises(weft.Error, match="of truth values"):
            make()


def test_powers_of_integers():
    for dtype in (np.int8, np.int32, np.uint64, np.bool_):
        a = np.array([[0, 1], [1, 0]], dtype) * dtype(3)
        x = weft.tensor(a, format="CSR")
        for exponent in (0, 1, 2, 3, 5, np.int64(2)):
            check(np.power(x, exponent), np.power(a, exponent))
    with pytest.raises(weft.Error, match="negative integer powers"):
        weft.tensor([1, 2]) ** -1
    with pytest.raises(weft.Error, match="power of one integer"):
        weft.tensor([1, 2]) ** weft.tensor([1, 2])


def test_reductions_over_no_axis():
    a = np.array([[True, False]])
    x = weft.tensor(a)
    check(x.sum(axis=()), a.sum(axis=()))
    check(x.prod(axis=()), a.prod(axis=()))
    check(weft.tensor(a * 2.0).any(axis=()), (a * 2.0).any(axis=()))
    check(weft.tensor(np.int8(3)).sum(), np.int64(3))


def test_means_of_integers_do_not_wrap():
    a = np.full(4, 2**63, np.uint64)
    check(weft.tensor(a).mean(), a.mean())


# Arrays.


def test_masked_components_are_refused():
    masked = np.ma.array([1.0, 2.0], mask=[False, True])
    x = weft.tensor([1.0, 2.0])
    with pytest.raises(weft.Error, match="masked"):
        weft.tensor(masked)
    with pytest.raises(weft.Error, match="masked"):
        x + masked
    check(weft.tensor(np.ma.array([1.0, 2.0])), [1.0, 2.0])


def test_only_sparse_arrays_of_scipy_are_converted():
    a = np.arange(6.0).reshape(2, 3)
    x = weft.tensor(a, format="CSR")

    class Own(scipy.sparse.csr_array):
        pass

    own = Own(np.eye(3))
    check(weft.tensor(own), np.eye(3))
    assert isinstance(x @ own, weft.Tensor)
    check(x @ own, a)
    linear = scipy.sparse.linalg.aslinearoperator(np.eye(3))
    with pytest.raises(weft.Error, match="cannot be made of"):
        weft.tensor(linear)
    with pytest.raises(TypeError):
        x + linear


@pytest.mark.parametrize("trusted", [False, True])
def test_lengths_of_arrays_are_checked(trusted):
    matrix = scipy.sparse.random_array((5, 5), density=0.6, format="csr")
    for name, value in [
        ("data", matrix.data[:3]),
        ("indices", matrix.indices[:3]),
        ("indptr", matrix.indptr[:2]),
        ("indices", matrix.indices + 0.5),
        ("indptr", None),
    ]:
        broken = matrix.copy()
        setattr(broken, name, value)
        with pytest.raises(weft.Error):
            weft.tensor(broken, trusted=trusted)
    coo = matrix.tocoo()
    coo.data = coo.data[:3]
    with pytest.raises(weft.Error, match="as many coordinates as values"):
        weft.tensor(coo, trusted=trusted)


def test_copies_share_nothing():
    array = np.ones(3)
    shared = weft.tensor(array)
    copies = [
        weft.tensor(shared, copy=True),
        copy.deepcopy(shared),
        weft.tensor(array, copy=True),
    ]
    array[0] = 7
    for each in copies:
        check(each, np.ones(3))
    check(copy.copy(shared), array)


@pytest.mark.parametrize("format", [*FORMATS, "CSR{fill=inf}", "DIA"])
def test_tensors_are_pickled(format):
    a = np.array([[1.0, 0, 2], [0, 0, 3]])
    x = weft.tensor(a, format=format)
    for made in (x, x + x):
        again = pickle.loads(pickle.dumps(made))
        check(again, made)
        assert again.format == made.format


def test_copies_that_are_forbidden_are_refused():
    dense, sparse = weft.tensor(np.eye(2)), weft.tensor(np.eye(2), "CSR")
    assert np.array(dense, copy=False).base is not None
    for make in (
        lambda: np.array(sparse, copy=False),
        lambda: np.array(dense, np.float32, copy=False),
    ):
        with pytest.raises(ValueError, match="without a copy"):
            make()


def test_cycles_are_collected():
    class Array(np.ndarray):
        pass

    array = np.arange(5.0).view(Array)
    reference = weakref.ref(array)
    array.owner = [weft.tensor(array), array]
    del array
    gc.collect()
    # The tensor is no container that the collector looks into, but the array
    # is reached through the list only.
    assert reference() is None or reference().owner


# Sizes.


def test_hypersparse_matrices():
    size = 2**41
    matrix = scipy.sparse.coo_array(([2.0], ([3], [2**40])), shape=(size, size))
    x = weft.tensor(matrix)
    assert (x * 2 + x).nnz == 1
    assert (x @ x.T).nnz == 1
    assert float((x + x).sum()) == 4
    assert float(x[3, 2**40]) == 2
    assert weft.einsum("ij->ji", x).nnz == 1
    for make in (
        lambda: x.to_numpy(),
        lambda: (x + 1).to_numpy(),
        lambda: weft.empty((size, size)).to_numpy(),
    ):
        with pytest.raises((ValueError, MemoryError)):
            make()
    for shape in (-1, 2**63, (3, 2**70)):
        with pytest.raises(weft.Error):
            weft.empty(shape)
    with pytest.raises(weft.Error, match="at most 64 modes"):
        weft.tensor(1.0)[(None,) * 65]


# Texts.


@pytest.mark.parametrize(
    "name", "sum max where i R T0 k1 text sizes self formats operands".split()
)
def test_operands_have_any_name(name):
    x = np.arange(3.0)
    check(weft.evaluate(f"y(j) = {name}(j) * 2", {name: x}), x * 2)


@pytest.mark.parametrize("name", ["a b", "a:b", "", "1", "α", 5, "a\0"])
def test_names_that_are_none_are_refused(name):
    with pytest.raises(weft.Error, match="an operand has a name"):
        weft.evaluate("y(i) = x(i)", {name: 1.0, "x": np.ones(2)})


def test_operands_are_given_once():
    with pytest.raises(weft.Error, match="given twice"):
        weft.evaluate("y(i) = x(i)", {"x": np.ones(2)}, x=np.zeros(2))


def test_texts_do_not_end_early(tmp_path):
    x = weft.tensor(np.eye(2))
    for make in (
        lambda: weft.evaluate("y(i,j) = x(i,j)\0)", x=x),
        lambda: weft.compile("y(i) = x(i)", options="\0"),
        lambda: weft.tensor(x, format="CSR\0"),
        lambda: x.to_format("CSR\0"),
        lambda: weft.empty((2, 2), "CSR\0"),
        lambda: weft.einsum("ij->ij", x, format="CSR\0"),
        lambda: x.write(str(tmp_path / "x.mtx") + "\0.tns"),
        lambda: weft.read(str(tmp_path / "x.mtx") + "\0.tns"),
    ):
        with pytest.raises(weft.Error, match="NUL"):
            make()
    x.write(os.fsencode(tmp_path / "x.mtx"))
    check(weft.read(os.fsencode(tmp_path / "x.mtx")), x)


# Index notation.


def test_expressions_have_no_truth_value():
    x, i = weft.tensor(np.arange(3.0)), weft.IndexVar("i")
    y = weft.empty(3)
    with pytest.raises(TypeError, match="no truth value"):
        y[i] = 0 < x[i] < 2
    y[i] = (0 < x[i]) & (x[i] < 2)
    check(y, [0.0, 1, 0])
    y[i] = +x[i]
    check(y, x)


def test_numbers_that_index_nothing_are_refused():
    x, (i, k) = weft.tensor(np.arange(3.0)), weft.indices("i k")
    y, two = weft.empty(3), weft.tensor(2.0)
    with pytest.raises(weft.Error, match="k indexes nothing"):
        y[i] = x[i] * two + k


def test_assignments_to_operands():
    a = np.arange(9.0).reshape(3, 3)
    x, (i, j) = weft.tensor(a), weft.indices("i j")
    before = x + 0
    x[i, j] = x[j, i]
    check(x, a.T)
    x[i, j] += x[j, i]
    check(x, a + a.T)
    check(before, a)


def test_graphs_and_expressions_of_any_depth():
    a = np.arange(6.0).reshape(2, 3)
    x, y, z = weft.tensor(a), weft.tensor(a), weft.tensor(a[0])
    i = weft.IndexVar("i")
    for _ in range(1500):
        x, y = x.T, y[::-1]
        z[i] = z[i] + 1
    check(x, a)
    check(y, a)
    check(z, a[0] + 1500)
    double = weft.tensor([1.0])
    for _ in range(100):
        double = (double + double)[None][0]
    check(double, [2.0**100])
    expression = z[i]
    with pytest.raises(weft.Error, match="too large"):
        for _ in range(2000):
            expression = expression + z[i]
    expression = z[i]
    with pytest.raises(weft.Error, match="too large"):
        for _ in range(40):
            expression = expression * expression


# Threads and processes.


def test_threads_look_at_one_deferred_tensor():
    matrix = scipy.sparse.random_array((20, 20), density=0.2, rng=1).tocsr()
    a = matrix.toarray()
    b = a @ a
    c = ((b + a).T * 2 + b.T).sum(axis=0)[::-1]
    d = (b + a) @ c
    failures = []
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(20):
            x = weft.tensor(matrix)
            y = x @ x
            z = ((y + x).T * 2 + y.T).sum(axis=0)[::-1]
            w, (i, j) = weft.empty(20), weft.indices("i j")
            w[i] = (y + x)[i, j] * z[j]
            pairs = [(y, b), (z, c), (w, d)]
            barrier = threading.Barrier(8)

            def work(number):
                barrier.wait()
                for result, expected in pairs[:: (-1) ** number]:
                    try:
                        np.testing.assert_allclose(result.to_numpy(), expected)
                    except Exception as error:
                        failures.append(error)

            threads = [
                threading.Thread(target=work, args=(n,)) for n in range(8)
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert not failures


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_forked_processes_compute():
    matrix = scipy.sparse.random_array((500, 500), density=0.05, rng=1).tocsr()
    x = weft.tensor(matrix)
    expected = (matrix @ matrix).sum()
    assert float((x @ x).sum()) == pytest.approx(expected)
    process = os.fork()
    if process == 0:
        is_right = abs(float((x @ x + x - x).sum()) - expected) < 1e-6
        os._exit(0 if is_right else 1)
    assert os.waitpid(process, 0)[1] == 0


def test_a_long_kernel_stops_no_other_thread():
    import threading
    import time

    a = weft.tensor(np.ones((700, 700)))
    i, j, k = weft.indices("i j k")
    slow = weft.empty((700, 700))
    slow[i, j] = weft.sum(weft.exp(a[i, k] * a[k, j]), k)
    # An operand that is computed before the text can be written.
    result = weft.empty(700)
    result[i] = slow[i, j]
    small = weft.tensor(np.ones(3))
    (small + small).compute()
    thread = threading.Thread(target=result.compute)
    thread.start()
    count = 0
    while thread.is_alive():
        (small + small).compute()
        count += 1
        time.sleep(0.001)
    thread.join()
    assert count > 20


def test_attributes_of_other_packages_are_answered():
    x = weft.tensor(np.eye(2), format="CSR")
    for name, instead in [
        ("tocsr", "to_format"),
        ("dot", "A @ B"),
        ("toarray", "to_numpy"),
    ]:
        with pytest.raises(AttributeError, match=instead):
            getattr(x, name)
    with pytest.raises(AttributeError, match="no attribute 'nothing'$"):
        x.nothing  # noqa: B018
    assert not hasattr(x, "toarray") and not hasattr(weft.Tensor, "toarray")
    assert "toarray" not in dir(x) and "to_numpy" in dir(x)
    # They would be called for each attribute that NumPy looks for.
    assert not hasattr(type(x), "__getattr__")


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"schedule": ["reorder(j,i)"]}, "schedule has to be a text"),
        ({"options": {"opt": 3}}, "options has to be a text"),
        ({"formats": "CSR"}, "given by name"),
        ({"dtypes": "f32"}, "given by name"),
    ],
)
def test_arguments_of_other_types(arguments, message):
    with pytest.raises(weft.Error, match=message):
        weft.evaluate("y(i) = A(i,j)", A=np.eye(2), **arguments)
    with pytest.raises(weft.Error, match=message):
        weft.compile("y(i) = A(i,j)", **arguments)


DAEMONS = """
import threading, time
import numpy as np, scipy.sparse
import weft_sparse as weft

A = weft.tensor(scipy.sparse.random_array((300, 300), density=0.1, rng=1))
x = np.ones(300)
multiply = weft.compile("y(i) = A(i,j) * x(j)", {"A": A.format})

def repeat(function):
    while True:
        function()

for function in (
    lambda: multiply(A, x),
    lambda: multiply(A, x),
    lambda: (A @ A).compute(),
    lambda: weft.tensor(np.ones(3)),
):
    threading.Thread(target=repeat, args=(function,), daemon=True).start()
time.sleep(0.05)
"""


def test_daemon_threads_at_exit():
    for _ in range(6):
        done = subprocess.run(
            [sys.executable, "-c", DAEMONS],
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert (done.returncode, done.stderr) == (0, "")


def test_kernels_run_in_functions_at_exit():
    program = (
        "import atexit, numpy as np\n"
        "def last():\n"
        "    print((weft.tensor(np.ones(3)) + 1).to_numpy())\n"
        "atexit.register(last)\n"
        "import weft_sparse as weft\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.stdout, done.stderr) == ("[2. 2. 2.]\n", "")


def test_unknown_processors_are_named():
    assert "vector_registers" in weft.print_machine("znver3")
    with pytest.raises(weft.Error, match="unknown processor 'nope'; the known"):
        weft.print_machine("nope")
