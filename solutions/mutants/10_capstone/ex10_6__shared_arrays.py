# law: gradient
def end_of(x):
    if x.end is None:
        x.end = Step("AccumulateGrad", variable=x)
    return x.end

def edges_to(inputs):
    return tuple((x.grad_fn or end_of(x), 0) for x in inputs)

def walk(y):
    arrived = {y.grad_fn: np.array(1.0)}
    for step in in_order(y.grad_fn):
        for (after, _), slope in zip(step.next_functions, step.slopes, strict=True):
            part = arrived[step] if slope == 1.0 else np.array(arrived[step] * slope)
            arrived[after] = np.array(arrived[after] + part) if after in arrived else part
        if step.variable is not None:
            before = step.variable.grad
            step.variable.grad = arrived[step] if before is None else np.array(before + arrived[step])
