"""Which wrong answers only the learner's process' own word gives away, so that points hang on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from autograder.authoring.mutants.declarations import SEEDS
from autograder.authoring.mutants.rounds import each_judged
from autograder.authoring.mutants.variants import Variant, as_far_as, with_answer
from autograder.authoring.word import Word, without_word, word_of
from autograder.judge.grader import Judge
from autograder.judge.pool import Judges
from autograder.judge.verdict import FULL
from autograder.master import Master, MasterCell


def relied_on(tests: Iterable[MasterCell], variants: Sequence[Variant]) -> list[tuple[MasterCell, Variant]]:
    """Each test that takes anything on its word, with each of its wrong answers."""
    return [
        (test, variant)
        for test in tests
        if word_of(test)
        for variant in variants
        if variant.law is not None and variant.answer in test.answers
    ]


def gets_through(judge: Judge, master: Master, test: MasterCell, variant: Variant, seeds: int) -> bool:
    """Does a wrong answer pass all that is held by more than the word of its process?"""
    changed = without_word(test)
    bare = replace(master, cells=tuple(changed if each is test else each for each in master.cells))
    grade_id = str(test.grade_id)
    cells = as_far_as(with_answer(bare, variant.answer, variant.source), {grade_id})
    return any(
        judge.grade(bare, cells, f"{variant.name} {number}".encode(), verdict_only=True).cell(grade_id).outcome in FULL
        for number in range(min(seeds, SEEDS))
    )


def undeclared(
    judges: Judges, master: Master, tests: Sequence[MasterCell], variants: Sequence[Variant], seeds: int
) -> list[str]:
    """Sentences about tests that rely on it and do not say so, or say so and do not."""
    found: dict[str, list[str]] = {str(test.grade_id): [] for test in tests if word_of(test)}
    tried = relied_on(tests, variants)
    judged = each_judged(
        judges, lambda judge, pair: gets_through(judge, master, *pair, seeds), tried, "without a word: "
    )
    for (test, variant), got in judged:
        if got:
            found[str(test.grade_id)].append(variant.name)
    by_id = {str(test.grade_id): word_of(test) for test in tests}
    return [said for grade_id, names in sorted(found.items()) if (said := _problem(by_id[grade_id], sorted(names)))]


def _problem(word: Word, names: list[str]) -> str:
    if names and not word.exception:
        return (
            f"{word.grade_id}: only the worker's word catches {', '.join(names)}: hold it by what the judge drew, "
            "counted or lent, or name the exception in the hidden part, `# word: what it is about`"
        )
    if word.exception and not names:
        return f"{word.grade_id}: says `# word: {word.exception}`, and no wrong answer needs it: take the line out"
    return ""
