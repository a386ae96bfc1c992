"""Recursion without end: in the learner's code, through a callback, in a value."""

PRODUCTS = "b * c, a * c, a * b"


def test_recursion_without_end_fails_the_test(attack):
    answer = f"def gradients(a, b, c, left={{}}):\n    return gradients(a, b, c, left - 1) if left else ({PRODUCTS})"
    verdict = attack(answer.format(-1), outcome="wrong", control=answer.format(200))
    assert "RecursionError" in verdict.message


def test_recursion_through_the_tests_function_is_bounded(attack):
    test = """
        def f(x):
            return call(f, x + 1) if x < 3 else 1.0
        assert call(f, 0) == 1.0, "value: one"
    """
    right = "def call(f, x): return f(x)"
    attack("def call(f, x): return f(0)", test, "", right, outcome="protocol", control=right)


def test_a_value_that_holds_itself_is_no_answer(attack):
    answer = f"def gradients(a, b, c):\n    x = [{PRODUCTS}]\n    x.append({{}})\n    return x"
    attack(answer.format("x"), outcome="refused", control=answer.format("x[0]"))


def test_a_deeply_nested_source_ends_its_own_cell(attack, right):
    nested = "x = {0}1{1}\n"
    deep, flat = (nested.format("(" * depth, ")" * depth) for depth in (10**5, 50))
    attack(deep + right, outcome="missing", control=flat + right)
