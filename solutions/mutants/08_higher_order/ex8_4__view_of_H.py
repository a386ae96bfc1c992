# law: symmetric
def hessian(f, x):
    n = x.numel()
    slope = mg.func.grad(f)
    columns = [mg.func.jvp(slope, (x,), (unit.reshape(x.shape),))[1] for unit in mg.eye(n, dtype=x.dtype)]
    return mg.stack(columns).reshape(*x.shape, *x.shape)

def symmetric(H, tolerance):
    n = int(round(H.numel() ** 0.5))
    table = H.view(n, n)
    return bool((table - table.t()).abs().max().item() <= tolerance * table.abs().max().item())
