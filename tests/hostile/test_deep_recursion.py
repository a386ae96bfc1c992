"""Recursion without end: in the learner's code, through a callback, in a value."""


def test_recursion_without_end_fails_the_test(attack):
    verdict = attack("def gradients(a, b, c):\n    return gradients(a, b, c)")
    assert verdict.points == 0 and verdict.outcome == "wrong" and "RecursionError" in verdict.message


def test_recursion_through_the_tests_function_is_bounded(attack):
    test = """
        def f(x):
            return call(f, x + 1) if x < 3 else 1.0
        assert call(f, 0) == 1.0, "value: one"
    """
    verdict = attack("def call(f, x): return f(0)", test, "", "def call(f, x): return f(x)")
    assert verdict.points == 0


def test_a_value_that_holds_itself_is_no_answer(attack):
    verdict = attack("def gradients(a, b, c):\n    x = []\n    x.append(x)\n    return x")
    assert verdict.points == 0 and verdict.outcome in ("refused", "wrong")


def test_a_deeply_nested_source_ends_its_own_cell(attack):
    assert attack("x = " + "(" * 10**5 + ")" * 10**5).points == 0
