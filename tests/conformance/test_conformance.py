"""minigrad does what PyTorch 2.13 was recorded to do. Needs no torch; `record.py` says how the record was made."""

import json
import re
from pathlib import Path

import pytest
from outcome import agree, outcome

import minigrad
import minigrad.optim

HERE = Path(__file__).parent
RECORDED = {
    path.stem: [json.loads(line) for line in path.read_text("utf8").splitlines()]
    for path in sorted((HERE / "recorded").glob("*.jsonl"))
}
# rows of the table in DIFFERENCES.md: | `group: name` | why |
DIFFERENT = set(re.findall(r"^\| `(.+?)` \|", (HERE / "DIFFERENCES.md").read_text("utf8"), re.M))
CASES = [(group, k) for group, rows in RECORDED.items() for k in range(len(rows))]


def label(group, k):
    return f"{group}: {RECORDED[group][k]['name']}"


@pytest.mark.parametrize(("group", "k"), CASES, ids=[label(*case) for case in CASES])
def test_behaves_as_recorded(group, k):
    row = RECORDED[group][k]
    here = json.loads(json.dumps(outcome(minigrad, row["code"])))
    if label(group, k) in DIFFERENT:
        assert not agree(row["torch"], here), "now the same as PyTorch: take it off DIFFERENCES.md"
        return
    for at, (want, got) in enumerate(zip(row["torch"], here, strict=False)):
        assert agree(want, got), f"{row['code']}\n\nvalue {at}: PyTorch {want}\nminigrad {got}"
    assert len(here) == len(row["torch"]), (
        f"{row['code']}\n\nPyTorch {row['torch'][len(here) :]}\nminigrad {here[len(row['torch']) :]}"
    )


def test_differences_name_recorded_behaviours():
    assert {label(*case) for case in CASES} >= DIFFERENT
