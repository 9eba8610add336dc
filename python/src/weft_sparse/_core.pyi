# ===- _core.pyi - Types of the extension module -------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
from collections.abc import Sequence
from typing import Any, Optional

import numpy as np

class Error(ValueError): ...

class Tensor:
    @staticmethod
    def from_arrays(
        format: str,
        type: str,
        dims: Sequence[int],
        order: int,
        arrays: Sequence[np.ndarray[Any, Any]],
        trusted: bool,
        convert: bool,
    ) -> Tensor: ...
    @staticmethod
    def from_entries(
        format: str,
        dims: Sequence[int],
        coordinates: np.ndarray[Any, Any],
        values: np.ndarray[Any, Any],
        reject_duplicates: bool,
    ) -> Tensor: ...
    @staticmethod
    def read(
        path: str,
        format: str,
        type: str,
        order: int,
        dims: Optional[Sequence[int]] = None,
    ) -> Tensor: ...
    def write(self, path: str) -> None: ...
    def convert(self, format: str, type: str) -> Tensor: ...
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def facts(self) -> tuple[tuple[int, ...], str, str]: ...
    @property
    def order(self) -> int: ...
    @property
    def type(self) -> str: ...
    @property
    def format(self) -> str: ...
    @property
    def num_stored(self) -> int: ...
    @property
    def num_arrays(self) -> int: ...
    @property
    def is_borrowed(self) -> bool: ...
    @property
    def fill(self) -> np.ndarray[Any, Any]: ...
    def entries(self) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]: ...
    def array(self, index: int, type: str) -> np.ndarray[Any, Any]: ...
    def values(self, shape: Sequence[int]) -> np.ndarray[Any, Any]: ...
    def print(self) -> str: ...

class Kernel:
    def run(
        self,
        operands: tuple[Tensor, ...],
        sizes: Optional[Sequence[str]] = None,
        dims: Optional[Sequence[int]] = None,
    ) -> Any: ...
    def run_into(
        self,
        operands: tuple[Tensor, ...],
        outputs: Sequence[Optional[tuple[np.ndarray[Any, Any], Sequence[int]]]],
        sizes: Optional[Sequence[str]] = None,
    ) -> tuple[Optional[Tensor], ...]: ...
    def print(self, level: str) -> str: ...
    def object(self) -> bytes: ...
    @property
    def tensors(
        self,
    ) -> list[tuple[str, str, str, tuple[Optional[str], ...]]]: ...
    @property
    def num_results(self) -> int: ...
    @property
    def is_cached(self) -> bool: ...

def compile(
    text: str,
    formats: Sequence[str],
    types: Sequence[str],
    options: str,
    functions: Optional[str] = None,
) -> Kernel: ...
def version() -> str: ...
def set_num_threads(count: int) -> None: ...
def print_machine(name: Optional[str] = None) -> str: ...
