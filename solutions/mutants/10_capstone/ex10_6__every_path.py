# law: turns
def end_of(x):
    if x.end is None:
        x.end = Step("AccumulateGrad", variable=x)
    return x.end

def edges_to(inputs):
    return tuple((x.grad_fn or end_of(x), 0) for x in inputs)

def walk(y):
    def send(step, g):
        for (after, _), slope in zip(step.next_functions, step.slopes, strict=True):
            send(after, g * slope)
        if step.variable is not None:
            before = step.variable.grad
            step.variable.grad = np.array(g if before is None else before + g)
    send(y.grad_fn, 1.0)
