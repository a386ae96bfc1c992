# %% [markdown]
# # 07 · Jacobian products: vjp and jvp
#
# Notebook 06 ended with the swing, fitted by an optimiser that writes in place: three numbers, found from forty
# readings. How far can you trust them? If a reading were a little off, which of the three would move, and by how much?
# One gradient cannot say. The swing's position at forty times depends on three numbers, so there are 120 derivatives:
# a whole table, the **Jacobian**. At the end of this notebook you see it as one picture, and read off it how well each
# of the three is known.
#
# An engine never makes this table unless you ask. What it does is multiply by it, from one side or from the other. All
# that `backward()` has done in this course is one of the two.
#
# Afterwards you can
#
# - say what a Jacobian looks like before you compute it, above all where its zeros are;
# - take a row of it by a walk back (a **vjp**), and a column by a run forward (a **jvp**);
# - write both, and make one of the other;
# - count the passes that a whole Jacobian costs, and choose the cheaper way;
# - test a rule without a single difference quotient;
# - say what is wrong with "the gradient" of a function that has many outputs.
#
# This notebook takes about three and a quarter hours: 120 minutes for the exercises, and the rest for reading and
# running. Good places to stop are after exercises 7.2 and 7.5.
#
# You need the ideas of notebook 03 (leaf, `backward()`, `.grad`), of notebook 04 (a rule gets `g` and returns `g` times
# the derivative), numpy's arrays, and the product of a matrix with a vector.

# %%
try:
    import numpy as np
    import minigrad as mg
    from minigrad.drawing import draw_jacobian
    from autograder.kit import close, learner, learner_side, plain, ref, rng, same
    from autograder.kit.predict import beside, outcome, told
    ready = hasattr(mg, "__course__")
except ImportError:
    ready = False
if not ready:
    print("This kernel lacks the course's packages. In the course folder, run:  python3 start.py")
    print("On Windows:  py start.py. Until then, the cells below end in errors.")

# %% [markdown]
# ## A derivative for each pair
#
# A function of many numbers with one value has a **gradient**: one derivative for each input. If it has many values
# too, there is one derivative for each pair of an output and an input. They are written as a table with a *row for
# each output* and a *column for each input*: the Jacobian $J$, with
#
# $$J_{ij} = \frac{\partial\, y_i}{\partial\, x_j}.$$
#
# The next function takes three numbers and gives two. Before you run the cell with the picture: which entries of its
# table are zero?

# %%
def two_products(x):
    return x[1:] * x[:-1]   # x[1] * x[0] and x[2] * x[1]

x = mg.tensor([2.0, 3.0, 5.0])
print(two_products(x))

# %%
draw_jacobian(two_products, x, row=1, column=1)

# %% [markdown]
# *Figure 1. The Jacobian of two products at 2, 3, 5.*
#
# **The figure in words.** A table of two rows and three columns. Row `y[0]` has 3.0, 2.0 and an empty cell; row `y[1]`
# has an empty cell, 5.0 and 3.0. An orange frame goes around the second row, and says vjp; a purple frame goes around
# the second column, 2.0 and 5.0, and says jvp. The empty cells are zeros: the first product does not depend on the
# third number, and the second not on the first.
#
# A **row** says how *one output* depends on every input: it is the gradient of that output. A **column** says how *every
# output* moves when one input is nudged. Two kinds of pass give you one or the other, and they are what the frames
# stand for:
#
# - the walk back takes weights $v$ for the outputs, and gives $v^\top J$, a weighted sum of *rows*: a
#   **vector-Jacobian product**, vjp;
# - the run forward takes a direction $v$ for the inputs, and gives $J v$, a weighted sum of *columns*: a
#   **Jacobian-vector product**, jvp.
#
# If the inputs or the outputs are a matrix, their entries are counted in reading order, so that a function from shape
# (2, 3) to shape (3, 2) has a table of six rows and six columns.

# %% [markdown]
# ## Exercise 7.1 · Four tables (graph, 3 points, about 12 min, needs nothing)
#
# Here are four functions and a point for each. `x.sort().values` are the entries of `x` from the smallest to the
# largest. The last one is a small **convolution**: a row of weights, 2 and $-1$, that slides along `x`.

# %%
four = {
    "cumsum": lambda x: x.cumsum(0),             # x[0], x[0] + x[1], x[0] + x[1] + x[2]
    "sort": lambda x: x.sort().values,
    "transpose": lambda x: x.T,
    "convolution": lambda x: 2 * x[:-1] - x[1:],
}
points = {"cumsum": [3.0, 1.0, 2.0], "sort": [3.0, 1.0, 2.0], "convolution": [3.0, 1.0, 2.0, 5.0],
          "transpose": [[3.0, 1.0, 2.0], [4.0, 6.0, 5.0]]}
for name, f in four.items():
    print(name, f(mg.tensor(points[name])).tolist())

# %% [markdown]
# **Goal** Write down the Jacobian of each of the four at its point, before you look at any of them.
#
# **Given** the two cells above. Derivatives are taken at the point: nudged by a little, the entries of `x` stay in the
# same order, and so `sort` only moves them to other places.
#
# **Return** the dictionary `tables`, with a list of rows (lists or tuples) or a numpy array (no tensor) for each name: a
# row for each output, a column for each input. All entries of these four are whole numbers, `2` or `2.0`, and wanted
# exactly. Entries of matrices are counted in reading order. `mg` is ruled out, so it is you who works them out; numpy
# is not, and `np.eye(6)[[5, 0]]` may help: it is rows 5 and 0 of a table with ones on its diagonal.
#
# **Example** For `two_products` at 2, 3, 5 it would be `[[3, 2, 0], [0, 5, 3]]`.
#
# The check that you see multiplies your tables by the points: these four functions are *linear* (`sort` is, near the
# point), and the value of a linear function is $Jx$. The hidden test looks at each entry, and for what is ruled out.

# %% nbgrader={"grade_id": "ex7_1", "solution": true}
### BEGIN SOLUTION
tables = {
    "cumsum": [[1, 0, 0], [1, 1, 0], [1, 1, 1]],
    "sort": [[0, 1, 0], [0, 0, 1], [1, 0, 0]],
    "transpose": np.eye(6)[[0, 3, 1, 4, 2, 5]],
    "convolution": [[2, -1, 0, 0], [0, 2, -1, 0], [0, 0, 2, -1]],
}
### STUB
# tables = {
#     "cumsum": None,
#     "sort": None,
#     "transpose": None,
#     "convolution": None,
# }
### END SOLUTION

# %% nbgrader={"grade_id": "ex7_1_test", "grade": true, "points": 3} exercise={"kind": "D", "forbid": ["minigrad"]}
FORM = "form: a dictionary with a table of numbers for each of the four names"
SHAPE = "shape: a row for each output, and a column for each input"
WHOLE = "whole: all entries of these four tables are whole numbers, exactly"
TIMES = "times the point: for these four functions the table times x is the value"
sizes_of_tables = {"cumsum": (3, 3), "sort": (3, 3), "transpose": (6, 6), "convolution": (3, 4)}
at_points = {"cumsum": [3.0, 1.0, 2.0], "sort": [3.0, 1.0, 2.0], "transpose": [3.0, 1.0, 2.0, 4.0, 6.0, 5.0],
             "convolution": [3.0, 1.0, 2.0, 5.0]}
values_there = {"cumsum": [3.0, 4.0, 6.0], "sort": [1.0, 2.0, 3.0], "transpose": [3.0, 4.0, 1.0, 6.0, 2.0, 5.0],
                "convolution": [5.0, 0.0, -1.0]}
same(isinstance(tables, dict), True, FORM)
same(sorted(tables), sorted(sizes_of_tables), FORM, about="the names")
for name_of_table in sizes_of_tables:
    same(tables[name_of_table] is not None, True, "form: still the stub; put a table in the place of None",
         about=name_of_table)


def as_table(given):
    """Nested lists or an array as a table of floats; None for anything else."""
    lists = given.tolist() if isinstance(given, np.ndarray) else given
    if not isinstance(lists, (list, tuple)) or not all(isinstance(row, (list, tuple)) for row in lists):
        return None
    numbers = [isinstance(each, (int, float, np.number)) for row in lists for each in row]
    if len({len(row) for row in lists}) != 1 or not all(numbers):
        return None
    return np.array([[float(each) for each in row] for row in lists])


read_tables = {name: as_table(tables[name]) for name in sizes_of_tables}
same([name for name, table in read_tables.items() if table is None], [], FORM,
     about="these are no nested lists or numpy arrays of numbers, with rows of one length (a tensor is neither)")
for name_of_table, size_of_table in sizes_of_tables.items():
    same(read_tables[name_of_table].shape, size_of_table, SHAPE, about=name_of_table)
    same(int((read_tables[name_of_table] % 1 != 0).sum()), 0, WHOLE, about=f"{name_of_table}: how many are not")
    close(read_tables[name_of_table] @ np.array(at_points[name_of_table]), np.array(values_there[name_of_table]), TIMES,
          about=name_of_table)
### BEGIN HIDDEN TESTS
# no inputs: dimensions, same, values, aliasing, unchanged, again, order, size, block: four tables, which take no inputs
# no inputs: example: the example is the table of another function
# inputs: asked (values_on_the_diagonal)
ENTRIES = "entries: how much each output changes when one input alone is nudged"
right_tables = {"cumsum": np.tril(np.ones((3, 3))), "sort": np.eye(3)[[1, 2, 0]],
                "transpose": np.eye(6).reshape(2, 3, 6).swapaxes(0, 1).reshape(6, 6),
                "convolution": 2 * np.eye(3, 4) - np.eye(3, 4, 1)}
for name_of_table, right_table in right_tables.items():
    same(bool((read_tables[name_of_table] == right_table).all()), True, ENTRIES, about=name_of_table)
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Go column by column: nudge one input, and ask which outputs move, and by how much for each unit. Or row by row: which
# inputs does this output read?
# </details>
# <details><summary>Hint 2: which entries</summary>
#
# In `cumsum` the last output reads all inputs, and the first reads one. `sort` and `transpose` only move entries: each
# row and each column has a single 1. The weights of the convolution stand in each row, one place further right.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# `cumsum`: ones on the diagonal and below it. `sort`: the smallest entry of 3, 1, 2 is in place 1, the next in place 2,
# the largest in place 0; that gives the three rows. `transpose`: the outputs, read row by row, are the inputs 0, 3, 1,
# 4, 2, 5. `convolution`: three rows, each with 2 on the diagonal and $-1$ to the right of it.
# </details>

# %% [markdown]
# Now look. A frame shows a row or a column of each; you can choose others by their numbers.

# %%
draw_jacobian(four["cumsum"], mg.tensor(points["cumsum"]), row=2, column=1)

# %% [markdown]
# *Figure 2. The Jacobian of a running sum.*
#
# **The figure in words.** Three rows and three columns, with 1.0 on the diagonal and below, and empty cells above. The
# orange frame holds the last row, three ones: the last output is the sum of all. The purple frame holds the middle
# column, an empty cell and two ones: input 1 moves output 1 and all outputs after it.

# %%
draw_jacobian(four["sort"], mg.tensor(points["sort"]), row=0, column=0)

# %% [markdown]
# *Figure 3. The Jacobian of sorting 3, 1, 2.*
#
# **The figure in words.** A single 1.0 in each row and in each column: row `y[0]` has it at `x[1]`, row `y[1]` at
# `x[2]`, row `y[2]` at `x[0]`. The framed row shows where the smallest entry came from; the framed column shows
# where the first entry went. These are two different questions: a gradient has to go back the way that the values came.

# %%
draw_jacobian(four["transpose"], mg.tensor(points["transpose"]), row=1, column=1)

# %% [markdown]
# *Figure 4. The Jacobian of a transposition, from shape (2, 3) to shape (3, 2).*
#
# **The figure in words.** Six rows, `y[0,0]` to `y[2,1]`, and six columns, `x[0,0]` to `x[1,2]`, with a single 1.0 in
# each row and column and 30 empty cells. The framed row, `y[0,1]`, has its one at `x[1,0]`; the framed column,
# `x[0,1]`, has its one at `y[1,0]`.

# %%
draw_jacobian(four["convolution"], mg.tensor(points["convolution"]), row=1, column=1)

# %% [markdown]
# *Figure 5. The Jacobian of a convolution with the weights 2 and $-1$.*
#
# **The figure in words.** Three rows and four columns: a band with 2.0 on the diagonal and -1.0 to the right of it, and
# half of the cells empty. The framed row holds the weights in their order, 2.0 and -1.0. The framed column holds them
# from top to bottom as -1.0 and 2.0: read along a column, the weights stand in the opposite order.
#
# All four tables have zeros, and in three of them they are half of the entries or more. For an image of a million
# pixels the table of a convolution has $10^{12}$ entries, nearly all of them zero, and nobody ever makes it. To multiply
# by it costs as much as the convolution itself. That is why engines offer the two products, and not the table.

# %% [markdown]
# ## What `backward(v)` computes
#
# An article says: "for tensor outputs PyTorch computes the Jacobian matrix instead of the gradient, and `v` must have
# the size of the original tensor." Try it: here are three inputs and two outputs. The table has six entries. How
# many numbers come back, and which of the `v` will do?

# %% claims=["C2-25", "C2-26", "C2-27", "C2-34"]
x = mg.tensor([2.0, 3.0, 5.0], requires_grad=True)

def back(*v):
    x.grad = None
    two_products(x).backward(*v)
    return x.grad

print("no v:       ", end=" ")
outcome(lambda: back())
print("v of three: ", told(lambda: back(mg.tensor([1.0, 1.0, 1.0]))))
print("v of two:   ", told(lambda: back(mg.tensor([1.0, 10.0]))))

# %% [markdown]
# Three numbers: once the first row and ten times the second, $1 \cdot (3, 2, 0) + 10 \cdot (0, 5, 3)$. It is the
# product $v^\top J$. So the article is wrong twice. No Jacobian matrix was computed, only its product with `v`, by a
# walk as long as that of a single gradient. And `v` has one weight for each entry of the tensor that you call
# `backward` *on*, the output; with the size of `x` it is refused. Only if that tensor has a single entry may `v` be
# left out; then it is 1.
#
# (`told` returns what a call returns, or the first sentence of its error.)
#
# With $v = (1, 0)$ and $v = (0, 1)$ you get the rows themselves. Do you need `backward()` twice for that, on the same
# graph? Predict which of these calls fail.

# %% claims=["C2-09", "C2-11", "C2-18", "C2-19", "C2-23"]
x = mg.tensor([2.0, 3.0, 5.0], requires_grad=True)
y = two_products(x)
made_by, first, second = y.grad_fn, mg.tensor([1.0, 0.0]), mg.tensor([0.0, 1.0])
for v, keep in ((first, True), (second, False), (first, False)):
    try:
        y.backward(v, retain_graph=keep)
        print("walked, ", x.grad)
    except RuntimeError:
        print("refused,", x.grad)
print("still the same node:", y.grad_fn is made_by)

# %% [markdown]
# The node of `y` was made forward, and the walks use it; no walk makes a new one. Each walk lets go of what the nodes
# have saved, unless you say `retain_graph=True`; so every walk but the last has to say it. And the two rows are in one
# sum, since `.grad` adds up: 3, 7, 3 is neither row.
#
# An article asks three times for the same gradients, and prints three different answers. Here only the first row of each
# is printed. Predict what the second and the third have to do with the first.

# %% claims=["C2-20", "C2-28", "C2-29", "C2-31"]
x = mg.eye(4, 5, requires_grad=True)
y = (x + 1).pow(2).t()
y.backward(mg.ones_like(y), retain_graph=True)
print(x.grad[0])
y.backward(mg.ones_like(y), retain_graph=True)
print(x.grad[0])
x.grad.zero_()
y.backward(mg.ones_like(y))
print(x.grad[0])

# %% [markdown]
# Four and twos, twice as much, and four and twos again. The gradients were the same each time. The second walk added
# them to what lay in `.grad`; before the third, `zero_()` had cleared it.
#
# For rows, `mg.autograd.grad(y, inputs, v)` is better suited: it returns the gradients as a tuple, one for each input,
# and touches no `.grad`. It can be asked for any tensor of the graph, not only for leaves.

# %% claims=["C2-08", "C3-24"]
x = mg.tensor([2.0, 3.0, 5.0], requires_grad=True)
shifted = x + 1
y = two_products(shifted)
print(mg.autograd.grad(y, (x, shifted), mg.tensor([1.0, 10.0])), x.grad)
apart = mg.tensor([1.0], requires_grad=True)
print(told(lambda: mg.autograd.grad(two_products(x), (x, apart), mg.tensor([1.0, 10.0]))))
print(mg.autograd.grad(two_products(x), (x, apart), mg.tensor([1.0, 10.0]), materialize_grads=True))

# %% [markdown]
# The output does not depend on `apart`: that is an error, unless you say what you want instead.
# `materialize_grads=True` gives zeros, which is what these derivatives are. (If the output depends on *no* input that
# asks for a gradient, then it has no graph at all; `y.requires_grad` tells.)

# %% [markdown]
# ## Exercise 7.2 · `vjp` (code, 4 points, about 18 min, needs nothing)
#
# `backward` asks you to mark leaves, to keep graphs and to clear `.grad`. A function that wants none of this is handier:
# `vjp` takes a function and a point, runs it once, and gives you the value and a second function, `pull`. This one
# takes weights for the outputs back to the inputs, as often as you like.
#
# **Goal** Write `vjp(f, *primals)`.
#
# **Given** the `primals`, one to four tensors, all in `float32` or all in `float64`, of any shape with at most three
# dimensions (a size may be 0). They require no grad, and may be views. One tensor may come twice, as two primals. `f` is
# a function of as many tensors, without side effects, and its value is one tensor of their type. It may leave a primal
# unused, or all of them: then the value has no graph. It uses no other tensor that requires grad, but may read a primal
# from outside of itself, where it is a constant. An unused primal may be infinite; all other numbers are finite.
# Recording is on, and stays on.
#
# **Return** a tuple `(value, pull)`. `value` is `f(*primals)`, and requires no grad. `pull(v)`, for a tensor `v` in the
# shape and type of the value, which requires no grad and may be a view, returns a tuple with $v^\top J$ for each
# primal: a tensor in its shape and type that requires no grad, zeros where the value does not depend on it. `f` is
# called once by `vjp`, and not by `pull`. `pull` may be called any number of times, also with the same `v` after
# somebody has written into it. Later calls of `pull` and `vjp` make no difference to what came before. What is returned
# may share memory with the primals or `v` (and then changes with a `v` that is written into); nobody writes into
# primals, value or what `pull` has returned. The primals and `v` stay as they are: their numbers, `requires_grad`,
# `.grad`. The package's own transforms (`mg.func`,
# `mg.autograd.functional`, `mg.autograd.forward_ad`) are ruled out. The hidden test looks for what is ruled out; the
# check that you see does not.
#
# **Example** For `value, pull = vjp(two_products, mg.tensor([2.0, 3.0, 5.0]))`, `value` is `[6, 15]` and
# `pull(mg.tensor([1.0, 10.0]))` is a tuple with the one tensor `[3, 52, 30]`.

# %% nbgrader={"grade_id": "ex7_2", "solution": true}
def vjp(f, *primals):
    ### BEGIN SOLUTION
    leaves = [x.detach().clone().requires_grad_() for x in primals]
    value = f(*leaves)

    def pull(v):
        if not value.requires_grad:
            return tuple(mg.zeros_like(x) for x in primals)
        return mg.autograd.grad(value, leaves, v, retain_graph=True, materialize_grads=True)

    return value.detach(), pull
    ### STUB
    # raise NotImplementedError("still the stub")
    ### END SOLUTION

# %% nbgrader={"grade_id": "ex7_2_test", "grade": true, "points": 4} exercise={"kind": "C", "forbid": ["minigrad.func", "minigrad.autograd.functional", "minigrad.autograd.forward_ad", "minigrad.drawing"]}
PAIR = "pair: vjp returns a tuple of the value and a function, which returns a tuple with one tensor for each primal"
VALUE = "value: f at the primals, in its own type"
ROWS = "rows: pull(v) is the sum of the rows of the Jacobian, each times its weight in v"
ZEROS = "zeros: a primal gets zeros, in its own shape and type, if the value does not depend on it, or if v is 0"
AGAIN = "again: pull can be called again and again, and each call is for its own v alone"
ONCE = "once: f is run one time, by vjp"
PLAIN = "plain: value and gradients are tensors of the primals' type, and require no grad"
STAYS = "unchanged: primals and v keep their numbers, their requires_grad and their .grad"


@learner_side
def begun_vjp(vjp, f, arrays, twice, views):
    """The primals, all of them views if asked for, and what vjp returns for them."""
    primals = [mg.tensor(np.stack([each, each]).copy("F"))[0] if views else mg.tensor(each) for each in arrays]
    if twice:
        primals[twice] = primals[0]   # the place where the first comes once more
    return primals, vjp(f, *primals)


@learner_side
def pulled_vjp(pull, v, views):
    """What pull returns: is it a tuple, and of each part the kind, numbers and requires_grad; then all of v."""
    v = mg.tensor(np.stack([v, v]).copy("F"))[0] if views else mg.tensor(v)
    came = pull(v)
    if not isinstance(came, tuple):
        return False, [], [v.detach().numpy(), v.requires_grad, v.grad is not None]
    kinds = ["None" if each is None else "tensor" if hasattr(each, "detach") else "no tensor" for each in came]
    parts = [(kind, each.detach().numpy(), each.requires_grad) if kind == "tensor" else (kind, 0.0, False)
             for kind, each in zip(kinds, came, strict=True)]
    return True, parts, [v.detach().numpy(), v.requires_grad, v.grad is not None]


@learner_side
def pulled_around(pull, v):
    """What pull returns for v; the same, looked at again after a pull of ten times v in the same tensor; and that."""
    v = mg.tensor(v)
    first = pull(v)
    fresh = [each.detach().numpy().copy() for each in first]
    v.mul_(10.0)
    later = pull(v)
    return fresh, [each.detach().numpy() for each in first], [each.detach().numpy() for each in later]


@learner_side
def looked_at(tensors):
    """Numbers, requires_grad, and whether there is a .grad; None for what is no tensor."""
    return [(x.detach().numpy(), x.requires_grad, x.is_leaf and x.grad is not None) if hasattr(x, "detach") else None
            for x in tensors]


