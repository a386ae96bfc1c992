"""No process that learners' code can look into ever holds a hidden test, an expected value or a seed.

The memory of the process that workers are forked from and of a worker is read from outside, right after a hidden test
has run on it. The worker itself is no judge of what it may see.
"""

import contextlib
import re
import struct
import sys
from pathlib import Path

import pytest

from autograder.errors import OurFault
from autograder.judge import replay, workers
from autograder.judge.grader import make_plan
from autograder.limits import Limits
from autograder.selftest.exercise import NEEDLE, RIGHT, master, submission

SEED = b"a seed that nobody may know 4711"
EXPECTED = 918273.645546372
# The control: a learner's own text must be found, or the search proves nothing.
CONTROL = "control-" + "needle-5521"


def memory_of(pid):
    """All that a process has in readable memory, in pieces."""
    for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
        span, access, *_ = line.split()
        if "r" not in access or re.search(r"\[v(var|syscall|dso)", line):
            continue
        low, high = (int(part, 16) for part in span.split("-"))
        with contextlib.suppress(OSError), Path(f"/proc/{pid}/mem").open("rb", 0) as memory:
            memory.seek(low)
            yield memory.read(high - low)


def found_in(pid, needles):
    return {needle for piece in memory_of(pid) for needle in needles if needle in piece}


@pytest.fixture(params=[0, 1, 2])
def zygote(request, tmp_path, monkeypatch):
    if not sys.platform.startswith("linux"):
        pytest.skip("memory is read through /proc")
    # Others of this user may not look into these processes, and so not this test, unless it is root.
    made = workers.Zygote(Limits(), tmp_path, request.param)
    if made.level < request.param:
        made.close()
        pytest.skip(made.reasons[request.param])
    yield made
    with contextlib.suppress(OurFault):
        made.close()


def test_neither_zygote_nor_worker_holds_a_hidden_test(zygote):
    answer = f"{RIGHT}\nmine = {CONTROL!r}\nthink = lambda x: x + 1"
    plan = make_plan(master(), submission(answer), SEED, Limits())
    test = plan["tests"]["ex1_test"]
    test["source"] += f"\nclose(think(1.0), 2.0, 'law')\nclose(918273.645546372, {EXPECTED!r}, 'secret law 8842')"
    running = replay.Replay(zygote, plan, lambda seconds: contextlib.nullcontext())
    records = running.records()
    seen = [next(records) for _ in plan["cells"]]  # the worker lives until the iteration ends
    assert seen[-1]["outcome"] == "right", seen
    secrets = {NEEDLE.encode(), b"secret law 8842", SEED, SEED.hex().encode(), struct.pack("<d", EXPECTED)}
    secrets |= {repr(EXPECTED).encode()}
    try:
        assert found_in(running.line.worker.pid, {CONTROL.encode()} | secrets) == {CONTROL.encode()}
        assert found_in(zygote.process.pid, secrets) == set()
    except PermissionError:
        pytest.skip("this user may not read the memory of its own processes")
    finally:
        records.close()
