"""Custom functions."""

import pytest

import minigrad as mg
from minigrad.autograd import Function, grad, gradcheck, gradgradcheck
from minigrad.autograd.function import once_differentiable


def leaf(value, **kwargs):
    return mg.tensor(value, requires_grad=True, **kwargs)


def make(forward, backward=lambda ctx, *g: g[0], **more):
    body = {"forward": staticmethod(forward), "backward": staticmethod(backward)}
    return type("F", (Function,), body | {k: staticmethod(v) for k, v in more.items()})


class Exp(Function):
    @staticmethod
    def forward(ctx, x):
        result = x.exp()
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, g):
        (result,) = ctx.saved_tensors
        return g * result


def test_a_saved_output_stays_in_the_graph_for_second_derivatives():
    x = leaf([0.5, 1.0], dtype=mg.float64)
    assert gradcheck(Exp.apply, x) and gradgradcheck(Exp.apply, x)


def test_the_ctx_is_the_node():
    seen = []
    y = make(lambda ctx, x: (seen.append(ctx), x * 2)[1]).apply(leaf(1.0))
    assert y.grad_fn is seen[0] and y.grad_fn.name() == "FBackward"


def test_an_output_that_nothing_used_delivers_zeros_or_none():
    for materialize, expected in ((True, 0.0), (False, None)):
        seen = []

        def forward(ctx, x, materialize=materialize):
            ctx.set_materialize_grads(materialize)
            return x * 2, x * 3

        def backward(ctx, g, h, seen=seen):
            seen.append(None if h is None else h.item())
            return g * 2

        make(forward, backward).apply(leaf(1.0))[0].backward()
        assert seen == [expected]


def test_a_dirty_input_comes_back_as_itself_with_a_new_history():
    def forward(ctx, x):
        x.mul_(2)
        ctx.mark_dirty(x)
        return x

    x = leaf(3.0)
    y = x.clone()
    z = make(forward, lambda ctx, g: g * 2).apply(y)
    z.backward()
    assert z is y and y._version == 2 and x.grad.item() == 2.0


def test_a_kept_gradient_is_forgotten_when_its_tensor_comes_back_dirty():
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.mul_(2)

    x = leaf(3.0)
    y = x * 1
    y.retain_grad()
    y.backward(retain_graph=True)
    assert y.grad.item() == 1.0
    make(forward, lambda ctx, g: g * 2).apply(y)
    assert y.grad is None
    (y * y).backward()
    assert y.grad.item() == 12.0


def test_an_input_returned_as_it_is_becomes_a_view_that_may_not_be_written():
    y = leaf([1.0]).clone()
    z = make(lambda ctx, x: x).apply(y)
    assert z is not y and z._base is y
    with pytest.raises(RuntimeError, match="Output 0 of F is a view"):
        z.add_(1)


def test_setup_context_receives_inputs_with_defaults_and_the_output():
    def setup(ctx, inputs, output):
        ctx.factor = inputs[1]

    f = make(lambda x, k=4: x * k, lambda ctx, g: (g * ctx.factor, None), setup_context=setup)
    x = leaf(2.0)
    f.apply(x).backward()
    assert x.grad.item() == 4.0


def test_keyword_arguments_are_positional_in_disguise():
    f = make(lambda ctx, x, k=1: x * k, lambda ctx, g: (g * 5, None))
    x = leaf(2.0)
    f.apply(x, k=5).backward()
    assert x.grad.item() == 5.0


def test_once_differentiable_refuses_the_second_derivative():
    f = make(lambda ctx, x: x**3, once_differentiable(lambda ctx, g: g * 3))
    x = leaf(2.0)
    (g,) = grad(f.apply(x) ** 2, x, create_graph=True)
    with pytest.raises(RuntimeError, match="trying to differentiate twice"):
        g.backward()


def test_marked_outputs_are_not_differentiable():
    def forward(ctx, x):
        kept, marked = x * 2, x * 3
        ctx.mark_non_differentiable(marked)
        return kept, marked

    kept, marked = make(forward).apply(leaf(1.0))
    assert kept.requires_grad and not marked.requires_grad


@pytest.mark.parametrize(
    ("forward", "backward", "error", "words"),
    [
        (lambda ctx, x: x * 2, lambda ctx, g: (g, g), RuntimeError, "function FBackward returned an incorrect number"),
        (lambda ctx, x: x * 2, lambda ctx, g: "g", RuntimeError, "expected Variable or None"),
        (
            lambda ctx, x: x * 2,
            lambda ctx, g: mg.ones(5),
            RuntimeError,
            "Function FBackward returned an invalid gradient",
        ),
        (lambda ctx, x: (ctx.save_for_backward(3), x * 2)[1], None, TypeError, "save_for_backward can only save"),
        (lambda ctx, x: (ctx.save_for_backward((x, x)), x)[1], None, TypeError, "of type tuple: give it the tensors"),
        (lambda ctx, x: (ctx.mark_dirty("x"), x)[1], None, RuntimeError, "mark_dirty can only accept variables"),
        (lambda ctx, x: (ctx.mark_dirty(x), x * 2)[1], None, RuntimeError, "Some elements marked as dirty"),
    ],
)
def test_misuse_is_refused(forward, backward, error, words):
    x = leaf([1.0, 2.0]) * 1
    with pytest.raises(error, match=words):
        make(forward, backward or (lambda ctx, g: g)).apply(x).sum().backward()


def test_saved_tensors_that_were_not_unpacked_are_no_factor():
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    for backward in (lambda ctx, g: g * 2 * ctx.saved_tensors, lambda ctx, g: g * mg.exp(ctx.saved_tensors)):
        y = make(forward, backward).apply(leaf([1.0, 2.0]))
        with pytest.raises(TypeError, match="must be Tensor, not tuple: take the tensor out of it, as in `x, = ctx"):
            y.sum().backward()


@pytest.mark.parametrize("other", [(1.0, 2.0), [1.0, 2.0]])
def test_numbers_in_a_tuple_or_list_are_no_tensor(other):
    x = mg.ones(2)
    for act in (lambda: x + other, lambda: other - x, lambda: x * other, lambda: x / other, lambda: x**other):
        with pytest.raises(TypeError):
            act()