def tell_vjp(about, f, arrays, weights, twice=0, views=False):
    """The value and pull of the learner's vjp, compared with what the checker's own engine says."""
    calls = []

    def counting(*x):
        calls.append(len(x))
        return f(*x)

    begun = begun_vjp(vjp, counting, arrays, twice, views)
    primals, pair = begun
    same(isinstance(pair, tuple) and len(pair) == 2, True, PAIR, about=about)
    value, pull = pair
    right, rows = ref.func.vjp(f, *[ref.tensor(each) for each in arrays])
    near = {"rtol": 1e-4, "atol": 1e-6} if arrays[0].dtype.name == "float32" else {"rtol": 1e-10, "atol": 1e-12}
    (seen_value,) = plain(looked_at([value]))
    same(seen_value is not None, True, PLAIN, about=f"{about}, the value is a tensor")
    close(seen_value[0], right.numpy(), VALUE, **near, about=about)
    for number, each in enumerate(weights):
        wanted = [row.numpy() for row in rows(ref.tensor(each))]
        if number:
            came = plain(pulled_vjp(pull, each, views))
            same(came is not None, True, AGAIN, about=about)
        elif all(row.any() for row in wanted):
            came = plain(pulled_vjp(pull, each, views))
            same(came is not None, True, ROWS, about=about)
        else:
            came = plain(pulled_vjp(pull, each, views))
            same(came is not None, True, ZEROS, about=about)
        is_tuple, parts, v_now = came
        same(is_tuple, True, PAIR, about=f"{about}, pull returns a tuple")
        same(len(parts), len(arrays), PAIR, about=f"{about}, how many tensors pull returns")
        for place, ((kind, part, tracked), row) in enumerate(zip(parts, wanted, strict=True)):
            words = f"{about}, primal {place}, v number {number}"
            same(kind != "None", True, ZEROS, about=words)
            same(kind, "tensor", PLAIN, about=words)
            if number:
                close(part, row, AGAIN, **near, about=words)
            elif row.any():
                close(part, row, ROWS, **near, about=words)
            else:
                close(part, row, ZEROS, **near, about=words)
                same(part.dtype.name, row.dtype.name, ZEROS, about=f"{words}: type")
            same([part.dtype.name, tracked], [row.dtype.name, False], PLAIN, about=f"{words}: type, requires_grad")
        close(v_now[0], each, STAYS, about=f"{about}, v")
        same(v_now[1:], [False, False], STAYS, about=f"{about}, requires_grad and .grad of v")
    same([seen_value[0].dtype.name, seen_value[1]], [arrays[0].dtype.name, False], PLAIN,
         about=f"{about}, type and requires_grad of the value")
    same(calls, [len(arrays)], ONCE, about=about)
    after = plain(looked_at(primals))
    close([numbers for numbers, _, _ in after], list(arrays), STAYS, about=f"{about}, the primals")
    same([[tracked, graded] for _, tracked, graded in after], [[False, False]] * len(arrays), STAYS,
         about=f"{about}, requires_grad and .grad of the primals")
    return pull


x_of_vjp, v_of_vjp = np.array([2.0, 3.0, 5.0]), np.array([1.0, 10.0])
tell_vjp("the example", lambda x: x[1:] * x[:-1], [x_of_vjp.astype("float32")], [v_of_vjp.astype("float32")])
tell_vjp("a negative weight", lambda x: x[1:] * x[:-1], [x_of_vjp], [np.array([-2.0, 0.5])])
tell_vjp("three calls of pull", lambda x: x[1:] * x[:-1], [x_of_vjp], [v_of_vjp, np.array([-2.0, 0.5]), v_of_vjp])
tell_vjp("two primals of unequal shapes", lambda a, b: a * b, [x_of_vjp, np.array([[1.0], [-2.0]])],
         [np.array([[1.0, -1.0, 2.0], [0.5, 3.0, 1.0]])])
tell_vjp("the first primal unused", lambda a, b: b * 3.0, [x_of_vjp, v_of_vjp], [np.array([1.0, -2.0])])
tell_vjp("a value that depends on nothing", lambda a: a.detach() * 2.0, [x_of_vjp], [np.array([1.0, -2.0, 0.5])])
tell_vjp("one tensor as two primals", lambda a, b: a * b * b, [x_of_vjp, x_of_vjp], [np.array([1.0, -2.0, 0.5])], 1)
tell_vjp("a value without dimensions", lambda x: (x * x).sum(), [x_of_vjp], [np.array(1.0), np.array(-3.0)])
tell_vjp("primals and v that are views", lambda a, b: a * b, [x_of_vjp, np.array([[1.0], [-2.0]])],
         [np.array([[1.0, -1.0, 2.0], [0.5, 3.0, 1.0]])], views=True)
tell_vjp("a primal of size 0", lambda a, b: a.sum() * b, [np.zeros((0, 2)), v_of_vjp], [np.array([1.0, 2.0])])
### BEGIN HIDDEN TESTS
def numbers_of_vjp(shape, name="float64"):
    return np.asarray(rng.uniform(0.4, 1.6, size=shape) * rng.choice([-1.0, 1.0], size=shape)).astype(name)


def products_of_vjp(x):
    return x[1:] * x[:-1]


functions_of_vjp = [
    (lambda x: x.sin() * x, [()], ()), (lambda x: x.exp(), [(1,)], (1,)),
    (lambda x: x.cumsum(0), [(4,)], (4,)), (lambda x: x.T * 2.0, [(2, 3)], (3, 2)),
    (lambda x: x.sum(0), [(2, 3)], (3,)), (lambda a, b: a @ b, [(2, 3), (3, 4)], (2, 4)),
    (lambda a, b, c: a * b + c, [(2, 1), (3,), ()], (2, 3)), (lambda a, b, c: a * c, [(2,), (3, 3), (1,)], (2,)),
    (lambda a, b, c, d: a * d - c, [(2,), (4,), (1,), (3, 2)], (3, 2)),
    (lambda x: x, [(2, 2)], (2, 2)), (lambda x: x.reshape(3, 2)[1:], [(2, 1, 3)], (2, 2)),
    (lambda a, b: b.detach() + 1.0, [(2,), (3,)], (3,)), (lambda x: (x * x).mean(), [(2, 2, 2)], ()),
    (lambda x: x[:0] * 2.0, [(3,)], (0,)), (lambda x: x[:0] * 2.0, [(3, 2)], (0, 2)),
    (lambda a, b: a * b, [(2, 0), (1,)], (2, 0)), (lambda x: x.permute(2, 0, 1) * 3.0, [(2, 3, 2)], (2, 2, 3)),
    (lambda a, b, c: a * b, [(3,), (2, 1), (0, 2, 3)], (2, 3)), (lambda a, b, c: b, [(3,), (2, 1), (2, 1)], (2, 1)),
    (lambda x: x.tanh(), [(2, 2)], (2, 2)), (lambda x: x.expand(2, 3), [(3,)], (2, 3)), (lambda x: x[1], [(3,)], ()),
]
weights_that_differ = [np.array(each) for each in (
    [1.0, -2.0, 1.0], [0.0, 0.0, 3.0], [-3.0, 0.0, 0.0], [2.0, 2.0, 2.0], [0.0, 1.0, -1.0], [1.0, 1.0, 1.0])]
weights_alike = [np.array(each) for each in (   # in another order, as a set, by their hash, and after huge ones
    [1.0, 2.0, 2.0], [2.0, 1.0, 2.0], [2.0, 2.0, 1.0], [1.0, 1.0, 2.0], [-1.0, -1.0, -1.0], [-2.0, -2.0, -2.0],
    [1e20, -1e20, 1e20], [1.0, 2.0, 2.0], [0.0, 0.0, 0.0], [2.0, 1.0, 2.0], [-1.0, 1.0, 0.0], [1.0, 0.0, -1.0])]
# word: that what comes back is a tuple, and what requires grad and has a .grad
# no inputs: aliasing: every call looks at primals and v, and the visible part has views
# no inputs: order: each primal has its own place, and the visible part has unused ones
# no inputs: block: recording is on, as Given says
# no inputs: asked, example: the visible part counts the runs of f, and has the example
# inputs: dimensions (one_entry_is_scaled), values (gives_up_at_zero, zeros_by_times_zero), size (three_at_most)
for number, (f_of_vjp, shapes, of_value) in enumerate(functions_of_vjp):
    name = ("float64", "float32")[number % 4 == 3]
    tell_vjp(f"shapes {shapes}, value {of_value}, {name}", f_of_vjp, [numbers_of_vjp(each, name) for each in shapes],
             [numbers_of_vjp(of_value, name), numbers_of_vjp(of_value, name)], views=number % 3 == 1)
tell_vjp("a v of zeros", lambda x: x.T * 2.0, [numbers_of_vjp((2, 3))], [np.zeros((3, 2))])
tell_vjp("tiny and huge weights", lambda x: x * x, [numbers_of_vjp((3,))],
         [np.array([1e-12, 0.0, -1e9]), np.array([0.0, 1e-200, 0.0])])
for name, tiny in (("float64", 1e-200), ("float32", 1e-30)):
    weights_now = numbers_of_vjp((3,), name)
    rows_of_tiny = vjp(lambda x: x * 3.0, mg.tensor(x_of_vjp.astype(name)))[1](mg.tensor(tiny * weights_now))
    close(rows_of_tiny[0], 3 * tiny * weights_now, ROWS, rtol=1e-5, atol=0, about=f"a v of size {tiny}, {name}")
for f_of_vjp in (lambda a, b: b * 3.0, lambda a, b: b.detach() * 3.0):
    tell_vjp("an unused primal that is infinite", f_of_vjp, [np.array([np.inf, 1.0, -np.inf]), x_of_vjp], [np.ones(3)])
for of_primal, of_value in (((), (1, 1)), ((), (1,)), ((1,), ()), ((1, 1), (1,)), ((1,), (1, 1, 1)), ((1, 1, 1), ())):
    tell_vjp(f"one entry, from shape {of_primal} to {of_value}", lambda x: (x * x).reshape(of_value),
             [numbers_of_vjp(of_primal)], [numbers_of_vjp(of_value), np.zeros(of_value), numbers_of_vjp(of_value)])
tell_vjp("three primals, and a value of shape (1, 1)", lambda a, b, c: (a.sum() * b).reshape(1, 1),
         [numbers_of_vjp((3,)), numbers_of_vjp(()), numbers_of_vjp((2,))], [numbers_of_vjp((1, 1))])
for about, f_of_vjp, at_of_vjp in (("values that are not 0", lambda x: x * x, x_of_vjp),
                                   ("a value of zeros", lambda x: x - x.detach(), x_of_vjp),
                                   ("a 0 first in the value", lambda x: x * x - 4.0, x_of_vjp),
                                   ("a primal of zeros", lambda x: x.sin() + 1.0, np.zeros(3)),
                                   ("slopes of 0", lambda x: x * x, np.array([0.0, 2.0, 0.0])),
                                   ("what is left of the mean", lambda x: x - x.mean(), x_of_vjp),
                                   ("equal entries", lambda x: x * x, np.array([2.0, -2.0, 2.0]))):
    tell_vjp(f"{about}; weights with zeros, equal ones, and such that add up to 0", f_of_vjp, [at_of_vjp],
             weights_that_differ)
tell_vjp("one primal of zeros", lambda a, b: a * b, [np.zeros(3), x_of_vjp], weights_that_differ[:2])
tell_vjp("a v of zeros, and another after it", lambda a, b: a * b, [x_of_vjp, -x_of_vjp],
         [np.zeros(3), weights_that_differ[0]])
tell_vjp("the second of two primals of one shape, as it is", lambda a, b: b, [x_of_vjp, x_of_vjp + 1], [np.ones(3)])
# inputs: same (one_leaf_for_a_far_repeat)
two_of_vjp = mg.tensor(x_of_vjp), mg.tensor(-x_of_vjp)
rows_of_two = vjp(lambda a, b, c: a * b + c * c, two_of_vjp[0], two_of_vjp[1], two_of_vjp[1])[1](two_of_vjp[0])
close(list(rows_of_two), [-x_of_vjp**2, x_of_vjp**2, -2 * x_of_vjp**2], ROWS,
      about="the second primal once more as the third")
tell_vjp("the first primal once more as the third", lambda a, b, c: a * b + c * c, [x_of_vjp, -x_of_vjp, x_of_vjp],
         [numbers_of_vjp((3,)), numbers_of_vjp((3,))], 2)
outside_vjp, weights_now = mg.tensor(x_of_vjp), numbers_of_vjp((3,))
close(vjp(lambda a: a * outside_vjp, outside_vjp)[1](mg.tensor(weights_now))[0], weights_now * x_of_vjp, ROWS,
      about="a function that reads the primal from outside as well")
# inputs: unchanged (grad_zeroed_in_place, remembers_by_identity)
for at_of_vjp in (x_of_vjp, np.array([1.0, -4.0, 0.5])):
    came_around = plain(pulled_around(vjp(products_of_vjp, mg.tensor(at_of_vjp))[1], v_of_vjp))
    row_of_vjp = v_of_vjp @ np.array([[at_of_vjp[1], at_of_vjp[0], 0.0], [0.0, at_of_vjp[2], at_of_vjp[1]]])
    close(came_around, [[row_of_vjp], [row_of_vjp], [10 * row_of_vjp]], AGAIN,
          about="one function at two points: what came first, the same after a second pull, and what that gave")
v_by_data = mg.tensor(v_of_vjp)
_, pull_now = vjp(products_of_vjp, mg.tensor(x_of_vjp))
for factor in (1.0, 10.0, -30.0):   # written into where no version counts it
    close(pull_now(v_by_data)[0], factor * v_of_vjp @ np.array([[3.0, 2.0, 0.0], [0.0, 5.0, 3.0]]), AGAIN,
          about="the same v, after it was written into through .data")
    v_by_data.data.mul_(-3.0 if factor == 10.0 else 10.0)
# inputs: again (newest_graph_only, rows_kept_by_numbers, graph_kept_for_numbers, value_in_one_desk, rows_by_difference,
# kept_by_sorted_weights)
runs_of_vjp, once_more = [], mg.tensor(x_of_vjp)


def noted_by_vjp(x):
    runs_of_vjp.append(1)
    return x * x


pairs_of_vjp = [vjp(noted_by_vjp, once_more) for _ in range(2)]
same(len(runs_of_vjp), 2, ONCE, about="one function at one tensor, twice: it is run by either call")
pairs_of_vjp = [vjp(lambda x: x * number, once_more) for number in (1.0, 2.0, -3.0)]
close([first for first, _ in pairs_of_vjp], [x_of_vjp, 2 * x_of_vjp, -3 * x_of_vjp], VALUE,
      about="three values of one shape, looked at afterwards")
nested_of_vjp = vjp(lambda a: a * vjp(lambda b: b * b, a.detach())[0], once_more)
close(nested_of_vjp[1](once_more)[0], x_of_vjp**3, ROWS, about="a function that calls vjp itself, for a constant")
tell_vjp("weights that are alike, and huge ones", lambda x: x * x, [x_of_vjp], weights_alike)
_, pull_now = vjp(lambda x: x * 3.0, once_more)
for tiny in (1e-200, 2e-200):
    close(pull_now(mg.tensor(tiny * x_of_vjp))[0], 3 * tiny * x_of_vjp, AGAIN, rtol=1e-10, atol=0,
          about="one pull, two tiny v")
def sized_of_vjp(x):
    return x * x * (len(x.shape) + (0.5 if "64" in str(x.dtype) else 0.25))


four_of_vjp, weights_now = numbers_of_vjp((4,), "float32"), numbers_of_vjp((4,), "float32")
for shape in ((4,), (2, 2), (1, 4), (4,)):   # the same numbers
    for name in ("float64", "float32"):
        at_of_vjp, along = four_of_vjp.reshape(shape).astype(name), weights_now.reshape(shape).astype(name)
        close(vjp(sized_of_vjp, mg.tensor(at_of_vjp))[1](mg.tensor(along))[0],
              2 * at_of_vjp * along * (len(shape) + (0.5 if name == "float64" else 0.25)), ROWS, rtol=1e-5,
              about=f"one function at the same numbers, now in shape {shape}, {name}")
weights_now = numbers_of_vjp((3,))
tell_vjp("weights that print alike", lambda x: x * x, [x_of_vjp],
         [weights_now, weights_now + 1e-6, weights_now + 1e-9, weights_now])
one_x, one_v = mg.tensor(x_of_vjp), mg.tensor(weights_that_differ[3])
rows_of_one = [vjp(f, one_x)[1](one_v)[0] for f in (lambda x: x * x, lambda x: x * 3.0, lambda x: x.exp())]
for row_now, slope in zip(rows_of_one, (2 * x_of_vjp, 3.0, np.exp(x_of_vjp)), strict=True):
    close(row_now, slope * weights_that_differ[3], ROWS, about="three functions at one tensor, and one v for all")
value_now, pull_now = vjp(lambda x: x * x, one_x)
for along, right in ((value_now, 2 * x_of_vjp**3), (one_x, 2 * x_of_vjp**2), (one_v, 2 * x_of_vjp * 2.0)):
    close(pull_now(along)[0], right, AGAIN, about="the value itself as v, then the primal, then another")
close(value_now, x_of_vjp**2, STAYS, about="a value that was pulled as v")
pulls_of_vjp = [(f, tell_vjp("one after the other", f, [x_of_vjp], [np.ones(3)])) for f in (
    lambda x: x * x, lambda x: x * 3.0, lambda x: x.exp())]
for f_of_vjp, pull_of_vjp in pulls_of_vjp:
    weights_now = numbers_of_vjp((3,))
    _, rows_of_vjp = ref.func.vjp(f_of_vjp, ref.tensor(x_of_vjp))
    close(pull_of_vjp(mg.tensor(weights_now))[0], rows_of_vjp(ref.tensor(weights_now))[0].numpy(), AGAIN,
          about="three functions, pulled after all three were made")
same(mg.is_grad_enabled(), True, STAYS, about="recording is still on")
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Make leaves of your own from the primals, run `f` on them, and keep them and the value for later: a function
# that is defined inside another one sees its names.
# </details>
# <details><summary>Hint 2: <code>Trying to backward through the graph a second time</code></summary>
#
# `pull` may be called again. Which argument of the call that walks back keeps the saved values?
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# A leaf is a detached copy that requires grad. `pull` asks `mg.autograd.grad` for the gradients of the value with
# respect to all leaves, weighted by `v`, with the graph kept and zeros where nothing leads. If the value does not
# require grad, there is no graph: return zeros like the primals. What you return as the value is detached.
# </details>

# %% [markdown]
# With it, rows are one call each. `mg.eye(2)` has the two unit vectors as its rows.

# %%
def rows_of_two_products():
    _, pull = vjp(two_products, mg.tensor([2.0, 3.0, 5.0]))
    return [pull(v)[0] for v in mg.eye(2)]

print(told(rows_of_two_products))

# %% [markdown]
# `mg.func.vjp` is the package's own, with the same arguments and results. It nests: its results can be differentiated
# again, which yours cannot. In notebook 08 this will matter.

# %% [markdown]
# **A good place to stop.** You have rows. What comes next are columns: the same table from the other side, without a
# walk back.

# %% [markdown]
# ## Forward, with a speed
#
# Think of the inputs as moving: each entry of `x` has a value and a speed, its **tangent**. Then everything that is
# computed from them moves too, and its speed can be worked out on the spot, operation by operation. No graph is kept,
# nothing is saved, and there is no walk back. If $a$ moves at $\dot a$ and $b$ at $\dot b$, then $a + b$ moves at
# $\dot a + \dot b$, and their product at $\dot a\, b + a\, \dot b$: the product rule.
#
# A value with its tangent is called a **dual number**, since one can write it as $a + \dot a\,\varepsilon$ and compute
# as usual, with $\varepsilon^2 = 0$:
#
# $$(a + \dot a\,\varepsilon)(b + \dot b\,\varepsilon) = ab + (\dot a\, b + a\, \dot b)\,\varepsilon.$$
#
# The next three cells are all that is needed, but for the rules. A `Dual` holds two arrays of one shape. Each operation
# on it asks `push`, in the third cell, which takes values and tangents apart, runs the operation on the values and its
# rule on both. Plain numbers and arrays do not move: their tangent is 0. Python asks `__radd__` and its like when the
# `Dual` stands on the right of the sign, as in `10 + dual`. There is no minus: `-1.0 * dual` does.

# %%
class Dual:
    __array_ufunc__ = None   # so that numpy leaves `array * dual` to us

    def __init__(self, value, tangent):
        self.value, self.tangent = value, tangent

    def exp(self):
        return push("exp", self)
    def sin(self):
        return push("sin", self)
    def sum(self):
        return push("sum", self)

# %%
def two_sided(name):
    """What Python calls for `dual + other` and for `other + dual`."""
    return (lambda self, other: push(name, self, other)), (lambda self, other: push(name, other, self))

Dual.__add__, Dual.__radd__ = two_sided("add")
Dual.__mul__, Dual.__rmul__ = two_sided("mul")
Dual.__truediv__, Dual.__rtruediv__ = two_sided("div")
Dual.__matmul__, Dual.__rmatmul__ = two_sided("matmul")

# %%
VALUES = {"add": np.add, "mul": np.multiply, "div": np.divide, "matmul": np.matmul,
          "exp": np.exp, "sin": np.sin, "sum": np.sum}
PUSH = {"add": lambda a, b, da, db: da + db}

def push(name, *inputs):
    """The operation on the values, and its rule on values and tangents."""
    values = [x.value if isinstance(x, Dual) else np.asarray(x, np.float64) for x in inputs]
    tangents = [x.tangent if isinstance(x, Dual) else np.zeros(np.shape(x)) for x in inputs]
    return Dual(VALUES[name](*values), PUSH[name](*values, *tangents))

moved = Dual(np.array([2.0, 3.0]), np.array([1.0, 0.0])) + 10
print(moved.value, moved.tangent)

# %% [markdown]
# 12 moves at the speed 1, and 13 does not move. One rule is there, that of the sum; compare it with the rules of
# notebook 04. A rule for the way back gets $g$ and returns a part for *each input*. A rule for the way forward gets a
# tangent for each input and returns *one* tangent, that of the output. Where broadcasting repeats an entry, the way back
# has to add up. The way forward repeats the tangent as well, and that is all.

