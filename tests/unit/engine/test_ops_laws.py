"""Laws that hold for whole programs, whatever the operations in them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ops_samples import ELEMENTWISE, inputs

import minigrad as mg

SOME = settings(max_examples=25, deadline=None, derandomize=True)
SEEDS = st.integers(0, 2**32 - 1)

# a step: a function of a running value x and a constant y of the same shape, and the same written in place
STEPS = {
    "add": (lambda x, y: x + y, lambda x, y: x.add_(y)),
    "add alpha": (lambda x, y: mg.add(x, y, alpha=2), lambda x, y: x.add_(y, alpha=2)),
    "sub": (lambda x, y: x - y, lambda x, y: x.sub_(y)),
    "mul": (lambda x, y: x * y, lambda x, y: x.mul_(y)),
    "div": (lambda x, y: x / y, lambda x, y: x.div_(y)),
    "square": (lambda x, y: x**2, lambda x, y: x.pow_(2)),
    "exp": (lambda x, y: x.exp(), lambda x, y: x.exp_()),
    "sin": (lambda x, y: x.sin(), lambda x, y: x.sin_()),
    "sigmoid": (lambda x, y: x.sigmoid(), lambda x, y: x.sigmoid_()),
    "neg": (lambda x, y: -x, lambda x, y: x.neg_()),
    "clamp": (lambda x, y: x.clamp(-0.7, 0.7), lambda x, y: x.clamp_(-0.7, 0.7)),
    "lerp": (lambda x, y: x.lerp(y, 0.3), lambda x, y: x.lerp_(y, 0.3)),
    "addcmul": (lambda x, y: x.addcmul(y, y, value=0.5), lambda x, y: x.addcmul_(y, y, value=0.5)),
    "masked_fill": (lambda x, y: x.masked_fill(y > 0, 0.5), lambda x, y: x.masked_fill_(y > 0, 0.5)),
    "where": (lambda x, y: mg.where(y > 0, x, y), lambda x, y: x.copy_(mg.where(y > 0, x, y))),
    "zero": (lambda x, y: x * 0, lambda x, y: x.zero_()),
    "augmented": (lambda x, y: (x + 1) * 2, lambda x, y: augmented(x)),
}
# what saves its own result must not be written again before backward, and says so
REWRITABLE = [name for name in STEPS if name not in ("exp", "sigmoid")]
# a view, and how the elements it does not show are put around a new value for it
VIEWS = {
    "itself": (lambda b: b, lambda b, v: v),
    "row": (lambda b: b[0], lambda b, v: mg.cat([v[None], b[1:]])),
    "columns": (lambda b: b[:, 1:], lambda b, v: mg.cat([b[:, :1], v], 1)),
    "transposed": (lambda b: b.t(), lambda b, v: v.t()),
    "flat": (lambda b: b.view(-1), lambda b, v: v.reshape(2, 3)),
    "diagonal": (
        lambda b: b.diagonal(),
        lambda b, v: b * (1 - mg.eye(2, 3).double()) + mg.cat([v.diag(), mg.zeros(2, 1).double()], 1),
    ),
    "view of a view": (lambda b: b.t()[1:].unsqueeze(0), lambda b, v: mg.cat([b.t()[:1], v[0]]).t()),
}


def augmented(x):
    x += 1
    x *= 2
    return x


def gradients(function, tensors):
    out = function(*tensors)
    return [out.detach(), *mg.autograd.grad((out * out).sum(), tensors, allow_unused=True, materialize_grads=True)]


def same(a, b):
    for p, q in zip(a, b, strict=True):
        np.testing.assert_allclose(p.numpy(), q.numpy(), rtol=1e-12, atol=1e-12)


@SOME
@given(
    seed=SEEDS,
    steps=st.lists(st.tuples(st.sampled_from(list(VIEWS)), st.sampled_from(REWRITABLE)), min_size=1, max_size=4),
)
def test_a_program_that_writes_into_views_equals_the_program_without_writes(seed, steps):
    def writing(x, y):
        base = x * 1.5
        for view, step in steps:
            v = VIEWS[view][0](base)
            STEPS[step][1](v, VIEWS[view][0](y).detach())
        return base

    def pure(x, y):
        base = x * 1.5
        for view, step in steps:
            take, put = VIEWS[view]
            base = put(base, STEPS[step][0](take(base), take(y).detach()))
        return base

    tensors = inputs([(2, 3), (2, 3)], seed)
    same(gradients(writing, tensors), gradients(pure, tensors))


@SOME
@given(seed=SEEDS, picks=st.lists(st.sampled_from(list(STEPS)), min_size=2, max_size=4, unique=True), data=st.data())
def test_the_order_of_independent_operations_does_not_matter(seed, picks, data):
    def program(order):
        def run(x, y):
            parts = {name: STEPS[name][0](x, y) for name in order}
            return sum(parts[name] for name in sorted(parts))

        return run

    tensors = inputs([(2, 3), (2, 3)], seed)
    same(gradients(program(picks), tensors), gradients(program(data.draw(st.permutations(picks))), tensors))


NOTHING = {
    "clone": lambda x: x.clone(),
    "view_as": lambda x: x.view_as(x),
    "view": lambda x: x.view(-1).view(x.shape),
    "unsqueeze": lambda x: x.unsqueeze(0).squeeze(0),
    "times 1": lambda x: x * 1,
    "index": lambda x: x[...],
    "transpose twice": lambda x: x.t().t(),
    "double": lambda x: x.double(),
    "contiguous": lambda x: x.t().contiguous().t(),
}


@SOME
@given(seed=SEEDS, steps=st.lists(st.sampled_from(list(STEPS)), min_size=1, max_size=5), data=st.data())
def test_inserting_what_does_nothing_changes_nothing(seed, steps, data):
    inserted = [data.draw(st.sampled_from(list(NOTHING))) for _ in steps]

    def plain(x, y):
        for step in steps:
            x = STEPS[step][0](x, y)
        return x

    def padded(x, y):
        for step, name in zip(steps, inserted, strict=True):
            x = STEPS[step][0](NOTHING[name](x), y)
        return x

    tensors = inputs([(2, 3), (2, 3)], seed)
    same(gradients(plain, tensors), gradients(padded, tensors))


@pytest.mark.parametrize("name", STEPS)
def test_backward_twice_gives_twice_the_gradient(name):
    x, y = inputs([(2, 3), (2, 3)], 3)
    out = STEPS[name][0](x, y).sum()
    out.backward(retain_graph=True)
    once = x.grad.clone()
    out.backward()
    same([x.grad], [2 * once])


@pytest.mark.parametrize("name", STEPS)
def test_gradients_with_and_without_a_graph_of_their_own_agree(name):
    tensors = inputs([(2, 3), (2, 3)], 4)
    out = STEPS[name][0](*tensors).sum()
    plain = mg.autograd.grad(out, tensors, retain_graph=True, materialize_grads=True)
    recorded = mg.autograd.grad(out, tensors, create_graph=True, materialize_grads=True)
    same(plain, [g.detach() for g in recorded])


OF_ONE = {name for name, (_, tensors, *_) in ELEMENTWISE.items() if tensors == 1}
IN_PLACE = sorted(OF_ONE.intersection(mg.ops.inplace.PLAIN.split()) - {"clamp"})  # which wants a bound


@pytest.mark.parametrize("name", IN_PLACE)
def test_the_in_place_form_equals_the_operation(name):
    def written(x):
        y = x * 1
        assert getattr(y, f"{name}_")() is y and y._version == 1
        return y

    tensors = inputs([(2, 3)], 8, 0.3, 0.9)
    same(gradients(written, tensors), gradients(getattr(mg, name), tensors))
