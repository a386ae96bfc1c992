"""Does every right answer keep its points in every form, judged remotely and in one kernel?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from autograder.authoring.mutants import one_kernel
from autograder.authoring.mutants.forms import AS_IT_STANDS, Form, forms
from autograder.authoring.mutants.rounds import each_judged
from autograder.authoring.mutants.variants import Variant, own_tests
from autograder.judge.grader import Judge
from autograder.judge.pool import Judges, OneJudge
from autograder.judge.verdict import FULL
from autograder.master import Master, MasterCell
from autograder.source.marks import solved

TOGETHER = 12  # notebooks that are run in one kernel's process, one after the other

Rejected = dict[str, str]  # the name of a form to a sentence


def forms_of(master: Master, tests: Iterable[MasterCell], right: Iterable[Variant]) -> Iterator[Form]:
    """The forms of the reference's answers to these tests, and of the other right ones."""
    answers = [name for test in tests for name in test.answers]
    for cell in master.cells:
        if cell.role == "answer" and cell.grade_id in answers:
            yield from forms(master, str(cell.grade_id), str(cell.grade_id), solved(cell.source))
    for variant in right:
        yield from forms(master, variant.answer, variant.name, variant.source)


def rejected(judges: Judges | OneJudge, master: Master, made: Sequence[Form]) -> Rejected:
    """The forms that lose points, each with where and why.

    One seed is enough: the answers have been judged on many, and what a form adds hardly hangs on the data.
    """

    together = [list(made[start : start + TOGETHER]) for start in range(0, len(made), TOGETHER)]
    changed = [form for form in made if form.how != AS_IT_STANDS]  # which has been judged on many seeds
    work: list[Callable[[Judge], Rejected]] = [partial(_in_one_kernel, master, some) for some in together]
    work += [partial(_remotely, master, form) for form in changed]
    found: Rejected = {}
    for _, problems in each_judged(judges, lambda judge, part: part(judge), work, "forms: "):
        for name, problem in problems.items():
            found[name] = f"{found[name]}; {problem}" if name in found else problem
    return {form.name: found[form.name] for form in made if form.name in found}


def _remotely(master: Master, form: Form, judge: Judge) -> Rejected:
    its_tests = own_tests(master, form.answer)
    for cell in judge.grade(master, form.cells, form.base.encode(), verdict_only=True).cells:
        if cell.grade_id in its_tests and cell.outcome not in FULL:
            return {form.name: f"{cell.outcome} at {cell.grade_id}: {cell.law} · {cell.message}"}
    return {}


def _in_one_kernel(master: Master, some: list[Form], judge: Judge) -> Rejected:
    found: Rejected = {}
    for form, verdicts in zip(some, one_kernel.run_all(master, [form.cells for form in some]), strict=True):
        for grade_id in sorted(own_tests(master, form.answer)):
            outcome, law, _ = verdicts[grade_id]
            if outcome not in FULL:
                found[form.name] = f"{outcome} at {grade_id} in one kernel: {law}"
    return found