# %% [markdown]
# ## Exercise 7.3 · Six rules, and `jvp` (code, 5 points, about 16 min, needs nothing)
#
# **Goal** Write the rules of six operations, and `jvp(f, primals, tangents)`.
#
# **Given** for the rules numpy's arrays (or numbers of numpy's) in `float64`: values first, then a tangent for each, in
# its shape. `mul` and `div` broadcast. `matmul` gets two matrices, or a matrix and a vector in this order. `sum` is the
# sum of all entries. Sizes may be 0. One array may come in several places, as both factors, say, with two tangents. All
# numbers are finite; `exp` and `sin` get values up to 300 in size; all other values, and all tangents, have sizes from
# $10^{-50}$ to $10^{50}$ or are 0, but divisors are never 0. For `jvp` a tuple of one to three such arrays, a tuple of
# as many tangents in their shapes (here too one array may come in several places), and `f`, a function of as many
# arguments that uses the seven operations above within these bounds, on its arguments and on Python's numbers and
# numpy's arrays (ints as well: `push` makes floats of them). It may leave arguments unused, or return one as it is.
# Later calls may get the same arrays with other numbers in them.
#
# **Return** from each rule the tangent of the output, in the shape of the output. From `jvp` a tuple: the value of `f`
# at the primals, and its tangent $Jv$ in the same shape. If `f` returns something that is no `Dual`, a number (Python's
# or numpy's) or an array, it does not depend on its arguments: the value is that, and the tangent is zeros in its
# shape, of any type. `f` is called once. What is given stays as it is, and so do the arrays that `f` returns or reads
# from outside:
# they are not yours, and somebody may need them again. Later calls make no difference to what was returned before.
# `mg` is ruled out; the hidden test looks for it, the check that
# you see does not.
#
# **Example** `jvp(lambda x: x * x, (np.array([2.0, 3.0]),), (np.array([1.0, 10.0]),))` gives `[4, 9]` and `[4, 60]`.

# %% nbgrader={"grade_id": "ex7_3", "solution": true}
### BEGIN SOLUTION
def push_mul(a, b, da, db):
    return da * b + a * db

def push_div(a, b, da, db):
    return da / b - a * db / (b * b)

def push_matmul(a, b, da, db):
    return da @ b + a @ db

def push_exp(x, dx):
    return np.exp(x) * dx

def push_sin(x, dx):
    return np.cos(x) * dx

def push_sum(x, dx):
    return dx.sum()

def jvp(f, primals, tangents):
    result = f(*[Dual(x, dx) for x, dx in zip(primals, tangents, strict=True)])
    if isinstance(result, Dual):
        return result.value, result.tangent
    return result, np.zeros(np.shape(result))
### STUB
# def push_mul(a, b, da, db):
#     raise NotImplementedError("still the stub")
#
# def push_div(a, b, da, db):
#     raise NotImplementedError("still the stub")
#
# def push_matmul(a, b, da, db):
#     raise NotImplementedError("still the stub")
#
# def push_exp(x, dx):
#     raise NotImplementedError("still the stub")
#
# def push_sin(x, dx):
#     raise NotImplementedError("still the stub")
#
# def push_sum(x, dx):
#     raise NotImplementedError("still the stub")
#
# def jvp(f, primals, tangents):
#     raise NotImplementedError("still the stub")
### END SOLUTION
PUSH |= {"mul": push_mul, "div": push_div, "matmul": push_matmul}
PUSH |= {"exp": push_exp, "sin": push_sin, "sum": push_sum}

# %% nbgrader={"grade_id": "ex7_3_test", "grade": true, "points": 5} exercise={"kind": "C", "forbid": ["minigrad"]}
MUL = "mul: a product moves because a moves and because b moves"
DIV = "div: the tangent of a quotient is that of a over b, less a times that of b over b squared"
MATMUL = "matmul: a product of matrices moves because either factor moves, and the factors keep their sides"
EXP = "exp: the slope of exp is exp(x), times the tangent"
SIN = "sin: the slope of sin is cos(x), times the tangent"
SUM = "sum: a sum moves at the sum of the speeds"
BOTH = "jvp: it returns a tuple of the value of f and its tangent"
PUSHED = "pushed: the tangent of f is the Jacobian times the tangents, all of them together"
REST = "rest: what does not depend on the arguments has the tangent 0, in its shape"
ONCE = "once: f is called once"
STAYS = "unchanged: what is given stays as it is"
within = {"rtol": 1e-10, "atol": 1e-12}


@learner_side
def told_of_rule(rule, cases, numbers):
    """What a rule returns for each case, and how many of its arrays were changed."""
    found, changed = [], 0
    for case in cases:
        given = [np.array(each)[()] if numbers else np.array(each) for each in case]
        for k in range(len(case)):   # equal arrays are one array in several places
            given[k] = given[[np.array_equal(each, case[k]) for each in case].index(True)]
        found.append(rule(*given))
        changed += sum(given[k].tobytes() != np.array(case[k]).tobytes() for k in range(len(case)))
    return found, changed


@learner_side
def jvp_of_one(jvp, f, x, dx):
    """What jvp gives for one array as three primals and as two of their tangents, looked at after another call."""
    came = jvp(f, (x, x, x), (dx, x, x))
    jvp(f, (dx, dx, dx), (x, dx, x))
    return list(came)


@learner_side
def still_writable(jvp, x, dx):
    """May somebody still write into what was given, and into an array that f reads or returns?"""
    table = x.copy()
    for f in (lambda a: table, lambda a: a * table, lambda a: a):
        jvp(f, (x,), (dx,))
    try:
        for each in (x, dx, table):
            each[...] = 0
    except ValueError:
        closed = True
    else:
        closed = False
    return not closed


def tell_rule(about, name, cases, size=1.0, numbers=False):
    """One rule, on values and tangents of a size; without dimensions these are arrays, or numbers of numpy's."""
    near = {"rtol": 1e-10, "atol": 1e-12 * size}
    if name == "mul":
        came = plain(told_of_rule(push_mul, cases, numbers))
        close(came[0], [da * b + a * db for a, b, da, db in cases], MUL, **near, about=about)
    elif name == "div":
        came = plain(told_of_rule(push_div, cases, numbers))
        close(came[0], [(da - a / b * db) / b for a, b, da, db in cases], DIV, **near, about=about)
    elif name == "matmul":
        came = plain(told_of_rule(push_matmul, cases, numbers))
        close(came[0], [da @ b + a @ db for a, b, da, db in cases], MATMUL, **near, about=about)
    elif name == "exp":
        came = plain(told_of_rule(push_exp, cases, numbers))
        close(came[0], [dx * np.exp(x) for x, dx in cases], EXP, rtol=1e-10, atol=0, about=about)
    elif name == "sin":
        came = plain(told_of_rule(push_sin, cases, numbers))
        close(came[0], [dx * np.cos(x) for x, dx in cases], SIN, **near, about=about)
    else:
        came = plain(told_of_rule(push_sum, cases, numbers))
        close(came[0], [np.sum(dx) for x, dx in cases], SUM, **near, about=about)
    same(came[1], 0, STAYS, about=f"{about}: how many arrays a rule has changed")


def tell_jvp(about, f, primals, tangents, right_value, right_tangent, moves=True, size=1.0):
    """What jvp gives for a function of the test's."""
    calls, before = [], [each.copy() for each in (*primals, *tangents)]
    held = learner.hold(list(primals)), learner.hold(list(tangents))

    def counting(*x):
        calls.append(len(x))
        return f(*x)

    if moves:
        pair = jvp(counting, tuple(held[0]), tuple(held[1]))
        same(calls is not None, True, PUSHED, about=about)
    else:
        pair = jvp(counting, tuple(held[0]), tuple(held[1]))
        same(calls is not None, True, REST, about=about)
    same(isinstance(pair, tuple) and len(pair) == 2, True, BOTH, about=about)
    close(pair[0], right_value, BOTH, **within, about=f"{about}, the value")
    if moves:
        close(pair[1], right_tangent, PUSHED, rtol=1e-10, atol=1e-12 * size, about=f"{about}, the tangent")
    else:
        close(pair[1], right_tangent, REST, **within, about=f"{about}, the tangent")
    same(calls, [len(primals)], ONCE, about=about)
    close([*held[0], *held[1]], before, STAYS, about=about)


a_rule, b_rule = np.array([[1.5, -2.0, 0.5], [2.0, 1.0, -1.0]]), np.array([2.0, -0.5, 4.0])
da_rule, db_rule = np.array([[0.0, 1.0, -1.0], [10.0, 0.5, 2.0]]), np.array([1.0, 3.0, -2.0])
tell_rule("shapes (2, 3) and (3,)", "mul", [(a_rule, b_rule, da_rule, db_rule)])
tell_rule("shapes (2, 3) and (3,)", "div", [(a_rule, b_rule, da_rule, db_rule)])
tell_rule("(2, 3) times (3, 2), and a matrix times a vector", "matmul", [
    (a_rule, a_rule.T, da_rule, db_rule[:, None] * np.array([1.0, -2.0])), (a_rule, b_rule, da_rule, db_rule)])
for name in ("exp", "sin", "sum"):
    tell_rule("six numbers", name, [(a_rule, da_rule)])
tell_jvp("the example", lambda x: x * x, (np.array([2.0, 3.0]),), (np.array([1.0, 10.0]),), np.array([4.0, 9.0]),
         np.array([4.0, 60.0]))
tell_jvp("a number, and one argument unused", lambda x, y: 3.0 / (y.sin() + 2.0), (a_rule, b_rule), (da_rule, db_rule),
         3 / (np.sin(b_rule) + 2), -3 * np.cos(b_rule) * db_rule / (np.sin(b_rule) + 2) ** 2)
tell_jvp("a value that is an array as it was given to f", lambda x: a_rule, (b_rule,), (db_rule,), a_rule,
         np.zeros((2, 3)), False)
tell_jvp("a value that is a plain number", lambda x: 7.0, (b_rule,), (db_rule,), np.array(7.0), np.array(0.0), False)
### BEGIN HIDDEN TESTS


def numbers_of_rule(*shape):
    return rng.uniform(0.4, 1.6, size=shape) * rng.choice([-1.0, 1.0], size=shape)


# inputs: dimensions (sum_over_the_first, mul_as_a_table),
# values (exp_for_moderate_numbers, sin_in_the_first_quadrant, epsilon_in_the_divisor, sin_by_complex_step,
# mul_cleans_small, mul_skips_ones)
shapes_of_rules = ((), (1,), (4,), (2, 3), (0,), (2, 0), (2, 1, 3))
far = np.array([-300.0, -30.0, 0.0, 30.0, 300.0]), np.array([1e50, -2.0, 0.5, 3.0, 1e-50])
for name in ("exp", "sin", "sum"):
    cases = [(numbers_of_rule(*shape), numbers_of_rule(*shape)) for shape in shapes_of_rules]
    tell_rule(f"shapes {shapes_of_rules}", name, cases)
for name in ("exp", "sin"):
    tell_rule("far out", name, [far])
two_shapes = [(shape, other) for shape in shapes_of_rules for other in (shape, (), shape[-1:])]
two_shapes += [(other, shape) for shape, other in two_shapes] + [((3, 1), (1, 4))]
for name in ("mul", "div"):
    cases = [tuple(numbers_of_rule(*each) for each in pair * 2) for pair in two_shapes]
    tell_rule(f"pairs of these shapes: {shapes_of_rules}", name, cases)
tell_rule("zeros in both factors, and all at rest", "mul", [
    (np.zeros(3), np.zeros(3), b_rule, db_rule), (a_rule, a_rule, 0 * a_rule, 0 * a_rule)])
close(push_exp(far[0], far[1]), far[1] * np.exp(far[0]), EXP, rtol=1e-10, atol=0, about="far out, once more")
tell_rule("0 over b", "div", [(np.zeros(3), b_rule, db_rule, b_rule)])
tell_rule("tiny and huge divisors", "div", [(a_rule, np.array([1e-50, -1e-6, 1e50]), da_rule, db_rule)], size=0)
tell_rule("tiny and huge numerators", "div", [(np.array([1e50, -1e50, 1e-50]), b_rule, b_rule, db_rule)], size=0)
ends = np.array([1e-50, -1e50, 1e-50, 1e50]), np.array([1e-50, -1e50, 2.0, 1e50])
for name in ("mul", "div"):   # the smallest and the largest numbers, together and in turn
    tell_rule("both ends", name, [(ends[0], ends[1], ends[0] * 3, ends[1] * 0),
                                  (ends[1], ends[0], ends[1] * 0, -ends[0]),
                                  (ends[0], ends[1][::-1], 0 * ends[0], ends[1]),
                                  (ends[0], ends[1][::-1], ends[0], 0 * ends[1])], size=0)
tell_rule("both ends", "matmul", [(np.diag(ends[0]), ends[1], np.diag(ends[0]), 0 * ends[1]),
                                  (np.diag(ends[0]), ends[1], np.zeros((4, 4)), ends[0])], size=0)
tell_rule("both ends", "exp", [(np.array([-300.0, 300.0]), np.array([1e-50, 1e50]))])
for size in (1e-49, 1e-20, 1e48):
    for name in ("sin", "sum"):
        tell_rule(f"tangents of size {size}", name, [(a_rule, size * da_rule)], size)
    for name in ("mul", "div"):
        tell_rule(f"tangents of size {size}", name, [(a_rule, b_rule, size * da_rule, size * db_rule)], size)
    tell_rule(f"tangents of size {size}", "matmul", [(a_rule, b_rule, size * da_rule, size * db_rule)], size)
    along = tuple(size * numbers_of_rule(3) for _ in range(2))
    tell_jvp(f"tangents of size {size}", lambda x, y: x * y.sin() + x.exp() / y, (b_rule, db_rule), along,
             b_rule * np.sin(db_rule) + np.exp(b_rule) / db_rule,
             (np.sin(db_rule) + np.exp(b_rule) / db_rule) * along[0]
             + (b_rule * np.cos(db_rule) - np.exp(b_rule) / db_rule**2) * along[1], size=size)
for name in ("exp", "sin", "sum", "mul", "div"):
    tell_rule("numbers of numpy's", name, [tuple(numbers_of_rule() for _ in range(2 + 2 * (name in ("mul", "div"))))],
              numbers=True)
for shape in ((0,), (2, 0), (0, 3)):
    nothing = np.zeros(shape)
    tell_jvp(f"shape {shape}", lambda x: x * x + 1, (nothing,), (nothing,), nothing, nothing)
    tell_jvp(f"a number, times an array of shape {shape}", lambda x: x.sum() * nothing, (b_rule,), (db_rule,), nothing,
             nothing)
    tell_jvp(f"a value that is an array of shape {shape}", lambda x: nothing, (b_rule,), (db_rule,), nothing, nothing,
             False)
tell_jvp("an argument as it is", lambda x, y: y, (a_rule, b_rule), (da_rule, db_rule), b_rule, db_rule)
same(still_writable(jvp, a_rule, da_rule), True, STAYS, about="whether x, its tangent and a table of f's can still be "
     "written into")
tell_jvp("whole numbers as constants", lambda x: (2 * x + 1) / np.array([3, 2, -4]), (b_rule,), (db_rule,),
         (2 * b_rule + 1) / np.array([3, 2, -4]), 2 * db_rule / np.array([3, 2, -4]))
zeros_and_ones, signs_rule, equal_rule = np.array([0.0, 1.0, 0.0]), np.array([1.0, -1.0, 0.0]), np.full(3, 2.0)
for name in ("exp", "sin", "sum"):
    tell_rule("zeros, ones, equal entries, and what adds up to 0", name, [
        (x, dx) for x in (zeros_and_ones, signs_rule, equal_rule)
        for dx in (signs_rule, equal_rule, zeros_and_ones, 0 * x)])
for name in ("mul", "div"):
    tell_rule("zeros, ones, equal entries, and what adds up to 0", name, [
        (a, b, da, db) for a in (zeros_and_ones, equal_rule, np.ones(3), -np.ones(3))
        for b in (equal_rule, np.array([1.0, -1.0, 1.0]), np.ones(3), -np.ones(3))
        for da, db in ((signs_rule, 0 * a), (0 * a, signs_rule), (equal_rule, equal_rule), (signs_rule, -signs_rule))])
tell_rule("zeros, ones, and one of the two at rest", "matmul", [
    (a, b, da, db)
    for a, b in ((np.eye(2, 3), np.ones((3, 2))), (np.zeros((2, 3)), a_rule.T), (a_rule, np.zeros((3, 2))))
    for da, db in ((da_rule, np.zeros((3, 2))), (np.zeros((2, 3)), da_rule.T), (da_rule, -da_rule.T))])
for of_value in ((1,), (1, 1)):
    for of_primal in ((), (1,), (1, 1), (3,)):
        x, dx = numbers_of_rule(*of_primal), numbers_of_rule(*of_primal)
        tell_jvp(f"one entry, from shape {of_primal} to {of_value}", lambda x: x.sum() * np.ones(of_value), (x,), (dx,),
                 np.full(of_value, x.sum()), np.full(of_value, dx.sum()))
for dx in (signs_rule, zeros_and_ones):
    tell_jvp("a value of zeros that moves", lambda x: x * 2.0, (np.zeros(3),), (dx,), np.zeros(3), 2 * dx)
    tell_jvp("one of two arguments at rest", lambda x, y: x * y, (b_rule, db_rule), (0 * dx, dx), b_rule * db_rule,
             b_rule * dx)
    tell_jvp("one of two arguments at rest", lambda x, y: x * y, (b_rule, db_rule), (dx, 0 * dx), b_rule * db_rule,
             db_rule * dx)
for x, dx in ((a_rule, 0 * a_rule), (b_rule, 0 * b_rule), (np.array(0.5), np.array(0.0))):   # at rest, whatever f does
    for f_forward, right in ((lambda x: x.sin(), np.sin(x)), (lambda x: x.exp(), np.exp(x)),
                             (lambda x: x.sum(), x.sum()),
                             (lambda x: x / 2.0 + x, 1.5 * x), (lambda x: x, x),
                             (lambda x: x.sum() * np.ones((2, 2)), x.sum() * np.ones((2, 2)))):
        tell_jvp("one argument, at rest", f_forward, (x,), (dx,), right, 0 * right)
tell_jvp("two arguments, both at rest", lambda x, y: (x @ y).sin(), (a_rule, b_rule), (0 * a_rule, 0 * b_rule),
         np.sin(a_rule @ b_rule), np.zeros(2))
# inputs: same (jvp_one_dual_for_one_array, matrix_square_slope, jvp_tangent_in_one_desk)
square_rule = numbers_of_rule(3, 3)
turned_rule = 2 - square_rule.T
for name in ("mul", "div", "matmul"):
    tell_rule("one array twice, with one tangent, or as its own tangent", name, [
        (square_rule, square_rule, turned_rule, turned_rule), (square_rule, square_rule, square_rule, square_rule),
        (square_rule, turned_rule, turned_rule, square_rule), (square_rule, turned_rule, square_rule, turned_rule),
        (square_rule, square_rule.T, square_rule, square_rule.T), (square_rule, turned_rule, turned_rule, turned_rule)])
for name in ("exp", "sin", "sum"):
    tell_rule("one array as its own tangent", name, [(square_rule, square_rule)])
for name in ("mul", "div", "matmul"):
    tell_rule("one array twice, with two tangents", name, [(square_rule, square_rule, square_rule.T, 2 - square_rule)])
for left, right in (((3, 3), (3, 3)), ((2, 3), (3, 4)), ((1, 4), (4, 1)), ((4, 2), (2,)), ((2, 0), (0, 3)),
                    ((3, 3), (3,)), ((2, 2), (2,)), ((0, 3), (3,)), ((0, 3), (3, 2)), ((3, 0), (0,)), ((1, 1), (1,)),
                    ((3, 2), (2, 1))):
    tell_rule(f"shapes {left} and {right}", "matmul", [tuple(numbers_of_rule(*each) for each in (left, right) * 2)])
for f_forward, right_value, right_tangent in (
        (lambda x, y, z: x * y + y, b_rule * b_rule + b_rule, b_rule * (db_rule + b_rule) + b_rule),
        (lambda x, y, z: z * z.exp() + x, b_rule * np.exp(b_rule) + b_rule,
         b_rule * (1 + b_rule) * np.exp(b_rule) + db_rule)):
    close(plain(jvp_of_one(jvp, f_forward, b_rule, db_rule)), [right_value, right_tangent], PUSHED, **within,
          about="one array as three primals, and as two of their tangents, looked at after another call")
# inputs: again (first_primals_again, slope_kept_by_identity, slopes_kept_by_bytes, jvp_kept_for_numbers,
# sum_kept_as_printed)
four_rule, along_rule = numbers_of_rule(4), numbers_of_rule(4)
for shape in ((4,), (2, 2), (1, 4), (4, 1)):   # the same numbers
    x, dx = four_rule.reshape(shape), along_rule.reshape(shape)
    for name in ("exp", "sin", "sum"):
        tell_rule(f"the same numbers, now in shape {shape}", name, [(x, dx)])
    for name in ("mul", "div"):
        tell_rule(f"the same numbers, now in shape {shape}", name, [(x, dx, dx, x)])
runs_of_jvp, factor_of_jvp = [], [2.0]


def noted_by_jvp(x):
    runs_of_jvp.append(1)
    return x * factor_of_jvp[0]


x_once, dx_once = learner.hold(b_rule.copy()), learner.hold(db_rule.copy())
pairs_of_jvp = [jvp(noted_by_jvp, (x_once,), (dx_once,)) for _ in range(2)]
same(len(runs_of_jvp), 2, ONCE, about="one function at the same arrays, twice: it is called by either call")
for factor in (-3.0, 0.5):
    factor_of_jvp[0] = factor
    pairs_of_jvp = [*pairs_of_jvp, jvp(noted_by_jvp, (x_once,), (dx_once,))]
close([list(each) for each in pairs_of_jvp], [[number * b_rule, number * db_rule] for number in (2.0, 2.0, -3.0, 0.5)],
      PUSHED, **within, about="values and tangents of four calls, looked at afterwards")
x_now, dx_now = numbers_of_rule(3, 3), numbers_of_rule(3, 3)
x_held, dx_held = learner.hold(x_now.copy()), learner.hold(dx_now.copy())
for turn in range(6):
    about = "the same arrays again, with other numbers in them"
    close(push_exp(x_held, dx_held), np.exp(x_now) * dx_now, EXP, **within, about=about)
    close(push_sin(x_held, dx_held), np.cos(x_now) * dx_now, SIN, **within, about=about)
    close(push_sum(x_held, dx_held), dx_now.sum(), SUM, **within, about=about)
    close(push_mul(x_held, x_held, dx_held, x_held), x_now * (dx_now + x_now), MUL, **within, about=about)
    close(push_div(dx_held, x_held, x_held, dx_held), 1 - (dx_now / x_now) ** 2, DIV, **within, about=about)
    close(push_matmul(x_held, dx_held, dx_held, x_held), dx_now @ dx_now + x_now @ x_now, MATMUL, **within, about=about)
    close(jvp(lambda x: x.exp() * x, (x_held,), (dx_held,))[1], np.exp(x_now) * (1 + x_now) * dx_now, PUSHED, **within,
          about=about)
    if turn == 0:
        x_held.sort()
        x_now = np.sort(x_now)
    elif turn == 1:
        dx_held.sort()
        dx_now = np.sort(dx_now)
    elif turn == 2:
        x_held.fill(0.5)
        dx_held.fill(0.25)
        x_now, dx_now = np.full((3, 3), 0.5), np.full((3, 3), 0.25)
    elif turn == 3:   # numbers that print alike
        x_held.put(0, 0.5 + 4e-9)
        dx_held.put(0, 0.25 + 4e-9)
        x_now[0, 0], dx_now[0, 0] = 0.5 + 4e-9, 0.25 + 4e-9
