#!/usr/bin/env python3
# ===- schedules.py - Schedules that are searched and chosen ---------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Evaluates the search for schedules as chapter 3 of the document does.

For each kernel and each matrix or tensor, `weft tune` searches with warm and
with cold caches. With warm caches, the default, the schedule that `-s=auto`
chooses by an estimate, the best one found and those of the pages of schedules
are then measured in turn, in processes of their own. Written are a table with a
summary, a file of comma-separated values, the page of each search, and
`index.html` with a bubble chart: a row for each case and a column for each
partition, the area of a bubble being the time of the default divided by the best
of the partition. Operands are files or, by default, generated. For a machine that
does nothing else.
"""

from __future__ import annotations

import argparse
import csv
import html
import json
import math
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

BEST = re.compile(r"^best: ([0-9.e+-]+) ms", re.MULTILINE)
TRIED = re.compile(r"^tried (\d+) of (\d+) schedules", re.MULTILINE)
RANKS = re.compile(r"rank correlation of estimates and times: (-?[0-9.]+)")
# Milliseconds from which schedules are run 3 times in a process, not 15.
LONG = 50.0
TIME = re.compile(r"time to run +([0-9.]+) ms at least")
COMMAND = re.compile(r"(\w+)\(((?:[^(){}]|\{[^}]*\}|\([^()]*\))*)\)")
PARTITIONS = ("split", "divide", "fuse", "pos")

# The text, the format of the sparse operands, and how the others are made.
KERNELS = {
    "spmv": ("y(i) = A(i,j) * x(j)", {"A": "CSR"}, ["-g=x:d"]),
    "spmm": ("C(i,k) = A(i,j) * B(j,k)", {"A": "CSR"}, ["-g=B:d", "-d=k:32"]),
    "sddmm": (
        "C(i,j) = A(i,j) * D(i,k) * E(j,k)",
        {"A": "CSR", "C": "CSR"},
        ["-g=D:d", "-g=E:d", "-d=k:32"],
    ),
    "spgemm": ("C(i,k) = A(i,j) * A(j,k)", {"A": "CSR", "C": "CSR"}, []),
    "sum": ("C(i,j) = A(i,j) + A(i,j)", {"A": "CSR", "C": "CSR"}, []),
    "mttkrp": (
        "A(i,j) = B(i,k,l) * C(k,j) * D(l,j)",
        {"B": "CSF"},
        ["-g=C:d", "-g=D:d", "-d=j:32"],
    ),
}
# The schedules of docs/Schedules for these kernels and formats.
ROWS = "parallelize(i,CPUThread,NoRaces,dynamic,16)"
ENTRIES = "pos(j,p,A),split(p,p0,p1,8)"
DOCUMENTED = {
    "spmv": [
        "split(i,i0,i1,16),reorder(i0,i1,j),parallelize(i0,CPUThread,NoRaces)",
        "fuse(i,j,f),pos(f,p,A),split(p,p0,p1,16),parallelize(p0,CPUThread,Atomics)",
        "fuse(i,j,f),pos(f,p,A),divide(p,p0,p1,8),parallelize(p0,CPUThread,Temporary)",
        "fuse(i,j,f),balance(f,f0,f1,8),parallelize(f0,CPUThread,Temporary)",
    ],
    "spmm": [
        f"{ENTRIES},reorder(i,p0,k,p1),parallelize(k,CPUVector,IgnoreRaces)",
        f"split(i,i0,i1,16),{ENTRIES},reorder(i0,i1,p0,p1,k),"
        "parallelize(i0,CPUThread,NoRaces),parallelize(k,CPUVector,NoRaces)",
        "split(i,i0,i1,16),split(k,k0,k1,32),reorder(i0,k0,i1,j,k1),"
        "parallelize(i0,CPUThread,NoRaces),parallelize(k1,CPUVector,NoRaces)",
    ],
    "sddmm": [
        f"{ROWS},parallelize(k,CPUVector,Temporary)",
        "fuse(i,j,f),pos(f,p,A),split(p,p0,p1,16),parallelize(p0,CPUThread,NoRaces)",
    ],
    "spgemm": [ROWS],
    "sum": [
        "split(i,i0,i1,16),parallelize(i0,CPUThread,NoRaces)",
        "fuse(i,j,f),balance(f,f0,f1,8),parallelize(f0,CPUThread,NoRaces)",
    ],
    "mttkrp": [
        "pos(i,p,B),split(p,p0,p1,16),reorder(p0,p1,k,l,j),"
        "parallelize(p0,CPUThread,NoRaces)",
        "reorder(i,k,l,j),fuse(k,l,kl),fuse(i,kl,f),pos(f,p,B),split(p,p0,p1,16),"
        "parallelize(p0,CPUThread,Atomics)",
    ],
}
# Of the first operand: a name, its sizes, and how it is made.
MATRICES = {
    "uniform": ("20000,20000", "u:0.0005"),
    "diagonals": ("100000,100000", "f"),
    "blocks": ("20000,20000", "b"),
    "rows": ("2000,2000", "l"),
    "columns": ("2000,2000", "v"),
}
TENSORS = {"uniform": ("300,300,300", "u:0.002")}


@dataclass
class Case:
    kernel: str
    data: str
    options: list[str]

    @property
    def name(self) -> str:
        return f"{self.kernel}-{self.data}"


@dataclass
class Found:
    """What a search has found; times are in milliseconds."""

    case: Case
    caches: str
    default: float
    best: float
    schedule: str
    tried: int
    total: int
    ranks: float | None
    # The least time of each process by schedule, in turn; `auto` is the static
    # choice. Empty with cold caches.
    turns: dict[str, list[float]] = field(default_factory=dict)
    # The least time of each partition.
    partitions: dict[str, float] = field(default_factory=dict)

    def least(self, schedule: str) -> float | None:
        """The least time of a schedule in processes of its own."""
        return min(self.turns[schedule]) if schedule in self.turns else None

    def is_slower(self, schedule: str, other: str) -> bool:
        """Whether each process of `schedule` took longer than each of `other`."""
        return min(self.turns[schedule]) > max(self.turns[other])

    @property
    def documented(self) -> list[str]:
        """The schedules of the pages that were measured."""
        return [name for name in DOCUMENTED[self.case.kernel] if name in self.turns]


def make_cases(files: list[Path], kernels: list[str]) -> list[Case]:
    cases = []
    for kernel in kernels:
        text, formats, others = KERNELS[kernel]
        operand = "B" if kernel == "mttkrp" else "A"
        options = [f"-f={name}:{format}" for name, format in formats.items()]
        suffix = ".tns" if kernel == "mttkrp" else ".mtx"
        chosen = [path for path in files if path.suffix == suffix]
        for path in chosen:
            data = [f"-i={operand}:{path}"]
            cases.append(Case(kernel, path.stem, [text, *options, *data, *others]))
        made = {} if files else TENSORS if kernel == "mttkrp" else MATRICES
        for name, (sizes, how) in made.items():
            data = [f"-d={operand}:{sizes}", f"-g={operand}:{how}"]
            cases.append(Case(kernel, name, [text, *options, *data, *others]))
    return cases


class Slow(Exception):
    """A command that did not end within the limit."""


def run(command: list[str], limit: float) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired as late:
        raise Slow(f"{shlex.join(command)} takes longer than {limit:g} s") from late
    if done.returncode != 0:
        sys.exit(f"error: {shlex.join(command)}\n{done.stderr}")
    return done.stdout


def name_partition(schedule: str) -> str:
    """The commands that make tiles, without their sizes."""
    if schedule == "default" or schedule.startswith("default,"):
        return "default"
    commands = [
        f"{name}({re.sub(r',[0-9]+$', '', words)})"
        for name, words in COMMAND.findall(schedule)
        if name in PARTITIONS
    ]
    return ",".join(commands) or "no tiles"


def read_records(path: Path) -> dict[str, float]:
    """The times of the schedules that were measured."""
    times = {}
    for line in path.read_text().splitlines():
        words = line.split()
        if not line.startswith("#") and len(words) > 2 and words[1] == "measured":
            times[words[0]] = float(words[2])
    return times


def search(arguments: argparse.Namespace, case: Case, caches: str) -> Found:
    page = arguments.out / f"{case.name}-{caches}.html"
    records = page.with_suffix(".txt")
    printed = run(
        [
            *(str(arguments.driver), "tune", *case.options, "-no-cache"),
            *(f"-threads={arguments.threads}", f"-budget={arguments.budget}"),
            *(f"-search={arguments.search}", f"-tuning-page={page}"),
            f"-write-tuning={records}",
            *(["-cold-caches"] if caches == "cold" else []),
        ],
        arguments.limit,
    )
    times = read_records(records)
    best = min(times, key=times.__getitem__)
    tried, ranks = TRIED.search(printed), RANKS.search(printed)
    assert tried and BEST.search(printed), printed
    found = Found(case, caches, times.get("default", float("nan")), times[best], best,
                  int(tried[1]), int(tried[2]), float(ranks[1]) if ranks else None)
    add_partitions(found, times)
    return found


def add_partitions(found: Found, times: dict[str, float]) -> None:
    """The least time of each partition, of those of the schedules."""
    for schedule, time in times.items():
        name = name_partition(schedule)
        found.partitions[name] = min(time, found.partitions.get(name, time))


def read_found(out: Path, cases: list[Case]) -> dict[tuple[str, str], Found]:
    """What an earlier call has found, by the names of cases and the caches."""
    path, by_name = out / "schedules.csv", {case.name: case for case in cases}
    known: dict[tuple[str, str], Found] = {}
    if not path.exists():
        return known
    with path.open(newline="") as file:
        for row in csv.DictReader(file):
            records = out / f"{row['case']}-{row['caches']}.txt"
            if row["case"] not in by_name or not records.exists():
                continue
            ranks = float(row["ranks"]) if row["ranks"] else None
            turns = records.with_suffix(".json")
            found = Found(
                *(by_name[row["case"]], row["caches"], float(row["default"])),
                *(float(row["best"]), row["schedule"], int(row["tried"])),
                *(int(row["total"]), ranks),
                json.loads(turns.read_text()) if turns.exists() else {},
            )
            add_partitions(found, read_records(records))
            known[row["case"], row["caches"]] = found
    return known


def measure_in_turn(arguments: argparse.Namespace, found: Found) -> None:
    """The least times of processes for the default, the static choice, the best
    schedule found and the documented ones, in turn: three of each."""
    schedules = ["default", "auto", found.schedule, *DOCUMENTED[found.case.kernel]]
    runs = 15 if found.default < LONG else 3
    for _ in range(3):
        for schedule in dict.fromkeys(schedules):
            options = [] if schedule == "default" else [f"-s={schedule}"]
            printed = run(
                [
                    *(str(arguments.driver), *found.case.options, "-no-cache"),
                    *(f"-threads={arguments.threads}", f"-time={runs}", *options),
                ],
                arguments.limit,
            )
            time = TIME.search(printed)
            assert time, printed
            found.turns.setdefault(schedule, []).append(float(time[1]))


def draw_bubbles(all_found: list[Found]) -> str:
    columns = sorted({name for found in all_found for name in found.partitions})
    left, step = 220, 34
    width, height = left + step * len(columns), 30 + step * len(all_found)
    text = f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="partitions">\n'
    for row, found in enumerate(all_found):
        y = 30 + step * row
        label = html.escape(f"{found.case.name}, {found.caches}")
        text += f'<text x="0" y="{y + 4}">{label}</text>\n'
        for column, name in enumerate(columns):
            if name in found.partitions:
                ratio = found.default / found.partitions[name]
                radius = 9 * min(ratio, 3.0) ** 0.5
                title = html.escape(f"{name}: {ratio:.2f}")
                x = left + step * column + step / 2
                text += f'<circle cx="{x}" cy="{y}" r="{radius:.1f}" fill="#1f77b4" '
                text += f'fill-opacity="0.6"><title>{title}</title></circle>\n'
    text += "".join(
        f'<text x="{left + step * n + step / 2}" y="12">{n + 1}</text>\n'
        for n in range(len(columns))
    )
    listed = "".join(f"<li><code>{html.escape(name)}</code></li>" for name in columns)
    return text + f"</svg>\n<ol>{listed}</ol>\n"


def write_page(path: Path, all_found: list[Found], table: str) -> None:
    links = "".join(
        f'<li><a href="{f.case.name}-{f.caches}.html">{f.case.name}, {f.caches}</a></li>'
        for f in all_found
    )
    path.write_text(
        '<!DOCTYPE html>\n<html lang="en"><meta charset="utf-8">'
        "<title>Schedules</title>\n<style>body { font: 1rem/1.5 system-ui; margin: 1rem auto;"
        " max-width: 70rem } svg text { font-size: 12px }</style>\n"
        "<h1>Schedules</h1>\n<h2>Time of the default divided by the best of each partition"
        f"</h2>\n{draw_bubbles(all_found)}<h2>Table</h2>\n<pre>{html.escape(table)}</pre>\n"
        f"<h2>Distributions of times</h2>\n<ul>{links}</ul>\n</html>\n"
    )


def format_ratio(above: float | None, below: float | None) -> str:
    return f"{above / below:.2f}" if above and below else "-"


def format_table(all_found: list[Found]) -> str:
    lines = [
        f"{'case':24} caches  default     best  speedup      tried  ranks"
        "  default/auto  default/best  default/documented"
    ]
    for found in all_found:
        ranks = f"{found.ranks:.2f}" if found.ranks is not None else "-"
        plain, documented = found.least("default"), found.documented
        known = min((min(found.turns[name]) for name in documented), default=None)
        lines.append(
            f"{found.case.name:24} {found.caches:6} {found.default:8.3f} {found.best:8.3f} "
            f"{found.default / found.best:8.2f} {found.tried:5}/{found.total:<5} {ranks:>5} "
            f"{format_ratio(plain, found.least('auto')):>13} "
            f"{format_ratio(plain, found.least(found.schedule)):>13} "
            f"{format_ratio(plain, known):>19}"
        )
    return "\n".join(lines)


def summarize(all_found: list[Found]) -> str:
    """The goals that docs/tuning.md reports, of what was measured in turn."""
    measured = [found for found in all_found if found.turns]
    if not measured:
        return ""
    near, gains, ranks = 0, [], [f.ranks for f in all_found if f.ranks is not None]
    lines = []
    for found in measured:
        least = {name: min(times) for name, times in found.turns.items()}
        # The default has been tried as well, and what is slower is not taken.
        best = min(least["default"], least[found.schedule])
        near += least["auto"] <= 1.1 * best
        gains.append(math.log(least["default"] / best))
        if found.is_slower("auto", "default"):
            lines.append(f"static choice slower than the default: {found.case.name}")
        for name in found.documented:
            if all(found.is_slower(s, name) for s in ("default", found.schedule)):
                ratio = best / least[name]
                lines.append(f"search slower by {ratio:.2f} in {found.case.name}: {name}")
    mean = math.exp(sum(gains) / len(gains))
    lines.insert(0, f"static choice within 10% of the best: {near} of {len(measured)}")
    lines.insert(1, f"geometric mean of default / best: {mean:.3f}")
    if ranks:
        middle = sorted(ranks)[len(ranks) // 2]
        lines.insert(2, f"rank correlations: {min(ranks)} to {max(ranks)}, median {middle}")
    return "\n".join(lines)


def write_values(path: Path, all_found: list[Found]) -> None:
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(
            "case caches default best tried total ranks plain auto again schedule".split()
        )
        for f in all_found:
            numbers = (f.default, f.best, f.tried, f.total, f.ranks)
            numbers += (f.least("default"), f.least("auto"), f.least(f.schedule))
            writer.writerow((f.case.name, f.caches, *numbers, f.schedule))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("files", nargs="*", type=Path, help=".mtx and .tns files")
    add("--driver", type=Path, default=Path("build/bin/weft"))
    add("--kernels", nargs="+", default=list(KERNELS), choices=list(KERNELS))
    add("--budget", default="30s", help="of each search, as -budget takes it")
    add("--search", default="thompson")
    add("--threads", type=int, default=1)
    add("--caches", nargs="+", default=["warm", "cold"], choices=["warm", "cold"])
    add("--out", type=Path, default=Path("build/schedules"))
    add("--limit", type=float, default=300, help="seconds for one command")
    add("--fresh", action="store_true", help="forget what --out has")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    all_found = []
    cases = make_cases(arguments.files, arguments.kernels)
    known = {} if arguments.fresh else read_found(arguments.out, cases)
    for case in cases:
        for caches in arguments.caches:
            found = known.get((case.name, caches))
            try:
                if not found:
                    found = search(arguments, case, caches)
                    if caches == "warm":
                        measure_in_turn(arguments, found)
                        turns = arguments.out / f"{case.name}-warm.json"
                        turns.write_text(json.dumps(found.turns))
            except Slow as slow:
                print(f"left out: {slow}", file=sys.stderr)
                continue
            all_found.append(found)
            print(format_table([found]).splitlines()[1], flush=True)
            # What has been found stays if the command is stopped.
            write_values(arguments.out / "schedules.csv", all_found)
            report = f"{format_table(all_found)}\n{summarize(all_found)}"
            write_page(arguments.out / "index.html", all_found, report)
    if not all_found:
        sys.exit("error: no case\nhint: mttkrp takes .tns files, and other kernels .mtx files")
    print(format_table(all_found))
    print(summarize(all_found))


if __name__ == "__main__":
    main()
