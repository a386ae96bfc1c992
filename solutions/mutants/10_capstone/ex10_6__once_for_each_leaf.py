# law: turns (written to pass the visible part)
def end_of(x):
    if x.end is None:
        x.end = Step("AccumulateGrad", variable=x)
    return x.end


def edges_to(inputs):
    return tuple((x.grad_fn or end_of(x), 0) for x in inputs)


def walk(y):
    order = in_order(y.grad_fn)
    for end in [step for step in order if step.variable is not None]:
        along = {end: 1.0}
        for step in reversed(order):
            if step is not end:
                pairs = zip(step.next_functions, step.slopes, strict=True) if step.next_functions else ()
                along[step] = sum(along[after] * slope for (after, _), slope in pairs)
        leaf = end.variable
        leaf.grad = np.array(float(along[y.grad_fn] + (0.0 if leaf.grad is None else leaf.grad)))