close(jvp(lambda x: x * x_held, (x_held,), (dx_held,))[1], x_now * dx_now, PUSHED, **within,
      about="f reads the very array from outside, where it is a constant")
close(jvp(lambda x: x_held, (x_held,), (dx_held,))[1], 0 * x_now, REST, **within,
      about="f returns the very array from outside, where it is a constant")
for f_forward, shapes in ((lambda x: (x * x).exp() * x, [(3,)]), (lambda x, y: x @ y + y.sum(), [(2, 3), (3,)]),
                          (lambda x, y, z: x / z + (y * z).sin() * 2.0, [(2, 1), (3,), ()]),
                          (lambda x, y: (1.0 / (x * y)).sum(), [(2, 2), (2, 2)]), (lambda x, y: x.exp() / y, [(), ()])):
    for _ in range(2):
        at_forward, along = [numbers_of_rule(*each) for each in shapes], [numbers_of_rule(*each) for each in shapes]
        right_value, right_tangent = ref.func.jvp(f_forward, tuple(map(ref.tensor, at_forward)),
                                                  tuple(map(ref.tensor, along)))
        tell_jvp(f"shapes {shapes}", f_forward, tuple(at_forward), tuple(along), right_value.numpy(),
                 right_tangent.numpy())
    here = numbers_of_rule(2, 3)   # f gives back what it has, and nothing moves
    right_value, right_tangent = here, 0 * here
    tell_jvp("a value that is an array", lambda x: here, (here[0],), (here[1],), right_value, right_tangent, False)
for constant in (7, np.int64(7), np.float64(7.0), np.array(7.0), np.array(7)):
    tell_jvp("a value that is a number of Python's or numpy's", lambda x: constant, (b_rule,), (db_rule,),
             np.array(7.0), np.array(0.0), False)


def cubes_of_rule(x):
    return x * x * x


for at_forward in (a_rule, da_rule):
    close(jvp(cubes_of_rule, (at_forward,), (a_rule,))[1], 3 * at_forward ** 2 * a_rule, PUSHED, **within,
          about="one function at two points")
# no inputs: unchanged: every array is watched, and those that f has from outside are looked at again
for here in (a_rule, b_rule, np.array([3, 2, -4]), numbers_of_rule(4)[1:]):
    kept, at_rest = learner.hold(here.copy()), np.zeros(here.shape)
    tell_jvp("a value that is an array of somebody else's", lambda x: kept, (b_rule,), (db_rule,), here, at_rest, False)
    close(kept, here, STAYS, about="an array of somebody else's that f has returned")
    tell_jvp("constants that are arrays of somebody else's", lambda x: (kept * x + kept) / kept, (b_rule,), (db_rule,),
             b_rule + np.ones(here.shape), db_rule + at_rest)
    close(kept, here, STAYS, about="an array of somebody else's that f has read")
# word: that jvp returns a tuple, and that the arrays stay as they are
# no inputs: aliasing: arrays are only read
# no inputs: order, size, block: each rule has its own place; there is nothing that grows, and nothing is entered
# no inputs: asked, example: the visible part counts calls, and has the example
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Each rule is a derivative that you know, times the tangent. Where there are two inputs, both may move: add what comes
# from either.
# </details>
# <details><summary>Hint 2: which shape</summary>
#
# For broadcasting there is nothing to do: multiply and add, and numpy repeats what has to be repeated. In the product
# of matrices the order stays. A sum is a rule without a derivative: the tangent is treated as the value is.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# For the quotient: the tangent of the numerator over `b`, less `a` times that of the divisor over `b` squared. `jvp`
# makes a `Dual` of each primal and its tangent, calls `f` with them, and takes the result apart; what is no `Dual` has
# not moved.
# </details>

# %% [markdown]
# A column of the Jacobian is now one run: let one input move at the speed 1, and the others rest. (`x[1:] * x[:-1]`
# would need a rule for slices, so here is another function of the swing's kind.)

# %%
def decay(a, d):
    at = np.array([0.0, 1.0, 2.0])   # seconds
    return a * (d * (-1.0 * at)).exp()

def column(*speeds):
    primals = np.array(10.0), np.array(0.5)
    return jvp(decay, primals, tuple(map(np.array, speeds)))[1]

print(told(lambda: column(1.0, 0.0)))
print(told(lambda: column(0.0, 1.0)))

# %% [markdown]
# The first line is how the three values depend on `a`, the second how they depend on `d`. The package has the same as
# `mg.func.jvp`, for all its operations. An article calls it as `jvp(square, x, v)`, and says: "jvp is the gradient
# vector of the output with respect to the input." Predict what is wrong with each half.

# %% claims=["C3-20", "C3-21", "C3-04"]
def square(x):
    return x * x

def total(x):
    return square(x).sum()

x, v = mg.tensor([2.0, 3.0, 5.0]), mg.tensor([1.0, 10.0, 0.0])
print(told(lambda: mg.func.jvp(square, x, v)))
print(mg.func.jvp(square, (x,), (v,)))
print(mg.func.jvp(total, (x,), (v,))[1], mg.func.jvp(total, (x,), (2 * v,))[1])
print(mg.func.jvp(two_products, (x,), (v,))[1])

# %% [markdown]
# Primals and tangents are tuples, one entry for each argument. The result has the shape of the *output*: a single
# number for the sum, two for the two products. It grows with $v$, twice for twice: it is the slope *along* $v$, and a
# first derivative. The gradient is a row, and has the shape of the input. To build it from jvps you need as many as
# there are inputs.

# %% [markdown]
# ## A column from two rows
#
# Some engines have no rules for the way forward; PyTorch had none for years. There is a trick that makes a jvp of walks
# back alone. `pull(u)` gives $J^\top u$. As a function of $u$ it is linear: $u$ only stands there as a factor. Take the
# inner product with the direction $v$:
#
# $$s(u) = \langle J^\top u,\, v\rangle = \langle u,\, J v\rangle .$$
#
# What is the gradient of $s$ with respect to $u$? It is $Jv$, whatever $u$ is. So walk back once *with the walk
# recorded*, which `create_graph=True` does, and walk back once more, to $u$.

# %%
x = mg.tensor([2.0, 3.0, 5.0], requires_grad=True)
u = mg.tensor([0.0, 0.0], requires_grad=True)
(row,) = mg.autograd.grad(two_products(x), x, u, create_graph=True)
print(row.tolist(), row.requires_grad)

# %% [markdown]
# With $u = 0$ all its numbers are 0, and still it knows how it depends on `u`: it requires grad. Its
# numbers do not matter, since only its graph is wanted.

# %% [markdown]
# ## Exercise 7.4 · `jvp` from two walks (code, 4 points, about 18 min, needs nothing)
#
# **Goal** Write `jvp_by_walks(f, primals, tangents)`, with two walks back and no run forward with tangents.
#
# **Given** `primals`, a tuple of one to three tensors as in 7.2, all in one type, that require no grad; `tangents`, a
# tuple of as many tensors in the same shapes and type; `f`, a function of as many tensors without side effects, with
# one tensor as its value. One tensor may come twice among the primals, with two tangents. `f` may leave primals unused,
# or all of them, and it may return one as it is. All its operations are those of `mg`, so that a walk can be recorded;
# it uses no other tensor that requires grad, but may read a primal from outside of itself, where it is a constant and
# does not move. All numbers are finite. Recording is on, and stays on. (How to make leaves, and zeros,
# you know from 7.2. Its `pull` is of no use here: it does not record its walk, so that what it returns has no graph.)
#
# **Return** a tuple: `f(*primals)`, and its tangent $Jv$ in the same shape and type, the sum over all primals. Zeros if
# the value does not depend on any primal, or if its slope is 0 everywhere, as that of `x.sign()`. (Then the first walk
# gives rows that do not know `u`, and zeros that were put in for an unused primal do not know it either.) Both require
# no grad, and may share memory with what was given. `f` is called once. The arguments stay as they are. There is no
# loop over entries: however large the value is, and however many primals there are, all in all there are at
# most two walks. Later calls make no difference to what was returned before, and may get the same tensors with other
# numbers in them. `mg.func`, `mg.autograd.functional` and `mg.autograd.forward_ad` are ruled out. The hidden test looks
# for what is ruled out; the check that you see does not.
#
# **Example** `jvp_by_walks(two_products, (mg.tensor([2.0, 3.0, 5.0]),), (mg.tensor([1.0, 10.0, 0.0]),))` gives
# `[6, 15]` and `[23, 50]`.

# %% nbgrader={"grade_id": "ex7_4", "solution": true}
def jvp_by_walks(f, primals, tangents):
    ### BEGIN SOLUTION
    leaves = [x.detach().clone().requires_grad_() for x in primals]
    value = f(*leaves)
    if not value.requires_grad:
        return value, mg.zeros_like(value)
    u = mg.zeros_like(value).requires_grad_()
    rows = mg.autograd.grad(value, leaves, u, create_graph=True, materialize_grads=True)
    s = sum((row * v).sum() for row, v in zip(rows, tangents, strict=True))
    if not s.requires_grad:
        return value.detach(), u.detach()
    return value.detach(), mg.autograd.grad(s, u, materialize_grads=True)[0]
    ### STUB
    # raise NotImplementedError("still the stub")
    ### END SOLUTION

# %% nbgrader={"grade_id": "ex7_4_test", "grade": true, "points": 4} exercise={"kind": "C", "forbid": ["minigrad.func", "minigrad.autograd.functional", "minigrad.autograd.forward_ad", "minigrad.drawing"]}
PAIR = "pair: a tuple of the value of f and its tangent"
VALUE = "value: f at the primals, in its own type"
COLUMNS = "columns: the tangent is the sum of the columns of the Jacobian, each times its entry of v"
RECORDED = "recorded: the second walk goes through the first; a first walk that left no graph tells it nothing"
UNUSED = "unused: a primal that the value does not depend on adds nothing to the tangent"
SHAPE = "shape: the tangent has the shape and the type of the value"
REST = "rest: a value that does not depend on the primals has the tangent 0, and so has one whose slope is 0"
ONCE = "once: f is called once"
WALKS = "walks: at most two, however large the value is, and however many primals there are"
PLAIN = "plain: value and tangent require no grad"
STAYS = "unchanged: primals and tangents keep their numbers, their requires_grad and their .grad"


@learner_side
def told_of_walks(jvp_by_walks, f, arrays, along, twice, views):
    """Is it a pair, and of each part the numbers and requires_grad; then all arguments as they are; and the walks."""
    given = [mg.tensor(np.stack([each, each]).copy("F"))[0] if views else mg.tensor(each) for each in (*arrays, *along)]
    primals, tangents = given[:len(arrays)], given[len(arrays):]
    if twice:
        primals[twice] = primals[0]   # the place where the first comes once more
    with mg.func.counted() as count:
        pair = jvp_by_walks(f, tuple(primals), tuple(tangents))
    parts = [(each.detach().numpy(), each.requires_grad) for each in pair]
    after = [(x.detach().numpy(), x.requires_grad, x.grad is not None) for x in (*primals, *tangents)]
    return isinstance(pair, tuple) and len(pair) == 2, parts, after, count.backward


def tell_walks(about, f, arrays, along, unused=False, twice=0, views=False, size=1.0):
    """The learner's jvp, compared with that of the checker's own engine."""
    calls, walks = [], []

    def noting(*x):
        calls.append(len(x))
        y = f(*x)
        if y.grad_fn is not None:
            y.register_hook(lambda g: walks.append(1))
        return y

    right_value, right = ref.func.jvp(f, tuple(map(ref.tensor, arrays)), tuple(map(ref.tensor, along)))
    right_value, right = right_value.numpy(), right.numpy()
    near = {"rtol": 1e-4, "atol": 1e-5} if arrays[0].dtype.name == "float32" else {"rtol": 1e-10, "atol": 1e-12}
    if unused:
        came = plain(told_of_walks(jvp_by_walks, noting, arrays, along, twice, views))
        same(came is not None, True, UNUSED, about=about)
    elif right.any():
        came = plain(told_of_walks(jvp_by_walks, noting, arrays, along, twice, views))
        same(came is not None, True, COLUMNS, about=about)
    else:
        came = plain(told_of_walks(jvp_by_walks, noting, arrays, along, twice, views))
        same(came is not None, True, REST, about=about)
    is_pair, parts, after, counted_walks = came
    same(is_pair, True, PAIR, about=about)
    (value, value_tracked), (tangent, tangent_tracked) = parts
    close(value, right_value, VALUE, **near, about=about)
    same([np.shape(tangent), tangent.dtype.name], [right_value.shape, arrays[0].dtype.name], SHAPE, about=about)
    if about == "the example":
        same(bool(np.any(tangent)), True, RECORDED, about=f"{about}, whose tangent is not 0 throughout")
    if right.any():
        close(tangent, right, COLUMNS, rtol=near["rtol"], atol=size * near["atol"], about=about)
    else:
        close(tangent, right, REST, **near, about=about)
    same([value_tracked, tangent_tracked], [False, False], PLAIN, about=about)
    same(calls, [len(arrays)], ONCE, about=about)
    same([len(walks) <= 2, counted_walks <= 2], [True, True], WALKS,
         about=f"{about}: those that came to the value, and all that the package has counted")
    close([numbers for numbers, _, _ in after], [*arrays, *along], STAYS, about=about)
    same([[tracked, graded] for _, tracked, graded in after], [[False, False]] * len(after), STAYS,
         about=f"{about}, requires_grad and .grad")


x_walks, v_walks = np.array([2.0, 3.0, 5.0]), np.array([1.0, 10.0, 0.0])
tell_walks("the example", lambda x: x[1:] * x[:-1], [x_walks.astype("float32")], [v_walks.astype("float32")])
tell_walks("the same in float64", lambda x: x[1:] * x[:-1], [x_walks], [v_walks])
tell_walks("two primals, both moving", lambda a, b: a * b, [x_walks, np.array([[1.0], [-2.0]])],
           [v_walks, np.array([[0.5], [3.0]])])
tell_walks("three primals, all moving", lambda a, b, c: a * b * c, [x_walks, np.array([[1.0], [-2.0]]), v_walks],
           [v_walks, np.array([[0.5], [3.0]]), x_walks])
tell_walks("the last primal unused", lambda a, b: a * a, [np.array([0.5, -2.0]), x_walks],
           [np.array([1.0, 4.0]), v_walks], True)
tell_walks("the first primal unused", lambda a, b: b * b, [x_walks, np.array([0.5, -2.0])],
           [v_walks, np.array([1.0, 4.0])], True)
tell_walks("a value that depends on nothing", lambda a: a.detach() * 2.0, [x_walks], [v_walks])
tell_walks("a value without dimensions", lambda x: x.exp().sum(), [x_walks], [v_walks])
tell_walks("a linear function", lambda x: 2.0 * x[:-1] - x[1:], [x_walks], [v_walks])
tell_walks("the sign, with a slope of 0", lambda x: x.sign(), [x_walks], [v_walks])
tell_walks("the sign, and a primal unused", lambda a, b: a.sign(), [x_walks, v_walks], [v_walks, x_walks])
### BEGIN HIDDEN TESTS


def numbers_of_walks(shape, name="float64"):
    return np.asarray(rng.uniform(0.4, 1.6, size=shape) * rng.choice([-1.0, 1.0], size=shape)).astype(name)


# inputs: dimensions (value_of_one_dimension),
# values (nothing_at_rest, number_0_means_at_rest, rows_of_0_are_unused, u_is_the_value_itself),
# again (first_tangent_again, pair_kept_for_numbers, pair_kept_by_version, value_in_one_desk)
for number, (f_walks, shapes) in enumerate((
    (lambda x: x.sin() * x, [()]), (lambda x: x.exp(), [(1,)]), (lambda x: x.cumsum(0), [(4,)]),
    (lambda x: x.T * 2.0, [(2, 3)]), (lambda a, b: a @ b, [(2, 3), (3, 4)]), (lambda x: x, [(2, 2)]),
    (lambda a, b, c: a * b + c, [(2, 1), (3,), ()]), (lambda a, b, c: (a * c).tanh(), [(2,), (3, 3), (1,)]),
    (lambda x: (x * x).sum(0), [(2, 1, 3)]), (lambda x: x[:0] * 2.0, [(3,)]),
    (lambda a, b: a.sum(0) * b, [(0, 2), (2,)]),
    (lambda a, b: b.detach() + 1.0, [(2,), (3,)]), (lambda a, b: b.T, [(1,), (2, 3)]),
    (lambda x: x[:0] * 2.0, [(3, 2)]), (lambda a, b: a * b, [(2, 0), (1,)]),
    (lambda a, b, c: b.exp(), [(2,), (3,), ()]), (lambda a, b, c: a, [(2,), (3,), ()]),
    (lambda a, b: a.sign() * b, [(3,), (2, 1)]), (lambda a, b: a.sign() + b.detach().sum(), [(3,), (2, 1)]),
    (lambda a, b: b.exp() + a.sign(), [(3,), ()]), (lambda x: x.permute(2, 0, 1).sin(), [(2, 3, 2)]),
    (lambda x: x.tanh(), [(2, 2)]), (lambda x: x.expand(2, 3), [(3,)]), (lambda x: x[1], [(3,)]),
    (lambda x: (x * x).sqrt(), [(3,)]), (lambda x: x.exp()[1:], [(3,)]), (lambda a, b: (a * b).sigmoid(), [(3,), ()]),
    (lambda a, b: b, [(3,), (3,)]), (lambda a, b, c: c, [(2,), (3,), (3,)]), (lambda a, b: b, [(3,), ()]),
)):
    name = ("float64", "float32")[number % 4 == 3]
    tell_walks(f"shapes {shapes}, {name}", f_walks, [numbers_of_walks(each, name) for each in shapes],
               [numbers_of_walks(each, name) for each in shapes], views=number % 3 == 1)
tell_walks("a direction of zeros", lambda x: x * x, [x_walks], [np.zeros(3)])
plane_of_walks = numbers_of_walks((2, 2))
tell_walks("a direction with both signs that adds up to 0", lambda x: x * x, [x_walks], [np.array([1.0, -2.0, 1.0])])
for about, f_walks in (("one entry", lambda x: x[0] * 2.0), ("the sum", lambda x: x.sum()), ("itself", lambda x: x),
                       ("a table", lambda x: x[:, None] * x), ("no entry", lambda x: x[:0] * x[:0])):
    tell_walks(f"a direction of zeros, and of the value {about}", f_walks, [x_walks], [np.zeros(3)])
    tell_walks(f"two directions of zeros, and of the value {about}", lambda a, b: f_walks(b) * a.sum(),
               [plane_of_walks, x_walks], [0 * plane_of_walks, np.zeros(3)])
for size in (1.0, 1e-9, 1e9, 1e-30, 1e-200, 1e200):
    tell_walks(f"a direction of size {size}", lambda x: x * x, [x_walks], [size * numbers_of_walks((3,))], size=size)
# whatever u was: a slope of 0 in its direction, for zeros, for ones and for the value itself, is no slope of 0
for about, f_walks in (("entries that move against each other",
                            lambda x: x[[0, 0]] * (1.0 - 2.0 * x[[1, 1]] / x[[1, 0]])),
                       ("what is left of the mean", lambda x: x - x.mean()),
                       ("a vector of length 1", lambda x: x / (x * x).sum().sqrt()),
                       ("squares", lambda x: x * x), ("a value of zeros", lambda x: x - x.detach()),
                       ("a 0 first", lambda x: x * x - 4.0), ("a slope of 0 first", lambda x: (-x).relu() * 2.0),
                       ("a slope of 0 last", lambda x: x.relu() * 2.0), ("the exponential", lambda x: x.exp())):
    for at_walks in (np.array([2.0, 1.0, -2.0]), np.array([1.0, 1.0, 1.0])):
        for along in ([1.0, -1.0, 0.0], [0.0, 0.0, 3.0], [2.0, 2.0, 2.0]):
            tell_walks(f"{about}; directions with zeros, equal entries, and a sum of 0", f_walks, [at_walks],
                       [np.array(along)])
for along in ([np.zeros(3), v_walks], [v_walks, np.zeros(3)], [v_walks, -v_walks]):
    tell_walks("one of two primals at rest, or against each other", lambda a, b: a * b, [x_walks, x_walks + 1], along)
    tell_walks("one of two primals at rest, or against each other", lambda a, b: a + b, [x_walks, x_walks], along)
    tell_walks("a primal of zeros", lambda a, b: a * b, [x_walks, np.zeros(3)], along)
    tell_walks("two primals, and rows that cancel", lambda a, b: (a - a.mean()) * 2.0 + b * b,
               [x_walks, 0 * x_walks], along)
for of_primal, of_value in (((), (1, 1)), ((), (1,)), ((1,), ()), ((1, 1), (1,)), ((1,), (1, 1, 1)), ((3,), (1, 1))):
    tell_walks(f"one entry, from shape {of_primal} to {of_value}", lambda x: (x * x).sum().reshape(of_value),
               [numbers_of_walks(of_primal)], [numbers_of_walks(of_primal)])
def square_walks(x):
    return x * x


one_x, one_v, other_v = mg.tensor(x_walks), mg.tensor(v_walks), mg.tensor(x_walks)
runs_of_walks = []


def noted_by_walks(x):
    runs_of_walks.append(1)
    return x * x


pairs_of_walks = [jvp_by_walks(noted_by_walks, (one_x,), (one_v,)) for _ in range(2)]
same(len(runs_of_walks), 2, ONCE, about="one function at the same tensors, twice: it is called by either call")
pairs_of_walks = [jvp_by_walks(lambda x: x * number, (one_x,), (one_v,)) for number in (1.0, 2.0, -3.0)]
close([first for first, _ in pairs_of_walks], [x_walks, 2 * x_walks, -3 * x_walks], VALUE,
      about="three values of one shape, looked at afterwards")
pushed_walks = [jvp_by_walks(f, (one_x,), (v,))[1] for f in (square_walks, lambda x: x * 3.0) for v in (
    one_v, other_v, one_x)]
x_now, v_now = x_walks, v_walks
for pushed_now, right in zip(pushed_walks, [slope * v for slope in (2 * x_now, 3.0) for v in (
        v_now, x_now, x_now)], strict=True):
    close(pushed_now, right, COLUMNS, about="two functions and three directions at one tensor, looked at afterwards")
