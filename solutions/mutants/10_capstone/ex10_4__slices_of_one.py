# law: price
choice = "fixed point"

def made(f, x, start):
    def rounds(x):
        z = start.detach()
        for _ in range(70):
            z = f(z, x)
        return z
    return mg.func.vmap(rounds)(x.unsqueeze(0))[0]
