# law: gradients
def end_of(x):
    if x.end is None:
        x.end = Step("AccumulateGrad", variable=x)
    return x.end

def edges_to(inputs):
    return tuple((x.grad_fn or end_of(x), 0) for x in inputs)

def walk(y):
    def key(step):
        return (step.word, step.next_functions) if step.next_functions else step
    arrived = {key(y.grad_fn): 1.0}
    for step in in_order(y.grad_fn):
        g = arrived[key(step)]
        for (after, _), slope in zip(step.next_functions, step.slopes, strict=False):
            arrived[key(after)] = arrived.get(key(after), 0.0) + g * slope
        if step.variable is not None:
            old = step.variable.grad
            step.variable.grad = np.array(g if old is None else old + g, dtype=np.float64)
