# law: given
class Step:
    __slots__ = ("arrived", "__dict__", "__weakref__")
    def __init__(self, word, slopes=(), variable=None):
        self.word, self.slopes, self.variable = word, slopes, variable
        self.next_functions = ()
    def name(self):
        return self.word + "Backward0"

def end_of(x):
    if x.end is None:
        x.end = Step("AccumulateGrad", variable=x)
    return x.end

def edges_to(inputs):
    return tuple((x.grad_fn or end_of(x), 0) for x in inputs)

def walk(y):
    steps = in_order(y.grad_fn)
    for step in steps:
        step.arrived = 0.0
    y.grad_fn.arrived = 1.0
    for step in steps:
        v = step.variable
        if v is not None:
            v.grad = np.array(float(step.arrived + (0.0 if v.grad is None else v.grad)))
        elif step.next_functions:
            for (after, _), slope in zip(step.next_functions, step.slopes):
                after.arrived += step.arrived * slope
