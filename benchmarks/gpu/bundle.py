#!/usr/bin/env python3
# ===- bundle.py - A benchmark of a GPU to carry to another machine --------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Builds a folder with kernels, as object files of a program, that runs them
against cuSPARSE where there are a device, its driver and the libraries of CUDA:

    bundle.py build/gpu-benchmark
    build/gpu-benchmark/run.sh             # there, or here with WEFT_GPU=emulate
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
MOST_BYTES = 50 << 20
# By name: the expression, and formats.
KERNELS = {
    "spmv": ("y(i) = A(i,j) * x(j)", ("A:CSR",)),
    "spmm": ("C(i,k) = A(i,j) * B(j,k)", ("A:CSR",)),
    "sddmm": ("A(i,j) = B(i,j) * C(i,k) * D(j,k)", ("A:CSR", "B:CSR")),
}
RUN = """#!/bin/sh
# Runs the benchmark, and writes gpu.csv and gpu.html into the current folder.
here=$(cd "$(dirname "$0")" && pwd)
LD_LIBRARY_PATH="$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" \\
  "$here/gpu-benchmark" --out=gpu.csv "$@"
status=$?
python3 "$here/page.py" gpu.csv gpu.html || status=1
exit $status
"""


def run(*command: str | Path) -> None:
    done = subprocess.run(command, check=False)
    if done.returncode != 0:
        raise SystemExit(f"error: {command[0]} fails")


def tensors(text: str) -> list[str]:
    """The names of the tensors of an expression."""
    return [
        text[at - 1]
        for at, character in enumerate(text)
        if character == "(" and at
    ]


def compile_kernels(weft: Path, folder: Path) -> list[Path]:
    objects = []
    for name, (text, formats) in KERNELS.items():
        for type in ("f32", "f64"):
            path = folder / f"{name}_{type}.o"
            run(
                weft,
                text,
                *(f"-f={format}" for format in formats),
                *(f"-t={tensor}:{type}" for tensor in dict.fromkeys(tensors(text))),
                "-target=gpu",
                f"-name={name}_{type}",
                f"-write-object={path}",
                f"-write-header={path.with_suffix('.h')}",
            )
            objects.append(path)
    return objects


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--build", type=Path, default=ROOT / "build")
    parser.add_argument("--cxx", default="c++")
    options = parser.parse_args()
    folder, libraries = options.folder, options.folder / "lib"
    libraries.mkdir(parents=True, exist_ok=True)
    objects = compile_kernels(options.build / "bin" / "weft", folder)
    run(
        *(options.cxx, "-std=c++17", "-O2", "-I", ROOT / "include", "-I", folder),
        *("-static-libstdc++", "-static-libgcc", HERE / "runner.cpp", *objects),
        *("-L", options.build / "lib", "-lweft", "-lweft_runtime", "-ldl"),
        *("-Wl,-rpath,$ORIGIN/lib", "-o", folder / "gpu-benchmark"),
    )
    for path in objects:
        path.unlink()
        path.with_suffix(".h").unlink()
    # libweft loads its compiler only where it is asked for one.
    for name in ("libweft.so", "libweft_runtime.so", "libweft_ptx.so"):
        for path in (options.build / "lib").glob(f"{name}*"):
            if path.name != name and not path.is_symlink():
                continue
            shutil.copyfile(path, libraries / path.name)
            run("strip", "--strip-unneeded", libraries / path.name)
    shutil.copyfile(HERE / "page.py", folder / "page.py")
    script = folder / "run.sh"
    script.write_text(RUN)
    script.chmod(0o755)
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(f"{folder}: {size / (1 << 20):.1f} MiB")
    if size > MOST_BYTES:
        print("error: that is more than 50 MiB", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
