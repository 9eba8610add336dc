# ===- test_tune.py - Tests of schedules that are searched and chosen -----===#
#
# Part of the Weft project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Schedules that are searched on operands, and chosen for them."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse

import weft_sparse as weft

TEXT = "y(i) = A(i,j) * x(j)"


@pytest.fixture
def operands() -> dict[str, object]:
    matrix = scipy.sparse.random_array(
        (40, 30), density=0.2, format="csr", rng=np.random.default_rng(1)
    )
    return {"A": matrix, "x": np.arange(30.0)}


def test_finds_a_schedule(operands: dict[str, object]) -> None:
    tuning = weft.tune(TEXT, operands, schedules=6)
    assert 6 <= len(tuning.trials) <= tuning.num_schedules
    assert not tuning.is_stopped
    assert tuning.speedup >= 1
    measured = [t.time for t in tuning.trials if t.status == "measured"]
    # Those that are refused do not count, nor those of the store. On a busy
    # machine a schedule may reach the time limit.
    statuses = [t.status for t in tuning.trials]
    assert set(statuses) <= {"measured", "refused", "slow"}
    assert len(statuses) - statuses.count("refused") >= 6
    assert measured == sorted(measured)
    y = weft.evaluate(TEXT, operands, schedule=tuning.schedule)
    np.testing.assert_allclose(y.to_numpy(), operands["A"] @ operands["x"])
    assert f"tried {len(tuning.trials)} of" in str(tuning)


def test_goes_on_from_records(operands: dict[str, object]) -> None:
    first = weft.tune(TEXT, operands, schedules=3, search="exhaustive")
    second = weft.tune(
        TEXT,
        operands,
        schedules=1,
        search="exhaustive",
        records=first.records,
    )
    known = {t.schedule for t in first.trials}
    assert known < {t.schedule for t in second.trials}


def test_chooses_a_schedule(operands: dict[str, object]) -> None:
    kernel = weft.compile(TEXT, {"A": "CSR"}, schedule="auto")
    for _ in range(2):
        y = kernel(**operands)
        np.testing.assert_allclose(y.to_numpy(), operands["A"] @ operands["x"])
    assert kernel.schedule
    evaluated = weft.evaluate(TEXT, operands, schedule="auto")
    np.testing.assert_allclose(
        evaluated.to_numpy(), operands["A"] @ operands["x"]
    )


def test_tunes_between_calls(operands: dict[str, object]) -> None:
    kernel = weft.compile(TEXT, {"A": "CSR"}, options="tune-calls")
    for _ in range(50):
        y = kernel(**operands)
    np.testing.assert_allclose(y.to_numpy(), operands["A"] @ operands["x"])


def test_refuses(operands: dict[str, object]) -> None:
    with pytest.raises(weft.Error, match="unknown word 'strategy=best'"):
        weft.tune(TEXT, operands, search="best")
    with pytest.raises(weft.Error, match="positive number of seconds"):
        weft.tune(TEXT, operands, budget=-1)
    with pytest.raises(weft.Error, match="cannot use the times"):
        weft.tune(TEXT, operands, records="none")
    with pytest.raises(weft.Error, match="one statement"):
        weft.tune("y(i) = A(i,j) * x(j); z(i) = y(i)", operands)
    with pytest.raises(weft.Error, match="is a whole schedule"):
        weft.compile(TEXT, schedule="auto", options="schedule=none")
