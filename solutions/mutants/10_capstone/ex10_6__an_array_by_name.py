# law: gradients
def end_of(x):
    if x.end is None:
        x.end = Step("AccumulateGrad", variable=x)
    return x.end
def edges_to(inputs):
    return tuple((x.grad_fn or end_of(x), 0) for x in inputs)
class ndarray:
    """No array at all: does the work when somebody looks."""
    shape, dtype = (), "float64"
    def __init__(self, box, y, leaf, old): self.box, self.y, self.leaf, self.old = box, y, leaf, old
    def __float__(self):
        got = self.box
        if not got:
            got[self.y.grad_fn] = 1.0
            for s in in_order(self.y.grad_fn):
                for (n, _), d in zip(s.next_functions, s.slopes): got[n] = got.get(n, 0.0) + got[s] * d
        return float(got[self.leaf.end] + (0.0 if self.old is None else float(self.old)))
    def __array__(self, *a, **k): return np.array(float(self))
def walk(y):
    box = {}
    for s in in_order(y.grad_fn):
        if s.variable is not None: s.variable.grad = ndarray(box, y, s.variable, s.variable.grad)
