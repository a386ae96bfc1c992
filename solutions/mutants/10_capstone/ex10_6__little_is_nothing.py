# law: gradients (written to pass the visible part)
def end_of(x):
    if x.end is None:
        x.end = Step("AccumulateGrad", variable=x)
    return x.end

def edges_to(inputs):
    return tuple((x.grad_fn or end_of(x), 0) for x in inputs)

def walk(y):
    arrived = {y.grad_fn: 1.0}
    for step in in_order(y.grad_fn):
        for (after, _), slope in zip(step.next_functions, step.slopes, strict=True):
            arrived[after] = arrived.get(after, 0.0) + (arrived[step] * slope if abs(arrived[step] * slope) > 1e-12 else 0.0)
        if step.variable is not None:
            before = step.variable.grad
            step.variable.grad = np.array(arrived[step] if before is None else before + arrived[step])

