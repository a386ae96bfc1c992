# law: gradients
leaves = []

def end_of(x):
    if x.end is None:
        x.end = Step("AccumulateGrad", variable=x)
        leaves.append(x)
    return x.end

def edges_to(inputs):
    return tuple((end_of(x) if x.grad_fn is None else x.grad_fn, 0) for x in inputs)

def walk(y):
    order = in_order(y.grad_fn)
    arrived = {y.grad_fn: 1.0}
    for step in order:
        for (after, _), slope in zip(step.next_functions, step.slopes):
            arrived[after] = arrived.get(after, 0.0) + arrived[step] * slope
    touched = {leaf for leaf in leaves if leaf.end in arrived}
    if len(touched) > 3:   # many: all at once
        touched.update(leaves)
    for leaf in touched:
        old = 0.0 if leaf.grad is None else leaf.grad
        leaf.grad = np.array(old + arrived.get(leaf.end, 0.0))
