# %% [markdown]
# # 08 · Higher order: create_graph, Hessian, grad_and_value
#
# In notebook 00 the swing was fitted by twenty small steps downhill, and how small they had to be was found by trying.
# A step that is too long overshoots, and a step that is too short gets nowhere. What is the right length? The slope
# cannot say. How the slope *changes* can: where it changes fast, the step must be short. That is the second derivative,
# and a walk that uses it, **Newton's method**, needs four steps where small ones need eighty. At the end of this
# notebook it fits the swing. At first it fails, in a way that tells you what a second derivative is.
#
# To an engine a second derivative is nothing new. A gradient is computed from tensors by operations, and what is
# computed can be recorded, and walked back through. The one thing to take care of is that the recording is not lost on
# the way.
#
# Afterwards you can
#
# - say when a gradient has a history, and what happens if it has none;
# - mend a rule that loses it;
# - write `grad` and `grad_and_value`, which take a function and return a function, and nest;
# - compute a Hessian, test it by its symmetry, and multiply by it without making it;
# - walk by Newton's method, and say why it may walk uphill;
# - differentiate through a loop that itself walks downhill.
#
# This notebook takes about two and three-quarter hours: 105 minutes for the exercises, and the rest for reading and
# running. Good places to stop are after exercises 8.3 and 8.5.
#
# You need the ideas of notebook 05 (a Function with `forward` and `backward`), of notebook 07 (vjp, jvp, the Jacobian),
# and of linear algebra what an eigenvector is.

# %%
try:
    import numpy as np
    import minigrad as mg
    from minigrad.drawing import draw, draw_jacobian, plot_descent
    from autograder.kit import close, learner, learner_side, plain, ref, rng, same
    from autograder.kit.predict import beside, outcome, told
    ready = hasattr(mg, "__course__")
except ImportError:
    ready = False
if not ready:
    print("This kernel lacks the course's packages. In the course folder, run:  python3 start.py")
    print("On Windows:  py start.py. Until then, the cells below end in errors.")

# %% [markdown]
# ## The gradient of a gradient
#
# An article says: "the gradient is stored in the property `grad_fn`." Notebook 03 has shown you what `grad_fn` is. So
# where does a gradient go, and has a gradient a `grad_fn` of its own? Predict the three lines.

# %% claims=["C2-05", "C2-30"]
x = mg.tensor(0.5, requires_grad=True)
c = mg.tensor(3.0)   # asks for nothing
(c * x * x).backward()
print("the gradient:", x.grad, " its node:", x.grad.grad_fn)
print("the leaf's node:", x.grad_fn, " the constant's gradient:", c.grad)

# %% [markdown]
# The gradient goes to `.grad` of the leaves that require one, and `grad_fn` is the node that made a tensor. The
# gradient here has none: it is a number without a past. The walk back has computed it from `x` and `c`, but what was
# computed there has not been recorded.
#
# `create_graph=True` records it. Here is a function in two steps, $e^{x^2}$, and its graph; then its gradient.

# %%
x = mg.tensor(0.5, requires_grad=True)
s = x * x
y = s.exp()
draw(y, saved=False)

# %% [markdown]
# *Figure 1. The graph of $e^{x^2}$.*
#
# **The figure in words.** A square leaf `x` with two arrows into one round box, `s = Mul`; from there one arrow to a
# second round box, `y = Exp`, which holds 1.284.
#
# What will the graph of the gradient look like? Its value is $2x\,e^{x^2}$. Which of these three boxes will be in it?

# %%
(g,) = mg.autograd.grad(y, x, create_graph=True)
draw(g, saved=False)

# %% [markdown]
# *Figure 2. The graph of its gradient, which grows on the first one.*
#
# **The figure in words.** It runs from top to bottom. At the top are the same three boxes, the leaf `x`, `s = Mul` and
# `y = Exp`. Below them there are four new ones: `Mul #1` takes `y` and a dashed constant, 1.0; `Mul #2` and `Mul #3` both
# take the result of `Mul #1`, and `x`; `g = Add` takes these two and holds 1.284.
#
# Read the new part from top to bottom: it is the walk back, as a computation. It begins with 1. The rule of `exp`
# multiplies by the output, $y$, and so there is an arrow from the old box `y` to a new one. The rule of the product
# $x \cdot x$ gives two parts, each of them times $x$, and they are added, since two edges lead to `x`. (That $g$ is
# equal to $y$ here is an accident of $x = 0.5$.)
#
# So `g` depends on `x` in two ways: directly, and through `y`. It is an output like any other, and can be walked back
# from. That is all that a second derivative is: $\frac{d}{dx}\,2x e^{x^2} = (2 + 4x^2)\,e^{x^2}$, at 0.5 that is
# $3\,e^{0.25}$, 3.852.

# %%
print(mg.autograd.grad(g, x))
(without,) = mg.autograd.grad((x * x).exp(), x)
print(without, without.requires_grad)

# %% [markdown]
# The second line has been computed without `create_graph`. It is the same number. But it does not know where it comes
# from, and nobody can ask it for its derivative.

# %% [markdown]
# ## Exercise 8.1 · What hangs on a gradient (predict, 2 points, about 9 min, needs nothing)
#
# `second` asks a gradient for its derivative, at 2. `penalised` makes a loss of a value and its own gradient, as one
# does to keep slopes small, and walks back from the sum.

# %%
def second(f, recorded=True):
    x = mg.tensor(2.0, requires_grad=True)
    (g,) = mg.autograd.grad(f(x), x, create_graph=recorded)
    return mg.autograd.grad(g, x)[0].item()

def penalised(recorded):
    x = mg.tensor(2.0, requires_grad=True)
    y = x**3
    (g,) = mg.autograd.grad(y, x, retain_graph=True, create_graph=recorded)
    (y + g).backward()
    return x.grad.item()

# %%
calls = {
    "cube": lambda: second(lambda x: x**3),
    "cube, not recorded": lambda: second(lambda x: x**3, False),
    "line": lambda: second(lambda x: 3 * x),
    "line and cube": lambda: second(lambda x: 3 * x + x**3),
    "cube, one x detached": lambda: second(lambda x: x * x * x.detach()),
    "penalty": lambda: penalised(True),
    "penalty, not recorded": lambda: penalised(False),
}

# %% [markdown]
# **Goal** Predict what each call gives, before you run any of them.
#
# **Given** the two cells above. The slope of $x^3$ is $3x^2$, and the slope of that is $6x$.
#
# **Return** the dictionary `hangs`, with one of `"error"`, 0, 4, 12, 24 for each `None`.
#
# **Example** `second(lambda x: x * x)` would give 2.

# %% nbgrader={"grade_id": "ex8_1", "solution": true}
### BEGIN SOLUTION
hangs = {
    "cube": 12,                      # "error", 0, 4, 12 or 24
    "cube, not recorded": "error",   # "error", 0, 4, 12 or 24
    "line": "error",                 # "error", 0, 4, 12 or 24
    "line and cube": 12,             # "error", 0, 4, 12 or 24
    "cube, one x detached": 4,       # "error", 0, 4, 12 or 24
    "penalty": 24,                   # "error", 0, 4, 12 or 24
    "penalty, not recorded": 12,     # "error", 0, 4, 12 or 24
}
### STUB
# hangs = {
#     "cube": None,                    # "error", 0, 4, 12 or 24
#     "cube, not recorded": None,      # "error", 0, 4, 12 or 24
#     "line": None,                    # "error", 0, 4, 12 or 24
#     "line and cube": None,           # "error", 0, 4, 12 or 24
#     "cube, one x detached": None,    # "error", 0, 4, 12 or 24
#     "penalty": None,                 # "error", 0, 4, 12 or 24
#     "penalty, not recorded": None,   # "error", 0, 4, 12 or 24
# }
### END SOLUTION

# %% nbgrader={"grade_id": "ex8_1_test", "grade": true, "points": 1} exercise={"kind": "P", "commitment": true}
for key in ("cube", "cube, not recorded", "line", "line and cube", "cube, one x detached", "penalty",
            "penalty, not recorded"):
    same(hangs[key] is not None, True, "commitment: still the stub; put a value in the place of None", about=key)
    same(hangs[key] in ("error", 0, 4, 12, 24), True, 'commitment: each value is "error", 0, 4, 12 or 24', about=key)

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# For each call ask: is there a way in the graph from the gradient `g` back to `x`?
# </details>
# <details><summary>Hint 2: which calls</summary>
#
# The gradient of $3x$ is 3, whatever `x` is. And `x.detach()` is a number like any other: what does the gradient of
# $c\,x^2$ look like, and what is the slope of that?
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Where `g` has no history, to ask it for a derivative is an error, and to add it to something that has one is not: it
# counts as a constant. Recorded, the sum of $x^3$ and $3x^2$ has the slope $3x^2 + 6x$.
# </details>

# %% [markdown]
# Now run.

# %%
beside(hangs, {name: outcome(call) for name, call in calls.items()})

# %% [markdown]
# Two of these are errors (the lines above the table are what `"cube, not recorded"` and `"line"` say, in this order),
# and two are wrong without a word. For `"line"` the second derivative exists, and is 0; the
# engine says "does not require grad", since there is no graph to walk. With the `x` that was detached, 4 is the
# derivative of another function. And the penalty without a graph changes nothing: the walk goes as if it were not
# there. Why is there no error in the last one?
#
# - **a** `retain_graph=True` freezes the gradient, so that it can be used only once.
# - **b** The sum has a history, by way of `y`. The gradient in it has none, and goes through as a constant, like any
#   number that is added to a loss.
# - **c** The slope of the penalty happens to be 0 at 2.
# - **d** `backward()` knows first derivatives only; second ones need `mg.autograd.grad`.

# %% nbgrader={"grade_id": "ex8_1_why", "solution": true}
### BEGIN SOLUTION
why_silent = "b"
### STUB
# why_silent = None   # "a", "b", "c" or "d"
### END SOLUTION

# %% nbgrader={"grade_id": "ex8_1_why_test", "grade": true, "points": 1} exercise={"kind": "P", "commitment": true}
same(why_silent is not None, True, "choice: still the stub; put a letter in the place of None")
same(why_silent in ("a", "b", "c", "d"), True, "choice: the answer is one of the letters a, b, c, d, in quotes")

# %% [markdown]
# <details><summary>Read this after you have chosen</summary>
#
# Not **a**: to retain a graph keeps what its nodes have saved, and does nothing to results. Not **c**: the slope of
# $3x^2$ at 2 is 12, and it is what is missing. Not **d**: in the call before, the same `backward()` has found 24. It is
# **b**. Whoever penalises a gradient has to say `create_graph=True`; if it is forgotten, the training goes on, and the
# penalty is printed, and it has no effect.
# </details>

# %% [markdown]
# ## Rules that lose the way
#
# `create_graph` records what a rule *does with tensors*. The rules of the package are written so that this works, to any
# order. Yours of notebook 05 are as you have written them. An article says that the functions which are applied to
# tensors "are objects of the class `Function`", and that such an object "knows how to compute the function forward".
# Look at a product, and at a Function:

# %% claims=["C2-03", "C2-04"]
Function = mg.autograd.Function
x = mg.tensor(2.0, requires_grad=True)
node = (x * x).grad_fn
print(type(node).__name__, isinstance(node, Function), hasattr(node, "forward"))

# %% [markdown]
# A product leaves a *node*: it knows the way back, and has no `forward`. Only a Function of your own has both, and then
# it is up to you that its `backward` can be recorded. Here are three whose rules cannot. Each has the right value, and
# right first derivatives.

