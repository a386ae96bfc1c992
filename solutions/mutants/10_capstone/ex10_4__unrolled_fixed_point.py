# law: price
choice = "fixed point"

def made(f, x, start):
    z = start
    for _ in range(60):
        z = f(z, x)
    return z
