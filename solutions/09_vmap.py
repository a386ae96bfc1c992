# %% [markdown]
# # 09 · vmap, control flow, composition
#
# One swing was fitted in notebook 08, in a handful of Newton's steps. Suppose that there are two hundred of them, each
# with its own forty readings. A loop over the two hundred would do. But each operation that the loop runs has a price
# that does not depend on how many numbers it works on: Python finds the function, a node is made, memory is asked for.
# With forty numbers that price is most of the time. To run one operation on all two hundred at once costs hardly more
# than to run it on one.
#
# So you rewrite the formula for all of them. You add a dimension, and from then on every `sum(0)` means `sum(1)`, every
# matrix product needs another look, and one wrong axis mixes the swings with each other without a word. **`vmap`** does
# this rewriting: you write the function for *one* example, and it gives you the function for many. It is a transform
# like `grad`: a function in, a function out. In this notebook you build it.
#
# Afterwards you can
#
# - say what comes out of a `vmap`, from the shapes that go in;
# - write it twice, as a loop that says what it means, and as rules that make it one run, and count the difference;
# - compose it: a Jacobian as `vmap` of a vjp, a gradient for each sample as `vmap` of `grad`;
# - read what it refuses, and rewrite an `if`, an `.item()`, a write;
# - write `scan`, a loop that can be differentiated and batched;
# - find the wrong axis in code that was batched by hand.
#
# This notebook takes about two and three-quarter hours: 105 minutes for the exercises, and the rest for reading and
# running. Good places to stop are after exercises 9.3 and 9.6.
#
# You need the ideas of notebook 01 (broadcasting, views), of notebook 07 (vjp, the Jacobian) and of notebook 08
# (`grad`, a transform that takes a function and returns one).

# %%
try:
    import numpy as np
    import minigrad as mg
    from minigrad.drawing import draw, draw_jacobian
    from autograder.kit import close, learner_side, plain, raises, ref, rng, same
    from autograder.kit.predict import beside, first_words, outcome
    ready = hasattr(mg, "__course__")
except ImportError:
    ready = False
if not ready:
    print("This kernel lacks the course's packages. In the course folder, run:  python3 start.py")
    print("On Windows:  py start.py. Until then, the cells below end in errors.")

# %% [markdown]
# ## One example, and many
#
# Here is a function of one vector, and three vectors to give it, the rows of a table. What does the last line print,
# and in which shape?

# %%
def length(x):
    return (x * x).sum().sqrt()

rows = mg.tensor([[3.0, 4.0], [6.0, 8.0], [5.0, 12.0]])
print(length(rows[0]), length(rows))
print(mg.func.vmap(length)(rows))

# %% [markdown]
# Given the whole table, `length` adds up everything: it cannot know that the rows are examples. `vmap(length)` cuts
# its argument into **slices** along the first dimension, and to `length` it looks as if it were given one slice: `x`
# has the shape `(2,)` there, and `sum()` means the sum of two numbers. The results are put side by side.
#
# A blog article on `torch.func` shows `vmap` with a square, and says that it "vectorizes the function over the
# elements". Then it takes the derivative of all of them by `torch.autograd.grad`. Below are its two calls, the second
# one again with a mark on the argument, and a call of our own. Which of these four do you expect to work?

# %% claims=["C3-12", "C3-13"]
def square(x):
    return x**2

x = mg.tensor([1.0, 2.0, 3.0, 4.0])
print(mg.func.vmap(square)(x), square(x))
outcome(lambda: mg.autograd.grad(mg.func.vmap(square)(x), x))
marked = mg.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True)
outcome(lambda: mg.autograd.grad(mg.func.vmap(square)(marked), marked))
print(mg.func.vmap(mg.func.grad(square))(x))

# %% [markdown]
# The first and the last. The first works, but a square goes element by element anyway, so that nobody needs `vmap`
# for it. The article's own way to the derivative ends in an error, since `x` is not marked; and so does the one with a
# mark, since there are four outputs and `autograd.grad` wants one. The last line needs no marks and no sums:
# `grad(square)` is the slope at *one* number, and `vmap` of that is the slope at each of four. It says what is meant.

# %% [markdown]
# ## Exercise 9.1 · Shapes in and out (predict, 2 points, about 9 min, needs nothing)
#
# `in_dims` says along which dimension an argument is cut: one number for all arguments, or a tuple with one for each;
# `None` means that every slice gets all of it. `out_dims` says where the results' new dimension goes. Without them both
# are 0.

# %%
vmap_of = mg.func.vmap   # the package's; yours will be called vmap
X, T, v = mg.ones(2, 3), mg.ones(3, 2), mg.ones(3)

def shape_of(y):
    return " x ".join(str(size) for size in y.shape)

# %%
mapped = {
    "sum": lambda: vmap_of(mg.sum)(X),
    "sum, in 1": lambda: vmap_of(mg.sum, in_dims=1)(X),
    "double, out 1": lambda: vmap_of(lambda r: 2 * r, out_dims=1)(X),
    "double, in 1, out 1": lambda: vmap_of(lambda r: 2 * r, in_dims=1, out_dims=1)(X),
    "dot of rows": lambda: vmap_of(mg.dot)(X, T),
    "dot of rows and columns": lambda: vmap_of(mg.dot, in_dims=(0, 1))(X, T),
    "one for all": lambda: vmap_of(mg.mul, in_dims=(0, None))(X, v),
    "constant": lambda: vmap_of(lambda r: v)(X),
    "two vmaps": lambda: vmap_of(vmap_of(mg.mul, (None, 0)), (0, None))(v, X[:, 0]),
}

# %% [markdown]
# **Goal** Predict the shape of what each call returns, before you run any of them.
#
# **Given** the two cells above. `mg.dot` wants two vectors of one length.
#
# **Return** the dictionary `shapes`, with one of `"2"`, `"3"`, `"2 x 3"`, `"3 x 2"` and `"error"` for each `None`.
#
# **Example** `vmap_of(lambda r: 2 * r)(X)` cuts `X` into two rows, and would be `"2 x 3"`.

# %% nbgrader={"grade_id": "ex9_1", "solution": true}
### BEGIN SOLUTION
shapes = {
    "sum": "2",                        # "2", "3", "2 x 3", "3 x 2" or "error"
    "sum, in 1": "3",                  # "2", "3", "2 x 3", "3 x 2" or "error"
    "double, out 1": "3 x 2",          # "2", "3", "2 x 3", "3 x 2" or "error"
    "double, in 1, out 1": "2 x 3",    # "2", "3", "2 x 3", "3 x 2" or "error"
    "dot of rows": "error",            # "2", "3", "2 x 3", "3 x 2" or "error"
    "dot of rows and columns": "2",    # "2", "3", "2 x 3", "3 x 2" or "error"
    "one for all": "2 x 3",            # "2", "3", "2 x 3", "3 x 2" or "error"
    "constant": "2 x 3",               # "2", "3", "2 x 3", "3 x 2" or "error"
    "two vmaps": "3 x 2",              # "2", "3", "2 x 3", "3 x 2" or "error"
}
### STUB
# shapes = {
#     "sum": None,                       # "2", "3", "2 x 3", "3 x 2" or "error"
#     "sum, in 1": None,                 # "2", "3", "2 x 3", "3 x 2" or "error"
#     "double, out 1": None,             # "2", "3", "2 x 3", "3 x 2" or "error"
#     "double, in 1, out 1": None,       # "2", "3", "2 x 3", "3 x 2" or "error"
#     "dot of rows": None,               # "2", "3", "2 x 3", "3 x 2" or "error"
#     "dot of rows and columns": None,   # "2", "3", "2 x 3", "3 x 2" or "error"
#     "one for all": None,               # "2", "3", "2 x 3", "3 x 2" or "error"
#     "constant": None,                  # "2", "3", "2 x 3", "3 x 2" or "error"
#     "two vmaps": None,                 # "2", "3", "2 x 3", "3 x 2" or "error"
# }
### END SOLUTION

# %% nbgrader={"grade_id": "ex9_1_test", "grade": true, "points": 1} exercise={"kind": "P", "commitment": true}
for key in ("sum", "sum, in 1", "double, out 1", "double, in 1, out 1", "dot of rows", "dot of rows and columns",
            "one for all", "constant", "two vmaps"):
    same(shapes[key] is not None, True, "commitment: still the stub; put a shape in the place of None", about=key)
    same(shapes[key] in ("2", "3", "2 x 3", "3 x 2", "error"), True,
         'commitment: each value is "2", "3", "2 x 3", "3 x 2" or "error"', about=key)

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# First take away: which dimension of each argument is cut, and what is left of it? Then run the function in your head
# on one slice. Then put the new dimension into the result.
# </details>
# <details><summary>Hint 2: which sizes</summary>
#
# Cut arguments have to give equally many slices. And the size of the new dimension is always the number of slices.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# `X` has two rows and three columns, `T` three rows and two columns. A result that does not depend on the slice is
# repeated. Of two `vmap`s the outer one cuts first, and its dimension is the first of the result.
# </details>

# %% [markdown]
# Now run.

# %%
beside(shapes, {name: outcome(lambda call=call: shape_of(call())) for name, call in mapped.items()})

# %% [markdown]
# The last one is a multiplication table: no function was written for it. Now think of `grad(loss)` where `loss(w, x)`
# is the loss of one example `x` with weights `w`. You have a table of examples, and want the gradient with respect to
# `w` for each of them. What are the `in_dims`?
#
# - **a** `(0, 0)`: everything is cut, so that the slices match.
# - **b** `(None, 0)`: every example gets the same weights.
# - **c** `(None, None)`: the table is cut inside by `grad`.
# - **d** `(0, None)`: there is one gradient for each weight.

# %% nbgrader={"grade_id": "ex9_1_why", "solution": true}
### BEGIN SOLUTION
why_none = "b"
### STUB
# why_none = None   # "a", "b", "c" or "d"
### END SOLUTION

# %% nbgrader={"grade_id": "ex9_1_why_test", "grade": true, "points": 1} exercise={"kind": "P", "commitment": true}
same(why_none is not None, True, "choice: still the stub; put a letter in the place of None")
same(why_none in ("a", "b", "c", "d"), True, "choice: the answer is one of the letters a, b, c, d, in quotes")

# %% [markdown]
# <details><summary>Read this after you have chosen</summary>
#
# Not **a**: that would give the first example the first row of the weights, and so on; if there are as many rows as
# examples, it does so without a word. Not **c**: with nothing to cut there are no slices, and that is an error. Not
# **d**: it cuts the weights, and every slice gets the whole table. It is **b**. What is shared is `None`.
# </details>

# %% [markdown]
# ## What it means: a loop
#
# Before something is made fast, it should be clear what it has to compute. For `vmap` that is a loop: cut, call,
# stack. It is the **specification**: slow, and so simple that it cannot be wrong. Whatever you build later is
# compared with it.

# %% [markdown]
# ## Exercise 9.2 · The specification (code, 4 points, about 12 min, needs nothing)
#
# **Goal** Write `vmap_loop(f, in_dims=0, out_dims=0)`, which takes a function and returns one.
#
# **Given** `f`, a function of one to three tensors that computes and does nothing else, with one tensor as its value,
# in the same shape for every slice. It may use tensors from outside that require grad, or a function that
# `vmap_loop` has returned. `in_dims` is an int or `None` for all arguments, or a tuple with an int or `None` for each;
# `out_dims` is an int. They may be negative, and are then counted from the end: `out_dims` in the result. The new
# function is called with as many tensors as `f`, each in `float32` or `float64` (not all need have the same type), of
# up to three dimensions (a size may be 0, but not that of the dimension that is cut). They may require grad, all, some
# or none of them. It may be called again with the same tensors, whose numbers, like those that `f` uses, may have
# changed in between.
#
# **Return** a function, or another object that can be called, that calls `f` once for each slice, in order, and stacks
# what comes along a new dimension `out_dims`. A slice lacks the dimension that was cut; an argument with `None` is
# passed as it is, the very object. If the sizes of the cut dimensions differ, or nothing is cut, it raises a
# `ValueError` and does not call `f`; for what `in_dims` alone shows, `vmap_loop` may raise it, too. Gradients go
# through it, to the arguments and to what `f` uses besides. The arguments stay as they are. `mg.func` and
# `mg.autograd.functional` are ruled out.
#
# **Example** `vmap_loop(length)(rows)` is 5, 10, 13, and `vmap_loop(length, in_dims=1)(rows)` has two entries.

# %% nbgrader={"grade_id": "ex9_2", "solution": true}
def vmap_loop(f, in_dims=0, out_dims=0):
    ### BEGIN SOLUTION
    def mapped(*args):
        dims = in_dims if isinstance(in_dims, tuple) else (in_dims,) * len(args)
        sizes = {x.shape[d] for x, d in zip(args, dims, strict=True) if d is not None}
        if len(sizes) != 1:
            raise ValueError(f"one size is needed, and there are {sorted(sizes)}")
        results = []
        for k in range(sizes.pop()):
            slices = [x if d is None else x.select(d, k) for x, d in zip(args, dims, strict=True)]
            results.append(f(*slices))
        return mg.stack(results, out_dims)
    return mapped
    ### STUB
    # raise NotImplementedError("still the stub")
    ### END SOLUTION

# %% nbgrader={"grade_id": "ex9_2_test", "grade": true, "points": 4} exercise={"kind": "C", "forbid": ["minigrad.func", "minigrad.vmap", "minigrad.autograd.functional", "minigrad.drawing"]}
STACKED = "stacked: the results of the slices, side by side along the dimension that out_dims names"
TYPE = "type: one tensor, in the type and shape of the results stacked"
SLICES = "slices: f is called once for each slice, in order, and a slice lacks the dimension that was cut"
WHOLE = "whole: an argument with None is passed as it is, to every call"
SIZES = "sizes: ValueError, and no call of f, if the cut dimensions differ in size or nothing is cut"
GRADIENT = "gradient: what goes back through the stack reaches each argument, and what f uses besides"
STAYS = "unchanged: the arguments stay as they are"

@learner_side
def told_of_loop(vmap_loop, f, arrays, dims, upper):
    """What kind of value comes back, and its numbers; the gradients of the arguments, the arguments as they are; and
    which of them f was given as they are."""
    args = [mg.tensor(each, requires_grad=True) for each in arrays]
    passed = []

    def noting(*slices):
        passed.append([each is x for each, x in zip(slices, args, strict=True)])
        return f(*slices)

    came = vmap_loop(noting, *dims)(*args)
    if not isinstance(came, mg.Tensor):
        return type(came).__name__, [], [], [], [], []
    total = (came * mg.tensor(np.resize(upper, came.shape))).sum() + sum([0.0 * x.sum() for x in args])
    grads = [g.numpy() for g in mg.autograd.grad(total, args)]
    after = [x.detach().numpy() for x in args]
    return "Tensor", came.detach().numpy(), grads, after, [x.grad is not None for x in args], passed

def tell_loop(about, f, arrays, in_dims=0, out_dims=0):
    """The learner's loop, compared with the checker's own vmap."""
    seen = []

    def noting(*slices):
        seen.append([x.shape for x in slices])
        return f(*slices)

    args = [ref.tensor(each, requires_grad=True) for each in arrays]
    right = ref.func.vmap(f, in_dims, out_dims)(*args)
    upper = rng.uniform(0.5, 1.5, size=right.shape).astype(arrays[0].dtype)
    total = (right * ref.tensor(upper)).sum() + sum([0.0 * x.sum() for x in args])
    rights = [g.numpy() for g in ref.autograd.grad(total, args)]
    right = right.detach().numpy()
    near = {"rtol": 1e-4, "atol": 1e-5} if arrays[0].dtype.name == "float32" else {"rtol": 1e-10, "atol": 1e-12}
    dims = in_dims if isinstance(in_dims, tuple) else (in_dims,) * len(arrays)
    each = [x.shape if d is None else np.delete(x.shape, d).tolist() for x, d in zip(arrays, dims, strict=True)]
    size = next(x.shape[d] for x, d in zip(arrays, dims, strict=True) if d is not None)
    about = f"{about}, in_dims={in_dims}, out_dims={out_dims}"
    kind, came, grads, after, graded, passed = plain(
        told_of_loop(vmap_loop, noting, arrays, (in_dims, out_dims), upper))
    same(came is not None, True, STACKED, about=about)
    same(kind, "Tensor", TYPE, about=about)
    close(came, right, STACKED, **near, about=about)
    same([came.shape, came.dtype.name], [right.shape, right.dtype.name], TYPE, about=about)
    same(seen, [[tuple(one) for one in each]] * size, SLICES, about=about)
    whole = [d is None for d in dims]
    given_whole = [[own and its for own, its in zip(one, whole, strict=True)] for one in passed]
    same(given_whole, [whole] * size, WHOLE, about=f"{about}: which arguments each call got as they are")
    close(grads, rights, GRADIENT, **near, about=about)
    close(after, list(arrays), STAYS, about=about)
    same(graded, [False] * len(arrays), STAYS, about=f"{about}, .grad")

@learner_side
def told_in_turn(make, f, arrays, marks, dims, factors, upper):
    """One mapped function, called again and again with the very same tensors, which are multiplied in between; the
    first of them is what f uses from outside. The other way round in memory are all but those without dimensions."""
    weight, *args = given = [
        (mg.tensor(x) if x.ndim == 0 else mg.tensor(np.moveaxis(x, 0, -1).copy()).movedim(-1, 0)).requires_grad_(its)
        for x, its in zip(arrays, marks, strict=True)]
    mapped, told = make(lambda *slices: f(weight, *slices), *dims), []
    marked = [x for x in given if x.requires_grad]
    for factor in factors:
        for x in given:
            x.data.mul_(factor)
        came = mapped(*args)
        if not isinstance(came, mg.Tensor):
            return [(type(came).__name__, [], [], [], [])]
        total = (came * mg.tensor(np.resize(upper, came.shape))).sum() + sum([0.0 * x.sum() for x in marked])
        grads = [g.numpy() for g in mg.autograd.grad(total, marked, retain_graph=True)] if marked else []
        flags = [x.requires_grad and x.grad is None for x in given] + [x.grad is not None for x in given]
        told.append(("Tensor", np.array(came.detach()), grads, [np.array(x.detach()) for x in given], flags))
    return told

def tell_in_turn(about, f, arrays, marks, in_dims=0, out_dims=0):
    """The learner's function through such a story, compared with a loop of the checker's own."""
    calls, factors = [], (1.0, 1.0, -0.5)

    def noting(*slices):
        calls.append(plain(slices[1]))
        return f(*slices)

    dims = in_dims if isinstance(in_dims, tuple) else (in_dims,) * (len(arrays) - 1)
    size = next(x.shape[d] for x, d in zip(arrays[1:], dims, strict=True) if d is not None)
    upper = rng.uniform(0.5, 1.5, size=60)
    about = f"{about}, in_dims={in_dims}, out_dims={out_dims}"
    told = plain(told_in_turn(vmap_loop, noting, arrays, marks, (in_dims, out_dims), factors, upper))
    same(told is not None, True, STACKED, about=about)
    same([kind for kind, *_ in told], ["Tensor"] * len(factors), TYPE, about=about)
    near = {"rtol": 1e-4, "atol": 1e-5} if any(x.dtype.name == "float32" for x in arrays) else {"rtol": 1e-10}
    rightly, held = [], list(arrays)
    for turn, (factor, (_, came, grads, after, flags)) in enumerate(zip(factors, told, strict=True)):
        where = f"{about}, call {turn + 1} with the same tensors"
        held = [(x * factor).astype(x.dtype) for x in held]
        weight, *args = given = [ref.tensor(x, requires_grad=its) for x, its in zip(held, marks, strict=True)]
        slices = [[x if d is None else x.select(d, k) for x, d in zip(args, dims, strict=True)] for k in range(size)]
        rightly += [each[0].detach().numpy() for each in slices]
        right = ref.stack([f(weight, *each) for each in slices], out_dims)
        marked = [x for x in given if x.requires_grad]
        total = (right * ref.tensor(np.resize(upper, right.shape))).sum() + sum([0.0 * x.sum() for x in marked])
        rights = [g.numpy() for g in ref.autograd.grad(total, marked)] if marked else []
        right = right.detach().numpy()
        close(came, right, STACKED, **near, about=where)
        same([came.shape, came.dtype.name], [right.shape, right.dtype.name], TYPE, about=where)
        close(grads, rights, GRADIENT, **near, about=where)
        close(after, held, STAYS, about=where)
        same(flags, [*marks] + [False] * len(given), STAYS, about=f"{where}, requires_grad and .grad")
    same(len(calls), len(rightly), SLICES, about=f"{about}: calls of f")
    close(calls, rightly, SLICES, about=f"{about}: the slices of the first argument, in the order of the calls")

def tell_refused(about, in_dims, *args):
    """ValueError, without a call of the function."""
    calls = []

    def noting(*slices):
        calls.append(1)
        return slices[0]

    given = [mg.tensor(each) for each in args]
    with raises(ValueError, SIZES, about=f"{about}, in_dims={in_dims}"):
        vmap_loop(noting, in_dims)(*given)
    same(calls, [], SIZES, about=f"{about}, in_dims={in_dims}: calls of f")

@learner_side
def passed_on(make):
    """Is an argument with None the very object in each call, marked or not, in whatever order it lies in memory?"""
    said = []
    for lying in (mg.ones(3, 2), mg.ones(2, 3).T, mg.ones(3, 1).expand(3, 2), mg.ones(6, 2)[::2]):
        for mark in (False, True):
            shared = lying.detach().requires_grad_(mark)
            make(lambda x, y, shared=shared: said.append(y is shared) or x * 2.0, (0, None))(mg.ones(2), shared)
    return said

x_loop, y_loop = np.array([[3.0, -4.0], [6.0, 8.0], [5.0, -12.0]]), np.array([[1.0, 0.5, -2.0], [4.0, -1.0, 0.25]])
tell_loop("the example", lambda x: (x * x).sum().sqrt(), [x_loop.astype("float32")])
tell_loop("the example", lambda x: (x * x).sum().sqrt(), [x_loop], 1)
tell_loop("twice a row", lambda x: 2.0 * x, [x_loop], 0, 1)
tell_loop("two arguments", lambda x, y: x * y.sum(), [x_loop, y_loop], (0, 1), -1)
tell_loop("one for all", lambda x, y: x @ y, [x_loop, y_loop], (0, None))
tell_loop("one that is not used", lambda x, y: x.sin(), [x_loop, y_loop], (0, -1))
tell_loop("a table for each", lambda x: x.cumsum(0), [np.arange(24.0).reshape(4, 2, 3)], -1, -1)
tell_in_turn("twice a row", lambda w, x: w * x, [y_loop[0, :2], x_loop], [True, True])
tell_refused("3 and 2", 0, x_loop, y_loop)
tell_refused("nothing is cut", (None, None), x_loop, y_loop)
### BEGIN HIDDEN TESTS

def numbers_of_loop(shape, name="float64"):
    return np.asarray(rng.uniform(0.4, 1.6, size=shape) * rng.choice([-1.0, 1.0], size=shape)).astype(name)

