"""How errors read in a kernel: what nobody has begun, a cell that nobody has run, an error inside a learner's code."""

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
IN_AN_ANSWER = (
    "import minigrad as mg\nfrom autograder.kit import close\nx = mg.tensor([0.0], requires_grad=True)",
    "class Exp(mg.autograd.Function):\n    @staticmethod\n    def forward(ctx, x):\n"
    "        ctx.save_for_backward(mg.exp(x))\n        return mg.exp(x)\n    @staticmethod\n"
    "    def backward(ctx, g):\n        return g * ctx.saved_tensors",
    "x = mg.tensor([0.0], requires_grad=True)\nclose(Exp.apply(x), [1.0], 'value: it is exp')\n"
    "Exp.apply(x).backward()\nclose(x.grad, [1.0], 'derivative: it is exp too')",
    "def twice():\n    y = x * x\n    y.backward()\n    y.backward()\ntwice()",
    "def h(x):\n    return h(x)",
    "close(h(1), 2, 'deep: h ends')",
    "made = object()",
    "close(made.value, 2, 'made: it has a value', about='what cell 7 made')",
    "def wrap():\n    try:\n        return {}['a']\n    except KeyError:\n        return made.value",
    "close(wrap(), 2, 'wrapped: and falls back')",
    "h(1)",
    "%tb",
    "def asked(f):\n    return f(1)\ndef check(kind):\n    close(asked(h), 2, 'deep: h ends', about=kind)\n"
    "close(2, 2, 'two: it is two')\ncheck('a small number')",
)


def run(cells):
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in cells])
    NotebookClient(notebook, allow_errors=True, kernel_name="python3", timeout=60).execute()
    return [cell.outputs for cell in notebook.cells]


def error_of(outputs):
    return next((output for output in outputs if output.output_type == "error"), None)


@pytest.fixture(scope="module")
def errors():
    return [error_of(outputs) for outputs in run(CELLS)]


@pytest.fixture(scope="module")
def outputs():
    return run(IN_AN_ANSWER)


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


@pytest.mark.parametrize(
    ("cell", "left_out"), [(8, "more calls are not shown here"), (10, "in the middle are not shown")]
)
def test_a_recursion_without_end_does_not_fill_the_page(errors, cell, left_out):
    assert errors[cell].ename == "RecursionError"
    shown = "\n".join(errors[cell].traceback)
    assert len(shown.splitlines()) < 60 and left_out in shown


def test_an_error_in_lines_that_were_put_in_order_shows_them_and_no_stack(errors):
    assert errors[8].traceback[0] == "In your notebook:" and "  your lines, line 2, in g" in errors[8].traceback


def test_a_name_that_no_cell_has_made_is_two_lines_that_say_what_to_do(errors):
    for error, name, line in ((errors[11], "b", "why = b"), (errors[12], "why", "close(why, 2, 'why: it is two')")):
        assert error.ename == "NameError" and error.evalue == f"name '{name}' is not defined"
        first, second = error.traceback
        assert first.endswith(f"name '{name}' is not defined, in line 1: {line}")
        assert second.startswith(f"Run the cell that makes `{name}`, then this one")


def test_a_name_missing_inside_a_function_keeps_its_stack(errors):
    assert errors[13].ename == "NameError" and len(errors[13].traceback) > 2


def test_an_error_in_an_answer_is_the_law_the_learners_line_and_the_error(outputs):
    *shown, last = error_of(outputs[2]).traceback
    assert shown == [
        "law: derivative: it is exp too",
        "The test was at line 3:",
        "    Exp.apply(x).backward()",
        "In your notebook:",
        "  Cell In[2], line 8, in Exp.backward",
        "    return g * ctx.saved_tensors",
    ]
    assert last.startswith("TypeError: mul(): argument 'other' must be Tensor, not tuple")


def test_the_whole_trace_unfolds_below_it_and_a_page_that_cannot_unfold_says_how_to_get_it(outputs):
    error, below = outputs[2]
    assert error.output_type == "error" and below.output_type == "display_data"
    page = below.data["text/html"]
    assert page.startswith("<details><summary>The whole trace</summary>") and "engine.py" in page
    assert "g * ctx.saved_tensors" in page and "\x1b" not in page
    assert "%tb" in below.data["text/plain"]
    assert len(error_of(outputs[11]).traceback) > 2, "and so it can be had"


def test_an_error_in_the_engine_shows_the_learners_lines_first_in_any_cell(outputs):
    error, below = outputs[3]
    assert error.traceback[:5] == [
        "In your notebook:",
        "  Cell In[4], line 5",
        "    twice()",
        "  Cell In[4], line 4, in twice",
        "    y.backward()",
    ]
    assert error.traceback[5].startswith("RuntimeError: Trying to backward through the graph a second time")
    assert "engine.py" in below.data["text/html"]


def test_a_recursion_without_end_in_an_answer_is_its_first_calls_and_its_last(outputs):
    error, below = outputs[5]
    assert error.traceback[0] == "law: deep: h ends" and "more calls are not shown here" in "".join(error.traceback)
    assert len(error.traceback) < 30 and len(below.data["text/html"].splitlines()) < 60


def test_an_error_below_a_tests_helper_has_the_law_of_whoever_called_the_helper(outputs):
    told = error_of(outputs[12]).traceback
    assert told[:2] == ["law: deep: h ends", "It was tried with: a small number"]
    assert told[2:4] == ["The test was at line 2:", "    return f(1)"], "where the answer was called"


def test_an_answer_that_has_not_what_the_test_asks_of_it_is_told_by_the_tests_line(outputs):
    assert error_of(outputs[7]).traceback == [
        "law: made: it has a value",
        "It was tried with: what cell 7 made",
        "The test was at line 1:",
        "    close(made.value, 2, 'made: it has a value', about='what cell 7 made')",
        "AttributeError: 'object' object has no attribute 'value'",
    ]


def test_what_an_error_came_from_is_said(outputs):
    assert error_of(outputs[9]).traceback[-1] == "It came up while this was dealt with: KeyError: 'a'"


def test_an_error_that_passed_through_nothing_of_ours_keeps_ipythons_stack(outputs):
    assert "Traceback" in "".join(error_of(outputs[10]).traceback) and len(outputs[10]) == 1
