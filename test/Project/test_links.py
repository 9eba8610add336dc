# ===- test_links.py - Links between the documents -------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Every relative link in a Markdown file leads to a file, and its fragment to a
heading there."""

from __future__ import annotations

import re
import unittest
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FENCE = re.compile(r"^(```|~~~)")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+\s+(.*?)\s*#*$")


def prose(text: str) -> Iterator[tuple[int, str]]:
    """The lines outside of fenced blocks, without code spans."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if FENCE.match(line):
            fenced = not fenced
        elif not fenced:
            yield number, re.sub(r"`[^`]*`", "", line)


def anchors(text: str) -> set[str]:
    """The fragments that a code host makes of the headings."""
    found: set[str] = set()
    fenced = False
    for line in text.splitlines():
        if FENCE.match(line):
            fenced = not fenced
        elif not fenced and (heading := HEADING.match(line)):
            words = heading[1].lower().replace("`", "")
            found.add(re.sub(r"[^\w\- ]", "", words).replace(" ", "-"))
    return found


def broken_links(path: Path) -> Iterator[str]:
    for number, line in prose(path.read_text()):
        for link in LINK.findall(line):
            if re.match(r"[a-z]+:", link):
                continue
            name, _, fragment = link.partition("#")
            target = (path.parent / name).resolve() if name else path
            where = f"{path.relative_to(ROOT)}:{number}"
            if not target.exists():
                yield f"{where}: no such file: {link}"
            elif fragment and fragment not in anchors(target.read_text()):
                yield f"{where}: no such heading: {link}"


def documents() -> list[Path]:
    found = list(ROOT.glob("*.md"))
    for folder in ("data", "docs", "examples", "test"):
        found += (ROOT / folder).rglob("*.md")
    return sorted(found)


class LinkTest(unittest.TestCase):
    def test_documents(self) -> None:
        pages = documents()
        self.assertGreater(len(pages), 5)
        broken = [message for page in pages for message in broken_links(page)]
        self.assertFalse(broken, "\n" + "\n".join(broken))

    def test_index_leads_everywhere(self) -> None:
        """Every page of docs/ is reached from docs/index.md; who links to a
        folder links to what is in it."""
        start = ROOT / "docs" / "index.md"
        reached, pending = {start}, [start]
        while pending:
            page = pending.pop()
            for _, line in prose(page.read_text()):
                for link in LINK.findall(line):
                    target = (page.parent / link.partition("#")[0]).resolve()
                    pages = target.glob("*.md") if target.is_dir() else [target]
                    for found in pages:
                        if found.suffix == ".md" and found not in reached:
                            reached.add(found)
                            pending.append(found)
        missing = set((ROOT / "docs").rglob("*.md")) - reached
        self.assertFalse(sorted(missing))

    def test_anchors(self) -> None:
        text = "# The `level` dialect, as built\n```\n# not this\n```\n## B (c)\n"
        self.assertEqual(anchors(text), {"the-level-dialect-as-built", "b-c"})


if __name__ == "__main__":
    unittest.main()