# no inputs: unchanged: every call looks at its arguments, which are only read
# no inputs: values: the numbers are the business of f
# no inputs: order: the visible part notes the calls in their order
# no inputs: size: the visible part counts the calls
# no inputs: example: the visible part has it
# inputs: dimensions (out_in_front_or_behind, squeezed, in_the_type_of_the_first, negative_is_the_last, in_pieces)
for number, (f_loop, all_shapes, in_loop, out_loop) in enumerate((
    (lambda x: x.exp(), [(4,)], 0, 0), (lambda x: x.exp(), [(1,)], -1, -1), (lambda x: x * 2.0, [(2, 3, 4)], 1, 1),
    (lambda x: x.sum(0), [(2, 3, 4)], -1, 0), (lambda x: x * x, [(2, 3, 1)], 2, -2), (lambda x: x, [(3, 0)], 0, 1),
    (lambda x, y: x @ y, [(2, 3), (3, 4, 2)], (None, 1), 1), (lambda x, y: x * y, [(), (3,)], (None, 0), 0),
    (lambda x, y, z: x * y + z, [(2, 3), (2,), (3, 2)], (1, None, 0), -1),
    (lambda x, y, z: z.cos(), [(5, 2), (2, 5), (5,)], (0, 1, -1), 0), (lambda x: x * 3.0, [(3, 1)], 0, 0),
    (lambda x: x.exp(), [(2, 1, 3)], 2, 2), (lambda x, y: y.sin(), [(3,), (2, 4)], (0, None), 2),
    (lambda x: x[None] * x[:, None], [(2, 3, 2)], 1, -2), (lambda x: x.cumsum(1), [(2, 4, 3)], 0, -3),
    (lambda x, y, z: x * y.sum() - z, [(2, 1), (2, 4), (2, 1)], 0, 1),
    (lambda x: x.sin(), [(4, 3, 2)], -2, 0), (lambda x: x.cumsum(0), [(2, 3, 4)], -3, -2),
    (lambda x, y: x.sum() * y, [(3, 2), (2, 3, 2)], (-2, -2), -1), (lambda x, y: y - x, [(3,), (3, 4)], (-1, -2), 1),
)):
    name = ("float64", "float32")[number % 4 == 3]
    tell_loop(f"shapes {all_shapes}, {name}", f_loop, [numbers_of_loop(each, name) for each in all_shapes], in_loop,
              out_loop)
tell_refused("4 and 3", (0, 1), numbers_of_loop((4, 3)), numbers_of_loop((4, 3)))
tell_refused("1 and 3", 0, numbers_of_loop((1,)), numbers_of_loop((3,)))
for number, (f_turns, shapes_turns, in_turns, out_turns) in enumerate((
    (lambda w, x, y: w * y - x.sum(), [(), (2, 3), (3, 2)], (-2, -1), -1),
    (lambda w, x, y: (y * w).sin(), [(), (3,), (2, 3)], (0, -1), 0),
    (lambda w, x, y, z: z * w + x, [(2,), (), (3, 2, 2), (3, 2)], (None, -3, -2), 1),
    (lambda w, x: w, [(2,), (3, 2, 2)], -2, -1),
    (lambda w, x, y: x, [(2,), (2, 4), (4,)], (-1, None), 0),
    (lambda w, x: (w * x).sum(), [(2,), (3, 2)], 0, 0), (lambda w, x: x * w, [(), (3,)], -1, -1),
)):
    for turn in (number % 2, 2, 3)[: 3 if len(shapes_turns) == 2 else 1 + (number % 3 == 0)]:
        names = [("float64", "float32")[(turn + k * (turn < 2)) % 2] for k in range(len(shapes_turns))]
        tell_in_turn(f"shapes {shapes_turns}, types {names}", f_turns,
                     [numbers_of_loop(each, name) for each, name in zip(shapes_turns, names, strict=True)],
                     [bool((number + turn + k) % 3) and turn < 2 for k in range(len(names))], in_turns, out_turns)
tell_loop("300 slices", lambda x: x, [numbers_of_loop((2, 300))], -1, -1)
for in_loop in range(-3, 3):
    slices_loop = numbers_of_loop((4, 2, 3))
    given_loop = np.moveaxis(slices_loop, 0, in_loop)
    for out_loop in range(-3, 3):
        close(vmap_loop(lambda x: 2.0 * x.cumsum(0) - x, in_loop, out_loop)(mg.tensor(given_loop)),
              np.moveaxis(2.0 * slices_loop.cumsum(1) - slices_loop, 0, out_loop), STACKED,
              about=f"shape {given_loop.shape}, in_dims={in_loop}, out_dims={out_loop}")
    three_loop = [np.moveaxis(slices_loop * factor, 0, in_loop) for factor in (1.0, -2.0, 0.5)]
    close(vmap_loop(lambda x, y, z: x - y * z, in_loop)(*[mg.tensor(each) for each in three_loop]),
          slices_loop + slices_loop * slices_loop, STACKED,
          about=f"three of the shape {given_loop.shape}, in_dims={in_loop}")
odd_loop = np.array([0.0, -0.0, 1.0, -1.0, 1.0, np.inf, -np.inf, 1e-30, -1e30])
close(vmap_loop(lambda x, y: y * 2.0, (0, -1))(mg.tensor(odd_loop), mg.tensor(odd_loop)), 2.0 * odd_loop, STACKED,
      rtol=1e-6, atol=0, about="0, infinite, small and large numbers")
# inputs: asked (only_neighbours_compared)
tell_refused("3, one for all, and 2", (0, None, 0), numbers_of_loop((3,)), numbers_of_loop((3,)), numbers_of_loop((2,)))
same(passed_on(vmap_loop), [True] * 16, WHOLE, about="marked or not, in other orders in memory")
tell_refused("2, 3 and 2", 0, numbers_of_loop((2,)), numbers_of_loop((3,)), numbers_of_loop((2,)))
tell_refused("2, 2 and 3", (0, 0, -1), *[numbers_of_loop((2, 3)) for _ in range(3)])
tell_refused("nothing is cut", (None, None, None), *[numbers_of_loop((2, 2)) for _ in range(3)])
tell_refused("nothing is cut", None, *[numbers_of_loop((2, 2)) for _ in range(2)])
# inputs: again (dims_are_kept)
mapped_again = vmap_loop(lambda x: x * 2.0)
for shape in ((2, 3), (4,), (4,)):
    again_loop = numbers_of_loop(shape)
    close(mapped_again(mg.tensor(again_loop)), 2 * again_loop, STACKED, about="one made, called again")
both_again, three_again = vmap_loop(lambda x, y: x - y), mg.tensor(numbers_of_loop((3,)))
for _ in range(2):
    with raises(ValueError, SIZES, about="one made, called with 2 and 3, again and again"):
        both_again(mg.tensor(numbers_of_loop((2,))), three_again)
    close(both_again(three_again, three_again), np.zeros(3), STACKED, about="after an error")
# inputs: same (by_identity), aliasing (by_identity)
square_loop = numbers_of_loop((3, 3))
twice_loop, turned_loop = mg.tensor(square_loop), mg.tensor(square_loop).T
close(vmap_loop(mg.mul, (0, 1))(twice_loop, twice_loop), square_loop * square_loop.T, STACKED,
      about="one tensor twice, by rows and by columns")
close(vmap_loop(lambda x, y: x - 2.0 * y, (0, None))(turned_loop, twice_loop),
      square_loop.T[:, None] - 2.0 * square_loop, STACKED, about="a transpose, and what it is a view of")
same([twice_loop.requires_grad, twice_loop.grad is None], [False, True], STAYS, about="an argument without a mark")
# inputs: block (list_on_the_function, no_graph_if_unmarked)
u_loop, v_loop = numbers_of_loop((2,)), numbers_of_loop((3,))
close(vmap_loop(vmap_loop(mg.mul, (None, 0)), (0, None))(mg.tensor(u_loop), mg.tensor(v_loop)),
      np.outer(u_loop, v_loop), STACKED, about="one loop in another")
weight_loop, upper_loop = mg.tensor(v_loop, requires_grad=True), numbers_of_loop((2, 3))
weighed_loop = vmap_loop(lambda x: x * weight_loop)(mg.tensor(u_loop))
pulled_loop = mg.autograd.grad((weighed_loop * mg.tensor(upper_loop)).sum(), weight_loop)
close(pulled_loop[0], u_loop @ upper_loop, GRADIENT, about="a weight that f uses, and arguments that require no grad")
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Define a function inside, and return it. It finds out how many slices there are, calls `f` for each of them with its
# slices, and stacks the list of results.
# </details>
# <details><summary>Hint 2: which calls</summary>
#
# One number for all arguments can be made into a tuple first. `x.select(dim, k)` is slice `k` of `x` along `dim`, a
# view; `mg.stack` takes the list, and the new dimension.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Collect the sizes of all cut dimensions in a set. If it does not have one element, raise. For each `k` make the list
# of slices, where an argument with `None` stays what it is; append the value of `f`; at the end, stack along
# `out_dims`, which may be negative as it is.
# </details>

# %% [markdown]
# Your loop records a graph like any other code. How many operations are in it?

# %%
two = mg.tensor([[3.0, 4.0], [6.0, 8.0]], requires_grad=True)
one_by_one_rows = mg.stack([length(two.select(0, k)) for k in range(2)])
draw(one_by_one_rows, saved=False)

# %% [markdown]
# *Figure 1. The length of two rows, one by one.*
#
# **The figure in words.** From the square leaf `two` two arrows lead to two boxes `Select`. From each of these two
# arrows lead to a `Mul`, and on to a `Sum` and a `Sqrt`: two chains of the same four operations. Both end in one box,
# `one_by_one_rows = Stack`, which holds 5 and 10.

# %%
at_once = mg.func.vmap(length)(two)
draw(at_once, saved=False)

# %% [markdown]
# *Figure 2. The same by `vmap`.*
#
# **The figure in words.** One chain: the square leaf `two`, two arrows to one `Mul`, then a `View` (which lays each
# slice in one row), `Sum`, and `at_once = Sqrt`, which holds 5 and 10.
#
# With a thousand rows, the first graph would have 4001 operations, and the second the four that it has.

# %% [markdown]
# ## How it is done: one rule for each kind of operation
#
# How can a function written for one slice run on all of them? In the same way as in notebook 07, where a `Dual` went
# through a function that knew nothing of tangents: by an object that *looks like one slice* and holds all of them.

# %%
class Batch:
    """All slices, their dimension in front. To a function it looks like one of them."""

    def __init__(self, whole):
        self.whole = whole
        self.shape = whole.shape[1:]   # that of a slice

b = Batch(mg.ones(200, 40))   # two hundred swings, forty readings each
print(b.shape, b.whole.shape)

# %% [markdown]
# Each operation on a `Batch` needs to be told what to do with the dimension that the slice does not know of. But not
# each operation needs its own rule. There are **kinds**:
#
# - *elementwise*: `+`, `*`, `exp`. All goes number by number, so the operation can run on the whole. One thing has to
#   be seen to: dimensions are aligned at the *right* (notebook 01), and slices may have different numbers of them.
# - *along a dimension*: `sum`, `mean`, `cumsum`. The dimension 0 of a slice is the dimension 1 of the whole.
# - *matrix products*: they treat dimensions in front as a batch anyway, but for vectors.
#
# With rules for these three, the next cells make all operators of `Batch`. They look the rules up by name, so it does
# not matter that you have not written them yet. A `Batch` may stand on either side: a tensor on its left does not know
# the class, and leaves the operation to `Batch.__rmul__` and its like.

# %%
def two_sided(op):
    return (lambda a, b: elementwise(op, a, b)), (lambda a, b: elementwise(op, b, a))

for name, op in (("add", mg.add), ("sub", mg.sub), ("mul", mg.mul), ("truediv", mg.div), ("pow", mg.pow)):
    there, back = two_sided(op)
    setattr(Batch, f"__{name}__", there)
    setattr(Batch, f"__r{name}__", back)
for name in ("exp", "sin", "cos", "tanh", "sqrt"):
    setattr(Batch, name, lambda a, name=name: elementwise(getattr(mg, name), a))
for name in ("sum", "mean", "cumsum"):
    setattr(Batch, name, lambda a, dim=None, name=name: along(getattr(mg, name), a, dim))

# %%
Batch.__neg__ = lambda a: elementwise(mg.neg, a)
Batch.__matmul__ = lambda a, b: matmul(a, b)
Batch.__rmatmul__ = lambda a, b: matmul(b, a)

# %% [markdown]
# ## Exercise 9.3 · Three batching rules (complete, 5 points, about 16 min, needs nothing)
#
# **Goal** Write the rules `elementwise(op, *args)`, `along(op, x, dim)` and `matmul(a, b)`.
#
# **Given** `Batch`, as above. `op` is a function of tensors. In `elementwise` it takes one to three arguments, goes
# number by number, and broadcasts as notebook 01 has it; each argument is a `Batch`, or a tensor or a Python number
# that all slices share. In `along` it is called as `op(tensor, dim)`, with a dimension in any case; `x` is a `Batch`,
# and `dim` an int that counts the dimensions of a slice, from the front or (negative) from the end, or `None` for all
# of them: then `op` is `mg.sum` or `mg.mean`. (With slices that have no dimensions it is `None`.) `a` and `b` are two
# `Batch`es, or a `Batch` and a tensor that all slices share; a slice is a vector or a matrix, and so is what is shared.
# At least one argument is a `Batch`, and all have equally many slices, at least one; slices and shared tensors have up
# to three dimensions. Sizes may be 0, but not in `matmul` and not with `None`. Types are `float32` or `float64`, all
# the same. A tensor need not be contiguous. The same objects may be given again, and their numbers may have changed in
# between.
#
# **Return** a new `Batch`: slice by slice what the operation gives for the slice. `op` is called once, however many
# slices there are, and there is no loop over slices: besides those of `op`, at most 24 operations run, where a call
# like `mg.einsum` counts as what it runs inside. Gradients go through. The arguments stay as they are. `mg.func`,
# `mg.autograd.functional`, `mg.stack` and `mg.cat` are ruled out.
#
# **Example** For 200 slices of the shape `(3,)` and a shared tensor of the shape `(2, 3)`, `elementwise(mg.mul, a, b)`
# has slices of the shape `(2, 3)`. `along(mg.sum, x, 0)` for slices `(2, 3)` has slices `(3,)`.

# %% nbgrader={"grade_id": "ex9_3", "solution": true}
### BEGIN SOLUTION
def elementwise(op, *args):
    most = max(len(getattr(x, "shape", ())) for x in args)

    def lined_up(x):
        if not isinstance(x, Batch):
            return x
        return x.whole.reshape((len(x.whole), *(1,) * (most - len(x.shape)), *x.shape))

    return Batch(op(*[lined_up(x) for x in args]))

def along(op, x, dim):
    if dim is None:
        return Batch(op(x.whole.reshape((len(x.whole), -1)), 1))
    return Batch(op(x.whole, dim + 1 if dim >= 0 else dim))

def matmul(a, b):
    left, right = (x.whole if isinstance(x, Batch) else x for x in (a, b))
    row, column = len(a.shape) == 1, len(b.shape) == 1
    left = left.unsqueeze(-2) if row else left
    right = right.unsqueeze(-1) if column else right
    y = left @ right
    y = y.squeeze(-2) if row else y
    return Batch(y.squeeze(-1) if column else y)
### STUB
# def elementwise(op, *args):
#     most = max(len(getattr(x, "shape", ())) for x in args)   # dimensions of the largest slice
#     raise NotImplementedError("still the stub")
#
# def along(op, x, dim):
#     raise NotImplementedError("still the stub")
#
# def matmul(a, b):
#     left, right = (x.whole if isinstance(x, Batch) else x for x in (a, b))
#     raise NotImplementedError("still the stub")
### END SOLUTION

# %% nbgrader={"grade_id": "ex9_3_test", "grade": true, "points": 5} exercise={"kind": "F", "forbid": ["minigrad.func", "minigrad.vmap", "minigrad.autograd.functional", "minigrad.drawing", "minigrad.stack", "minigrad.cat"]}
ELEMENTWISE = "elementwise: slice by slice what the operation gives, whatever dimensions the slices have"
ALONG = "along: a dimension of the slice, counted behind that of the slices; None is all of the slice"
MATMUL = "matmul: slice by slice the product, of vectors and matrices, shared or not"
BATCH = "batch: a Batch of tensors in the type of the arguments, the slices' dimension in front"
ONE_RUN = "one run: op is called once, and at most 24 other operations run, however many slices there are"
GRADIENT = "gradient: what goes back through a rule reaches each argument"
STAYS = "unchanged: the arguments stay as they are"

@learner_side
def told_of_batching(rule, Batch, op, arrays, batched, rest, upper):
    """Is it a Batch; its numbers; the gradients; how many operations ran; the arguments as they are.
    The arguments stand behind what is in rest before the word then, and in front of all of it otherwise."""
    inputs = [mg.tensor(each, requires_grad=True) for each in arrays]
    args = [Batch(x) if its else x for x, its in zip(inputs, batched, strict=True)]
    before = rest[: rest.index("then")] if "then" in rest else ()
    with mg.func.counted() as count:
        came = rule(*op, *before, *args, *rest[len(before) + ("then" in rest):])
    if not isinstance(came, Batch):
        return False, [], [], 0, []
    whole = came.whole
    total = (whole * mg.tensor(np.resize(upper, whole.shape))).sum() + sum([0.0 * x.sum() for x in inputs])
    grads = [g.numpy() for g in mg.autograd.grad(total, inputs)]
    return True, whole.detach().numpy(), grads, count.operations, [x.detach().numpy() for x in inputs]

def tell_batching(about, which, f, arrays, batched, rest=()):
    """One rule, compared with the checker's own vmap; plain numbers among the arguments are in rest."""
    calls = []

    def op(*inputs):
        calls.append(1)
        return f(*inputs)

    def of_slice(*inputs):
        before = rest[: rest.index("then")] if "then" in rest else ()
        return f(*before, *inputs, *rest[len(before) + ("then" in rest):])

    args = [ref.tensor(each, requires_grad=True) for each in arrays]
    right = ref.func.vmap(of_slice, tuple(0 if its else None for its in batched))(*args)
    one_slice = [x.select(0, 0) if its else x for x, its in zip(args, batched, strict=True)]
    with ref.func.counted() as of_op:
        of_slice(*one_slice)
    most = 24 + of_op.operations * (which != "matmul")   # the product is the answer's own
    upper = rng.uniform(0.5, 1.5, size=right.shape).astype(arrays[0].dtype)
    rights = [g.numpy() for g in ref.autograd.grad(right, args, ref.tensor(upper), materialize_grads=True)]
    near = {"rtol": 1e-4, "atol": 1e-5} if arrays[0].dtype.name == "float32" else {"rtol": 1e-10, "atol": 1e-12}
    if which == "elementwise":
        told = told_of_batching(elementwise, Batch, [op], arrays, batched, rest, upper)
        is_batch, came, grads, ran, after = plain(told)
        same(came is not None, True, ELEMENTWISE, about=about)
        same(is_batch, True, BATCH, about=about)
        close(came, right.detach().numpy(), ELEMENTWISE, **near, about=about)
    elif which == "along":
        told = told_of_batching(along, Batch, [op], arrays, batched, rest, upper)
        is_batch, came, grads, ran, after = plain(told)
        same(came is not None, True, ALONG, about=about)
        same(is_batch, True, BATCH, about=about)
        close(came, right.detach().numpy(), ALONG, **near, about=about)
    else:
        told = told_of_batching(matmul, Batch, [], arrays, batched, rest, upper)
        is_batch, came, grads, ran, after = plain(told)
        same(came is not None, True, MATMUL, about=about)
        same(is_batch, True, BATCH, about=about)
        close(came, right.detach().numpy(), MATMUL, **near, about=about)
    same(came.dtype.name, arrays[0].dtype.name, BATCH, about=about)
    same(len(calls), int(which != "matmul"), ONE_RUN, about=f"{about}: calls of op")
    same(max(ran, most), most, ONE_RUN, about=f"{about}: operations, {most} at most, op's own among them")
    close(grads, rights, GRADIENT, **near, about=about)
    close(after, list(arrays), STAYS, about=about)

@learner_side
def told_again_of_batching(rule, Batch, op, arrays, batched, rest, factors):
    """The same objects again and again, multiplied in between: the numbers of each result, the gradients of the
    tensors that require grad, and whether the arguments are what they were. In memory all dimensions lie the other way
    round, with gaps between the numbers."""
    inputs = [mg.tensor(np.repeat(x.T, 2, 0))[::2].permute(*range(x.ndim)[::-1]) for x in arrays]
    inputs[-1].requires_grad_()
    args = [Batch(x) if its else x for x, its in zip(inputs, batched, strict=True)]
    told = []
    for factor in factors:
        for x in inputs:
            x.data.mul_(factor)
        whole = rule(*op, *args, *rest).whole
        (g,) = mg.autograd.grad((whole * whole).sum() + 0.0 * inputs[-1].sum(), inputs[-1:], retain_graph=True)
        stays = [x.requires_grad for x in inputs[:-1]] + [x.grad is not None for x in inputs]
        stays += [b.whole is not x or b.shape != x.shape[1:] for b, x in zip(args, inputs, strict=True) if b is not x]
        told.append((np.array(whole.detach()), np.array(g), [np.array(x.detach()) for x in inputs], stays))
    return told

def tell_again_of_batching(about, which, f, arrays, batched, rest=()):
    """A rule in such a story."""
    calls, held, factors = [], list(arrays), (1.0, 1.0, -0.5)

    def op(*inputs):
        calls.append(1)
        return f(*inputs)

    given = [arrays, batched, rest, factors]
    if which == "elementwise":
        told = plain(told_again_of_batching(elementwise, Batch, [op], *given))
        same(len(told), len(factors), ELEMENTWISE, about=about)
    elif which == "along":
        told = plain(told_again_of_batching(along, Batch, [op], *given))
        same(len(told), len(factors), ALONG, about=about)
    else:
        told = plain(told_again_of_batching(matmul, Batch, [], *given))
        same(len(told), len(factors), MATMUL, about=about)
    near = {"rtol": 1e-4, "atol": 1e-5} if arrays[0].dtype.name == "float32" else {"rtol": 1e-9, "atol": 1e-12}
    for turn, (factor, (came, g, after, stays)) in enumerate(zip(factors, told, strict=True)):
        where = f"{about}, call {turn + 1} with the same objects"
        held = [(x * factor).astype(x.dtype) for x in held]
        args = [ref.tensor(x) for x in held]
        args[-1].requires_grad_()
        right = ref.func.vmap(lambda *x: f(*x, *rest), tuple(0 if its else None for its in batched))(*args)
        (right_g,) = ref.autograd.grad((right * right).sum() + 0.0 * args[-1].sum(), args[-1:])
        right = right.detach().numpy()
        if which == "elementwise":
            close(came, right, ELEMENTWISE, **near, about=where)
        elif which == "along":
            close(came, right, ALONG, **near, about=where)
        else:
            close(came, right, MATMUL, **near, about=where)
        close(g, right_g.numpy(), GRADIENT, **near, about=where)
        close(after, held, STAYS, about=where)
        same(any(stays), False, STAYS, about=f"{where}, requires_grad, .grad, .whole and .shape")
    same(len(calls), len(factors) * (which != "matmul"), ONE_RUN, about=f"{about}: calls of op")

