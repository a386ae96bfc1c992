"""What a learner wrote stays theirs, whatever is released after it: it is in the newer notebook, or beside it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from autograder.learner import elsewhere, newer, renew
from autograder.learner.place import place

NAME = "05_small/05_small.ipynb"
FILE = Path(NAME).name
STUB = "raise NotImplementedError"


def notebook(text="# The text", answer=STUB, own=None):
    """A text with the id that a build gives it, an answer, and a cell of the learner's own."""
    import hashlib

    digest = hashlib.sha1(("markdown" + text).encode()).hexdigest()[:10]
    code = {"cell_type": "code", "outputs": [], "execution_count": None}
    marks = {"grade_id": "ex5_1", "solution": True, "grade": False}
    cells = [
        {"cell_type": "markdown", "id": digest, "metadata": {}, "source": text},
        code | {"id": "ex5_1", "metadata": {"nbgrader": marks}, "source": answer},
    ]
    cells += [code | {"id": "mine", "metadata": {}, "source": own}] if own else []
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}) + "\n"


def sources(path):
    return [cell["source"] for cell in json.loads(path.read_text())["cells"]]


@pytest.fixture
def release(tmp_path):
    def write(text=None, name=NAME):
        path = tmp_path / "release" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(notebook() if text is None else text)
        return tmp_path / "release"

    return write


@pytest.fixture
def mine(tmp_path, monkeypatch):
    monkeypatch.setattr(renew, "open_in_jupyterlab", set)
    return tmp_path / "my-course"


def test_what_is_missing_is_copied_as_jupyterlab_will_save_it(release, mine):
    assert place(release(), mine) == [f"new: {NAME}"]
    placed = json.loads((mine / NAME).read_text())
    assert placed["metadata"].pop("language_info")["nbconvert_exporter"] == "python"
    assert placed == json.loads(notebook())


def test_work_is_not_touched_when_nothing_new_was_released(release, mine):
    place(release(), mine)
    (mine / NAME).write_text(notebook(text="# deleted what I did not need", own="1"))
    before = (mine / NAME).read_bytes()
    assert place(release(), mine) == []
    assert (mine / NAME).read_bytes() == before
    assert [path.name for path in (mine / NAME).parent.iterdir()] == [FILE]


def test_a_newer_release_is_put_around_the_work_and_the_file_is_kept(release, mine):
    place(release(), mine)
    (mine / NAME).write_text(notebook(answer="f = 1", own="print(f)"))
    before = (mine / NAME).read_bytes()
    [said] = place(release(notebook("# The newer text")), mine)
    assert said.startswith(f"{NAME}: the newer release is in it, around 1 answer and 1 cell of your own.")
    assert sources(mine / NAME) == ["# The newer text", "f = 1", "print(f)"]
    assert (mine / NAME).with_name("05_small.before.ipynb").read_bytes() == before
    assert place(release(notebook("# The newer text")), mine) == []


def test_what_has_no_place_lies_beside_with_a_sentence(release, mine):
    place(release(), mine)
    (mine / NAME).write_text(notebook(answer="f = 1"))
    without = json.loads(notebook("# No exercise"))
    del without["cells"][1]
    said = place(release(json.dumps(without)), mine)
    assert said[1] == f"{NAME}: 1 thing of yours has no place in the newer release; see 05_small.left-over.ipynb"
    left = sources((mine / NAME).with_name("05_small.left-over.ipynb"))
    assert "exercise 5.1" in left[0] and left[1] == "f = 1"


@pytest.mark.parametrize("broken", ["", "{", "[]", '{"cells": [3], "nbformat": 4}', '{"cells": [], "nbformat": 3}'])
def test_a_broken_notebook_is_left_alone_and_the_newer_one_lies_beside(release, mine, broken):
    place(release(), mine)
    (mine / NAME).write_text(broken)
    newest = notebook("# The newer text")
    [said] = place(release(newest), mine)
    assert "was not changed" in said and said.endswith("The newer release lies beside it, as 05_small.new.ipynb.")
    assert (mine / NAME).read_text() == broken
    assert (mine / NAME).with_name("05_small.new.ipynb").read_text() == newest
    assert place(release(newest), mine) == []


