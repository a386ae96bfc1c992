"""What crosses the wire, what is read of an answer, and which options can be meant."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace

import pytest
from classes import RIGHT, ReadingJudge

from autograder.cluster import letters
from autograder.cluster.options import Scheduler, add_scheduler, scheduler_of
from autograder.cluster.roll import FAULTS, Roll
from autograder.errors import UsageError
from autograder.judge.seeds import secret
from autograder.runs.handed_in import read_handed_in
from autograder.runs.results import Results, as_json, from_json


@pytest.fixture
def handed_in(small):
    file = small.hand_in("ada-lovelace", f"{RIGHT}\n# \ud83d \N{SNOWMAN}")
    return read_handed_in(small.paths, small.master, "ada-lovelace", file)


# ---- what crosses


def test_a_job_holds_neither_the_learner_nor_the_course_secret_and_its_cells_come_back(small, handed_in):
    work = letters.submission(handed_in.replay, handed_in.seed, None, False)
    job = letters.job(small.master, 2, **work)
    assert secret(small.paths).hex().encode() not in job and secret(small.paths) not in job
    assert b"lovelace" not in job
    read = letters.decoded(job)
    assert letters.cells_of(read) == handed_in.replay
    assert (read["seed"], read["digest"], read["require"]) == (handed_in.seed.hex(), small.master.digest, 2)


@pytest.mark.parametrize(
    "data, word",
    [
        ("{}", "type str"),
        (b"\xff", "not JSON"),
        (b"{", "not JSON"),
        (b'{"schema": 1, "x": Infinity}', "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[1]", "another version"),
        (b'{"schema": 0}', "another version"),
        (b'{"schema": 1, "x": "%s"}' % (b"x" * 100), "MB"),
    ],
)
def test_a_letter_that_is_none_is_said_in_words(data, word):
    with pytest.raises(ValueError, match=word):
        letters.decoded(data, 100 if word == "MB" else None)


def test_no_judge_that_keeps_its_limits_is_refused_for_the_length_of_its_answer(small):
    """The characters that JSON makes most of, as many as a judge keeps."""
    master = replace(small.master, limits={"total_output_bytes": 100_000})
    for character in ("\0", "\\", "\N{SNOWMAN}", "\N{GRINNING FACE}", "\ud83d"):
        answer = letters.encoded({"result": {"outputs": {"c": [{"text": character * 100_000}]}}})
        assert len(answer) <= letters.longest_answer(master)
    assert letters.longest_answer(master) < 5 << 20


# ---- results, kept and from elsewhere


def result_of(handed_in):
    return ReadingJudge().grade(handed_in.master, handed_in.replay, handed_in.seed)


def changed(kept, change):
    kept = json.loads(json.dumps(kept))
    change(kept)
    return kept


def test_a_result_comes_back_as_it_was(handed_in):
    result = result_of(handed_in)
    assert from_json(json.loads(json.dumps(as_json(result))), handed_in.master, handed_in.seed) == result


CHANGES = {
    "no object": lambda kept: kept.clear(),
    "a level that is none": lambda kept: kept.update(level=9),
    "a level that is a truth value": lambda kept: kept.update(level=True),
    "other work": lambda kept: kept.update(seed="00" * 32),
    "a verdict less": lambda kept: kept["cells"].pop(),
    "a verdict twice": lambda kept: kept["cells"].__setitem__(1, kept["cells"][0]),
    "more points than there are": lambda kept: kept["cells"][0].update(points=3.0),
    "points that are worth more": lambda kept: kept["cells"][0].update(points=4.0, max_points=4.0),
    "points for a wrong answer": lambda kept: kept["cells"][0].update(outcome="wrong"),
    "points that are no number": lambda kept: kept["cells"][0].update(points="2.0"),
    "an outcome nobody knows": lambda kept: kept["cells"][0].update(outcome="splendid"),
    "an outcome that is a list": lambda kept: kept["cells"][0].update(outcome=["right"]),
    "a person's work done": lambda kept: kept["cells"][1].update(outcome="right", points=4.0),
    "something besides": lambda kept: kept["cells"][0].update(more=1),
    "a law that is no text": lambda kept: kept["cells"][0].update(law=["twice"]),
    "a note that is no text": lambda kept: kept["notes"].append({}),
    "an output of another kind": lambda kept: kept["outputs"].update(x=[{"output_type": "application"}]),
    "an output with a list for its kind": lambda kept: kept["outputs"].update(x=[{"output_type": []}]),
    "an output that is no list": lambda kept: kept["outputs"].update(x={}),
    "sites that are no table": lambda kept: kept.update(sites={"ex1_1_test": 3}),
    "a text that is none": lambda kept: kept["outputs"].update(
        x=[{"output_type": "display_data", "data": {"text/html": {}}, "metadata": {}}]
    ),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_no_judge_says_is_refused(handed_in, change):
    kept = changed(as_json(result_of(handed_in)), change)
    with pytest.raises(ValueError):
        from_json(kept, handed_in.master, handed_in.seed)


@pytest.mark.parametrize("kept", [None, [], 1, "text"])
def test_what_is_no_object_is_refused(handed_in, kept):
    with pytest.raises(ValueError):
        from_json(kept, handed_in.master, handed_in.seed)


def test_a_kept_file_that_somebody_changed_is_judged_again(small, handed_in):
    results = Results(small.paths, small.master, 1)
    results.keep(handed_in, result_of(handed_in))
    assert results.find(handed_in) == result_of(handed_in)
    file = results.file(handed_in)
    file.write_text(json.dumps(changed(json.loads(file.read_text()), CHANGES["points that are worth more"])))
    assert results.find(handed_in) is None


def test_ten_thousand_results_do_not_lie_in_one_folder(small, handed_in):
    results = Results(small.paths, small.master, 1)
    seeds = (number.to_bytes(32, "big") for number in range(500))
    folders = {results.file(replace(handed_in, seed=seed)).parent for seed in seeds}
    assert len(folders) > 200


# ---- who may be asked


def test_who_comes_is_examined_once_and_who_is_gone_is_forgotten():
    there, asked = {"a": 1, "b": 2}, []

    def examine(worker):
        asked.append(worker)
        return "it is broken" if worker == "b" else None

    roll = Roll(lambda: dict(there), examine)
    told = settled(roll)
    assert told == ["b: it is broken"] and roll.passed == {"a": 1} and sorted(asked) == ["a", "b"]
    assert settled(roll) == [] and len(asked) == 2
    del there["a"]
    there["c"] = 4
    settled(roll)
    assert roll.may() == {"c"} and roll.gone({"a", "b"}) and not roll.gone({"a", "c"})
    roll.close()


def test_who_fails_again_and_again_is_asked_no_more_and_one_answer_makes_good_for_all_before():
    roll = Roll(lambda: {"a": 1}, lambda worker: None)
    settled(roll)
    for _ in range(FAULTS - 1):
        assert roll.answered("a", "the disk is full") == ""
    assert roll.answered("a") == ""
    for _ in range(FAULTS - 1):
        assert roll.answered("a", "the disk is full") == ""
    assert roll.answered("a", "the disk is full").endswith("the disk is full")
    assert roll.may() == set() and settled(roll) == []
    roll.close()


def settled(roll):
    told = roll.look()
    while roll.examining:
        told += roll.look()
    return told


# ---- options


def options(*words):
    parser = argparse.ArgumentParser()
    add_scheduler(parser)
    return scheduler_of(parser.parse_args(words))


def test_an_address_may_leave_its_protocol_out(tmp_path):
    file = tmp_path / "ca.pem"
    file.touch()
    assert options() is None
    assert options("--scheduler", "grader:8786") == Scheduler("tcp://grader:8786")
    assert options("--scheduler", "tls://grader:8786").address == "tls://grader:8786"
    named = options("--scheduler", "grader:8786", "--tls-ca-file", str(file))
    assert named == Scheduler("tls://grader:8786", tls_ca_file=file)


@pytest.mark.parametrize(
    "words, said",
    [
        (("--tls-cert", "a.pem"), "--tls-cert belongs to --scheduler"),
        (("--scheduler", "ftp://grader:8786"), "wants an address"),
        (("--scheduler", "tls://"), "wants an address"),
        (("--scheduler", ""), "wants an address"),
        (("--scheduler", "tcp://grader:8786", "--tls-key", "a.pem"), "--tls-key is for an address that begins with"),
        (("--scheduler", "tls://grader:8786", "--tls-cert", "nowhere.pem"), "there is no file nowhere.pem"),
    ],
)
def test_what_cannot_be_meant_is_refused(words, said):
    with pytest.raises(UsageError, match=said):
        options(*words)
