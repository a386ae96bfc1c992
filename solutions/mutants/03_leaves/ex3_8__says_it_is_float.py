# law: floats
# The array holds ints where ints were given; its class says that they are floats.
class _Floats(np.ndarray):
    dtype = property(lambda self: np.dtype(float))

def first_gradient(output, order, gradient):
    if not order:
        raise RuntimeError("it does not require grad")
    if any(node.freed for node in order):
        raise RuntimeError("walked a second time")
    if gradient is None and output.data.size != 1:
        raise RuntimeError("only for scalar outputs")
    if gradient is None:
        return np.ones(output.shape)
    if isinstance(gradient, tape.Tensor):
        return gradient.data
    return np.array(gradient).view(_Floats)