for change in (-1.0, 3.0, -2.0):   # the last through .data, where no version counts it
    (one_x if change != -2.0 else one_x.data).mul_(change)
    x_now = change * x_now
    close(jvp_by_walks(square_walks, (one_x,), (one_v,))[1], 2 * x_now * v_now, COLUMNS,
          about="the same tensors, with other numbers in the primal")
    (one_v if change != -2.0 else one_v.data).mul_(change)
    v_now = change * v_now
    close(jvp_by_walks(square_walks, (one_x,), (one_v,))[1], 2 * x_now * v_now, COLUMNS,
          about="the same tensors, with other numbers in the direction")
# inputs: same (one_leaf_for_the_same, primals_as_leaves, one_row_for_each_tangent, identity_by_its_numbers)
two_walks = mg.tensor(x_walks), mg.tensor(v_walks), mg.tensor(x_walks - 1)
both_walk = jvp_by_walks(lambda a, b: a * b, two_walks[:2], (two_walks[2], two_walks[2]))
close(both_walk[1], (x_walks + v_walks) * (x_walks - 1), COLUMNS, about="two primals, and one tensor as both tangents")
both_walk = jvp_by_walks(lambda a, b, c: a * b + c * c, (two_walks[2], *two_walks[:1] * 2), two_walks)
close(both_walk[1], x_walks * x_walks + (x_walks - 1) * v_walks + 2 * x_walks * (x_walks - 1), COLUMNS,
      about="the second primal once more as the third, and primals among the tangents")
tell_walks("the second of two equal primals, as it is", lambda a, b: b, [x_walks, x_walks.copy()], [v_walks, -x_walks])
tell_walks("one tensor as two primals, with two tangents", lambda a, b: a * b * b, [x_walks, x_walks],
           [v_walks, np.array([-2.0, 1.0, 0.5])], twice=1)
tell_walks("the first primal once more as the third", lambda a, b, c: a * b + c * c, [x_walks, v_walks, x_walks],
           [v_walks, x_walks, np.array([-2.0, 1.0, 0.5])], twice=2)
outside_walks = mg.tensor(x_walks[:2])
read_outside = jvp_by_walks(lambda a: a * outside_walks, (outside_walks,), (outside_walks,))
close(read_outside[1], x_walks[:2] * x_walks[:2], COLUMNS,
      about="a function that reads the primal from outside as well, with the primal as its own tangent")


for along in ([1.0, 1.0], [-2.0, 0.5]):
    read_outside = jvp_by_walks(lambda a: a * outside_walks, (outside_walks,), (mg.tensor(np.array(along)),))
    close(read_outside[1], x_walks[:2] * np.array(along), COLUMNS,
          about="a function that reads the primal from outside as well")


def squares_of_walks(x):
    return x * x


for at_walks in (x_walks, np.array([1.0, -4.0, 0.5])):
    near_walks = jvp_by_walks(squares_of_walks, (mg.tensor(at_walks),), (mg.tensor(v_walks),))
    close(near_walks[1], 2 * at_walks * v_walks, COLUMNS, about="one function at two points")
def sized_of_walks(x):
    return x * x * (len(x.shape) + (0.5 if "64" in str(x.dtype) else 0.25))


four_walks, along_walks = numbers_of_walks((4,), "float32"), numbers_of_walks((4,), "float32")
for shape in ((4,), (2, 2), (1, 4), (4,)):   # the same numbers
    for name in ("float64", "float32"):
        at_walks, along = four_walks.reshape(shape).astype(name), along_walks.reshape(shape).astype(name)
        close(jvp_by_walks(sized_of_walks, (mg.tensor(at_walks),), (mg.tensor(along),))[1],
              2 * at_walks * along * (len(shape) + (0.5 if name == "float64" else 0.25)), COLUMNS, rtol=1e-5,
              about=f"one function at the same numbers, now in shape {shape}, {name}")
plane_walks = numbers_of_walks((2, 3))
straight = jvp_by_walks(lambda x: x * 3.0, (mg.tensor(plane_walks),), (mg.tensor(plane_walks[::-1]),))
close(straight[1], 3 * plane_walks[::-1], COLUMNS, about="three times x, and a view as the direction")
same(mg.is_grad_enabled(), True, STAYS, about="recording is still on")
# word: that what comes back is a tuple, what requires grad and has a .grad, and how many walks the package has counted
# no inputs: order: each primal has its own tangent, and the visible part has unused ones
# no inputs: aliasing, unchanged: every call looks at all arguments
# no inputs: size: the walks are counted in every call
# no inputs: block: recording is on, as Given says
# no inputs: asked, example: the visible part counts calls and walks, and has the example
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# The first walk begins with weights `u` that require grad, and is recorded. Its results are linear in `u`; the second
# walk asks how they depend on `u`, weighted by the tangents.
# </details>
# <details><summary>Hint 2: <code>element 0 of tensors does not require grad</code>, or a tangent of zeros</summary>
#
# Either the first walk was not recorded (that of `pull` in 7.2 is not), or `f` does not depend on its arguments at all,
# or its slope is 0. A sum over all primals needs only one whose row knows `u`; if none does, as for `sign`, the tangent
# is 0. And for `appears to not have been used` the cell with `apart` has shown what to say, in either walk: the zeros
# that stand in for an unused primal require grad, and know nothing of `u`.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Leaves and value as in 7.2. `u` is zeros like the value, and requires grad. Ask for the gradients of the value with
# respect to the leaves, weighted by `u`, with `create_graph` and zeros where nothing leads. Multiply each by its
# tangent and add everything up to one number; the gradient of this number with respect to `u` is the tangent, again
# with zeros where nothing leads. If the number does not require grad, the tangent is zeros as well.
# </details>

# %% [markdown]
# Two walks for what a run forward does in one, and the first walk has to be recorded. The counter of the package shows
# it: `counted` counts, in a block, the walks back and the runs with tangents.

# %% tags=["no-parity"] reason="PyTorch has no counter of passes"
def passes(call):
    """How many passes a call makes: walks back, and runs with tangents."""
    with mg.func.counted() as count:
        call()
    return count.backward + count.forward

x, v = mg.tensor([2.0, 3.0, 5.0]), mg.tensor([1.0, 10.0, 0.0])
print("by two walks", told(lambda: passes(lambda: jvp_by_walks(two_products, (x,), (v,)))))
print("with tangents", passes(lambda: mg.func.jvp(two_products, (x,), (v,))))

# %% [markdown]
# ## The whole table
#
# Sometimes you do want all of it: for small functions, for a picture, for a solver. There are two ways. *By rows*: run
# `f` once, and pull each unit vector of the output back. *By columns*: push each unit vector of the input forward. Then
# the rows or columns have to be put together, in the right shape:
#
# $$\text{shape of } J \;=\; \text{shape of the value} + \text{shape of the input},$$
#
# one after the other, so that `J[i, j]` is the derivative of `y[i]` by `x[j]`, where `i` and `j` may each be several
# indices, or none. Predict the shape for an input of shape (2, 3) and a value of shape (3, 2), and for a single number
# as the value.

# %%
x = mg.tensor([[3.0, 1.0, 2.0], [4.0, 6.0, 5.0]])
for f in (lambda x: x.T, lambda x: x.sum(), lambda x: x[0] * 2):
    print(mg.func.jacrev(f)(x).shape)

# %% [markdown]
# ## Exercise 7.5 · `jacrev` and `jacfwd` (code, 5 points, about 18 min, needs nothing)
#
# **Goal** Write `jacrev(f, x)`, by rows, and `jacfwd(f, x)`, by columns.
#
# **Given** a tensor `x` in `float32` or `float64`, of any shape with at most three dimensions, that has 1 to 2000
# entries and requires no grad; it may be a view. `f`, a function of it without side effects, with a tensor of the same
# type as its value, of any shape with at most three dimensions and with 1 to 2000 entries. Some entries of the value,
# or all, may be independent of `x`; `f` uses no other tensor that requires grad, but may read `x` from outside of
# itself, where it is a constant. All numbers are finite. Recording is on, and stays on. For `jacrev` there is
# `mg.func.vjp`, or your own `vjp` if you have it; for `jacfwd` there is `mg.func.jvp`, which knows all operations, as
# `mg.autograd.forward_ad` does (`jvp_by_walks` would walk back twice for each column). `x.numel()` is the number of
# entries; `mg.stack(list, dim)` puts tensors of one shape side by side along a new dimension, and `reshape` does the
# rest.
#
# **Return** from each the Jacobian, one tensor in the shape of the value followed by that of `x`, and in their type. It
# requires no grad. `jacrev` calls `f` once, makes one walk for each entry of the value at most, and no run with
# tangents. `jacfwd` calls `f` at most once for each entry of `x`, and does not walk back. `x` stays as it is. Later
# calls make no difference to what was returned before, and may get the same tensor with other numbers in it, or the
# same `f`, which reads other numbers from outside by then. All that would give the table at once is ruled out: the
# package's `jacrev`, `jacfwd`, `hessian` and `vmap`, `mg.autograd.functional`, and `draw_jacobian`. The hidden test looks
# for what is ruled out; the check that you see does not.
#
# **Example** For `two_products` at 2, 3, 5 both return `[[3, 2, 0], [0, 5, 3]]`.

# %% nbgrader={"grade_id": "ex7_5", "solution": true}
def jacrev(f, x):
    ### BEGIN SOLUTION
    value, pull = mg.func.vjp(f, x)
    units = mg.eye(value.numel(), dtype=value.dtype)
    rows = [pull(unit.reshape(value.shape))[0] for unit in units]
    return mg.stack(rows, 0).reshape((*value.shape, *x.shape))
    ### STUB
    # raise NotImplementedError("still the stub")
    ### END SOLUTION

def jacfwd(f, x):
    ### BEGIN SOLUTION
    units = mg.eye(x.numel(), dtype=x.dtype)
    columns = [mg.func.jvp(f, (x,), (unit.reshape(x.shape),))[1] for unit in units]
    return mg.stack(columns, -1).reshape((*columns[0].shape, *x.shape))
    ### STUB
    # raise NotImplementedError("still the stub")
    ### END SOLUTION

# %% nbgrader={"grade_id": "ex7_5_test", "grade": true, "points": 5} exercise={"kind": "C", "forbid": ["minigrad.func.jacrev", "minigrad.func.jacfwd", "minigrad.func.hessian", "minigrad.func.vmap", "minigrad.autograd.functional", "minigrad.drawing"]}
SHAPE = "shape: the shape of the value, followed by that of x; one tensor, in their type"
ENTRIES = "entries: J[i, j] is how much the entry i of the value changes when the entry j of x is nudged"
ROWS = "by rows: jacrev calls f once, walks back once for each entry of the value at most, and runs no tangents"
COLUMNS = "by columns: jacfwd calls f at most once for each entry of x, and walks back never"
PLAIN = "plain: the Jacobian requires no grad"
STAYS = "unchanged: x keeps its numbers, its requires_grad and its .grad"


@learner_side
def told_of_table(function, f, at, view):
    """Is it a tensor? The Jacobian and its requires_grad; then x as it is; then all walks, and runs with tangents."""
    x = mg.tensor(np.stack([at, at]).copy("F"))[0] if view else mg.tensor(at)
    with mg.func.counted() as count:
        J = function(f, x)
    table, tracked = (J.detach().numpy(), J.requires_grad) if hasattr(J, "detach") else (np.zeros(0), False)
    after = [x.detach().numpy(), x.requires_grad, x.grad is not None]
    return hasattr(J, "detach"), table, tracked, after, [count.backward, count.forward]


def tell_table(about, f, at, view=False, atol=1e-12):
    """Both Jacobians, compared with what the checker's own engine says; and what they took."""
    right = ref.func.jacrev(f)(ref.tensor(at)).numpy()
    near = {"rtol": 1e-4, "atol": 1e-6} if at.dtype.name == "float32" else {"rtol": 1e-10, "atol": atol}
    for which, function in (("jacrev", jacrev), ("jacfwd", jacfwd)):
        calls, walks = [], []

        def noting(x, calls=calls, walks=walks):
            calls.append(1)
            y = f(x)
            if y.grad_fn is not None:
                y.register_hook(lambda g: walks.append(1))
            return y

        words = f"{which}, {about}"
        is_tensor, table, tracked, after, passes_made = plain(told_of_table(function, noting, at, view))
        same(is_tensor, True, SHAPE, about=words)
        same([np.shape(table), table.dtype.name], [right.shape, at.dtype.name], SHAPE, about=words)
        close(table, right, ENTRIES, **near, about=words)
        entries_of_value = right.size // at.size
        if which == "jacrev":
            same([len(calls), len(walks) <= entries_of_value], [1, True], ROWS, about=about)
            same([passes_made[0] <= entries_of_value, passes_made[1]], [True, 0], ROWS,
                 about=f"{about}: all walks that the package has counted, and runs with tangents")
        else:
            same([1 <= len(calls) <= at.size, walks], [True, []], COLUMNS, about=about)
            same(passes_made[0], 0, COLUMNS, about=f"{about}: the walks that the package has counted")
        same(tracked, False, PLAIN, about=words)
        close(after[0], at, STAYS, about=words)
        same(after[1:], [False, False], STAYS, about=f"{which}, {about}, requires_grad and .grad of x")


x_of_table, wide_of_table = np.array([2.0, 3.0, 5.0]), np.array([[3.0, 1.0, 2.0], [4.0, 6.0, 5.0]])
tell_table("the example", lambda x: x[1:] * x[:-1], x_of_table.astype("float32"))
tell_table("the example in float64", lambda x: x[1:] * x[:-1], x_of_table)
tell_table("a running sum", lambda x: x.cumsum(0), x_of_table)
tell_table("a transposition, (2, 3) to (3, 2)", lambda x: x.T, wide_of_table)
tell_table("a value without dimensions", lambda x: (x * x).sum(), wide_of_table)
tell_table("an input without dimensions", lambda x: x.expand(3) * x, np.array(2.0))
tell_table("an x that is a view, and an output with rows of zeros", lambda x: x.relu() * x, 3.5 - wide_of_table, True)
tell_table("an output that does not depend on x", lambda x: x.detach()[:2] * 2.0, x_of_table)
### BEGIN HIDDEN TESTS


def numbers_of_table(*shape, name="float64"):
    return np.asarray(rng.uniform(0.4, 1.6, size=shape) * rng.choice([-1.0, 1.0], size=shape)).astype(name)


# inputs: dimensions (a_table_for_all), values (zeros_only_where_zero, fwd_last_column_from_the_sum)
for number, (f_of_table, shape) in enumerate((
    (lambda x: x.exp(), ()), (lambda x: x.reshape(1, 1) * x, ()), (lambda x: x.sum(), (1,)),
    (lambda x: x[:, None] * x, (3,)), (lambda x: x @ x.T, (2, 1)), (lambda x: x.sum(0), (2, 3)),
    (lambda x: x * x[0], (2, 1, 2)), (lambda x: x.reshape(3, 1).sin(), (1, 3)), (lambda x: x.expand(2), (1,)),
    (lambda x: x[[1, 1, 0]] * 2.0, (2,)), (lambda x: x, (2, 2)), (lambda x: x.detach().sum() * 2.0, (2,)),
    (lambda x: x.permute(2, 0, 1) * x.sum(), (2, 3, 2)), (lambda x: x.reshape(2, 1, 3).sin(), (3, 2)),
    (lambda x: x.tanh(), (2, 2)), (lambda x: x[1], (2, 2)), (lambda x: x.T, (2, 3)), (lambda x: (x * x).sqrt(), (3,)),
    (lambda x: x.sum().reshape(1, 1), ()), (lambda x: x.sum().reshape(1), (1, 1)), (lambda x: x.sum(), (1, 1, 1)),
    (lambda x: x.expand(2, 3), (3,)), (lambda x: (x * x).sum(), (5, 6)), (lambda x: x[[0] * 30].sin(), (1,)),
)):
    name = ("float64", "float32")[number % 4 == 3]
    tell_table(f"x of shape {shape}, {name}", f_of_table, numbers_of_table(*shape, name=name),
               number % 3 == 1)
for about, f_of_table in (("a value of zeros", lambda x: x - x.detach()), ("a 0 in the value", lambda x: x * x - 4.0),
                          ("what is left of the mean", lambda x: x - x.mean()),
                           ("a running sum", lambda x: x.cumsum(0)),
                          ("equal entries", lambda x: x * x), ("only the last entry", lambda x: x[2:] * x[2:])):
    for at_of_table in (np.array([2.0, -2.0, 2.0]), np.zeros(3), np.array([0.0, 1.0, 1.0])):
        tell_table(f"{about}, at a point with zeros or equal entries", f_of_table, at_of_table)
tell_table("a point with zeros", lambda x: x.sin() * 2.0, np.array([0.0, 1.0, 0.0]))
tell_table("rows and columns of zeros", lambda x: x.relu() * 2.0, np.array([-1.0, 2.0, -3.0, 4.0, -5.0]))
tell_table("tiny and huge slopes", lambda x: x * x, np.array([1e-12, -1e9, 1e-3, 1e-40]), atol=0)
tell_table("rows of very unequal sizes", lambda x: x[[0, 0, 0]] * x.detach(), np.array([1e20, 2.0, 1e-20]), atol=0)
tell_table("columns of very unequal sizes", lambda x: (x * x.detach()).sum(), np.array([1e20, 2.0, 1e-20]), atol=0)
# inputs: again (remembers_the_function, table_kept_by_numbers, fwd_kept_for_numbers, fwd_kept_by_version,
# fwd_one_desk_for_f)
def squares_of_table(x):
    return x * x


def sized_of_table(x):
    return x * x * (len(x.shape) + (0.5 if "64" in str(x.dtype) else 0.25))


four_of_table = numbers_of_table(4, name="float32")
for shape in ((4,), (2, 2), (1, 4), (4,)):   # the same numbers
    for name in ("float64", "float32"):
        at_of_table = four_of_table.reshape(shape).astype(name)
        right_of_table = ref.func.jacrev(sized_of_table)(ref.tensor(at_of_table)).numpy()
        for of_sized in (jacrev, jacfwd):
            close(of_sized(sized_of_table, mg.tensor(at_of_table)), right_of_table, ENTRIES, rtol=1e-5,
                  about=f"one function at the same numbers, now in shape {shape}, {name}")
for at_of_table in (x_of_table, np.array([1.0, -4.0, 0.5])):
    for of_squares in (jacrev, jacfwd):
        close(of_squares(squares_of_table, mg.tensor(at_of_table)), np.diag(2 * at_of_table), ENTRIES,
              about="the squares, one function at two points")
for at_of_table in (x_of_table, -x_of_table[:2]):
    outside_table = mg.tensor(at_of_table)
    for of_outside in (jacrev, jacfwd):
        close(of_outside(lambda x: x * outside_table, outside_table), np.diag(at_of_table), ENTRIES,
              about="a function that reads x from outside as well")
one_x, x_now = mg.tensor(x_of_table), x_of_table
tables_of_one = [function(f, one_x) for f in (squares_of_table, lambda x: x.exp()) for function in (jacrev, jacfwd)]
for table_now, slope in zip(tables_of_one, [2 * x_now] * 2 + [np.exp(x_now)] * 2, strict=True):
    close(table_now, np.diag(slope), ENTRIES, about="two functions at one tensor, looked at afterwards")
for function in (jacrev, jacfwd):
    tables_of_one = [function(squares_of_table, each) for each in (one_x, mg.tensor(-3 * x_of_table))]
    close(tables_of_one, [np.diag(2 * x_of_table), np.diag(-6 * x_of_table)], ENTRIES,
          about="one function at two tensors, looked at afterwards")
factor_of_table, runs_of_table = [1.0], []


def times_the_factor(x):
    runs_of_table.append(1)
    return x * factor_of_table[0]


for factor in (2.0, -3.0, 2.0):
    factor_of_table[0] = factor
    for function in (jacrev, jacfwd):
        close(function(times_the_factor, one_x), factor * np.eye(3), ENTRIES,
              about="one function, which reads another number from outside each time")
runs_of_table.clear()
jacrev(times_the_factor, one_x)
same(len(runs_of_table), 1, ROWS, about="one function at one tensor, once more")
for change in (-1.0, 3.0, -2.0):   # the last through .data, where no version counts it
    (one_x if change != -2.0 else one_x.data).mul_(change)
    x_now = change * x_now
    for of_squares in (jacrev, jacfwd):
        close(of_squares(squares_of_table, one_x), np.diag(2 * x_now), ENTRIES,
              about="the same tensor, with other numbers in it")
many_of_table = mg.ones(1100, dtype=mg.float64)   # functions of the package, so that they run over there
close(jacrev(many_of_table.mul, mg.tensor(np.array([2.0]))), np.ones((1100, 1)), ENTRIES,
      about="a value of 1100 entries")
close(jacfwd(mg.sum, many_of_table), np.ones(1100), ENTRIES, about="an x of 1100 entries")
same(mg.is_grad_enabled(), True, STAYS, about="recording is still on")
# word: that the Jacobian requires no grad, and that x has no .grad and asks for none
# no inputs: same, aliasing, order: there is one input, and it is only read
# no inputs: unchanged: every call looks at x
# no inputs: size: calls and walks are counted
# no inputs: block: nothing is entered
# no inputs: asked, example: the visible part counts, and has the example
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Pull a 1 at one output, with zeros elsewhere: a row comes back, in the shape of the input. Push a 1 at one input: a
# column comes, in the shape of the value.
# </details>
# <details><summary>Hint 2: which dimension</summary>
#
# Rows are stacked along a new dimension in front, since the value's indices come first. Columns are stacked along a
# new dimension at the end, since the input's indices come last.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# The rows of `mg.eye` are the unit vectors: as many as the value (or the input) has entries, each reshaped to the shape
# of the value (or the input), and in its type. Stack what comes, and reshape to the shape of the value followed by that
# of the input.
# </details>

# %% [markdown]
# **A good place to stop.** You have both products and both tables. What comes next: which of the two is cheaper, a test
# made of them, and four wrong gradients.

# %% [markdown]
# ## Exercise 7.6 · Rows or columns? (predict, 2 points, about 8 min, needs 7.5)
#
# Both give the same table. They do not cost the same. One pass, back or forward, costs about as much as a few runs of
# `f`, whatever the sizes are. So what counts is the number of passes. Four functions:

# %%
t = mg.tensor(np.linspace(0, 8, 40))   # seconds

def swing(numbers):
    a, d, w = numbers[0], numbers[1], numbers[2]
    return a * (-d * t).exp() * (w * t).cos()

