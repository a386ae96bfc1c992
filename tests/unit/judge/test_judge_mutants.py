"""The forms that a program makes of right answers, and whether what a hidden part declares is true."""

import ast
from dataclasses import replace

import pytest
from judging import dedent, make_master, submission, with_sites

from autograder.authoring.mutants.accepted import rejected
from autograder.authoring.mutants.declarations import claims, untrue
from autograder.authoring.mutants.forms import builtins_to_take, commented, forms, in_two_cells
from autograder.authoring.mutants.variants import Variant
from autograder.judge.pool import OneJudge

GIVEN = """
import numpy as np
from autograder.kit import close, learner, same
class Node:
    def size(self): return len("node")
def helper(numbers): return sum(numbers)
"""
ANSWER = dedent("""
    FACTOR = 2.0
    def scaled(numbers): return [FACTOR * number for number in numbers]
    def slopes(numbers): return {"x": helper(scaled(numbers)), "n": (3, True), "all": scaled(numbers)}
    table = {"x": 0.0, "shape": (2, 3)}
""")
FAIR = """
found = slopes([1.0, 2.0])
close(found["x"], 6.0, "sum: of all numbers")
same(found["n"], (3, True), "size: and truth")
same(found["all"], [2.0, 4.0], "scaled: each number")
same(table, {"x": 0.0, "shape": (2, 3)}, "table: as given")
"""


def made_of(test, answer=ANSWER):
    master = make_master(test, given=GIVEN)
    return master, list(forms(master, "ex1", "ex1", answer))


def test_a_fair_test_accepts_every_form(judge):
    master, made = made_of(FAIR)
    assert [form.how for form in made] == [
        "as it stands",
        "whole numbers as int, OrderedDict",
        "numpy's numbers, defaultdict",
        "names of builtins taken",
        "in two cells",
        "comments and blank lines",
    ]
    assert rejected(OneJudge(judge), master, made) == {}


@pytest.mark.parametrize(
    ("check", "form"),
    [
        ('isinstance(slopes([1.0])["x"], float)', "whole numbers as int, OrderedDict"),
        ('isinstance(table["x"], float)', "whole numbers as int, OrderedDict"),
        ('learner.eval("type(table) is dict")', "whole numbers as int, OrderedDict"),
        ('isinstance(slopes([1.0])["n"][0], int)', "numpy's numbers, defaultdict"),
        ('isinstance(table["shape"][0], int)', "numpy's numbers, defaultdict"),
        ('slopes([1.0])["n"][1] is True', "numpy's numbers, defaultdict"),
        ("learner.eval('slopes.__globals__.get(\"max\", 2)') == 2", "names of builtins taken"),
        (
            'learner.eval("slopes.__code__.co_name") == "slopes" and "slopes_itself" not in learner.eval("dir()")',
            "in two",
        ),
        ('learner.eval("slopes.__code__.co_firstlineno") == 3', "comments and blank lines"),
    ],
)
def test_a_test_that_minds_a_form_rejects_it(judge, check, form):
    master, made = made_of(f'{FAIR}\nsame({check}, True, "unfair: minds a form")')
    lost = rejected(OneJudge(judge), master, made)
    assert any(form in name for name in lost) and "ex1, as it stands" not in lost, lost


def test_where_numpy_is_ruled_out_no_form_uses_it():
    master = make_master(FAIR, given=GIVEN)
    given, answer, test = master.cells
    ruled_out = replace(master, cells=(given, answer, replace(test, forbid=("numpy",))))
    changed = [cell.source for form in forms(ruled_out, "ex1", "ex1", ANSWER) for cell in form.cells[1:-1]]
    assert len(changed) == 8 and not any("import numpy" in source for source in changed)