def numbers_of_batching(*shape):
    signs = rng.choice([-1.0, 1.0], size=shape)
    return signs * rng.uniform(0.4, 1.6, size=shape)

tell_batching("slices (3,) twice", "elementwise", lambda x, y: x * y.sin(),
              [numbers_of_batching(4, 3), numbers_of_batching(4, 3)], (True, True))
tell_batching("slices (3,), and (2, 3) for all", "elementwise", lambda x, y: x * y,
              [numbers_of_batching(4, 3), numbers_of_batching(2, 3)], (True, False))
tell_batching("slices () and (2, 3)", "elementwise", lambda x, y: x - y,
              [numbers_of_batching(4), numbers_of_batching(4, 2, 3)], (True, True))
tell_batching("slices (2,), and a number", "elementwise", lambda x, y: x - y,
              [numbers_of_batching(4, 2).astype("float32")], (True,), (2.5,))
tell_batching("slices (2,) in float64, and 0.1", "elementwise", lambda x, y: x * y, [numbers_of_batching(3, 2)],
              (True,), (0.1,))
tell_batching("slices (2, 3), dim 0", "along", lambda x, d=None: x.sum(d), [numbers_of_batching(4, 2, 3)], (True,),
              (0,))
tell_batching("slices (2, 3), dim -1", "along", lambda x, d=0: x.cumsum(d), [numbers_of_batching(4, 2, 3)],
              (True,), (-1,))
tell_batching("slices (2, 3), all", "along", lambda x, d=None: x.mean() if d is None else x.mean(d),
              [numbers_of_batching(4, 2, 3)], (True,), (None,))
for left, right, its in (((4, 2, 3), (4, 3, 2), (True, True)), ((4, 2, 3), (4, 3), (True, True)),
                         ((2, 3), (4, 3), (False, True)), ((4, 3), (4, 3, 2), (True, True)),
                         ((40, 3), (40, 3), (True, True)), ((4, 3), (3, 2), (True, False)),
                         ((1, 3), (3, 1), (True, False))):
    tell_batching(f"wholes and shared {left} and {right}", "matmul", lambda x, y: x @ y,
                  [numbers_of_batching(*left), numbers_of_batching(*right)], its)
### BEGIN HIDDEN TESTS
# no inputs: same, unchanged: every call looks at its arguments, which are only read
# no inputs: order: each argument has its place
# no inputs: block: nothing is entered
# no inputs: asked, example: the visible part has the example, and counts
spread_batching = elementwise(mg.mul, Batch(mg.tensor(np.arange(1.0, 5.0))), mg.tensor([[1.0, 10.0]]))
close(spread_batching.whole, [[[k, 10.0 * k]] for k in (1.0, 2.0, 3.0, 4.0)], ELEMENTWISE, about="() and (1, 2)")
close(along(mg.sum, Batch(mg.tensor(np.arange(6.0).reshape(3, 2))), None).whole, [1.0, 5.0, 9.0], ALONG,
      about="the sums of 0, 1; 2, 3; 4, 5")
close(matmul(Batch(mg.tensor([[1.0, 2.0], [3.0, 4.0]])), Batch(mg.tensor([[1.0, 10.0], [10.0, 1.0]]))).whole,
      [21.0, 34.0], MATMUL, about="vectors of two numbers, two of them")
# inputs: dimensions (lined_up_with_two_at_most, along_the_end_only, vectors_only_on_the_right),
#     values (number_like_the_first), size (in_pieces), again (remembers_by_object, keeps_its_rows),
#     aliasing (contiguous_only)
three_batching = (lambda x: x.exp(), lambda x, y: x / y - y, lambda x, y, z: x * y + z)
for shapes_batching, its in ((((1,),), (1,)), (((3, 2, 2, 1),), (1,)), (((5, 0), (5,)), (1, 1)),
                             (((2,), (3, 4)), (1, 0)), (((1, 2), (3, 2)), (1, 0)), (((1,), (1, 2, 1)), (1, 1)),
                             (((3, 4), (2, 4)), (0, 1)), (((2, 3), (2, 4, 1, 3)), (1, 1)), (((4,), (2,)), (0, 1)),
                             (((3, 1, 2), (3, 2)), (1, 1)), (((), (3, 2)), (0, 1)), (((2, 2), (2, 2)), (1, 0)),
                             (((3, 2), (4, 1, 2), (3,)), (1, 0, 1)), (((2,), (3, 1, 4), (2, 4)), (1, 0, 1))):
    tell_batching(f"wholes and shared {shapes_batching}", "elementwise", three_batching[len(its) - 1],
                  [numbers_of_batching(*each) for each in shapes_batching], [bool(each) for each in its])
tell_batching("slices (2,), and a whole number", "elementwise", lambda x, y: x * y, [numbers_of_batching(3, 2)],
              (True,), (3,))
for name in ("float32", "float64"):
    for rest_batching in ((3, "then", 0.25), (0.1, "then"), (2, "then"), (0, "then", 1), (-1, "then", 2.5), (1, -1.75),
                          (0.5, "then", 3), (True, "then", 0.5), (2.0**40, 1e-3), (1e-20, "then", 0)):
        tell_batching(f"slices (2,) in {name}, and numbers {rest_batching}", "elementwise",
                      (lambda a, b, c: a * b - c * b * a + c) if len(rest_batching) - ("then" in rest_batching) == 2
                      else lambda a, b: a - a * b, [numbers_of_batching(3, 2).astype(name)], (True,), rest_batching)
    tell_batching(f"slices (), in {name}, a number and (2,) for all", "elementwise", lambda a, b, c: a * b + c,
                  [numbers_of_batching(3).astype(name), numbers_of_batching(2).astype(name)], (True, False),
                  (0.3, "then"))
tell_batching("300 slices", "elementwise", lambda x, y: x * y, [numbers_of_batching(300, 2), numbers_of_batching(2, 1)],
              (True, False))
tell_batching("300 slices", "along", lambda x, d: x.cumsum(d), [numbers_of_batching(300, 2, 2)], (True,), (-2,))
tell_batching("300 slices", "along", lambda x, d: x.sum(d), [numbers_of_batching(300, 2, 3)], (True,), (0,))
tell_batching("300 slices", "along", lambda x, d=None: x.sum() if d is None else x.sum(d),
              [numbers_of_batching(300, 2, 3)], (True,), (None,))
for left, right, its in (((300, 2), (300, 2), (1, 1)), ((300, 3, 2), (300, 2, 4), (1, 1)), ((2,), (300, 2), (0, 1)),
                         ((300, 2, 3), (3,), (1, 0)), ((300, 2), (2, 3), (1, 0)), ((3, 2), (300, 2, 2), (0, 1))):
    tell_batching(f"300 slices, {left} and {right}", "matmul", lambda x, y: x @ y,
                  [numbers_of_batching(*left), numbers_of_batching(*right)], [bool(each) for each in its])
odd_batching = np.array([[0.0, -0.0, 1.0], [-1.0, 1.0, np.inf], [-np.inf, 1e-30, -1e30]])
close(elementwise(mg.mul, 2, Batch(mg.tensor(odd_batching))).whole, 2.0 * odd_batching, ELEMENTWISE, rtol=1e-6, atol=0,
      about="0, infinite, small and large numbers")
close(along(mg.sum, Batch(mg.tensor(odd_batching[:, :, None])), 1).whole, odd_batching, ALONG, rtol=1e-6, atol=0,
      about="0, infinite, small and large numbers")
for name, its, shapes_batching in (("float64", (1, 1), ((3, 2, 4), (3, 4))), ("float32", (0, 1), ((2, 4), (3, 4))),
                                   ("float64", (1, 0), ((3, 4), (2, 4)))):
    tell_again_of_batching(f"{shapes_batching}, {name}", "elementwise", lambda x, y: x * y - y,
                           [numbers_of_batching(*each).astype(name) for each in shapes_batching], its)
for name, dim in (("float64", 0), ("float32", -1), ("float32", -2)):
    tell_again_of_batching(f"dim {dim}, {name}", "along", lambda x, d: x.cumsum(d),
                           [numbers_of_batching(3, 2, 4).astype(name)], (1,), (dim,))
for name, shape in (("float64", (3, 2, 4)), ("float32", (2, 3, 2, 4)), ("float64", (3, 4)), ("float32", (3,))):
    tell_again_of_batching(f"all of a slice, whole {shape}, {name}", "along",
                           (lambda x, d: x.mean() if d is None else x.mean(d)) if name == "float32"
                           else lambda x, d: x.sum() if d is None else x.sum(d),
                           [numbers_of_batching(*shape).astype(name)], (1,), (None,))
for name, its, shapes_batching in (("float32", (1, 1), ((3, 2, 4), (3, 4))), ("float64", (0, 1), ((2, 4), (3, 4))),
                                   ("float32", (1, 0), ((3, 4), (4, 2))), ("float64", (1, 1), ((3, 2, 4), (3, 4, 2)))):
    tell_again_of_batching(f"{shapes_batching}, {name}", "matmul", lambda x, y: x @ y,
                           [numbers_of_batching(*each).astype(name) for each in shapes_batching], its)
for shape, dims in (((3, 4), (0, -1, None)), ((2, 3, 2, 4), (0, 1, 2, -1, -2, -3, None)), ((1, 1), (0,)),
                    ((3, 2, 0), (0, -2)), ((3,), (None,))):
    for dim in dims:
        kinds_batching = [lambda x, d: x.sum() if d is None else x.sum(d),
                          lambda x, d: (x * 3.0).mean() if d is None else (x * 3.0).mean(d)]
        kinds_batching = kinds_batching[: 1 + (0 not in shape)] + [lambda x, d: x.sin().cumsum(d)] * (dim is not None)
        for f_batching in kinds_batching:
            tell_batching(f"whole {shape}, dim {dim}", "along", f_batching, [numbers_of_batching(*shape)], (True,),
                          (dim,))
for left, right, its in (((1, 3, 3), (3, 3), (1, 0)), ((3,), (2, 3, 4), (0, 1)), ((3,), (5, 3), (0, 1)),
                         ((5, 3), (3,), (1, 0)), ((5, 2, 3), (3,), (1, 0)), ((2, 2), (2, 2), (1, 1)),
                         ((2, 2), (2, 2), (0, 1)), ((2, 2), (2, 2), (1, 0)), ((3, 1, 1), (3, 1), (1, 1)),
                         ((1, 1), (1, 1, 1), (1, 1)), ((2, 4), (3, 4, 1), (0, 1))):
    tell_batching(f"{left} and {right}, batched {its}", "matmul", lambda x, y: x @ y,
                  [numbers_of_batching(*left), numbers_of_batching(*right)], [bool(each) for each in its])
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Write the shapes of the wholes one below the other, aligned at the right, as broadcasting does. Where does the slices'
# dimension have to stand, and what does a slice that is shorter lack? It lacks ones, *behind* the first dimension.
# </details>
# <details><summary>Hint 2: which dimension</summary>
#
# Elementwise: reshape each whole to (slices, ones, shape of its slice). Along: dimensions counted from the front are
# one more, dimensions counted from the end are what they were, and all of a slice can be laid in one row first.
# Products: a vector on the left is a matrix with one row, on the right one with one column.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# The ones are as many as the largest slice or shared tensor has dimensions more than this slice. In `matmul`,
# unsqueeze vectors by dimension -2 on the left and by -1 on the right, multiply, and squeeze what was added: the row
# first (-2), then the column (-1).
# </details>

# %%
half = Batch(mg.tensor([[1.0, 2.0], [3.0, 4.0]]))
for call in (lambda: half * mg.tensor([[1.0], [10.0]]), lambda: half.sum(0), lambda: half @ half):
    print(outcome(lambda call=call: call().whole.tolist()))

# %% [markdown]
# **A good place to stop.** You have the rules. What comes next is the transform that uses them, and what it saves.

# %% [markdown]
# ## One run
#
# All that is left to do for `vmap` is what the loop did at its two ends. Arguments that are cut go in as `Batch`es, the
# slices' dimension in front; `f` runs *once*; and the dimension of the result is moved to where it belongs.

# %% [markdown]
# ## Exercise 9.4 · `vmap` (code, 4 points, about 12 min, needs 9.3)
#
# **Goal** Write `vmap(f, in_dims=0, out_dims=0)`, which gives what `vmap_loop` gives, in one run.
#
# **Given** `f`, `in_dims`, `out_dims` and arguments as in 9.2, with at least one slice and no size of 0. `f` uses the
# operators and methods of `Batch` (`+ - * / ** @`, `exp`, `sin`, `cos`, `tanh`, `sqrt`, `sum`, `mean`, `cumsum`,
# `shape`) and your rules of 9.3; what meets in one operation has one type. Tensors from outside that it uses may
# require grad, and it may call on them what `vmap` has returned. Its value need not depend on the slice: then it is a
# tensor, and not a `Batch`.
#
# **Return** a function that calls `f` once and returns one tensor: what the loop returns, in the same shape and type.
# An argument with `None` is passed as it is, the very object; each of the others as a `Batch`, with the `shape` of a
# slice. A value that is not a `Batch` is repeated for each slice. `ValueError` is raised as in 9.2, before `f` is
# called. The result may share memory with an argument, or with a value that is repeated. Gradients go through as in
# 9.2. The arguments stay as they are. `mg.func`, `mg.autograd.functional`, `mg.stack` and `mg.cat` are ruled out, and
# so is your loop.
#
# **Example** `vmap(length)(rows)` is 5, 10, 13, as at the beginning.

# %% nbgrader={"grade_id": "ex9_4", "solution": true}
def vmap(f, in_dims=0, out_dims=0):
    ### BEGIN SOLUTION
    def mapped(*args):
        dims = in_dims if isinstance(in_dims, tuple) else (in_dims,) * len(args)
        sizes = {x.shape[d] for x, d in zip(args, dims, strict=True) if d is not None}
        if len(sizes) != 1:
            raise ValueError(f"one size is needed, and there are {sorted(sizes)}")
        y = f(*[x if d is None else Batch(x.movedim(d, 0)) for x, d in zip(args, dims, strict=True)])
        whole = y.whole if isinstance(y, Batch) else y.expand((sizes.pop(), *y.shape))
        return whole.movedim(0, out_dims)
    return mapped
    ### STUB
    # raise NotImplementedError("still the stub")
    ### END SOLUTION

# %% nbgrader={"grade_id": "ex9_4_test", "grade": true, "points": 4} exercise={"kind": "C", "forbid": ["minigrad.func", "minigrad.vmap", "minigrad.autograd.functional", "minigrad.drawing", "minigrad.stack", "minigrad.cat", "vmap_loop"]}
SPECIFIED = "as specified: the same numbers as the loop over the slices"
TYPE = "type: one tensor, with the slices' dimension where out_dims says, in the type of the results"
ONCE = "once: f is called once, with a Batch of slices for each argument that is cut"
WHOLE = "whole: an argument with None is passed as it is"
CONSTANT = "constant: a value that does not depend on the slice is repeated for each of them"
SIZES = "sizes: ValueError, and no call of f, if the cut dimensions differ in size or nothing is cut"
GRADIENT = "gradient: what goes back reaches each argument, and what f uses besides, as through the loop"
STAYS = "unchanged: the arguments stay as they are"

@learner_side
def told_of_vmap(vmap, Batch, f, arrays, dims, upper):
    """What kind of value comes back, and its numbers; the gradients of the arguments, the arguments as they are; and
    in which form f was given each of them."""
    args = [mg.tensor(each, requires_grad=True) for each in arrays]
    passed = []

    def noting(*slices):
        passed.append([(isinstance(each, Batch), each is x) for each, x in zip(slices, args, strict=True)])
        return f(*slices)

    came = vmap(noting, *dims)(*args)
    if not isinstance(came, mg.Tensor):
        return type(came).__name__, [], [], [], []
    total = (came * mg.tensor(np.resize(upper, came.shape))).sum() + sum([0.0 * x.sum() for x in args])
    grads = [g.numpy() for g in mg.autograd.grad(total, args)]
    return "Tensor", came.detach().numpy(), grads, [x.detach().numpy() for x in args], passed

def tell_vmap(about, f, arrays, in_dims=0, out_dims=0, constant=False):
    """The learner's vmap, compared with a loop of the checker's own."""
    seen = []

    def noting(*slices):
        seen.append([tuple(x.shape) for x in slices])
        return f(*slices)

    args = [ref.tensor(each, requires_grad=True) for each in arrays]
    dims = in_dims if isinstance(in_dims, tuple) else (in_dims,) * len(arrays)
    size = next(x.shape[d] for x, d in zip(arrays, dims, strict=True) if d is not None)
    slices = [[x if d is None else x.select(d, k) for x, d in zip(args, dims, strict=True)] for k in range(size)]
    right = ref.stack([f(*each) for each in slices], out_dims)
    upper = rng.uniform(0.5, 1.5, size=right.shape).astype(arrays[0].dtype)
    total = (right * ref.tensor(upper)).sum() + sum([0.0 * x.sum() for x in args])
    rights = [g.numpy() for g in ref.autograd.grad(total, args)]
    right = right.detach().numpy()
    near = {"rtol": 1e-4, "atol": 1e-5} if arrays[0].dtype.name == "float32" else {"rtol": 1e-10, "atol": 1e-12}
    about = f"{about}, in_dims={in_dims}, out_dims={out_dims}"
    if constant:
        kind, came, grads, after, passed = plain(
            told_of_vmap(vmap, Batch, noting, arrays, (in_dims, out_dims), upper))
        same(came is not None, True, CONSTANT, about=about)
        same(kind, "Tensor", TYPE, about=about)
        close(came, right, CONSTANT, **near, about=about)
    else:
        kind, came, grads, after, passed = plain(
            told_of_vmap(vmap, Batch, noting, arrays, (in_dims, out_dims), upper))
        same(came is not None, True, SPECIFIED, about=about)
        same(kind, "Tensor", TYPE, about=about)
        close(came, right, SPECIFIED, **near, about=about)
    same([came.shape, came.dtype.name], [right.shape, right.dtype.name], TYPE, about=about)
    same(seen, [[tuple(x.shape) for x in slices[0]]], ONCE, about=f"{about}: the shapes that f sees in each call")
    same([its for its, _ in passed[0]], [d is not None for d in dims], ONCE, about=f"{about}: which are a Batch")
    given_whole = [own for (_, own), d in zip(passed[0], dims, strict=True) if d is None]
    same(given_whole, [True] * dims.count(None), WHOLE, about=about)
    close(grads, rights, GRADIENT, **near, about=about)
    close(after, list(arrays), STAYS, about=about)

@learner_side
def told_in_turn(make, f, arrays, marks, dims, factors, upper):
    """One mapped function, called again and again with the very same tensors, which are multiplied in between; the
    first of them is what f uses from outside. The other way round in memory are all but those without dimensions."""
    weight, *args = given = [
        (mg.tensor(x) if x.ndim == 0 else mg.tensor(np.moveaxis(x, 0, -1).copy()).movedim(-1, 0)).requires_grad_(its)
        for x, its in zip(arrays, marks, strict=True)]
    mapped, told = make(lambda *slices: f(weight, *slices), *dims), []
    marked = [x for x in given if x.requires_grad]
    for factor in factors:
        for x in given:
            x.data.mul_(factor)
        came = mapped(*args)
        if not isinstance(came, mg.Tensor):
            return [(type(came).__name__, [], [], [], [])]
        total = (came * mg.tensor(np.resize(upper, came.shape))).sum() + sum([0.0 * x.sum() for x in marked])
        grads = [g.numpy() for g in mg.autograd.grad(total, marked, retain_graph=True)] if marked else []
        flags = [x.requires_grad and x.grad is None for x in given] + [x.grad is not None for x in given]
        told.append(("Tensor", np.array(came.detach()), grads, [np.array(x.detach()) for x in given], flags))
    return told

def tell_in_turn(about, f, arrays, marks, in_dims=0, out_dims=0, factors=(1.0, 1.0, -0.5)):
    """The learner's function through such a story, compared with a loop of the checker's own."""
    calls = []

    def noting(*slices):
        calls.append(1)
        return f(*slices)

    dims = in_dims if isinstance(in_dims, tuple) else (in_dims,) * (len(arrays) - 1)
    size = next(x.shape[d] for x, d in zip(arrays[1:], dims, strict=True) if d is not None)
    upper = rng.uniform(0.5, 1.5, size=60)
    about = f"{about}, in_dims={in_dims}, out_dims={out_dims}"
    told = plain(told_in_turn(vmap, noting, arrays, marks, (in_dims, out_dims), factors, upper))
    same(told is not None, True, SPECIFIED, about=about)
    same([kind for kind, *_ in told], ["Tensor"] * len(factors), TYPE, about=about)
    near = {"rtol": 1e-4, "atol": 1e-5} if any(x.dtype.name == "float32" for x in arrays) else {"rtol": 1e-10}
    held = list(arrays)
    for turn, (factor, (_, came, grads, after, flags)) in enumerate(zip(factors, told, strict=True)):
        where = f"{about}, call {turn + 1} with the same tensors"
        held = [(x * factor).astype(x.dtype) for x in held]
        weight, *args = given = [ref.tensor(x, requires_grad=its) for x, its in zip(held, marks, strict=True)]
        slices = [[x if d is None else x.select(d, k) for x, d in zip(args, dims, strict=True)] for k in range(size)]
        right = ref.stack([f(weight, *each) for each in slices], out_dims)
        marked = [x for x in given if x.requires_grad]
        total = (right * ref.tensor(np.resize(upper, right.shape))).sum() + sum([0.0 * x.sum() for x in marked])
        rights = [g.numpy() for g in ref.autograd.grad(total, marked)] if marked else []
        right = right.detach().numpy()
        close(came, right, SPECIFIED, **near, about=where)
        same([came.shape, came.dtype.name], [right.shape, right.dtype.name], TYPE, about=where)
        close(grads, rights, GRADIENT, **near, about=where)
        close(after, held, STAYS, about=where)
        same(flags, [*marks] + [False] * len(given), STAYS, about=f"{where}, requires_grad and .grad")
    same(len(calls), len(factors), ONCE, about=f"{about}: calls of f")

@learner_side
def rules_missing(Batch, elementwise, along, matmul):
    """The names of the rules of 9.3 that are as they were handed out."""
    given, missing = Batch(mg.ones(2, 3)), []
    for name, call in (("elementwise", lambda: elementwise(mg.exp, given)), ("along", lambda: along(mg.sum, given, 0)),
                       ("matmul", lambda: matmul(given, given))):
        try:
            call()
        except NotImplementedError:
            missing.append(name)
        else:
            continue
    return missing