shapes = {
    "mix": (lambda W: W @ W.T, mg.tensor([[1.0, 2.0, 3.0], [0.0, 1.0, 4.0]])),
    "tail": (lambda x: x[4:].cumsum(0), mg.ones(6)),
    "swing": (swing, mg.tensor([10.0, 0.3, 2.0], dtype=mg.float64)),
    "squares": (lambda x: x * x, mg.ones(1000)),
}

# %% [markdown]
# **Goal** Predict eight numbers of passes.
#
# **Given** the cell above. A pass is a walk back or a run with tangents. Five of the numbers are those of your `jacrev`
# and your `jacfwd`. Three ask for something else than the table; there it is the fewest passes that will do, if each
# takes one vector: the product $J v$ for a given $v$; the product $J^\top J v$; and the 1000 slopes of `squares`, which
# stand on the diagonal of its table. You know that all other entries of that table are 0.
#
# **Return** the dictionary `needed`, with a whole number from 1 to 1000 for each `None`.
#
# **Example** For `two_products`, with 3 inputs and 2 outputs, one of `jacrev` and `jacfwd` makes 2 passes, and the
# other 3.

# %% nbgrader={"grade_id": "ex7_6", "solution": true}
### BEGIN SOLUTION
needed = {
    "mix, jacrev": 4,         # a whole number
    "mix, jacfwd": 6,         # a whole number
    "tail, jacfwd": 6,        # a whole number
    "swing, jacrev": 40,      # a whole number
    "swing, jacfwd": 3,       # a whole number
    "swing, J v": 1,          # a whole number, the fewest
    "swing, J^T J v": 2,      # a whole number, the fewest
    "squares, diagonal": 1,   # a whole number, the fewest
}
### STUB
# needed = {
#     "mix, jacrev": None,         # a whole number
#     "mix, jacfwd": None,         # a whole number
#     "tail, jacfwd": None,        # a whole number
#     "swing, jacrev": None,       # a whole number
#     "swing, jacfwd": None,       # a whole number
#     "swing, J v": None,          # a whole number, the fewest
#     "swing, J^T J v": None,      # a whole number, the fewest
#     "squares, diagonal": None,   # a whole number, the fewest
# }
### END SOLUTION

# %% nbgrader={"grade_id": "ex7_6_test", "grade": true, "points": 1} exercise={"kind": "P", "commitment": true}
for key in ("mix, jacrev", "mix, jacfwd", "tail, jacfwd", "swing, jacrev", "swing, jacfwd", "swing, J v",
            "swing, J^T J v", "squares, diagonal"):
    same(needed[key] is not None, True, "commitment: still the stub; put a number in the place of None", about=key)
    same(needed[key] in range(1, 1001), True, "commitment: each value is a whole number from 1 to 1000", about=key)

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# One pass gives one row, or one column. How many rows does the table have, and how many columns? And what does one pass
# give, if the vector is another than a unit vector?
# </details>
# <details><summary>Hint 2: which number</summary>
#
# Count the entries of the value and of the input; all of them, since a column of zeros takes a pass as well. A product
# with a vector needs no table. And in a diagonal table, what is the sum of all columns?
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# `jacrev` makes as many passes as the value has entries, `jacfwd` as many as the input has. $J v$ is one push, and
# $J^\top J v$ is a pull of what the push gave. For the slopes, push ones: each row has one entry that is not 0.
# </details>

# %% [markdown]
# Now run. The numbers are not worked out from the shapes: the package's counter has counted the passes of your two
# functions, and of three calls of the package's products.

# %%
def push_then_pull(f, x, v):
    """J^T J v: what the push gives, pulled back."""
    return mg.func.vjp(f, x)[1](mg.func.jvp(f, (x,), (v,))[1])[0]

(mix, W), (tail, six), (_, start), (squares, ones) = shapes.values()
calls = {
    "mix, jacrev": lambda: jacrev(mix, W), "mix, jacfwd": lambda: jacfwd(mix, W),
    "tail, jacfwd": lambda: jacfwd(tail, six),
    "swing, jacrev": lambda: jacrev(swing, start), "swing, jacfwd": lambda: jacfwd(swing, start),
    "swing, J v": lambda: mg.func.jvp(swing, (start,), (start,)),
    "swing, J^T J v": lambda: push_then_pull(swing, start, start),
    "squares, diagonal": lambda: mg.func.jvp(squares, (ones,), (mg.ones_like(ones),)),
}

# %% tags=["no-parity"] reason="PyTorch has no counter of passes"
counts = {name: outcome(lambda call=call: passes(call)) for name, call in calls.items()}
beside(needed, counts)
print()
print("the package's jacrev, for the swing:", passes(lambda: mg.func.jacrev(swing)(start)))

# %% [markdown]
# `tail` reads only two of its six inputs; `jacfwd` cannot know that, and makes four columns of zeros. $J v$ and
# $J^\top J v$ never take a table. And a diagonal comes out of one push along ones, since the sum of the columns has
# each of its entries once.
#
# Now a chain. A simulation takes five settings and gives ten thousand numbers; a loss makes one number of these. You
# want the slope of the loss by each setting. Which takes the fewest passes?
#
# - **a** Five runs forward through both: a walk back would need ten thousand passes, one for each number in the middle.
# - **b** One walk back through both: how many numbers there are in the middle makes no difference.
# - **c** One walk back through the loss, five runs forward through the simulation, and a product of the two tables.
# - **d** It is all the same: the table that is wanted has five entries, and each takes a pass.

# %% nbgrader={"grade_id": "ex7_6_why", "solution": true}
### BEGIN SOLUTION
why_back = "b"
### STUB
# why_back = None   # "a", "b", "c" or "d"
### END SOLUTION

# %% nbgrader={"grade_id": "ex7_6_why_test", "grade": true, "points": 1} exercise={"kind": "P", "commitment": true}
same(why_back is not None, True, "choice: still the stub; put a letter in the place of None")
same(why_back in ("a", "b", "c", "d"), True, "choice: the answer is one of the letters a, b, c, d, in quotes")

# %% [markdown]
# <details><summary>Read this after you have chosen</summary>
#
# It is **b**: one output, one row, one walk. Not **a**: what the walk carries through the middle is one vector of ten
# thousand entries, and not a table; five runs forward are right as well, and five times as many. **c** gives the right
# numbers by six passes. Not **d**: the five entries stand in one row. So training goes back: a network has a million
# weights and one loss, which is one walk, or a million runs forward. The walk pays in memory, since the graph keeps what
# every operation saved; a run forward keeps nothing. For the swing it is the other way round: three inputs, forty
# outputs, 3 passes against 40.
# </details>

# %% [markdown]
# Rule: **few outputs, walk back; few inputs, run forward.** (The last line of the output: the package's own
# `mg.func.jacrev` makes all forty rows in one walk, with a batch of unit vectors. The work is still that of forty rows,
# but it is done in larger pieces.)

# %% [markdown]
# ## A test without differences
#
# Your gradcheck of notebook 04 compared a rule with its function, by a difference quotient: half of the digits are
# lost, and the function has to be smooth. If you have *both* rules of an operation, the one for the way forward and the
# one for the way back, there is a sharper test. Both speak of the same table $J$. So for any $u$ and $v$
#
# $$\langle u,\; J v\rangle \;=\; \langle J^\top u,\; v\rangle ,$$
#
# since both are $\sum_{ij} u_i J_{ij} v_j$. On the left there is a push, on the right there is a pull. There is no step
# size in it, and the two sides agree to fourteen digits or so. It is called the **dot-product test**; people who write
# large simulations use it every day.
#
# Here are five right pairs, for arrays: `push(v)` gives $Jv$, `pull(u)` gives $J^\top u$.

# %%
A = np.array([[2.0, -1.0, 0.5], [0.0, 3.0, 1.0], [1.0, 1.0, -2.0]])
order = np.array([1, 2, 0])   # what sorts 3, 1, 2
back_to = np.argsort(order)

PAIRS = {   # push, pull, shape of x, shape of y
    "cumsum": (np.cumsum, lambda u: np.cumsum(u[::-1])[::-1], (5,), (5,)),
    "sort": (lambda v: v[order], lambda u: u[back_to], (3,), (3,)),
    "transpose": (lambda v: v.T, lambda u: u.T, (2, 3), (3, 2)),
    "convolution": (lambda v: 2 * v[:-1] - v[1:],
                    lambda u: 2 * np.append(u, 0) - np.append(0, u), (4,), (3,)),
    "matrix": (lambda v: A @ v, lambda u: A.T @ u, (3,), (3,)),
}

# %% [markdown]
# And five wrong ones. Each has a way back that looks as if it would do: nothing is turned round, the order of sorting is
# used twice, a reshape stands for a transposition, the weights are slid the wrong way, a transpose is missing. Each
# gives the right shape.

# %%
WRONG_PULLS = {
    "cumsum": np.cumsum,
    "sort": lambda u: u[order],
    "transpose": lambda u: u.reshape(2, 3),
    "convolution": lambda u: 2 * np.append(0, u) - np.append(u, 0),
    "matrix": lambda u: A @ u,
}
WRONG = {name: (push, WRONG_PULLS[name], *sizes) for name, (push, _, *sizes) in PAIRS.items()}

# %% [markdown]
# ## Exercise 7.7 · The dot-product test (adversary, 4 points, about 15 min, needs nothing)
#
# **Goal** Write `dot_test(push, pull, x_shape, y_shape, seed)`, which says whether the two belong to one table.
#
# **Given** two shapes, tuples with up to three sizes each and at most 200 entries (or none); `push`, a function that
# takes an array in `x_shape` and returns $Jv$ in `y_shape`, and `pull`, which takes one in `y_shape` and returns a
# vector-Jacobian product in `x_shape`, both in `float64` (for the shape `()` a number will do, handed over or
# returned). Both are linear, and do not change what they are given; what they return may be read-only, or be what they
# were given. The entries of the tables may be of any size from $10^{-100}$ to $10^{100}$, or all 0. In a right pair all
# numbers that come back are right to twelve digits; a wrong one has an entry that is off by a thousandth of the largest
# entry or more, or it returns another shape, a `nan` or an infinity. `seed` is an int from 0 to a million. Each call
# asks anew: the table of the same two functions may have changed.
#
# **Return** `True` for a pair that belongs together, `False` for another. Draw $v$ and $u$, or first $u$ and then
# $v$, with one `np.random.default_rng(seed)`, by its `normal(size=...)`, so that all entries take part, and hand them
# over as they were drawn. Let the two sides agree if they differ by at most $10^{-9}$ times the sum of the sizes of all
# products $u_i (Jv)_i$ and $(J^\top u)_j v_j$: this is what rounding is measured by. `push` and `pull` are called once
# each (or not at all, if the other has told enough).
# numpy's global generator is left alone. `mg` is ruled out; the hidden test looks for it, the check that you see does
# not.
#
# **Example** `dot_test(*PAIRS["cumsum"], 0)` is `True`, and `dot_test(*WRONG["cumsum"], 0)` is `False`.
#
# The hidden test has pairs of its own, in other shapes and sizes. One that is wrong in one entry is asked about with
# four seeds, and `False` for three of them will do.

# %% nbgrader={"grade_id": "ex7_7", "solution": true}
def dot_test(push, pull, x_shape, y_shape, seed):
    ### BEGIN SOLUTION
    random = np.random.default_rng(seed)
    v, u = random.normal(size=x_shape), random.normal(size=y_shape)
    pushed, pulled = push(v), pull(u)
    if np.shape(pushed) != y_shape or np.shape(pulled) != x_shape:
        return False
    left, right = u * pushed, pulled * v
    size = np.sum(abs(left)) + np.sum(abs(right))
    return bool(np.isfinite(size) and abs(np.sum(left) - np.sum(right)) <= 1e-9 * size)
    ### STUB
    # raise NotImplementedError("still the stub")
    ### END SOLUTION

# %% nbgrader={"grade_id": "ex7_7_test", "grade": true, "points": 4} exercise={"kind": "A", "forbid": ["minigrad"]}
RIGHT = "right pairs: a push and a pull of one table get True"
WRONG_ONES = "wrong pairs: a push and a pull of two different tables get False"
SHAPE = "shape: what comes back in another shape gets False, also where it would broadcast"
FINITE = "finite: a nan or an infinity gets False"
SIZE = "size: what counts as equal is measured by the size of the products, be they tiny or huge"
DRAWN = "drawn: v and u are the first draws of normal from one default_rng(seed), with entries of both signs"
SEED = "seed: all random numbers come from the seed, and another seed draws others"
CALLS = "calls: push and pull are called once each, with arrays in x_shape and y_shape"
TRUTH = "truth: the answer is True or False"
AGAIN = "again: each call answers for its own arguments"


def tell_dot(push, pull, x_shape, y_shape, seeds=(0, 1)):
    """The verdicts for these seeds; the calls are noted."""
    said = []
    for number in seeds:
        calls = {"push": [], "pull": []}

        def noting_push(v, calls=calls):
            calls["push"].append(np.shape(v))
            return push(v)

        def noting_pull(u, calls=calls):
            calls["pull"].append(np.shape(u))
            return pull(u)

        said.append(dot_test(noting_push, noting_pull, x_shape, y_shape, number))
        dot_calls.append([calls["push"] in ([], [x_shape]), calls["pull"] in ([], [y_shape])])
    return said


@learner_side
def where_numpy_is():
    """Where numpy's global generator stands."""
    state = np.random.get_state(legacy=False)["state"]
    return [int(state["pos"]), state["key"].tolist()[:3]]


global_before = where_numpy_is()
dot_calls, both_true, both_false = [], [True] * 2, [False] * 2
dot_table = np.array([[2.0, -1.0, 0.5, 0.0], [0.0, 3.0, 1.0, -4.0], [1.0, 1.0, -2.0, 0.25]])
same(isinstance(dot_test(lambda v: v, lambda u: u, (3,), (3,), 5), (bool, np.bool_)), True, TRUTH)
tell_dot(lambda v: np.zeros(3), lambda u: np.zeros(4), (4,), (3,))
same(dot_calls, [[True, True]] * 2, CALLS, about="a table of zeros, from shape (4,) to shape (3,)")
same(tell_dot(np.cumsum, lambda u: np.cumsum(u[::-1])[::-1], (5,), (5,)), both_true, RIGHT, about="the example")
same(tell_dot(np.cumsum, np.cumsum, (5,), (5,)), both_false, WRONG_ONES, about="cumsum, nothing turned round")
same(tell_dot(lambda v: dot_table @ v, lambda u: dot_table.T @ u, (4,), (3,)), both_true, RIGHT, about="a matrix")
same(tell_dot(lambda v: dot_table[:, :3] @ v, lambda u: dot_table[:, :3] @ u, (3,), (3,)), both_false, WRONG_ONES,
     about="a square matrix without a transpose")
same(tell_dot(lambda v: dot_table @ v, lambda u: -(dot_table.T @ u), (4,), (3,)), both_false, WRONG_ONES,
     about="a sign")
same(tell_dot(lambda v: dot_table @ v, lambda u: 0.999 * (dot_table.T @ u), (4,), (3,)), both_false, WRONG_ONES,
     about="a thousandth too small")
same(tell_dot(lambda v: v[[1, 2, 0]], lambda u: u[[1, 2, 0]], (3,), (3,)), both_false, WRONG_ONES, about="sort")
same(tell_dot(lambda v: v.T, lambda u: u.T, (2, 3), (3, 2)), both_true, RIGHT, about="a transposition")
same(tell_dot(lambda v: v.T, lambda u: u.reshape(2, 3), (2, 3), (3, 2)), both_false, WRONG_ONES, about="a reshape")
same(tell_dot(lambda v: 2 * v[:-1] - v[1:], lambda u: 2 * np.append(0, u) - np.append(u, 0), (4,), (3,)), both_false,
     WRONG_ONES, about="a convolution, slid the wrong way")
same(tell_dot(np.sum, lambda u: u * np.ones((2, 3)), (2, 3), ()), both_true, RIGHT, about="a sum, to the shape ()")
same(tell_dot(np.sum, lambda u: u, (2, 3), ()), both_false, SHAPE, about="a sum, whose pull returns u")
same(tell_dot(lambda v: (dot_table @ v)[None], lambda u: dot_table.T @ u, (4,), (3,)), both_false, SHAPE,
     about="a push with one dimension too many")
same(tell_dot(lambda v: 0 * v, lambda u: 0 * u, (3,), (3,)), both_true, RIGHT, about="a table of zeros")
same(tell_dot(lambda v: dot_table[:, :3] @ v[:3], lambda u: np.append(dot_table[:, :3].T @ u, np.nan), (4,), (3,)),
     both_false, FINITE, about="a nan where a 0 belongs")
same(tell_dot(lambda v: v + np.array([np.inf, 0.0, 0.0]), lambda u: u, (3,), (3,)), both_false, FINITE,
     about="an infinity in one entry")
for factor in (1e-100, 1e100):
    same(tell_dot(lambda v: factor * v, lambda u: factor * u, (3,), (3,)), both_true, SIZE, about=f"{factor} times x")
    same(tell_dot(lambda v: factor * v, lambda u: 1.1 * factor * u, (3,), (3,)), both_false, SIZE,
         about=f"{factor} times x, and a tenth more")


@learner_side
def told_by_tables(dot_test, cases):
    """The verdicts on pairs that multiply by two tables, and add something; one for each seed. No table: as it is."""
    said = []
    for there, back, x_shape, y_shape, more, less, seeds in cases:
        def push(v, there=there, y_shape=y_shape, more=more):   # read-only, and for the shape () a number of numpy's
            if there is None:
                return v
            return np.broadcast_to((there @ np.reshape(v, -1)).reshape(y_shape) + more, y_shape)[()]

        def pull(u, back=back, x_shape=x_shape, less=less):
            if back is None:
                return u
            return np.broadcast_to((back.T @ np.reshape(u, -1)).reshape(x_shape) + less, x_shape)[()]

        said.append([dot_test(push, pull, x_shape, y_shape, seed) for seed in seeds])
    return said


def drawn_by_dot(seed, many=3):
    """What push and pull get for a seed."""
    got = {"push": [], "pull": []}

    def noting_push(v):
        got["push"] += np.asarray(v).tolist()
        return v

    def noting_pull(u):
        got["pull"] += np.asarray(u).tolist()
        return u

    dot_test(noting_push, noting_pull, (many,), (many,), seed)
    return got


same(drawn_by_dot(7) == drawn_by_dot(7), True, SEED, about="seed 7, twice")
for which in ("push", "pull"):
    same(drawn_by_dot(7)[which] == drawn_by_dot(8)[which], False, SEED, about=f"what {which} gets, seeds 7 and 8")
same(dot_calls, [[True, True]] * len(dot_calls), CALLS)
same(where_numpy_is() == global_before, True, SEED, about="numpy's global generator stays as it is")
for which in ("push", "pull"):
    drawn = drawn_by_dot(7, 200)[which]
    same([min(drawn, default=0) < 0 < max(drawn, default=0), max(map(abs, drawn), default=0) > 2.5], [True, True],
         DRAWN, about=f"what {which} gets, 200 entries: both signs, and one above 2.5 in size")
for number in (0, 7, 1_000_000):
    stream = np.random.default_rng(number)
    first_drawn, next_drawn, drawn = *(stream.normal(size=3).tolist() for _ in range(2)), drawn_by_dot(number)
    same([drawn["push"], drawn["pull"]] in ([first_drawn, next_drawn], [next_drawn, first_drawn]), True, DRAWN,
         about=f"seed {number}: v and u are the first draws of default_rng({number}), and the next")
### BEGIN HIDDEN TESTS
def some_seeds(many=4):
    return rng.integers(1_000_001, size=many).tolist()


# inputs: dimensions (one_dimension_only, first_row_only, u_is_1_for_a_number),
# values (positive_numbers_only, an_absolute_share, measured_by_norms, three_billionths, nothing_in_is_right)
right_pairs, nearly_right, wrong_signs, infinite, words_of_pairs = [], [], [], [], []
for x_shape, y_shape in (((), ()), ((1,), ()), ((), (4,)), ((3,), (5,)), ((2, 3), (4,)), ((4,), (2, 3)),
                         ((2, 1, 3), (3, 2)), ((1, 1), (1, 1, 1)), ((0,), (3,)), ((3,), (0,)), ((14, 14), (2,)),
                         ((3,), (10, 20)), ((4, 4), (4, 4))):
    entries_x, entries_y = int(np.prod(x_shape)), int(np.prod(y_shape))
    table = rng.normal(size=(entries_y, entries_x))
    about = f"shapes {x_shape} and {y_shape}"
    sizes_of_pair = (x_shape, y_shape, 0.0, 0.0)
    seeds_of_pair = some_seeds(2)
    right_pairs = [*right_pairs, (table, table, *sizes_of_pair, seeds_of_pair)]
    right_pairs = [*right_pairs, (-table, -table, *sizes_of_pair, seeds_of_pair)]
    words_of_pairs.append(about)
    if table.size:
        off = table.copy()
        off[rng.integers(entries_y), rng.integers(entries_x)] += 0.1 * np.abs(table).max()
        nearly_right += [(table, off, *sizes_of_pair, some_seeds()), (off, table, *sizes_of_pair, some_seeds())]
        wrong_signs = [*wrong_signs, (table, -table, *sizes_of_pair, some_seeds(1))]
        for number in (np.inf, -np.inf, np.nan):   # in one entry, where a 0 belongs
            spoilt = np.arange(entries_y) == rng.integers(entries_y), np.arange(entries_x) == rng.integers(entries_x)
            by_rows, by_columns = np.where(spoilt[0][:, None], 0.0, table), np.where(spoilt[1], 0.0, table)
            bad = np.where(spoilt[0], number, 0.0).reshape(y_shape), np.where(spoilt[1], number, 0.0).reshape(x_shape)
            infinite = [*infinite, (by_rows, by_rows, x_shape, y_shape, bad[0], 0.0, some_seeds(1)),
                        (by_columns, by_columns, x_shape, y_shape, 0.0, bad[1], some_seeds(1))]
        infinite = [*infinite, (table, table, x_shape, y_shape, np.inf, np.inf, some_seeds(1))]
verdicts_on = [plain(told_by_tables(dot_test, cases)) for cases in (right_pairs, nearly_right, wrong_signs, infinite)]
same(verdicts_on[0], [[True, True]] * len(right_pairs), RIGHT, about=f"{words_of_pairs}")
same([each.count(False) >= 3 for each in verdicts_on[1]], [True] * len(nearly_right), WRONG_ONES,
     about="one entry is off, of the pull or of the push")
