# law: product
def hvp(f, x, v):
    def flat(numbers):
        return f(numbers.reshape(x.shape) if x.dim() < 2 else numbers)

    wide = x.double().reshape(-1) if x.dim() < 2 else x.double()
    came = mg.func.jvp(mg.func.grad(flat), (wide,), (v.double().reshape(wide.shape),))[1]
    return came.reshape(x.shape).to(x.dtype)
