"""Formgrader's own buttons, over HTTP, from a real server."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest
from bs4 import BeautifulSoup

from tests.nbgrader.classroom import NAME

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the judge needs fork")
TOKEN = "not-a-secret-only-for-this-test"


class Server:
    def __init__(self, address: str):
        self.address = address

    def call(self, path: str, method: str = "GET") -> str:
        request = urllib.request.Request(
            self.address + path, method=method, headers={"Authorization": f"token {TOKEN}"}
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.read().decode()


@pytest.fixture(scope="module")
def server(classroom):
    """A Jupyter server on a free loopback port, ended with the tests."""
    classroom.hand_in("ada", (classroom.paths.source / NAME / f"{NAME}.ipynb").read_bytes())
    markup = '<img src=x onerror="alert(1)"> $a<b$'
    document = classroom.notebook()
    document["cells"].insert(3, {"cell_type": "markdown", "id": "mine", "metadata": {}, "source": markup})
    classroom.hand_in("eve", document)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "jupyter_server", "--no-browser", "--ServerApp.ip=127.0.0.1", f"--port={port}"]
    command += [f"--IdentityProvider.token={TOKEN}", "--allow-root", "--ServerApp.port_retries=0"]
    log = classroom.paths.root / "server.log"
    with log.open("wb") as noise:
        process = subprocess.Popen(
            command, cwd=classroom.paths.root, env=classroom.environment, stdout=noise, stderr=noise
        )
        try:
            yield wait_for(Server(f"http://127.0.0.1:{port}"), process, log)
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def wait_for(server, process, log):
    for _ in range(300):
        assert process.poll() is None, log.read_text()
        try:
            server.call("/api/status")
            return server
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.1)
    raise AssertionError(log.read_text())


def autograde(server, learner):
    return json.loads(server.call(f"/formgrader/api/submission/{NAME}/{learner}/autograde", "POST"))


@pytest.fixture(scope="module")
def graded(server, classroom):
    for learner in ("ada", "eve"):
        done = autograde(server, learner)
        assert done["success"], done
    return classroom


def test_the_autograde_button_gives_the_instructor_notebook_full_marks(graded):
    assert graded.scores("ada") == graded.points
    assert graded.scores("eve") == graded.points


def test_the_button_works_a_second_time(graded, server):
    done = autograde(server, "ada")
    assert done["success"], done
    assert graded.scores("ada") == graded.points


def test_formgraders_page_shows_no_active_markup(graded, server):
    submissions = json.loads(server.call(f"/formgrader/api/submitted_notebooks/{NAME}/{NAME}"))
    page = server.call(
        f"/formgrader/submissions/{next(each['id'] for each in submissions if each['student'] == 'eve')}/"
    )
    soup = BeautifulSoup(page, "html.parser")
    scripts = [script.extract().get_text() for script in soup("script")]  # MathJax's own code has an onerror
    assert not [script for script in scripts if "alert(1)" in script]
    assert "onerror" not in str(soup)
    assert "$a&lt;b$" in page


def test_the_feedback_button_works(graded, server):
    done = json.loads(server.call(f"/formgrader/api/assignment/{NAME}/generate_feedback", "POST"))
    assert done["success"], done
    assert "hidden tests ran here" in graded.feedback("ada")