def tell_sizes(about, in_dims, *arrays):
    """ValueError, without a call of the function."""
    calls = []

    def noting(*slices):
        calls.append(1)
        return slices[0]

    given = [mg.tensor(each) for each in arrays]
    with raises(ValueError, SIZES, about=f"{about}, in_dims={in_dims}"):
        vmap(noting, in_dims)(*given)
    same(calls, [], SIZES, about=f"{about}, in_dims={in_dims}: calls of f")

@learner_side
def passed_on(make):
    """Is an argument with None the very object in each call, marked or not, in whatever order it lies in memory?"""
    said = []
    for lying in (mg.ones(3, 2), mg.ones(2, 3).T, mg.ones(3, 1).expand(3, 2), mg.ones(6, 2)[::2]):
        for mark in (False, True):
            shared = lying.detach().requires_grad_(mark)
            make(lambda x, y, shared=shared: said.append(y is shared) or x * 2.0, (0, None))(mg.ones(2), shared)
    return said

def numbers_of_vmap(*shape):
    signs = rng.choice([-1.0, 1.0], size=shape)
    return signs * rng.uniform(0.4, 1.6, size=shape)

x_vmap, y_vmap = np.array([[3.0, -4.0], [6.0, 8.0], [5.0, -12.0]]), np.array([[1.0, 0.5, -2.0], [4.0, -1.0, 0.25]])
same(callable(vmap(lambda x: x)), True, SPECIFIED, about="vmap returns a function")
missing_rules = plain(rules_missing(Batch, elementwise, along, matmul))   # what a Batch computes by
same(missing_rules, [], "rules: vmap needs your rules of exercise 9.3, and not all of these are written yet")
tell_vmap("the example", lambda x: (x * x).sum().sqrt(), [x_vmap.astype("float32")])
tell_vmap("columns", lambda x: (x * x).sum(), [x_vmap], 1)
tell_vmap("twice a row", lambda x: 2.0 * x, [x_vmap], 0, 1)
tell_vmap("two arguments", lambda x, y: x * y.sum(), [x_vmap, y_vmap], (0, 1), -1)
tell_vmap("one for all", lambda x, y: (y @ x).sin(), [x_vmap, y_vmap.T], (0, None))
tell_vmap("a shape that is asked for", lambda x: x.sum() / x.shape[0], [x_vmap], -1)
tell_vmap("a table for each", lambda x: x * 2.0, [np.arange(24.0).reshape(4, 2, 3)], 0, -1)
tell_vmap("a table for each", lambda x: x.cumsum(0), [np.arange(24.0).reshape(4, 2, 3)], -1, 1)
tell_vmap("shared, on the left", lambda x, y: y * x - y, [x_vmap, y_vmap[0, :2]], (0, None))
tell_vmap("a value of the shared one", lambda x, y: y.exp(), [x_vmap, y_vmap], (0, None), -1, True)
tell_sizes("3 and 2", 0, x_vmap, y_vmap)
tell_sizes("nothing is cut", None, x_vmap)
### BEGIN HIDDEN TESTS
# word: that the arguments stay as they are, and in which form f is given them
# no inputs: unchanged: every call looks at its arguments, which are only read
# no inputs: values: the numbers are the business of f
# no inputs: order: each argument has its place
# no inputs: size: the calls of f are counted
# no inputs: example: the visible part has it
# inputs: dimensions (constant_in_double, in_the_type_of_the_first, negative_is_the_last, exchanged_in_front,
#     int_for_two_only)
same(passed_on(vmap), [True] * 8, WHOLE, about="marked or not, in other orders in memory")
for number, (f_vmap, all_shapes, in_vmap, out_vmap) in enumerate((
    (lambda x: x.exp() - x, [(4,)], 0, 0), (lambda x: -x, [(1,)], -1, -1), (lambda x: x.cumsum(0), [(2, 3, 4)], 1, 1),
    (lambda x: x.sum(0) * 3.0, [(2, 3, 4)], -1, 0), (lambda x: x * x.mean(-1), [(2, 3, 3)], 0, -2),
    (lambda x, y: x @ y, [(2, 3), (3, 4, 2)], (None, 1), 1), (lambda x, y: y * x, [(), (3,)], (None, 0), 0),
    (lambda x, y, z: z + x * y, [(2, 3), (3, 2), (3, 2)], (1, 0, 0), -1),
    (lambda x, y: x @ y, [(2, 3), (3, 2)], (0, 1), 0),
    (lambda x, y, z: z.cos(), [(5, 2), (2, 5), (5,)], (0, 1, -1), 0),
    (lambda x, y: (x @ y).tanh().sum(), [(3, 3), (3, 3)], (1, 1), 0),
    (lambda x: x.sin(), [(4, 3, 2)], -2, 0), (lambda x: x.cumsum(0), [(2, 3, 4)], -3, -2),
)):
    name = ("float64", "float32")[number % 4 == 3]
    arrays_vmap = [np.asarray(numbers_of_vmap(*each)).astype(name) for each in all_shapes]
    tell_vmap(f"shapes {all_shapes}, {name}", f_vmap, arrays_vmap, in_vmap, out_vmap)
for out_vmap, name in ((0, "float32"), (-1, "float64"), (1, "float32"), (-2, "float32")):
    constant_vmap = [numbers_of_vmap(3, 2).astype(name), numbers_of_vmap(2, 4).astype(name)]
    tell_vmap(f"a constant, {name}", lambda x, y: y, constant_vmap, (1, None), out_vmap, True)
tell_vmap("one slice, and a constant", lambda x, y: y * 2.0, [numbers_of_vmap(1), numbers_of_vmap(3)], (0, None), 1,
          True)
for number, (f_turns, shapes_turns, in_turns, out_turns) in enumerate((
    (lambda w, x, y: w * y, [(), (2, 3), (3, 2)], (-2, -1), -1),
    (lambda w, x, y: (w * y).sin() - y, [(), (3,), (2, 3)], (0, -1), 0),
    (lambda w, x, y, z: z @ w, [(2,), (), (3, 2, 2), (2, 3, 2)], (None, -3, -2), 1),
    (lambda w, x, y: x, [(2,), (2, 4), (4,)], (-1, None), 0),
    (lambda w, x: x.cumsum(0) * w, [(3,), (2, 3, 3)], -3, -2),
)):
    for turn in (number % 2, 2)[: 1 + (number % 3 == 0)]:
        names = [("float64", "float32")[(turn + number) % 2]] * len(shapes_turns)
        other = ("float32", "float64")[(turn + number) % 2]
        names[1] = names[1] if number > 2 or turn == 2 else other   # where f does not compute with the first
        names[2:-1] = [other] * len(names[2:-1])
        tell_in_turn(f"shapes {shapes_turns}, types {names}", f_turns,
                     [numbers_of_vmap(*each).astype(name) if each else np.array(numbers_of_vmap(), name)
                      for each, name in zip(shapes_turns, names, strict=True)],
                     [bool((number + turn + k) % 3) and turn < 2 for k in range(len(names))], in_turns, out_turns)
for name in ("float32", "float64"):
    other = "float64" if name == "float32" else "float32"
    tell_in_turn(f"a constant from outside in {name}, an argument in {other}", lambda w, x: w,
                 [numbers_of_vmap(2).astype(name), numbers_of_vmap(3, 2, 2).astype(other)], [True, True], -2, -1)
for in_vmap in range(-3, 3):
    slices_vmap = numbers_of_vmap(4, 2, 3)
    given_vmap = np.moveaxis(slices_vmap, 0, in_vmap)
    for out_vmap in range(-3, 3):
        close(vmap(lambda x: 2.0 * x.cumsum(0) - x, in_vmap, out_vmap)(mg.tensor(given_vmap)),
              np.moveaxis(2.0 * slices_vmap.cumsum(1) - slices_vmap, 0, out_vmap), SPECIFIED,
              about=f"shape {given_vmap.shape}, in_dims={in_vmap}, out_dims={out_vmap}")
    three_vmap = [np.moveaxis(slices_vmap * factor, 0, in_vmap) for factor in (1.0, -2.0, 0.5)]
    close(vmap(lambda x, y, z: x - y * z, in_vmap)(*[mg.tensor(each) for each in three_vmap]),
          slices_vmap + slices_vmap * slices_vmap, SPECIFIED,
          about=f"three of the shape {given_vmap.shape}, in_dims={in_vmap}")
tell_in_turn("300 slices", lambda w, x: w * x, [np.array(0.5), numbers_of_vmap(300)], [True, True], factors=(1.0,))
odd_vmap = np.array([0.0, -0.0, 1.0, -1.0, 1.0, np.inf, -np.inf, 1e-30, -1e30])
close(vmap(lambda x, y: y * 2.0, (0, -1))(mg.tensor(odd_vmap), mg.tensor(odd_vmap)), 2.0 * odd_vmap, SPECIFIED,
      rtol=1e-6, atol=0, about="0, infinite, small and large numbers")
kind_vmap = []
by_turns_vmap = vmap(lambda x: mg.tensor(2.0) if kind_vmap else x * 3.0)
for constant_or_not in ([], [1], []):
    kind_vmap[:] = constant_or_not
    close(by_turns_vmap(mg.tensor([1.0, -1.0])), [2.0, 2.0] if constant_or_not else [3.0, -3.0], CONSTANT,
          about="a value that depends on the slice, then one that does not, then the first again")
# inputs: asked (only_neighbours_compared)
tell_sizes("4 and 3", (0, 1), numbers_of_vmap(4, 3), numbers_of_vmap(4, 3))
tell_sizes("1 and 3", 0, numbers_of_vmap(1), numbers_of_vmap(3))
tell_sizes("3, one for all, and 2", (0, None, 0), numbers_of_vmap(3), numbers_of_vmap(3), numbers_of_vmap(2))
tell_sizes("2, 2 and 3", (0, 0, -1), *[numbers_of_vmap(2, 3) for _ in range(3)])
tell_sizes("nothing is cut", (None, None, None), *[numbers_of_vmap(2, 2) for _ in range(3)])
tell_sizes("nothing is cut", None, *[numbers_of_vmap(2, 2) for _ in range(2)])
# inputs: again (size_is_kept, batch_is_kept)
mapped_again = vmap(lambda x: x * 2.0)
for shape in ((2, 3), (4,), (4,)):
    again_vmap = numbers_of_vmap(*shape)
    close(mapped_again(mg.tensor(again_vmap)), 2 * again_vmap, SPECIFIED, about="one made, called again")
constant_again = vmap(lambda x, y: y, (0, None))
for size in (2, 3):
    given_again = mg.tensor(numbers_of_vmap(size)), mg.tensor(5.0)
    close(constant_again(*given_again), [5.0] * size, CONSTANT, about="called twice")
both_again, three_again = vmap(lambda x, y: x - y), mg.tensor(numbers_of_vmap(3))
for _ in range(2):
    with raises(ValueError, SIZES, about="one made, called with 2 and 3, again and again"):
        both_again(mg.tensor(numbers_of_vmap(2)), three_again)
    close(both_again(three_again, three_again), np.zeros(3), SPECIFIED, about="after an error")
# inputs: same (by_identity), aliasing (by_identity)
square_vmap = numbers_of_vmap(3, 3)
twice_vmap, turned_vmap = mg.tensor(square_vmap), mg.tensor(square_vmap).T
close(vmap(lambda x, y: x * y, (0, 1))(twice_vmap, twice_vmap), square_vmap * square_vmap.T, SPECIFIED,
      about="one tensor twice, by rows and by columns")
close(vmap(lambda x, y: x - 2.0 * y, (0, None))(turned_vmap, twice_vmap),
      square_vmap.T[:, None] - 2.0 * square_vmap, SPECIFIED, about="a transpose, and what it is a view of")
same([twice_vmap.requires_grad, twice_vmap.grad is None], [False, True], STAYS, about="an argument without a mark")
# inputs: block (no_graph_if_unmarked)
u_vmap, v_vmap = numbers_of_vmap(2), numbers_of_vmap(3)
given_vmap, shared_vmap = mg.tensor(u_vmap), mg.tensor(v_vmap)
close(vmap(lambda x: x * vmap(lambda y: y * y)(shared_vmap))(given_vmap), np.outer(u_vmap, v_vmap**2), SPECIFIED,
      about="f uses a vmap of its own")
squares_vmap = vmap(lambda y: y * y)
for x_shape in ((2,), (4, 3)):   # a value that is no Batch, from a vmap over another number of slices
    outer_vmap = vmap(lambda x: squares_vmap(shared_vmap), out_dims=-1)
    close(outer_vmap(mg.ones(x_shape)), np.repeat(v_vmap[:, None] ** 2, x_shape[0], 1), CONSTANT,
          about=f"a vmap of its own gives the value; the argument has the shape {x_shape}")
weight_vmap = mg.tensor(v_vmap, requires_grad=True)
for upper_vmap, f_vmap, pulled_vmap in (
    (numbers_of_vmap(2, 3), lambda x: x * weight_vmap, lambda g: u_vmap @ g),
    (numbers_of_vmap(2, 3), lambda x: weight_vmap, lambda g: g.sum(0)),
):
    weighed_vmap = vmap(f_vmap)(given_vmap)
    (found_vmap,) = mg.autograd.grad((weighed_vmap * mg.tensor(upper_vmap)).sum(), weight_vmap)
    close(found_vmap, pulled_vmap(upper_vmap), GRADIENT, about="a weight that f uses, and an argument without a mark")
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# The frame is that of 9.2: a function inside, the sizes, the error. Only the middle is another: no loop.
# </details>
# <details><summary>Hint 2: which calls</summary>
#
# `x.movedim(d, 0)` brings dimension `d` to the front, a view. The way back is the same with the two exchanged, and
# takes negative numbers as they are.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Wrap each argument that is cut, its dimension moved to the front, and call `f` once. Of a `Batch` take the whole;
# another value is expanded to (slices, its shape). Then move dimension 0 to `out_dims`.
# </details>

# %% [markdown]
# Now count. Here is one small network, and two hundred inputs for it. Predict the number of operations for the loop,
# if one input takes four.

# %%
W = mg.tensor(np.random.default_rng(1).normal(size=(5, 8)))
many = mg.tensor(np.random.default_rng(2).normal(size=(200, 8)))

def net(x):
    return (W @ x).tanh().sum() * 0.2

def operations(call):
    with mg.func.counted() as count:
        call()
    return count.operations

# %% tags=["no-parity"] reason="PyTorch has no counter of operations"
print(operations(lambda: net(many[0])), "for one")
for count in (1, 20, 200):
    some = many[:count]
    print(f"{count:4} inputs:", outcome(lambda some=some: operations(lambda: vmap_loop(net)(some))), "by your loop,",
          outcome(lambda some=some: operations(lambda: vmap(net)(some))), "by your vmap")

# %% [markdown]
# Five for one input, since to take the slice `many[0]` is one, too. For the loop it is five for each input and one
# `stack` at the end. The reference for `vmap` takes 16 operations for one input, and the same 16 for two hundred: the
# four, and views that move and line up. That is the whole argument, and it holds on every machine. What it means in
# seconds depends on yours.

# %%
from time import perf_counter

def best_of(call, times=2):
    """Milliseconds, the less of two runs; nan for what does not run."""
    taken = []
    for _ in range(times):
        begin = perf_counter()
        if isinstance(outcome(call), str):
            return float("nan")
        taken.append(1000 * (perf_counter() - begin))
    return min(taken)

# %% tags=["no-parity"] reason="times are not the same twice"
import matplotlib.pyplot as plt

sizes = [1, 4, 16, 64, 200]
plt.figure(figsize=(6, 3.6))
for name, way, mark in (("your loop", vmap_loop, "s--"), ("your vmap", vmap, "o-")):
    taken = [best_of(lambda n=n, way=way: way(net)(many[:n])) for n in sizes]
    plt.loglog(sizes, taken, mark, label=name)
plt.xlabel("inputs in the batch")
plt.ylabel("milliseconds")
plt.legend()
plt.show()

# %% [markdown]
# *Figure 3. The time for a batch, over its size, on your machine.*
#
# **The figure in words.** Both axes are logarithmic: inputs in the batch, from 1 to 200, and milliseconds. A dashed
# line with squares, the loop, rises with the batch: ten times the inputs, about ten times the time. A line with dots,
# `vmap`, stays nearly level. At the left end, for one input or a few, the loop is the lower of the two.
#
# For one input the loop has less to do, since moving and lining up are operations as well: 6 against 16.
#
# Where the level line ends depends on the machine, and on the sizes: once a single operation is so large that its
# numbers count and not its call, `vmap` has nothing more to save. It saves *calls*, not arithmetic.

# %% [markdown]
# ## Composition
#
# The package's `vmap` does two things more than yours. It has a rule for *every* operation, and it keeps a number with
# each tensor, the level, so that transforms can be put into each other: `vmap` of `grad`, `grad` of `vmap`, `vmap` of
# `vmap`. From here on you use it. Two compositions are known by name:
#
# - the **Jacobian** is `vmap` of a vjp: one walk back pulls a *batch* of unit vectors, and all rows come at once.
#   (Notebook 07 needed forty walks for forty rows. This is how the package's own `jacrev` made it in one.)
# - **per-sample gradients** are `vmap` of `grad`. A training loop sees only their mean. Who wants to know which example
#   pulls hardest, or to hide each of them by cutting its gradient (differential privacy), needs every one.
#
# For the second: how many walks back does it take without `vmap`?

# %%
def loss(w, x, y):
    return ((w * x).sum().tanh() - y) ** 2   # of one example

w = mg.tensor([0.5, -1.0, 2.0])
xs = mg.tensor([[1.0, 2.0, 0.5], [0.0, 1.0, 1.0], [2.0, 0.0, -1.0], [1.0, 1.0, 1.0]])
ys = mg.tensor([1.0, 0.0, 1.0, -1.0])
print(mg.stack([mg.func.grad(loss)(w, x, y) for x, y in zip(xs, ys, strict=True)]))

# %% [markdown]
# Four examples, four walks.

# %% [markdown]
# ## Exercise 9.5 · Two compositions (code, 4 points, about 12 min, needs nothing)
#
# **Goal** Write `jacobian(f, x)` and `per_sample(loss, w, xs, ys)`.
#
# **Given** `x`, a tensor in `float32` or `float64` with at most two dimensions (a size may be 0, then `f` has at
# least one output), that requires no grad; `f`, a function of it that computes and does nothing else; its value is a
# tensor of the same type with at most two dimensions and at least one entry, and need not depend on `x`. `loss(w, x,
# y)` is the loss of one example, a tensor without dimensions; `w` is like `x`, `xs` and `ys` are tensors of the same
# type with up to three dimensions, the first of which counts the examples, at least one. It computes and does nothing
# else, in a way that `vmap` can batch over each of the three, and need not depend on `w`. What `f` and `loss` use from
# outside requires no grad, and may change between two calls; it may be the very `x` or `w`, which counts as a constant
# there. Derivatives may be of any size. They may also be infinite, where `f` has a single output, and in `loss` for some
# examples and not for others: on the way back from that output, or from that loss, infinity meets no 0 (of which `nan`
# would come). `mg.func.vmap`, `mg.func.vjp`, `mg.func.grad` and `mg.eye` are of use here; what is not ruled out
# below may be used, too.
#
# **Return** from `jacobian` one tensor, in the shape of the value and then the shape of `x`: entry `[i, j]` is the
# derivative of output `i` by input `j`. From `per_sample` one tensor in the shape (examples, shape of `w`): the
# gradients of the losses by `w`. Both are in the type of the arguments and require no grad. `f` and `loss` are called
# *once*, and at most one walk back comes to `x`, or to `w`. The arguments stay as they are. `jacrev`, `jacfwd`,
# `hessian`, `mg.autograd.functional` and `draw_jacobian` are ruled out; the checks that you can see do not notice them,
# the grading does.
#
# **Example** `per_sample(loss, w, xs, ys)` gives the four rows printed above. `jacobian(lambda x: x[1:] * x[:-1], w)`
# is 2 by 3.

# %% nbgrader={"grade_id": "ex9_5", "solution": true}
### BEGIN SOLUTION
def jacobian(f, x):
    y, pull = mg.func.vjp(f, x)
    units = mg.eye(y.numel(), dtype=y.dtype).reshape((y.numel(), *y.shape))

    def row(unit):
        (g,) = pull(unit)
        return g

    rows = mg.func.vmap(row)(units)
    return rows.reshape((*y.shape, *x.shape))

def per_sample(loss, w, xs, ys):
    return mg.func.vmap(mg.func.grad(loss), in_dims=(None, 0, 0))(w, xs, ys)
### STUB
# def jacobian(f, x):
#     raise NotImplementedError("still the stub")
#
# def per_sample(loss, w, xs, ys):
#     raise NotImplementedError("still the stub")
### END SOLUTION

# %% nbgrader={"grade_id": "ex9_5_test", "grade": true, "points": 4} exercise={"kind": "C", "forbid": ["minigrad.func.jacrev", "minigrad.func.jacfwd", "minigrad.func.hessian", "minigrad.autograd.functional", "minigrad.drawing"]}
ENTRIES = "entries: J[i, j] is the derivative of output i by input j, in the shape of the value and then of x"
SAMPLES = "samples: a gradient by w for each example, that of its own loss"
ZEROS = "zeros: where the value does not depend on x, or the loss on w"
TYPE = "type: one tensor in the type and shape that Return says, that requires no grad"
ONE_WALK = "one walk: f and loss are called once, and at most one walk back comes to x or w"
STAYS = "unchanged: the arguments keep their numbers, their requires_grad and their .grad"

@learner_side
def told_of_rows(make, f, arrays):
    """What kind of value comes back, its numbers and its requires_grad; then the arguments as they are."""
    args = [mg.tensor(each) for each in arrays]
    came = make(f, *args)
    after = [(x.detach().numpy(), x.requires_grad, x.grad is not None) for x in args]
    if not isinstance(came, mg.Tensor):
        return type(came).__name__, [], False, after
    return "Tensor", came.detach().numpy(), came.requires_grad, after

@learner_side
def told_again_of_rows(make, f, arrays, factors):
    """One function and the very same tensors, again and again, multiplied in between; the first of them is what the
    function uses from outside. What lies in memory the other way round has two dimensions."""
    weight, *args = given = [mg.tensor(x.T.copy()).T if x.ndim == 2 else mg.tensor(x) for x in arrays]
    of_weight, told = lambda x, *rest: f(weight, x, *rest), []
    for factor in factors:
        for x in given:
            x.data.mul_(factor)
        came = make(of_weight, *args)
        told.append((np.array(came.detach()), [np.array(x.detach()) for x in given],
                     [came.requires_grad] + [x.requires_grad or x.grad is not None for x in given]))
    return told

