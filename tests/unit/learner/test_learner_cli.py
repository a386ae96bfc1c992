"""The `autograder` command of a learner's copy, where it is not told what to do."""

import pytest

from autograder.learner.cli import COMMANDS, main


@pytest.mark.parametrize(("words", "ended"), [([], 2), (["hand-in", "05"], 2), (["--help"], 0)])
def test_without_a_command_that_there_is_all_are_listed(words, ended, capsys):
    assert main(words) == ended
    said = capsys.readouterr().out
    assert all(f"autograder {name}" in said for name in COMMANDS)
    assert ("There is no command 'hand-in'." in said) == ("hand-in" in words)
