"""Whatever lies at the path of a submission, reading it ends in cells or in a sentence."""

from __future__ import annotations

import json
import os
import sys

import pytest

from autograder.intake import MAX_BYTES, MAX_CELLS, read_submission
from autograder.kit.reading import MAX_TEXT

ANSWER = {
    "cell_type": "code",
    "source": "x = 1",
    "metadata": {"nbgrader": {"grade_id": "ex1", "solution": True}},
    "id": "ex1",
}


V3_ANSWER = {"cell_type": "code", "input": ["x = ", "1"], "metadata": ANSWER["metadata"]}


def notebook(*cells, **changes):
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": list(cells or [ANSWER]), **changes}


@pytest.fixture
def hand_in(tmp_path):
    def write(content):
        path = tmp_path / "nb.ipynb"
        if isinstance(content, dict):
            content = json.dumps(content)
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
        return read_submission(path)

    return write


def test_a_sound_notebook_gives_its_cells_and_no_remark(hand_in):
    submission = hand_in(notebook())
    assert (submission.problem, submission.notes) == (None, [])
    [cell] = submission.cells
    assert (cell.cell_type, cell.source, cell.grade_id, cell.cell_id, cell.solution) == (
        "code",
        "x = 1",
        "ex1",
        "ex1",
        True,
    )


