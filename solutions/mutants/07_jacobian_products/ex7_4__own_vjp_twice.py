# law: recorded
def jvp_by_walks(f, primals, tangents):
    value, pull = vjp(f, *primals)

    def along(u):
        return sum((row * v).sum() for row, v in zip(pull(u), tangents, strict=True))

    return value, vjp(along, mg.zeros_like(value))[1](mg.tensor(1.0, dtype=value.dtype))[0]