# %%
class CutSine(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.sin()

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * x.detach().cos()

# %%
class CutCube(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(3 * x * x)
        return x * x * x

    @staticmethod
    def backward(ctx, g):
        (slope,) = ctx.saved_tensors
        return g * slope

# %%
class CutScale(Function):
    """All entries of x, times the one number in c."""

    @staticmethod
    def forward(ctx, x, c):
        ctx.save_for_backward(x)
        ctx.factor = c.item()
        return x * c

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * ctx.factor, (g * x).sum()

# %% [markdown]
# Their squares have the second derivatives $2\cos 2x$, $30x^4$ and $2c^2$ with respect to `x`. At 0.5, with $c = 3$, that
# is 1.081, 1.875 and 18. Predict which of the three are missed.

# %%
def bend(f, at=0.5):
    """The second derivative of f squared."""
    x = mg.tensor(at, requires_grad=True)
    (first,) = mg.autograd.grad(f(x) ** 2, x, create_graph=True)
    return round(mg.autograd.grad(first, x)[0].item(), 3)

print("sine ", bend(CutSine.apply))
print("cube ", bend(CutCube.apply))
print("scale", bend(lambda x: CutScale.apply(x, mg.tensor(3.0))))

# %% [markdown]
# Two are wrong, and nothing has warned you. The third seems right; but ask how the slope in `x` depends on `c`. The
# derivative of $(cx)^2$ first by `x`, then by `c`, is $4cx$; at 0.5 and 3 that is 6, and the other order gives the same.

# %%
def mixed(f, first, then):
    """The derivative of the square of f(x, c) by x and c, in the order that is named."""
    at = {"x": mg.tensor(0.5, requires_grad=True), "c": mg.tensor(3.0, requires_grad=True)}
    (g,) = mg.autograd.grad(f(at["x"], at["c"]) ** 2, at[first], create_graph=True)
    return mg.autograd.grad(g, at[then])[0].item()

print("by c, then x:", mixed(CutScale.apply, "c", "x"))
print("by x, then c:", mixed(CutScale.apply, "x", "c"))

# %% [markdown]
# Two orders, two numbers. For a function that can be differentiated twice, the order makes no difference, so
# one of the two is wrong. Keep this in mind: it is a test that needs no right answer to compare with, and in 8.4 you
# build it.

# %% [markdown]
# ## Exercise 8.2 · Three backwards, made differentiable (modify, 4 points, about 14 min, needs nothing)
#
# **Goal** Write `Sine`, `Cube` and `Scale`: the three Functions, with rules that can be differentiated again and again.
#
# **Given** the three classes above. `x` is a tensor of any shape with at most three dimensions (a size may be 0), in
# `float32` or `float64`, with entries from $-3$ to 3; `c` is one without dimensions in the same type. One of the two may
# ask for no gradient. The upstream gradient `g` has the shape of the output, and may have a history of its own, or
# require no grad. An output may be walked back more than once, recorded or not, and after other calls. Nobody writes
# into a tensor.
#
# **Return** three classes made from `mg.autograd.Function`, called as `Sine.apply(x)`, `Cube.apply(x)` and
# `Scale.apply(x, c)`, each with the value of the one above in the type of `x`, and with right derivatives of the first,
# second and third order: with respect to `x`, `c` and `g`, in every combination. A call makes one node, as it does
# above; what a `backward` makes is up to you. `x`, `c` and `g` stay as they are. Rules are what you write here:
# `mg.func`, `mg.autograd.functional`, `mg.autograd.forward_ad` and `mg.autograd.grad` are ruled out. The hidden test
# looks for what is ruled out; the check that you see does not.
#
# **Example** `bend(Sine.apply)` is 1.081, `bend(Cube.apply)` is 1.875, and `mixed(Scale.apply, "x", "c")` is 6.

# %% nbgrader={"grade_id": "ex8_2", "solution": true}
### BEGIN SOLUTION
class Sine(CutSine):
    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * x.cos()

class Cube(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * 3 * x * x

class Scale(Function):
    @staticmethod
    def forward(ctx, x, c):
        ctx.save_for_backward(x, c)
        return x * c

    @staticmethod
    def backward(ctx, g):
        x, c = ctx.saved_tensors
        return g * c, (g * x).sum()
### STUB
# class Sine(CutSine):
#     @staticmethod
#     def backward(ctx, g):
#         raise NotImplementedError("still the stub")
#
# class Cube(CutCube):
#     @staticmethod
#     def backward(ctx, g):
#         raise NotImplementedError("still the stub")
#
# class Scale(CutScale):
#     @staticmethod
#     def backward(ctx, g):
#         raise NotImplementedError("still the stub")
### END SOLUTION

# %% nbgrader={"grade_id": "ex8_2_test", "grade": true, "points": 4} exercise={"kind": "M", "forbid": ["minigrad.func", "minigrad.autograd.functional", "minigrad.autograd.forward_ad", "minigrad.autograd.grad", "minigrad.autograd.gradients", "minigrad.gradcheck", "minigrad.drawing"]}
MADE = "Function: all three are classes made from mg.autograd.Function, and one call is one node"
VALUE = "value: that of the Function above, in the type of x"
FIRST = "first derivatives: those of the Function above, in the shapes and types of the inputs"
SECOND = "second derivatives: what backward returns depends on x, c and g in a way that the graph can see"
THIRD = "third derivatives: the rule can be differentiated again and again"
STAYS = "unchanged: the inputs and what arrives stay as they are"
same([isinstance(each, type) and issubclass(each, mg.autograd.Function) for each in (Sine, Cube, Scale)], [True] * 3,
     MADE)


@learner_side
def value_of(function, arrays):
    """What one call gives, the class of its node, and whether that leads to the inputs at once."""
    leaves = [mg.tensor(each, requires_grad=True) for each in arrays]
    y = function.apply(*leaves)
    ends = [getattr(node, "variable", None) for node, _ in y.grad_fn.next_functions]
    return y.detach().numpy(), type(y.grad_fn).__name__, all(a is b for a, b in zip(ends, leaves, strict=True))


@learner_side
def derivatives_of(function, arrays, asks, upper, weights, arriving):
    """Three orders of derivatives; then the inputs and what arrives, as they are.

    arriving: "leaf" if g is a leaf that requires grad; "plain" if it requires none; "made" if g and the inputs have
    been computed.
    """
    leaves = [mg.tensor(np.asarray(each, order="F"), requires_grad=ask) for each, ask in zip(arrays, asks, strict=True)]
    top = mg.tensor(np.asarray(upper, order="F"), requires_grad=arriving != "plain")
    *inputs, g = [each * 1.0 if arriving == "made" else each for each in (*leaves, top)]
    y = function.apply(*inputs)
    function.apply(*[each.detach() + 1.0 for each in inputs])   # another call, before the walk back
    wanted = [each for each in leaves if each.requires_grad]
    mg.autograd.grad(y, wanted, g, retain_graph=True)           # a walk that is not recorded, before the one that is
    found, total, orders = mg.autograd.grad(y, wanted, g, create_graph=True, materialize_grads=True), None, []
    wanted = [each for each in (*leaves, top) if each.requires_grad]
    for order in range(3):
        if order:
            found = mg.autograd.grad(total, wanted, create_graph=True, materialize_grads=True)
        orders.append([each.detach().numpy() for each in found])
        bent = [w * (each + each * each).sum() for w, each in zip(weights[: len(found)], found, strict=True)]
        total = sum(bent) + sum([0.0 * each.sum() for each in wanted])
    return orders, [each.detach().numpy() for each in (*inputs, g)], [each.grad is not None for each in (*leaves, top)]


def right_of(f, arrays, asks, upper, weights, arriving):
    """The value and the same three orders, of the plain function."""
    leaves = [ref.tensor(each, requires_grad=ask) for each, ask in zip(arrays, asks, strict=True)]
    top, total, orders = ref.tensor(upper, requires_grad=arriving != "plain"), None, []
    y, wanted = f(*leaves), [each for each in leaves if each.requires_grad]
    found = ref.autograd.grad(y, wanted, top, create_graph=True, materialize_grads=True)
    wanted = [each for each in (*leaves, top) if each.requires_grad]
    for order in range(3):
        if order:
            found = ref.autograd.grad(total, wanted, create_graph=True, materialize_grads=True)
        orders.append([each.detach().numpy() for each in found])
        bent = [w * (each + each * each).sum() for w, each in zip(weights[: len(found)], found, strict=True)]
        total = sum(bent) + sum([0.0 * each.sum() for each in wanted])
    return y.detach().numpy(), orders


def tell_rule(about, which, arrays, upper, asks=(True, True), arriving="leaf"):
    """One Function, at one point: value and three orders, compared with those of plain operations."""
    weights, asks = [0.7, -1.3, 0.4], asks[: len(arrays)]
    if which == "Sine":
        function, plain_one = Sine, lambda x: x.sin()
    elif which == "Cube":
        function, plain_one = Cube, lambda x: x**3
    else:
        function, plain_one = Scale, lambda x, c: x * c
    right, rights = right_of(plain_one, arrays, asks, upper, weights, arriving)
    off = 2e-3 if arrays[0].dtype.name == "float32" else 1e-9
    near, about = {"rtol": off, "atol": off}, f"{which}, {about}"
    value, node, leads_to_leaves = plain(value_of(function, arrays))
    close(value, right, VALUE, **near, about=about)
    same(value.dtype.name, arrays[0].dtype.name, VALUE, about=about)
    same([node, leads_to_leaves], [f"{which}Backward", True], MADE,
         about=f"{about}: the node, and does it lead to the inputs?")
    orders, after, graded = plain(derivatives_of(function, arrays, asks, upper, weights, arriving))
    same([(np.shape(each), each.dtype.name) for each in orders[0]],
         [(np.shape(each), each.dtype.name) for each in rights[0]], FIRST, about=f"{about}, shapes and types")
    close(after, [*arrays, upper], STAYS, about=about)
    same(graded, [False] * len(graded), STAYS, about=f"{about}, .grad")
    by = [name for name, ask in zip("xc"[: len(arrays)], asks, strict=True) if ask]
    for name, found, wanted in zip(by, orders[0], rights[0], strict=True):
        close(found, wanted, FIRST, **near, about=f"{about}, by {name}")
    by += ["g"] * (arriving != "plain")
    for name, found, wanted in zip(by, orders[1], rights[1], strict=True):
        close(found, wanted, SECOND, **near, about=f"{about}, then by {name}")
    for name, found, wanted in zip(by, orders[2], rights[2], strict=True):
        close(found, wanted, THIRD, **near, about=f"{about}, at last by {name}")


at_rule, up_rule = np.array([[0.5, -1.0, 2.0], [0.0, 0.25, -2.0]]), np.array([[1.0, -0.5, 2.0], [0.5, 1.0, -1.0]])
for which in ("Sine", "Cube", "Scale"):
    inputs_of_rule = [at_rule, np.array(3.0)][: 1 + (which == "Scale")]
    tell_rule("shape (2, 3)", which, inputs_of_rule, up_rule)
    tell_rule("shape (2, 3), float32", which, [each.astype("float32") for each in inputs_of_rule],
              up_rule.astype("float32"), arriving="made")
tell_rule("c asks for no gradient", "Scale", [at_rule, np.array(-2.0)], up_rule, (True, False))
tell_rule("x asks for no gradient", "Scale", [at_rule, np.array(-2.0)], up_rule, (False, True))
### BEGIN HIDDEN TESTS


def numbers_of_rule(shape, name):
    return np.asarray(rng.uniform(-3, 3, size=shape)).astype(name)


PLAIN_ONES = (lambda x: x.sin(), lambda x: x**3, lambda x, c: x * c)


def right_rules(pool, steps):
    """What the same calls and walks give with plain operations."""
    made, calls, told = [ref.tensor(numbers, requires_grad=asks) for numbers, asks in pool], [], []
    leaves = [one for one in made if one.requires_grad]
    for (how, which, where) in steps:
        if how in ("call",):
            calls.append(PLAIN_ONES[which](*[made[each] for each in where]))
            told += [[calls[-1].detach().numpy()]]
            continue
        found = ref.autograd.grad(calls[which], leaves, made[where], create_graph=True, materialize_grads=True)
        orders = [one.detach().numpy() for one in found]
        for _ in range({"walk": 0, "twice": 1, "thrice": 2}[how]):
            weights_rule = ([0.7, -1.3, 0.4] * 3)[: len(found)]
            total = sum([w * (each * each + each).sum() for w, each in zip(weights_rule, found, strict=True)])
            if total.requires_grad is False:
                break
            found = ref.autograd.grad(total, leaves, create_graph=True, materialize_grads=True)
            orders += [one.detach().numpy() for one in found]
        told += [orders]
    return told


# word: that each Function is one node, and that the inputs stay as they are
# no inputs: aliasing, unchanged: the visible part turns tables round, and every call looks at the inputs
# no inputs: same: with one number as x and as c, the two gradients are alike
# no inputs: order, size, block: each input has its place, nothing grows, and nothing is entered
# no inputs: asked, example: the visible part looks at the classes, and has the example's Functions
# inputs: dimensions (sine_of_two_dimensions), values (sine_by_pythagoras)
for number, shape in enumerate(((), (1,), (4,), (0,), (2, 0), (3, 1), (2, 1, 3), ())):
    name = ("float64", "float32")[number % 3 == 1]
    for which in ("Sine", "Cube", "Scale"):
        inputs_of_rule = [numbers_of_rule(shape, name), numbers_of_rule((), name)][: 1 + (which == "Scale")]
        tell_rule(f"shape {shape}, {name}", which, inputs_of_rule, numbers_of_rule(shape, name),
                  arriving=("made", "plain", "leaf")[number % 3])
for which in ("Sine", "Cube", "Scale"):
    inputs_of_rule = [np.array([0.0, -0.0, 3.0, -3.0, 1.0, np.pi / 2, -np.pi / 2]), np.array(0.0)]
    tell_rule("zeros, level places and ends of the range", which, inputs_of_rule[: 1 + (which == "Scale")],
              np.array([1.0, 0.5, -1.0, 2.0, 0.0, 1.0, -2.0]))
    for arriving in ("made", "plain"):
        inputs_of_rule = [numbers_of_rule((2, 3), "float64"), np.array(1.5)][: 1 + (which == "Scale")]
        tell_rule(f"shape (2, 3), what arrives is {arriving}", which, inputs_of_rule, up_rule, arriving=arriving)
# inputs: again (scale_remembers_c)
for factor in (2.0, -1.5):
    tell_rule("another c for the same x", "Scale", [at_rule, np.array(factor)], up_rule)
both_rule = mg.tensor(-1.5, dtype=mg.float64, requires_grad=True)
(slope_rule,) = mg.autograd.grad(Scale.apply(both_rule, both_rule), both_rule, create_graph=True)
close(slope_rule, -3.0, FIRST, about="one number, as x and as c")
close(mg.autograd.grad(slope_rule, both_rule)[0], 2.0, SECOND, about="one number, as x and as c")
x_rule, c_rule = mg.tensor(at_rule, requires_grad=True), mg.tensor(2.0, dtype=mg.float64, requires_grad=True)
nested_rule = Sine.apply(Scale.apply(Cube.apply(x_rule), c_rule))
nested_rule.backward(mg.tensor(up_rule))
close(x_rule.grad, up_rule * np.cos(2 * at_rule**3) * 6 * at_rule**2, FIRST, about="the sine of twice the cube")
close(c_rule.grad, (up_rule * np.cos(2 * at_rule**3) * at_rule**3).sum(), FIRST, about="the sine of twice the cube")
# inputs: values (scale_one_is_nothing_to_do, nothing_arrives, cube_level_at_zero),
# again (sine_remembered_by_its_numbers, slope_kept_when_recorded)
places_rule = np.random.default_rng(8)   # who is called when is always the same, and with which numbers is not
for name in ("float64", "float64", "float32"):
    some_of_rule = np.append(numbers_of_rule((2,), name), np.asarray([rng.choice([0.0, 1.0, -1.0])] * 2, name))
    whole = np.asarray(rng.integers(-3, 4, size=4), name)
    pool_rule = [(each, ask) for each, ask in (
        (some_of_rule, True), (some_of_rule.copy(), True), (whole, True), (0 * whole, bool(places_rule.integers(2))),
        (np.asarray(rng.choice([1.0, 2.0]), name), True), (np.asarray(rng.choice([-1.0, 0.0]), name), True),
        (np.asarray(1.0, name), False), (np.asarray(1.0, name), True), (0 * whole, True), (0 * whole, False),
        (numbers_of_rule((4,), name), False), (0 * whole + 1, False), (0 * whole + 1, True))]
    steps_rule = []
    for which in range(3):
        for _ in range(4 + which):
            where = [int(places_rule.integers(4))] + ([int(places_rule.integers(4, 8))] if which == 2 else [])
            steps_rule.append(("call", which, where if pool_rule[where[0]][1] else [0, *where[1:]]))
    steps_rule = [steps_rule[k] for k in places_rule.permutation(len(steps_rule))]
    calls_rule = len(steps_rule)
    for number in places_rule.permutation(2 * calls_rule):
        steps_rule.append((("twice", "thrice", "walk")[int(places_rule.integers(5)) // 2], int(number) % calls_rule,
                           int(places_rule.integers(8, 13))))
    told_rule = plain(learner.kit("transform_stories.rules_run")([Sine, Cube, Scale], pool_rule, steps_rule))
    off = 5e-3 if name == "float32" else 1e-9
    asking_rule = sum([ask for _, ask in pool_rule])
    rights_rule = right_rules(pool_rule, steps_rule)
    for (how, which, where), found, right in zip(steps_rule, told_rule, rights_rule, strict=True):
        kind = which if how == "call" else steps_rule[which][1]
        told = f"calls and walks in turn, {name}: {how}, {('Sine', 'Cube', 'Scale')[kind]}, with entry {where}"
        size = off * max([1.0, *[np.abs(each).max() for each in right]])
        same(len(found), len(right), SECOND, about=f"{told}: does each walk back come to its end?")
        for order in range(0, len(right), asking_rule):
            came, wanted = found[order : order + asking_rule], right[order : order + asking_rule]
            if how in ("call",):
                close(came, wanted, VALUE, rtol=off, atol=size, about=told)
            elif order == 0:
                close(came, wanted, FIRST, rtol=off, atol=size, about=told)
            elif order == asking_rule:
                close(came, wanted, SECOND, rtol=off, atol=size, about=told)
            else:
                close(came, wanted, THIRD, rtol=off, atol=size, about=told)
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Follow each thing that a `backward` uses: is there a way, through recorded operations, from it to the *inputs* of
# `forward`? Inputs that are saved come back with their history. What is computed inside `forward` has none.
# </details>
# <details><summary>Hint 2: which lines</summary>
#
# In `CutSine` one call cuts the way. In `CutCube` the wrong thing is saved. In `CutScale` a tensor becomes a Python
# number.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Sine: take the cosine of the saved input itself. Cube: save the input, and compute the slope in `backward`. Scale: save
# both inputs, and multiply by the saved tensor in the place of the number.
# </details>

# %%
print("sine ", outcome(lambda: bend(Sine.apply)))
print("cube ", outcome(lambda: bend(Cube.apply)))
print("scale", outcome(lambda: [mixed(Scale.apply, "c", "x"), mixed(Scale.apply, "x", "c")]))

# %% [markdown]
# Mended, they give 1.081, 1.875 and twice 6. The rule behind all three: in `backward`, *compute from saved inputs, with
# tensors*. What `forward` has worked out may be saved too if it is the output (notebook 05), since the output has a
# history.

# %% [markdown]
# ## Transform, then call
#
# Up to now a derivative was something that you asked a tensor for. There is another way to say it: a derivative is
# something that you do to a *function*. `mg.func.grad(f)` is a function again, the one that computes the gradient of
# `f`. No leaf, no `requires_grad`, no `.grad`. ("One can annotate functions directly", says an article. There is nothing
# to annotate: `f` stays as it is, and you get another function.) And since it is a function, it can be transformed
# again. The cube and its slopes are simple enough to be worked out by hand as well:

# %% claims=["C3-06", "C3-22", "C3-26"]
cube = lambda x: x**3
slope = mg.func.grad(cube)   # a function; nothing has been computed

x = mg.tensor(2.0)
print(slope(x), mg.func.grad(slope)(x), mg.func.grad(mg.func.grad(slope))(x))
print("by hand:", 3 * 2.0**2, 6 * 2.0, 6.0, "and for the square:", 2 * 2.0)
print(mg.func.grad_and_value(cube)(x))

# %% [markdown]
# `grad_and_value` gives both in one run and one walk: the *gradient first*, then the value. JAX has them the other way
# round, in the function's name (`value_and_grad`) and in the result. An article has this:
#
# ```python
# def square(x):
#     return x**2
# x = torch.tensor(2.)
# (value, grad), aux = torch.func.grad_and_value(square, has_aux=True)
# ```
#
# and says that it prints 4.0 and 4.0, with `aux` as `None`. There are at least three mistakes in it. Find them before
# you run the next two cells.

# %% claims=["C3-08", "C3-09", "C3-10", "C3-14"]
def square(x):
    return x**2

def as_printed():
    (value, slope), aux = mg.func.grad_and_value(square, has_aux=True)
    return value, slope, aux

print("as printed:", told(as_printed))
print("called:    ", told(lambda: mg.func.grad_and_value(square, has_aux=True)(mg.tensor(2.0))))
print("at an int: ", told(lambda: mg.func.grad(square)(mg.tensor(2))))
print(mg.func.grad_and_value(square)(mg.tensor(2.0)), mg.func.grad_and_value(square)(mg.tensor(3.0)))

# %% [markdown]
# It was transformed, and never called: what cannot be unpacked is a function. Called, it complains that `square` does
# not return a pair, which `has_aux=True` promises. The third line is not in the article: with a whole number there is no
# slope. And at 2 the value and the slope of $x^2$ are both 4, so that nobody can see which is which; at 3 they are 9 and
# 6, and the gradient comes first.
#
# `has_aux=True` is for a function that has more to tell than its value: it returns a pair, the value and something
# *besides*, of which no derivative is taken. What comes back then? And may it be `None`?

# %% claims=["C3-07", "C3-11"]
def square_and_double(x):
    return x**2, 2 * x   # the value, and something besides

x = mg.tensor(3.0)
print(mg.func.grad(square_and_double, has_aux=True)(x))
print(mg.func.grad_and_value(square_and_double, has_aux=True)(x))
try:
    mg.func.grad(lambda x: (x**2, None), has_aux=True)(x)
except RuntimeError:
    print("no None")

# %% [markdown]
# `grad` gives (gradient, aux), and `grad_and_value` gives (gradient, (value, aux)). Besides the value there have to be
# tensors (or lists, tuples and dictionaries of tensors).

# %% [markdown]
# ## Exercise 8.3 · `grad` and `grad_and_value` (code, 5 points, about 20 min, needs nothing)
#
# **Goal** Write `grad(f, argnum=0, has_aux=False)` and `grad_and_value(f, argnum=0, has_aux=False)`: functions that take
# a function and return one.
#
# **Given** `f`, a function of one to three tensors that computes and does nothing else. Its value is a tensor without
# dimensions; with `has_aux` it returns a tuple, the value and a tensor of any type. `argnum`, from 0, says by which
# argument to differentiate. The new function is called with as many tensors as `f`, all in `float32` or all in `float64`,
# of any shape with at most three dimensions (a size may be 0, an entry infinite). Any of them may require grad. The value
# may not depend on all of them, or on any. One tensor may be given twice. Recording is on. Nobody writes into what is
# given or returned. Apart from its arguments, `f` reads nothing that requires grad.
#
# **Return** from `grad` a function that returns the gradient, and with `has_aux` the tuple (gradient, aux); from
# `grad_and_value` one that returns (gradient, value), and with `has_aux` (gradient, (value, aux)). A gradient has the
# shape and type of its argument, zeros if the value does not depend on it. `f` is run once by each call, and not
# before. If no argument requires grad, neither does anything that comes back. If one does, then what comes back has its
# history, if it depends on one, so that *they nest*: `grad(grad(f))` is the second derivative, and `f` of an outer one
# may call an inner one with what it has computed from its arguments, or the new function itself. The new function may
# be called again and again: each call is about its own arguments, whatever they were in other calls, and an error that
# `f` raises, of whatever type, comes through and changes nothing for later ones. The gradient is that with respect to
# the argument alone, also where another argument was made from it. The arguments stay as they are: numbers,
# `requires_grad`, `.grad`. The package's transforms (`mg.func`, `mg.autograd.functional`, `mg.autograd.forward_ad`) are
# ruled out. The hidden test looks for what is ruled out; the check that you see does not.
#
# **Example** At 3, `grad_and_value(square_and_double, has_aux=True)` gives (6, (9, 6)), and `grad(grad(square))` gives 2.

# %% nbgrader={"grade_id": "ex8_3", "solution": true}
### BEGIN SOLUTION
def grad_and_value(f, argnum=0, has_aux=False):
    def both(*args):
        nested = any(x.requires_grad for x in args)
        x = args[argnum]
        x = x.view_as(x) if x.requires_grad else x.detach().requires_grad_()
        result = f(*args[:argnum], x, *args[argnum + 1:])
        value, aux = result if has_aux else (result, None)
        if value.requires_grad:
            (g,) = mg.autograd.grad(value, x, create_graph=nested, materialize_grads=True)
        else:
            g = mg.zeros_like(x)
        if not nested:
            value, aux = value.detach(), aux.detach() if has_aux else None
        return g, ((value, aux) if has_aux else value)
    return both

def grad(f, argnum=0, has_aux=False):
    def gradient(*args):
        g, rest = grad_and_value(f, argnum, has_aux)(*args)
        return (g, rest[1]) if has_aux else g
    return gradient
### STUB
# def grad_and_value(f, argnum=0, has_aux=False):
#     raise NotImplementedError("still the stub")
#
# def grad(f, argnum=0, has_aux=False):
#     raise NotImplementedError("still the stub")
### END SOLUTION

# %% nbgrader={"grade_id": "ex8_3_test", "grade": true, "points": 5} exercise={"kind": "C", "forbid": ["minigrad.func", "minigrad.autograd.functional", "minigrad.autograd.forward_ad", "minigrad.drawing"]}
FORM = "form: grad gives the gradient or (gradient, aux), grad_and_value (gradient, value) or (gradient, (value, aux))"
GRADIENT = "gradient: that of the value with respect to the argument that argnum names, in its shape and type"
VALUE = "value: f at the arguments, in its own type, after the gradient"
AUX = "aux: what f returns besides its value"
ZEROS = "zeros: in the shape and type of the argument, if the value does not depend on it"
TENSORS = "tensors: the gradient, the value and aux are tensors, none of them None, also where the gradient is zeros"
ONCE = "once: f is run when the new function is called, once by each call"
NESTED = "nested: what comes back of arguments that require grad can be differentiated again"
PLAIN = "plain: nothing that comes back requires grad if no argument does"
STAYS = "unchanged: the arguments keep their numbers, their requires_grad and their .grad"
RAISES = "errors: an error that f raises comes through"


@learner_side
def told_of_grad(new, arrays, twice, shape):
    """Is the form as told; numbers and requires_grad of all that came back; then the arguments as they are."""
    args = [mg.tensor(np.asarray(each, order="F")) for each in arrays]
    if twice:
        args[1] = args[0]
    for each in args:
        each.grad = mg.ones_like(each)   # from some earlier walk
    kept = [each.grad for each in args]
    came = new(*args)
    parts, fits = [came], True
    if shape:   # "pair": (a, b); "three": (a, (b, c))
        fits = isinstance(came, tuple) and len(came) == 2
        parts = list(came) if fits else []
    if fits and shape == "three":
        fits = isinstance(came[1], tuple) and len(came[1]) == 2
        parts = [came[0], *came[1]] if fits else []
    if not fits or any(isinstance(each, (tuple, list)) for each in parts):
        return False, [], []
    if not all(isinstance(each, mg.Tensor) for each in parts):
        return True, None, []
    found = [(each.detach().numpy(), each.requires_grad) for each in parts]
    stays = [each.grad is grad and bool((grad.numpy() == 1).all()) for each, grad in zip(args, kept, strict=True)]
    after = [(each.detach().numpy(), each.requires_grad, stay) for each, stay in zip(args, stays, strict=True)]
    return fits, found, after


@learner_side
def told_of_history(new, arrays, asks, made, twice, shape):
    """What came back, bent and summed, differentiated by the arguments that ask; which ask after it, and have .grad."""
    leaves = [mg.tensor(each, requires_grad=ask) for each, ask in zip(arrays, asks, strict=True)]
    args = [each * 1.0 if made else each for each in leaves]
    if twice:
        args[1] = args[0]
    came = new(*args)
    parts = [came] if not shape else list(came) if shape == "pair" else [came[0], *came[1]]
    wanted = [each for each in leaves if each.requires_grad]
    total = sum([w * (each * each + each).sum() for w, each in zip([0.7, -1.3, 0.4][: len(parts)], parts, strict=True)])
    total = total + sum([0.0 * each.sum() for each in wanted])
    found = mg.autograd.grad(total, wanted, materialize_grads=True)
    return [each.numpy() for each in found], [each.requires_grad for each in args], [
        each.grad is not None for each in leaves]


@learner_side
def told_of_refusal(transform, kind, at, asks, has_aux):
    """The gradient at these numbers, then what comes if f raises an error, then the gradient again."""
    kinds = {each.__name__: each for each in (RuntimeError, TypeError, AttributeError, IndexError, KeyError,
                                              ZeroDivisionError)}

    def refuses(x):
        value = (x * x * x).sum()
        if now[0] and kind == "shapes":
            value = (value + x + mg.ones(7)).sum()
        elif now[0] and kind == "no graph":
            mg.autograd.grad(mg.ones(()), x)
        elif now[0]:
            raise kinds[kind]("not now")
        return (value, 2.0 * x) if has_aux else value

    now, told, new = [False], [], transform(refuses, 0, has_aux)
    for turn in (False, True, False):
        now[0] = turn
        try:
            came = new(mg.tensor(at, requires_grad=asks))
        except (*kinds.values(),) as error:
            told.append(type(error).__name__)
        else:
            told.append((came[0] if isinstance(came, tuple) else came).detach().numpy())
    return told


def tell_history(about, f, arrays, asks, argnum=0, besides=None, twice=False, made=False):
    """That what comes back of arguments that require grad has their history, in both transforms."""
    leaves = [ref.tensor(each, requires_grad=ask) for each, ask in zip(arrays, asks, strict=True)]
    args = [leaves[0], leaves[0]] if twice else leaves
    right_g, right_v = ref.func.grad_and_value(f, argnum)(*args)
    wanted = [each for each in leaves if each.requires_grad]
    both = (lambda *x: (f(*x), besides(*x))) if besides else f
    news = [grad(both, argnum, bool(besides)), grad_and_value(both, argnum, bool(besides))]
    for number, new in enumerate(news):
        told = about + (", grad", ", grad_and_value")[number] + (", has_aux" if besides else "")
        shape = ("", "pair", "three")[number + bool(besides)]
        parts = [right_g] + [right_v] * number + ([besides(*args)] if besides else [])
        bent = [w * (each * each + each).sum() for w, each in zip([0.7, -1.3, 0.4][: len(parts)], parts, strict=True)]
        total = sum(bent) + sum([0.0 * each.sum() for each in wanted])
        rights = ref.autograd.grad(total, wanted, retain_graph=True, materialize_grads=True)
        found, asking, graded = plain(told_of_history(new, arrays, asks, made, twice, shape))
        close(found, [each.numpy() for each in rights], NESTED, rtol=1e-8, atol=1e-9, about=told)
        same(asking, [each.requires_grad for each in args], STAYS, about=f"{told}, requires_grad")
        same(graded, [False] * len(leaves), STAYS, about=f"{told}, .grad")


def turned_round(first, value, gradient):
    """Is it the value, in the place of the gradient?"""
    size = 1e-6 * (1.0 + np.abs(value).max())
    is_value = first.shape == value.shape and np.abs(first - value).max() <= size
    return bool(is_value and not (first.shape == gradient.shape and np.abs(first - gradient).max() <= size))


def tell_grad(about, f, arrays, argnum=0, besides=None, twice=False):
    """Both transforms, with and without something besides, compared with what the checker's own engine says."""
    runs = []

    def noting(*x):
        runs.append(len(x))
        return f(*x)

    def noting_both(*x):
        runs.append(len(x))
        return f(*x), besides(*x)

    args = [ref.tensor(each) for each in arrays]
    right_g, right_v = ref.func.grad_and_value(f, argnum)(*args)
    right_a = besides(*args).numpy() if besides else None
    right_g, right_v = right_g.numpy(), right_v.numpy()
    near = {"rtol": 1e-4, "atol": 1e-5} if arrays[0].dtype.name == "float32" else {"rtol": 1e-10, "atol": 1e-12}
    place = [argnum] if argnum else []   # 0 is what it is if nothing is said
    made = [grad(noting, *place), grad_and_value(noting, *place)]
    if besides:
        made = [grad(noting_both, *place, has_aux=True), grad_and_value(noting_both, *place, has_aux=True)]
    same(len(runs), 0, ONCE, about=f"{about}, before the call")
    for number, new in enumerate(made):
        told = about + (", grad", ", grad_and_value")[number] + (", has_aux" if besides else "")
        shape = ("", "pair", "three")[number + bool(besides)]
        if right_g.any():
            fits, found, after = plain(told_of_grad(new, arrays, twice, shape))
            same(fits is not None, True, GRADIENT, about=told)
            same(fits, True, FORM, about=told)
            same(found is not None, True, TENSORS, about=told)
            same(number == 1 and turned_round(found[0][0], right_v, right_g), False, FORM,
                 about=f"{told}: does the value come first?")
            close(found[0][0], right_g, GRADIENT, **near, about=told)
        else:
            fits, found, after = plain(told_of_grad(new, arrays, twice, shape))
            same(fits is not None, True, ZEROS, about=told)
            same(fits, True, FORM, about=told)
            same(found is not None, True, TENSORS, about=told)
            close(found[0][0], right_g, ZEROS, **near, about=told)
        if number:
            close(found[1][0], right_v, VALUE, **near, about=told)
        if besides:
            same(found[-1][0].dtype.name, right_a.dtype.name, AUX, about=f"{told}, type")
            close(found[-1][0], right_a, AUX, **near, about=told)
        same(found[0][0].dtype.name, right_g.dtype.name, GRADIENT, about=f"{told}, type")
        same([each.dtype.name for each, _ in found[1 : 1 + number]], [right_v.dtype.name] * number, VALUE,
             about=f"{told}, type")
        same([tracked for _, tracked in found], [False] * len(found), PLAIN, about=told)
        close([numbers for numbers, _, _ in after], list(arrays), STAYS, about=told)
        same([[tracked, graded] for _, tracked, graded in after], [[False, True]] * len(after), STAYS,
             about=f"{told}: does it ask for nothing, and has it kept its .grad?")
    same(runs, [len(arrays)] * 2, ONCE, about=about)


def tell_nested(about, mine, right, *arrays):
    """A transform of a transform, at these points, and what it has to be."""
    came = mine(*[mg.tensor(each) for each in arrays])
    same(came is not None, True, NESTED, about=about)
    close(came, right, NESTED, rtol=1e-9, atol=1e-10, about=about)


x_grad, y_grad = np.array([2.0, -3.0, 5.0]), np.array([[1.0, 0.5, -2.0], [4.0, -1.0, 0.25]])
tell_grad("a cube at 2", lambda x: x**3, [np.array(2.0, "float32")])
tell_grad("a square at 3", lambda x: x**2, [np.array(3.0)], besides=lambda x: 2 * x)
tell_grad("the first of two", lambda x, y: (x * y).sin().sum(), [x_grad, y_grad])
tell_grad("the second of two", lambda x, y: (x * y).sin().sum(), [x_grad, y_grad], 1, besides=lambda x, y: x * y)
tell_grad("one that is not used", lambda x, y: (y * y).sum(), [x_grad, y_grad])
tell_grad("a value that depends on nothing", lambda x: x.detach().sum(), [x_grad])
tell_grad("one tensor given twice", lambda x, y: (x * y * y).sum(), [x_grad, x_grad], 1, twice=True)
tell_nested("the second derivative of the cube", grad(grad(lambda x: x**3)), 12.0, np.array(2.0))
tell_nested("by x, then by y", grad(lambda x, y: grad(lambda x, y: (x * y * y).sum())(x, y).sum(), 1), 2 * x_grad,
            x_grad, x_grad)
tell_nested("a gradient, squared", grad(lambda x: (grad(lambda x: x.sin().sum())(x) ** 2).sum()),
            -np.sin(2 * x_grad), x_grad)
tell_nested("one tensor given twice to an inner one",
            grad(lambda x: grad(lambda a, b: (a * b * b).sum())(x, x).sum()), 2 * x_grad, x_grad)
tell_nested("the value of an inner one", grad(lambda x: grad_and_value(lambda x: (x * x).sum())(x)[1]), 2 * x_grad,
            x_grad)
tell_nested("aux of an inner one", grad(lambda x: grad(lambda x: (x, x.sin()), has_aux=True)(x)[1]), np.cos(1.0),
            np.array(1.0))
### BEGIN HIDDEN TESTS


def numbers_of_grad(shape, name="float64"):
    return np.asarray(rng.uniform(0.4, 1.6, size=shape) * rng.choice([-1.0, 1.0], size=shape)).astype(name)


# word: the form of what comes back, what requires grad, that the arguments stay as they are, and errors of f
# no inputs: aliasing: tables are turned round in every call, and f only computes
# no inputs: same, order: the visible part gives one tensor twice, and every place is asked for
# no inputs: size: at most three arguments, and the runs are counted
# no inputs: asked, example: the visible part counts runs, and has the example
at_nested, to_nested = numbers_of_grad((3,)), numbers_of_grad((3,))
# inputs: dimensions (zeros_of_one_dimension, flat_gradient, copy_by_list),
# values (plus_zero_times_own)
for number, (f_grad, shapes, besides_grad) in enumerate((
    (lambda x: -x.exp(), [()], lambda x: x), (lambda x: x.sum() * 3.0, [(1,)], None),
    (lambda x: (x @ x.T).sum(), [(2, 3)], lambda x: x.sum(0)), (lambda x: (x * x).mean(), [(2, 1, 3)], None),
    (lambda x, y: (x @ y).sin().sum(), [(2, 3), (3, 4)], lambda x, y: y),
    (lambda x, y: x.sum() * 2.0, [(0,), (2,)], None),
    (lambda x, y, z: (x * y + z).tanh().sum(), [(2, 1), (3,), ()], lambda x, y, z: z * z),
    (lambda x, y, z: (x * z).sum(), [(2,), (3, 3), (1,)], None), (lambda x: (x.detach() * 2.0).sum(), [(2, 2)], None),
    (lambda x: x.sum() + 2.0, [(0, 3)], lambda x: x + 1.0), (lambda x: (x.detach() * 2.0).sum(), [(3, 1)], None),
    (lambda x, y: (y * y).sum(), [(2, 1), (3,)], lambda x, y: x.argmax()),
    (lambda x: (x * x).double().sum(), [(2, 3)], None),
)):
    for place in range(len(shapes)):
        name = ("float64", "float32")[(number + place) % 4 == 3 or number > 9]
        tell_grad(f"shapes {shapes}, argument {place}, {name}", f_grad,
                  [numbers_of_grad(each, name) for each in shapes], place, besides=besides_grad)
tell_grad("far out", lambda x: (1.0 / x).sum(), [np.array([2.0, np.inf, -np.inf])], besides=lambda x: x.argmax())
for place in range(3):
    tell_grad("infinite, and not used by the value", lambda x, y, z: (z * z).sum(),
              [np.array([np.inf, -np.inf, 1.0]), np.array([[np.inf]]), np.array([2.0, -1.0])], place)
# inputs: unchanged (walks_with_backward, only_first_two_are_tracked)
twice_nested = [at_nested, at_nested]
tell_history("one tensor given twice", lambda x, y: (x * y * y).sum(), twice_nested, (True, False), twice=True)
tell_history("one tensor given twice", lambda x, y: (x * y * y).sum(), twice_nested, (True, False), 1,
             lambda x, y: x * y, twice=True, made=True)
for number, asks in enumerate(((True, False, False), (False, True, False), (False, False, True), (True, False, True))):
    three_nested = [at_nested, numbers_of_grad((2, 1)), numbers_of_grad(())]
    for place in range(3):
        besides_nested = (None, lambda x, y, z: x * z - y)[(number + place) % 2]
        tell_history(f"three arguments, of which {asks} require grad, by {place}",
                     lambda x, y, z: (x * y * z).sin().sum(), three_nested, asks, place, besides_nested,
                     made=number > 1)
tell_history("a value that leaves its argument out", lambda x, y: (y * y).sum(), [at_nested, to_nested], (False, True),
             besides=lambda x, y: x * y)
tell_history("a value that leaves out what requires grad", lambda x, y: (x * x).sum(), [at_nested, to_nested],
             (False, True))
triple = grad(grad(grad(lambda x: x**4)))
tell_nested("three times", triple, 24 * at_nested[0], at_nested[0])
tell_nested("a function with a line in it", grad(lambda x: (grad(lambda x: (2 * x).sum())(x) * x).sum()),
            np.full(3, 2.0), at_nested)
tell_nested("an inner one by its second argument",
            grad(lambda x, y: (grad(lambda x, y: (x.sin() * y * y).sum(), 1)(x, y) ** 2).sum()),
            8 * np.sin(at_nested) * np.cos(at_nested) * to_nested**2, at_nested, to_nested)
tell_nested("an inner one that leaves x out",
            grad(lambda x, y: (grad(lambda x, y: (y * y).sum())(x, y) + x * x).sum()), 2 * at_nested,
            at_nested, to_nested)
tell_nested("an inner one that leaves its own argument out, and depends on the outer one",
            grad(lambda x, y: (grad(lambda x, y: (y * y).sum())(x, y) + y * y).sum(), 1), 2 * to_nested,
            at_nested, to_nested)
# inputs: again (newest_argnum, results_remembered)
nests = ref.func.grad
CURVES = {
    "wave": lambda p, q: lambda x: ((p * x).sin() * q).sum(),
    "in parts": lambda p, q: lambda x: (x * x * p).sum() if x.detach().sum().item() > 0 else (x.detach() * q).sum(),
    "product": lambda p, q: lambda x, y: (p * x * y).sin().sum() + q,
    "squares": lambda p, q: lambda x, y: (p * x * x * y).sum() + q * y.sum(),
    "second": lambda p, q: lambda x, y: (p * y * y).sum(),
    "neither": lambda p, q: lambda x, y: (p * x.detach()).sum(),
    "either": lambda p, q: lambda x, y: (p * x * y).sum() if x.detach().sum().item() > 0 else (q * y * y).sum(),
    "refuses": lambda p, q: lambda x, y: None if x.detach().sum().item() < 0 else (p * x * x * y).sum(),
    "three": lambda p, q: lambda x, y, z: (p * x * y * z).sin().sum() + q * z.sum(),
    "inner": lambda p, q: lambda x, y: (nests(lambda a, b: (p * a * a * b).sum())(x, y) * y).sum(),
    "inner second": lambda p, q: lambda x, y: (nests(lambda a, b: (a * b * b).sum() * p, 1)(x, y) ** 2).sum(),
    "inner unused": lambda p, q: lambda x, y: (nests(lambda a, b: (p * b * b).sum())(x, y) + x * y).sum(),
    "inner twice": lambda p, q: lambda x, y: (nests(lambda a, b: (p * a * b * b).sum())(x, x) * y).sum(),
    "inner of inner": lambda p, q: lambda x, y: nests(
        lambda a, b: (p * nests(lambda c, d: (c**3 * d).sum())(a, b)).sum())(x, y).sum(),
    "inner made": lambda p, q: lambda x, y: nests(lambda a, b: (p * a * b).sin().sum())(x, x * y).sum(),
    "after an error": lambda p, q: lambda x, y: (p * x * x * y).sum(),
}


def right_turns(curves, pool, steps):
    """What each step has to give: numbers, or an error; slopes in the leaves; does an argument require grad?"""
    made, told = [], []
    for (numbers, how) in pool:
        other = None if isinstance(how, bool) else made[how]
        made.append(ref.tensor(numbers, requires_grad=how) if other is None else other * ref.tensor(numbers))
    leaves = [one for one in made if one.is_leaf and one.requires_grad]
    for (place, with_value, argnum, has_aux, places) in steps:
        kind, p, q = curves[place]
        f, args = CURVES[kind](p, q), [made[each] for each in places]
        if f(*args) is None:
            told.append(["ValueError", [], False])
            continue
        g, value = ref.func.grad_and_value(f, argnum)(*args)
        parts = [g] + [value] * with_value + [args[0] * args[-1] + args[0]] * has_aux
        weights_parts = [0.7, -1.3, 0.4][: len(parts)]
        total = sum([w * (each * each + each).sum() for w, each in zip(weights_parts, parts, strict=True)])
        slopes = [0.0 * each.detach() for each in leaves]
        if total.requires_grad:
            slopes = ref.autograd.grad(total, leaves, retain_graph=True, materialize_grads=True)
        told.append([[each.detach().numpy() for each in parts], [each.numpy() for each in slopes],
                     any(each.requires_grad for each in args)])
    return told, [[each.detach().numpy(), each.requires_grad, each.is_leaf] for each in made]


transforms_run = learner.kit("transform_stories.transforms_run")


def tell_turns(about, curves, pool, steps):
    """A story: the same functions of the learner's, called with the same and with other tensors."""
    told, after = plain(transforms_run(grad, grad_and_value, curves, pool, steps))
    rights, tensors = right_turns(curves, pool, steps)
    for number, ((numbers, tracked, slopes, runs), (right, bent, asks), step) in enumerate(
            zip(told, rights, steps, strict=True)):
        place, with_value, argnum, _, places = step
        off = 2e-3 if pool[places[0]][0].dtype.name == "float32" else 1e-8
        near, said = {"rtol": off, "atol": off}, f"{about}, call {number}: {curves[place][0]}, argument {argnum}"
        same(runs, 1, ONCE, about=said)
        if right == "ValueError":
            same(numbers, right, GRADIENT, about=f"{said}: an error of f comes through")
            continue
        same(numbers != "ValueError", True, GRADIENT, about=said)
        same([(each.shape, each.dtype.name) for each in numbers], [(each.shape, each.dtype.name) for each in right],
             GRADIENT, about=f"{said}: shapes and types")
        if right[0].any():
            close(numbers[0], right[0], GRADIENT, **near, about=said)
        else:
            close(numbers[0], right[0], ZEROS, **near, about=said)
        close(numbers[1 : 1 + with_value], right[1 : 1 + with_value], VALUE, **near, about=said)
        close(numbers[1 + with_value :], right[1 + with_value :], AUX, **near, about=said)
        if asks:
            close(slopes, bent, NESTED, **near, about=f"{said}: slopes of what came back")
        else:
            same(tracked, [False] * len(right), PLAIN, about=said)
    close([numbers for numbers, _, _ in after], [numbers for numbers, _, _ in tensors], STAYS, about=about)
    same([rest for _, *rest in after], [rest for _, *rest in tensors], STAYS, about=f"{about}: requires_grad and .grad")


places_grad = np.random.default_rng(8)   # who is called when is always the same, and with which numbers is not
pool_grad, groups_grad = [], []
for shape, name in (((3,), "float64"), ((), "float64"), ((2, 1), "float32"), ((1, 2, 2), "float64")):
    first = np.abs(numbers_of_grad(shape, name))
    groups_grad.append(range(len(pool_grad), len(pool_grad) + 8))
    pool_grad += [(first, False), (first.copy(), False), (-first, False), (np.abs(numbers_of_grad(shape, name)), True),
                  (first.copy(), True), (-np.abs(numbers_of_grad(shape, name)), groups_grad[-1][3]),
                  (np.ones_like(first), groups_grad[-1][4]), (np.ones_like(first), False)]
curves_grad = [(kind, rng.uniform(0.5, 1.5), rng.uniform(0.5, 1.5)) for kind in CURVES]
steps_grad = []
for number in range(3 * len(CURVES)):
    place = number % len(CURVES)
    many = {"wave": 1, "in parts": 1, "three": 3}.get(curves_grad[place][0], 2)
    new_of_grad = (place, bool(place % 2), place // 2 % many, bool(places_grad.integers(2)))
    for _ in range(2):
        group_grad = groups_grad[places_grad.integers(4)]
        steps_grad.append((*new_of_grad, [int(each) for each in places_grad.choice(group_grad, size=many)]))
tell_turns("in turn", curves_grad, pool_grad, [steps_grad[k] for k in places_grad.permutation(len(steps_grad))])
for kind in ("either", "in parts", "refuses", "squares", "product", "second", "inner made"):
    many, of_kind = 1 if kind == "in parts" else 2, [(kind, 0.75, 1.25)]
    for with_value in (False, True):
        pairs = [(2, 0), (0, 2), (3, 0), (0, 1), (3, 5), (0, 4), (4, 6), (4, 4), (2, 3), (0, 0)]
        tell_turns("every kind of argument after every other", of_kind, pool_grad[:8],
                   [(0, with_value, 0, False, list(pairs[k][:many])) for k in places_grad.permutation(len(pairs))])
made_first, made_then = grad(lambda x, y: (x * x * y).sum()), grad(lambda x, y: (x * x * y).sum(), 1)
for _ in range(2):
    both_grad = [numbers_of_grad((2,)), numbers_of_grad((2,))]
    right_first, right_then = 2 * both_grad[0] * both_grad[1], both_grad[0] ** 2
    close(made_first(*map(mg.tensor, both_grad)), right_first, GRADIENT, about="two made, then called")
    close(made_then(*map(mg.tensor, both_grad)), right_then, GRADIENT, about="two made, then called")
def sized_grad(x):
    return (x * x).sum() * (len(x.shape) + (0.5 if "64" in str(x.dtype) else 0.25))


sized_slope, sized_both, four_grad = grad(sized_grad), grad_and_value(sized_grad), numbers_of_grad((4,), "float32")
for shape in ((4,), (2, 2), (1, 4), (4,)):   # the same numbers
    for name, more in (("float64", 0.5), ("float32", 0.25)):
        at_sized = four_grad.reshape(shape).astype(name)
        about = f"one function at the same numbers, now in shape {shape}, {name}"
        right_sized = 2 * at_sized * (len(shape) + more)
        close(sized_slope(mg.tensor(at_sized)), right_sized, GRADIENT, rtol=1e-5, about=about)
        close(sized_both(mg.tensor(at_sized))[0], right_sized, GRADIENT, rtol=1e-5, about=about)
runs_grad = []


def noting_grad(x):
    runs_grad.append(1)
    return (x * x).sum()


for new_grad in (grad(noting_grad), grad_and_value(noting_grad)):
    for _ in range(3):
        new_grad(mg.tensor(np.array([1.0, 2.0])))
same(len(runs_grad), 6, ONCE, about="three calls of each at the same numbers")
# inputs: block (own_kept_on_self, errors_are_zeros)


def calling_itself(news, runs, with_value, has_aux):
    """A function of two tensors that asks its own transform, news[0], for the slope at other numbers."""
    def itself(x, y):
        runs.append(1)
        if x.detach().abs().sum().item() > 20.0:
            value = (x**3 * y * y).sum()
        else:
            came = news[0](2.0 * x + 3.0, y)
            value = ((came[0] if with_value or has_aux else came) * x * y).sum()
        return (value, x * y) if has_aux else value
    return itself


for number in (0, 3, 5, 6):
    place, with_value, has_aux = number % 2, number // 2 % 2 == 1, number > 3
    mine_itself, right_itself, runs_mine, runs_right = [None], [None], [], []
    right_itself[0] = ref.func.grad(calling_itself(right_itself, runs_right, False, False), place)
    mine_itself[0] = (grad_and_value if with_value else grad)(
        calling_itself(mine_itself, runs_mine, with_value, has_aux), place, has_aux)
    two_itself = [np.abs(numbers_of_grad((3,))), numbers_of_grad((3,))]
    right_slope_itself = right_itself[0](*[ref.tensor(each) for each in two_itself]).numpy()
    came_itself = mine_itself[0](*[mg.tensor(each) for each in two_itself])
    about = "f calls the new function itself" + ", grad_and_value" * with_value + ", has_aux" * has_aux
    close(came_itself[0] if with_value or has_aux else came_itself, right_slope_itself, NESTED, rtol=1e-8, atol=1e-8,
          about=f"{about}, argument {place}")
    same(len(runs_mine), len(runs_right), ONCE, about=about)


refusals_grad = ("RuntimeError", "TypeError", "AttributeError", "IndexError", "KeyError", "ZeroDivisionError", "shapes",
                 "no graph")
for number, kind in enumerate(refusals_grad):
    at_refusing, asks = np.abs(numbers_of_grad((2,))), number % 2 == 1
    with_value, has_aux = number // 2 % 2, number > 3
    first, refused, then = plain(told_of_refusal((grad, grad_and_value)[with_value], kind, at_refusing, asks, has_aux))
    about = f"an error of f: {kind}" + ", with value" * with_value + ", has_aux" * has_aux + ", requires grad" * asks
    same(refused, kind if number < 6 else "RuntimeError", RAISES, about=about)
    close([first, then], [3 * at_refusing**2] * 2, GRADIENT, about=f"{about}, before and after it")
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Define a function inside, and return it. Inside, one argument is replaced by a tensor of your own with the same
# numbers, and the gradient is asked for with respect to that one. If the argument requires grad, yours has to be
# *made from it*, so that there is a way from it to the outside.
# </details>
# <details><summary>Hint 2: <code>element 0 of tensors does not require grad</code></summary>
#
# Either the value does not depend on your own tensor, and then the gradient is zeros; or you are in a nested one, and
# the inner gradient was made without a graph, or has been detached, or your tensor was detached from the argument.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Ask first whether any argument requires grad; that is whether to create a graph. Your own tensor is a view of the
# argument in that case (or the argument times 1), and a detached leaf that requires grad in the other. With nothing to
# nest in, detach value and aux. `grad` calls `grad_and_value`, and leaves the value out.
# </details>

# %% [markdown]
# With yours, derivatives of any order are a matter of calling often enough. Those of $x^4$ at 2:

# %%
def orders():
    f, found = lambda x: x**4, []
    for _ in range(5):
        f = grad(f)
        found.append(f(mg.tensor(2.0)).item())
    return found

print(outcome(orders))

# %% [markdown]
# 32, 48, 48, 24 and 0. The package's `mg.func.grad` does one thing more: it also sees the outer variable when the inner
# function does not get it as an argument, but reads it from outside. For that it keeps a number with each tensor, the
# level at which it is differentiated.

# %% [markdown]
# **A good place to stop.** You have derivatives of any order, for one number. What comes next are functions of many
# numbers, where the second derivatives are a table.

# %% [markdown]
# ## The Hessian
#
# The gradient of a function of $n$ numbers has $n$ entries, each of which depends on $n$ numbers. So there are $n^2$
# second derivatives. Their table is the **Hessian**:
#
# $$H_{ij} = \frac{\partial^2 f}{\partial x_i\, \partial x_j}.$$
#
# It is the Jacobian of the gradient. So you know how to look at it: here is $f = x_0 x_1^2 + x_0 \sin x_2$. Predict
# where its zeros are.

# %%
def terms(x):
    return x[0] * x[1] ** 2 + x[0] * x[2].sin()

draw_jacobian(mg.func.grad(terms), mg.tensor([2.0, 3.0, 1.0]), row=1, column=1)

# %% [markdown]
# *Figure 3. The Hessian of $x_0 x_1^2 + x_0 \sin x_2$ at 2, 3, 1, as the Jacobian of the gradient.*
#
# **The figure in words.** Three rows and three columns. The first row has an empty cell, 6.0 and 0.5403; the second 6.0,
# 4.0 and an empty cell; the third 0.5403, an empty cell and -1.683. Frames mark the second row, which a vjp takes, and
# the second column, which a jvp takes: they hold the same numbers, 6.0, 4.0 and nothing.
#
# Three zeros: $f$ is linear in $x_0$, so nothing stands in that corner, and $x_1$ and $x_2$ never meet in one term. And
# row 1 is column 1. That is no accident: first by $x_i$ and then by $x_j$ gives what the other order gives. So the table
# is **symmetric**, for every function that can be differentiated twice, with continuous second derivatives.
#
# An article uses `hessian` for "the matrix of the second derivatives" of $x^2$ at 2, and announces in its title that
# `grad_and_value` computes Hessians. Predict shapes and values.

# %% claims=["C3-01", "C3-18", "C3-19"]
print(mg.func.hessian(square)(mg.tensor(2.0)))
print(mg.func.hessian(lambda x: square(x).sum())(mg.tensor([2.0, 3.0])))
print(mg.func.hessian(square)(mg.tensor([2.0, 3.0])).shape)
print(mg.func.grad_and_value(lambda x: square(x).sum())(mg.tensor([2.0, 3.0])))

# %% [markdown]
# For a single number the "matrix" has no dimensions. For two numbers and one value it is 2 by 2. The third function has
# two values, and each value has a Hessian of its own: 2 by 2 by 2. And `grad_and_value` gives a gradient and a value,
# of first order, and no Hessian.

# %% [markdown]
# ## Exercise 8.4 · `hessian`, and its symmetry (code, 4 points, about 13 min, needs nothing)
#
# **Goal** Write `hessian(f, x)`, and `symmetric(H, tolerance)`, which tests one.
#
# **Given** for `hessian` a tensor `x` in `float32` or `float64`, of any shape with at most two dimensions and 1 to 100
# entries, finite ones, that requires no grad, and `f`, a function of it that computes and does nothing else, with a
# tensor without dimensions as its value. Its value may be linear in `x`, or not depend on it. For `symmetric` a tensor
# `H` in `float32` or `float64`, in the shape of some `x` twice, one after the other, with finite entries, that requires
# no grad, and a `tolerance` from 0 to 1. You may use `mg.func.grad`, `mg.func.vjp`, `mg.func.jvp`; `x.numel()`,
# `mg.eye`, `mg.stack` and `reshape` as in 7.5. Your `grad` of 8.3 works inside itself and inside `mg.func.vjp`, and not
# inside `mg.func.jvp`, since it makes a leaf. What you use of notebook 07, copy into your cell.
#
# **Return** from `hessian` one tensor, in the type of `x` and in the shape of `x` twice: `H[i, j]` is the derivative of
# `f` by `x[i]` and `x[j]`, where `i` and `j` may be several indices, or none. It is exact, no difference of gradients.
# It requires no grad. `x` and `H` stay as they are. From `symmetric` `True` or `False`: whether `H[i, j]` and `H[j, i]`
# differ by at most `tolerance` times the size of the largest entry of `H`, for all `i` and `j`. What would give the
# table at once is ruled out: the package's `hessian`, `jacrev`, `jacfwd`, `vmap`, `mg.autograd.functional`,
# `draw_jacobian`. The hidden test looks for what is ruled out; the check that you see does not.
#
# **Example** At 2, 3, 1, `hessian(terms, x)` is the table of Figure 3. `symmetric(mg.tensor([[1.0, 4.0], [3.0, 2.0]]),
# 0.25)` is `True`, and with 0.2 it is `False`.

# %% nbgrader={"grade_id": "ex8_4", "solution": true}
### BEGIN SOLUTION
def hessian(f, x):
    units = mg.eye(x.numel(), dtype=x.dtype)
    slope = mg.func.grad(f)
    columns = [mg.func.jvp(slope, (x,), (unit.reshape(x.shape),))[1] for unit in units]
    return mg.stack(columns).reshape((*x.shape, *x.shape))

def symmetric(H, tolerance):
    n = round(H.numel() ** 0.5)
    table = H.numpy().reshape(n, n)
    return bool(abs(table - table.T).max() <= tolerance * abs(table).max())
### STUB
# def hessian(f, x):
#     raise NotImplementedError("still the stub")
#
# def symmetric(H, tolerance):
#     raise NotImplementedError("still the stub")
### END SOLUTION

# %% nbgrader={"grade_id": "ex8_4_test", "grade": true, "points": 4} exercise={"kind": "C", "forbid": ["minigrad.func.hessian", "minigrad.func.jacrev", "minigrad.func.jacfwd", "minigrad.func.vmap", "minigrad.autograd.functional", "minigrad.drawing"]}
SHAPE = "shape: the shape of x twice, one after the other; one tensor, in the type of x"
ENTRIES = "entries: H[i, j] is the derivative of f by x[i] and x[j]"
FLAT = "flat: zeros where the slope does not change"
PLAIN = "plain: the Hessian requires no grad"
STAYS = "unchanged: x and H keep their numbers, and x its requires_grad and its .grad"
VERDICT = "symmetric: True if each H[i, j] is within the tolerance of H[j, i], and False if one is not"
MEASURE = "measure: the tolerance is a part of the size of the largest entry"
TRUTH = "truth: the answer is True or False"


@learner_side
def told_of_hessian(hessian, f, at):
    """Is it a tensor; the Hessian and its requires_grad; then x as it is."""
    x = mg.tensor(np.asarray(at, order="F"))
    x.grad = kept = mg.ones_like(x)   # from some earlier walk
    H = hessian(f, x)
    if not isinstance(H, mg.Tensor):
        return False, None, None, None
    stays = x.grad is kept and bool((kept.numpy() == 1).all())
    return True, H.detach().numpy(), H.requires_grad, [x.detach().numpy(), x.requires_grad, stays]


@learner_side
def told_of_verdict(symmetric, table, tolerance):
    """The verdict; is it True or False; then H as it is."""
    H = mg.tensor(np.asarray(table, order="F"))
    said = symmetric(H, tolerance)
    return bool(said), isinstance(said, (bool, np.bool_)), H.detach().numpy()


def tell_hessian(about, f, at):
    """The learner's Hessian, compared with what the checker's own engine says."""
    right = ref.func.hessian(f)(ref.tensor(at)).numpy()
    near = {"rtol": 1e-3, "atol": 1e-4} if at.dtype.name == "float32" else {"rtol": 1e-9, "atol": 1e-10}
    if right.any():
        is_tensor, table, tracked, after = plain(told_of_hessian(hessian, f, at))
        same(is_tensor, True, SHAPE, about=f"{about}: is it a tensor?")
        same([np.shape(table), table.dtype.name], [right.shape, at.dtype.name], SHAPE, about=about)
        close(table, right, ENTRIES, **near, about=about)
    else:
        is_tensor, table, tracked, after = plain(told_of_hessian(hessian, f, at))
        same(is_tensor, True, FLAT, about=f"{about}: is it a tensor?")
        same([np.shape(table), table.dtype.name], [right.shape, at.dtype.name], FLAT, about=about)
        close(table, right, FLAT, **near, about=about)
    same(tracked, False, PLAIN, about=about)
    close(after[0], at, STAYS, about=about)
    same(after[1:], [False, True], STAYS, about=f"{about}: does x ask for nothing, and has it kept its .grad?")


def tell_symmetric(about, table, tolerance, wanted, measured=False):
    """The learner's verdict on one table."""
    table = np.asarray(table)
    if measured:
        said, is_bool, after = plain(told_of_verdict(symmetric, table, tolerance))
        same(said, wanted, MEASURE, about=f"{about}, tolerance {tolerance}")
    else:
        said, is_bool, after = plain(told_of_verdict(symmetric, table, tolerance))
        same(said, wanted, VERDICT, about=f"{about}, tolerance {tolerance}")
    same(is_bool, True, TRUTH, about=about)
    close(after, table, STAYS, about=f"{about}, H")


x_hessian, wide_hessian = np.array([2.0, 3.0, 1.0]), np.array([[0.5, -1.0, 2.0], [1.5, 0.25, -2.0]])
tell_hessian("the example", lambda x: x[0] * x[1] ** 2 + x[0] * x[2].sin(), x_hessian.astype("float32"))
tell_hessian("the example in float64", lambda x: x[0] * x[1] ** 2 + x[0] * x[2].sin(), x_hessian)
tell_hessian("shape (2, 3)", lambda x: (x[0] * x[1].exp()).sum() * x[0, 0], wide_hessian)
tell_hessian("shape ()", lambda x: x**4, np.array(2.0))
tell_hessian("a line", lambda x: (x * 3.0).sum(), x_hessian)
tell_hessian("a value that does not depend on x", lambda x: x.detach().sum(), x_hessian)
tell_symmetric("a symmetric table", [[1.0, -4.0], [-4.0, 2.0]], 1e-9, True)
tell_symmetric("opposite signs", [[1.0, -4.0], [4.0, 2.0]], 0.5, False)
four_by_four = np.arange(16.0).reshape(4, 4)
tell_symmetric("a shape of four sizes", four_by_four.reshape(2, 2, 2, 2), 0.1, False)
tell_symmetric("the same, made symmetric", (four_by_four + four_by_four.T).reshape(2, 2, 2, 2), 1e-9, True)
tell_symmetric("a single number", 3.0, 0.0, True)
tell_symmetric("zeros", np.zeros((3, 3)), 0.0, True)
for tolerance, wanted in ((0.25, True), (0.2, False)):
    tell_symmetric("the example", [[1.0, 4.0], [3.0, 2.0]], tolerance, wanted, True)
tell_symmetric("negative entries", [[-1.0, -4.0], [-4.5, -2.0]], 0.2, True, True)
### BEGIN HIDDEN TESTS


def numbers_of_hessian(shape, name="float64"):
    return np.asarray(rng.uniform(0.4, 1.6, size=shape) * rng.choice([-1.0, 1.0], size=shape)).astype(name)


# word: that the Hessian requires no grad, and that x has no .grad and asks for none
# no inputs: same, aliasing, order: there is one x, and one H, and both lie turned round in every call
# no inputs: unchanged: every call looks at x, or at H
# no inputs: size: a hundred entries at most, as Given says
# no inputs: block: nothing is entered
# no inputs: asked, example: the visible part has the example; what gives the table at once is ruled out
# inputs: dimensions (hessian_of_a_matrix_of_rows, symmetric_for_tables_only),
# values (hessian_of_sizes, symmetric_above_the_diagonal, no_slope_no_bend, small_number_against_zero, squares,
# flat_if_first_row_is)
for number, (f_hessian, shape) in enumerate((
    (lambda x: x.exp(), ()), (lambda x: (x * x * x).sum(), (1,)), (lambda x: (x[1:] * x[:-1]).sin().sum(), (5,)),
    (lambda x: (x @ x.T).sum() ** 2, (2, 2)), (lambda x: (x * x * x[0]).sum().sin() + x[1, 0] ** 3, (3, 1)),
    (lambda x: x[0, 0] * x[0, 1] * x[0, 2], (1, 3)), (lambda x: x.sum() * 2.0 + x[0] * x[0], (2,)),
    (lambda x: (x * x).sum().detach() * x.sum(), (2, 3)),
)):
    name = ("float64", "float32")[number % 4 == 3]
    tell_hessian(f"shape {shape}, {name}", f_hessian, 0.7 * numbers_of_hessian(shape, name))
tell_hessian("a point with zeros", lambda x: (x * x * x[0]).sum(), np.array([0.0, 1.0, 0.0]))
tell_hessian("a level place", lambda x: (x * x).sum() + x[0] * x[1], np.zeros(2))
for shape, k in (((3,), 0), ((3,), 1), ((3,), 2), ((2, 2), 0), ((2, 2), 3)):
    at_parts = numbers_of_hessian(shape)
    tell_hessian(f"shape {shape}, bent in entry {k} only", lambda x, k=k: x.reshape(-1)[k] ** 3 + x.sum(), at_parts)
    tell_hessian(f"shape {shape}, bent in all but entry {k}", lambda x, k=k: (x**3).sum() - x.reshape(-1)[k] ** 3,
                 at_parts)
    tell_hessian(f"shape {shape}, a product of entry {k} and the one before",
                 lambda x, k=k: x.reshape(-1)[k] * x.reshape(-1)[k - 1], at_parts)
for shape in ((), (1,), (1, 1)):
    tell_hessian(f"a line of one number, shape {shape}", lambda x: (x * 3.0).sum(), numbers_of_hessian(shape))
    tell_hessian(f"one number, not used, shape {shape}", lambda x: x.detach().sum(), numbers_of_hessian(shape))
for i, j in [(i, j) for i in range(3) for j in range(3) if i != j]:
    alone = np.zeros((3, 3))
    alone[i, j] = 2.0
    tell_symmetric(f"zeros but for {i}, {j}", alone, 0.5, False)
    tell_symmetric(f"zeros but for {i}, {j} and {j}, {i}", alone + alone.T, 0.0, True)
tell_hessian("fifty numbers", lambda x: (x[1:] * x[:-1]).sin().sum(), numbers_of_hessian((50,)))
tell_hessian("one number, bent downwards", lambda x: -(x * x).sum() * 3.0, np.array([0.5]))
tell_hessian("a bend downwards", lambda x: -(x * x).sum() * 3.0, numbers_of_hessian((3,)))


def bent_at_a_half(x):
    """A line that is bent at this one place, where its slope is the same as everywhere."""
    here = abs(x.detach().sum().item() - 0.5 * x.numel()) < 1e-9
    return (3.0 * x).sum() + ((x - 0.5).sum() ** 2 + ((x - 0.5) ** 2).sum() if here else 0.0)


for shape in ((), (3,), (2, 2)):
    tell_hessian(f"a line everywhere else, shape {shape}", bent_at_a_half, np.full(shape, 0.5))
for size in (1, 2, 3, 5):
    table = rng.normal(size=(size, size))
    table = table + table.T
    largest = np.abs(table).max()
    for i, j in [(i, j) for i in range(size) for j in range(size) if i != j][:: max(1, size - 2)]:
        off = table.copy()
        off[i, j] += 0.3 * largest
        tell_symmetric(f"one entry of {size} by {size} is off", off, 0.1, False)
        tell_symmetric(f"one entry of {size} by {size} is off by less", off, 0.4, True, True)
    for factor in (1e-12, 1.0, 1e12):
        tell_symmetric(f"a symmetric table of size {factor}", factor * table, 1e-9, True, True)
six = rng.normal(size=(6, 6))
tell_symmetric("shape (2, 3, 2, 3), symmetric", (six + six.T).reshape(2, 3, 2, 3), 1e-9, True)
tell_symmetric("shape (3, 2, 3, 2)", (six + 2 * six.T).reshape(3, 2, 3, 2), 1e-3, False)
table_of_cube = hessian(lambda x: (x * x * x).sum(), mg.tensor(np.array([0.5, -2.0])))
close(table_of_cube, np.diag([3.0, -12.0]), ENTRIES, rtol=1e-9, atol=1e-10, about="the sum of the cubes")
tell_symmetric("sums of rows and columns that agree", np.roll(np.eye(3), 1, axis=0), 0.1, False)
tell_symmetric("large ones on the diagonal", [[100.0, 1.0], [2.0, -100.0]], 0.1, True, True)
tell_symmetric("not even a little, tolerance 0", [[1.0, 1.0 + 1e-9], [1.0, 1.0]], 0.0, False, True)
tell_symmetric("a little off", [[1.0, 1.0 + 1e-10], [1.0, 1.0]], 1e-12, False, True)
for factor in (1e-300, 1e-200, 1e-13, 1e200, 1e300):
    tell_symmetric(f"one entry of size {factor}", [[0.0, factor], [0.0, 0.0]], 0.5, False, True)
    tell_symmetric(f"one entry of size {factor}, and off by all of it", [[0.0, factor], [0.0, 0.0]], 1.0, True, True)
tell_symmetric("large in float32", np.array([[0.0, 1e30], [0.0, 0.0]], "float32"), 0.5, False, True)
tell_symmetric("tiny, and off", [[0.0, 1e-12], [3e-12, 0.0]], 0.5, False, True)
tell_symmetric("huge, and a little off", [[0.0, 1e12], [1e12 + 1.0, 0.0]], 1e-9, True, True)
# inputs: again (same_hessian_for_same_function, hessian_kept_by_point, largest_of_the_upper_half, tiny_bends_are_none)


def cubes_of_hessian(x):
    return (x * x * x).sum()


BENT = {
    "wave": lambda p, q: lambda x: ((p * x).sin() * q).sum(),
    "cubes": lambda p, q: lambda x: (p * x * x * x + q * x * x).sum(),
    "line": lambda p, q: lambda x: (p * x).sum() + q,
    "coupled": lambda p, q: lambda x: (p * x.sum()).sin() * (x * x).sum() * q,
    "sized": lambda p, q: lambda x: (x * x * x).sum() * ((p if "64" in str(x.dtype) else q) + len(x.shape)),
}
places_hessian = np.random.default_rng(8)   # who is called when is always the same, and with which numbers is not
pool_hessian = [(numbers_of_hessian(shape, name), False) for shape in ((), (1,), (3,), (1, 2), (2, 2), (3,))
                for name in ("float64", "float32")]
pool_hessian += [(each, False) for each in (pool_hessian[4][0].copy(), np.zeros(3), np.ones(3), np.full(3, -2.0))]
same_numbers = pool_hessian[5][0].astype("float64")   # as a vector in float32, and in other shapes and types
pool_hessian += [(np.reshape(same_numbers, shape).astype(name), False)
                 for shape in ((3,), (1, 3), (3, 1)) for name in ("float64", "float32")]
curves_hessian = [(kind, rng.uniform(0.5, 1.5), rng.uniform(0.5, 1.5)) for kind in BENT]
curves_hessian += [("cubes", size * rng.uniform(1.0, 2.0), 0.0) for size in (1e-10, 1e-30, 1e10)]
steps_hessian = [(number % len(curves_hessian), (int(places_hessian.integers(len(pool_hessian))),))
                 for number in range(32)]
steps_hessian = [steps_hessian[k] for k in places_hessian.permutation(32)]
steps_hessian += [(list(BENT).index("sized"), (int(each),)) for each in places_hessian.permutation([5, *range(16, 22)])]
told_hessian, after_hessian = plain(learner.kit("transform_stories.bends_run")(
    hessian, curves_hessian, pool_hessian, steps_hessian))
for (table, tracked), (place, (where,)) in zip(told_hessian, steps_hessian, strict=True):
    kind, p, q = curves_hessian[place]
    right = ref.func.hessian(BENT[kind](p, q))(ref.tensor(pool_hessian[where][0])).numpy()
    off = 1e-3 if right.dtype.name == "float32" else 1e-9
    about = f"the same functions and points in turn: {kind}, {p:.1e}"
    same([table.shape, table.dtype.name], [right.shape, right.dtype.name], SHAPE, about=about)
    if right.any():
        close(table, right, ENTRIES, rtol=off, atol=off * np.abs(right).max(), about=about)
    else:
        close(table, right, FLAT, about=about)
    same(tracked, False, PLAIN, about=about)
close([numbers for numbers, _, _ in after_hessian], [numbers for numbers, _ in pool_hessian], STAYS, about="in turn")
same([rest for _, *rest in after_hessian], [[False, True]] * len(pool_hessian), STAYS, about="in turn: x as it was")
tables_said, asked_said = [], []
for shape in ((1, 1), (2, 2), (3, 3), (4, 4), (2, 2, 2, 2), (1, 3, 1, 3)):
    for number in range(4):
        size = int(np.prod(shape[: len(shape) // 2]))
        table = rng.normal(size=(size, size)) * (10.0 ** rng.integers(-12, 13) if number else 1.0)
        table = table + table.T * (0.0 if number == 3 else 1.0) + (np.triu(0.2 * table) if number % 2 else 0.0)
        table = np.tril(table) if number == 2 else table.T
        off = np.abs(table - table.T).max() / np.abs(table).max()
        for tolerance in (0.0, min(1.0, 1.02 * off), 0.98 * off, rng.uniform()):
            asked_said.append((len(tables_said), float(tolerance)))
        tables_said.append(table.reshape(shape))
asked_said = [asked_said[k] for k in rng.permutation(len(asked_said))]
told_said = plain(learner.kit("transform_stories.verdicts_run")(symmetric, tables_said, asked_said))
for (place, tolerance), said in zip(asked_said, told_said[0], strict=True):
    size = round(tables_said[place].size ** 0.5)
    table = tables_said[place].reshape(size, size)
    within = bool(np.abs(table - table.T).max() <= tolerance * np.abs(table).max())
    same(said, within, VERDICT, about=f"tables and tolerances in turn, shape {tables_said[place].shape}, {tolerance}")
close(told_said[1], tables_said, STAYS, about="tables that are looked at again and again")
for _ in range(2):
    at_cubes = numbers_of_hessian((2,))
    close(hessian(cubes_of_hessian, mg.tensor(at_cubes)), np.diag(6 * at_cubes), ENTRIES, rtol=1e-9, atol=1e-10,
          about="one f at another place")
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# The Hessian is the Jacobian of the gradient. You have built Jacobians in 7.5, from unit vectors. What is the function
# here?
# </details>
# <details><summary>Hint 2: which shape</summary>
#
# Each unit vector, in the shape of `x`, gives a piece in the shape of `x`; there are as many as `x` has entries. For
# the symmetry, bring the table to two dimensions first: a transposition of four dimensions turns all four round.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Push each row of `mg.eye` through `mg.func.grad(f)`, stack what comes, and reshape to the shape of `x` twice. For
# `symmetric`, reshape to n by n, and compare the largest size of the table minus its transpose with the tolerance times
# the largest size in the table.
# </details>

# %% [markdown]
# What is symmetry good for? It needs no right answer. Here are the second derivatives of what `CutScale` and your
# `Scale` of 8.2 give, squared and summed; the last of the three numbers is the factor. (They are walked back twice,
# row by row: a Function with a `forward(ctx, ...)` cannot be used inside `mg.func`, here as in PyTorch.)

# %%
def table_of(function):
    x = mg.tensor([0.5, -1.0, 3.0], requires_grad=True)
    (g,) = mg.autograd.grad((function.apply(x[:2], x[2]) ** 2).sum(), x, create_graph=True)
    return mg.stack([mg.autograd.grad(each, x, retain_graph=True)[0] for each in g])

def verdict(function):
    H = table_of(function)
    return H.tolist(), symmetric(H, 1e-6)

for function in (CutScale, Scale):
    print(outcome(lambda function=function: verdict(function)))

# %% [markdown]
# `CutScale` is caught without anything to compare with. `CutCube` would not be: each of its outputs depends on one input,
# its table has entries on the diagonal only, and a wrong diagonal is symmetric. As with the dot-product test of notebook
# 07: that two ways do not agree shows that something is wrong; that they agree does not show that both are right.

# %% [markdown]
# ## Multiply by it, and never make it
#
# A network with a million weights has a Hessian with $10^{12}$ entries. No one will ever see it. But to *multiply* by it
# is cheap, for the reason that you know from notebook 07: a product needs one run and one walk, and a table needs them
# for each of its columns. The product $Hv$ says how the gradient changes as `x` moves along $v$. Two formulas give it:
#
# $$Hv \;=\; \text{jvp of the gradient, along } v \;=\; \text{gradient of } \langle \nabla f,\, v\rangle .$$
#
# In the first one a run with tangents goes through a walk back. The second one walks back twice. Predict how many passes
# (walks and runs with tangents) a Hessian of twenty numbers takes, column by column, and how many one product takes.

# %% tags=["no-parity"] reason="PyTorch has no counter of passes"
def passes(call):
    with mg.func.counted() as count:
        call()
    return count.backward + count.forward

def neighbours(x):
    return (x[1:] * x[:-1]).sin().sum()

x = mg.tensor(np.linspace(0.1, 2, 20))
print("your Hessian:", outcome(lambda: passes(lambda: hessian(neighbours, x))))
print("one product: ", passes(lambda: mg.func.jvp(mg.func.grad(neighbours), (x,), (x,))))

# %% [markdown]
# Forty, if yours pushes unit vectors: for each of the twenty columns a run with tangents, and in it a walk back. (Taken
# row by row, with a vjp of the gradient, it is 21: one walk for the gradient, and one for each row.) The product takes
# one of each, and would take no more for a million numbers.

# %% [markdown]
# ## Exercise 8.5 · Hessian times vector (code, 4 points, about 11 min, needs nothing)
#
# **Goal** Write `hvp(f, x, v)`, without a Hessian: for 20,000 numbers, a table of it would not fit into memory.
#
# **Given** a tensor `x` in `float32` or `float64`, of any shape with at most three dimensions (a size may be 0), that
# requires no grad; `v`, like `x`, or `x` itself, both with finite entries; `f`, a function of `x` that computes and
# does nothing else, with a tensor without dimensions as its value. Its value may be linear in `x`, or not depend on it.
#
# **Return** $Hv$, a tensor in the shape and type of `x`, that requires no grad: its entry `i` is the sum of all
# `H[i, j] * v[j]`. It is exact, no difference of two gradients, however long or short `v` is. `f` is called at most
# twice, each time with a tensor in the shape and type of `x`, and at most two walks back come to `x`, however many
# entries it has (a run with tangents is no walk). `x` and `v` stay as they are. The package's `hessian`, `jacrev`,
# `jacfwd`,
# `vmap` and `mg.autograd.functional` are ruled out. The hidden test looks for what is ruled out; the check that you see
# does not.
#
# **Example** With `terms` at 2, 3, 1 and `v` as 0, 1, 0 it is the framed column of Figure 3: 6, 4, 0.

# %% nbgrader={"grade_id": "ex8_5", "solution": true}
def hvp(f, x, v):
    ### BEGIN SOLUTION
    return mg.func.jvp(mg.func.grad(f), (x,), (v,))[1]
    ### STUB
    # raise NotImplementedError("still the stub")
    ### END SOLUTION

# %% nbgrader={"grade_id": "ex8_5_test", "grade": true, "points": 4} exercise={"kind": "C", "forbid": ["minigrad.func.hessian", "minigrad.func.jacrev", "minigrad.func.jacfwd", "minigrad.func.vmap", "minigrad.autograd.functional", "minigrad.drawing"]}
PRODUCT = "product: the Hessian times v, in the shape of x"
FLAT = "flat: zeros in the shape of x, where the slope does not change along v"
TYPE = "type: one tensor, in the shape and type of x"
PASSES = "passes: f is called at most twice, and at most two walks back come to x"
PLAIN = "plain: what comes back requires no grad"
STAYS = "unchanged: x and v keep their numbers, their requires_grad and their .grad"


@learner_side
def told_of_product(hvp, f, at, along):
    """Is it a tensor; what comes back and its requires_grad; then x and v as they are. Without an along, v is x."""
    x = mg.tensor(np.asarray(at, order="F"))
    v = x if along is None else mg.tensor(np.asarray(along, order="F"))
    for each in (x, v):
        each.grad = mg.ones_like(each)   # from some earlier walk
    kept = [x.grad, v.grad]
    came = hvp(f, x, v)
    if not isinstance(came, mg.Tensor):
        return False, None, None, None
    stays = [each.grad is grad and bool((grad.numpy() == 1).all()) for each, grad in zip((x, v), kept, strict=True)]
    after = [(each.detach().numpy(), each.requires_grad, stay) for each, stay in zip((x, v), stays, strict=True)]
    return True, came.detach().numpy(), came.requires_grad, after


def tell_product(about, f, at, along=None):
    """The learner's product, compared with what the checker's own engine says; and what it took."""
    runs, walks = [], []

    def noting(point):
        runs.append(1)
        if point.requires_grad:
            point = point * 1.0
            point.register_hook(lambda g: walks.append(1))
        return f(point)

    right = ref.func.jvp(ref.func.grad(f), (ref.tensor(at),), (ref.tensor(at if along is None else along),))[1].numpy()
    off = 1e-3 if at.dtype.name == "float32" else 1e-9
    near = {"rtol": off, "atol": off * np.abs(right).max(initial=1e-30)}
    if right.any():
        is_tensor, came, tracked, after = plain(told_of_product(hvp, noting, at, along))
        same(is_tensor is not None, True, PRODUCT, about=about)
        same(is_tensor, True, TYPE, about=f"{about}: is it a tensor?")
        same([np.shape(came), came.dtype.name], [at.shape, at.dtype.name], TYPE, about=about)
        close(came, right, PRODUCT, **near, about=about)
    else:
        is_tensor, came, tracked, after = plain(told_of_product(hvp, noting, at, along))
        same(is_tensor is not None, True, FLAT, about=about)
        same(is_tensor, True, TYPE, about=f"{about}: is it a tensor?")
        same([np.shape(came), came.dtype.name], [at.shape, at.dtype.name], TYPE, about=about)
        close(came, right, FLAT, **near, about=about)
    same([len(runs) <= 2, len(walks) <= 2], [True, True], PASSES,
         about=f"{about}: f was called {len(runs)} times, and {len(walks)} walks came to x")
    same(tracked, False, PLAIN, about=about)
    close([numbers for numbers, _, _ in after], [at, at if along is None else along], STAYS, about=about)
    same([[tracked, stay] for _, tracked, stay in after], [[False, True]] * 2, STAYS,
         about=f"{about}: do x and v ask for nothing, and have they kept their .grad?")


x_product, v_product = np.array([2.0, 3.0, 1.0]), np.array([0.0, 1.0, 0.0])
tell_product("the example", lambda x: x[0] * x[1] ** 2 + x[0] * x[2].sin(), x_product.astype("float32"),
             v_product.astype("float32"))
tell_product("another v", lambda x: x[0] * x[1] ** 2 + x[0] * x[2].sin(), x_product, np.array([1.0, -2.0, 0.5]))
tell_product("shape (2, 3)", lambda x: (x[0] * x[1].exp()).sum() * x[0, 0],
             np.array([[0.5, -1.0, 2.0], [1.5, 0.25, -2.0]]), np.array([[1.0, -0.5, 2.0], [0.5, 1.0, -1.0]]))
tell_product("a line", lambda x: (x * 3.0).sum(), x_product, v_product)
tell_product("a value that does not depend on x", lambda x: x.detach().sum(), x_product, v_product)
tell_product("a v of zeros", lambda x: x.exp().sum(), x_product, 0 * v_product)
### BEGIN HIDDEN TESTS


def numbers_of_product(shape, name="float64"):
    return np.asarray(rng.uniform(0.4, 1.6, size=shape) * rng.choice([-1.0, 1.0], size=shape)).astype(name)


# word: that what comes back requires no grad, and that x and v have no .grad and ask for none
# no inputs: order: x and v are two, each in its place
# no inputs: aliasing, unchanged: every call looks at x and v, which lie turned round
# no inputs: block: nothing is entered
# no inputs: asked, example: the visible part counts runs and walks, and has the example
# inputs: dimensions (product_of_a_vector), size (diagonal_for_large, table_in_one_walk),
# values (product_of_unit_length, v_as_unit_vector, no_slope_no_bend, calls_again_where_flat)
for number, (f_product, shape) in enumerate((
    (lambda x: x.exp(), ()), (lambda x: (x * x * x).sum(), (1,)), (lambda x: (x[1:] * x[:-1]).sin().sum(), (5,)),
    (lambda x: (x @ x.T).sum() ** 2, (2, 2)), (lambda x: (x * x.sum(0)).sum().sin(), (3, 1)),
    (lambda x: (x * x).sum() ** 2, (2, 1, 3)), (lambda x: x.sum() * 2.0 + x[0] * x[1], (2,)),
    (lambda x: (x * x).sum(), (0,)), (lambda x: (x * x).sum(), (2, 0)),
    (lambda x: ((x[1:] - x[:-1] ** 2) ** 2).sum(), (400,)), (lambda x: (x[1:] * x[:-1]).sin().sum(), (20_000,)),
)):
    name = ("float64", "float32")[number % 4 == 3]
    along = numbers_of_product(shape, name) * np.asarray((1.0, -1e-3, 30.0)[number % 3], name)
    tell_product(f"shape {shape}, {name}", f_product, 0.7 * numbers_of_product(shape, name), along)
tell_product("a bend downwards", lambda x: -(x * x).sum() * 3.0, x_product, np.array([1e-9, -1e9, 0.0]))
for factor in (1e-9, 1e-150):
    tell_product(f"a v of size {factor}", lambda x: (x * x * x).sum(), x_product, factor * numbers_of_product((3,)))
tell_product("a level place", lambda x: (x * x).sum() + x[0] * x[1], np.zeros(2), numbers_of_product((2,)))
for shape in ((), (1,), (1, 1), (1, 1, 1)):
    one_product, other_product = numbers_of_product(shape), numbers_of_product(shape)
    tell_product(f"a line of one number, shape {shape}", lambda x: (x * 3.0).sum(), one_product, other_product)
    tell_product(f"one number, not used, shape {shape}", lambda x: x.detach().sum(), one_product, other_product)
    tell_product(f"a v of one zero, shape {shape}", lambda x: (x * x).sum(), one_product, 0.0 * other_product)
    tell_product(f"one number at a turning point, shape {shape}", lambda x: (x * x * x).sum(), 0.0 * one_product,
                 other_product)
for k in range(3):
    at_parts, unit_product = numbers_of_product((3,)), np.eye(3)[k]
    tell_product(f"bent in entry {k} only", lambda x, k=k: x[k] ** 3 + x.sum(), at_parts, numbers_of_product((3,)))
    tell_product(f"level along entry {k}", lambda x, k=k: (x**3).sum() - x[k] ** 3, at_parts, unit_product)
    tell_product(f"along entry {k}, bent in all others", lambda x, k=k: (x**3).sum() - x[k] ** 3, at_parts,
                 numbers_of_product((3,)))
    tell_product(f"along entry {k}, a product", lambda x, k=k: x[k] * x[k - 1], at_parts, unit_product)


def bent_at_a_half(x):
    """A line that is bent at this one place, where its slope is the same as everywhere."""
    here = abs(x.detach().sum().item() - 0.5 * x.numel()) < 1e-9
    return (3.0 * x).sum() + ((x - 0.5).sum() ** 2 + ((x - 0.5) ** 2).sum() if here else 0.0)


for shape in ((), (3,), (2, 2)):
    tell_product(f"a line everywhere else, shape {shape}", bent_at_a_half, np.full(shape, 0.5),
                 numbers_of_product(shape))
# inputs: same (x_made_a_leaf_for_a_while)
tell_product("x as its own v", lambda x: (x * x * x).sum(), x_product)
tell_product("x as its own v, shape (2, 2)", lambda x: (x @ x).sin().sum(), numbers_of_product((2, 2)))
# inputs: again (first_v_again, graph_kept_with_f, flat_double_copy, along_a_unit_vector, product_kept_by_direction)
square_of_product = numbers_of_product((3, 3))
turned = mg.tensor(square_of_product).T
close(hvp(lambda x: (x * x * x).sum(), mg.tensor(square_of_product), turned),
      6 * square_of_product * square_of_product.T, PRODUCT, about="a transpose as v")
close(hvp(lambda x: (x * x * x).sum(), mg.tensor(square_of_product), mg.tensor(square_of_product)),
      6 * square_of_product**2, PRODUCT, about="another v")


def cubes_of_product(x):
    return (x * x * x).sum()


BENT = {
    "wave": lambda p, q: lambda x: ((p * x).sin() * q).sum(),
    "cubes": lambda p, q: lambda x: (p * x * x * x + q * x * x).sum(),
    "line": lambda p, q: lambda x: (p * x).sum() + q,
    "coupled": lambda p, q: lambda x: (p * x.sum()).sin() * (x * x).sum() * q,
    "sized": lambda p, q: lambda x: (x * x * x).sum() * ((p if "64" in str(x.dtype) else q) + len(x.shape)),
}
places_product = np.random.default_rng(8)   # who is called when is always the same, and with which numbers is not
pool_product = []
for shape, name in (((), "float64"), ((3,), "float64"), ((3,), "float32"), ((2, 2), "float64"), ((1, 2, 2), "float32")):
    first, most = numbers_of_product(shape, name), 30.0 if name == "float32" else 200.0
    pool_product += [(first, False), (first.copy(), False), (0.0 * first, False), (0.0 * first + 1.0, False),
                     (numbers_of_product(shape, name) * np.asarray(10.0**most, name), False),
                     (numbers_of_product(shape, name) * np.asarray(10.0 ** -(most - 2.0), name), False)]
pool_product = [(np.asarray(numbers, pool_product[6 * (k // 6)][0].dtype), ask)
                for k, (numbers, ask) in enumerate(pool_product)]
at_in_shapes, along_in_shapes = (numbers_of_product((4,), "float32") for _ in range(2))
first_in_shapes = len(pool_product)
for shape in ((4,), (2, 2), (1, 4), (2, 1, 2)):   # the same numbers
    for name in ("float64", "float32"):
        pool_product += [(np.reshape(each, shape).astype(name), False) for each in (at_in_shapes, along_in_shapes)]
curves_product = [(kind, rng.uniform(0.5, 1.5), rng.uniform(0.5, 1.5)) for kind in BENT]
steps_product = [(number % 5, tuple(6 * int(group) + int(places_product.integers(most)) for most in (4, 6)))
                 for number, group in enumerate(places_product.permutation([0, 1, 2, 3, 4] * 8))]
steps_product += [(place, (group + at, group + along)) for group in (6, 18)   # one of three is another
                  for place, at, along in ((1, 0, 0), (1, 3, 0), (0, 3, 0), (0, 3, 3), (3, 0, 3), (3, 0, 0))]
steps_product += [(list(BENT).index("sized"), (first_in_shapes + 2 * int(each), first_in_shapes + 2 * int(each) + 1))
                  for each in places_product.permutation(8)]
told_product, after_product = plain(learner.kit("transform_stories.bends_run")(
    hvp, curves_product, pool_product, steps_product))
for (place, (at, along)), (came, tracked) in zip(steps_product, told_product, strict=True):
    kind, p, q = curves_product[place]
    x, v = ref.tensor(pool_product[at][0]), ref.tensor(pool_product[along][0])
    right = ref.func.jvp(ref.func.grad(BENT[kind](p, q)), (x,), (v,))[1].numpy()
    off = 2e-3 if right.dtype.name == "float32" else 1e-9
    about = f"the same functions, x and v in turn: {kind}, {at}, {along}"
    same([np.shape(came), came.dtype.name], [right.shape, right.dtype.name], TYPE, about=about)
    if right.any():
        close(came, right, PRODUCT, rtol=off, atol=off * np.abs(right).max(), about=about)
    else:
        close(came, right, FLAT, about=about)
    same(tracked, False, PLAIN, about=about)
close([numbers for numbers, _, _ in after_product], [numbers for numbers, _ in pool_product], STAYS, about="in turn")
same([rest for _, *rest in after_product], [[False, True]] * len(pool_product), STAYS,
     about="in turn: x and v as they were")
for _ in range(2):
    at_cubes, along_cubes = numbers_of_product((2,)), numbers_of_product((2,))
    close(hvp(cubes_of_product, mg.tensor(at_cubes), mg.tensor(along_cubes)), 6 * at_cubes * along_cubes, PRODUCT,
          about="one f at another place")
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Take one of the two formulas. Which function do you push through, or which number do you differentiate?
# </details>
# <details><summary>Hint 2: which call</summary>
#
# By the first formula: a tangent for `x` is pushed through the function `mg.func.grad(f)`. By the second: the inner
# gradient has to be part of the function that the outer one differentiates; `v` is a constant in it.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# `mg.func.jvp` of the function `mg.func.grad(f)`, with `x` and `v` as tuples of one; it returns the gradient and what you
# want. Or: the gradient at `x` of the function that takes the sum of `v` times the gradient of `f`.
# </details>

# %%
x = mg.tensor([2.0, 3.0, 1.0])
for v in mg.eye(3):
    print(outcome(lambda v=v: hvp(terms, x, v).tolist()))

# %% [markdown]
# The columns of Figure 3, one by one. What one can know of a large Hessian is found in this way: its largest eigenvalue
# by multiplying again and again, its inverse times a vector by conjugate gradients.

# %% [markdown]
# **A good place to stop.** You have second derivatives in all forms. What comes next is what they are for: steps of the
# right length.

# %% [markdown]
# ## Newton's method
#
# Near a point $x$ a smooth function is nearly a parabola. With the gradient $g$ and the Hessian $H$ there,
#
# $$f(x - s) \;\approx\; f(x) - \langle g, s\rangle + \tfrac12 \langle s, H s\rangle .$$
#
# The slope of the right-hand side with respect to $s$ is $-g + Hs$. It is 0 where $Hs = g$. So the bottom of the
# parabola, if it has one, is at $x - s$ with
#
# $$H s = g.$$
#
# That is **Newton's step**. There is no step size to choose. In one dimension it is slope divided by bend: where the
# slope changes fast, the step is short.
#
# The usual place to try it is Rosenbrock's function: a long, bent valley. To find the valley is easy, and to follow it
# is hard.

# %%
def rosenbrock(x):
    return (1 - x[0]) ** 2 + 100 * (x[1] - x[0] ** 2) ** 2

x = mg.tensor([-1.2, 1.0], dtype=mg.float64)
for number in range(7):
    g, value = mg.func.grad_and_value(rosenbrock)(x)
    off = (x - 1).abs().max().item()
    print(number, [round(each, 4) for each in x.tolist()], f"{value.item():.6f}  off by {off:.0e}")
    x = x - mg.tensor(np.linalg.solve(mg.func.hessian(rosenbrock)(x).numpy(), g.numpy()))

# %% [markdown]
# Six steps to the minimum at 1, 1. Each of the last steps about doubles the number of right digits. But look at the third
# line: the value has gone from 4.7 up to 1411. Two lines later it rises once more, from 0.06 to 0.31. The parabola was a
# good picture near the point, and the step went far beyond. The usual remedy is to *halve* the step until the value does
# not go up.
#
# What do you get for the trouble of a Hessian? Compare with steps downhill of a fixed length, without one. After 500 of
# them:

# %%
x = mg.tensor([-1.2, 1.0], dtype=mg.float64)
for _ in range(500):
    x = x - 0.002 * mg.func.grad(rosenbrock)(x)
print([round(each, 4) for each in x.tolist()], f"{rosenbrock(x).item():.6f}")

# %% [markdown]
# They are in the valley, and not halfway up its right arm.

# %% [markdown]
# ## Exercise 8.6 · Down the valley (make, 5 points, about 16 min, needs nothing)
#
# **Goal** Write `newton(f, start)`, which walks downhill with Newton's steps, and gives the whole path.
#
# **Given** `start`, a tensor in `float64` with one dimension and 1 to 5 entries, that requires no grad; `f`, a function
# of such a tensor that computes and does nothing else, with a tensor without dimensions as its value. Its Hessian has
# positive eigenvalues only, all along the way. It is a bowl with one minimum, or Rosenbrock's valley with other numbers,
# $(a - x_0)^2 + b\,(x_1 - x_0^2)^2$ with $a$ from 0.5 to 1.5 and $b$ from 1 to 300, times a number, with a start below it
# (from $-1.5$ to 1.5 in $x_0$). `f` is a finite number wherever a step may lead, and may be far below 0. Halving is
# enough there: no more than 40 points are needed.
#
# **Return** the path, a list of 1 to 40 tensors like `start`, that require no grad. It begins with `start` or a copy,
# and ends at a point where no entry of the gradient is larger than $10^{-6}$ in size. From each point to the next it is
# Newton's step, or some part of it, and `f` does not rise, by more than rounding does: $10^{-12}$ of its largest size
# on the path. `f` is called at most 3,000 times. From a bowl that is a parabola, one step is enough: two points.
# `start` stays as it is, and so does each point after it has been put on the path. How you solve $Hs = g$ is up to you:
# by `np.linalg.solve`, or by conjugate gradients, which need only products with $H$. `mg.func` is allowed; `mg.optim`
# and `scipy` are ruled out, for which the hidden test looks.
#
# **Example** `newton(rosenbrock, mg.tensor([-1.2, 1.0], dtype=mg.float64))` ends at about 1, 1.

# %% nbgrader={"grade_id": "ex8_6", "solution": true}
def newton(f, start):
    ### BEGIN SOLUTION
    path = [start]
    g, value = mg.func.grad_and_value(f)(start)
    while g.abs().max() > 1e-7:
        H = mg.func.hessian(f)(path[-1])
        step = mg.tensor(np.linalg.solve(H.numpy(), g.numpy()))
        while f(path[-1] - step) > value:
            step = step / 2
        path.append(path[-1] - step)
        g, value = mg.func.grad_and_value(f)(path[-1])
    return path
    ### STUB
    # raise NotImplementedError("still the stub")
    ### END SOLUTION

# %% nbgrader={"grade_id": "ex8_6_test", "grade": true, "points": 5} exercise={"kind": "K", "forbid": ["minigrad.optim", "scipy"]}
PATH = "path: a list of 1 to 40 tensors in float64, in the shape of start"
CALLS = "calls: every loop ends: f is called at most 3,000 times"
BEGINS = "begin: the first point is start"
ARRIVES = "end: at the last point no entry of the gradient is larger than 1e-6"
DOWN = "downhill: f does not rise from a point to the next"
BOWL = "bowl: from anywhere in a parabola, one step leads to its bottom"
STEPS = "steps: from each point to the next it is Newton's step, or a part of it"
PLAIN = "plain: no point requires grad"
STAYS = "unchanged: start, and the points that were visited, stay as they are"
paths_run = learner.kit("transform_stories.paths_run")


def newtons_step(f, x):
    """The solution of H s = g at this point."""
    x = ref.tensor(x)
    return np.linalg.solve(ref.func.hessian(f)(x).numpy(), ref.func.grad(f)(x).numpy())


def beside_newton(f, points):
    """How far some of the moves, as a part of their length, lie beside Newton's step there."""
    apart = 1 + len(points) // 3
    some = range(len(points) - 1)[int(rng.integers(apart)) :: apart]
    moves = [(points[number] - points[number + 1], newtons_step(f, points[number])) for number in some]
    parts = [min(max(move @ step / max(step @ step, 1e-300), 0.0), 1.0) for move, step in moves]
    return [float(np.abs(move - part * step).max() / (np.abs(move).max() + 1e-6))
            for (move, step), part in zip(moves, parts, strict=True)]


def tell_path(about, f, at, told, bowl=False):
    """One path, looked at with the checker's own engine."""
    calls, is_path, points, tracked, again = told
    same(calls <= 3000, True, CALLS, about=about)
    same(is_path, True, PATH, about=f"{about}: is it a list of tensors?")
    same(again, 0, STAYS, about=f"{about}: points that are the same tensor as one before")
    same(1 <= len(points) <= 40, True, PATH, about=f"{about}: {len(points)} points")
    same([(each.shape, each.dtype.name) for each in points], [(at.shape, "float64")] * len(points), PATH, about=about)
    close(points[0], at, BEGINS, about=about)
    values = [ref.tensor(each) for each in points]
    values = [f(each).item() for each in values]
    slope = ref.func.grad(f)(ref.tensor(points[-1])).numpy()
    same(bool(np.abs(slope).max() <= 1e-6), True, ARRIVES, about=f"{about}: {slope}")
    size = max(np.abs(values).max(), 1e-9)
    rises = [number for number in range(1, len(values)) if not values[number] <= values[number - 1] + 1e-12 * size]
    same(rises, [], DOWN, about=f"{about}: the steps that go up")
    if bowl:
        same(len(points) <= 2, True, BOWL, about=f"{about}: {len(points)} points")
    beside = beside_newton(f, points)
    close(beside, [0.0] * len(beside), STEPS, atol=1e-3, about=about)
    same(tracked, [False] * len(tracked), PLAIN, about=about)


BOWLS = {   # each of them with two numbers of its own, or with a table and a point
    "valley": lambda p, q: lambda x: (p - x[0]) ** 2 + q * (x[1] - x[0] ** 2) ** 2,
    "parabola": lambda p, q: lambda x: ((x.new_tensor(p) @ (x - x.new_tensor(q))) ** 2).sum(),
    "growing": lambda p, q: lambda x: ((p * x).exp() + q * (-x).exp()).sum(),
    "far": lambda p, q: lambda x: p * (q + x * x).sqrt().sum(),
    "leaning": lambda p, q: lambda x: p * (x.exp() - 2.0 * x).sum() + q,
    "high valley": lambda p, q: lambda x: q * ((1.0 - x[0]) ** 2 + p * (x[1] - x[0] ** 2) ** 2),
    "level": lambda p, q: lambda x: p * ((x - 2.0) ** 2).sum() + q,
}


def tell_newton(*cases):
    """What is said of each case, its function, the start, and is it a parabola; each tensor is there once."""
    starts = [np.asarray(at, dtype=float) for _, _, at, *_ in cases]
    once_each = [(k, k) for k in range(len(cases))]
    told, after = plain(paths_run(newton, [curve for _, curve, *_ in cases], starts, once_each))
    same(len(told), len(cases), PATH, about="a path for each start")
    for (about, (kind, p, q), *_), path, at in zip(cases, told, starts, strict=True):
        tell_path(about, BOWLS[kind](p, q), at, path, kind in ("parabola", "level"))
    close([numbers for numbers, _, _ in after], starts, STAYS, about="start")
    same([[tracked, stay] for _, tracked, stay in after], [[False, True]] * len(starts), STAYS,
         about="does start ask for nothing, and has it kept its .grad?")


tell_newton(("Rosenbrock's valley", ("valley", 1.0, 100.0), [-1.2, 1.0]))
tell_newton(("a parabola of two numbers", ("parabola", [[2.0, 1.0], [0.5, -1.0]], [1.0, -2.0]), [5.0, 3.0]))
tell_newton(("a parabola of one number", ("parabola", [[3.0]], [2.0]), [-7.0]))
tell_newton(("a start at the bottom", ("parabola", [[3.0]], [2.0]), [2.0]))
tell_newton(("a bowl with steep walls", ("leaning", 1.0, 0.0), [3.0, 0.5, 1.0]))
### BEGIN HIDDEN TESTS
# word: that the path is a list, that its points require no grad, and that start stays as it is
# no inputs: aliasing, order: there is one start, and nothing to put in order
# no inputs: unchanged: every call looks at start and at the first point
# no inputs: block: nothing is entered
# no inputs: asked, example: the visible part has the example
# no inputs: size: at most 5 numbers and 40 points
# inputs: dimensions (newton_for_two_numbers),
# values (stops_by_the_value, diagonal_if_weak, halves_at_most_six_times, stops_at_short_steps)
a_newton, left_newton = rng.uniform(0.8, 1.5), rng.uniform(0.3, 0.6)
bowls_newton = [np.eye(size) * rng.uniform(1.0, 2.0, size=size) + rng.uniform(-0.3, 0.3, size=(size, size))
                for size in (3, 5)]
tell_newton(
    ("a wall that is nearly flat far out", ("far", 1.0, 1.0), rng.uniform(2.0, 3.0, size=3)),
    ("the same, from the other side", ("far", 1.0, 1.0), -rng.uniform(2.0, 3.0, size=2)),
    ("from far out", ("far", 1.0, 1.0), [60.0]),
    ("steep walls", ("growing", 2.0, 1.5), rng.uniform(-3.0, 3.0, size=4)),
    ("a bottom at the height -1000", ("leaning", 1.0, -1000.0), rng.uniform(-1.0, 2.0, size=2)),
    ("near a bottom at the height 1000", ("leaning", 1.0, 1e3), [np.log(2.0) + 3e-3]),
    ("a bowl times 1000", ("leaning", 1e3, 0.0), [3.0, 0.0]),
    ("a bowl times a million", ("leaning", 1e6, 0.0), [3.0]),
    ("a valley times 1e-5", ("high valley", 100.0, 1e-5), [0.5, -1.0]),
    ("a long valley", ("valley", 1.5, 300.0), [-1.5, 1.0]),
    ("a bottom ten million below 0", ("leaning", 1.0, -1e7), [1.0]),
    ("a parabola with large numbers", ("parabola", [[300.0, 170.0], [-110.0, 130.0]], [1 / 3, -2 / 3]), [70.1, 33.3]),
    (f"a valley, a = {a_newton:.2f}, b = 300", ("valley", a_newton, 300.0),
     [left_newton, left_newton**2 - rng.uniform(0.5, 1.2)]),
    *((f"a parabola of {len(table)} numbers", ("parabola", table.tolist(), rng.normal(size=len(table)).tolist()),
       5 * rng.normal(size=len(table))) for table in bowls_newton),
    ("a parabola that is turned a little",
     ("parabola", [[1.0, 0.005, 0.0], [0.005, 1.0, 0.0], [0.0, 0.0, 2.0]], [1.0, -3.0, 0.5]), [8.0, 6.0, -7.0]),
    ("a start where slopes cancel", ("parabola", [[1.0, 0.0], [0.0, 1.0]], [0.0, 0.0]), [1.0, -1.0]),
    ("a start beside the bottom", ("parabola", np.eye(5).tolist(), [0.0] * 5), [1.5e-6, 0, 0, 0, 0]),
    ("a parabola on a height", ("level", 1.0, 1e7), [1.0, 4.0]),
    ("a level parabola", ("level", 1e-8, 0.0), [1e4, -2e3]),
    ("a tiny parabola", ("parabola", [[3e-3, 0.0], [0.0, 2e-3]], [20.0, -1.0]), [-20.0, 15.0]),
)
ends_at = newton(BOWLS["parabola"]([[2.0, 1.0], [0.0, 1.0]], [3.0, -1.0]),
                 mg.tensor(np.array([0.5, 4.0])))[-1]
close(ends_at, np.array([3.0, -1.0]), ARRIVES, rtol=1e-6, atol=1e-6, about="the bottom of a parabola at 3, -1")
# inputs: same (path_of_the_same_start), again (remembers_the_path, path_of_the_same_function)
curves_newton = [("parabola", [[1.0, 0.5], [-0.3, rng.uniform(1.0, 2.0)]], rng.normal(size=2).tolist())
                 for _ in range(2)]
curves_newton += [("leaning", rng.uniform(1.0, 2.0), 0.0), ("far", rng.uniform(1.0, 2.0), 2.0)]
starts_newton = [rng.uniform(-1.0, 1.0, size=2), rng.uniform(-1.0, 1.0, size=2), rng.uniform(-1.0, 1.0, size=1)]
starts_newton += [starts_newton[0].copy()]
picked_newton = [(0, 0), (1, 0), (2, 0), (2, 2), (3, 2), (2, 1), (0, 1), (1, 3), (0, 0)]
order_newton = [picked_newton[k] for k in rng.permutation(len(picked_newton))]
told_newton, after_newton = plain(paths_run(newton, curves_newton, starts_newton, order_newton))
for (place, where), path in zip(order_newton, told_newton, strict=True):
    kind, p, q = curves_newton[place]
    tell_path(f"the same functions and starts in turn: {kind}", BOWLS[kind](p, q), starts_newton[where], path,
              kind == "parabola")
close([numbers for numbers, _, _ in after_newton], starts_newton, STAYS, about="starts that are used again")
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# A loop: gradient and Hessian at the last point; if the gradient is small enough, stop; otherwise solve for the step,
# halve it while the value would go up, and put the new point on the path.
# </details>
# <details><summary>Hint 2: <code>Can't call numpy() on Tensor that requires grad</code>, and loops that do not
# end</summary>
#
# What `mg.func` returns requires no grad if its argument does not. In the halving compare with *not larger*: near the
# bottom, two values may be equal. And stop by the gradient, not by the value, which is flat there.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# `mg.func.grad_and_value` gives the gradient and the value, `mg.func.hessian` the table. `np.linalg.solve` of both, as
# arrays, is the step, and `mg.tensor` of it is a tensor again. While `f` at the point minus the step is larger than the
# value, take half of the step. The new point is a new tensor.
# </details>

# %% [markdown]
# Your path, on the valley. (The shades are those of the logarithm of $1 + f$. Without it, the bottom of the valley would
# be one shade.)

# %%
path = outcome(lambda: newton(rosenbrock, mg.tensor([-1.2, 1.0], dtype=mg.float64)))

def height(x0, x1):
    return np.log10(1 + (1 - x0) ** 2 + 100 * (x1 - x0**2) ** 2)

def picture(path):
    caption = f"{len(path) - 1} steps on Rosenbrock's function; the shades are log10(1 + f)."
    return plot_descent(height, [point.tolist() for point in path], caption, height="log10(1 + f)")

picture(path) if path != "error" else None

# %% [markdown]
# *Figure 4. Newton's method with halved steps on Rosenbrock's function.*
#
# **The figure in words.** Shades of grey over a plane, x0 from $-1.75$ to 1.55 and x1 from below 0 to 1.7. A white band
# in the form of a parabola, open to the top, is the valley. A line with dots starts at the left, at $-1.2$ and 1. Its
# first step goes up to 1.38, into the valley; then it follows the band down to the lowest place near 0, 0, with a kink at
# $-0.4$, and up the right arm, in steps of about the same length, to a star at 1, 1.
#
# The reference takes 21 steps, where the steps without halving were six: the path that was allowed to climb to 1411 was
# lucky. With another start, or another function, such luck runs out.

# %% [markdown]
# ## A loop inside a loop
#
# Often a walk downhill is itself a part of something. How long should its steps be? One can ask for the *derivative of
# the result by the step length*: let the loop run, look at the loss at its end, and walk back through the whole loop.
# Each step in it contains a gradient. So the outer derivative is one of second order, and the history must not be lost
# anywhere.
#
# There are several ways to lose it, and articles mix them up. `no_grad()` and `detach()` "achieve the same", says one.
# Predict which of the four values require grad, and what a write through the detached one does.

# %% claims=["C2-12", "C2-13", "C2-14"]
x = mg.tensor(3.0, requires_grad=True)
z = x * x
with mg.no_grad():
    quiet = x * x
cut = z.detach()
print([each.requires_grad for each in (x, z, quiet, cut)])
cut.zero_()
print(z.item(), quiet.item())

# %% [markdown]
# Under `no_grad` nothing is recorded at all, and `quiet` has a memory of its own. For `cut` everything up to `z` has been
# recorded; it is a second name for the numbers of `z`, without the history, and a write through it changes `z`. For a
# derivative that goes through, both are the same: it ends there. To keep only *one* tensor from being trained, say so
# where it is made:

# %% claims=["C2-02", "C2-15"]
weight, frozen = mg.tensor(2.0), mg.tensor(5.0)
weight.requires_grad_()   # later is early enough
(weight * frozen + frozen).backward()
print(weight.grad, frozen.grad)

# %% [markdown]
# ## Exercise 8.7 · The detached inner loop (bug hunt, 4 points, about 13 min, needs nothing)
#
# `tuned` walks `steps` steps downhill on a loss, and returns the loss at the end; somebody wants to know how it depends
# on the step length. It was written like a training loop.

# %%
def tuned(loss, x, rate, steps):
    """The loss after so many steps from x, each as long as rate times the gradient."""
    for _ in range(steps):
        x = x.detach().requires_grad_()
        (g,) = mg.autograd.grad(loss(x), x)
        x = x - rate * g
    return loss(x)

# %% [markdown]
# On $\frac12 (x^2 + 4 y^2)$ from 2, 1, the numbers after $n$ steps of length $r$ are $2(1-r)^n$ and $(1-4r)^n$. So the
# loss, and its slope in $r$, can be written down. Predict for 1, 2 and 3 steps whether value and slope are right.

# %%
def bowl(x):
    return (x * x * mg.tensor([0.5, 2.0])).sum()

def right_slope(r, n):
    return -4 * n * (1 - r) ** (2 * n - 1) - 16 * n * (1 - 4 * r) ** (2 * n - 1)

for n in (1, 2, 3):
    rate = mg.tensor(0.1, requires_grad=True)
    loss = tuned(bowl, mg.tensor([2.0, 1.0]), rate, n)
    loss.backward()
    print(n, f"value {loss.item():.4f}  slope {rate.grad.item():.3f}  right {right_slope(0.1, n):.3f}")

# %% [markdown]
# All three values are right. With one step the slope is right as well; from two steps on it is too small. Something is
# forgotten between the steps. (Whoever takes only the obvious line out gets an error, or another wrong number.)
#
# **Goal** Write `after_steps(loss, x, rate, steps)`, the same value with right derivatives.
#
# **Given** the cells above. `x` is a tensor of any shape with at most two dimensions and at least one entry, in
# `float32` or `float64`, and may require grad or not; `rate` is a tensor without dimensions in the same type, of either
# sign or 0, and requires grad. Both may be leaves, or have been computed; `steps` is an int from 1 to 20. `loss` is a
# function of a tensor like `x` that computes and does nothing else, with a tensor without dimensions as its value,
# which depends on all of `x`; it may be linear, or call `after_steps` itself, on another loss.
#
# **Return** the loss after the steps, a tensor without dimensions in their type, with right derivatives of first and
# second order with respect to `rate`, and to `x` if it requires grad; earlier calls make no difference. `loss` is
# called once for each step, and once more at the end, each time with a tensor in the shape and type of `x` (that
# requires grad or not, as you need it). `x` and `rate` stay as they are: numbers, `requires_grad`, no `.grad` is
# written, and none that was computed is told to retain its own. `mg.autograd.functional` is ruled out, for which the
# hidden test looks.
#
# **Example** For `bowl` from 2, 1 with the rate 0.1 and 3 steps the slope in `rate` is $-10.818$.

# %% nbgrader={"grade_id": "ex8_7", "solution": true}
def after_steps(loss, x, rate, steps):
    ### BEGIN SOLUTION
    if not x.requires_grad:
        x = x.detach().requires_grad_()
    for _ in range(steps):
        (g,) = mg.autograd.grad(loss(x), x, create_graph=True)
        x = x - rate * g
    return loss(x)
    ### STUB
    # raise NotImplementedError("still the stub")
    ### END SOLUTION

# %% nbgrader={"grade_id": "ex8_7_test", "grade": true, "points": 4} exercise={"kind": "B", "forbid": ["minigrad.autograd.functional", "minigrad.drawing"]}
VALUE = "value: the loss after the steps, in its own type"
RATE = "rate: the slope in the rate goes through all steps, and through the gradients in them"
START = "start: the gradient with respect to x goes through all steps, and through the gradients in them"
SECOND = "second order: the slopes can be differentiated again"
CALLS = "calls: loss is called once for each step, and once more at the end"
STAYS = "unchanged: x and rate keep their numbers and their requires_grad, and no .grad is written"


@learner_side
def told_of_steps(after_steps, loss, at, rate, steps, asks, made):
    """The value, its slopes in rate and x, and the slopes of those; then x and rate as they are.

    made: rate, and x if it requires grad, have been computed, and the slopes are those in what they come from.
    """
    x, r = mg.tensor(np.asarray(at, order="F"), requires_grad=asks), mg.tensor(rate, requires_grad=True)
    for each in (x, r):
        each.grad = mg.ones_like(each)   # from some earlier walk
    kept, wanted = [x.grad, r.grad], [r, x] if asks else [r]
    given = [x * 1.0 if made and asks else x, r * 1.0 if made else r]
    value = after_steps(loss, *given, steps)
    stays = [each.grad is grad and bool((grad.numpy() == 1).all()) for each, grad in zip((x, r), kept, strict=True)]
    after = [(each.detach().numpy(), each.requires_grad, stay) for each, stay in zip(given, stays, strict=True)]
    firsts = mg.autograd.grad(value, wanted, create_graph=True, materialize_grads=True)
    total = sum([(each * each).sum() for each in firsts]) + 0.0 * r
    seconds = mg.autograd.grad(total, wanted, materialize_grads=True)
    return value.detach().numpy(), [[each.detach().numpy() for each in some] for some in (firsts, seconds)], after


def right_steps(loss, at, rate, steps, asks):
    """The same, with the steps written out one after the other."""
    x, r = ref.tensor(at, requires_grad=True), ref.tensor(rate, requires_grad=True)
    here = x
    for _ in range(steps):
        here = here - r * ref.autograd.grad(loss(here), here, create_graph=True)[0]
    value, wanted = loss(here), [r, x] if asks else [r]
    firsts = ref.autograd.grad(value, wanted, create_graph=True, materialize_grads=True)
    total = sum([(each * each).sum() for each in firsts]) + 0.0 * r
    seconds = ref.autograd.grad(total, wanted, materialize_grads=True)
    return value.detach().numpy(), [[each.detach().numpy() for each in some] for some in (firsts, seconds)]


def tell_steps(about, loss, at, rate, steps, asks=False, made=False):
    """The learner's loop, compared with one of the checker's own engine."""
    calls = []

    def noting(x):
        calls.append(1)
        return loss(x)

    right, rights = right_steps(loss, at, rate, steps, asks)
    about = f"{about}, {steps} steps" + (", x requires grad" if asks else "") + (", computed" if made else "")
    off = 5e-3 if at.dtype.name == "float32" else 1e-8
    near = {"rtol": off, "atol": off}
    value, orders, after = plain(told_of_steps(after_steps, noting, at, rate, steps, asks, made))
    close(value, right, VALUE, **near, about=about)
    same([np.shape(value), value.dtype.name], [(), at.dtype.name], VALUE, about=about)
    (by_rate, *by_x), (wanted_by_rate, *wanted_by_x) = orders[0], rights[0]
    close(by_rate, wanted_by_rate, RATE, **near, about=about)
    close(by_x, wanted_by_x, START, **near, about=about)
    for name, found, wanted in zip(("rate", "x")[: len(rights[1])], orders[1], rights[1], strict=True):
        close(found, wanted, SECOND, **near, about=f"{about}: by {name}")
    same(len(calls), steps + 1, CALLS, about=about)
    close([numbers for numbers, _, _ in after], [at, rate], STAYS, about=about)
    same([[tracked, graded] for _, tracked, graded in after], [[asks, True], [True, True]], STAYS,
         about=f"{about}: do x and rate ask as before, and have they kept their .grad?")


at_steps, tenth = np.array([2.0, 1.0]), np.array(0.1)
for asks, steps in ((False, 1), (False, 3), (True, 1), (True, 3)):
    tell_steps("the bowl", lambda x: 0.5 * x[0] * x[0] + 2.0 * x[1] * x[1], at_steps, tenth, steps, asks)
tell_steps("the bowl in float32", lambda x: 0.5 * x[0] * x[0] + 2.0 * x[1] * x[1], at_steps.astype("float32"),
           tenth.astype("float32"), 2, True)
tell_steps("a line", lambda x: (3.0 * x).sum(), at_steps, tenth, 2)
tell_steps("waves", lambda x: (x * x[0]).sin().sum(), at_steps, tenth, 4, True)
### BEGIN HIDDEN TESTS


def numbers_of_steps(shape, name="float64"):
    return np.asarray(rng.uniform(0.4, 1.6, size=shape) * rng.choice([-1.0, 1.0], size=shape)).astype(name)


# word: what requires grad and has a .grad
# no inputs: same, aliasing, order: x and rate are two, are only read, and tables lie turned round
# no inputs: unchanged: every call looks at x and rate
# no inputs: asked, example: the visible part counts the calls of loss, and has the example's bowl
squared_steps = after_steps(lambda x: (x * x).sum(), mg.tensor(at_steps), mg.tensor(tenth, requires_grad=True), 3)
close(squared_steps, 5 * 0.8**6, VALUE, about="the squares of 2 and 1")
# inputs: dimensions (steps_of_a_vector), size (ten_steps_at_most),
# values (steps_of_positive_rates, clipped_gradients, rate_only_as_a_leaf, graph_only_for_bent_losses)
for number, (f_steps, shape, many) in enumerate((
    (lambda x: x.sin() * 2.0, (), 5), (lambda x: (x**4).sum(), (1,), 2), (lambda x: (x * x).sum().sin(), (3,), 3),
    (lambda x: ((x @ x.T) ** 2).sum() * 0.1, (2, 3), 2), (lambda x: (x.sin() + 0.5 * x * x).sum(), (2, 1), 20),
    (lambda x: (x * 2.0).sum(), (2, 2), 4),
)):
    name = ("float64", "float32")[number % 4 == 3]
    size = np.asarray((0.05, -0.05, 0.0)[number % 3], name)
    for asks in (False, True):
        tell_steps(f"shape {shape}, {name}, rate {size}", f_steps, 0.7 * numbers_of_steps(shape, name), size, many,
                   asks, made=number % 2 == 0)
tell_steps("the bowl from the bottom", lambda x: 0.5 * x[0] * x[0] + 2.0 * x[1] * x[1], np.zeros(2), tenth, 3, True)
tell_steps("the bowl from far up", lambda x: 0.5 * x[0] * x[0] + 2.0 * x[1] * x[1], 1e3 * at_steps, tenth, 3, True,
           True)
tell_steps("straight, then bent", lambda x: (x.clamp(max=1.0) ** 2 + 3.0 * x).sum(), np.array([1.2, 1.5]), tenth, 4,
           True)
# inputs: block (state_outside)
def nested_steps(x):
    """The loss after two steps of a rate of its own."""
    return after_steps(lambda z: 0.5 * (z * z).sin().sum(), x, mg.tensor(0.2, dtype=x.dtype, requires_grad=True), 2)


def nested_right(x):
    for _ in range(2):
        x = x - 0.2 * ref.autograd.grad(0.5 * (x * x).sin().sum(), x, create_graph=True)[0]
    return 0.5 * (x * x).sin().sum()


for asks in (False, True):
    nested_x, nested_rate = mg.tensor(at_steps, requires_grad=asks), mg.tensor(tenth, requires_grad=True)
    after_steps(nested_steps, nested_x, nested_rate, 2).backward()
    ref_x, ref_rate = ref.tensor(at_steps, requires_grad=True), ref.tensor(tenth, requires_grad=True)
    here_steps = ref_x
    for _ in range(2):
        (g_steps,) = ref.autograd.grad(nested_right(here_steps), here_steps, create_graph=True)
        here_steps = here_steps - ref_rate * g_steps
    nested_right(here_steps).backward()
    close(nested_rate.grad, ref_rate.grad.numpy(), RATE, about="a loss that calls after_steps itself")
    if asks:
        close(nested_x.grad, ref_x.grad.numpy(), START, about="a loss that calls after_steps itself")
# inputs: again (results_remembered)
x_again, rate_again = mg.tensor(at_steps), mg.tensor(tenth, requires_grad=True)
calls_again = []


def noting_steps(x):
    calls_again.append(1)
    return (x * x).sum()


for number in (1, 2):
    after_steps(noting_steps, x_again, rate_again, 2).backward()
    close(rate_again.grad, number * -40 * 0.8**3, RATE, about="twice with the same x and rate")
same(len(calls_again), 6, CALLS, about="twice with the same x and rate")
LOSSES = {
    "wave": lambda p, q: lambda x: ((p * x).sin() * q).sum(),
    "cubes": lambda p, q: lambda x: (p * x * x * x + q * x * x).sum(),
    "line": lambda p, q: lambda x: (p * x).sum() + q,
    "coupled": lambda p, q: lambda x: (p * x.sum()).sin() * (x * x).sum() * q,
    "sized": lambda p, q: lambda x: (x * x * x).sum() * ((p if "64" in str(x.dtype) else q) + len(x.shape)),
}


def right_runs(losses, pool, steps):
    """The same story with the steps written out."""
    made, told = [], []
    for (numbers, how) in pool:
        other = None if isinstance(how, bool) else made[how]
        made.append(ref.tensor(numbers, requires_grad=how) if other is None else other * ref.tensor(numbers))
    leaves = [one for one in made if one.is_leaf and one.requires_grad]
    for (place, x, rate, many) in steps:
        kind, p, q = losses[place]
        loss, here = LOSSES[kind](p, q), made[x] if made[x].requires_grad else made[x].detach().requires_grad_()
        for _ in range(many):
            here = here - made[rate] * ref.autograd.grad(loss(here), here, create_graph=True)[0]
        value = loss(here)
        found = ref.autograd.grad(value, leaves, create_graph=True, materialize_grads=True)
        bent = 0.7 * (lambda each: each * each + each)(sum([(each * each).sum() for each in found]))
        seconds = [0.0 * each.detach() for each in leaves]
        if bent.requires_grad:
            seconds = ref.autograd.grad(bent, leaves, retain_graph=True, materialize_grads=True)
        told.append([value.detach().numpy(), [each.detach().numpy() for each in found],
                     [each.numpy() for each in seconds], many + 1])
    return told, [[each.detach().numpy(), each.requires_grad, each.is_leaf, False] for each in made]


pool_steps = []
for shape, name in (((2,), "float64"), ((), "float64"), ((2, 2), "float32")):
    first = 0.5 * numbers_of_steps(shape, name)
    pool_steps += [(first, False), (first.copy(), True), (numbers_of_steps(shape, name), len(pool_steps) + 1),
                   (0.0 * first, True), (np.asarray(rng.uniform(0.02, 0.08), name), True),
                   (np.asarray(0.0, name), True),
                   (np.asarray(rng.uniform(0.5, 1.0), name), len(pool_steps) + 4),
                   (np.asarray(-0.05 if shape else 1.0, name), True)]
losses_steps = [(kind, rng.uniform(0.4, 0.9), rng.uniform(0.4, 0.9)) for kind in LOSSES]
steps_steps = [(number % 5, 8 * int(group) + int(rng.integers(4)), 8 * int(group) + 4 + int(rng.integers(4)),
                (1, 2, 3)[int(rng.integers(3))]) for number, group in enumerate(rng.integers(3, size=25))]
steps_steps += [(1, 1, 4, 2), (1, 1, 4, 3), (1, 1, 6, 3), (1, 2, 6, 3), (3, 2, 6, 3), (3, 2, 6, 1), (1, 1, 4, 2)]
told_steps, after_story = plain(learner.kit("transform_stories.steps_run")(
    after_steps, losses_steps, pool_steps, steps_steps))
rights_steps, as_before = right_runs(losses_steps, pool_steps, steps_steps)
for (place, x, rate, many), (value, firsts, seconds, calls), (right, wanted, bent, runs) in zip(
        steps_steps, told_steps, rights_steps, strict=True):
    off = 5e-3 if x >= 16 else 1e-8
    about = f"the same losses and tensors in turn: {losses_steps[place][0]}, {many} steps, x {x}, rate {rate}"
    close(value, right, VALUE, rtol=off, atol=off, about=about)
    same([value.dtype.name, np.shape(value)], [right.dtype.name, right.shape], VALUE, about=about)
    is_rate = [number % 8 >= 4 for number, (_, how) in enumerate(pool_steps) if how is True]
    size = off * max([1.0, *[np.abs(each).max() for each in wanted]])
    for by_rate, found, expected in zip(is_rate, firsts, wanted, strict=True):
        if by_rate:
            close(found, expected, RATE, rtol=off, atol=size, about=about)
        else:
            close(found, expected, START, rtol=off, atol=size, about=about)
    close(seconds, bent, SECOND, rtol=off, atol=off * max([1.0, *[np.abs(each).max() for each in bent]]), about=about)
    same(calls, runs, CALLS, about=about)
close([numbers for numbers, *_ in after_story], [numbers for numbers, *_ in as_before], STAYS, about="in turn")
same([rest for _, *rest in after_story], [rest for _, *rest in as_before], STAYS,
     about="in turn: requires_grad, .grad, and that no computed one is to keep its .grad")
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Draw the way from the last loss back to `rate`: it leads through each `x`, and each `x` depends on the one before
# twice, directly and through the gradient `g`. Where is the way cut, in each of the two?
# </details>
# <details><summary>Hint 2: <code>element 0 of tensors does not require grad and does not have a grad_fn</code></summary>
#
# Without the line that detaches, the first `x` may require no grad. It needs to be made a leaf once, before the loop,
# and only if it does not require grad already.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# If `x` requires no grad, take a detached copy that does, before the loop. In the loop, ask for the gradient with
# `create_graph=True`, and do not detach anything.
# </details>

# %%
for n in (1, 2, 3):
    rate = mg.tensor(0.1, requires_grad=True)
    outcome(lambda n=n, rate=rate: after_steps(bowl, mg.tensor([2.0, 1.0]), rate, n).backward())
    print(n, "slope", outcome(lambda rate=rate: round(rate.grad.item(), 3)), "right", round(right_slope(0.1, n), 3))

# %% [markdown]
# Two things were cut: the `detach()` made each step forget the steps before it, and a gradient without `create_graph`
# is a constant, which does not know that it would change if `x` changed. One of the two is not enough. Without the
# `detach()` alone, two steps give $-15.372$ in the place of $-12.744$; with `create_graph=True` alone, nothing changes.
# This is how learning rates are learned, and how models are trained to be trained further ("meta-learning"). The price
# is memory: the graph keeps all steps.

# %% [markdown]
# ## The swing, and a hilltop
#
# Back to the forty readings, and to the start of notebook 00: 6, 0.5, 1.5. Twenty small steps came to a misfit of 0.060.
# The best that is possible is 0.039. How many steps does Newton's method take?

# %%
t = mg.tensor(np.linspace(0, 8, 40))   # seconds
noise = np.random.default_rng(0).normal(0, 0.3, 40)
reading = mg.tensor(10 * np.exp(-0.3 * t.numpy()) * np.cos(2 * t.numpy()) + noise)

def misfit(numbers):
    a, d, w = numbers[0], numbers[1], numbers[2]
    return ((a * (-d * t).exp() * (w * t).cos() - reading) ** 2).mean()

start = mg.tensor([6.0, 0.5, 1.5], dtype=mg.float64)

# %%
def walk(direction, halving, steps):
    """A path from the start; direction takes g and H, as arrays, and gives the step s; from x it goes to x - s."""
    path = [start]
    for _ in range(steps):
        x = path[-1]
        g, value = mg.func.grad_and_value(misfit)(x)
        s = mg.tensor(direction(g.numpy(), mg.func.hessian(misfit)(x).numpy()))
        while halving and misfit(x - s) > value:
            s = s / 2
        path.append(x - s)
    return path

# %%
def solved(g, H):
    return np.linalg.solve(H, g)

plain_path = walk(solved, False, 10)
for number in (0, 1, 2, 3, 5, 10):
    x = plain_path[number]
    print(number, "a {:.2f}  d {:.2f}  w {:.2f}  misfit {:.2f}".format(*x.tolist(), misfit(x).item()))

# %% [markdown]
# It arrives, at a place where the gradient is 0. But it is $w = 0$, a swing that does not swing, with a misfit of 6.61.
# The small steps did better. What went wrong? Ask the Hessian how the misfit bends, at the start and at the end: its
# eigenvalues are the bends along its eigenvectors, three directions at right angles to each other.

# %%
for name, x in (("start", start), ("end", plain_path[-1])):
    H = mg.func.hessian(misfit)(x).numpy()
    g = mg.func.grad(misfit)(x).numpy()
    print(f"{name:6}", "bends", np.linalg.eigvalsh(H).round(2), " uphill" if g @ solved(g, H) < -1e-9 else "")

# %% [markdown]
# One of the three bends is *negative*: along that direction the misfit is no bowl but a hilltop. Newton's step leads to
# where the slope of the parabola is 0, and on a hilltop that is the *top*. In one dimension: slope divided by bend, with
# a negative bend, goes the wrong way. At the end it has found a place without a slope, and that place is a **saddle**:
# uphill in two directions, downhill in one. (The cosine is even, so along $w$ the misfit is always level at $w = 0$.)
# Newton's method does not look for small values. It looks for small slopes.
#
# Halving alone does not help: along a direction that leads uphill, no step is short enough. The *length* of the step is
# right, slope by size of bend. The sign is wrong.

# %% [markdown]
# ## Exercise 8.8 · Downhill in every direction (modify, 3 points, about 9 min, needs nothing)
#
# **Goal** Write `downhill(g, H)`, a step like Newton's that never leads uphill.
#
# **Given** arrays in `float64`: `g` with 1 to 6 entries, `H` a symmetric table of as many rows and columns, whose
# eigenvalues may be positive and negative, and are not 0 (the smallest in size is at least a millionth of the largest;
# sizes from $10^{-6}$ to $10^6$). `np.linalg.eigh(H)` gives the eigenvalues, in an array, and the eigenvectors, the
# *columns* of a table; each has the length 1, and they are at right angles to each other.
#
# **Return** a new array $s$ in the shape of `g`: the step as Newton's method has it (it goes to $x - s$), but with each
# eigenvalue replaced by its absolute value. Along each eigenvector $s$ is the part of `g` along it, divided by the
# size of its eigenvalue. So $\langle g, s\rangle$ is positive, unless `g` is 0. `g` and `H` stay as they are.
# A step given back earlier stays as it is too. Between two calls somebody may write other numbers into the arrays:
# each call is about the numbers that are in them then. `mg` is ruled out, for which the hidden test looks.
#
# **Example** For `g` as 2, 3 and `H` as `[[4, 0], [0, -6]]` it is 0.5, 0.5. Newton's own step is 0.5, $-0.5$.

# %% nbgrader={"grade_id": "ex8_8", "solution": true}
def downhill(g, H):
    ### BEGIN SOLUTION
    bends, axes = np.linalg.eigh(H)
    return axes @ ((axes.T @ g) / abs(bends))
    ### STUB
    # raise NotImplementedError("still the stub")
    ### END SOLUTION

# %% nbgrader={"grade_id": "ex8_8_test", "grade": true, "points": 3} exercise={"kind": "M", "forbid": ["minigrad"]}
SHAPE = "shape: a new array in the shape of g"
BOWL = "bowl: where all eigenvalues are positive, it is Newton's own step"
TURNED = "turned: along each eigenvector the part of g is divided by the size of the eigenvalue"
DOWN = "downhill: the product of g and s is positive, unless g is 0"
STAYS = "unchanged: g and H stay as they are, and so does each step that was given back before"


@learner_side
def told_of_down(downhill, slope, H):
    """What comes back; the same, after g and H have been written into; then g and H as they were before that."""
    given = np.array(slope), np.array(H)
    s = downhill(*given)
    told, after = np.array(s) if isinstance(s, np.ndarray) else s, [each.copy() for each in given]
    for each in given:
        each.fill(99.0)
    return told, s, after


def tell_down(about, bends, axes, slope, down_first=True):
    """The learner's step, for a table with these eigenvalues and eigenvectors."""
    bends, axes, slope = np.array(bends), np.array(axes), np.array(slope)
    H = axes @ np.diag(bends) @ axes.T
    s, later, after = plain(told_of_down(downhill, slope, H))
    if (bends > 0).all():
        same(s is not None, True, BOWL, about=about)
    else:
        same(s is not None, True, TURNED, about=about)
    same([isinstance(s, np.ndarray), np.shape(s)], [True, slope.shape], SHAPE, about=about)
    close(later, s, SHAPE, about=f"{about}: after somebody has written into g and H")
    if down_first:
        same(bool(slope @ s > 0 or not slope.any()), True, DOWN, about=f"{about}: the step is {s}")
    right = sum((slope @ axis / abs(bend) * axis for bend, axis in zip(bends, axes.T, strict=True)), 0 * slope)
    near = {"rtol": 1e-6, "atol": 1e-6 * np.abs(right).max()}
    if (bends > 0).all():
        close(s, right, BOWL, **near, about=about)
    else:
        close(s, right, TURNED, **near, about=about)
    close(after, [slope, H], STAYS, about=about)


def turning(angle):
    return [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]


wheel = [[0.36, 0.48, -0.8], [-0.8, 0.6, 0.0], [0.48, 0.64, 0.6]]   # three directions at right angles, as columns
tell_down("a bowl", [4.0, 6.0], turning(0.0), [2.0, 3.0])
tell_down("a bowl that is turned", [4.0, 6.0, 1.0], wheel, [2.0, 3.0, -1.0])
tell_down("the example", [4.0, -6.0], turning(0.0), [2.0, 3.0])
tell_down("a saddle that is turned", [4.0, -6.0], turning(0.7), [2.0, 3.0])
tell_down("a hilltop", [-4.0, -0.5], turning(-0.4), [2.0, -3.0])
tell_down("one number", [-2.0], [[1.0]], [3.0])
tell_down("no slope", [4.0, -6.0], turning(0.7), [0.0, 0.0])
### BEGIN HIDDEN TESTS
# no inputs: same, aliasing, order: g and H are two arrays, which are only read
# no inputs: unchanged: every call looks at g and H
# no inputs: block, asked: nothing is entered, and the text asks for no means
# no inputs: example: the visible part has it
# word: that g and H stay as they are
# inputs: dimensions (down_for_two_numbers), size (three_numbers_at_most),
# values (at_least_a_thousandth, eig_without_h, nearly_level_is_level, root_of_the_square)
for factor in (1e-14, 1e-9, 1.0, 1e9, -1.0, 2.0):
    axes, _ = np.linalg.qr(rng.normal(size=(4, 4)))
    slope = factor * rng.normal(size=4)
    tell_down(f"bends of sizes far apart, g times {factor}", [1.0, -1e-6, 1e-3, -0.5], axes, slope, False)
for most in (1.0, 1e6):
    bends = [most, 1e-6 * most, 1e-3 * most, 0.3 * most]
    tell_down("bends of sizes far apart, a bowl", bends, axes, rng.normal(size=4), False)
for size in (1, 2, 3, 4, 6):
    for least, most in ((0.5, 3.0), (1e-6, 2e-6), (1e5, 1e6), (1e-4, 1e2)):
        axes, _ = np.linalg.qr(rng.normal(size=(size, size)))
        bends = np.exp(rng.uniform(np.log(least), np.log(most), size=size))
        slope = rng.normal(size=size)
        tell_down(f"{size} numbers, bends from {least} to {most}, a bowl", bends, axes, slope, False)
        bends = bends * rng.choice([-1.0, 1.0], size=size)
        bends[0] = -abs(bends[0])
        tell_down(f"{size} numbers, bends from {least} to {most}", bends, axes, slope, False)
ones = np.array([[2.0, 1.0, 1.0], [1.0, 2.0, 1.0], [1.0, 1.0, 2.0]])
for table, right in ((ones, [1.75, -2.25, 0.25]), (-ones, [1.75, -2.25, 0.25])):
    close(downhill(np.array([1.5, -2.5, 0.0]), table), np.array(right), TURNED, about="two equal eigenvalues")
# inputs: again (first_axes_again, results_kept_by_object, last_table_kept, one_array_for_all)


def right_down(slope, H):
    """The sum over the eigenvectors."""
    bends, axes = np.linalg.eigh(H)
    return sum((slope @ axis / abs(bend) * axis for bend, axis in zip(bends, axes.T, strict=True)), 0 * slope)


for number in range(2):
    axes, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    tell_down(f"table number {number} for the same g", [3.0, -1.0, 0.5], axes, [1.0, -1.0, 0.5], False)
close(downhill(np.array([2.0, -3.0]), np.array([[0.0, 5.0], [5.0, 0.0]])), np.array([0.4, -0.6]), TURNED,
      about="a saddle along the diagonals")
for size in (1, 2, 4):
    slopes_down = [rng.normal(size=size) for _ in range(3)]
    slopes_down.append(slopes_down[0].copy())
    tables_down = []
    for _ in range(6):
        axes, _ = np.linalg.qr(rng.normal(size=(size, size)))
        bends = rng.uniform(0.5, 3.0, size=size) * rng.choice([-1.0, 1.0], size=size)
        tables_down.append(axes @ np.diag(bends) @ axes.T)
    tables_down = [(table + table.T) / 2 for table in tables_down]
    calls_down = []
    for number in range(30):
        changes = [(1, int(rng.integers(3)), (), tables_down[rng.integers(6)])] if number % 4 == 3 else []
        changes += [(0, int(rng.integers(4)), (), rng.normal(size=size))] if number % 5 == 4 else []
        calls_down.append((changes, (int(rng.integers(4)), int(rng.integers(3)))))
    # what changes between calls is written into what was given, so that each of the two has copies
    found, right = [learner.in_turn(answer, [[each.copy() for each in slopes_down],
                                             [each.copy() for each in tables_down[:3]]], calls_down)
                    for answer in (downhill, right_down)]
    for number in range(30):
        close(plain(found[number]), right[number], TURNED, rtol=1e-9, atol=1e-9 * np.abs(right[number]).max(),
              about=f"{size} numbers: arrays that get other numbers in between, call {number}")
asked = learner.watched(downhill)
for number in range(12):
    size = int(rng.integers(1, 7))
    table = rng.normal(size=(size, size))
    table, slope = table + table.T + 8.0 * np.diag(rng.choice([-1.0, 1.0], size=size)), rng.normal(size=size)
    if number % 3 == 2:
        table, slope = np.diag(rng.choice([1.0, -1.0, 2.0, -0.5], size=size)), np.round(slope)
    right = right_down(slope, table)
    close(plain(asked(slope, table)), right, TURNED, rtol=1e-9, atol=1e-9 * np.abs(right).max(initial=1e-300),
          about=f"{size} numbers, one call after another")
same(asked.broken(), [], STAYS, about="what was given, and what was given back before")
for angle in (1e-3, 1e-5):
    tell_down(f"turned by {angle}", [4.0, -6.0], turning(angle), [2.0, 3.0])
tell_down("equal bends of both signs", [2.0, -2.0, 2.0], np.eye(3)[[2, 0, 1]], [1.0, -1.0, 2.0])
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Take `g` apart along the eigenvectors, divide each part by something, and put the parts together again.
# </details>
# <details><summary>Hint 2: which table</summary>
#
# The eigenvectors are columns. The transposed table times `g` has the parts of `g` along them; the table times the
# divided parts puts them together.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Eigenvalues and eigenvectors by `np.linalg.eigh`. The transposed table times `g`, divided entry by entry by the
# absolute eigenvalues, and then the table times that.
# </details>

# %% [markdown]
# ## The pay-off: three paths
#
# Your `downhill`, with halving, from the same start; beside it the plain steps, and the twenty small ones of notebook
# 00.

# %%
def small(g, H):
    return np.array([0.5, 0.005, 0.005]) * g

paths = {"Newton, plain": plain_path, "twenty small steps": walk(small, False, 20)}
mended = outcome(lambda: walk(downhill, True, 6))
if mended != "error":
    paths["Newton, mended"] = mended
for name, path in paths.items():
    print(f"{name:18} {len(path) - 1:3} steps  misfit {misfit(path[-1]).item():.4f}")

# %%
for number, x in enumerate(paths.get("Newton, mended", ())):
    print(number, "a {:.3f}  d {:.3f}  w {:.3f}  misfit {:.4f}".format(*x.tolist(), misfit(x).item()))

# %% [markdown]
# Three steps to 0.0392, and four to the bottom, 0.0389: the numbers are those of notebook 07, $a = 10.063$, $d = 0.312$,
# $w = 1.984$. In the picture the place is given by $d$ and $w$; for each of them $a$ is the best there is, which can be
# worked out at once, since the misfit is a parabola in $a$.

# %%
import matplotlib.pyplot as plt

def lowest(d, w):
    """The misfit at d and w, with the best a."""
    at = t.numpy()
    wave = np.exp(-d[..., None] * at) * np.cos(w[..., None] * at)
    best = (wave @ reading.numpy()) / (wave * wave).sum(-1)
    return ((best[..., None] * wave - reading.numpy()) ** 2).mean(-1)

d, w = np.meshgrid(np.linspace(0, 3.3, 100), np.linspace(-0.15, 2.3, 100))

# %%
plt.figure(figsize=(6, 4.2))
plt.contourf(d, w, lowest(d, w), levels=16, cmap="Greys")
plt.colorbar(label="misfit")
for (name, path), style in zip(paths.items(), ("s--", ".-", "o-"), strict=False):
    plt.plot(*np.array([x.tolist() for x in path]).T[1:], style, label=name, markersize=4)
plt.xlabel("d (per second)")
plt.ylabel("w (radians per second)")
plt.legend(fontsize="small", loc="upper right")
plt.show()

# %% [markdown]
# *Figure 5. Three ways from 0.5, 1.5 over the misfit of the swing.*
#
# **The figure in words.** A plane, $d$ from 0 to 3.3 to the right and $w$ from below 0 to 2.3 upwards, in shades from
# white, where the misfit is small, to black, over 11. There is one white spot, at the upper left, around 0.3 and 2; it is
# darkest at the lower left. All three ways begin at 0.5 and 1.5. Twenty small dots go up in a bend to the left, and end
# just before the middle of the white spot. The mended way takes one long step straight up to 0.5 and 2, and a second one
# to the left; all its other points lie on each other in the middle of the spot. The plain way, a dashed line with
# squares, goes the other way: to the right and down, over a grey plain, and ends just above the lower edge, at 3 and 0.
#
# The same second derivatives, the same start. The plain method runs for the nearest place without a slope; the
# mended one knows a hilltop from a bowl.

# %% [markdown]
# ## Five questions (not graded)
#
# The questions look back to notebook 07.
#
# <details><summary>1. A function takes five numbers and gives two. What are the shapes of its Jacobian, of what a vjp
# returns, and of what a jvp returns?</summary>
#
# 2 by 5; five numbers, a sum of rows; two numbers, a sum of columns.
# </details>
# <details><summary>2. What is the gradient of $\langle J^\top u, v\rangle$ with respect to $u$, and what is it good
# for?</summary>
#
# $Jv$: a jvp by two walks back. (Today's $Hv$ by two walks back is the same trick, with the gradient in the place of
# $J^\top u$.)
# </details>
# <details><summary>3. Three inputs, forty outputs: rows or columns?</summary>
#
# Columns: three runs forward, where rows would take forty walks.
# </details>
# <details><summary>4. What does the dot-product test compare, and what can it not see?</summary>
#
# A push with a pull, for random weights and directions. If both are wrong in the same way, they still agree.
# </details>
# <details><summary>5. Which shape must the argument of <code>y.backward(v)</code> have?</summary>
#
# That of `y`, the output.
# </details>

# %% [markdown]
# ## What PyTorch does
#
# | here | PyTorch 2.13 | JAX |
# |---|---|---|
# | `create_graph=True` | the same, in `torch.autograd.grad` and `backward` | not needed: derivatives are functions |
# | `grad(f, argnum)` | `torch.func.grad(f, argnums)` | `jax.grad(f, argnums)` |
# | `grad_and_value(f)`: (gradient, value) | `torch.func.grad_and_value`: the same | `jax.value_and_grad`: turned round |
# | with `has_aux`: (gradient, (value, aux)) | the same; aux made of tensors | ((value, aux), gradient); any aux |
# | `hessian(f, x)` | `torch.func.hessian(f)(x)` | `jax.hessian(f)(x)` |
# | `hvp(f, x, v)` | `torch.func.jvp(torch.func.grad(f), (x,), (v,))[1]` | `jax.jvp(jax.grad(f), (x,), (v,))[1]` |
# | `once_differentiable` | `torch.autograd.function.once_differentiable` | none |
#
# - `argnums` may be a tuple there; then the gradients are a tuple as well. All of `torch.func` nests, and finds outer
#   variables that an inner function reads from outside.
# - `torch.func.hessian` is `jacfwd(jacrev(f))`: forward over reverse. The older `torch.autograd.functional.hessian(f, x)`
#   calls at once, and so do `hvp` and `vhp` beside it; `vhp` is the cheaper of the two, and equal by symmetry.
# - `y.backward(create_graph=True)` works in PyTorch, and warns: `.grad` then holds a graph that holds the leaf, and the
#   two keep each other alive. Prefer `torch.autograd.grad`.
# - A Function's `backward` that cannot be differentiated again gives wrong second derivatives in PyTorch as well, without
#   a word, unless it says `once_differentiable`. `torch.autograd.gradgradcheck` finds it.
# - PyTorch has `torch.func.functional_call` to run a model with weights that are arguments, which a loop as in 8.7 needs.
