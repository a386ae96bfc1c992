"""What a test author may write, on a class of the learner's: everything reads as in a kernel."""

import pytest
from judging import judged

ENGINE = """
import numpy as np
class Tensor:
    __array_ufunc__ = None
    on = True
    def __init__(self, data, requires_grad=False, parents=(), back=None):
        self.data = np.asarray(data, float); self.requires_grad = requires_grad; self.grad = None
        self.parents, self.back, self.freed, self.v = parents, back, False, 0
    @property
    def is_leaf(self): return self.back is None
    def _new(self, d, ps, b):
        on = Tensor.on and any(p.requires_grad for p in ps)
        return Tensor(d, on, ps if on else (), b if on else None)
    def __mul__(self, o):
        o = o if isinstance(o, Tensor) else Tensor(o)
        return self._new(self.data * o.data, (self, o), lambda g: (g * o.data, g * self.data))
    __rmul__ = __mul__
    def __add__(self, o):
        o = o if isinstance(o, Tensor) else Tensor(o)
        return self._new(self.data + o.data, (self, o), lambda g: (g, g))
    __radd__ = __add__
    def __iadd__(self, o): self.data = self.data + o; self.v += 1; return self
    def __matmul__(self, o): return Tensor(self.data @ o.data)
    def __rmatmul__(self, o): return Tensor(o @ self.data)
    def sum(self): return self._new(self.data.sum(), (self,), lambda g: (np.ones_like(self.data) * g,))
    def __getitem__(self, i): return Tensor(self.data[i])
    def __setitem__(self, i, v): self.data[i] = v; self.v += 1
    def __len__(self): return len(self.data)
    def __repr__(self): return f"Tensor({self.data.tolist()})"
    def __eq__(self, o): return True
    __hash__ = object.__hash__
    def __array__(self, dtype=None, copy=None): return self.data
    def backward(self, g=1.0):
        if self.freed: raise BackwardTwice("Trying to backward through the graph a second time")
        self.freed = True
        if self.is_leaf:
            self.grad = g if self.grad is None else self.grad + g; self.freed = False
        else:
            for p, pg in zip(self.parents, self.back(g)): p.backward(pg)
class BackwardTwice(RuntimeError):
    def __init__(self, text, code=7): super().__init__(text); self.code = code
class no_grad:
    def __enter__(self): self.old = Tensor.on; Tensor.on = False; return self
    def __exit__(self, *e): Tensor.on = self.old
def apply(f, *a, **k): return f(*a, **k)
def keep(l, x): l.append(x)
def warn(x):
    import warnings; warnings.warn("careful"); return x
def fail(e): raise e
"""

