# law: ends
import weakref
ends = weakref.WeakValueDictionary()

def end_of(x):
    step = ends.get(x)
    if step is None:
        step = ends[x] = Step("AccumulateGrad", variable=x)
    return step

def edges_to(inputs):
    return tuple((end_of(x) if x.grad_fn is None else x.grad_fn, 0) for x in inputs)

def walk(y):
    arrived = {y.grad_fn: 1.0}
    for step in in_order(y.grad_fn):
        g = arrived[step]
        for (after, _), slope in zip(step.next_functions, step.slopes, strict=step.variable is None):
            arrived[after] = arrived.get(after, 0.0) + g * slope
        if step.variable is not None:
            old = step.variable.grad
            step.variable.grad = np.array(g if old is None else old + g)
