import collections as the_collections

defaultdict = the_collections.defaultdict


def end_of(x):
    x.end = x.end or Step("AccumulateGrad", variable=x)
    return x.end


def edges_to(inputs):
    return tuple(zip([end_of(x) if x.grad_fn is None else x.grad_fn for x in inputs], [0] * len(inputs), strict=True))


def collect(leaf, g):
    leaf.grad = np.array(g) if leaf.grad is None else np.array(leaf.grad + g)


def walk(y):
    waits, seen, found = defaultdict(int), {y.grad_fn}, [y.grad_fn]
    for step in found:
        for after, _ in step.next_functions:
            waits[after] += 1
            if after not in seen:
                seen.add(after)
                found.append(after)
    sums, ready = defaultdict(float, {y.grad_fn: 1.0}), [y.grad_fn]
    while ready:
        step = ready.pop()
        if step.variable is not None:
            collect(step.variable, sums[step])
        for (after, _), slope in zip(step.next_functions, step.slopes, strict=True):
            sums[after] += sums[step] * slope
            waits[after] -= 1
            if not waits[after]:
                ready.append(after)
