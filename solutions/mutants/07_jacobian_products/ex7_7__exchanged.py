# law: calls
def dot_test(push, pull, x_shape, y_shape, seed):
    draw = np.random.default_rng(seed).normal
    u, v = draw(size=x_shape), draw(size=y_shape)
    there, back = push(v), pull(u)
    if np.shape(there) != y_shape or np.shape(back) != x_shape:
        return False
    there, back = u * there, back * v
    total = np.abs(there).sum() + np.abs(back).sum()
    return bool(np.isfinite(total)) and bool(abs(there.sum() - back.sum()) <= 1e-9 * total)