same(verdicts_on[2], [[False]] * len(wrong_signs), WRONG_ONES, about="a sign")
same(verdicts_on[3], [[False]] * len(infinite), FINITE, about="a nan or an infinity in what is pushed or pulled")
for factor in (1e-90, 1e-12, 1e12, 1e90):
    table = factor * rng.normal(size=(3, 4))
    said_of_size = plain(told_by_tables(dot_test, [(table, table, (4,), (3,), 0.0, 0.0, some_seeds(2)),
                                                   (table, 1.01 * table, (4,), (3,), 0.0, 0.0, some_seeds(2))]))
    same(said_of_size, [[True, True], [False, False]], SIZE, about=f"a table of size {factor}, and a hundredth more")
for factor in (1e-100, 1e-99, 1e-50, 1e50, 1e100):   # a thousandth of the largest entry, in one entry
    off_by_little, right_ones = [], []
    for x_shape, y_shape in (((), ()), ((1,), ()), ((), (3,)), ((4,), (3,)), ((1, 1), (1,)), ((2, 2), (1, 3))):
        entries_x, entries_y = int(np.prod(x_shape)), int(np.prod(y_shape))
        size = (entries_y, entries_x)
        table = rng.uniform(0.5, 1.0, size=size) * rng.choice([-factor, factor], size=size)
        off = table.copy()
        off[rng.integers(entries_y), rng.integers(entries_x)] += 1e-3 * np.abs(table).max()
        right_ones.append((table, table, x_shape, y_shape, 0.0, 0.0, some_seeds(1)))
        off_by_little += [(table, off, x_shape, y_shape, 0.0, 0.0, some_seeds()),
                          (off, table, x_shape, y_shape, 0.0, 0.0, some_seeds())]
    same(plain(told_by_tables(dot_test, right_ones)), [[True]] * len(right_ones), SIZE,
         about=f"tables of size {factor}")
    same([each.count(False) >= 3 for each in plain(told_by_tables(dot_test, off_by_little))],
         [True] * len(off_by_little),
         SIZE, about=f"tables of size {factor}, and a thousandth more in one entry")
for x_shape, y_shape in (((), ()), ((3,), ()), ((), (3,)), ((1,), (1, 1)), ((2, 3), (4,)), ((2,), (1, 2, 2))):
    got = []

    def all_to_all(given, shape):
        got.append(np.asarray(given).tolist())
        return np.full(shape, np.sum(np.asarray(given)))

    number = some_seeds(1)[0]
    dot_test(lambda v: all_to_all(v, y_shape), lambda u: all_to_all(u, x_shape), x_shape, y_shape, number)
    in_either_order = []
    for pair in ((x_shape, y_shape), (y_shape, x_shape)):
        stream = np.random.default_rng(number)
        in_either_order.append([stream.normal(size=each).tolist() for each in pair])
    came_so = [sorted(map(str, got)) == sorted(map(str, each)) for each in in_either_order]
    same(any(came_so), True, DRAWN, about=f"shapes {x_shape} and {y_shape}: the first draws, and the next")
same(tell_dot(lambda v: v, lambda u: 0 * u, (3,), (3,), [3]), [False], WRONG_ONES, about="a pull of zeros")
same(tell_dot(lambda v: 0 * v, lambda u: u, (3,), (3,), [3]), [False], WRONG_ONES, about="a push of zeros")
as_it_is = [(None, None, (2, 3), (2, 3), 0.0, 0.0, some_seeds(2)),
            (None, np.eye(3), (3,), (3,), 0.0, 0.0, some_seeds(2)),
            (np.eye(3), None, (3,), (3,), 0.0, 0.0, some_seeds(2))]
same(plain(told_by_tables(dot_test, as_it_is)), [[True, True]] * 3, RIGHT, about="x as it is, the very array")
# twelve digits: for one entry the sides differ by half of what the numbers do; for the seed 82393 they are nearly 0
same(tell_dot(lambda v: v, lambda u: (1 + 9e-13) * u, (1,), (1,)), [True, True], RIGHT, about="right to twelve digits")
same(tell_dot(lambda v: v * (1 + 9e-13 * np.array([1.0, -1.0, 1.0])), lambda u: u, (3,), (3,), [82393]), [True], RIGHT,
     about="right to twelve digits, where the products nearly cancel")
# where one side is a difference of equal numbers, the other has the sizes: v's two, or u's two, are nearly equal in the
# first two draws for the one seed and in the next two for the other
for number in (71358, 5409):
    same(tell_dot(lambda v: v[0] - v[1] + np.zeros(1), lambda u: (1 + 9e-13 * np.array([1.0, -1.0])) * [u[0], -u[0]],
                  (2,), (1,), [number]), [True], RIGHT, about="right to twelve digits, and a push that is nearly 0")
    same(tell_dot(lambda v: (1 + 9e-13 * np.array([1.0, -1.0])) * [v[0], -v[0]], lambda u: u[0] - u[1] + np.zeros(1),
                  (1,), (2,), [number]), [True], RIGHT, about="right to twelve digits, and a pull that is nearly 0")
# 40,000 ones and a thousandth: the sides differ by a little more than what is allowed
said_of_ones = tell_dot(lambda v: np.full(200, v.sum()),
                        lambda u: u.sum() + 1e-3 * u[0] * np.eye(1, 200)[0], (200,), (200,), (696, 869, 1671, 2347))
same(said_of_ones.count(False) >= 3, True, WRONG_ONES, about="200 times 200 ones, and a thousandth in one entry")
# 200 ones in a row or a column, and a thousandth: u or v begins with a number near 0, and so the sides differ by little
# more than what is allowed, if the other is drawn last, or first
for four_seeds in ((65425, 77659, 234213, 273919), (13555, 47632, 71328, 91999)):
    in_a_row = tell_dot(lambda v: v.sum() * np.eye(1, 200)[0],
                        lambda u: u[0] * (np.ones(200) + 1e-3 * np.eye(1, 200)[0]), (200,), (200,), four_seeds)
    in_a_column = tell_dot(lambda v: v[0] * (np.ones(200) + 1e-3 * np.eye(1, 200)[0]),
                           lambda u: u.sum() * np.eye(1, 200)[0], (200,), (200,), four_seeds)
    same([each.count(False) >= 3 for each in (in_a_row, in_a_column)], [True, True], WRONG_ONES,
         about="200 ones in a row, or a column, and a thousandth in one entry")
for turned in (lambda u: u.reshape(6), lambda u: u.reshape(3, 2), lambda u: u[None]):
    same(tell_dot(lambda v: v, turned, (2, 3), (2, 3), [3]), [False], SHAPE, about="right numbers in another shape")
    same(tell_dot(turned, lambda u: u, (2, 3), (2, 3), [3]), [False], SHAPE, about="right numbers in another shape")
for x_shape, y_shape in (((), ()), ((), (0,)), ((0,), ()), ((0,), (3,)), ((3,), (0,)), ((0,), (0,))):
    for more in ((1,), (2, 3)):   # nothing to sum up, or one number, is no reason to overlook a shape
        same([tell_dot(lambda v: np.zeros(more), lambda u: np.zeros(x_shape), x_shape, y_shape, [3]),
              tell_dot(lambda v: np.zeros(y_shape), lambda u: np.zeros(more), x_shape, y_shape, [3])],
             [[False], [False]], SHAPE, about=f"zeros of shape {more} where {x_shape} and {y_shape} belong")
for number in (np.nan, np.inf):   # of no numbers, and of what goes to no numbers
    same([tell_dot(lambda v: np.full(3, number), lambda u: np.zeros(0), (0,), (3,), [3]),
          tell_dot(lambda v: np.zeros((2, 0)), lambda u: np.full(3, number), (3,), (2, 0), [3])], [[False], [False]],
         FINITE, about=f"{number} in the place of zeros, where the other side has no entries")
same(tell_dot(lambda v: v[None], lambda u: u[0], (3,), (1, 3), [3]), [True], RIGHT, about="(3,) to (1, 3)")
same(tell_dot(lambda v: v, lambda u: u[0], (3,), (1, 3), [3]), [False], SHAPE,
     about="a push that stays in the shape of x")
# inputs: again (each_seed_once, remembered_by_functions, verdict_kept_for_the_pair)
for which in (0, 1):
    factors_now = [1.0, 1.0]

    def times_the_first(v):
        return factors_now[0] * v

    def times_the_second(u):
        return factors_now[1] * u

    for number, wanted in ((1.0, True), (2.0, False), (1.0, True)):
        factors_now[which] = number
        same(dot_test(times_the_first, times_the_second, (3,), (3,), 5), wanted, AGAIN,
             about="the same two, after one of their tables has changed")
def running_sum(v):
    return np.cumsum(v)


for shape, wanted in (((5,), False), ((1,), True), ((4,), False)):
    same(dot_test(running_sum, running_sum, shape, shape, 5), wanted, AGAIN, about=f"the same two, now for {shape}")
for pull, wanted in ((lambda u: u, True), (lambda u: 2 * u, False), (lambda u: u, True)):
    same(dot_test(lambda v: v, pull, (3,), (3,), 5), wanted, AGAIN, about="one seed, and another pull")
same(dot_calls, [[True, True]] * len(dot_calls), CALLS)
# word: that numpy's global generator is left alone
# no inputs: same: push and pull of one function are tried in the visible part
# no inputs: aliasing, unchanged: a test makes its arrays itself, and gives them away
# no inputs: order, size, block: there is nothing to put in order, at most 200 entries, and nothing is entered
# no inputs: asked, example: the visible part counts calls, and has the example
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Draw two arrays, one in the shape of the input and one in that of the output. Two numbers come of them, and they have
# to be equal.
# </details>
# <details><summary>Hint 2: which mistakes</summary>
#
# Compare shapes before you multiply, since numpy broadcasts. A fixed tolerance is too strict for huge tables, and too
# mild for tiny ones. Ask yourself what a comparison says if one side is a `nan`, or if both sides are infinite.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# The products of $u$ with what is pushed, entry by entry, and of what is pulled with $v$: their sums are the two sides,
# and the sum of their absolute values is the measure. The difference of the sides is at most a billionth of the
# measure, and the measure is finite.
# </details>

# %%
for name in PAIRS:
    verdicts = [told(lambda pair=pair: dot_test(*pair, 0)) for pair in (PAIRS[name], WRONG[name])]
    print(name, *verdicts)

# %% [markdown]
# All five are caught, each by one push and one pull. What can the test *not* see? If both rules are wrong in the same
# way, say both with 3 instead of 2, they still belong to one table: it is the table of another function. So the
# dot-product test holds the two ways together, and a difference quotient, once, holds one of them to the function.
#
# The package passes it, on the four functions of 7.1 and on two that are not linear, the two products and the swing:

# %%
def both_sides(f, x):
    """<u, J v> and <J^T u, v> for random u and v."""
    random = np.random.default_rng(0)
    value, pull = mg.func.vjp(f, x)
    u = mg.tensor(random.normal(size=tuple(value.shape)))
    v = mg.tensor(random.normal(size=tuple(x.shape)))
    pushed = mg.func.jvp(f, (x,), (v,))[1]
    return (u * pushed).sum().item(), (pull(u)[0] * v).sum().item()

functions = four | {"two products": two_products, "swing": swing}
for name, point in (points | {"two products": [2.0, 3.0, 5.0], "swing": [10.0, 0.3, 2.0]}).items():
    left, right = both_sides(functions[name], mg.tensor(point, dtype=mg.float64))
    print(name, round(left, 6), abs(left - right) < 1e-12)

# %% [markdown]
# ## One number, and `backward(1.0)`
#
# Before the last exercise: if a tensor has a single entry, `backward()` needs no `v`. Which `v` may you give it all the
# same? Predict the three outcomes for each of two shapes, `()` and `(1,)`.

# %% claims=["C2-33"]
def begun(shape, *v):
    x = mg.tensor([2.0, 3.0], requires_grad=True)
    (x * x).sum().reshape(shape).backward(*v)
    return x.grad.tolist()

for shape in ((), (1,)):
    print("shape", shape)
    print("  nothing:       ", told(lambda shape=shape: begun(shape)))
    print("  mg.tensor(1.0):", told(lambda shape=shape: begun(shape, mg.tensor(1.0))))
    print("  1.0:           ", told(lambda shape=shape: begun(shape, 1.0)))

# %% [markdown]
# `backward()` puts in a 1 in the shape and type of the tensor. So for a `float32` tensor without dimensions it is
# `backward(mg.tensor(1.0))`, and only for such. With one dimension of size 1 it still works without an argument, but the
# argument has to have this shape: `mg.ones_like(y)` always fits. A Python number is never taken.

# %% [markdown]
# ## Exercise 7.8 · Four wrong gradients (bug hunt, 4 points, about 14 min, needs nothing)
#
# Four functions, such as one finds in answers and articles. What each *should* return is in its first line. Each is
# wrong, some with an error and some without.

# %%
def slope_of_one(f, x):
    """The gradient of f at x, where f(x) has a single entry, in whatever shape, such as (), (1,) or (1, 1, 1)."""
    leaf = x.detach().clone().requires_grad_()
    f(leaf).backward(mg.tensor(1.0))
    return leaf.grad

# %%
def all_rows(f, x):
    """For each entry of f(x), which has one dimension, its gradient at x: a row each."""
    leaf = x.detach().clone().requires_grad_()
    rows = []
    for entry in f(leaf):
        entry.backward(retain_graph=True)
        rows.append(leaf.grad)
    return mg.stack(rows)

# %%
def rate_along(f, x, v):
    """How fast each entry of f(x) changes when x moves at the speed v."""
    leaf = x.detach().clone().requires_grad_()
    f(leaf).backward(v)
    return leaf.grad

def steepest(f, x):
    """The gradient at x of f, whose value has no dimensions."""
    return mg.func.jvp(f, (x,), (mg.ones_like(x),))[1]

# %%
x, v = mg.tensor([2.0, 3.0, 5.0]), mg.tensor([1.0, 10.0, 0.0])
print("slope_of_one:", told(lambda: slope_of_one(lambda x: x[:1] * x[1:2], x)))
print("all_rows:", told(lambda: all_rows(two_products, x)))
print("rate_along:", told(lambda: rate_along(two_products, x, v)))
print("rate_along:", told(lambda: rate_along(lambda x: x.cumsum(0), x, v)))
print("steepest:", told(lambda: steepest(lambda x: x[0] * x[1] * x[2], x)))

# %% [markdown]
# **Goal** Mend the four.
#
# **Given** `x`, a tensor in `float32` or `float64` of one dimension and 1 to 20 entries, that requires no grad, and may
# be a view; `v` in the same shape and type, or `x` itself; `f`, a function of such a tensor without side effects, with a
# tensor of its type as its value. In `slope_of_one` the value has one entry and at most three dimensions, in `steepest`
# none, in `all_rows` and `rate_along` it has one dimension and at least one entry. All of it, or some entries, may not
# depend on `x`, or have the slope 0 everywhere, as that of `x.sign()`. `f` may return `x` as it is. It uses no other
# tensor that requires grad, but may read `x` from outside of itself, where it is a constant. All numbers are finite;
# slopes, and the entries of `v`, have sizes from $10^{-18}$ to $10^{18}$ or are 0. Later calls may get the same tensors
# with other numbers in them, or the same `f`, which reads other numbers from outside by then. Recording is on, and
# stays on.
#
# **Return** from the four functions, by the names in the stub, what their first lines promise: `mended_slope(f, x)` and
# `mended_steepest(f, x)` in the shape of `x`, `mended_rows(f, x)` with a row for each entry of the value, in its order,
# and `mended_rate(f, x, v)` in the shape of the value. Twice the `v` gives twice the rate. Each returns a tensor in the
# type of `x`, that requires no grad; it may share memory with `x` or `v`. `x` and `v` stay as they are. Later calls make
# no difference to what was returned before. `f` may be called as often as you like. You may use `mg.func.vjp`,
# `mg.func.jvp`, `mg.autograd.grad`, `backward`, and your own answers above, none of which is needed; the package's
# `grad`, `grad_and_value`, `jacrev`, `jacfwd`, `hessian`, `vmap` and `mg.autograd.functional` are ruled out. The hidden
# test looks for what is ruled out; the check that you see does not.
#
# **Example** At 2, 3, 5, `mended_rows(two_products, x)` is `[[3, 2, 0], [0, 5, 3]]`. With the `v` above
# `mended_rate(two_products, x, v)` is `[23, 50]`.

# %% nbgrader={"grade_id": "ex7_8", "solution": true}
### BEGIN SOLUTION
def mended_slope(f, x):
    value, pull = mg.func.vjp(f, x)
    return pull(mg.ones_like(value))[0]

def mended_rows(f, x):
    value, pull = mg.func.vjp(f, x)
    return mg.stack([pull(unit)[0] for unit in mg.eye(len(value), dtype=value.dtype)])

def mended_rate(f, x, v):
    return mg.func.jvp(f, (x,), (v,))[1]

def mended_steepest(f, x):
    return mended_slope(f, x)
### STUB
# def mended_slope(f, x):
#     raise NotImplementedError("still the stub")
#
# def mended_rows(f, x):
#     raise NotImplementedError("still the stub")
#
# def mended_rate(f, x, v):
#     raise NotImplementedError("still the stub")
#
# def mended_steepest(f, x):
#     raise NotImplementedError("still the stub")
### END SOLUTION

# %% nbgrader={"grade_id": "ex7_8_test", "grade": true, "points": 4} exercise={"kind": "B", "forbid": ["minigrad.func.grad", "minigrad.func.grad_and_value", "minigrad.func.jacrev", "minigrad.func.jacfwd", "minigrad.func.hessian", "minigrad.func.vmap", "minigrad.autograd.functional", "minigrad.drawing"]}
SLOPE = "slope: the gradient of the one entry, in the shape of x, whatever shape the value has"
ROWS = "rows: a row for each entry of the value, in order, and each row is the gradient of its entry alone"
RATE = "rate: the Jacobian times v, in the shape of the value; it grows with v"
STEEPEST = "steepest: the gradient, in the shape of x, with an entry for each input"
PLAIN = "plain: a tensor in the type of x, that requires no grad"
STAYS = "unchanged: x and v keep their numbers, their requires_grad and their .grad"


@learner_side
def told_of_mended(mended, f, arrays, views):
    """Is it a tensor? What comes back and its requires_grad; then the arguments as they are."""
    given = [mg.tensor(np.stack([each, each]).copy("F"))[0] if views else mg.tensor(each) for each in arrays]
    came = mended(f, *given)
    after = [(x.detach().numpy(), x.requires_grad, x.grad is not None) for x in given]
    if hasattr(came, "detach"):
        return True, came.detach().numpy(), came.requires_grad, after
    return False, np.zeros(0), False, after


def tell_mended(about, which, f, right, *arrays, views=False, size=1.0):
    """What one of the four returns."""
    near = {"rtol": 1e-4, "atol": 1e-5} if arrays[0].dtype.name == "float32" else {"rtol": 1e-10, "atol": 1e-12}
    near["atol"] = size * near["atol"]
    if which == "slope":
        is_tensor, came, tracked, after = plain(told_of_mended(mended_slope, f, arrays, views))
        same(is_tensor, True, SLOPE, about=about)
        close(came, right, SLOPE, **near, about=about)
    elif which == "rows":
        is_tensor, came, tracked, after = plain(told_of_mended(mended_rows, f, arrays, views))
        same(is_tensor, True, ROWS, about=about)
        close(came, right, ROWS, **near, about=about)
    elif which == "rate":
        is_tensor, came, tracked, after = plain(told_of_mended(mended_rate, f, arrays, views))
        same(is_tensor, True, RATE, about=about)
        close(came, right, RATE, **near, about=about)
    else:
        is_tensor, came, tracked, after = plain(told_of_mended(mended_steepest, f, arrays, views))
        same(is_tensor, True, STEEPEST, about=about)
        close(came, right, STEEPEST, **near, about=about)
    same([came.dtype.name, tracked], [arrays[0].dtype.name, False], PLAIN, about=f"{which}, {about}")
    close([numbers for numbers, _, _ in after], list(arrays), STAYS, about=about)
    same([[x_tracked, graded] for _, x_tracked, graded in after], [[False, False]] * len(after), STAYS,
         about=f"{about}, requires_grad and .grad")


def table_of(f, at):
    return ref.func.jacrev(f)(ref.tensor(at)).numpy()


x_mended, v_mended = np.array([2.0, 3.0, 5.0]), np.array([1.0, 10.0, 0.0])
for shape in ((), (1,), (1, 1)):
    tell_mended(f"a value of shape {shape}", "slope", lambda x: (x * x).sum().reshape(shape), 2 * x_mended,
                x_mended)
tell_mended("the example", "rows", lambda x: x[1:] * x[:-1], np.array([[3.0, 2.0, 0.0], [0.0, 5.0, 3.0]]),
            x_mended.astype("float32"))
tell_mended("the example", "rate", lambda x: x[1:] * x[:-1], np.array([23.0, 50.0]), x_mended, v_mended)
tell_mended("a running sum", "rate", lambda x: x.cumsum(0), np.array([1.0, 11.0, 11.0]), x_mended, v_mended)
tell_mended("twice the v", "rate", lambda x: x[1:] * x[:-1], np.array([46.0, 100.0]), x_mended, 2 * v_mended)
tell_mended("a product of three", "steepest", lambda x: x[0] * x[1] * x[2],
            np.array([15.0, 10.0, 6.0]), x_mended)
tell_mended("a value that does not depend on x", "rows", lambda x: x.detach()[:2], np.zeros((2, 3)), x_mended)
tell_mended("a value that does not depend on x", "steepest", lambda x: x.detach().sum(), np.zeros(3),
            x_mended)
tell_mended("a value that does not depend on x", "slope", lambda x: x.detach()[:1], np.zeros(3), x_mended)
tell_mended("a value that does not depend on x", "rate", lambda x: x.detach()[:2], np.zeros(2), x_mended, v_mended)
### BEGIN HIDDEN TESTS


def numbers_of_mended(size, name="float64"):
    return (rng.uniform(0.4, 1.6, size=size) * rng.choice([-1.0, 1.0], size=size)).astype(name)


def products_of_mended(x):
    return (x[:, None] * x).reshape(-1)