def tell_again_of_rows(about, which, f, *arrays):
    """One of the two in such a story."""
    factors, held, runs = (1.0, 1.0, -0.5), list(arrays), []

    def noting(*inputs):
        runs.append(1)
        return f(*inputs)

    if which == "jacobian":
        told = plain(told_again_of_rows(jacobian, noting, arrays, factors))
    else:
        told = plain(told_again_of_rows(per_sample, noting, arrays, factors))
    for turn, (factor, (came, after, flags)) in enumerate(zip(factors, told, strict=True)):
        where = f"{about}, call {turn + 1} with the same objects"
        held = [(x * factor).astype(x.dtype) for x in held]
        weight, at, *rest = [ref.tensor(x) for x in held]
        if which == "jacobian":
            right = ref.func.jacrev(lambda x: f(weight, x))(at)
        else:
            right = ref.stack([ref.func.grad(lambda w, *of: f(weight, w, *of))(at, x, y)
                               for x, y in zip(*rest, strict=True)])
        near = {"rtol": 1e-4 if held[1].dtype.name == "float32" else 1e-9, "atol": 0}
        if which == "jacobian":
            close(came, right.numpy(), ENTRIES, **near, about=where)
        else:
            close(came, right.numpy(), SAMPLES, **near, about=where)
        close(after, held, STAYS, about=where)
        same(flags, [False] * len(flags), STAYS, about=f"{where}, requires_grad and .grad")
    same(len(runs), len(factors), ONE_WALK, about=f"{about}: calls of the function")

def tell_rows(about, which, f, *arrays):
    """The learner's table, compared with the checker's own, made one by one; and what it took."""
    runs, walks = [], []

    def noting(x, *rest):
        runs.append(1)
        x = x * 1.0
        if x.requires_grad:
            x.register_hook(lambda g: walks.append(1))
        return f(x, *rest)

    args = [ref.tensor(each) for each in arrays]
    if which == "jacobian":
        right = ref.func.jacrev(f)(*args).numpy()
    else:
        found = [ref.func.grad(f)(args[0], x, y) for x, y in zip(args[1], args[2], strict=True)]
        right = ref.stack(found).numpy()
    near = {"rtol": 1e-3, "atol": 1e-4} if arrays[0].dtype.name == "float32" else {"rtol": 1e-9, "atol": 1e-11}
    if which == "jacobian" and right.any():
        kind, came, tracked, after = plain(told_of_rows(jacobian, noting, arrays))
        same(came is not None, True, ENTRIES, about=about)
        same(kind, "Tensor", TYPE, about=about)
        close(came, right, ENTRIES, **near, about=about)
    elif which == "jacobian":
        kind, came, tracked, after = plain(told_of_rows(jacobian, noting, arrays))
        same(came is not None, True, ZEROS, about=about)
        same(kind, "Tensor", TYPE, about=about)
        close(came, right, ZEROS, **near, about=about)
    elif right.any():
        kind, came, tracked, after = plain(told_of_rows(per_sample, noting, arrays))
        same(came is not None, True, SAMPLES, about=about)
        same(kind, "Tensor", TYPE, about=about)
        close(came, right, SAMPLES, **near, about=about)
    else:
        kind, came, tracked, after = plain(told_of_rows(per_sample, noting, arrays))
        same(came is not None, True, ZEROS, about=about)
        same(kind, "Tensor", TYPE, about=about)
        close(came, right, ZEROS, **near, about=about)
    same([came.shape, came.dtype.name, tracked], [right.shape, arrays[0].dtype.name, False], TYPE, about=about)
    same(len(runs), 1, ONE_WALK, about=f"{about}: calls of the function")
    same(max(len(walks), 1), 1, ONE_WALK, about=f"{about}: walks back to x or w, 1 at most")
    close([numbers for numbers, _, _ in after], list(arrays), STAYS, about=about)
    same([[asks, graded] for _, asks, graded in after], [[False, False]] * len(after), STAYS,
         about=f"{about}, requires_grad and .grad")

w_rows, xs_rows = np.array([0.5, -1.0, 2.0]), np.array([[1.0, 2.0, 0.5], [0.0, 1.0, 1.0], [2.0, 0.0, -1.0], [1.0] * 3])
ys_rows, wide_rows = np.array([1.0, 0.0, 1.0, -1.0]), np.array([[0.5, -1.0, 2.0], [1.5, 0.25, -2.0]])
tell_rows("products of neighbours", "jacobian", lambda x: x[1:] * x[:-1], w_rows)
tell_rows("sums of rows, in float32", "jacobian", lambda x: (x * x).sum(1), wide_rows.astype("float32"))
tell_rows("one value", "jacobian", lambda x: x.sin().sum(), wide_rows)
tell_rows("a table for a table", "jacobian", lambda x: x.T @ x, wide_rows)
tell_rows("a value that does not depend on x", "jacobian", lambda x: x.detach()[:2], w_rows)
tell_rows("the example", "per_sample", lambda w, x, y: ((w * x).sum().tanh() - y) ** 2, w_rows, xs_rows, ys_rows)
tell_rows("a table of weights", "per_sample", lambda w, x, y: ((w @ x - y) ** 2).sum(), wide_rows, xs_rows,
          xs_rows[:, :2])
tell_rows("a loss that does not depend on w", "per_sample", lambda w, x, y: (x * y).sum(), w_rows, xs_rows, xs_rows)
### BEGIN HIDDEN TESTS

def numbers_of_rows(shape, name="float64"):
    return np.asarray(rng.uniform(0.4, 1.6, size=shape) * rng.choice([-1.0, 1.0], size=shape)).astype(name)

# no inputs: aliasing, unchanged: every call looks at its arguments, which are only read
# no inputs: order: each argument has its place
# no inputs: block: nothing is entered
# no inputs: asked, example: the visible part counts, and has the examples
# inputs: dimensions (sample_of_numbers_only), values (rows_by_sign)
for number, (f_rows, shape) in enumerate((
    (lambda x: x.exp(), ()), (lambda x: x * x.sum(), (1,)), (lambda x: x.cumsum(0), (5,)), (lambda x: x @ x.T, (3, 2)),
    (lambda x: x.sum().reshape((1, 1)), (2, 1)), (lambda x: x.T * 2.0, (1, 4)), (lambda x: x[:, None] * x, (3,)),
    (lambda x: x.sum() + 1.0, (0,)), (lambda x: x.detach() * 2.0, (2, 2)), (lambda x: x.sum(1), (2, 0)),
    (lambda x: x.sum(0)[None] + 1.0, (0, 3)),
)):
    name = ("float64", "float32")[number % 4 == 3]
    tell_rows(f"shape {shape}, {name}", "jacobian", f_rows, numbers_of_rows(shape, name))
for number, (f_rows, shapes_rows) in enumerate((
    (lambda w, x, y: -(w * x - y) ** 2, [(), (3,), (3,)]), (lambda w, x, y: (w * x).sum() * y, [(1,), (1, 1), (1,)]),
    (lambda w, x, y: (w @ x.T @ y).sin().sum(), [(2, 3), (5, 4, 3), (5, 4)]),
    (lambda w, x, y: (w * w).sum() * 2.0, [(2, 2), (3,), (3, 2)]),
    (lambda w, x, y: (x @ w).sum() * y.sum(), [(2,), (2, 2), (2, 2)]),
    (lambda w, x, y: ((w * x).cumsum(0) * y).sum(), [(3,), (3, 3), (3, 3)]),
)):
    name = ("float64", "float32")[number % 4 == 3]
    three_rows = [numbers_of_rows(each, name) for each in shapes_rows]
    tell_rows(f"shapes {shapes_rows}, {name}", "per_sample", f_rows, *three_rows)
for name in ("float32", "float64"):
    dead_rows = [numbers_of_rows(each, name) for each in ((2, 3), (4,), (4,))]
    tell_rows(f"a table that does not depend on x, {name}", "jacobian", lambda x: x.detach() * 0.5, dead_rows[0])
    tell_rows(f"losses that do not depend on w, {name}", "per_sample", lambda w, x, y: x * y, *dead_rows)
tell_rows("no weights", "per_sample", lambda w, x, y: w.sum() + x * y, numbers_of_rows((0,)), numbers_of_rows((3,)),
          numbers_of_rows((3,)))
halves_rows = rng.integers(1, 9, size=3) / 2.0   # so that the sum is 0 exactly, in whatever order
even_rows = [numbers_of_rows((3,)), np.stack([halves_rows] * 2), np.array([1.0, -1.0])]
tell_rows("gradients that add up to 0", "per_sample", lambda w, x, y: (w * x).sum() * y, *even_rows)
tell_rows("one example", "per_sample", lambda w, x, y: (w @ x - y).exp().sum(), numbers_of_rows((2, 3)),
          numbers_of_rows((1, 3)), numbers_of_rows((1, 2)))
tell_rows("as many examples as rows of weights", "per_sample", lambda w, x, y: (w @ x).sin().sum() * y,
          *[numbers_of_rows(each) for each in ((3, 2), (3, 2), (3,))])
tell_rows("x itself", "jacobian", lambda x: x, numbers_of_rows((3,)))
tell_rows("a part of x", "jacobian", lambda x: x[1], numbers_of_rows((3, 2)))
tell_rows("w itself", "per_sample", lambda w, x, y: w, *[numbers_of_rows(each) for each in ((), (4,), (4, 2))])
tell_rows("a table for a vector", "jacobian", lambda x: x[:, None] * x[:2] ** 2, numbers_of_rows((3,)))
close(jacobian(lambda x: x * x, mg.tensor([3.0, -4.0])), np.diag([6.0, -8.0]), ENTRIES, about="the squares of 3, -4")
close(per_sample(lambda w, x, y: w * w * x * y, mg.tensor(3.0), mg.tensor([1.0, -2.0]), mg.tensor([1.0, 5.0])),
      [6.0, -60.0], SAMPLES, about="w * w * x * y at w = 3")
# inputs: again (remembers_by_object), values (small_is_nothing, infinite_made_large), size (in_pieces)
for name in ("float64", "float32"):
    again_rows = [numbers_of_rows(each, name) for each in ((3, 2), (2,), (4, 2), (4,))]
    tell_again_of_rows(f"a product, {name}", "jacobian", lambda w, x: w @ x.sin(), *again_rows[:2])
    tell_again_of_rows(f"a table, {name}", "jacobian", lambda w, x: w.sum() * x * x, again_rows[1], again_rows[0])
    tell_again_of_rows(f"losses, {name}", "per_sample", lambda c, w, x, y: (c @ (w * x).sin()).sum() * y, *again_rows)
    for size in (1e-30, 1e30):
        odd_rows = [numbers_of_rows((), name), numbers_of_rows((3,), name), *again_rows[2:]]
        tell_again_of_rows(f"slopes near {size}, {name}", "jacobian", lambda w, x, size=size: x * size, *odd_rows[:2])
        tell_again_of_rows(f"slopes near {size}, {name}", "per_sample",
                           lambda c, w, x, y, size=size: (w * size).sum() * y, *odd_rows)
    for shape in ((), (1,)):
        close(jacobian(lambda x: x.sqrt(), mg.tensor(np.zeros(shape, name))), np.full(shape * 2, np.inf), ENTRIES,
              about=f"the root at 0, shape {shape}")
        close(per_sample(lambda w, x, y: w.sqrt().sum() + x * y, mg.tensor(np.zeros(shape, name)),
                         *[mg.tensor(numbers_of_rows((2,), name)) for _ in range(2)]), np.full((2, *shape), np.inf),
              SAMPLES, about=f"the root at 0, shape {shape}")
root_rows = mg.tensor([0.0, 4.0])
close(jacobian(lambda x: x.sqrt().sum(), root_rows), [np.inf, 0.25], ENTRIES, about="the sum of the roots of 0 and 4")
for xs_root in ([-1.0, 3.0], [3.0, -1.0], [3.0, -1.0, 8.0]):   # one loss is the root of 0
    slopes_root = np.array([0.5 / np.sqrt(1.0 + each) if each + 1.0 else np.inf for each in xs_root])
    close(per_sample(lambda w, x, y: (w.sum() + x).sqrt(), mg.tensor([0.75, 0.25]), mg.tensor(xs_root),
                     mg.ones(len(xs_root))), np.repeat(slopes_root[:, None], 2, 1), SAMPLES, rtol=1e-5,
          about=f"the root of w.sum() + x, where w adds up to 1 and the xs are {xs_root}")
tell_rows("300 outputs", "jacobian", lambda x: x.sin()[:, None].expand((2, 150)).cumsum(1), numbers_of_rows((2,)))
tell_rows("70 inputs", "jacobian", lambda x: x.cumsum(0), numbers_of_rows((70,)))
w_many, xs_many, ys_many = [numbers_of_rows(each) for each in ((2,), (300, 2), (300,))]
close(per_sample(lambda w, x, y: (w * x).sin().sum() * y, mg.tensor(w_many), mg.tensor(xs_many), mg.tensor(ys_many)),
      np.cos(w_many * xs_many) * xs_many * ys_many[:, None], SAMPLES,
      rtol=1e-9, about="300 examples")
# inputs: same (x_itself_is_marked)
at_rows = mg.tensor([5.0, 7.0])
close(jacobian(lambda x: x * at_rows, at_rows), np.diag([5.0, 7.0]), ENTRIES, about="f uses the x from outside as well")
close(per_sample(lambda w, x, y: (w * at_rows).sum() * x * y, at_rows, mg.tensor([1.0, 2.0]), mg.tensor([1.0, -1.0])),
      [[5.0, 7.0], [-10.0, -14.0]], SAMPLES, about="the loss uses the w from outside as well")
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# For the Jacobian: one run of `f` gives a function `pull`. Pull *one* unit vector; then let `vmap` do it for all. For
# the gradients: which function of one example do you want, and which of its arguments is the same for all?
# </details>
# <details><summary>Hint 2: which shapes</summary>
#
# `pull` wants weights in the shape of the value and returns a tuple. So the unit vectors are the rows of `mg.eye`,
# each in the shape of the value, along a new first dimension. The `in_dims` are those of 9.1's second question.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Reshape `mg.eye` of the number of outputs to (outputs, shape of the value); map the function that pulls a unit and
# takes the first of the tuple; reshape the result to both shapes. The other one is a single line: `vmap` of `grad` of
# the loss, with `None` for the weights.
# </details>

# %%
print(outcome(lambda: per_sample(loss, w, xs, ys)))
print(outcome(lambda: jacobian(lambda x: x.cumsum(0), w)))

# %% [markdown]
# One walk each. That it is a *batch* of walks costs arithmetic, and no more calls.

# %% [markdown]
# ## What cannot be batched
#
# "By using transformations like `vmap` and `scan`, you can differentiate loops and branches", says the blog article of
# the beginning, and gives this function for `torch.func.scan`. Let us see what is there.

# %% claims=["C3-03", "C3-05", "C3-15", "C3-16", "C3-17", "C3-25"]
def square_if_even(x):
    return x**2 if x % 2 == 0 else x

x = mg.tensor([1.0, 2.0, 3.0, 4.0])
print([hasattr(mg.func, name) for name in ("grad", "vmap", "scan", "cond")])
outcome(lambda: mg.func.vmap(square_if_even)(x))
print(mg.stack([square_if_even(each) for each in x]), "and the slopes",
      mg.stack([mg.func.grad(square_if_even)(each) for each in x]))

# %% [markdown]
# There is no `scan`, and no `cond`, in `func`. `vmap` *refuses* the branch. And a branch needs no transform to be
# differentiated: `grad` takes it as it is, with numbers one by one. Why does `grad` not mind? Look at the graph that
# two runs leave.

# %% claims=["C2-22", "C2-24"]
for number in (2.0, 3.0):
    x = mg.tensor(number, requires_grad=True)
    y = square_if_even(x) * 1
    print(number, y.grad_fn.next_functions[0][0].name())

# %% [markdown]
# What comes before the product is a power in the first run, and in the second the leaf itself. The graph is made anew
# by each run, from what *was* run; the branch is not in it, only the way that was taken. With `vmap` there is one run
# for all slices. One of them would have to go left and another right.

# %% [markdown]
# ## Exercise 9.6 · Which are refused, and how (predict, 2 points, about 9 min, needs nothing)
#
# Each function is mapped over the entries of `signs`, or over the rows of `grid`.

# %%
def repeated(x):
    while x < 100:
        x = 2 * x
    return x

def own_memory(x):
    y = x * 0
    y.add_(x)
    return y

total = mg.zeros(())

# %%
signs, grid = mg.tensor([1.0, -2.0, 3.0]), mg.ones(3, 2)
tried = {
    "if x > 0": lambda: vmap_of(lambda x: x if x > 0 else -x)(signs),
    "if x.ndim": lambda: vmap_of(lambda x: x.sum() if x.ndim else x)(grid),
    "for, ten times": lambda: vmap_of(lambda x: sum(x**k for k in range(10)))(signs),
    "while x < 100": lambda: vmap_of(repeated)(signs),
    "float(x)": lambda: vmap_of(lambda x: x * float(x))(signs),
    "x[x > 0]": lambda: vmap_of(lambda row: row[row > 0])(grid),
    "total.add_(x)": lambda: vmap_of(lambda x: total.add_(x))(signs),
    "a write to its own": lambda: vmap_of(own_memory)(signs),
    "where": lambda: vmap_of(lambda x: mg.where(x > 0, x, -x))(signs),
}

# %%
def refusal(name, call):
    """In one word, what vmap says to it; the message is printed."""
    words = {"control flow": "branch", ".item()": "item", "dynamic shape": "mask", "doesn't match": "write"}
    try:
        call()
        return "runs"
    except RuntimeError as error:
        print(f"{name:15} {first_words(str(error))}")
        return next(word for phrase, word in words.items() if phrase in str(error))

# %% [markdown]
# **Goal** Predict what `vmap` says to each.
#
# **Given** the three cells above. `"branch"`: the message speaks of control flow that depends on data. `"item"`: it
# speaks of `.item()`, a slice's value that leaves for Python. `"mask"`: of shapes that would differ from slice to
# slice. `"write"`: the shape of what is written to does not match that of all slices.
#
# **Return** the dictionary `refused`, with one of `"runs"`, `"branch"`, `"item"`, `"mask"`, `"write"` for each `None`.
#
# **Example** `square_if_even` was refused with `"branch"`.

# %% nbgrader={"grade_id": "ex9_6", "solution": true}
### BEGIN SOLUTION
refused = {
    "if x > 0": "branch",           # "runs", "branch", "item", "mask" or "write"
    "if x.ndim": "runs",            # "runs", "branch", "item", "mask" or "write"
    "for, ten times": "runs",       # "runs", "branch", "item", "mask" or "write"
    "while x < 100": "branch",      # "runs", "branch", "item", "mask" or "write"
    "float(x)": "item",             # "runs", "branch", "item", "mask" or "write"
    "x[x > 0]": "mask",             # "runs", "branch", "item", "mask" or "write"
    "total.add_(x)": "write",       # "runs", "branch", "item", "mask" or "write"
    "a write to its own": "runs",   # "runs", "branch", "item", "mask" or "write"
    "where": "runs",                # "runs", "branch", "item", "mask" or "write"
}
### STUB
# refused = {
#     "if x > 0": None,             # "runs", "branch", "item", "mask" or "write"
#     "if x.ndim": None,            # "runs", "branch", "item", "mask" or "write"
#     "for, ten times": None,       # "runs", "branch", "item", "mask" or "write"
#     "while x < 100": None,        # "runs", "branch", "item", "mask" or "write"
#     "float(x)": None,             # "runs", "branch", "item", "mask" or "write"
#     "x[x > 0]": None,             # "runs", "branch", "item", "mask" or "write"
#     "total.add_(x)": None,        # "runs", "branch", "item", "mask" or "write"
#     "a write to its own": None,   # "runs", "branch", "item", "mask" or "write"
#     "where": None,                # "runs", "branch", "item", "mask" or "write"
# }
### END SOLUTION

# %% nbgrader={"grade_id": "ex9_6_test", "grade": true, "points": 1} exercise={"kind": "P", "commitment": true}
for key in ("if x > 0", "if x.ndim", "for, ten times", "while x < 100", "float(x)", "x[x > 0]", "total.add_(x)",
            "a write to its own", "where"):
    same(refused[key] is not None, True, "commitment: still the stub; put a word in the place of None", about=key)
    same(refused[key] in ("runs", "branch", "item", "mask", "write"), True,
         'commitment: each value is "runs", "branch", "item", "mask" or "write"', about=key)

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Ask of each: does Python have to know the *value* of a slice to go on, or only its shape?
# </details>
# <details><summary>Hint 2: which of them</summary>
#
# Shapes and counts are the same for all slices. And a memory that was made inside from a slice belongs to all slices,
# one part to each; what was made outside is there once.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Four run: the one that asks for `ndim`, the loop with a fixed number of rounds, the write to its own, and `where`. A
# `while` asks the same question as an `if`.
# </details>

# %% [markdown]
# Now run. The messages come first.

# %%
beside(refused, {name: refusal(name, call) for name, call in tried.items()})

# %% [markdown]
# What do the refused ones have in common?
#
# - **a** They are slow, and `vmap` refuses what it cannot make faster.
# - **b** They cannot be differentiated.
# - **c** One run would have to do different things, or keep different numbers in one place, for different slices.
# - **d** They use Python, and inside `vmap` only tensors are allowed.

# %% nbgrader={"grade_id": "ex9_6_why", "solution": true}
### BEGIN SOLUTION
why_refused = "c"
### STUB
# why_refused = None   # "a", "b", "c" or "d"
### END SOLUTION

# %% nbgrader={"grade_id": "ex9_6_why_test", "grade": true, "points": 1} exercise={"kind": "P", "commitment": true}
same(why_refused is not None, True, "choice: still the stub; put a letter in the place of None")
same(why_refused in ("a", "b", "c", "d"), True, "choice: the answer is one of the letters a, b, c, d, in quotes")

# %% [markdown]
# <details><summary>Read this after you have chosen</summary>
#
# Not **a**: speed is not looked at. Not **b**: `grad` takes the branch and the loop as they are. Not **d**: a `for`
# with a fixed number of rounds is Python, and so is `if x.ndim`. It is **c**. There is one run. It has one way
# through the program, one shape for each result, and of what was made outside there is one copy.
# </details>

# %% [markdown]
# **A good place to stop.** You know what `vmap` does, and what it cannot do. What comes next is how to say the same
# things in a way that it can.

# %% [markdown]
# ## Say it so that it can be batched
#
# The way out of most refusals is the same: compute *both* ways for all slices, and choose number by number with
# `mg.where(condition, a, b)`. Here is the article's function once more.

# %%
def even_squared(x):
    return mg.where(x % 2 == 0, x**2, x)

x = mg.tensor([1.0, 2.0, 3.0, 4.0])
print(mg.func.vmap(even_squared)(x), mg.func.vmap(mg.func.grad(even_squared))(x))

# %% [markdown]
# PyTorch has one more way to say it: `torch.cond(condition, f, g, operands)`, here `mg.cond`. Why does it exist, when
# there is `if`? An `if` is decided by Python, while the program runs, and leaves no trace. `cond` is an *operation*:
# both branches are there as functions, and whoever transforms the program (a compiler, `vmap`) can see them. For
# slices that differ, `vmap` runs both and chooses, as you would with `where`.

