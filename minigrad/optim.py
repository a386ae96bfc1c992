"""Optimisers: they read the gradients and write the parameters, outside the graph."""

import math

from numpy import asarray

from . import modes
from .errors import require
from .tensor import INFERENCE, Tensor, shared_counter

__all__ = ["SGD", "Adam", "Optimizer"]

SPOKEN = {"lr": "learning rate", "eps": "epsilon value"}


class Optimizer:
    """What optimisers share: groups of parameters with their settings, and what is remembered of each parameter.

    `params` is an iterable of leaf tensors, or of dictionaries with "params" and settings of their own. ValueError for
    a setting that is negative, for no parameters, or for one that is not a leaf.
    """

    def __init__(self, params, **defaults) -> None:
        for name, value in defaults.items():
            negative = isinstance(value, (int, float)) and value < 0
            require(not negative, f"Invalid {SPOKEN.get(name, f'{name} value')}: {value}", ValueError)
        wanted = "params argument given to the optimizer should be an iterable of Tensors or dicts"
        require(not isinstance(params, Tensor), f"{wanted}, but got Tensor: put it into a list", TypeError)
        groups = list(params)
        require(groups, "optimizer got an empty parameter list", ValueError)
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        self.defaults = defaults
        self.state: dict = {}
        self.param_groups = [{**defaults, **group, "params": as_list(group["params"])} for group in groups]
        computed = "can't optimize a non-leaf Tensor: its value is computed anew from the leaves"
        require(all(p.is_leaf for p in self.parameters()), computed, ValueError)

    def parameters(self):
        """All parameters of all groups."""
        return (p for group in self.param_groups for p in group["params"])

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget the gradients: set them to None, or to zeros."""
        for p in self.parameters():
            meta = p._meta
            if meta is not None and meta.grad is not None:
                meta.grad = None if set_to_none else meta.grad.detach().zero_()

    def step(self, closure=None):
        """Change every parameter that has a gradient. `closure` computes the loss anew and is called first."""
        loss = None if closure is None else closure()
        before = modes.change_grad(False)  # no_grad, which costs more
        try:
            for group in self.param_groups:
                decay = group["weight_decay"]
                for p in group["params"]:
                    if p._meta is not None and (g := p._meta.grad) is not None:
                        self.update(p, g + decay * p if decay else g, group)
        finally:
            modes.change_grad(before.grad)
        return loss

    def update(self, p: Tensor, g: Tensor, group: dict) -> None:
        """Change one parameter by its gradient, to which the decay of weights has been added."""
        raise NotImplementedError


def as_list(params) -> list:
    return [params] if isinstance(params, Tensor) else list(params)


class SGD(Optimizer):
    """Gradient descent: p -= lr * g, with momentum v = momentum * v + g in place of g.

    >>> w = mg.tensor(1.0, requires_grad=True)
    >>> (w * 2).backward()
    >>> mg.optim.SGD([w], lr=0.1).step()
    >>> w
    tensor(0.8000, requires_grad=True)
    """

    def __init__(self, params, lr=1e-3, momentum=0, *, weight_decay=0, nesterov=False):
        require(not nesterov or momentum > 0, "Nesterov momentum requires a momentum and zero dampening", ValueError)
        super().__init__(params, lr=lr, momentum=momentum, weight_decay=weight_decay, nesterov=nesterov)

    def update(self, p, g, group):
        if group["momentum"]:
            state = self.state.setdefault(p, {})
            if state:
                v = state["momentum_buffer"].mul_(group["momentum"]).add_(g)
            else:
                v = state["momentum_buffer"] = g.clone().detach()
            g = g + group["momentum"] * v if group["nesterov"] else v
        there, rate, counter = p._array, group["lr"], p._counter or shared_counter(p)
        if counter is INFERENCE or 0 in there.strides or modes.current().level is not None:  # which may be refused
            p.add_(g, alpha=-rate)
            return
        there -= g._array * asarray(rate, there.dtype)  # straight to the memory; quicker than with a number
        counter.increase("add_")


class Adam(Optimizer):
    """Steps of a size that adapts to each element: the mean gradient over the root of the mean squared gradient.

    Kingma and Ba, "Adam: a method for stochastic optimization", 2015, algorithm 1. With `amsgrad` the largest mean so
    far stands below the root: Reddi, Kale and Kumar, "On the convergence of Adam and beyond", 2018.

    >>> w = mg.tensor(1.0, requires_grad=True)
    >>> (w * 2).backward()
    >>> mg.optim.Adam([w], lr=0.1).step()
    >>> w
    tensor(0.9000, requires_grad=True)
    """

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False):
        for k, beta in enumerate(betas):
            require(0 <= beta < 1, f"Invalid beta parameter at index {k}: {beta}", ValueError)
        super().__init__(params, lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad)

    def update(self, p, g, group):
        first, second = group["betas"]
        state = self.state.setdefault(p, {})
        if not state:
            state.update(step=0, exp_avg=p.detach() * 0, exp_avg_sq=p.detach() * 0, max_exp_avg_sq=p.detach() * 0)
        state["step"] += 1
        mean, square, step = state["exp_avg"], state["exp_avg_sq"], state["step"]
        mean.lerp_(g, 1 - first)
        square.mul_(second).addcmul_(g, g, value=1 - second)
        if group["amsgrad"]:
            square = state["max_exp_avg_sq"] = state["max_exp_avg_sq"].maximum(square)
        size = square.sqrt() / math.sqrt(1 - second**step) + group["eps"]
        p.addcdiv_(mean, size, value=-group["lr"] / (1 - first**step))
