"""The file that a learner hands in is what nbgrader would have got from them."""

from __future__ import annotations

import json

from autograder.learner import handin
from tests.nbgrader.classroom import NAME


def test_the_file_to_hand_in_is_graded_like_the_notebook_itself(classroom, tmp_path, monkeypatch):
    (tmp_path / f"{NAME}.ipynb").write_text(json.dumps(classroom.notebook()))
    monkeypatch.chdir(tmp_path)
    assert handin.main([f"{NAME}.ipynb"]) == 0
    handed_in = json.loads((tmp_path / "hand-in" / f"{NAME}.ipynb").read_text())
    wanted = classroom.notebook()
    assert [cell["source"] for cell in handed_in["cells"]] == [cell["source"] for cell in wanted["cells"]]
    assert [cell["metadata"] for cell in handed_in["cells"]] == [cell["metadata"] for cell in wanted["cells"]]
