"""Level 3 holds by each way that this machine has, and the processes in the namespaces go when they should."""

import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from autograder.errors import OurFault
from autograder.judge.grader import Judge
from autograder.judge.workers import SPARE_BYTES, Zygote
from autograder.limits import Limits
from autograder.sandbox import HIGHEST, namespaces
from autograder.selftest.cases import HERE, read
from autograder.selftest.run import QUICK, faults
from autograder.selftest.wires import TripWires

CASES = ("18_reads_files", "19_proc", "27_network", "28_programs", "32_fills_scratch", "37_leaves_files", "45b_modes")


def of(name, folder):
    """The way of this name, skipped with its reason where it does not work."""
    way = next(way for way in namespaces.ways(folder, Limits().scratch_bytes + SPARE_BYTES) if way.name == name)
    if reason := way.refusal():
        pytest.skip(reason)
    return way


@pytest.fixture(params=[namespaces.BUBBLEWRAP, namespaces.UNSHARE])
def zygote(request, tmp_path, monkeypatch):
    way = of(request.param, tmp_path)
    monkeypatch.setattr(namespaces, "ways", lambda folder, size: [way])
    made = Zygote(Limits(), tmp_path)
    yield made
    with suppress(OurFault):
        made.close()


def test_the_level_is_reached_by_this_way(zygote, request):
    assert (zygote.level, zygote.reasons) == (HIGHEST, {})
    assert zygote.way == request.node.callspec.params["zygote"]


def asked(worker, source):
    worker.session.begin(10, 10_000)
    return worker.session.request("cell", source, 10_000, 0), worker.session.outputs


def test_scratch_has_a_fixed_size_and_nothing_of_outside_is_there(zygote, tmp_path):
    (tmp_path / "secret").write_text("x")
    worker = zygote.spawn(zygote.limits)
    source = f"""
import os
space = os.statvfs(".")
print(space.f_blocks * space.f_frsize, os.path.exists({str(tmp_path / "secret")!r}), os.getppid())
"""
    error, printed = asked(worker, source)
    assert error is None
    size, secret, parent = "".join(text for _, text in printed).split()
    assert int(size) <= zygote.limits.scratch_bytes + SPARE_BYTES
    assert secret == "False" and int(parent) < 10
    worker.stop()


def test_nothing_is_left_when_the_judge_goes(zygote):
    zygote.spawn(zygote.limits)
    started = zygote.process.pid
    zygote.close()
    assert zygote.process.returncode is not None
    assert not Path(f"/proc/{started}").exists() or Path(f"/proc/{started}/stat").read_text().split()[2] == "Z"
    assert not below(os.getpid(), started)


def test_killing_the_outermost_process_ends_those_inside(zygote):
    inside = below(zygote.process.pid)
    assert inside
    zygote.process.send_signal(signal.SIGKILL)
    zygote.process.wait()
    until = time.monotonic() + 10
    while any(Path(f"/proc/{pid}").exists() for pid in inside) and time.monotonic() < until:
        time.sleep(0.05)
    assert [pid for pid in inside if Path(f"/proc/{pid}").exists()] == []


def below(pid, only=None):
    """The processes below one, as a list of ids."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            if only in (None, child):
                found += [child, *below(child)]
    return found


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="namespaces are a part of Linux")
def test_without_bubblewrap_the_judge_makes_namespaces_itself_and_attacks_are_stopped(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    of(namespaces.UNSHARE, tmp_path)
    with Judge(limits=QUICK) as judge, TripWires() as wires:
        assert (judge.level, judge.way) == (HIGHEST, namespaces.UNSHARE)
        for name in CASES:
            assert faults(judge, read(HERE / "cases" / f"{name}.ipy"), wires) == [], name
        started = judge.pid
    assert not below(os.getpid(), started)


def test_a_way_that_is_missing_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    ways = {way.name: way for way in namespaces.ways(tmp_path, 1 << 20)}
    assert "not installed" in ways[namespaces.BUBBLEWRAP].refusal()
    broken = namespaces.Way("nothing", ("/bin/false",))
    assert broken.refusal() == "nothing ended with 1"
