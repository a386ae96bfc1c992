"""The workflows say what GitHub wants to read, and name only commands that are there. They cannot be run here."""

from __future__ import annotations

import re

import pytest
import yaml

from autograder.cli import COMMANDS
from tests.notebooks.lesson import PATHS

FILES = sorted((PATHS.root / ".github" / "workflows").glob("*.yml"))
TARGETS = set(re.findall(r"^([.\w-]+):", (PATHS.root / "Makefile").read_text(encoding="utf-8"), re.M))


def steps(file):
    found = yaml.safe_load(file.read_text(encoding="utf-8"))
    return [step for job in found["jobs"].values() for step in job["steps"]]


def test_there_is_one_for_pages_one_for_a_tag_and_a_weekly_one():
    assert {file.stem for file in FILES} == {"ci", "site", "release", "newest"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_workflow_has_the_keys_that_it_needs(file):
    found = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert found["name"] == file.stem and found["permissions"]
    assert found[True]  # YAML takes the key `on` for a truth value, and GitHub does not
    for job in found["jobs"].values():
        assert job["runs-on"]
    for step in steps(file):
        assert ("run" in step) != ("uses" in step), step
        assert "uses" not in step or re.fullmatch(r"[\w.-]+/[\w.-]+@v\d+", step["uses"]), step


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_workflow_names_commands_that_are_there(file):
    for script in (step["run"] for step in steps(file) if "run" in step):
        assert set(re.findall(r"\bmake ([\w.-]+)", script)) <= TARGETS
        assert set(re.findall(r"\bautograder (\w+)", script)) <= COMMANDS.keys()
        for place in re.findall(r"(?<![\w/.-])(?:tools|tests|\.ci)/[\w/.-]+", script):
            assert (PATHS.root / place).exists(), place


def test_the_pages_that_are_published_are_those_that_make_site_builds():
    (upload,) = (step for step in steps(PATHS.root / ".github/workflows/site.yml") if "path" in step.get("with", {}))
    assert upload["with"]["path"] == "build/site"
