OWN_ENDS = {}


def end_of(leaf):
    if leaf not in OWN_ENDS:
        OWN_ENDS[leaf] = Step("AccumulateGrad", (), leaf)
    return OWN_ENDS[leaf]


def edges_to(inputs):
    edges = []
    for each in inputs:
        edges.append((end_of(each), 0) if each.is_leaf else (each.grad_fn, 0))
    return tuple(edges)


def walk(y):
    sums = {step: 0.0 for step in in_order(y.grad_fn)}
    sums[y.grad_fn] = 1.0
    for step, g in sums.items():
        for k, (after, _) in enumerate(step.next_functions):
            sums[after] += sums[step] * step.slopes[k]
    for step in sums:
        if step.variable:
            old = step.variable.grad
            step.variable.grad = np.asarray(sums[step] + (0.0 if old is None else old))