def test_a_notebook_that_is_open_waits_until_it_is_closed(release, mine, monkeypatch):
    place(release(), mine)
    (mine / NAME).write_text(notebook(answer="f = 1"))
    before = (mine / NAME).read_bytes()
    monkeypatch.setattr(renew, "open_in_jupyterlab", lambda: {(mine / NAME).resolve()})
    newest = release(notebook("# The newer text"))
    [said] = place(newest, mine)
    assert "is open in JupyterLab" in said and (mine / NAME).read_bytes() == before
    monkeypatch.setattr(renew, "open_in_jupyterlab", set)
    assert "the newer release is in it" in place(newest, mine)[0]


def test_a_folder_without_memory_loses_nothing(release, mine):
    place(release(), mine)
    (mine / NAME).write_text(notebook(answer="f = 1"))
    (mine / ".release.json").write_text("not json")
    assert place(release(), mine) == []
    assert sources(mine / NAME)[1] == "f = 1"


def test_other_files_are_exchanged_and_kept_when_somebody_changed_them(release, mine):
    release("1", "05_small/data.csv"), release("1", "05_small/notes.txt")
    place(release(), mine)
    (mine / "05_small/notes.txt").write_text("my notes")
    release("2", "05_small/data.csv"), release("2", "05_small/notes.txt")
    assert place(release(), mine) == [
        "newer: 05_small/data.csv",
        "newer: 05_small/notes.txt; yours is kept as notes.before.txt",
    ]
    assert (mine / "05_small/data.csv").read_text() == "2" == (mine / "05_small/notes.txt").read_text()
    assert (mine / "05_small/notes.before.txt").read_text() == "my notes"


def test_checkpoints_and_caches_are_no_release(release, mine):
    release("x", "05_small/.ipynb_checkpoints/05-checkpoint.ipynb")
    release("x", "05_small/__pycache__/a.pyc")
    assert place(release(), mine) == [f"new: {NAME}"]


# ---- the command


@pytest.fixture
def update(mine, monkeypatch, capsys):
    def run(*arguments, folder=mine):
        monkeypatch.chdir(folder)
        code = newer.main(list(arguments))
        said = capsys.readouterr()
        return code, said.out + said.err

    return run


def test_update_takes_the_release_beside_the_folder_and_brings_deleted_cells_back(release, mine, update):
    place(release(), mine)
    assert update() == (0, "All your notebooks are as the newest release has them.\n")
    without = json.loads((mine / NAME).read_text())
    del without["cells"][0]
    (mine / NAME).write_text(json.dumps(without))
    code, said = update(folder=mine / "05_small")
    assert code == 0 and "the newer release is in it" in said
    assert sources(mine / NAME) == sources(release() / NAME)


def test_update_says_what_is_missing(release, mine, update, tmp_path):
    assert update(folder=tmp_path)[0] == 1 and "Go to the folder that they are in" in update(folder=tmp_path)[1]
    place(release(), mine)
    code, said = update("nowhere")
    assert code == 1 and "There is no release in nowhere. Unpack the newer zip" in said
    assert "is the folder of your own notebooks" in update(".")[1]


# ---- a notebook that is open elsewhere


def test_notebooks_with_a_kernel_are_known_and_a_server_that_is_gone_is_passed_over(tmp_path, monkeypatch):
    from http.server import BaseHTTPRequestHandler, HTTPServer
    from threading import Thread

    asked = []

    class Sessions(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append((self.path, self.headers["Authorization"]))
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'[{"path": "05/05.ipynb"}, {"path": 3}, 7]')

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Sessions)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        url = f"http://127.0.0.1:{server.server_port}/"
        running = [
            {"url": "http://127.0.0.1:9/", "token": "", "root_dir": str(tmp_path)},
            {"url": url, "token": "secret", "root_dir": str(tmp_path)},
        ]
        monkeypatch.setattr("jupyter_server.serverapp.list_running_servers", lambda: running)
        monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
        assert elsewhere.open_in_jupyterlab() == {tmp_path.resolve() / "05/05.ipynb"}
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
    assert asked == [("/api/sessions", "token secret")]
