"""Where Linux's own modules are missing, everything imports, and level 0 or a sentence is what there is."""

import subprocess
import sys

import pytest

BLOCK = """
import importlib, os, pkgutil, signal, socket, sys
for name in ("resource", "fcntl", "pwd", "grp", "termios", "tty", "pty", "readline", "curses", "syslog"):
    sys.modules[name] = None
GONE = ("fork", "forkpty", "setsid", "killpg", "getuid", "geteuid", "getgid", "mkfifo", "wait4", "O_NOFOLLOW")
for name in (*GONE, "O_NONBLOCK", "sysconf", "statvfs", "chown", "lchown", "uname", "sched_getaffinity"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("SIGALRM", "SIGKILL", "SIGSTOP", "setitimer", "alarm", "ITIMER_REAL"):
    if hasattr(signal, name):
        delattr(signal, name)
for name in ("send_fds", "recv_fds", "AF_UNIX"):
    if hasattr(socket, name):
        delattr(socket, name)
"""
IMPORT = """
import autograder
failed = []
for found in pkgutil.walk_packages(autograder.__path__, "autograder.", onerror=failed.append):
    if ".templates" in found.name or ".cases" in found.name or found.name == "autograder.__main__":
        continue
    try:
        importlib.import_module(found.name)
    except Exception as error:
        failed.append(f"{found.name}: {type(error).__name__}: {error}")
print(failed)
"""
JUDGE = """
from autograder.errors import OurFault
from autograder.judge.grader import Judge
try:
    Judge().__enter__()
except OurFault as error:
    print(error)
"""


# Other people's packages have ways of their own on Windows, so they are loaded first.
OTHERS = """
import asyncio, multiprocessing, shutil, subprocess, tempfile
import IPython, jupyter_client, jupytext, matplotlib.pyplot, msgpack, nbconvert, nbformat, nbgrader.apps, nh3
import graphviz, setuptools, sqlalchemy
"""


def said(*parts):
    done = subprocess.run([sys.executable, "-c", "\n".join([OTHERS, BLOCK, *parts])], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.strip()


@pytest.fixture(scope="module")
def imported():
    return said(IMPORT, JUDGE).splitlines()


def test_every_module_of_ours_imports_without_linuxs_own(imported):
    assert imported[0] == "[]"


def test_judging_says_what_is_missing_instead_of_failing(imported):
    assert "fork" in imported[1] and "WSL" in imported[1]
