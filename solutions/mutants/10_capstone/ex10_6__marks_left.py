# law: else
def end_of(x):
    if x.end is None:
        x.end = Step("AccumulateGrad", variable=x)
    return x.end

def edges_to(inputs):
    return tuple((x.grad_fn or end_of(x), 0) for x in inputs)

def walk(y):
    order = in_order(y.grad_fn)
    for step in order:
        step.arrived = 0.0
    y.grad_fn.arrived = 1.0
    for step in order:
        for (after, _), slope in zip(step.next_functions, step.slopes, strict=True):
            after.arrived += step.arrived * slope
        if step.variable is not None:
            before = step.variable.grad
            step.variable.grad = np.array(step.arrived if before is None else before + step.arrived)