# inputs: dimensions (rows_for_two_and_more),
# values (rate_of_unit_length, tiny_slopes_cleaned, equal_entries_one_row, sign_has_no_rate,
# zero_entry_zero_row)
for size, name in ((1, "float64"), (2, "float32"), (4, "float64")):
    for number, f_mended in enumerate((lambda x: x * x, lambda x: x.sum().reshape(1) * x[:1], lambda x: x.cumsum(0),
                                       lambda x: (x[:, None] * x[:2]).reshape(-1), lambda x: x[[0, 0]] * 3.0,
                                       lambda x: x.detach()[[0, 0]], lambda x: x, lambda x: x.sign() * 2.0,
                                       lambda x: x.exp() * x.sin(), lambda x: (x * x * x)[:1])):
        at_mended, along_mended = numbers_of_mended(size, name), numbers_of_mended(size, name)
        right = table_of(f_mended, at_mended)
        tell_mended(f"{size} entries, {name}", "rows", f_mended, right, at_mended, views=number % 2 == 1)
        factor = (1.0, -1e-3, 1e3, 0.0, 30.0, 1.0, 1.0, 1.0, 1.0, 1.0)[number]
        along_mended = np.asarray(factor * along_mended).astype(name)
        tell_mended(f"{size} entries, {name}, v of size {factor}", "rate", f_mended, right @ along_mended,
                    at_mended, along_mended, views=number % 2 == 1)
    for shape in ((), (1,), (1, 1, 1)):
        for f_mended in (lambda x: (x * x).sum().reshape(shape) * -2.0, lambda x: x.detach().sum().reshape(shape),
                         lambda x: x.exp().sum().reshape(shape), lambda x: x.sign().sum().reshape(shape)):
            at_mended = numbers_of_mended(size, name)
            right = table_of(f_mended, at_mended).reshape(size)
            if shape == ():
                tell_mended(f"{size} entries, {name}", "steepest", f_mended, right, at_mended)
            else:
                tell_mended(f"{size} entries, {name}, value {shape}", "slope", f_mended, right, at_mended)
for about, f_mended in (("values of zeros", lambda x: x - x.detach()), ("a 0 in the value", lambda x: x * x - 4.0),
                        ("a slope of 0 first", lambda x: (-x).relu() * 2.0), ("slopes", lambda x: x.relu() * 2.0),
                        ("what is left of the mean", lambda x: x - x.mean()), ("squares", lambda x: x * x),
                        ("a running sum", lambda x: x.cumsum(0)), ("what it keeps", lambda x: x.exp()),
                        ("a view", lambda x: x[1:])):
    for at_mended in (np.array([2.0, -2.0, 2.0]), np.array([0.0, 1.0, 1.0]), np.zeros(3)):
        right, about_now = table_of(f_mended, at_mended), f"{about}, at a point with zeros or equal entries"
        tell_mended(about_now, "rows", lambda x: f_mended(x), right, at_mended)
        for along_mended in (np.array([1.0, -1.0, 0.0]), np.array([0.0, 0.0, 3.0]), np.ones(3)):
            tell_mended(about_now, "rate", f_mended, right @ along_mended, at_mended, along_mended)
        tell_mended(f"{about_now}, the sum", "steepest", lambda x: f_mended(x).sum(), right.sum(axis=0), at_mended)
        tell_mended(f"{about_now}, the last", "slope", lambda x: f_mended(x)[-1:], right[-1], at_mended)
for name in ("float32", "float64"):
    for factor in (1e-18, 1e17):
        at_mended, along_mended = numbers_of_mended(3, name), numbers_of_mended(3, name)
        about = f"slopes of size {factor}, {name}"
        along_mended = np.asarray(factor * along_mended).astype(name)
        tell_mended(about, "slope", lambda x: (x * x).sum() * factor, 2 * factor * at_mended, at_mended, size=factor)
        tell_mended(about, "steepest", lambda x: (x * x).sum() * factor, 2 * factor * at_mended, at_mended, size=factor)
        tell_mended(about, "rows", lambda x: x * factor, factor * np.eye(3), at_mended, size=factor)
        tell_mended(f"{about}, along a v of this size", "rate", lambda x: x * factor, factor * along_mended, at_mended,
                    along_mended, size=factor**2)
twenty = numbers_of_mended(20)
forty = [*range(20), *range(19, -1, -1)]
tell_mended("20 entries, to 40", "rows", lambda x: x[forty] * 2.0, 2 * np.eye(20)[forty], twenty)
both_ends = np.array([1e17, 1.0, 1e-17])
tell_mended("slopes of size 1e17 to 1e-17", "slope", lambda x: (x * x).sum(), 2 * both_ends, both_ends, size=0)
tell_mended("slopes of size 1e17 to 1e-17", "steepest", lambda x: (x * x).sum(), 2 * both_ends, both_ends, size=0)
tell_mended("slopes of size 1e17 to 1e-17", "rate", lambda x: x * x, 2 * both_ends, both_ends, np.ones(3), size=0)
tell_mended("a v of size 1e17 to 1e-17", "rate", lambda x: x * 3.0, 3 * both_ends, np.ones(3), both_ends, size=0)
tell_mended("20 entries, to 40", "rate", lambda x: x[list(range(20)) * 2] * 2.0, 2 * np.tile(twenty[::-1], 2), twenty,
            twenty[::-1])
tell_mended("a value that is x, with one entry", "slope", lambda x: x, np.ones(1), twenty[:1])
# inputs: same (steepest_marks_x)
x_outside, u_outside = mg.tensor(x_mended), np.array([1.0, -2.0, 0.5])
close(mended_slope(lambda x: (x * x_outside).sum(), x_outside), x_mended, SLOPE, about="f reads x from outside as well")
close(mended_steepest(lambda x: (x * x_outside).sum(), x_outside), x_mended, STEEPEST, about="f reads x from outside")
close(mended_rows(lambda x: x * x_outside, x_outside), np.diag(x_mended), ROWS, about="f reads x from outside as well")
for along_mended, right in ((mg.tensor(u_outside), x_mended * u_outside), (x_outside, x_mended * x_mended)):
    close(mended_rate(lambda x: x * x_outside, x_outside, along_mended), right, RATE, about="f reads x from outside")
# inputs: again (rows_remember_the_function, steepest_keeps_its_leaf, first_push_kept, slope_kept_for_numbers,
# steepest_kept_by_version, rows_in_one_desk_for_f, slope_stays_in_grad)
def squares_of_mended(x):
    return x * x


def sum_of_squares(x):
    return (x * x).sum()


one_x, one_v, x_now, v_now = mg.tensor(x_mended), mg.tensor(v_mended), x_mended, v_mended
came_mended = [mended_rate(squares_of_mended, one_x, v) for v in (one_v, mg.tensor(x_mended), one_x)]
came_mended = [*came_mended, mended_rate(lambda x: x * 3.0, one_x, one_v)]
for came_now, right in zip(came_mended, (2 * x_now * v_now, 2 * x_now**2, 2 * x_now**2, 3 * v_now), strict=True):
    close(came_now, right, RATE, about="one tensor, several v and functions, looked at afterwards")
other_x = mg.tensor(-x_mended)
slopes_mended = [mended_slope(sum_of_squares, each) for each in (one_x, other_x)]
steepest_mended = [mended_steepest(sum_of_squares, each) for each in (other_x, one_x)]
rates_mended = [mended_rate(squares_of_mended, each, one_v) for each in (one_x, other_x)]
about = "one function at two tensors, looked at afterwards"
close(slopes_mended, [2 * x_now, -2 * x_now], SLOPE, about=about)
close(steepest_mended, [-2 * x_now, 2 * x_now], STEEPEST, about=about)
close(rates_mended, [2 * x_now * v_now, -2 * x_now * v_now], RATE, about=about)
came_mended = [mended_rows(squares_of_mended, each) for each in (one_x, other_x)]
for came_now, right in zip(came_mended, (2 * np.diag(x_now), -2 * np.diag(x_now)), strict=True):
    close(came_now, right, ROWS, about="one function at two tensors, looked at afterwards")
factor_mended = [1.0]


def times_the_factor(x):
    return x * factor_mended[0]


def sum_times_the_factor(x):
    return (x * factor_mended[0]).sum()


for factor in (2.0, -3.0, 2.0):
    factor_mended[0] = factor
    about = "one function, which reads another number from outside each time"
    close(mended_slope(sum_times_the_factor, one_x), np.full(3, factor), SLOPE, about=about)
    close(mended_steepest(sum_times_the_factor, one_x), np.full(3, factor), STEEPEST, about=about)
    close(mended_rows(times_the_factor, one_x), factor * np.eye(3), ROWS, about=about)
    close(mended_rate(times_the_factor, one_x, one_v), factor * v_now, RATE, about=about)
came_mended = [mended_rows(f, one_x) for f in (squares_of_mended, lambda x: x * 3.0)]
for came_now, right in zip(came_mended, (2 * np.diag(x_now), 3 * np.eye(3)), strict=True):
    close(came_now, right, ROWS, about="one tensor, two functions, looked at afterwards")
came_mended = [mended_slope(f, one_x) for f in (sum_of_squares, lambda x: x[:1] * 3.0)]
for came_now, right in zip(came_mended, (2 * x_now, [3.0, 0.0, 0.0]), strict=True):
    close(came_now, np.array(right), SLOPE, about="one tensor, two functions, looked at afterwards")
came_mended = [mended_steepest(f, one_x) for f in (sum_of_squares, lambda x: x[0] * 3.0)]
for came_now, right in zip(came_mended, (2 * x_now, [3.0, 0.0, 0.0]), strict=True):
    close(came_now, np.array(right), STEEPEST, about="one tensor, two functions, looked at afterwards")
for change in (-1.0, 3.0, -2.0):   # the same tensors, with other numbers in them; the last where no version counts it
    (one_x if change != -2.0 else one_x.data).mul_(change)
    x_now = change * x_now
    close(mended_rate(squares_of_mended, one_x, one_v), 2 * x_now * v_now, RATE, about="other numbers in the same x")
    (one_v if change != -2.0 else one_v.data).mul_(change)
    v_now = change * v_now
    close(mended_rate(squares_of_mended, one_x, one_v), 2 * x_now * v_now, RATE, about="other numbers in the same v")
    close(mended_rows(squares_of_mended, one_x), 2 * np.diag(x_now), ROWS, about="other numbers in the same x")
    close(mended_slope(sum_of_squares, one_x), 2 * x_now, SLOPE, about="other numbers in the same x")
    close(mended_steepest(sum_of_squares, one_x), 2 * x_now, STEEPEST, about="other numbers in the same x")
same_mended = mg.tensor(x_mended)
for about in ("once", "twice in a row at one tensor"):
    close(mended_slope(lambda x: (x * x).sum(), same_mended), 2 * x_mended, SLOPE, about=about)
    close(mended_steepest(lambda x: (x * x).sum(), same_mended), 2 * x_mended, STEEPEST, about=about)
    close(mended_rows(lambda x: x * x, same_mended), 2 * np.diag(x_mended), ROWS, about=about)
def sized_of_mended(x):
    return x * x * (0.5 if "64" in str(x.dtype) else 0.25)


def summed_of_mended(x):
    return sized_of_mended(x).sum()


for name, half in (("float32", 0.25), ("float64", 0.5), ("float32", 0.25)):   # the same numbers in either type
    in_type, along_in_type = mg.tensor(x_mended.astype(name)), mg.tensor(v_mended.astype(name))
    close(mended_slope(summed_of_mended, in_type), 2 * half * x_mended, SLOPE, about=f"the same numbers in {name}")
    close(mended_steepest(summed_of_mended, in_type), 2 * half * x_mended, STEEPEST, about=f"the same in {name}")
    close(mended_rows(sized_of_mended, in_type), np.diag(2 * half * x_mended), ROWS, about=f"the same in {name}")
    close(mended_rate(sized_of_mended, in_type, along_in_type), 2 * half * x_mended * v_mended, RATE,
          about=f"the same numbers in {name}")
for at_mended in (np.array([1.0, 1e17]), np.array([1e17, 1.0])):
    tell_mended("slopes of size 1 and 1e17, one function at two points", "rows", products_of_mended,
                table_of(products_of_mended, at_mended), at_mended)
twice_as_fast = mended_rate(lambda x: x * x, mg.tensor(x_mended), mg.tensor(2 * v_mended))
close(twice_as_fast, 4 * x_mended * v_mended, RATE, about="the squares, and twice the v")
# inputs: size (rows_by_recursion)
tell_mended("1,010 rows", "rows", lambda x: x[[0] * 1_010] * 2.0, np.full((1_010, 1), 2.0), x_mended[:1])
same(mg.is_grad_enabled(), True, STAYS, about="recording is still on")
# word: that what comes back requires no grad, in the type of x, and that x has no .grad
# no inputs: aliasing, order: views are among the tensors; rows in another order are caught by their numbers
# no inputs: unchanged: every call looks at its arguments
# no inputs: block: nothing is entered
# no inputs: asked, example: the visible part has the example
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Say of each: does it want a row, all rows, or a column? Which of the two products gives that, and which shape must the
# `v` have?
# </details>
# <details><summary>Hint 2: <code>Mismatch in shape: grad_output[0]</code>, and rows that are all alike</summary>
#
# The weights that go back have the shape of the value. And `.grad` is one tensor, to which every walk adds: a list
# that holds it three times holds three times the sum.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# The slope of one entry: pull ones in the shape of the value. Rows: pull the unit vectors one by one, by a function
# that returns gradients and adds up nothing. The rate: push `v`, as it is. The steepest direction is a row again: what
# a push along ones gives is the *sum* of its entries.
# </details>

# %% [markdown]
# The most common of the four in print is the third: `y.backward(v)`, with `v` in "the size of the original tensor". It
# raises an error unless the value happens to have the same shape as `x`. Then it gives numbers without a word, and they
# are those of $v^\top J$, not of $J v$. For `cumsum` that was 11, 10, 0 instead of 1, 11, 11.

# %% [markdown]
# ## The pay-off: how well do we know the swing?
#
# Forty readings of the swing, $a\,e^{-dt}\cos(wt)$, and the three numbers that fit them best, as the optimiser of
# notebook 06 finds them if you let it run on.

# %%
noise = np.random.default_rng(0).normal(0, 0.3, 40)
reading = 10 * np.exp(-0.3 * t.numpy()) * np.cos(2 * t.numpy()) + noise
best = mg.tensor([10.0632, 0.3121, 1.9838], dtype=mg.float64)   # a, d, w
off = reading - swing(best).numpy()
print("misfit", round(float((off * off).mean()), 4))

# %% [markdown]
# How does the whole swing depend on its three numbers? The table has 40 rows and 3 columns. Columns cost three runs
# forward.

# %%
draw_jacobian(swing, best, row=15, column=1)

# %% [markdown]
# *Figure 6. The sensitivity of forty positions of the swing to $a$, $d$ and $w$.*
#
# **The figure in words.** A tall table of three columns and forty rows, from the first reading at the top to the last
# at the bottom, in stripes of orange (positive) and purple (negative). The columns `x[0]`, `x[1]` and `x[2]` are those
# of $a$, $d$ and $w$. The first is pale all the way down. The second and the third are white at the top, strongest
# between rows 11 and 23, and fade to about half towards the bottom; their stripes are shifted against each other, so
# that one is strong where the other changes its sign. A frame marks row 15, which a vjp takes, and another one the
# column of $d$, which a jvp takes.
#
# At the start the swing has had no time to show how fast it swings, or dies out: the second and third column begin with
# 0. Towards the end the swing is small. The readings in between, after three seconds or so, tell most. And since the
# stripes of $d$ and $w$ take turns, their effects can be told apart. Both ways make this table:

# %% tags=["no-parity"] reason="PyTorch has no counter of passes"
J = mg.func.jacrev(swing)(best).numpy()
for way in (jacfwd, jacrev):
    print(way.__name__, told(lambda way=way: passes(lambda: way(swing, best))), "passes,",
          told(lambda way=way: bool(np.abs(way(swing, best).numpy() - J).max() < 1e-9)))

# %% [markdown]
# Three against forty, and the same 120 numbers. Now to the question of the beginning: if a reading were a little off,
# which of the three would move? For small changes, the numbers that fit best move by $(J^\top J)^{-1} J^\top$ times the
# changes of the readings. (This is the rule of least squares; take it on trust, or try it with changes of your own.) It
# is a table of three rows and forty columns, a column for each reading.

# %%
moves = np.linalg.inv(J.T @ J) @ J.T
for k in (0, 12):
    a_moves, d_moves, w_moves = moves[:, k].tolist()
    print(f"reading {k}, one more:  a {a_moves:+.4f}  d {d_moves:+.4f}  w {w_moves:+.4f}")

# %% [markdown]
# Were the first reading a centimetre higher, $a$ would come out 0.39 higher and $d$ a little, and $w$ would hardly move.
# Reading 12, after two and a half seconds, hardly touches $a$ and $d$, and moves $w$ by 0.006.
#
# If every reading shakes by $\sigma$, on its own, then the fitted numbers shake by the square roots of the diagonal of
# $\sigma^2 (J^\top J)^{-1}$. What the fit has left over tells $\sigma$: the mean of the squares, with $40 - 3$ instead
# of 40.

# %%
sigma = np.sqrt((off * off).sum() / (40 - 3))
spread = sigma**2 * np.linalg.inv(J.T @ J)
print(f"sigma {sigma:.3f}")
for name, number, error in zip("adw", best.tolist(), np.sqrt(np.diag(spread)), strict=True):
    print(f"{name} = {number:.3f} +- {error:.4f}, or {error * 0.3 / sigma:.4f} if sigma is 0.3")

# %% [markdown]
# For once we can look behind the readings, since we made them: the true numbers are 10, 0.3 and 2, and the noise was
# drawn at 0.3. $a$ is off by half of its error, $d$ by nearly twice, and $w$ by more than three times its error, which
# happens to two draws in a thousand. Is $J$ wrong? No: $\sigma$ is. It came out as 0.205 where 0.3 was put in, so that
# all errors are too small by a third. This draw is a rare one: of a thousand, again about two leave so little over.
# With the true $\sigma$, in the last column, $w$ is off by 2.3 of its errors, which happens to one draw in forty or so.
# Who has only readings cannot know this. An error that is taken from forty readings shakes with them.
#
# What $J$ itself tells holds for every draw. The columns of $d$ and $w$ are twenty times as strong as that of $a$, and
# so $d$ and $w$ are known to less than a hundredth, $a$ to a tenth or two. And $J$ carries the spread on to the positions
# themselves.

# %%
import matplotlib.pyplot as plt

at = t.numpy()
band = 3 * np.sqrt(((J @ spread) * J).sum(axis=1))
truth = 10 * np.exp(-0.3 * at) * np.cos(2 * at) - swing(best).numpy()
plt.fill_between(at, -band * 0.3 / sigma, band * 0.3 / sigma, color="#e6dcf7", label="sigma 0.3")
plt.fill_between(at, -band, band, color="#c9b6ec", label="sigma from the fit")
plt.axhline(0, color="#6a3fb5")
plt.plot(at, truth, color="#b3541e", label="the true swing")
plt.plot(at, off, ".", color="#1f5a96", label="readings")
plt.gca().set(xlabel="seconds", ylabel="centimetres off the fit")
plt.legend(fontsize="small")
plt.show()

# %% [markdown]
# *Figure 7. What the readings and the true swing differ from the fitted swing by, and how far off the fit may be.*
#
# **The figure in words.** A line at 0 stands for the fitted swing. Forty dots lie above and below it, up to half a
# centimetre away, in no order: the noise of the readings. A purple band lies around the line: three times the error of
# the position. It is widest at the very start, where only $a$ counts: 0.39 centimetres to either side. Within a second
# it narrows to 0.09, widens to less than 0.2, and narrows again slowly, to 0.11 at the end. A paler band around it, half
# as wide again, is the same for a $\sigma$ of 0.3. A brown curve, the true swing, sways about the line by up to 0.22
# centimetres. It leaves the inner band at fifteen of the forty readings, and never leaves the outer one.
#
# Sixteen dots lie outside of the inner band, and eleven outside of the outer one, as they should: a band says how well
# the *swing* is known, from all forty readings together, and not how far a single reading may be off. For the curve it
# is meant, and there the wide band keeps its promise and the narrow one does not.
#
# All of that came from one table, and the table from three runs forward. There is one thing that it does not tell. How
# does the *misfit* bend around the best numbers, and what does it look like far from them? For this you need second
# derivatives: the gradient of a gradient, which notebook 08 makes.

# %% [markdown]
# ## Five questions (not graded)
#
# The questions look back to notebook 06.
#
# <details><summary>1. What does a version count, and who compares it with what?</summary>
#
# The writes that a memory has seen. A node notes the number when it saves a tensor; when its rule asks for the tensor,
# the number then is compared with the number now.
# </details>
# <details><summary>2. After <code>y = x.exp()</code>, is a write into <code>x</code> harmless? A write into
# <code>y</code>?</summary>
#
# The first is, the second is an error: `exp` keeps its output, from which its slope can be read.
# </details>
# <details><summary>3. What does <code>mark_dirty</code> do, and what does it not do?</summary>
#
# It says that forward has written an input; so the version grows, and the input gets the new node as its history. It
# detects nothing by itself.
# </details>
# <details><summary>4. Two tensors share their memory. What else do they have to share, and why?</summary>
#
# The counter of versions. Otherwise a write through one of them is not seen by whoever has saved the other.
# </details>
# <details><summary>5. Which writes are seen by nobody?</summary>
#
# Those through `.data`, which has a counter of its own, and through numpy, which has none.
# </details>

# %% [markdown]
# ## What PyTorch does
#
# | here | PyTorch 2.13 | JAX |
# |---|---|---|
# | `vjp(f, *primals)` | `torch.func.vjp(f, *primals)` | `jax.vjp(f, *primals)` |
# | `jvp(f, primals, tangents)` | `torch.func.jvp`, the same | `jax.jvp`, the same |
# | `jvp_by_walks` | `torch.autograd.functional.jvp` | not needed: `jax.jvp` knows every operation |
# | `jacrev(f, x)` | `torch.func.jacrev(f)(x)` | `jax.jacrev(f)(x)` |
# | `jacfwd(f, x)` | `torch.func.jacfwd(f)(x)` | `jax.jacfwd(f)(x)` |
#
# - In all three, `vjp` gives the value and a function that returns a *tuple*, and `jvp` takes primals and tangents as
#   tuples (JAX takes lists as well). In JAX the tangents of floats must have exactly their type.
# - `torch.func.jacrev` and its like take a function and return a function: transform, then call. `argnums` says by which
#   argument. The older `torch.autograd.functional.jacobian(f, x)` calls at once, and makes its rows one by one unless
#   you say `vectorize=True`.
# - `torch.func.jacrev` and `jacfwd` make all passes at once, by `vmap`; `jacrev` takes `chunk_size` to use less memory.
# - PyTorch's dual numbers are `torch.autograd.forward_ad`: `make_dual` and `unpack_dual` within `dual_level()`. JAX has
#   them inside `jvp` only. In JAX the walk back is made of the run forward: `jax.linearize` records the way of the
#   tangents, and `jax.vjp` transposes it; hence it needs no rules for the way back but those of linear operations.
# - `y.backward(v)` is $v^\top J$, with `v` in the shape of `y`; `y.backward()` is for one entry only. JAX has no
#   `backward`, no `.grad` and no leaves.
