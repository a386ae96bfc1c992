# law: gradients
def end_of(x):
    if x.end is None:
        x.end = Step("AccumulateGrad", variable=x)
    return x.end

def edges_to(inputs):
    return tuple((end_of(x) if x.grad_fn is None else x.grad_fn, 0) for x in inputs)

def walk(y):
    arrived = {y.grad_fn: np.array(1.0)}
    for step in in_order(y.grad_fn):
        g = arrived[step]
        for (after, _), slope in zip(step.next_functions, step.slopes):
            part = g if slope == 1.0 else np.array(g * slope)   # a sum hands on what has arrived
            arrived[after] = np.array(arrived[after] + part) if after in arrived else part
        if step.variable is not None:
            old = step.variable.grad
            step.variable.grad = g.view() if old is None else np.array(old + g)
