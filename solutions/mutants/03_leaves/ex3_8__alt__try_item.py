def first_gradient(output, order, gradient):
    def refuse(words):
        raise RuntimeError(words)

    list(order) or refuse("element 0 of tensors does not require grad")
    [refuse("Trying to backward through the graph a second time") for node in order if node.freed]
    if gradient is None:
        try:
            output.data.item()   # works for one entry, and for no other number
        except ValueError:
            refuse("grad can be implicitly created only for scalar outputs")
        return np.ones(output.shape)
    return np.asarray(getattr(gradient, "data") if isinstance(gradient, tape.Tensor) else np.array(gradient, float))
