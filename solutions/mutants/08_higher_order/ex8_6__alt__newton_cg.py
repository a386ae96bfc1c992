def newton(f, start):
    def times(x, v):
        return mg.func.jvp(mg.func.grad(f), (x,), (v,))[1]

    def solved(x, g):
        s, r = mg.zeros_like(g), g.clone()
        p, rr = r, (r * r).sum()
        for _ in range(3 * g.numel()):
            if rr.sqrt() <= 1e-13 * (g * g).sum().sqrt():
                break
            hp = times(x, p)
            alpha = rr / (p * hp).sum()
            s, r = s + alpha * p, r - alpha * hp
            new = (r * r).sum()
            p, rr = r + new / rr * p, new
        return s

    points = [start.clone()]
    for _ in range(39):
        x = points[-1]
        g = mg.func.grad(f)(x)
        if float(g.abs().max()) < 5e-7:
            break
        s = solved(x, g)
        length, here = 1.0, f(x)
        while f(x - length * s) > here and length > 1e-9:
            length /= 2
        points.append(x - length * s)
    return points
