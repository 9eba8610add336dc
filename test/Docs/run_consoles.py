#!/usr/bin/env python3
# ===- run_consoles.py - Runs the commands of the documents ----------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Runs every `console` block of Markdown files and compares what it prints
(see consoles.py). The commands of a document share an empty folder. With
--ignore, each file that they leave there must match a pattern of that
.gitignore, since users run the commands in a clone. With --update, what differs
is written into the document, for review."""

from __future__ import annotations

import argparse
import difflib
import fnmatch
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from consoles import Step, matches, parse

TIME_LIMIT_S = 120


def run(step: Step, folder: str, environment: dict[str, str]) -> list[str]:
    """The lines that a command prints, and a last one if it fails though it
    should not."""
    done = subprocess.run(
        ["bash", "-c", step.command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=TIME_LIMIT_S,
    )
    lines = done.stdout.decode(errors="replace").splitlines()
    if done.returncode and not step.may_fail:
        lines.append(f"[exit status {done.returncode}]")
    return lines


def find_unignored(
    folder: str, links: list[tuple[str, str]], ignore: Path
) -> list[str]:
    """The names in the folder, but for links, that no pattern for the root of
    the .gitignore file matches."""
    patterns = [
        line.strip("/")
        for line in ignore.read_text().splitlines()
        if line.startswith("/")
    ]
    names = set(os.listdir(folder)) - {name for name, _ in links}
    return sorted(
        name
        for name in names
        if not any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)
    )


def check(path: Path, arguments: argparse.Namespace) -> tuple[int, int]:
    """Runs one document; the numbers of steps that passed and failed."""
    text = path.read_text()
    lines = text.splitlines()
    environment = dict(
        os.environ, LC_ALL="C", WEFT_VERIFY_IR="1", WEFT_CACHE="0"
    )
    environment["PATH"] = os.pathsep.join(
        (str(arguments.bin.resolve()), os.environ["PATH"])
    )
    environment.update(arguments.variable)
    passed = failed = 0
    updates: list[tuple[Step, list[str]]] = []
    with tempfile.TemporaryDirectory() as folder:
        for name, target in arguments.link:
            (Path(folder) / name).symlink_to(target)
        for step in parse(text):
            actual = run(step, folder, environment)
            if matches(step.expected, actual):
                passed += 1
                continue
            failed += 1
            updates.append((step, actual))
            print(f"{path}:{step.line}: {step.command}")
            print(
                *difflib.unified_diff(
                    step.expected, actual, "documented", "printed", lineterm=""
                ),
                sep="\n",
            )
        if arguments.ignore:
            for name in find_unignored(
                folder, arguments.link, arguments.ignore
            ):
                failed += 1
                print(f"{path}: {arguments.ignore} does not ignore {name}")
    if arguments.update:
        for step, actual in reversed(updates):
            # An error explains the status that comes with it.
            if any(line.startswith("error:") for line in actual):
                actual = [x for x in actual if not x.startswith("[exit")]
            lines[step.begin : step.end] = actual
        path.write_text("\n".join(lines) + "\n")
    return passed, failed


def pair(text: str) -> tuple[str, str]:
    name, separator, value = text.partition("=")
    if not separator:
        raise argparse.ArgumentTypeError(f"expected NAME=VALUE, got '{text}'")
    return name, value


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--bin", required=True, type=Path, help="where the tools are"
    )
    parser.add_argument(
        "--link",
        action="append",
        default=[],
        type=pair,
        help="NAME=FOLDER that the commands see in their folder",
    )
    parser.add_argument(
        "--variable",
        action="append",
        default=[],
        type=pair,
        help="NAME=VALUE in the environment of the commands",
    )
    parser.add_argument(
        "--ignore", type=Path, help="the .gitignore of the clone"
    )
    parser.add_argument("--update", action="store_true")
    parser.add_argument("paths", nargs="+", type=Path)
    arguments = parser.parse_args()
    passed = failed = 0
    for path in arguments.paths:
        for page in sorted(path.rglob("*.md")) if path.is_dir() else [path]:
            try:
                counts = check(page, arguments)
            except (ValueError, subprocess.TimeoutExpired) as error:
                print(f"{page}: {error}")
                counts = (0, 1)
            passed, failed = passed + counts[0], failed + counts[1]
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
