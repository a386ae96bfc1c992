"""The learner defines abs, all, isinstance, close and the like: the test has its own."""


def test_names_of_the_learner_never_judge_the_learner(attack, wrong):
    shadows = "\n".join(
        f"def {name}(*args, **kwargs):\n    return True" for name in ("all", "any", "isinstance", "close", "same")
    )
    verdict = attack(f"{wrong}\ndef abs(x):\n    return 0\n{shadows}\nclass AssertionError(Exception): pass")
    assert verdict.points == 0 and verdict.outcome == "wrong"


def test_builtins_changed_in_place_change_the_learners_process_only(attack, wrong):
    verdict = attack(f"{wrong}\nimport builtins\nbuiltins.abs = lambda x: 0\nbuiltins.isinstance = lambda *a: True")
    assert verdict.points == 0
