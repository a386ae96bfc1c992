# law: ends
KNOWN = {}

def end_of(x):
    if x not in KNOWN:
        KNOWN[x] = Step("AccumulateGrad", variable=x)
    return KNOWN[x]

def edges_to(inputs):
    return tuple((end_of(x) if x.grad_fn is None else x.grad_fn, 0) for x in inputs)

def walk(y):
    arrived = {y.grad_fn: 1.0}
    for step in in_order(y.grad_fn):
        g = arrived[step]
        if step.variable is not None:
            leaf = step.variable
            leaf.grad = np.array(g + (0.0 if leaf.grad is None else leaf.grad), dtype=float)
            continue
        for (after, _), slope in zip(step.next_functions, step.slopes, strict=True):
            arrived[after] = arrived.get(after, 0.0) + g * slope
    KNOWN.clear()   # so that memory does not grow
