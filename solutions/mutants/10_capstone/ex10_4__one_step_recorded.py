# law: gradient
choice = "fixed point"

def made(f, x, start):
    with mg.no_grad():
        z = start
        for _ in range(60):
            z = f(z, x)
    return f(z, x)
