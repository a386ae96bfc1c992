"""How an answer that nobody has begun, a cell that nobody has run and a recursion without end read in a kernel."""

import nbformat
import pytest
from nbclient import NotebookClient

CELLS = (
    "from autograder.kit import close",
    "def f(x):\n    raise NotImplementedError('still the stub')",
    "close(f(1), 2, 'twice: f doubles')",
    "raise NotImplementedError('still the stub')",
    "raise NotImplementedError('some other thing')",
    "from autograder.kit.lines import in_order\nlines = 'A | def g(x):\\nB |     return g(x)'\ng = in_order(lines, '')",
    "def helper():\n    return g(1)\nhelper()",
    "g = in_order(lines, 'A B')",
    "helper()",
    "def h(x):\n    return h(x)",
    "h(1)",
    "why = b",
    "close(why, 2, 'why: it is two')",
    "def k():\n    return nowhere\nk()",
    "class D:\n    def m(self):\n        raise NotImplementedError('still the stub')\nD().m()",
)


@pytest.fixture(scope="module")
def errors():
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in CELLS])
    NotebookClient(notebook, allow_errors=True, kernel_name="python3", timeout=60).execute()
    return [next((o for o in cell.outputs if o.output_type == "error"), None) for cell in notebook.cells]


def test_a_stub_is_two_lines_that_name_it_and_say_what_to_do(errors):
    assert errors[2].ename == "NotImplementedError" and errors[2].evalue == "still the stub"
    first, second = errors[2].traceback
    assert first.endswith("still the stub") and second.startswith("`f` is as it was handed out")
    assert errors[-1].traceback[1].startswith("`D.m` is as it was handed out"), "several classes may have an m"


def test_a_stub_at_the_top_of_a_cell_has_no_name(errors):
    assert errors[3].traceback[1].startswith("The answer is as it was handed out")


def test_any_other_error_keeps_its_stack(errors):
    assert "some other thing" in errors[4].evalue and any("line 1" in line for line in errors[4].traceback)


def test_a_stub_of_lines_to_put_in_order_is_named_and_not_the_helper_that_called_it(errors):
    assert errors[6].traceback[1].startswith("`g` is as it was handed out")


@pytest.mark.parametrize("cell", [8, 10])
def test_a_recursion_without_end_does_not_fill_the_page(errors, cell):
    assert errors[cell].ename == "RecursionError"
    shown = "\n".join(errors[cell].traceback)
    assert len(shown.splitlines()) < 60 and "in the middle are not shown" in shown


def test_a_name_that_no_cell_has_made_is_two_lines_that_say_what_to_do(errors):
    for error, name, line in ((errors[11], "b", "why = b"), (errors[12], "why", "close(why, 2, 'why: it is two')")):
        assert error.ename == "NameError" and error.evalue == f"name '{name}' is not defined"
        first, second = error.traceback
        assert first.endswith(f"name '{name}' is not defined, in line 1: {line}")
        assert second.startswith(f"Run the cell that makes `{name}`, then this one")


def test_a_name_missing_inside_a_function_keeps_its_stack(errors):
    assert errors[13].ename == "NameError" and len(errors[13].traceback) > 2
