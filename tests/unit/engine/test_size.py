"""How large minigrad may be: lines of code, without docstrings, comments and blank lines."""

import ast
import io
import tokenize
from pathlib import Path

import pytest

import minigrad as mg

ROOT = Path(__file__).resolve().parents[3] / "minigrad"
FILES = {path.relative_to(ROOT).as_posix(): path.read_text("utf8") for path in sorted(ROOT.rglob("*.py"))}
TOUR = ("node", "tensor", "operation", "formulas", "calls", "saved", "engine", "views")
SILENT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def code_lines(text: str) -> set[int]:
    """The numbers of the lines that hold code."""
    found: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in SILENT:
            found.update(range(token.start[0], token.end[0] + 1))
    for part in ast.walk(ast.parse(text)):
        if isinstance(part, (ast.Module, ast.ClassDef, *FUNCTIONS)) and ast.get_docstring(part, clean=False):
            said = part.body[0]
            found.difference_update(range(said.lineno, said.end_lineno + 1))
    return found


def test_docstrings_comments_and_blank_lines_do_not_count():
    text = '"""About."""\n\n# why\ndef f(x):\n    """What.\n\n    How.\n    """\n    return """a\n    b""", x  # so\n'
    assert code_lines(text) == {4, 9, 10}


def test_the_files_of_the_tour_are_read_in_one_sitting():
    assert sum(len(code_lines(FILES[f"{name}.py"])) for name in TOUR) <= 1150


def lines_in(*directories: str) -> int:
    """The lines of all files below these directories, written with a "/" at the end; "" is minigrad itself."""
    return sum(len(code_lines(text)) for name, text in FILES.items() if name.startswith(directories))


def test_a_public_operation_takes_few_lines():
    """Public is what `minigrad.ops` offers by name, in-place forms among them; each function counts once."""
    public = {id(getattr(mg.ops, name)) for name in mg.ops.__all__}
    assert lines_in("ops/") <= 9 * len(public)


def test_transforms_and_gradients_stay_within_what_they_have_come_down_to():
    assert lines_in("func/", "autograd/") <= 1742  # the aim is 1,700


def test_minigrad_without_its_pictures_stays_within_what_it_has_come_down_to():
    assert lines_in("") - lines_in("drawing/") <= 5819  # the aim is 5,700


@pytest.mark.parametrize("name", FILES)
def test_no_file_and_no_function_is_long(name):
    assert len(FILES[name].splitlines()) <= 300
    lines = code_lines(FILES[name])
    for part in ast.walk(ast.parse(FILES[name])):
        if isinstance(part, FUNCTIONS):
            assert len(lines.intersection(range(part.lineno, part.end_lineno + 1))) <= 46, part.name
