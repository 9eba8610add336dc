#!/usr/bin/env python3
# ===- patterns.py - Programs of patterns ---------------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Measures programs of patterns, as the paper that they come from does.

Figure 5: a loop for each address against its closed form, for more and more
rows. Figure 7: lists of rows with a table against a compressed matrix. Figure 6:
coordinates that are packed with components against those that stand alone. And
the same products through index notation, with loops of their own and as an
expression. Times are the shortest of several runs, in milliseconds.
"""

from __future__ import annotations

import argparse
import pathlib
import random
import re
import subprocess
import tempfile

PROGRAMS = {
    "csr": """csr = nFun(n => nFun(m =>
  fun(offset: [int]_{n+1} =>
  fun(cols: [i => [int]_{toNat(offset@(i+1) - offset@i)}]_n =>
  fun(values: [i => [float]_{toNat(offset@(i+1) - offset@i)}]_n =>
  fun(x: [float]_m =>
    zip(cols, values) :>> map(fun(row => zip(row.1, row.2) :>>
      map(fun(e => e.2 * (x@e.1))) :>> reduce(+, 0)))))))))""",
    "lil": """lil = nFun(n => nFun(m =>
  fun(lengths: [int]_n =>
  fun(cols: [i => [int]_{toNat(lengths@i)}]_n =>
  fun(values: [i => [float]_{toNat(lengths@i)}]_n =>
  fun(x: [float]_m =>
    zip(cols, values) :>> map(fun(row => zip(row.1, row.2) :>>
      map(fun(e => e.2 * (x@e.1))) :>> reduce(+, 0)))))))))""",
    "format": """format = nFun(n => nFun(m =>
  fun(A: format(ds, float, n, m) =>
  fun(x: [float]_m =>
    zip(A_crd2, A) :>> map(fun(row => zip(row.1, row.2) :>>
      map(fun(e => e.2 * (x@e.1))) :>> reduce(+, 0)))))))""",
    "packed": """packed = nFun(n => nFun(m =>
  fun(A: format(ds, (int, float), n, m) =>
  fun(x: [float]_m =>
    A :>> map(fun(row => row :>>
      map(fun(e => e.2 * (x@e.1))) :>> reduce(+, 0)))))))""",
}


def write_vector(path: pathlib.Path, values: list[int]) -> None:
    """Writes a dense vector as a .tns file, which counts from one."""
    with path.open("w") as file:
        for index, value in enumerate(values, 1):
            file.write(f"{index} {value}\n")


def write_operands(folder: pathlib.Path, rows: int, entries: int) -> None:
    """Writes a matrix with `entries` entries in each row, in all formats."""
    rng = random.Random(rows)
    cols = []
    for _ in range(rows):
        cols += sorted(rng.sample(range(rows), entries))
    # A vector's last component is stored, so that the file tells the size.
    write_vector(folder / "cols.tns", cols)
    write_vector(folder / "values.tns", [1 + k % 7 for k in range(len(cols))])
    write_vector(folder / "x.tns", [1 + k % 5 for k in range(rows)])
    write_vector(folder / "lengths.tns", [entries] * rows)
    write_vector(folder / "offset.tns", [entries * k for k in range(rows + 1)])
    with (folder / "A.mtx").open("w") as file:
        file.write("%%MatrixMarket matrix coordinate real general\n")
        file.write(f"{rows} {rows} {len(cols)}\n")
        for k, col in enumerate(cols):
            file.write(f"{k // entries + 1} {col + 1} {1 + k % 7}\n")


class Measurement:
    def __init__(self, weft: str, folder: pathlib.Path, runs: int) -> None:
        self.weft, self.folder, self.runs = weft, folder, runs
        for name, text in PROGRAMS.items():
            (folder / f"{name}.txt").write_text(text)

    def time(self, *arguments: str) -> float:
        """The shortest time of a kernel in milliseconds."""
        output = subprocess.run(
            [
                self.weft,
                *arguments,
                "-threads=1",
                f"-time={self.runs}",
            ],
            cwd=self.folder,
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        found = re.search(r"time to run\D*([0-9.]+) ms", output)
        if not found:
            raise SystemExit(f"no time in the output of weft:\n{output}")
        return float(found.group(1))

    def program(self, name: str, *arguments: str) -> float:
        operands = {
            "csr": ["offset", "cols", "values", "x"],
            "lil": ["lengths", "cols", "values", "x"],
            "format": ["x"],
            "packed": ["x"],
        }[name]
        inputs = [f"-i={operand}:{operand}.tns" for operand in operands]
        if name in ("format", "packed"):
            inputs.append("-i=A:A.mtx")
        return self.time(f"-patterns={name}.txt", *inputs, *arguments)

    def expression(self) -> float:
        types = [f"-t={name}:f32" for name in ("y", "A", "x")]
        return self.time(
            "y(i) = A(i,j) * x(j)",
            "-f=A:CSR",
            *types,
            "-i=A:A.mtx",
            "-i=x:x.tns",
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weft", default="build/bin/weft")
    parser.add_argument("--rows", type=int, nargs="+", default=[1000, 4000])
    parser.add_argument("--large", type=int, default=100000)
    parser.add_argument("--entries", type=int, default=8)
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()
    weft = str(pathlib.Path(arguments.weft).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        measure = Measurement(weft, folder, arguments.runs)
        print("rows,program,sums,milliseconds")
        for rows in arguments.rows:
            write_operands(folder, rows, arguments.entries)
            for program in ("csr", "lil"):
                for sums in ("loop", "closed", "table"):
                    taken = measure.program(program, f"-sums={sums}")
                    print(f"{rows},{program},{sums},{taken:.3f}", flush=True)
        rows = arguments.large
        write_operands(folder, rows, arguments.entries)
        for program in ("csr", "lil"):
            taken = measure.program(program)
            print(f"{rows},{program},table,{taken:.3f}", flush=True)
        for program in ("format", "packed"):
            for kind in ("loops", "index-notation"):
                taken = measure.program(program, f"-lower-patterns={kind}")
                print(f"{rows},{program},{kind},{taken:.3f}", flush=True)
        print(f"{rows},expression,,{measure.expression():.3f}", flush=True)


if __name__ == "__main__":
    main()
