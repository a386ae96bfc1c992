# law: shape law
import itertools

def index_rule(g, shape, index):
    grad = np.zeros(shape)
    if not isinstance(index, tuple):
        np.add.at(grad, index, g)
        return grad
    parts = list(index) + [slice(None)] * (len(shape) - len(index))
    if not any(isinstance(part, (list, np.ndarray)) for part in parts):
        grad[index] += g
        return grad
    picks = np.broadcast_arrays(*[part for part in parts if not isinstance(part, slice)])
    rows = [range(*part.indices(size)) for part, size in zip(parts, shape) if isinstance(part, slice)]
    front = 0
    while isinstance(parts[front], slice):
        front += 1
    for at in np.ndindex(picks[0].shape):
        chosen = iter([pick[at] for pick in picks])
        fixed = [None if isinstance(part, slice) else int(next(chosen)) for part in parts]
        for numbers in itertools.product(*[range(len(row)) for row in rows]):
            along = iter([row[number] for row, number in zip(rows, numbers)])
            place = tuple(next(along) if each is None else each for each in fixed)
            grad[place] += g[numbers[:front] + at + numbers[front:]]
    return grad