BAD = {
    "nothing in it": (b"", "empty"),
    "white space": (b" \n\t ", "empty"),
    "not JSON": (b"print('hello')", "not JSON"),
    "cut off": (json.dumps(notebook()).encode()[:-40], "not JSON"),
    "a list": (b"[1, 2]", "not a notebook"),
    "a string": (b'"cells"', "not a notebook"),
    "a number of a million digits": (b"1" * 1_000_000, "not JSON"),
    "no cells": (b'{"nbformat": 4}', "no cells"),
    "cells that are no list": (b'{"cells": {"a": 1}}', "no cells"),
    "worksheets that are no list": (b'{"worksheets": 7}', "no cells"),
    "deep nesting": (b"[" * 200_000, "deeply"),
    "deep nesting, closed": (b'{"cells": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "deeply"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "not JSON"),
}


@pytest.mark.parametrize(("content", "says"), BAD.values(), ids=BAD)
def test_a_file_that_is_no_notebook_gets_a_sentence(hand_in, content, says):
    submission = hand_in(content)
    assert says in submission.problem
    assert submission.problem.endswith(".")
    assert submission.cells == []


def test_a_hundred_megabytes_are_refused_without_being_read(tmp_path):
    path = tmp_path / "nb.ipynb"
    with path.open("wb") as file:
        file.truncate(100 << 20)  # sparse: reading it would still cost 100 MB of memory
    submission = read_submission(path)
    assert "100 MB" in submission.problem


def test_a_file_of_exactly_the_limit_is_read(hand_in):
    text = json.dumps(notebook()).encode()
    assert hand_in(text + b" " * (MAX_BYTES - len(text))).problem is None
    assert "MB" in hand_in(text + b" " * (MAX_BYTES + 1 - len(text))).problem


ODD = {
    "byte order mark": b"\xef\xbb\xbf" + json.dumps(notebook()).encode(),
    "UTF-16": json.dumps(notebook()).encode("utf-16"),
    "no version": notebook(nbformat=None),
    "version 5": notebook(nbformat=5),
    "version that is a text": notebook(nbformat="four"),
    "entries that are no cells": notebook("cell", None, 3, ANSWER),
    "unknown kernel": notebook(metadata={"kernelspec": {"name": "cobol"}}),
    "metadata that is a list": notebook(metadata=[1]),
    "worksheets": {"nbformat": 3, "worksheets": [7, {"cells": [V3_ANSWER]}]},
}


@pytest.mark.parametrize("content", ODD.values(), ids=ODD)
def test_an_odd_notebook_still_gives_its_answer(hand_in, content):
    submission = hand_in(content)
    assert submission.problem is None
    assert [(cell.source, cell.grade_id) for cell in submission.cells] == [("x = 1", "ex1")]


@pytest.mark.parametrize(("version", "says"), [(3, None), (5, "newer format")])
def test_another_format_is_mentioned(hand_in, version, says):
    submission = hand_in(notebook(nbformat=version))
    assert any(says in note for note in submission.notes) if says else submission.notes == []


def test_bytes_that_are_not_utf8_are_read_with_a_remark(hand_in):
    submission = hand_in(json.dumps(notebook({**ANSWER, "source": "x = 'QQ'"})).encode().replace(b"QQ", b"\xe9"))
    assert submission.cells[0].source == "x = 'é'"
    assert any("UTF-8" in note for note in submission.notes)


SOURCES = {
    "a list": (["a = 1\n", "b = 2"], "a = 1\nb = 2"),
    "a list with other things": (["a = 1", 7, None], "a = 1"),
    "null": (None, ""),
    "a number": (3.5, ""),
    "a null byte": ("a\0b", "a\ufffdb"),
    "a lone surrogate": ("a\ud800b", "a?b"),
}


@pytest.mark.parametrize(("source", "read"), SOURCES.values(), ids=SOURCES)
def test_whatever_stands_as_a_source_becomes_storable_text(hand_in, source, read):
    [cell] = hand_in(notebook({**ANSWER, "source": source})).cells
    assert cell.source == read
    cell.source.encode("utf-8")


@pytest.mark.parametrize(
    "metadata", [None, [], "x", {"nbgrader": []}, {"nbgrader": {"grade_id": 7}}, {"nbgrader": {"grade_id": ""}}]
)
def test_metadata_of_any_shape_is_no_name(hand_in, metadata):
    [cell] = hand_in(notebook({**ANSWER, "metadata": metadata, "id": None})).cells
    assert (cell.grade_id, cell.cell_id, cell.solution) == (None, None, False)


def test_too_many_cells_and_too_long_cells_are_cut_with_a_remark(hand_in):
    submission = hand_in(notebook(*[{"cell_type": "code", "source": "1"}] * (MAX_CELLS + 5), {**ANSWER}))
    assert len(submission.cells) == MAX_CELLS
    assert any(str(MAX_CELLS) in note for note in submission.notes)
    submission = hand_in(notebook({**ANSWER, "source": "#" * 3_000_000}))
    assert len(submission.cells[0].source) == 1 << 20
    assert submission.notes


def test_a_missing_file_and_a_folder_get_a_sentence(tmp_path):
    assert "no such" in read_submission(tmp_path / "none.ipynb").problem
    assert "regular file" in read_submission(tmp_path).problem


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege on Windows")
def test_a_link_is_not_followed_even_to_a_sound_notebook(tmp_path):
    (tmp_path / "real.ipynb").write_text(json.dumps(notebook()))
    (tmp_path / "nb.ipynb").symlink_to(tmp_path / "real.ipynb")
    assert "link" in read_submission(tmp_path / "nb.ipynb").problem


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_named_pipe_is_refused_without_waiting(tmp_path):
    os.mkfifo(tmp_path / "nb.ipynb")
    assert "regular file" in read_submission(tmp_path / "nb.ipynb").problem


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="giving a folder away takes root")
def test_a_hard_link_is_refused_where_the_file_is_somebody_elses(tmp_path):
    (tmp_path / "real.ipynb").write_text(json.dumps(notebook()))
    folder = tmp_path / "eve"
    folder.mkdir()
    (folder / "nb.ipynb").hardlink_to(tmp_path / "real.ipynb")
    assert read_submission(folder / "nb.ipynb").problem is None  # of one's own it is as good as a copy
    os.chown(folder, 65534, 65534)
    assert "hard link" in read_submission(folder / "nb.ipynb").problem
    (tmp_path / "real.ipynb").unlink()
    assert read_submission(folder / "nb.ipynb").problem is None


def test_the_text_of_all_cells_together_is_cut_with_a_remark(hand_in):
    cells = [{"cell_type": "markdown", "source": "#" * (MAX_TEXT // 5 - 1)}] * 6
    submission = hand_in(notebook(*cells, {**ANSWER}))
    assert sum(len(cell.source) for cell in submission.cells) == MAX_TEXT and len(submission.cells) == 7
    assert any(f"{MAX_TEXT} characters together" in note for note in submission.notes)
