"""Honest work that looks odd: full marks."""

import pytest

PRODUCTS = "return b * c, a * c, a * b"
HONEST = {
    "numpy warns": f"""
        import numpy as np
        def gradients(a, b, c):
            np.log(np.array([-1.0, 0.0]))
            {PRODUCTS}""",
    "prints on stderr": f"""
        import sys
        def gradients(a, b, c):
            print("hm", file=sys.stderr)
            {PRODUCTS}""",
    "warns itself": f"""
        import warnings
        def gradients(a, b, c):
            warnings.warn("slow")
            {PRODUCTS}""",
    "a list of arrays": """
        def gradients(a, b, c):
            return [b * c, a * c, a * b]""",
    "a generator": """
        def gradients(a, b, c):
            yield b * c
            yield a * c
            yield a * b""",
    "a class with __call__": f"""
        class Gradients:
            def __call__(self, a, b, c):
                {PRODUCTS}
        gradients = Gradients()""",
    "names in other alphabets": """
        def produkt_µ(α, β):
            return α * β
        def gradients(ä, b, č):
            return produkt_µ(b, č), produkt_µ(ä, č), produkt_µ(ä, b)""",
    "a lambda": "gradients = lambda a, b, c: (b * c, a * c, a * b)",
    "slow but right": f"""
        import time
        def gradients(a, b, c):
            time.sleep(0.3)
            {PRODUCTS}""",
    "a named tuple": """
        import collections
        G = collections.namedtuple("G", "a b c")
        def gradients(a, b, c):
            return G(b * c, a * c, a * b)""",
    "threads": """
        from concurrent.futures import ThreadPoolExecutor
        def gradients(a, b, c):
            with ThreadPoolExecutor() as pool:
                return list(pool.map(lambda pair: pair[0] * pair[1], [(b, c), (a, c), (a, b)]))""",
    "recursion": f"""
        def depth(n):
            return 0 if n == 0 else 1 + depth(n - 1)
        def gradients(a, b, c):
            depth(700)
            {PRODUCTS}""",
    "top-level await": f"""
        import asyncio
        await asyncio.sleep(0)
        def gradients(a, b, c):
            {PRODUCTS}""",
    "magics and shell lines": f"""
        %timeit -n1 -r1 1
        !ls
        %pip install torch
        def gradients(a, b, c):
            {PRODUCTS}""",
    "a plot": f"""
        import matplotlib.pyplot as plt
        plt.plot([1, 2])
        def gradients(a, b, c):
            {PRODUCTS}""",
    "random seeds": f"""
        import numpy as np
        np.random.seed(0)
        def gradients(a, b, c):
            {PRODUCTS}""",
}


@pytest.mark.parametrize("name", HONEST)
def test_honest_work_gets_full_marks(honest, name):
    honest(HONEST[name])


def test_helper_cells_of_the_learners_own_are_there(honest):
    helper = "def product(x, y):\n    return x * y"
    answer = "def gradients(a, b, c):\n    return product(b, c), product(a, c), product(a, b)"
    honest(answer, extra=[helper, "1 / 0", "input('?')"])


def test_a_list_passes_where_only_values_are_compared(honest):
    test = """
        close(double([1.0, 2.0]), np.array([2.0, 4.0]), "value: doubled")
    """
    doubles = "def double(x): return [2 * v for v in x]"
    honest(doubles, test, "", doubles)