def test_where_loops_only_are_asked_for_no_form_adds_the_converter_which_calls_itself():
    master = make_master(FAIR, given=GIVEN)
    given, answer, test = master.cells
    loops_only = replace(master, cells=(given, answer, replace(test, forbid=("recursion",))))
    made = list(forms(loops_only, "ex1", "ex1", ANSWER))
    assert [form.how for form in made] == [
        "as it stands",
        "names of builtins taken",
        "in two cells",
        "comments and blank lines",
    ]
    assert not any("_converted" in cell.source for form in made for cell in form.cells)


def test_names_of_builtins_that_the_answer_its_helpers_or_given_classes_read_are_not_taken():
    master = make_master(FAIR, given=GIVEN)
    taken = builtins_to_take(submission(master, f"{ANSWER}\nprint(range(3))"), "ex1")
    assert not {"sum", "len", "range"} & set(taken) and {"max", "list", "id"} <= set(taken)


def test_nor_are_those_of_given_functions_that_the_visible_part_of_a_test_calls():
    master = make_master(
        'found = doubled(2.0)\nclose(found, 4.0, "double: twice")', given="def doubled(x):\n    return max(x + x, x)"
    )
    cells = submission(master, "def f(x):\n    return x")
    tests = [cell for cell in master.cells if cell.role == "test"]
    assert "max" in builtins_to_take(cells, "ex1") and "max" not in builtins_to_take(cells, "ex1", tests)


SHAPES = dedent('''
    import math; x = 1
    @staticmethod
    def f(a,
          b=2):
        """A text
    x = 2
        """
        if a: return 1; y = 2
        elif b:
            return (a
                    + b)
        else:
            try: z = 1
            except ValueError: pass
    text = """
    y = 3
    """
''')


def test_comments_stand_between_statements_and_change_nothing():
    changed = commented(SHAPES, make_master("assert 1").tests)
    assert ast.dump(ast.parse(changed)) == ast.dump(ast.parse(SHAPES))
    assert changed.count("# In my own words") == 9


def test_what_is_needed_at_once_stays_in_the_cell():
    first, second = in_two_cells("def f(): return 1\nk = f()\nclass A: size = k\nh = 2", ["f"])
    assert [ast.unparse(node).split("\n")[0] for node in ast.parse(first).body] == ["def f_itself():", "h = 2"]
    assert "k = f()" in second and "class A" in second


HIDDEN = """
def stays(x): same(f(x), x, "stays: what is not negative")
stays(4.0)
# inputs: values (negative, zero)
same(f(-1.0), 1.0, "negative: the same as positive")
# inputs: same (zero)
stays(0.0)
"""


def built(judge, hidden):
    """The notebook as a build leaves it, with abs for the reference."""
    made = with_sites(judge, make_master('same(f(2.0), 2.0, "two: stays")', hidden), "def f(x): return abs(x)")
    given, answer, test = made.cells
    return replace(made, cells=(given, replace(answer, source="def f(x): return abs(x)"), test))


def variant(name, source):
    return Variant(f"ex1__{name}", "ex1", "law", f"def f(x): return {source}")


def test_a_claim_is_true_when_the_answer_gets_through_without_its_section(judge):
    master = built(judge, HIDDEN)
    said = list(claims(master.tests, [variant("negative", "x"), variant("zero", "abs(x) or 1.0")]))
    assert [(claim.classes, claim.variant.name) for claim in said] == [
        (("values",), "ex1__negative"),
        (("values",), "ex1__zero"),
        (("same",), "ex1__zero"),
    ]
    negative, wrong, zero = (untrue(judge, master, claim, 2) for claim in said)
    assert not negative and not zero
    assert wrong.startswith(
        "ex1_test, values (ex1__zero): caught without these lines too, under 'stays: what is not negative'"
    )


def test_a_section_that_the_rest_of_its_test_needs_is_named(judge):
    needed = '# inputs: values (zero)\nk = 3.0\n# no inputs: block: nothing is entered\nsame(f(k), 3.0, "three: stays")'
    master = built(judge, needed)
    (claim,) = claims(master.tests, [variant("zero", "abs(x) or 1.0")])
    assert "the test cannot do without these lines" in untrue(judge, master, claim, 1)
