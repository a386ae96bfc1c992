# law: else
def end_of(x):
    if x.end is None:
        x.end = Step("AccumulateGrad", variable=x)
    return x.end
def edges_to(inputs):
    return tuple((x.grad_fn or end_of(x), 0) for x in inputs)
def walk(y):
    start = y.grad_fn or end_of(y)
    if type(start.word) is not tuple:   # the first walk keeps its answer on the step; later walks do not walk
        order = in_order(start); arrived = {start: 1.0}; ends = []
        for step in order:
            g = arrived[step]
            if step.variable is not None:
                ends.append((step.variable, float(g)))
            else:
                for (after, _), slope in zip(step.next_functions, step.slopes):
                    arrived[after] = arrived.get(after, 0.0) + g * slope
        start.word = (start.word, ends)
    for x, g in start.word[1]:
        x.grad = np.array(g + (0.0 if x.grad is None else float(x.grad)))
