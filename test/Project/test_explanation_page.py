# ===- test_explanation_page.py - Pages stand alone ------------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Explanation pages are well-formed, refer to nothing outside of themselves,
and show names as text whatever their bytes are."""

from __future__ import annotations

import os
import re
import subprocess
import unittest
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

WEFT = os.environ["WEFT"]
WEFT_OPT = os.environ["WEFT_OPT"]

KERNELS = (
    ["y(i) = A(i,j) * x(j)", "-f=A:CSR"],
    ["C(i,j) = A(i,k) * B(k,j) < 2", "-f=A:CSR", "-f=B:CSR", "-f=C:CSR"],
    ["A(i,j) = B(i,j) + B(j,i)", "-f=A:CSR", "-f=B:CSR"],
    ["y(i) = A(i,j) * x(j)", "-f=A:BCSR{block=2x3}"],
    ["y(i) = A(i,j) * x(j)", "-f=A:ELL"],
    ["y(i) = A(i,i) + 0 * x(i)", "-f=A:DCSR"],
    ["A(i,j,k) = B(i,j,k) + C(k,j,i)", "-f=A:CSF", "-f=B:CSF", "-f=C:CSF"],
    [
        "a(i) = " + " + ".join(f"b{number}(i)" for number in range(16)),
        "-f=a:s",
        *(f"-f=b{number}:s" for number in range(16)),
    ],
    ["y = 1"],
)

# Names as they stand in MLIR's strings, and what of them must not get out.
HOSTILE = (
    "</script><script>alert(1)</script>",
    "<!--",
    "]]>",
    r"\22 onload=\22alert(1)",
    "&amp;&#60;b&#62;",
    r"\00\01\1B[31m\7F\FF\C3",
    r"\E2\80\AE\E2\81\A6",
    "' ; } * { display: none",
    "\N{GREEK SMALL LETTER ALPHA}" * 300,
    "a b",
    " ",
)

MODULE = """
#CSR = #level.format<(i, j) -> (i : dense, j : compressed)>
func.func @f(%A: tensor<?x?xf64, #CSR> {{weft.name = "{name}"}})
    -> (tensor<?xf64> {{weft.name = "{name}y"}}) {{
  %y = tin.compute (%i "{name}") : tensor<?xf64> {{
    %s = tin.reduce arith.addf (%j "{name}") {{
      %a = tin.access %A[%i, %j] : tensor<?x?xf64, #CSR>
      tin.yield %a : f64
    }} : f64
    tin.yield %s : f64
  }}
  return %y : tensor<?xf64>
}}
"""


def run(command: list[str], text: str = "") -> str:
    done = subprocess.run(
        command, input=text.encode(), capture_output=True, timeout=60
    )
    if done.returncode:
        raise AssertionError(done.stderr.decode(errors="replace"))
    return done.stdout.decode()  # Strictly: the page is UTF-8.


class Elements(HTMLParser):
    """What an HTML parser, which is not one for XML, makes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: dict[str, int] = {}

    def handle_starttag(
        self, tag: str, attrs: list[tuple[str, str | None]]
    ) -> None:
        self.counts[tag] = self.counts.get(tag, 0) + 1


class ExplanationPageTest(unittest.TestCase):
    def check(self, page: str) -> ElementTree.Element:
        self.assertTrue(page.startswith("<!DOCTYPE html>\n"))
        root = ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>\n"))
        elements = list(root.iter())
        ids = [e.get("id") for e in elements if e.get("id") is not None]
        self.assertEqual(len(ids), len(set(ids)))
        for element in elements:
            self.assertNotIn(
                element.tag, ("link", "img", "iframe", "object", "base", "a")
            )
            for name, value in element.attrib.items():
                self.assertNotRegex(name, "^(src|href|on.*)$")
                for reference in re.findall(r"url\((.*?)\)", value):
                    self.assertIn(reference.removeprefix("#"), ids)
                if name == "aria-labelledby":
                    self.assertLessEqual(set(value.split()), set(ids))
            if element.tag == "style":
                self.assertNotRegex(element.text or "", "url|@import")
        # One script of ours, and nothing that it could load.
        scripts = [e.text for e in elements if e.tag == "script"]
        self.assertEqual(len(scripts), 1)
        self.assertNotRegex(scripts[0] or "", "fetch|import|http|eval")
        policy = root.find("head/meta[@http-equiv='Content-Security-Policy']")
        assert policy is not None
        self.assertIn("default-src 'none'", policy.get("content") or "")
        # A parser of HTML finds the same elements.
        parsed = Elements()
        parsed.feed(page)
        counts: dict[str, int] = {}
        for element in elements:
            tag = element.tag.lower()
            counts[tag] = counts.get(tag, 0) + 1
        self.assertEqual(parsed.counts, counts)
        return root

    def test_kernels(self) -> None:
        for kernel in KERNELS:
            with self.subTest(kernel=kernel):
                page = run([WEFT, *kernel, "-explain=html"])
                root = self.check(page)
                summaries = [e.text for e in root.iter("summary")]
                self.assertEqual(
                    summaries,
                    ["tin", "cin", "lattice", "scf", "memref", "llvm"],
                )
                # The text stands there once more, piece by piece.
                pieces = [
                    e for e in root.iter("button") if e.get("class") == "t"
                ]
                text = kernel[0]
                for piece in pieces:
                    begin, end = piece.get("data-b"), piece.get("data-e")
                    assert begin is not None and end is not None
                    self.assertEqual(piece.text, text[int(begin) : int(end)])
                joined = "".join(piece.text or "" for piece in pieces)
                self.assertEqual(joined, text.replace(" ", ""))

    def test_every_sentence_of_the_text_is_on_the_page(self) -> None:
        for kernel in KERNELS:
            text = run([WEFT, *kernel, "-explain"])
            root = self.check(run([WEFT, *kernel, "-explain=html"]))
            shown = "\n".join("".join(e.itertext()) for e in root.iter())
            # Costs and lattices are laid out in another way.
            for line in text.partition("\nLattices")[0].splitlines():
                sentence = re.sub(r"^Kernel[^:]*: ", "", line.strip())
                with self.subTest(kernel=kernel, line=line):
                    self.assertIn(sentence, shown)

    def test_hostile_names(self) -> None:
        passes = ["--convert-tin-to-cin", "--print-explanation=html"]
        lattice = [passes[0], "--convert-cin-to-lattice", passes[1]]
        for name in HOSTILE:
            for pipeline in (passes, lattice):
                with self.subTest(name=name, pipeline=pipeline):
                    self.check(
                        run(
                            [WEFT_OPT, "-o", os.devnull, *pipeline],
                            MODULE.format(name=name),
                        )
                    )


if __name__ == "__main__":
    unittest.main()