# %%
def even_squared_by_cond(x):
    return mg.cond(x % 2 == 0, lambda x: x**2, lambda x: x.clone(), (x,))

print(mg.func.vmap(even_squared_by_cond)(x))

# %% [markdown]
# "Both ways for all" has a trap that you know from notebook 04: the way that is *not* taken is computed, and walked
# back through, with a gradient of 0. If its slope is infinite there, 0 times infinity is `nan`. Predict the slopes of
# a root that should be 0 left of 0.

# %%
def careless(x):
    return mg.where(x > 0, x.sqrt(), 0 * x)

with np.errstate(all="ignore"):   # numpy would warn of it
    print(mg.func.vmap(careless)(mg.tensor([4.0, 0.0, -4.0])))
    print(mg.func.vmap(mg.func.grad(careless))(mg.tensor([4.0, 0.0, -4.0])))

# %% [markdown]
# ## Exercise 9.7 · Four refusals, rewritten (modify, 4 points, about 14 min, needs nothing)

# %%
def root(x):
    return x.sqrt() if x > 0 else 0 * x

def halved(x):
    while x > 1:
        x = x / 2
    return x

def by_largest(row):
    return row / row.max().item()

# %%
def powers(x):
    out = mg.zeros(3, dtype=x.dtype)
    for k in range(3):
        out[k] = x ** (k + 1)
    return out

for f, at in ((root, x), (halved, x), (by_largest, mg.ones(2, 3))):
    print(f.__name__, end=": ")
    outcome(lambda f=f, at=at: mg.func.vmap(f)(at))

# %% [markdown]
# And `powers` is refused because `out` is there once, while `x` is there once for each slice.
#
# **Goal** Write `root_for_all`, `halved_for_all`, `by_largest_for_all` and `powers_for_all`: the same functions, in a
# form that `mg.func.vmap` takes.
#
# **Given** the two cells above. `root`, `halved` and `powers` take a tensor without dimensions, `by_largest` one with
# one dimension and one to six entries, the largest of which is above 0 and is there once. Types are `float32` or
# `float64`. Numbers are from $-1000$ to 1000, for `halved` from $-1000$ to $2^{20}$, about a million. 0 occurs, and so
# do equal numbers in a batch; what is not 0 is at least $10^{-20}$ in size. The same tensor may be given again, with
# other numbers in it.
#
# **Return** four functions, each of one example. Alone and under `mg.func.vmap` they give for every example the number
# that the function above gives for it alone, and the same *derivative* on a walk back: for `root` that is 0 at 0 and to
# the left; for `halved` it is the factor by which the number was made smaller; for `by_largest` the largest counts as a
# number without history, as it does above. No `nan`. The argument stays as it is. `mg.cond` and `mg.func` are ruled
# out.
#
# **Example** Under `vmap`, `halved_for_all` at 0.5, 1, 3 and 8 gives 0.5, 1, 0.75 and 1, with the slopes 1, 1, 0.25 and
# 0.125.

# %% nbgrader={"grade_id": "ex9_7", "solution": true}
### BEGIN SOLUTION
def root_for_all(x):
    safe = mg.where(x > 0, x, mg.ones_like(x))
    return mg.where(x > 0, safe.sqrt(), 0 * x)

def halved_for_all(x):
    for _ in range(20):
        x = mg.where(x > 1, x / 2, x)
    return x

def by_largest_for_all(row):
    return row / row.max().detach()

def powers_for_all(x):
    return mg.stack([x, x**2, x**3])
### STUB
# def root_for_all(x):
#     raise NotImplementedError("still the stub")
#
# def halved_for_all(x):
#     raise NotImplementedError("still the stub")
#
# def by_largest_for_all(row):
#     raise NotImplementedError("still the stub")
#
# def powers_for_all(x):
#     raise NotImplementedError("still the stub")
### END SOLUTION

# %% nbgrader={"grade_id": "ex9_7_test", "grade": true, "points": 4} exercise={"kind": "M", "forbid": ["minigrad.cond", "minigrad.func", "minigrad.vmap", "minigrad.autograd.functional", "minigrad.drawing"]}
ROOT = "root: the root right of 0, and 0 elsewhere, under vmap"
HALVED = "halved: each number as often as it needs it, under vmap"
LARGEST = "by_largest: each row divided by its own largest, under vmap"
POWERS = "powers: x, its square and its cube, under vmap"
SLOPE = "slopes: for each example those of the function above, and no nan"
ALONE = "alone: one example without vmap gives what the function above gives"
TYPE = "type: that of the argument"
STAYS = "unchanged: the argument stays as it is"

@learner_side
def told_of_refused(function, at, upper):
    """The values under vmap, their slopes; then both for one example alone; then the argument as it is."""
    told = []
    for f, given, pulled in ((mg.func.vmap(function), at, upper), (function, at[0], upper[0])):
        x = mg.tensor(given, requires_grad=True)
        y = f(x)
        total = (y * mg.tensor(np.resize(pulled, y.shape))).sum() + 0.0 * x.sum()
        told.append((y.detach().numpy(), mg.autograd.grad(total, x)[0].numpy(), x.detach().numpy()))
    return told

@learner_side
def told_again_of_refused(function, arrays, marks):
    """One tensor that is given ever other numbers: what comes alone and under vmap, with the gradient."""
    alone, batch = [mg.tensor(x) for x in (arrays[0][0], arrays[0])]
    told = []
    for at, its in zip(arrays, marks, strict=True):
        for x, f, numbers in ((alone, function, at[0]), (batch, mg.func.vmap(function), at)):
            x.requires_grad_(its)
            x.data.copy_(mg.tensor(numbers))
            y = f(x)
            g = mg.autograd.grad(y.sum() + 0.0 * x.sum(), x, retain_graph=True)[0] if its else mg.zeros(())
            told.append((np.array(y.detach()), np.array(g), np.array(x.detach()), [x.requires_grad, x.grad is None]))
    return told

def right_of_refused(which, at):
    """The numbers, and the slopes of their sum."""
    if which == "powers":
        return np.stack([at, at * at, at * at * at], axis=1), 1 + 2 * at + 3 * at * at
    if which == "root":
        right_of_0 = np.where(at > 0, at, 1)
        return np.where(at > 0, np.sqrt(right_of_0), 0), np.where(at > 0, 0.5 / np.sqrt(right_of_0), 0)
    if which == "halved":
        part, power = np.frexp(np.maximum(at, 1))
        factor = 0.5 ** (power - (part == 0.5))
        return at * factor, factor
    largest = at.max(axis=1, keepdims=True)
    return at / largest, np.ones_like(at) / largest

def tell_again_of_refused(about, which, arrays, marks):
    """One of the four in such a story."""
    if which == "powers":
        told = plain(told_again_of_refused(powers_for_all, arrays, marks))
    elif which == "root":
        told = plain(told_again_of_refused(root_for_all, arrays, marks))
    elif which == "halved":
        told = plain(told_again_of_refused(halved_for_all, arrays, marks))
    else:
        told = plain(told_again_of_refused(by_largest_for_all, arrays, marks))
    same(len(told), 2 * len(arrays), ALONE, about=about)
    near = {"rtol": 1e-4 if arrays[0].dtype.name == "float32" else 1e-10, "atol": 0}
    of_slopes = {"rtol": near["rtol"], "atol": near["rtol"] * (which == "powers")}
    for turn, (at, its) in enumerate(zip(arrays, marks, strict=True)):
        where = f"{which}, {about}, turn {turn + 1} with the same tensor"
        right, slope = right_of_refused(which, at)
        (alone, g_alone, after_alone, flags_alone), (y, g, after, flags) = told[2 * turn], told[2 * turn + 1]
        close(alone, right[0], ALONE, **near, about=where)
        if which == "powers":
            close(y, right, POWERS, **near, about=where)
        elif which == "root":
            close(y, right, ROOT, **near, about=where)
        elif which == "halved":
            close(y, right, HALVED, **near, about=where)
        else:
            close(y, right, LARGEST, **near, about=where)
        if its:
            close(g_alone, slope[0], SLOPE, **of_slopes, about=f"{where}, alone")
            close(g, slope, SLOPE, **of_slopes, about=where)
        close([after_alone, after], [at[0], at], STAYS, about=where)
        same([flags_alone, flags], [[its, True]] * 2, STAYS, about=f"{where}, requires_grad and .grad")

def tell_refused(about, which, at):
    """One of the four, compared with formulas."""
    at = np.asarray(at)
    near = {"rtol": 1e-4, "atol": 1e-6} if at.dtype.name == "float32" else {"rtol": 1e-10, "atol": 1e-13}
    if which == "powers":
        right = np.stack([at, at**2, at**3], axis=1)
    elif which == "root":
        right = np.where(at > 0, np.sqrt(np.abs(at)), 0)
    elif which == "halved":
        part, power = np.frexp(np.maximum(at, 1))   # part * 2**power, and part from 0.5 to 1
        factor = (0.5 ** (power - (part == 0.5))).astype(at.dtype)
        right = at * factor
    else:
        right = at / at.max(axis=1, keepdims=True)
    upper = rng.uniform(0.5, 1.5, size=right.shape).astype(at.dtype)
    about = f"{which}, {about}"
    if which == "root":
        slope = np.where(at > 0, 0.5 / np.sqrt(np.where(at > 0, at, 1)), 0) * upper
        (y, slopes, after), (alone, slope_alone, _) = plain(told_of_refused(root_for_all, at, upper))
        close(y, right, ROOT, **near, about=about)
    elif which == "halved":
        slope = factor * upper
        (y, slopes, after), (alone, slope_alone, _) = plain(told_of_refused(halved_for_all, at, upper))
        close(y, right, HALVED, **near, about=about)
    elif which == "by_largest":
        slope = upper / at.max(axis=1, keepdims=True)
        (y, slopes, after), (alone, slope_alone, _) = plain(told_of_refused(by_largest_for_all, at, upper))
        close(y, right, LARGEST, **near, about=about)
    else:
        slope = (upper * np.stack([at**0, 2 * at, 3 * at**2], axis=1)).sum(axis=1)
        (y, slopes, after), (alone, slope_alone, _) = plain(told_of_refused(powers_for_all, at, upper))
        close(y, right, POWERS, **near, about=about)
    same([y.dtype.name, alone.dtype.name], [at.dtype.name] * 2, TYPE, about=about)
    close(slopes, slope, SLOPE, **near, about=about)
    close(alone, right[0], ALONE, **near, about=about)
    close(slope_alone, slope[0], ALONE, **near, about=f"{about}, the slope")
    close(after, at, STAYS, about=about)

for name in ("float32", "float64"):
    tell_refused(name, "root", np.array([4.0, 2.25, 9.0], name))
    tell_refused(f"left of 0, {name}", "root", np.array([-4.0, 0.0, 4.0], name))
    tell_refused(f"the example, {name}", "halved", np.array([0.5, 1.0, 3.0, 8.0], name))
    tell_refused(f"up to 3000, {name}", "halved", np.array([3000.0, 1500.0, 2.0], name))
    tell_refused(name, "by_largest", np.array([[1.0, 4.0, -2.0], [3.0, 0.5, 0.0]], name))
    tell_refused(name, "powers", np.array([2.0, -3.0], name))
### BEGIN HIDDEN TESTS
# no inputs: same, aliasing, unchanged: there is one argument, which is looked at after each call
# no inputs: dimensions: the text gives them
# no inputs: order: there is nothing to put in order
# no inputs: block: nothing is entered
# no inputs: asked, example: what is ruled out is looked for, and the visible part has the example
# inputs: values (root_of_sizes, largest_at_least_one, largest_by_softmax, root_clamped, small_is_nothing),
#     size (nineteen_rounds), again (remembers_by_values)
for name in ("float64", "float32"):
    both_signs = (rng.uniform(0.1, 1000.0, size=4) * np.array([1.0, -1.0, 1.0, -1.0])).astype(name)
    tell_refused(f"both signs, {name}", "root", both_signs)
    tell_refused(f"both signs, the other first, {name}", "root", both_signs[::-1])
    tell_refused("zeros, and equal numbers", "root", np.array([0.0, 0.0, 2.0, 2.0, -0.0, 1e-6], name))
    tell_refused(f"up to a thousand, {name}", "halved", rng.uniform(1.0, 1000.0, size=4).astype(name))
    tell_refused(f"up to a million, {name}", "halved", np.array([2.0**20, 1.0, 5e5, 1025.0, 1e6, 2.0**13], name))
    just_above = np.nextafter(np.array([1.0, 2.0, 2.0**11, 2.0**19], name), np.array(np.inf, name))
    tell_refused(f"just above powers of 2, {name}", "halved", just_above)
    tell_refused(f"between, {name}", "halved", np.array([1.4, 1.9999, 2.5, 3.9999, 4.0, 2.0**20 - 1], name))
    tell_refused(f"small, {name}", "root", np.array([1e-10, -1e-10, 1e-16, 1.0], name))
    for which in ("root", "halved", "powers"):
        tell_again_of_refused(f"very small, {name}", which, [np.array([1e-20, -1e-20, 0.0, 2.0], name)], [True])
    tell_again_of_refused(f"a very small largest, {name}", "by_largest", [np.array([[1e-20, -1e-20, 0.0]], name)],
                          [True])
    near_rows = np.array([[0.99, 1.0, -7.0]] * 4) * np.array([[0.5], [1e-3], [1.0], [99.0]])
    tell_refused(f"next to the largest, {name}", "by_largest", near_rows.astype(name))
    tell_refused(f"nothing to do, {name}", "halved", np.array([-1000.0, -1.0, 0.0, 1.0, 0.25], name))
    for size in (1, 2, 6):
        rows = rng.uniform(-900.0, 1.0, size=(3, size))
        rows[np.arange(3), rng.integers(size, size=3)] = rng.uniform(2.0, 1000.0, size=3)
        tell_refused(f"{size} entries, {name}", "by_largest", rows.astype(name))
    tell_refused(f"zeros and signs, {name}", "powers", np.array([0.0, -1.5, 1.5, 1.5, -30.0], name))
    tell_refused(f"one example, {name}", "powers", np.array([-0.5], name))
    tell_refused(f"large, {name}", "powers", np.array([-1000.0, 1000.0, 999.5], name))
    tell_refused(f"none right of 0, {name}", "root", np.array([-1000.0, -0.0, -1e-10], name))
    tell_refused(f"equal ones beside the largest, {name}", "by_largest",
                 np.array([[2.0, 2.0, 3.0], [0.0, 0.25, 0.0], [-1.0, -1.0, 1.0]], name))
table_refused = np.array([[4.0, -4.0, 0.0], [1.0, 0.25, 16.0]])
for which, f_refused in (("root", root_for_all), ("halved", halved_for_all), ("powers", powers_for_all)):
    right, _ = right_of_refused(which, table_refused.reshape(-1))
    right = right.reshape((2, 3, *right.shape[1:]))
    came = mg.func.vmap(mg.func.vmap(f_refused))(mg.tensor(table_refused))
    if which == "root":
        close(came, right, ROOT, about="root: vmap of vmap")
    elif which == "halved":
        close(came, right, HALVED, about="halved: vmap of vmap")
    else:
        close(came, right, POWERS, about="powers: vmap of vmap")
for f_refused, right_refused in ((root_for_all, [0.25, 0.0, 0.0]), (halved_for_all, [0.25, 1.0, 1.0])):
    close(mg.func.vmap(mg.func.grad(f_refused))(mg.tensor([4.0, 0.0, -4.0])), right_refused, SLOPE,
          about="vmap of grad at 4, 0, -4")
for name in ("float64", "float32"):
    for which in ("root", "halved", "powers", "by_largest"):
        if which == "by_largest":
            first, second = rng.uniform(-900.0, 1.0, size=(2, 9, 4))
            first[:, 1], second[:, 3] = rng.uniform(2.0, 1000.0, size=(2, 9))
            first[-1] *= 1e-6
        else:
            first, second = [2.0 ** rng.uniform(-9.0, 9.9, size=9) * rng.choice([1.0, -1.0], p=[0.8, 0.2], size=9)
                             for _ in range(2)]
            first[-4:], second[-3:] = [1.0, 0.0, -1.0, 1e-10], 2.0
        turns = [each.astype(name) for each in (first, first, second, first, second, second)]
        tell_again_of_refused(f"nine examples, {name}", which, turns, [False, True, True, True, False, True])
    columns_again = rng.uniform(1.0, 9.0, size=(3, 4)).astype(name)
    close(mg.func.vmap(by_largest_for_all, 1, 1)(mg.tensor(columns_again)), columns_again / columns_again.max(0),
          LARGEST, rtol=1e-6, about="columns")
close(root_for_all(mg.tensor(0.0)), 0.0, ALONE, about="the root of 0")
close(by_largest_for_all(mg.tensor([2.0, -8.0])), [1.0, -4.0], ALONE, about="2 and -8")
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Both ways, then choose. A loop whose length depends on the number becomes one whose length does not, in which a number
# that is done stays as it is. A value that goes through Python can stay a tensor. A memory of zeros need not be there.
# </details>
# <details><summary>Hint 2: slopes that are <code>nan</code>, or other than above</summary>
#
# The root is to be taken of a number that is harmless in any case: choose *before* the root as well. And `.item()` does
# two things: it gives a number, and it cuts the history. Which method of a tensor does the second only?
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Root: where `x` is not above 0, take the root of 1 in its place, and throw it away by a second `where`. Halved: twenty
# rounds, each of them `where` above 1 the half and otherwise the number. Largest: `detach()`. Powers: `mg.stack`.
# </details>

# %%
x = mg.tensor([0.5, 1.0, 3.0, 8.0])
print(outcome(lambda: mg.func.vmap(halved_for_all)(x)))
print(outcome(lambda: mg.func.vmap(mg.func.grad(root_for_all))(mg.tensor([4.0, 0.0, -4.0]))))

# %% [markdown]
# ## Loops with a memory
#
# A swing that is computed step by step, a sum that fades, a network that reads a text: all of them are loops in which
# something is *carried* from step to step, each step takes the next input, and leaves an output. In JAX that is an
# operation, `lax.scan`. PyTorch has none under that name (you have seen `hasattr` say so; a prototype is hidden in
# it), and does not need one to differentiate: a Python loop over a fixed number of steps can be differentiated and
# batched as it is. What JAX gains is what `cond` gains: the loop is *in* the program, and a compiler need not unroll
# it.

# %% [markdown]
# ## Exercise 9.8 · `scan` (code, 3 points, about 9 min, needs nothing)
#
# **Goal** Write `scan(step, carry, xs)`.
#
# **Given** `carry`, a tensor of any shape; `xs`, a tensor with one to three dimensions, the first of which counts the
# steps, 1 to 100; `step(carry, x)`, which computes and returns a tuple: the next carry, in the shape of the first, and
# an output `y`, a tensor in the same shape in every step. It may use `scan`, and tensors from outside. Nothing is
# written in place. The type is `float32` or `float64`. Tensors may require grad, also those from outside, and `scan`
# may run inside `mg.func.vmap` and `mg.func.grad`: `carry`, `xs` or both may be slices there; what is no slice has to
# stay none, since `step` may have an `if` on it. Sizes may be 0, but for the number of steps. The same objects may be
# given again, with other numbers in them.
#
# **Return** a tuple: the last carry, and one tensor with the outputs stacked in the order of the steps, along a new
# first dimension. `step` is called once for each entry of `xs`, in order; the first time with `carry` or a copy of it,
# then with what the step before has returned. Gradients go through all steps, and it can be batched. `carry` and `xs`
# stay as they are.
#
# **Example** With `fading` below, `scan(fading, mg.tensor(0.0), mg.tensor([8.0, 0.0, 4.0]))` gives 6 and 8, 4, 6.

# %%
def fading(total, x):
    total = 0.5 * total + x
    return total, total   # carried on, and noted down

# %% nbgrader={"grade_id": "ex9_8", "solution": true}
def scan(step, carry, xs):
    ### BEGIN SOLUTION
    ys = []
    for x in xs:
        carry, y = step(carry, x)
        ys.append(y)
    return carry, mg.stack(ys)
    ### STUB
    # raise NotImplementedError("still the stub")
    ### END SOLUTION

# %% nbgrader={"grade_id": "ex9_8_test", "grade": true, "points": 3} exercise={"kind": "C", "forbid": ["minigrad.drawing"]}
CARRIED = "carried: the last carry, made from the first by all steps in order"
OUTPUTS = "outputs: what each step leaves, stacked in the order of the steps"
FORM = "form: a tuple of two tensors, the carry and then the outputs"
CALLS = "calls: step is called once for each entry of xs"
GRADIENT = "gradient: it goes back through all steps, to carry and to xs, and to what step uses besides"
BATCHED = "batched: inside vmap each slice gets what it would get alone"
STAYS = "unchanged: carry and xs stay as they are"

@learner_side
def told_of_scan(scan, step, arrays, uppers):
    """Is it a tuple of two; carry and outputs; the gradients; then carry and xs as they are."""
    args = [mg.tensor(each, requires_grad=True) for each in arrays]
    came = scan(step, *args)
    if not (isinstance(came, tuple) and len(came) == 2 and all(isinstance(each, mg.Tensor) for each in came)):
        return False, [], [], []
    pulled = [(y * mg.tensor(np.resize(upper, y.shape))).sum() for y, upper in zip(came, uppers, strict=True)]
    total = sum(pulled) + sum([0.0 * x.sum() for x in args])
    grads = [g.numpy() for g in mg.autograd.grad(total, args)]
    return True, [each.detach().numpy() for each in came], grads, [x.detach().numpy() for x in args]

@learner_side
def told_of_batched_scan(scan, step, arrays, in_dims):
    """What vmap says against it, and else carry and outputs of scan inside vmap."""
    try:
        both = mg.func.vmap(lambda carry, xs: tuple(scan(step, carry, xs)), in_dims)(*[mg.tensor(x) for x in arrays])
    except RuntimeError as error:   # what vmap refuses
        return str(error), []
    else:
        return "", [each.numpy() for each in both]

@learner_side
def told_of_branch(scan, carry, xs, in_dims):
    """What vmap says against a step with an if on what is no slice, and else the outputs."""
    def step(c, x):
        shared = c if in_dims[0] is None else x
        return 0.5 * c if shared > 0.0 else c + 1.0, c * x

    try:
        ys = mg.func.vmap(lambda carry, xs: scan(step, carry, xs)[1], in_dims)(mg.tensor(carry), mg.tensor(xs))
    except RuntimeError as error:
        return str(error), []
    else:
        return "", ys.numpy()

