# law: rate
state = {}

def after_steps(loss, x, rate, steps):
    state["x"] = x if x.requires_grad else x.detach().requires_grad_()
    for _ in range(steps):
        value = loss(state["x"])
        (g,) = mg.autograd.grad(value, state["x"], create_graph=True, materialize_grads=True)
        state["x"] = state["x"] - rate * g
    return loss(state["x"])
