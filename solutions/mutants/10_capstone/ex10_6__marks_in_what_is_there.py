# law: else
def end_of(x):
    if x.end is None:
        x.end = Step("AccumulateGrad", variable=x)
    return x.end
def edges_to(inputs):
    return tuple((x.grad_fn or end_of(x), 0) for x in inputs)
def walk(y):
    start = y.grad_fn or end_of(y)
    order = in_order(start)
    arrived = {start: 1.0}
    for step in order:
        g = arrived[step]
        if step.word == "AccumulateGrad":
            x = step.variable
            x.grad = np.array(float(g) + (0.0 if x.grad is None else float(x.grad)))
        else:
            step.variable = ["a mark", g]
            step.word = "marked"
            for (after, _), slope in zip(step.next_functions, step.slopes):
                arrived[after] = arrived.get(after, 0.0) + g * slope
