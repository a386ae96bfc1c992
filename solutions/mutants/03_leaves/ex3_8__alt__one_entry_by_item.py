def first_gradient(output, order, gradient):
    match order:
        case []:
            raise RuntimeError("a tensor that does not require grad")
        case [*nodes] if next((True for node in nodes if node.freed), False):
            raise RuntimeError("walked a second time")
    if gradient is None:
        try:
            output.data.item()   # numpy refuses unless there is exactly one entry
        except ValueError:
            raise RuntimeError("only for scalar outputs") from None
        return 1.0 + np.zeros(output.shape)
    numbers = getattr(gradient, "data") if type(gradient) is tape.Tensor else gradient
    found = np.empty(np.shape(numbers), dtype=float)
    found[...] = numbers
    return found
