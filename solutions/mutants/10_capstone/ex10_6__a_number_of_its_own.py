# law: given
def end_of(x):
    if x.end is None:
        x.end = Step("AccumulateGrad", variable=x)
    return x.end

def edges_to(inputs):
    return tuple((x.grad_fn or end_of(x), 0) for x in inputs)

def raw(v):
    return v.grad

def walk(y):
    arrived = {y.grad_fn: 1.0}
    for step in in_order(y.grad_fn):
        g, v = arrived[step], step.variable
        if v is not None:
            if v.grad is None:
                v.grad = np.array(float(g))
            else:
                np.add(raw(v), g, out=raw(v))
        elif step.next_functions:
            for (after, _), slope in zip(step.next_functions, step.slopes):
                arrived[after] = arrived.get(after, 0.0) + g * slope

class Number:
    requires_grad = True
    def __init__(self, data, made_by=None):
        self.data, self.grad_fn = np.array(float(data)), made_by
        self.grad, self.end = None, None
    is_leaf = property(lambda self: self.grad_fn is None)
    @property
    def grad(self):
        g = SHOWN.get(self)
        if g is None or (RAW[self] is not None and g[0] != str(RAW[self])):
            g = SHOWN[self] = (str(RAW[self]), None if RAW[self] is None else np.array(RAW[self]))
        return g[1]
    @grad.setter
    def grad(self, g):
        RAW[self] = g
        SHOWN.pop(self, None)

import weakref
RAW, SHOWN = weakref.WeakKeyDictionary(), weakref.WeakKeyDictionary()
def raw(v):
    SHOWN.pop(v, None)
    return RAW[v]
