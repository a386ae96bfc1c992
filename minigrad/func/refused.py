"""What transforms refuse; and `vmap`, besides, to look at the values of a tensor that differs from slice to slice, and
to keep it beyond."""

ANYWHERE = {
    "backward": "backward() called inside a functorch transform. This is not supported: use func.grad or func.vjp.",
    "requires_grad_": "You are attempting to call Tensor.requires_grad_(), perhaps through autograd.functional, inside "
    "a transform: give the tensor to it as an argument.",
}
BATCHED = "backward() called inside torch.vmap. This is not supported: use autograd.grad inside, or call it outside."
LOOKS = {  # what may not be done with a tensor that differs from slice to slice
    "random": "vmap: called random operation while in randomness error mode: use 'same' or 'different'.",
    "item": "vmap: It looks like you're calling .item() on a Tensor: compute with the tensor itself.",
    "bool": "vmap: It looks like you're attempting to use a Tensor in some data-dependent control flow: slices would "
    "go different ways. Compute both and choose with where(condition, a, b).",
    "mask": "vmap: We do not support batching operators that can support dynamic shape: use where(mask, a, b).",
    "nonzero": "vmap: We do not support batching operators that can output dynamic shape: slices would have their own.",
    "numpy": "Cannot access data pointer of Tensor that doesn't have storage: a slice has no memory of its own.",
    "tolist": "Cannot access data pointer of Tensor that doesn't have storage: a slice has no memory of its own.",
    "allclose": "vmap over torch.allclose isn't supported yet: compare with isclose or ==, and look outside.",
    "set data": "mutating directly with `.data` under vmap transform is not allowed: write in place.",
    "data": "accessing `data` under vmap transform is not allowed: use detach().",
}


class Escaped:
    """What stands in place of a slice's array once its `vmap` is over: it has a shape and a type, and refuses all else.
    So tensors need not be asked, whenever they are used, whether they are such slices."""

    def __init__(self, array) -> None:
        self.shape, self.dtype, self.ndim, self.size = array.shape, array.dtype, array.ndim, array.size

    def refuse(self, *_, **__):
        either = "Either your tensor may have escaped from inside a function being vmapped and this is a user error"
        stands = "while vmap runs it stands for all slices, afterwards for none. Return it from the function instead."
        raise RuntimeError(f"{either}, or minigrad is wrong: {stands}")

    __getattr__ = __getitem__ = __array__ = __array_ufunc__ = __array_function__ = refuse
