# ===- native.py - Tensors that are given to compiled code ----------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""The structure through which compiled contestants get tensors, and the source
that names their arrays.

    typedef struct { int64_t *sizes; void **arrays; } tensor;
    int run(const tensor *in, tensor *out, const char *path);

`sizes` are those of levels. A level `n` of `A` is known to the code as `An_dim`,
`An_pos`, `An_crd` and `An_off`, and the components are `A_vals`. A dense result
is memory that is there already, of a run before; the arrays of others are made
by `malloc`, and freed by `release`.
"""

from __future__ import annotations

import ctypes

import numpy as np

from contest.digests import Digest, dense_digest, stored_digest
from contest.instance import Instance
from contest.storage import Format, Stored

_ARRAYS = {
    "d": (),
    "s": ("pos", "crd"),
    "u": ("pos", "crd"),
    "q": ("crd",),
    "p": ("crd",),
    "r": ("off",),
    "o": (),
    "i": ("pos", "first"),
}

# Levels whose size is stored with the tensor, behind the sizes of its modes.
_SLOT_LEVELS = ("slot", "diagonal")

PRELUDE = """
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { int64_t *sizes; void **arrays; } tensor;
"""


def array_names(tensor: str, format: Format) -> list[tuple[str, str]]:
    """The type and the name of each array."""
    names = [
        ("int32_t", f"{tensor}{number}_{array}")
        for number, letter in enumerate(format.letters, 1)
        for array in _ARRAYS[letter]
    ]
    return [*names, ("double", f"{tensor}_vals")]


def is_dense(format: Format) -> bool:
    return set(format.letters) <= {"d"}


def wrap(instance: Instance, body: str, helpers: str, release: str = "") -> str:
    """A function with `body`, which uses the names above and the helpers. A
    result that is not memory of `malloc` needs code to release it."""
    kernel = instance.kernel
    lines = ['#ifdef __cplusplus\nextern "C"\n#endif']
    lines.append("int run(const tensor *in, tensor *out, const char *path) {")
    for number, name in enumerate(kernel.operands):
        format = kernel.format(name)
        lines += _sizes(name, format, f"in[{number}]")
        for place, (type, array) in enumerate(array_names(name, format)):
            value = f"(const {type} *)in[{number}].arrays[{place}]"
            lines.append(f"  const {type} *__restrict {array} = {value};")
    format = kernel.format(kernel.result)
    lines += _sizes(kernel.result, format, "out[0]")
    arrays = array_names(kernel.result, format)
    for place, (type, array) in enumerate(arrays):
        value = f"({type} *)out->arrays[{place}]" if is_dense(format) else "0"
        lines.append(f"  {type} *__restrict {array} = {value};")
    lines.append(body)
    lines += [
        f"  out->arrays[{place}] = {array};"
        for place, (_, array) in enumerate(arrays)
    ]
    lines += ["  return 0;", "}"]
    lines.append('#ifdef __cplusplus\nextern "C"\n#endif')
    lines.append("void release(tensor *out, int count) {")
    freed = "for (int k = 0; k < count; k++) free(out->arrays[k]);"
    lines.append(f"  {release or freed}")
    return PRELUDE + helpers + "\n".join([*lines, "}"]) + "\n"


def _sizes(name: str, format: Format, tensor: str) -> list[str]:
    return [
        f"  const int64_t {name}{number}_dim = {tensor}.sizes[{number - 1}];"
        for number in range(1, len(format.letters) + 1)
    ]


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("sizes", ctypes.POINTER(ctypes.c_int64)),
        ("arrays", ctypes.POINTER(ctypes.c_void_p)),
    ]


def _pointers(addresses: list[int]) -> ctypes.Array:
    return (ctypes.c_void_p * max(1, len(addresses)))(*addresses)


def _sizes_of(sizes: tuple[int, ...]) -> ctypes.Array:
    return (ctypes.c_int64 * max(1, len(sizes)))(*sizes)


class Invocation:
    """A compiled function with its operands and its result."""

    def __init__(
        self, library: ctypes.CDLL, instance: Instance, path: str
    ) -> None:
        kernel = instance.kernel
        self.format = kernel.format(kernel.result)
        self.dims = instance.dims(kernel.result)
        self.sizes = tuple(self.dims[mode] for mode in self.format.modes)
        self.stored = (
            []
            if kernel.reads_file
            else [instance.stored(name) for name in kernel.operands]
        )
        self.operands = (_Tensor * max(1, len(self.stored)))()
        for number, stored in enumerate(self.stored):
            addresses = [array.ctypes.data for array in stored.arrays]
            tensor = _Tensor(_sizes_of(stored.sizes), _pointers(addresses))
            self.operands[number] = tensor
        self.count = len(array_names("", self.format))
        self.memory = np.zeros(self.dims) if is_dense(self.format) else None
        addresses = [0] * self.count
        if self.memory is not None:
            addresses = [self.memory.ctypes.data]
        self.result = _Tensor(_sizes_of(self.sizes), _pointers(addresses))
        self.library = library
        self.arguments = (
            *(ctypes.byref(self.operands), ctypes.byref(self.result)),
            ctypes.c_char_p(path.encode()),
        )
        self.function = library.run

    def run(self) -> None:
        if self.function(*self.arguments):
            raise RuntimeError("the function failed")

    def discard(self) -> None:
        if self.memory is None:
            self.library.release(ctypes.byref(self.result), self.count)
            for place in range(self.count):
                self.result.arrays[place] = None

    def _arrays(self) -> list[np.ndarray]:
        """Views of the result, whose lengths follow from each other."""
        arrays, count, place = [], 1, 0

        def view(length: int, type: type) -> np.ndarray:
            nonlocal place
            address = self.result.arrays[place]
            place += 1
            if not length or not address:
                return np.zeros(length, type)
            return np.frombuffer((type * length).from_address(address), type)

        for letter, size in zip(self.format.letters, self.sizes, strict=True):
            if letter == "d":
                count *= size
            if letter in "su":
                arrays.append(view(count + 1, ctypes.c_int32))
                count = int(arrays[-1][-1])
            if letter in "suq":
                arrays.append(view(count, ctypes.c_int32))
        return [*arrays, view(count, ctypes.c_double)]

    def digest(self) -> Digest:
        if self.memory is not None:
            return dense_digest(self.memory)
        return stored_digest(
            Stored(self.format, self.dims, self.sizes, self._arrays())
        )

    def result_bytes(self) -> int:
        if self.memory is not None:
            return self.memory.nbytes
        return sum(array.nbytes for array in self._arrays())


def count_slots(instance: Instance, name: str) -> list[int]:
    """The number of slots of an operand; empty if its format has none."""
    modes = instance.kernel.format(name).modes
    if not set(modes) & set(_SLOT_LEVELS):
        return []
    sizes = instance.stored(name).sizes
    levels = zip(modes, sizes, strict=True)
    return [size for mode, size in levels if mode in _SLOT_LEVELS]