@learner_side
def told_again_of_scan(scan, step, arrays, marks, factors):
    """One step and the very same tensors, again and again, multiplied in between; the first of them is what step uses
    from outside. What has two dimensions and more lies in memory the other way round."""
    weight, carry, xs = given = [
        (mg.tensor(x) if x.ndim < 2 else mg.tensor(np.moveaxis(x, 0, -1).copy()).movedim(-1, 0)).requires_grad_(its)
        for x, its in zip(arrays, marks, strict=True)]
    of_weight, told, marked = lambda c, x: step(weight, c, x), [], [x for x in given if x.requires_grad]
    for factor in factors:
        for x in given:
            x.data.mul_(factor)
        last, ys = scan(of_weight, carry, xs)
        total = (last * last).sum() + ys.sin().sum() + sum([0.0 * x.sum() for x in marked])
        grads = [np.array(g) for g in mg.autograd.grad(total, marked, retain_graph=True)] if marked else []
        flags = [x.requires_grad for x in given] + [x.grad is not None for x in given]
        after = [np.array(x.detach()) for x in given]
        told.append((np.array(last.detach()), np.array(ys.detach()), grads, after, flags))
    return told

def loop_of_scan(step, carry, xs):
    ys = []
    for k in range(len(xs)):
        carry, y = step(carry, xs[k])
        ys.append(y)
    return carry, ref.stack(ys)

def tell_scan(about, step, carry, xs):
    """The learner's scan, compared with a loop of the checker's own."""
    calls = []

    def noting(carry, x):
        calls.append(1)
        return step(carry, x)

    args = [ref.tensor(each, requires_grad=True) for each in (carry, xs)]
    rights = loop_of_scan(step, *args)
    uppers = [rng.uniform(0.5, 1.5, size=each.shape).astype(xs.dtype) for each in rights]
    total = sum([(each * ref.tensor(upper)).sum() for each, upper in zip(rights, uppers, strict=True)])
    right_grads = [g.numpy() for g in ref.autograd.grad(total, args, materialize_grads=True)]
    near = {"rtol": 1e-4, "atol": 1e-5} if xs.dtype.name == "float32" else {"rtol": 1e-10, "atol": 1e-12}
    fits, came, grads, after = plain(told_of_scan(scan, noting, [carry, xs], uppers))
    same(fits is not None, True, CARRIED, about=about)
    same(fits, True, FORM, about=about)
    close(came[0], rights[0].detach().numpy(), CARRIED, **near, about=about)
    close(came[1], rights[1].detach().numpy(), OUTPUTS, **near, about=about)
    same([each.dtype.name for each in came], [xs.dtype.name] * 2, OUTPUTS, about=f"{about}, types")
    same(len(calls), len(xs), CALLS, about=about)
    close(grads, right_grads, GRADIENT, **near, about=about)
    close(after, [carry, xs], STAYS, about=about)

def tell_again_of_scan(about, step, arrays, marks):
    """The learner's scan in such a story."""
    seen, rightly, held, factors = [], [], list(arrays), (1.0, 1.0, -0.5)

    def noting(weight, carry, x):
        seen.append([carry.shape, plain(x.detach())])
        return step(weight, carry, x)

    told = plain(told_again_of_scan(scan, noting, arrays, marks, factors))
    near = {"rtol": 1e-4, "atol": 1e-5} if arrays[0].dtype.name == "float32" else {"rtol": 1e-9, "atol": 1e-12}
    for turn, (factor, (last, ys, grads, after, flags)) in enumerate(zip(factors, told, strict=True)):
        where = f"{about}, call {turn + 1} with the same objects"
        held = [(x * factor).astype(x.dtype) for x in held]
        rightly += list(held[2])
        weight, carry, xs = given = [ref.tensor(x, requires_grad=its) for x, its in zip(held, marks, strict=True)]
        right, right_ys = loop_of_scan(lambda c, x: step(weight, c, x), carry, xs)
        marked = [x for x in given if x.requires_grad]
        total = (right * right).sum() + right_ys.sin().sum() + sum([0.0 * x.sum() for x in marked])
        right_grads = [g.numpy() for g in ref.autograd.grad(total, marked)] if marked else []
        close(last, right.detach().numpy(), CARRIED, **near, about=where)
        close(ys, right_ys.detach().numpy(), OUTPUTS, **near, about=where)
        same([last.dtype.name, ys.dtype.name], [held[2].dtype.name] * 2, OUTPUTS, about=f"{where}, types")
        close(grads, right_grads, GRADIENT, **near, about=where)
        close(after, held, STAYS, about=where)
        same(flags, [*marks] + [False] * 3, STAYS, about=f"{where}, requires_grad and .grad")
    same(len(seen), len(rightly), CALLS, about=about)
    same([shape for shape, _ in seen], [arrays[1].shape] * len(rightly), CALLS, about=f"{about}: the carry's shape")
    close([x for _, x in seen], rightly, CALLS, about=f"{about}: the entries of xs, in the order of the calls")

def tell_batched(about, step, carry, xs, in_dims=(0, 0)):
    """The learner's scan inside vmap, compared with one slice after the other."""
    size = len(carry) if in_dims[0] == 0 else len(xs)
    rights = [loop_of_scan(step, *[ref.tensor(each if dim is None else each[k])
                                   for each, dim in zip((carry, xs), in_dims, strict=True)]) for k in range(size)]
    refused, came = plain(told_of_batched_scan(scan, step, [carry, xs], in_dims))
    same(refused, "", BATCHED, about=f"{about}: what vmap says")
    close(came[0], ref.stack([each[0] for each in rights]).numpy(), BATCHED, rtol=1e-9, atol=1e-11, about=about)
    close(came[1], ref.stack([each[1] for each in rights]).numpy(), BATCHED, rtol=1e-9, atol=1e-11, about=about)

def fades(total, x):
    return 0.5 * total + x, 0.5 * total + x

def turns(carry, x):
    return carry.sin() * x.sum() + x, (carry * x).sum()

xs_scan, wide_scan = np.array([8.0, 0.0, 4.0]), np.array([[1.0, -0.5, 2.0], [0.5, 1.5, -1.0]])
tell_scan("the example", fades, np.array(0.0, "float32"), xs_scan.astype("float32"))
tell_scan("an output of its own", lambda c, x: (c * x, c - x), np.array(2.0), xs_scan)
tell_scan("vectors", turns, np.array([1.0, -2.0, 0.5]), wide_scan)
tell_batched("both in slices", fades, np.array([0.0, 1.0]), wide_scan)
tell_batched("one carry for all", fades, np.array(3.0), wide_scan, (None, 0))
tell_batched("the same inputs for all", fades, np.array([1.0, 2.0]), xs_scan, (0, None))
### BEGIN HIDDEN TESTS

def numbers_of_scan(*shape):
    signs = rng.choice([-1.0, 1.0], size=shape)
    return signs * rng.uniform(0.4, 1.6, size=shape)

# no inputs: aliasing, unchanged: every call looks at carry and xs, which are only read
# no inputs: asked, example: the visible part has the example
# no inputs: order: the steps do not commute, and so their order is in the numbers
# inputs: dimensions (scan_of_numbers, memory_like_first, no_empty_outputs, a_one_is_taken_out), values (skips_zeros),
#     same (once_each_object), size (ten_steps_only, in_pieces)
tell_scan("one step", fades, numbers_of_scan(), numbers_of_scan(1))
tell_scan("a hundred steps", lambda c, x: (0.9 * c + x, c.tanh()), numbers_of_scan(), numbers_of_scan(100))
tell_scan("tables", lambda c, x: ((c @ x).tanh(), x.sum(0) * c), numbers_of_scan(2, 2), numbers_of_scan(4, 2, 2))
tell_scan("a carry of one entry", lambda c, x: (c * x, x), numbers_of_scan(1), numbers_of_scan(3, 1))
tell_scan("a carry that is not used", lambda c, x: (x * 2.0, x * x), numbers_of_scan(2), numbers_of_scan(3, 2))
tell_scan("an output that does not depend on x", lambda c, x: (c + x, 3.0 * c), numbers_of_scan(),
          np.array([0.0, 1.0, 0.0, -1.0, 0.0]))
tell_scan("equal inputs", turns, numbers_of_scan(2), np.ones((3, 2)))
tell_scan("one number carried over rows", lambda c, x: ((c * x).sum(), x + c), numbers_of_scan(), numbers_of_scan(4, 3))
tell_scan("a table carried over numbers", lambda c, x: (c.sin() * x, c[0] - x), numbers_of_scan(2, 3),
          numbers_of_scan(3).astype("float32").astype("float64"))
tell_scan("tables of one row, in float32", lambda c, x: (c + x[0], x.T), numbers_of_scan(3).astype("float32"),
          numbers_of_scan(2, 1, 3).astype("float32"))
tell_batched("tables", lambda c, x: ((c @ x).tanh(), x.sum(0) * c), numbers_of_scan(3, 2, 2),
             numbers_of_scan(3, 4, 2, 2))
tell_batched("one carry for all", turns, numbers_of_scan(2), numbers_of_scan(3, 4, 2), (None, 0))
tell_batched("the same inputs for all", turns, numbers_of_scan(3, 2), numbers_of_scan(4, 2), (0, None))
tell_batched("one carry for all, noted before it changes", lambda c, x: (c + x, c * 2.0), numbers_of_scan(),
             numbers_of_scan(3, 4), (None, 0))
tell_batched("the same inputs for all, and noted", lambda c, x: (c * x, x * 2.0), numbers_of_scan(3),
             numbers_of_scan(4), (0, None))
for number, (step_turns, shapes_turns) in enumerate((
    (lambda w, c, x: (c * w + x, c - x), [(), (), (3,)]), (lambda w, c, x: (c * x, w), [(2,), (), (4,)]),
    (lambda w, c, x: (c, c), [(), (2,), (3,)]), (lambda w, c, x: (c + x, x), [(), (1,), (3, 1)]),
    (lambda w, c, x: (c * w, x[:0]), [(), (), (2, 2)]), (lambda w, c, x: (c, x), [(), (2,), (3, 0)]),
    (lambda w, c, x: (c + w, c), [(), (0,), (3,)]), (lambda w, c, x: (c @ x + w, x), [(2,), (2, 2), (3, 2, 2)]),
    (lambda w, c, x: (w * x.sum(), c * x), [(1,), (1,), (1, 2)]),
    (lambda w, c, x: (w * 2.0 + c, w), [(1, 1), (1, 1), (2, 1, 1)]),
)):
    name = ("float64", "float32")[number % 3 == 2]
    for marks in ([True] * 3, [bool((number + k) % 2) for k in range(3)])[: 1 + (number < 4)]:
        tell_again_of_scan(f"shapes {shapes_turns}, {name}", step_turns,
                           [np.asarray(numbers_of_scan(*each)).astype(name) for each in shapes_turns], marks)
both_scan = mg.tensor([0.0, np.inf, -1.0])
last_both, rows_both = scan(lambda c, x: (c * 2.0, c + x), both_scan, both_scan)
close(last_both, [0.0, np.inf, -8.0], CARRIED, about="one tensor as carry and as xs, with an infinite entry")
close(rows_both, [[0.0, np.inf, -1.0], [np.inf] * 3, [-1.0, np.inf, -5.0]], OUTPUTS, about="one tensor as both")
for in_scan in ((None, 0), (0, None)):
    c_branch, x_branch = [numbers_of_scan(*each) for each in ([(), (3, 4)] if in_scan[0] is None else [(3,), (4,)])]
    rows_branch = np.zeros((3, 4))
    for k in range(3):
        c_now, x_now = (c_branch, x_branch[k]) if in_scan[0] is None else (c_branch[k], x_branch)
        for turn in range(4):
            rows_branch[k, turn] = c_now * x_now[turn]
            shared_now = c_now if in_scan[0] is None else x_now[turn]
            c_now = 0.5 * c_now if shared_now > 0 else c_now + 1.0
    refused_branch, came_branch = plain(told_of_branch(scan, c_branch, x_branch, in_scan))
    same(refused_branch, "", BATCHED, about=f"an if on what is no slice, in_dims={in_scan}: what vmap says")
    close(came_branch, rows_branch, BATCHED, about=f"an if on what is no slice, in_dims={in_scan}")
# inputs: block (list_on_the_function, graph_if_marked)
at_scan, weight_scan = numbers_of_scan(3, 2), mg.tensor(0.5, dtype=mg.float64, requires_grad=True)
rows_scan, row_scan = scan(lambda c, x: (c + 1.0, scan(fades, c, x)[1]), mg.tensor(at_scan[0, 0]), mg.tensor(at_scan))
close(row_scan, [[0.5 * (at_scan[0, 0] + k) + x, 0.25 * (at_scan[0, 0] + k) + 0.5 * x + y]
                 for k, (x, y) in enumerate(at_scan.tolist())], OUTPUTS, about="a scan in a scan")
from_scan, over_scan = mg.tensor(2.0, dtype=mg.float64), mg.tensor(at_scan[:, 0])
last_weighed, _ = scan(lambda c, x: (c * weight_scan + x, c), from_scan, over_scan)
(of_weight,) = mg.autograd.grad(last_weighed, weight_scan)
close(of_weight, 3 * 2.0 * 0.25 + 2 * 0.5 * at_scan[0, 0] + at_scan[1, 0], GRADIENT,
      about="a weight that step uses; carry and xs require no grad")
# inputs: again (carries_on)
for _ in range(2):
    last_scan, noted_scan = scan(fades, mg.tensor(1.0), mg.tensor([2.0, -1.0]))
    close(last_scan, 0.25, CARRIED, about="from 1 with 2 and -1, twice")
    close(noted_scan, [2.5, 0.25], OUTPUTS, about="from 1 with 2 and -1, twice")
bent_scan = mg.func.grad(mg.func.grad(lambda c: scan(lambda c, x: (c * c * x, c), c, mg.tensor([2.0, 0.5]))[0]))
close(bent_scan(mg.tensor(3.0)), 12.0 * 2.0 * 9.0, GRADIENT, about="inside grad, inside grad: 2 c^4 at 3")
by_carry_scan = mg.func.vmap(mg.func.grad(lambda c: scan(fades, c, mg.tensor([2.0, -1.0]))[1].sum()))
close(by_carry_scan(mg.tensor([1.0, 3.0])), [0.75, 0.75], GRADIENT, about="inside grad, inside vmap")
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# It is the loop that you would write anyway: a variable that is overwritten in each round, and a list that grows.
# </details>
# <details><summary>Hint 2: <code>doesn't match the broadcast shape</code></summary>
#
# A memory for the outputs that is made before the loop and written to, row by row, cannot be batched: see 9.7. Collect
# them in a list. And nothing is detached, or turned into a number.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# For each `x` of `xs`, call `step` with the carry and `x`; the first of the two is the new carry, the second is
# appended. Return the carry and the stacked list.
# </details>

# %% [markdown]
# A swing without a formula: in each step the speed changes by the force, and the position by the speed. `vmap` runs it
# for four dampings at once, and `grad` goes through its eighty steps.

# %%
def swung(d, seconds=8.0, steps=80):
    h = seconds / steps
    def step(state, _):
        speed = state[1] - h * (4.0 * state[0] + 2 * d * state[1])
        position = state[0] + h * speed
        return mg.stack([position, speed]), position
    return scan(step, mg.tensor([10.0, 0.0]), mg.zeros(steps))

dampings = mg.tensor([0.0, 0.1, 0.3, 1.0])
curves = outcome(lambda: mg.func.vmap(lambda d: swung(d)[1])(dampings))
print(outcome(lambda: mg.func.vmap(mg.func.grad(lambda d: swung(d)[1][-1]))(dampings)))

# %%
plt.figure(figsize=(6, 3.4))
for d, curve in zip(dampings.tolist(), [] if isinstance(curves, str) else curves.numpy(), strict=False):
    plt.plot(np.linspace(0.1, 8, 80), curve, label=f"d = {d:.1f}")
plt.xlabel("seconds")
plt.ylabel("centimetres")
plt.ylim(-11, 14)
if plt.gca().lines:
    plt.legend(fontsize="small", loc="upper center", ncols=4)
plt.show()

# %% [markdown]
# *Figure 4. Four swings with different dampings, computed step by step, at once.*
#
# **The figure in words.** Four curves over eight seconds begin near 10 centimetres and fall together at first.
# Without damping the swing goes on between 10 and -10, two and a half times to and fro. With 0.1 it gets smaller
# slowly, with 0.3 it is down to one centimetre at the end, and with 1.0 it goes below 0 once, and is still after four
# seconds.

# %% [markdown]
# ## By hand, and by the wrong axis
#
# Most batched code in the world was written without `vmap`, by people who added a dimension and thought hard. Here
# are three functions of one example, and what somebody made of them. On this table, with three examples of three
# numbers, all three run. Which are right?

# %%
def centred(x):
    return x - x.mean()

def shares(x):
    return x.exp() / x.exp().sum()

def off(x, y):
    return ((x - y) ** 2).mean()

def centred_rows(X):
    return X - X.mean(0)

def shares_rows(X):
    return X.exp() / X.exp().sum(1)

def off_rows(X, Y):
    return ((X - Y) ** 2).mean(0)

# %%
nine, zeros = mg.tensor([[1.0, 2.0, 0.0], [0.5, -1.0, 3.0], [2.0, 2.0, 1.0]]), mg.zeros(3, 3)
for one, by_hand, args in (
    (centred, centred_rows, (nine,)), (shares, shares_rows, (nine,)), (off, off_rows, (nine, zeros)),
):
    right = mg.func.vmap(one)(*args)
    print(one.__name__, tuple(right.shape), bool((by_hand(*args) - right).abs().max() < 1e-6))
print("two rows of three:", outcome(lambda: shares_rows(nine[:2])))

# %% [markdown]
# None is right, and on a *square* table nothing fails, and all the shapes are what they should be. On another one the
# second is an error, and the third has another shape; of the first, nothing shows even there. So test on tables that
# are not square, but do not rely on it. There is a sharper test, which needs neither the loop nor the right numbers. In
# a batch, the output of one example must not depend on *another* example. Look at the Jacobian of the first one, for
# two rows of three:

# %%
draw_jacobian(centred_rows, mg.tensor([[1.0, 2.0, 0.0], [0.5, -1.0, 3.0]]), row=None, column=None)

# %% [markdown]
# *Figure 5. The Jacobian of the wrong `centred_rows`, for two examples of three numbers.*
#
# **The figure in words.** Six rows and six columns, the first three for the first example. The diagonal is filled
# with 0.5. Three places to the right of it, and three to the left, there is a second and a third diagonal, of $-0.5$:
# each output depends on the same place in the *other* example. In the two blocks on the diagonal nothing stands but
# the diagonal itself.
#
# A right one has entries in the two blocks of three by three on the diagonal, and nothing in the other two. Here the
# other two are not empty: each example feels its neighbour, and its own other two numbers not at all. In training this
# is how a model gets to see the answers of others; the loss goes down, and nothing has been learned.

# %% [markdown]
# ## Exercise 9.9 · The wrong axis after a sum (bug hunt, 4 points, about 12 min, needs nothing)
#
# **Goal** Write `centred_each(X)`, `shares_each(X)` and `off_each(X, Y)`, mended by hand, and `mixes(F, X)`, which
# finds such mistakes.
#
# **Given** the cells above. `X` and `Y` are tensors in `float32` or `float64`, both in the same type and the same shape
# (examples, numbers), both sizes at least 1, with entries from $-10$ to 10; they may require grad. `F` is a function of
# a tensor like `X` that computes and does nothing else; its value is a tensor with one to three dimensions, the first
# of which counts the same examples, and need not depend on `X`. In `mixes` `X` requires no grad, and neither does what
# `F` uses from outside, which may change between two calls, and may be the very `X` (a constant there). Derivatives are
# either 0 or at least $10^{-6}$ in size.
#
# **Return** from the first three what `mg.func.vmap` of `centred`, `shares` and `off` gives, for tables of any shape,
# in the type of `X`; gradients go through. From `mixes` `True` if the value for some example has, at `X`, a derivative
# by a number of *another* example that is not 0, and `False` if there is none. With one example there is no other.
# Nothing is changed. By hand means: the package's `vmap` is ruled out, under whatever name, and `mg.func.jacrev` is
# not.
#
# **Example** `mixes(centred_rows, nine)` is `True`, and `mixes(lambda X: X * X, nine)` is `False`.

# %% nbgrader={"grade_id": "ex9_9", "solution": true}
### BEGIN SOLUTION
def centred_each(X):
    return X - X.mean(1, keepdim=True)

def shares_each(X):
    return X.exp() / X.exp().sum(1, keepdim=True)

def off_each(X, Y):
    return ((X - Y) ** 2).mean(1)

