def scan(step, carry, xs):
    state, found = carry, []
    for k in range(xs.shape[0]):
        state, y = step(state, xs[k])
        found.append(y.unsqueeze(0))
    return state, mg.cat(found, 0)