IDIOMS = {
    "backward of a remote": """
        a = rng.normal(size=(3, 2)); x = Tensor(a, requires_grad=True)
        y = (x * x + x * 3.0).sum()
        assert x.is_leaf and not y.is_leaf
        y.backward(); close(x.grad, 2 * a + 3, "law: paths add")""",
    "reflected operators and numpy on the left": """
        x = Tensor([1.0, 2.0]); close((2.0 * x).data, [2.0, 4.0], "law: l")
        close((np.ones((3, 2)) @ x).data, 3 * np.ones(3), "law: l"); close((np.ones(2) * x).data, [1, 2], "law: l")""",
    "exceptions of a class of the learner's": """
        x = Tensor([1.0], True); y = (x * x).sum(); y.backward()
        with raises(RuntimeError, "law: once", match="second time") as block: y.backward()
        same(block.error.code, 7, "law: code")
        try: y.backward()
        except BackwardTwice as e: assert "second" in str(e) and e.code == 7
        else: assert False""",
    "with, also when left by an exception": """
        x = Tensor([1.0], True)
        with no_grad(): y = x * x
        assert not y.requires_grad
        try:
            with no_grad(): raise ValueError("inside")
        except ValueError: pass
        assert (x * x).requires_grad""",
    "mirrored classes": """
        y = Tensor([1.0]) * 2
        assert isinstance(y, Tensor) and type(y) is Tensor and type(y).__name__ == "Tensor"
        assert not isinstance(3, Tensor)
        assert issubclass(BackwardTwice, RuntimeError) and isinstance(y.data, np.ndarray)
        assert callable(Tensor) and not callable(y) and hasattr(y, "data") and not hasattr(y, "nope")
        assert getattr(y, "nope", 5) == 5""",
    "identity survives the way": """
        x = Tensor([1.0], True); y = x * x
        same(y.parents[0], x, "law: l"); assert y.parents[0] is y.parents[1] and y is not x
        assert len({x, y, y.parents[1]}) == 2""",
    "callbacks with remotes and captured values": """
        w = Tensor([2.0]); r = apply(lambda t, k=1: t * w * k, Tensor([3.0]), k=5)
        close(r.data, [30.0], "law: l")
        seen = []
        apply(lambda v: seen.append(v), 3); assert seen == [3]
        assert apply(np.tanh, 0.0) == 0.0""",
    "an exception of the test passes the learner unchanged": """
        class Mine(Exception): pass
        mine = Mine("x")
        try: apply(lambda: fail(ValueError("v")) if False else (_ for _ in ()).throw(mine))
        except Mine as e: assert e is mine
        else: assert False""",
    "in place on the learner's side": """
        x = Tensor([1.0, 2.0]); y = x; y += 2.0; assert y is x and x.v == 1; x[0] = 9.0
        close(x.data, [9.0, 4.0], "law: l")
        x.tag = "k"; assert x.tag == "k"; del x.tag; assert not hasattr(x, "tag")""",
    "iteration, length, unpacking, text": """
        a, *b = Tensor([1.5, 2.0, 3.0]); assert len(b) == 2 and len(Tensor([1.0, 2.0])) == 2
        assert repr(a) == "Tensor(1.5)" and f"{a}" == "Tensor(1.5)" """,
    "held values show what the learner does to them": """
        l = learner.hold([]); keep(l, 3); assert learner.eval("list(l)", l=l) == [3]
        learner.put(FLAG=2); assert learner.eval("n + 1", n=FLAG) == 3""",
    "learner_side definitions": """
        @learner_side
        def sub(Tensor):
            class Sub(Tensor):
                def twice(self): return self * 2
            return Sub
        s = sub(Tensor)([1.0]); close(s.twice().data, [2.0], "law: l"); assert isinstance(s, Tensor)""",
    "warnings and prints reach the test": """
        import warnings, io, contextlib
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always"); warn(3)
        assert len(caught) == 1 and "careful" in str(caught[0].message)
        out = io.StringIO()
        with contextlib.redirect_stdout(out): apply(print, "hello")
        assert out.getvalue() == "hello\\n" """,
    "numpy of a remote": """
        x = Tensor([1.0, 2.0]); assert np.asarray(x).tolist() == [1.0, 2.0]
        close(x, [1.0, 2.0], "law: l"); assert np.stack([x, x]).shape == (2, 2)""",
    "float32 stays": """
        r = apply(lambda a: a * 2, np.ones(2, np.float32)); assert r.dtype == np.float32""",
}


@pytest.mark.parametrize("name", IDIOMS)
def test_idiom_holds(judge, name):
    verdict = judged(judge, ENGINE, IDIOMS[name])
    assert verdict.outcome == "right", verdict


REFUSED = {
    "==": "x = Tensor([1.0]); assert x == x",
    "truth": "x = Tensor([1.0]); assert x",
    "<": "x = Tensor([1.0]); assert 0 < x",
    "in": "x = Tensor([1.0]); assert 1.0 in x",
    "list of the learner's": "x = Tensor([1.0]); x.parents = [1]; x.parents.append(2); assert x.parents == [1, 2]",
    "array of the learner's": "x = Tensor([1.0]); x.data[0] = 5; close(x.data, [5.0], 'law: l')",
    "generator as argument": "assert apply(sum, (i for i in range(3))) == 3",
    "subclass in the test": "class Sub(Tensor): pass\nassert Sub",
    "wrong exception": "with raises(KeyError, 'law: l'): fail(ValueError('no'))",
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_only_the_learner_could_answer_is_refused(judge, name):
    verdict = judged(judge, ENGINE, REFUSED[name])
    assert verdict.outcome == "wrong" and verdict.message, verdict
