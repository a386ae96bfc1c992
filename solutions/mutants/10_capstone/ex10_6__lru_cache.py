# law: ends
import functools as kept

@kept.lru_cache
def end_of(x):
    x.end = Step("AccumulateGrad", variable=x)
    return x.end

def edges_to(inputs):
    return tuple((x.grad_fn or end_of(x), 0) for x in inputs)

def walk(y):
    arrived = {y.grad_fn: 1.0}
    for step in in_order(y.grad_fn):
        g = arrived.pop(step)
        for (after, _), slope in zip(step.next_functions, step.slopes, strict=False):
            arrived[after] = arrived.get(after, 0.0) + g * slope
        if step.variable is not None:
            old = step.variable.grad
            step.variable.grad = np.array(g if old is None else old + g, dtype=np.float64)
