"""`except BaseException` around calls, an `__exit__` that says True: a failed check is recorded before it is raised."""

TEST = """
    def f(x):
        close(x, 1.0, "inner: called with one")
        return x
    assert call(f) == 1.0, "outer: returns what f returns"
"""
RIGHT = "def call(f):\n    return f(1.0)"


def test_a_check_that_fails_inside_a_callback_cannot_be_caught(attack):
    answer = """
def call(f):
    try:
        f({})
    except BaseException:
        pass
    return 1.0"""
    verdict = attack(answer.format(2.0), TEST, "", RIGHT, outcome="wrong", control=answer.format(1.0))
    assert verdict.law.startswith("inner")


def test_a_context_manager_swallows_no_failed_check(attack):
    test = """
        with quiet():
            close(value(), 1.0, "value: it is one")
        assert True
    """
    right = "import contextlib\ndef value(): return 1.0\n@contextlib.contextmanager\ndef quiet(): yield"
    swallow = """
def value(): return {}
class quiet:
    def __enter__(self): return self
    def __exit__(self, *error): return True"""
    verdict = attack(swallow.format(2.0), test, "", right, outcome="wrong", control=swallow.format(1.0))
    assert verdict.law.startswith("value")


def test_an_expected_value_never_crosses_with_an_exception(attack):
    test = """
        def f(x):
            assert x == 12345.0, "secret: 12345"
            return x
        assert call(f) == 12345.0, "outer: found"
    """
    answer = """
def call(f):
    try:
        return f({})
    except BaseException as error:
        return float("".join(ch for ch in str(error) if ch.isdigit()) or 0)"""
    right = "def call(f): return f(12345.0)"
    attack(answer.format(0.0), test, "", right, outcome="wrong", control=answer.format(12345.0))


def test_a_test_that_swallows_its_own_check_by_leaving_gives_no_points(attack):
    """No author writes that on purpose; a `finally` that returns does it without a word."""
    test = """
        def looked():
            try:
                close(value(), 1.0, "value: it is one")
            finally:
                return True
        assert looked(), "looked: to the end"
    """
    wrong, right = "def value(): return 2.0", "def value(): return 1.0"
    verdict = attack(wrong, test, "", right, outcome="wrong", control=right)
    assert verdict.law == "value: it is one"
