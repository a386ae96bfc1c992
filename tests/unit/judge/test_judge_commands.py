"""The commands, as they are typed, and what they leave behind."""

import json
import subprocess
import sys
from dataclasses import replace

import pytest

from autograder import cli, limits
from autograder.authoring.mutants.trials import Trial, summarise
from autograder.authoring.mutants.variants import Variant, exercises_named
from autograder.cli import main
from autograder.errors import UsageError

WITHOUT_FORK = """
import os, socket, sys
sys.modules["resource"] = sys.modules["fcntl"] = None
del os.fork
for name in ("send_fds", "recv_fds"):
    delattr(socket, name)
import autograder.runs.judge_file, autograder.judge.grader, autograder.authoring.mutants.one_kernel
import autograder.authoring.mutants.command
import autograder.judge.process, autograder.worker.zygote, autograder.judge.seeds
import autograder.sandbox.probe, autograder.sandbox.namespaces, autograder.selftest.doctor, autograder.selftest.command
from autograder.errors import OurFault
try:
    autograder.judge.grader.Judge().__enter__()
except OurFault as error:
    assert error.exit_code == 3 and "fork" in str(error)
    print("said so")
"""


def test_everything_imports_where_there_is_no_fork_and_says_what_is_missing():
    done = subprocess.run([sys.executable, "-c", WITHOUT_FORK], capture_output=True, text=True)
    assert done.stdout == "said so\n", done.stderr


def trial(law, **noted):
    made = Trial(Variant("ex1__name", "ex1", law, ""), seeds=20)
    for name, value in noted.items():
        setattr(made, name, value)
    return made


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (trial("sign", caught={"sign": 20}), None),
        (trial("sign", caught={"sign": 19}, survived=1), "survives 1 of 20"),
        (trial("sign", caught={"value": 1, "sign": 19}), "caught under 'value'"),
        (trial(None), None),
        (trial(None, lost={"ex1_test": 1}), "loses points"),
    ],
)
def test_a_variant_that_fares_otherwise_than_it_must_is_a_problem(made, words):
    assert (words in "".join(made.problems)) if words else not made.problems


def test_too_few_wrong_answers_or_no_alternative_is_a_problem():
    from judging import make_master

    (exercise,) = summarise(make_master("assert 1").tests, [trial("sign")])
    assert "1 wrong answers; it needs 6" in exercise["problems"][0]
    assert "0 alternative right answers; it needs 2" in exercise["problems"][1]


def test_a_visible_part_that_catches_too_few_is_a_problem():
    from judging import make_master

    trials = [trial("sign", by_visible=20 * (number < 3)) for number in range(6)]
    (exercise,) = summarise(make_master("assert 1").tests, trials)
    assert "the visible part catches 3 of 6 mistakes; it is to catch 60%" in exercise["problems"][1]
    for made in trials[4:]:
        made.variant = replace(made.variant, cunning=True)
    (exercise,) = summarise(make_master("assert 1").tests, trials)
    assert exercise["cunning"] == 2 and not any("visible" in problem for problem in exercise["problems"])


def test_who_says_that_it_passes_the_visible_part_has_to():
    made = trial("sign", caught={"sign": 20}, by_visible=1)
    assert not made.problems
    made.variant = replace(made.variant, cunning=True)
    assert "which catches it" in made.problems[0]


def test_only_the_named_exercises_are_looked_at_and_an_unknown_one_is_told_with_those_that_there_are():
    from judging import make_master

    master = make_master("assert 1")
    (test,) = master.tests
    name = test.grade_id.removesuffix("_test")
    assert exercises_named(master, []) == exercises_named(master, [name]) == [test]
    with pytest.raises(UsageError, match=f"no exercise ex9_9: it has {name}"):
        exercises_named(master, ["ex9_9"])


def run(*args):
    return subprocess.run([sys.executable, "-m", "autograder", *args], capture_output=True, text=True)


def test_judge_says_usage_errors_in_a_sentence(tmp_path):
    stray = tmp_path / "holiday.ipynb"
    stray.write_text("{}")
    for args, words in [(["no.ipynb"], "not named after"), ([str(stray)], "--name NAME"), ([], "required")]:
        done = run("judge", *args)
        assert done.returncode == 2 and words in done.stderr, done.stderr


def test_judge_of_a_file_that_is_no_notebook_gives_a_sentence_and_a_one(tmp_path):
    bad = tmp_path / "05_custom_functions.ipynb"
    bad.write_text("not json")
    done = run("judge", str(bad), "--json")
    data = json.loads(done.stdout)
    assert done.returncode == 1 and data["score"] == 0 and "not JSON" in data["cells"][0]["message"]


def test_mutants_refuses_below_the_level_that_is_asked_for():
    done = run("mutants", "--require", "9")
    assert done.returncode == 3 and "level 9 is required" in done.stderr


@pytest.mark.parametrize("command", [["judge", "x.ipynb"], ["mutants", "01"], ["grade", "01"]])
@pytest.mark.parametrize("target", ["nowhere/out.json", "."])
def test_a_file_that_cannot_be_written_is_noticed_before_anything_is_judged(command, target, capsys):
    with pytest.raises(SystemExit) as ended:
        main([*command, "--json", target])
    assert ended.value.code == 2
    assert "cannot be written" in capsys.readouterr().err


def test_the_judge_starts_where_the_system_bounds_no_memory(monkeypatch):
    resource = pytest.importorskip("resource", reason="Windows has no limits to set")

    def as_on_macos(kind, value):
        if kind == resource.RLIMIT_AS:
            raise ValueError("current limit exceeds maximum limit")

    monkeypatch.setattr(limits, "set_limit", as_on_macos)
    limits.restrict_judge(limits.Limits())
    with pytest.raises(ValueError):  # and a worker is not said to be limited: level 1 does not hold there
        limits.restrict_worker(limits.Limits())


@pytest.mark.parametrize(("command", "extra"), [("grade", "grade"), ("check", "course")])
def test_a_command_whose_packages_are_missing_names_the_extra(command, extra, monkeypatch, capsys):
    module = cli.COMMANDS[command][0].partition(":")[0]

    def importing(name):
        assert name == module
        raise ModuleNotFoundError("No module named 'nbformat'", name="nbformat")

    monkeypatch.setattr(cli.importlib, "import_module", importing)
    assert main([command]) == 2
    assert f'-e ".[{extra}]"' in capsys.readouterr().err


def test_a_module_of_ours_that_is_missing_is_our_fault_and_not_an_extra(monkeypatch):
    monkeypatch.setitem(cli.COMMANDS, "grade", ("autograder.nowhere:main", ""))
    with pytest.raises(ModuleNotFoundError):
        main(["grade"])
