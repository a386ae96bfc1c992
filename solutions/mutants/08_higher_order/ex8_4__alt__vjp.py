def hessian(f, x):
    value, pull = mg.func.vjp(mg.func.grad(f), x)
    found = []
    for k in range(x.numel()):
        v = mg.zeros(x.numel(), dtype=x.dtype)
        v[k] = 1.0
        found.append(pull(v.reshape(x.shape))[0])
    return mg.stack(found).reshape(x.shape + x.shape)

def symmetric(H, tolerance):
    n = int(np.sqrt(H.numel()) + 0.5)
    flat = [float(each) for each in H.reshape(-1)]
    limit = tolerance * max(abs(each) for each in flat)
    return all(abs(flat[i * n + j] - flat[j * n + i]) <= limit for i in range(n) for j in range(i))
