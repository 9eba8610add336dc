# ===- test_documents.py - The examples of the documents -------------------===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""What the documents show is what a reader gets."""

import doctest
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[2]
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def test_the_page():
    failed, attempted = doctest.testfile(
        str(ROOT / "docs" / "python.md"),
        module_relative=False,
        optionflags=OPTIONS,
    )
    assert attempted > 20
    assert failed == 0


@pytest.mark.parametrize("page", ["README.md", "python/README.md"])
def test_programs_of_the_readmes(page, capsys):
    text = (ROOT / page).read_text()
    programs = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert programs
    for program in programs:
        exec(compile(program, page, "exec"), {})
    assert capsys.readouterr().out