def mixes(F, X):
    n = X.shape[0]
    J = mg.func.jacrev(F)(X).numpy().reshape(n, F(X).numel() // n, *X.shape)
    return any(bool(J[i, :, j].any()) for i in range(n) for j in range(n) if i != j)
### STUB
# def centred_each(X):
#     raise NotImplementedError("still the stub")
#
# def shares_each(X):
#     raise NotImplementedError("still the stub")
#
# def off_each(X, Y):
#     raise NotImplementedError("still the stub")
#
# def mixes(F, X):
#     raise NotImplementedError("still the stub")
### END SOLUTION

# %% nbgrader={"grade_id": "ex9_9_test", "grade": true, "points": 4} exercise={"kind": "B", "forbid": ["minigrad.func.vmap", "minigrad.vmap", "minigrad.autograd.functional", "minigrad.drawing"]}
CENTRED = "centred: each row less its own mean"
SHARES = "shares: each row adds up to 1"
OFF = "off: one number for each example, the mean over its own row"
MIXED = "mixed: True where an example depends on another one"
APART = "apart: False where each example depends on itself only"
TRUTH = "truth value: mixes returns True or False, of Python or of numpy"
TYPE = "type: that of X, in the shape that vmap gives"
GRADIENT = "gradient: what goes back through the three is what goes back through vmap"
STAYS = "unchanged: X and Y keep their numbers, their requires_grad and their .grad"

@learner_side
def told_of_hand(function, arrays, upper):
    """What comes back, and the gradients of the arguments; then the arguments as they are."""
    args = [mg.tensor(each, requires_grad=True) for each in arrays]
    came = function(*args)
    total = (came * mg.tensor(np.resize(upper, came.shape))).sum() + sum([0.0 * x.sum() for x in args])
    grads = [g.numpy() for g in mg.autograd.grad(total, args)]
    return came.detach().numpy(), grads, [(x.detach().numpy(), x.requires_grad, x.grad is not None) for x in args]

@learner_side
def told_again_of_hand(function, arrays, marks, factors):
    """The same tensors again and again, the other way round in memory, multiplied in between; some require grad."""
    args = [mg.tensor(x.T.copy()).T.requires_grad_(its) for x, its in zip(arrays, marks, strict=True)]
    marked, told = [x for x in args if x.requires_grad], []
    for factor in factors:
        for x in args:
            x.data.mul_(factor)
        came = function(*args)
        total = (came * came).sum() + sum([0.0 * x.sum() for x in marked])
        grads = [np.array(g) for g in mg.autograd.grad(total, marked, retain_graph=True)] if marked else []
        flags = [x.requires_grad for x in args] + [x.grad is not None for x in args]
        told.append((np.array(came.detach()), grads, [np.array(x.detach()) for x in args], flags))
    return told

@learner_side
def told_again_of_mixes(mixes, F, at, weights):
    """Verdicts on one F and one X, while the weight that F uses is another one each time; then the two as they are."""
    X, weight = mg.tensor(at), mg.tensor(np.array(0.0, at.dtype))
    of_weight, told = lambda Z: F(Z, weight), []
    for each in weights:
        weight.data.fill_(each)
        said = mixes(of_weight, X)
        told.append(bool(said) if type(said).__name__ in ("bool", "bool_") else None)
    return told, [X.requires_grad, X.grad is not None, weight.grad is not None], X.detach().numpy()

@learner_side
def told_of_mixes(mixes, F, at):
    """The verdict, and of which type it is; then X as it is."""
    X = mg.tensor(at)
    said = mixes(F, X)
    kind = type(said).__name__
    after = [X.detach().numpy(), X.requires_grad, X.grad is not None]
    return bool(said) if kind in ("bool", "bool_") else None, kind, after

def tell_hand(about, which, table, other):
    """One of the three, compared with a formula on arrays."""
    near = {"rtol": 1e-4, "atol": 1e-5} if table.dtype.name == "float32" else {"rtol": 1e-10, "atol": 1e-13}
    about = f"{which}, {about}"
    if which == "centred":
        right = np.array([row - row.mean() for row in table])
        upper = np.arange(1.0, 1 + right.size, dtype=table.dtype).reshape(right.shape)
        slopes = [np.array([row - row.mean() for row in upper])]
        came, grads, after = plain(told_of_hand(centred_each, [table], upper))
        close(came, right, CENTRED, **near, about=about)
    elif which == "shares":
        right = np.array([np.exp(row) / np.exp(row).sum() for row in table])
        upper = np.arange(1.0, 1 + right.size, dtype=table.dtype).reshape(right.shape)
        slopes = [np.array([y * (g - (g * y).sum()) for y, g in zip(right, upper, strict=True)])]
        came, grads, after = plain(told_of_hand(shares_each, [table], upper))
        close(came, right, SHARES, **near, about=about)
    else:
        right = np.array([((x - y) ** 2).mean() for x, y in zip(table, other, strict=True)])
        upper = np.arange(1.0, 1 + right.size, dtype=table.dtype)
        slopes = [sign * 2 * upper[:, None] * (table - other) / table.shape[1] for sign in (1, -1)]
        came, grads, after = plain(told_of_hand(off_each, [table, other], upper))
        close(came, right, OFF, **near, about=about)
    same([came.shape, came.dtype.name], [right.shape, table.dtype.name], TYPE, about=about)
    close(grads, slopes, GRADIENT, rtol=1e-3 if table.dtype.name == "float32" else 1e-9, atol=1e-4, about=about)
    close([numbers for numbers, _, _ in after], [table, other][: len(after)], STAYS, about=about)
    same([[asks, graded] for _, asks, graded in after], [[True, False]] * len(after), STAYS, about=about)

def tell_mixes(about, F, table, wanted):
    """The verdict on one function."""
    if wanted:
        said, kind, after = plain(told_of_mixes(mixes, F, table))
        same(kind != "NoneType", True, MIXED, about=about)
        same(kind.rstrip("_"), "bool", TRUTH, about=about)
        same(said, True, MIXED, about=about)
    else:
        said, kind, after = plain(told_of_mixes(mixes, F, table))
        same(kind != "NoneType", True, APART, about=about)
        same(kind.rstrip("_"), "bool", TRUTH, about=about)
        same(said, False, APART, about=about)
    close(after[0], table, STAYS, about=about)
    same(after[1:], [False, False], STAYS, about=about)

def tell_again_of_hand(about, which, arrays, marks):
    """One of the three, in such a story."""
    factors, held = (1.0, 1.0, -0.5), list(arrays)
    if which == "centred":
        told = plain(told_again_of_hand(centred_each, arrays, marks, factors))
    elif which == "shares":
        told = plain(told_again_of_hand(shares_each, arrays, marks, factors))
    else:
        told = plain(told_again_of_hand(off_each, arrays, marks, factors))
    near = {"rtol": 1e-4, "atol": 1e-4} if arrays[0].dtype.name == "float32" else {"rtol": 1e-9, "atol": 1e-12}
    for turn, (factor, (came, grads, after, flags)) in enumerate(zip(factors, told, strict=True)):
        where = f"{which}, {about}, call {turn + 1} with the same tensors"
        held = [(x * factor).astype(x.dtype) for x in held]
        args = [ref.tensor(x, requires_grad=its) for x, its in zip(held, marks, strict=True)]
        if which == "centred":
            right = args[0] - args[0].mean(1, keepdim=True)
        elif which == "shares":
            right = args[0].exp() / args[0].exp().sum(1, keepdim=True)
        else:
            right = ((args[0] - args[1]) ** 2).mean(1)
        marked = [x for x in args if x.requires_grad]
        total = (right * right).sum()
        right_grads = [g.numpy() for g in ref.autograd.grad(total, marked)] if marked else []
        right = right.detach().numpy()
        if which == "centred":
            close(came, right, CENTRED, **near, about=where)
        elif which == "shares":
            close(came, right, SHARES, rtol=near["rtol"], atol=0, about=where)
        else:
            close(came, right, OFF, **near, about=where)
        same(came.dtype.name, right.dtype.name, TYPE, about=where)
        close(grads, right_grads, GRADIENT, **near, about=where)
        close(after, held, STAYS, about=where)
        same(flags, [*marks] + [False] * len(marks), STAYS, about=f"{where}, requires_grad and .grad")

X_hand = np.array([[1.0, 2.0, 0.0], [0.5, -1.0, 3.0], [2.0, 2.0, 1.0]])
Y_hand = np.array([[0.5, 0.0, -1.0], [1.0, 2.0, 0.25], [-2.0, 1.0, 0.0]])
for which in ("centred", "shares", "off"):
    tell_hand("three of three", which, X_hand, Y_hand)
    tell_hand("two of three", which, X_hand[:2], Y_hand[:2])
    tell_hand("three of two, float32", which, X_hand[:, :2].astype("float32"), Y_hand[:, :2].astype("float32"))
tell_mixes("less the mean of the columns", lambda X: X - X.mean(0), X_hand, True)
tell_mixes("less the mean of the rows", lambda X: X - X.mean(1, keepdim=True), X_hand, False)
tell_mixes("one number for each example", lambda X: (X * X).sum(1), X_hand[:2], False)
tell_mixes("the examples in another order", lambda X: X.flip(0), X_hand[:2], True)
tell_mixes("a row that gets a little of the next", lambda X: X + 1e-5 * X.roll(1, 0), X_hand[:, :2], True)
tell_mixes("one example", lambda X: X - X.mean(0), X_hand[:1], False)
tell_mixes("slopes that add up to 0", lambda X: X.flip(0) - X.flip(0).mean(1, keepdim=True), X_hand[:2], True)
### BEGIN HIDDEN TESTS

def numbers_of_hand(*shape):
    signs = rng.choice([-1.0, 1.0], size=shape)
    return signs * rng.uniform(0.4, 1.6, size=shape)

# word: that X and Y stay as they are
X_most = numbers_of_hand(4, 2)
# no inputs: same, aliasing, unchanged: every call looks at X and Y, which are only read
# no inputs: again: what is asked again is tried with the values
# no inputs: order: examples in another order are tried
# no inputs: size: the tables are small
# no inputs: block: nothing is entered
# no inputs: asked, example: the visible part has the example
# inputs: dimensions (mixes_for_tables_only, off_for_two_and_more, first_output_only, same_place_only),
#     values (mixes_at_ones, shares_of_small_numbers, a_weighted_walk, off_by_length)
for examples, size in ((1, 1), (1, 4), (4, 1), (2, 2), (2, 5), (5, 2)):
    name = ("float64", "float32")[size == 5]
    X_more, Y_more = numbers_of_hand(examples, size).astype(name), numbers_of_hand(examples, size).astype(name)
    for which, factor in (("centred", -1.0), ("shares", 1.0), ("shares", 6.0), ("off", 5.0)):
        tell_hand(f"{examples} of {size}, {name}", which, (factor * X_more).astype(name), Y_more)
    tell_hand(f"{examples} of {size}, equal numbers", "shares", 0 * X_more, Y_more)
    tell_mixes(f"{examples} of {size}, number by number", lambda X: X.sin() * 2.0, X_more, False)
    tell_mixes(f"{examples} of {size}, sums of all", lambda X: X * X.sum(), X_more, examples > 1)
    tell_mixes(f"{examples} of {size}, tables of each", lambda X: X[:, :, None] * X[:, None, :], X_more, False)
    tell_mixes(f"{examples} of {size}, running sums", lambda X: X.cumsum(0), X_more, examples > 1)
    tell_mixes(f"{examples} of {size}, less the next", lambda X: X.sum(1) - X.roll(-1, 0).sum(1), X_more, examples > 1)
    tell_mixes(f"{examples} of {size}, constant", lambda X: X.detach() * 2.0, X_more, False)
tell_mixes("a product with a table of weights", lambda X: X @ X.detach().T, X_most, False)
close(centred_each(mg.tensor([[1.0, 5.0], [-2.0, 2.0], [0.0, 0.0]])), [[-2.0, 2.0], [-2.0, 2.0], [0.0, 0.0]], CENTRED,
      about="three of two")
close(off_each(mg.tensor([[1.0, 5.0], [-2.0, 2.0], [0.0, 0.0]]), mg.tensor(np.zeros((3, 2), "float32"))),
      [13.0, 4.0, 0.0], OFF, about="three of two")
tell_mixes("the last number of the next", lambda X: X + X.roll(-1, 0)[:, -1:], numbers_of_hand(3, 3), True)
tell_mixes("the middle number of the next", lambda X: X.sum(1) + X.roll(1, 0)[:, 1], numbers_of_hand(4, 3), True)
tell_mixes("two of four change places", lambda X: X[[2, 1, 0, 3]] * 2.0, numbers_of_hand(4, 3), True)
tell_mixes("a little of the next", lambda X: X.exp() + 2e-6 * X.roll(1, 0), numbers_of_hand(3, 2), True)
tell_mixes("the last of five gets the first", lambda X: X[[0, 1, 2, 3, 0]] + X, numbers_of_hand(5, 2), True)
tell_mixes("no slope below 0", lambda X: X + X.roll(1, 0).relu(), -abs(numbers_of_hand(3, 2)), False)
tell_mixes("no slope at 0", lambda X: X + X.roll(1, 0) ** 2, np.zeros((3, 2)), False)
tell_mixes("in float32", lambda X: X * 3.0 - X.mean(0), numbers_of_hand(3, 2).astype("float32"), True)
for examples, size, off_marks in ((2, 3, ([True, True], [False, True], [False, False])), (1, 5, ([True, False],)),
                                  (300, 2, ([True, True],))):
    name = ("float64", "float32")[size == 5]
    both_hand = [rng.uniform(-10.0, 10.0, size=(examples, size)).astype(name) for _ in range(2)]
    equal_hand = [both_hand[0], np.where(np.arange(examples)[:, None] % 2, both_hand[1], both_hand[0])]
    for marks in off_marks:
        tell_again_of_hand(f"{examples} of {size}, {name}", "off", both_hand, marks)
    tell_again_of_hand(f"{examples} of {size}, {name}, some rows are equal", "off", equal_hand, [True, True])
    for marks in ([True], [False])[: len(off_marks)]:
        tell_again_of_hand(f"{examples} of {size}, {name}", "centred", both_hand[:1], marks)
        tell_again_of_hand(f"{examples} of {size}, {name}", "shares", both_hand[:1], marks)
for shape in ((3, 2), (4, 3), (40, 2), (3, 5, 2), (2, 3, 4), (5,)):
    for slope in (-1e-6, 1e8):
        number_single, single = int(rng.integers(3)), np.zeros(shape)
        to_single = tuple(int(rng.integers(size)) for size in shape)
        from_single = (to_single[0] + int(rng.integers(1, shape[0]))) % shape[0]
        single[to_single] = slope
        single = mg.tensor(single)
        own_single = (shape[0],) + (1,) * (len(shape) - 1)
        for wanted in (True, False):
            i_single = from_single if wanted else to_single[0]
            tell_mixes(f"value {shape}, one entry depends on number {number_single} of example {i_single}",
                       lambda X: X.sum(1).reshape(own_single) + single * X[i_single, number_single],
                       numbers_of_hand(shape[0], 3), wanted)
weights_hand = np.array([1.0])
for each in ((1, -1), (1, -1), (1, -1), (1, -1), (1, 1), (2, -1), (-1, 2)):   # against 1, 2, 3; 1, 4, 9; 1, -1; 1, 2, 4
    weights_hand = np.convolve(weights_hand, each)
weights_hand = mg.tensor(weights_hand)
tell_mixes("outputs that weights make vanish", lambda X: X.sum(1)[:, None] + X.roll(1, 0)[:, :1] * weights_hand,
           numbers_of_hand(3, 2), True)
tell_mixes("inputs that weights make vanish", lambda X: X.sum(1) + X.roll(1, 0) @ weights_hand, numbers_of_hand(3, 8),
           True)
told_weighed, stays_weighed, at_weighed = plain(told_again_of_mixes(
    mixes, lambda X, w: X + w * X.roll(1, 0), X_most, [0.0, 0.5, 0.0, -2.0]))
same(told_weighed, [False, True, False, True], MIXED, about="one function, and a weight that it uses: 0, 0.5, 0, -2")
same(stays_weighed, [False, False, False], STAYS, about="requires_grad and .grad, also of a weight that F uses")
close(at_weighed, X_most, STAYS, about="the same X four times")
own_hand = mg.tensor(numbers_of_hand(3, 2))
same(mixes(lambda Z: Z - own_hand.mean(0), own_hand), False, APART, about="less the means of a table from outside")
tell_mixes("the next one's difference", lambda X: X.roll(1, 0)[:, :1] - X.roll(1, 0)[:, 1:], X_most, True)
tell_mixes("distances", lambda X: ((X[:, None] - X[None]) ** 2).sum(2), X_most, True)
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# In a table of examples by numbers, what was "all of it" for one example is now dimension 1. And the table that
# is left after a sum has to meet the old one in the right place: align the shapes at the right, as in notebook 01.
# </details>
# <details><summary>Hint 2: which option, which shape</summary>
#
# `keepdim=True` keeps a column. For `mixes`, the Jacobian has the shape of the value and then the shape of `X`: two
# of its dimensions count examples.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Mean and sum along dimension 1, with a column kept where the result meets `X` again. For `mixes`: reshape the
# Jacobian to examples, anything, shape of `X`; for each pair of two different examples, ask whether any entry of the
# block is not 0.
# </details>

# %%
for function, args in ((centred_each, (nine,)), (shares_each, (nine,)), (off_each, (nine, zeros))):
    print(function.__name__, outcome(lambda function=function, args=args: function(*args).shape))
print(outcome(lambda: [mixes(F, nine) for F in (centred_rows, centred_each, shares_rows, shares_each)]))

# %% [markdown]
# ## The pay-off: two hundred swings at once
#
# Two hundred swings, each with its own noise on forty readings. The function of *one* swing is that of notebook 08; its
# gradient and its Hessian for all come from two lines.

# %%
t = mg.tensor(np.linspace(0, 8, 40))   # seconds
noise = np.random.default_rng(5).normal(0, 0.3, (200, 40))
readings = mg.tensor(10 * np.exp(-0.3 * t.numpy()) * np.cos(2 * t.numpy()) + noise)

def swing(numbers):
    a, d, w = numbers[0], numbers[1], numbers[2]
    return a * (-d * t).exp() * (w * t).cos()

def misfit(numbers, reading):
    return ((swing(numbers) - reading) ** 2).mean()

slopes_and_values = mg.func.vmap(mg.func.grad_and_value(misfit))
bends = mg.func.vmap(mg.func.hessian(misfit))

# %% [markdown]
# The walk is that of 8.8: Newton's step with the sizes of the eigenvalues, halved until the misfit does not rise.
# numpy's `eigh` takes 200 tables at once. What was an `if` for one swing is a `where` for two hundred: who is satisfied
# keeps the step, the others halve it.

# %%
def steps_for_all(numbers, g):
    """Newton's step with the eigenvalues' sizes, for each row of numbers."""
    values, axes = np.linalg.eigh(bends(numbers, readings).numpy())
    parts = (axes.transpose(0, 2, 1) @ g.numpy()[:, :, None]) / abs(values)[:, :, None]
    return mg.tensor((axes @ parts)[:, :, 0])

# %%
numbers = mg.tensor([[6.0, 0.5, 1.5]] * 200, dtype=mg.float64)
for number in range(7):
    g, values = slopes_and_values(numbers, readings)
    print(number, f"misfit: mean {values.mean().item():.4f}, largest {values.max().item():.4f}")
    s = steps_for_all(numbers, g)
    for _ in range(8):
        rises = mg.func.vmap(misfit)(numbers - s, readings) > values
        s = mg.where(rises[:, None], s / 2, s)
    numbers = numbers - s

# %% [markdown]
# All of them arrive in six steps, from a start that was far off. Your own pieces agree with it: the misfits of all
# swings by your `off_each`, and by your `vmap` with your rules.

# %%
def misfit_of_three(a, d, w, reading):
    return ((a * (d * -t).exp() * (w * t).cos() - reading) ** 2).mean()

wanted = mg.func.vmap(misfit)(numbers, readings)
for name, call in (
    ("off_each", lambda: off_each(mg.func.vmap(swing)(numbers), readings)),
    ("vmap", lambda: vmap(misfit_of_three)(*[numbers[:, k] for k in range(3)], readings)),
):
    print(name, outcome(lambda call=call: bool((call() - wanted).abs().max() < 1e-9)))

# %% tags=["no-parity"] reason="PyTorch has no counter of operations"
def one_by_one():
    return [mg.func.grad_and_value(misfit)(numbers[k], readings[k]) for k in range(200)]

print("gradients and values, one by one:", operations(one_by_one), "operations")
print("all at once:", operations(lambda: slopes_and_values(numbers, readings)))

# %% [markdown]
# Notebook 07 made a promise: from the Jacobian at the best numbers it told how far each of them may be off, without a
# second experiment. Here are two hundred experiments.

# %%
J = mg.func.jacfwd(swing)(mg.tensor([10.0, 0.3, 2.0], dtype=mg.float64)).numpy()
spread = 0.3**2 * np.linalg.inv(J.T @ J)   # the rule of notebook 07
found = numbers.numpy()
for k, name in enumerate("adw"):
    print(f"{name}: mean {found[:, k].mean():.3f}, spread {found[:, k].std():.4f}, promised {spread[k, k] ** 0.5:.4f}")

# %%
angle = np.linspace(0, 2 * np.pi, 100)
ring = np.linalg.cholesky(spread[1:, 1:]) @ np.array([np.cos(angle), np.sin(angle)])
plt.figure(figsize=(6, 4.2))
plt.plot(found[:, 1], found[:, 2], ".", color="#1f5a96", label="200 swings")
for size, style in ((1.0, "-"), (2.0, "--")):
    plt.plot(0.3 + size * ring[0], 2 + size * ring[1], style, color="#6a3fb5", label=f"promised, {size:.0f} sigma")
plt.plot(0.3, 2.0, "+", color="black", markersize=14, label="the truth")
plt.xlabel("d (per second)")
plt.ylabel("w (radians per second)")
plt.ylim(1.975, 2.03)
plt.legend(fontsize="small", loc="upper right")
plt.show()

# %% [markdown]
# *Figure 6. The damping and the pace of two hundred swings, as they were fitted, and what notebook 07's rule promised.*
#
# **The figure in words.** A plane, $d$ from 0.278 to 0.325 to the right and $w$ from 1.975 to 2.03 upwards. A cross
# in the middle marks the truth, 0.3 and 2. Two hundred dots form a cloud around it, dense in the middle. An
# ellipse is drawn around the cross, wider than high, and a dashed one of twice the size: 74 of the dots lie in the
# inner one, and 175 in the outer one; the rest is scattered around it, no further out than three or four times the
# first.
#
# If the errors follow the bell curve, 79 and 173 are to be expected. Nobody has repeated an experiment to get these
# ellipses: they come from one Jacobian, made by `jacfwd` in one run forward with three tangents. And nobody has
# written a fit for two hundred: you wrote the misfit of *one* swing, and three transforms, `vmap` of `hessian` of it
# among them, did the rest. That is what the word composition means here.

# %% [markdown]
# ## Five questions (not graded)
#
# The questions look back to notebook 08.
#
# <details><summary>1. What does <code>create_graph=True</code> change?</summary>
#
# The walk back is recorded, so that the gradient has a history and can be differentiated itself.
# </details>
# <details><summary>2. In which order does <code>grad_and_value</code> give its two results, and what is different in
# JAX?</summary>
#
# The gradient, then the value; `jax.value_and_grad` has them the other way round.
# </details>
# <details><summary>3. How many passes does a product of a Hessian with a vector take?</summary>
#
# Two: a run with tangents through a walk back, or two walks back. For any number of inputs.
# </details>
# <details><summary>4. Why may Newton's method walk uphill?</summary>
#
# It looks for a place without a slope. Along a direction with a negative eigenvalue that place is a top.
# </details>
# <details><summary>5. A second derivative is wrong, the first is right. Where do you look?</summary>
#
# At a rule that does not compute from saved inputs with tensors: a `detach()`, an `.item()`, an intermediate that was
# saved.
# </details>

# %% [markdown]
# ## What PyTorch does
#
# | here | PyTorch 2.13 | JAX |
# |---|---|---|
# | `vmap(f, in_dims, out_dims)` | `torch.func.vmap`, the same, and `torch.vmap` | `jax.vmap(f, in_axes, out_axes)` |
# | `jacobian(f, x)` | `torch.func.jacrev(f)(x)` | `jax.jacrev(f)(x)` |
# | `per_sample` | `torch.func.vmap(torch.func.grad(loss), (None, 0, 0))` | `jax.vmap(jax.grad(loss), (None, 0, 0))` |
# | `scan(step, carry, xs)` | none under that name: a Python loop | `jax.lax.scan`, with the same order |
# | `mg.where`, `mg.cond` | `torch.where`, `torch.cond` | `jnp.where`, `jax.lax.cond` |
#
# - Both have a batching rule for nearly every operation. Where PyTorch has none, it runs a loop and warns of it.
# - Inside `torch.func.vmap`, random numbers are refused unless you say `randomness="same"` or `"different"`: shall
#   all slices draw alike? In JAX the question does not come up, since keys are arguments. `chunk_size` takes so many
#   slices at a time, for less memory; JAX has `jax.lax.map` with `batch_size`.
# - An `if` on a value is refused by both. In JAX also outside of `vmap`, under `jit`: the program is traced once,
#   before there are values. That is why `lax.cond` and `lax.scan` are in use there every day, and `torch.cond` mostly
#   where a program is compiled or exported.
# - In JAX, under `vmap`, `lax.cond` on a condition that differs becomes a `where`: both branches run. So it does here.
# - Per-sample gradients of a model: `torch.func.functional_call` makes its weights an argument; `vmap` of `grad` does
#   the rest. The library Opacus trains with differential privacy in this way, or by hooks.
