class BackwardError(RuntimeError):
    text = ""
    def __init__(self):
        super().__init__(f"backward: {self.text}")

class NoGraph(BackwardError):
    text = "this tensor does not require grad, so there is nothing to walk"

class Again(BackwardError):
    text = "this graph cannot be walked a second time, what it saved is gone"

class NotScalar(BackwardError):
    text = "without a gradient this works only for scalar outputs"

def first_gradient(output, order, gradient):
    match gradient:
        case None if output.data.size != 1:
            raise NotScalar
        case None:
            found = np.ones_like(output.data)
        case tape.Tensor():
            found = gradient.data
        case _:
            found = np.array(gradient, dtype=float)
    if next((node for node in order if node.freed), None) is not None:
        raise Again
    if order == []:
        raise NoGraph
    return found
