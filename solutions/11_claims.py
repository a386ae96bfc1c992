# %% [markdown]
# # 11 · What people say, settled
#
# Is `x.T` a copy? When is a tensor a leaf? Does `mark_dirty` notice a write? Whoever looks such a question up finds
# articles, and they disagree. From several of them we took 147 statements about automatic differentiation in PyTorch.
# Here each is settled by a run. The number, as in **C4-02**, names the statement; beside it, in *italics*, is what it
# says, in our words. Then comes one sentence of what is so. The cell below it states what was `claimed`, computes what
# is `observed`, and compares the two, so that the verdict is the computer's and not ours: it **holds**; **half** of it
# does, where a statement has two parts; or it **does not**. You may change a line and see another verdict.
#
# This notebook takes about an hour. It has no exercises, it is not graded, and nothing is handed in. Read it from top
# to bottom after the others, or look up the question that you have:
#
# - Leaves: *When is a tensor a leaf?* and the four questions after it.
# - Gradients: *Which tensors get a `.grad`?* *Is `.grad` replaced or added to?* *Why does `backward()` want a single
#   number?* *May I call `backward()` twice?*
# - The graph: *What is in the graph?* *Who makes the graph, and when?* *Is `x.T` a copy, and is `x.detach()`?* *What
#   does `no_grad` switch off?*
# - Functions of your own: *When do I need a Function of my own?* and the four questions after it.
# - Writing in place: *What does `mark_dirty` do?* and the five questions after it.
# - Transforms: *What does `torch.func` do to my function?* and the three questions after it.
#
# You need the ideas of notebooks 03 and 05 to 09 for all of it, and none to look something up. These notebooks teach
# what is only stated here.

# %%
try:
    import numpy as np
    import minigrad as mg
    from minigrad.drawing import draw
    from autograder.kit.settle import ends, settle
    ready = hasattr(mg, "__course__")
except ImportError:
    ready = False
if not ready:
    print("This kernel lacks the course's packages. In the course folder, run:  python3 start.py")
    print("On Windows:  py start.py. Until then, the cells below end in errors.")

# %% [markdown]
# Two names for all cells. `leaf()` makes a tensor that asks for a gradient. `ends(call)` says how a call ends:
# `"runs"`, or with which error.

# %%
import warnings

warnings.simplefilter("ignore")   # there are some below, and they are not what we ask about

def leaf(number=3.0):
    return mg.tensor(number, requires_grad=True)

print(leaf(), ends(lambda: leaf() + 1), ends(lambda: leaf() + "one"))

# %% [markdown]
# ## When is a tensor a leaf?
#
# When no node made it: `is_leaf` is True exactly where `grad_fn` is None. Notebook 03 teaches this (exercise 3.1).
#
# - **C4-02** *Leaves are the tensors that no operation made.* The result of an operation is a leaf too when nothing
#   that went in asks for a gradient.
# - **C4-08** *With `x` that asks for no gradient, `x + 3` is not a leaf.* It is one.
# - **C4-12** *`is_leaf` helps you to understand the graph.* It tells for each tensor whether a node made it.
# - **C4-14** *`y = x + 3` and `z = x * y`, all without `requires_grad`, are not leaves.* Both are.
# - **C4-27** *`is_leaf` is the usual test, and others may do as well.* Another that does is `grad_fn is None`; those
#   that are usually named do not.

# %% claims=["C4-02", "C4-08", "C4-12", "C4-14", "C4-27"]
x, k = leaf(), mg.tensor(5.0)   # k asks for nothing
tensors = [x, k, x * k, k + 3, (x * k).detach()]
settle("C4-02", claimed={"of the user": True, "results": False},
       observed={"of the user": x.is_leaf and k.is_leaf, "results": (k + 3).is_leaf})
settle("C4-08", claimed=False, observed=(k + 3).is_leaf)
settle("C4-12", claimed=True, observed=all(each.is_leaf == (each.grad_fn is None) for each in tensors))
settle("C4-14", claimed=[False, False], observed=[(k + 3).is_leaf, (k * (k + 3)).is_leaf])
told_by = lambda test: all(each.is_leaf == test(each) for each in tensors)
settle("C4-27", claimed={"grad_fn": True, "requires_grad": True},
       observed={"grad_fn": told_by(lambda t: t.grad_fn is None), "requires_grad": told_by(lambda t: t.requires_grad)})

# %% [markdown]
# - **C4-13** *`is_leaf` exists since version 0.4.* On tensors it does: before 0.4 a Variable was wrapped around a
#   tensor, and `is_leaf` was an attribute of the Variable.

# %% claims=["C4-13"]
settle("C4-13", claimed={"of a Tensor": "0.4", "at all": "0.4"},
       observed={"of a Tensor": "0.4", "at all": "before 0.4"},
       source="PyTorch 0.4.0 Migration Guide: Variable and Tensor merged; the docstring of Variable before: is_leaf")

# %% [markdown]
# ## Is `requires_grad` the same as being a leaf?
#
# No: a constant is a leaf that asks for nothing, and an inner tensor asks and is not a leaf. Notebook 03 teaches this
# (exercise 3.1).
#
# - **C4-09** *What has `requires_grad=True` is usually a leaf.* Every inner tensor of a graph has it as well.
# - **C4-19** *`x` has the pair `requires_grad`, `is_leaf` as True and False, and `y = x + 3` has the same.* That is
#   right for `y`; `x` is a leaf.
# - **C4-20** *You may ask `requires_grad` in place of `is_leaf`.* They differ for constants and for inner tensors.
# - **C4-21** *The two differ, since results require a gradient too.* They do.

# %% claims=["C4-09", "C4-19", "C4-20", "C4-21"]
x, k = leaf(), mg.tensor(5.0)
y = x + 3
tensors = [x, k, y]
settle("C4-09", claimed=True, observed=all(each.is_leaf for each in tensors if each.requires_grad))
pair = lambda each: (each.requires_grad, each.is_leaf)
settle("C4-19", claimed={"x": (True, False), "y": (True, False)}, observed={"x": pair(x), "y": pair(y)})
settle("C4-20", claimed=True, observed=all(each.requires_grad == each.is_leaf for each in tensors))
settle("C4-21", claimed=True, observed=any(each.requires_grad != each.is_leaf for each in tensors))

# %% [markdown]
# ## How do I ask whether a tensor is a leaf?
#
# With `x.is_leaf`, without parentheses. Notebook 03 teaches this (exercise 3.1).
#
# - **C4-01** *`is_leaf` is a method.* It is an attribute.
# - **C4-07** *Write `x.is_leaf()`.* That calls True or False, which cannot be called.

# %% claims=["C4-01", "C4-07"]
x = leaf()
settle("C4-01", claimed="a method", observed="a method" if callable(x.is_leaf) else "an attribute")
settle("C4-07", claimed="runs", observed=ends(lambda: x.is_leaf()))

# %% [markdown]
# ## Does a leaf stop being one when it is used?
#
# No: to read a tensor changes nothing about it. Notebook 03 teaches this (exercise 3.1).
#
# - **C4-10** *Because of `x + x`, `x` is no longer a leaf.* It stays one; the sum is not.
# - **C4-11** *`x` was made by `x + x`.* `y` was.
# - **C4-17** *Of `x`, `y = x + x` and `z = x * y` only `z` is a leaf.* Only `x` is.
# - **C4-18** *`z` is a leaf because it comes last.* What comes last is the root, and a node made it.

# %% claims=["C4-10", "C4-11", "C4-17", "C4-18"]
x = leaf()
y = x + x
z = x * y
settle("C4-10", claimed=False, observed=x.is_leaf)
settle("C4-11", claimed="x", observed=" and ".join(name for name, each in (("x", x), ("y", y)) if each.grad_fn))
settle("C4-17", claimed=[False, False, True], observed=[x.is_leaf, y.is_leaf, z.is_leaf])
settle("C4-18", claimed=True, observed=z.is_leaf)

# %% [markdown]
# ## What is in the graph?
#
# Nodes, and from each node arrows to the nodes that made its inputs. Notebook 03 teaches this ("The walk"), and notebook
# 06 what becomes of it in a write ("What a write does to the graph").

# %%
x, k = leaf(), mg.tensor(5.0)
y = x * k
draw(y)

# %% [markdown]
# *Figure 1. The product of a leaf and a constant.*
#
# **The figure in words.** On the left, one above the other, stand a square, the leaf `x` with 3.0, and a dashed box, the
# constant `k` with 5.0. From each an arrow leads to the right into a round box, the product `y` with 15.0: the root,
# where `backward()` begins. Gradients go against the arrows, and none goes to the constant.
#
# - **C4-03** *Leaves are at the root of the graph.* They are at an end of it, and the root is the other one.
# - **C2-17** *The leaves are the inputs, and the root is the output.* So it is.
# - **C4-04** *Leaves are where data come in, and constants.* Both are leaves; only the first are in the graph.
# - **C4-25** *A tensor has a `parent`.* It has a `grad_fn`, and that has `next_functions`.
# - **C4-26** *`nn.Module` and autograd are libraries of others.* Both are parts of PyTorch.
# - **C0-03** *The graph says what depends on what.* Each arrow leads to the node of an input.

# %% claims=["C4-03", "C2-17", "C4-04", "C4-25", "C4-26", "C0-03"]
x, k = leaf(), mg.tensor(5.0)
y = x * k
end = y.grad_fn.next_functions[0][0]
settle("C4-03", claimed={"at an end": True, "at the root": True},
       observed={"at an end": end.next_functions == (), "at the root": end is y.grad_fn})
settle("C2-17", claimed=["x", True], observed=["x" if end.variable is x else "?", y.grad_fn is not end])
settle("C4-04", claimed=[True, True], observed=[x.is_leaf, k.is_leaf])
settle("C4-25", claimed=True, observed=hasattr(y, "parent"))
settle("C4-26", claimed=True, observed=any(each.__name__.split(".")[0] != mg.__name__ for each in (mg.nn, mg.autograd)))
z = y + 1
settle("C0-03", claimed=True, observed=z.grad_fn.next_functions[0][0] is y.grad_fn)

# %% [markdown]
# ## Which tensors get a `.grad`?
#
# After `backward()`, leaves that ask for one; others only when you say so. Notebook 03 teaches this (exercise 3.1 and
# "The zoo, once more"), notebook 07 `autograd.grad` ("What `backward(v)` computes"), notebook 08 where a gradient is
# kept ("The gradient of a gradient").
#
# - **C4-15** *Before `backward()`, `x.grad is None` is False.* It is True: nothing has been computed.
# - **C4-16** *`y.grad is None` is True for the inner tensor `y`.* It is, before `backward()` and after.
# - **C4-22** *Where `grad is None`, there is a leaf.* Inner tensors have None as well.
# - **C4-23** *`grad is None` is a stricter test for a leaf than `requires_grad`.* It is right for no more tensors: of
#   `x`, `k` and `y`, each test is right for one.
# - **C4-24** *`.grad` can be read only after the computation.* You may always read it, and it is None until then.

# %% claims=["C4-15", "C4-16", "C4-22", "C4-23", "C4-24"]
x, k = leaf(), mg.tensor(5.0)
y = x * k
settle("C4-24", claimed="an error", observed=ends(lambda: x.grad))
settle("C4-15", claimed=False, observed=x.grad is None)
y.backward()
settle("C4-16", claimed=True, observed=y.grad is None)
settle("C4-22", claimed=True, observed=all(each.is_leaf for each in (x, k, y) if each.grad is None))
right = lambda test: sum(test(each) == each.is_leaf for each in (x, k, y))
settle("C4-23", claimed=True, observed=right(lambda each: each.grad is None) > right(lambda each: each.requires_grad))

# %% [markdown]
# - **C4-05** *Only leaves hold gradients.* They do by default; after `retain_grad()` an inner tensor holds one too.
# - **C2-08** *You get gradients only for leaves that ask for them.* Only their `.grad` is filled; `autograd.grad` gives
#   the gradient of any tensor in the graph.
# - **C2-30** *The gradients are added to the `.grad` of all leaves.* They are added where a leaf asks for them; a
#   constant's `.grad` stays None.
# - **C2-05** *The gradient is kept in `grad_fn`.* It is kept in `.grad`; `grad_fn` is the node, and a leaf has none.

# %% claims=["C4-05", "C2-08", "C2-30", "C2-05"]
x, k = leaf(), mg.tensor(5.0)
y, asked = x * k, x * k
asked.retain_grad()
(y * asked).backward(retain_graph=True)
settle("C4-05", claimed={"leaf": True, "inner": False},
       observed={"leaf": x.grad is not None, "inner": asked.grad is not None})
settle("C2-08", claimed={"y.grad": "None", "grad of y": "RuntimeError"},
       observed={"y.grad": str(y.grad), "grad of y": ends(lambda: mg.autograd.grad(y * y, y))})
settle("C2-30", claimed={"x": True, "k": True}, observed={"x": x.grad is not None, "k": k.grad is not None})
settle("C2-05", claimed=True, observed=x.grad_fn is not None)

# %% [markdown]
# ## Is `.grad` replaced or added to?
#
# Added to, until you clear it. Notebook 03 teaches this ("What a second walk finds", exercise 3.9), and notebook 07
# runs the example with the matrix ("What `backward(v)` computes").
#
# - **C4-06** *The gradient says how strongly the output follows the input.* It does for small changes: it is the slope
#   that a nudge measures.
# - **C2-20** *`backward()` assigns the derivative to each variable's `.grad`.* It adds to what is there.
# - **C2-29** *`backward()` accumulates.* It does.
# - **C2-31** *Clear `.grad` before the next pass.* Otherwise the next pass finds the sum.

# %% claims=["C4-06", "C2-20", "C2-29", "C2-31"]
x = leaf()
(x * x).backward()
nudged = ((3 + 1e-4) ** 2 - (3 - 1e-4) ** 2) / 2e-4
settle("C4-06", claimed=round(nudged, 3), observed=round(x.grad.item(), 3))
(x * x).backward()
settle("C2-20", claimed=6.0, observed=x.grad.item())
settle("C2-29", claimed=12.0, observed=x.grad.item())
x.grad.zero_()
(x * x).backward()
settle("C2-31", claimed=6.0, observed=x.grad.item())

# %% [markdown]
# - **C2-28** *A known example prints 4 and 2, then 8 and 4, then after clearing 4 and 2 again.* It does, on and off the
#   diagonal.
# - **C2-32** *The optimiser clears the gradients.* It does when you call its `zero_grad()`; its `step()` does not.

# %% claims=["C2-28"]
x = mg.eye(4, 5, requires_grad=True)
y, seen = (x + 1).pow(2).t(), []
for clear in (False, False, True):
    if clear:
        x.grad.zero_()
    y.backward(mg.ones_like(y), retain_graph=True)
    seen.append(x.grad[0, :2].tolist())
settle("C2-28", claimed=[[4.0, 2.0], [8.0, 4.0], [4.0, 2.0]], observed=seen)

# %% claims=["C2-32"]
w = leaf()
walk = mg.optim.SGD([w], lr=0.1)
(w * w).backward()
walk.step()
left = w.grad is None
walk.zero_grad()
settle("C2-32", claimed={"step": True, "zero_grad": True}, observed={"step": left, "zero_grad": w.grad is None})

# %% [markdown]
# ## Why does `backward()` want a single number?
#
# Because it needs to know how much of each output is wanted. For one number the answer is 1; for several you give the
# vector `v`, and get the product of `v` with the Jacobian `J`. Notebook 07 teaches this.
#
# - **C2-33** *`backward()` is `backward(torch.tensor(1.0))`.* For a tensor without dimensions it is.
# - **C2-34** *Without an argument it is for functions with one number as result.* Others raise an error.
# - **C2-25** *For a tensor as output PyTorch computes the Jacobian.* It has the effect of the Jacobian, and computes
#   the product only.
# - **C2-26** *It computes the product of `v` with the Jacobian.* It does.
# - **C2-27** *`v` has the size of the original tensor.* It does, if that is the tensor on which `backward` is called.

# %% claims=["C2-33", "C2-34", "C2-25", "C2-26", "C2-27"]
def back(f, *v):
    x = leaf([2.0, 3.0, 5.0])
    f(x).backward(*v)
    return x.grad.tolist()

total, products = lambda x: (x * x).sum(), lambda x: x[:2] * x[1:]
J, v = np.array([[3.0, 2.0, 0.0], [0.0, 5.0, 3.0]]), mg.tensor([1.0, 10.0])
settle("C2-33", claimed=back(total), observed=back(total, mg.tensor(1.0)))
settle("C2-34", claimed=["runs", "RuntimeError"], observed=[ends(lambda: back(f)) for f in (total, products)])
settle("C2-25", claimed={"v J": (v.numpy() @ J).tolist(), "size": 6},
       observed={"v J": back(products, v), "size": len(back(products, v))})
settle("C2-26", claimed=(v.numpy() @ J).tolist(), observed=back(products, v))
settle("C2-27", claimed=["runs", "RuntimeError"], observed=[ends(lambda: back(products, mg.ones(n))) for n in (2, 3)])

# %% [markdown]
# ## May I call `backward()` twice?
#
# On a graph that has saved tensors, only with `retain_graph=True` the first time. Notebook 07 teaches this ("What
# `backward(v)` computes"), notebook 03 the error (exercise 3.8).
#
# - **C2-09** *Each graph can be walked once.* A second walk fails only where a node has saved something: `x + 1` saves
#   nothing, and can be walked again.
# - **C2-10** *That is for performance.* The walk frees what the nodes have saved.
# - **C2-11** *For several walks, `retain_graph=True` is needed.* It is, on each walk but the last.
# - **C2-23** *Each `backward()` makes a new graph.* The node before and after is the same; the next run forward makes
#   a new graph.

# %% claims=["C2-09", "C2-10", "C2-11", "C2-23"]
class Square(mg.autograd.Function):
    forward = staticmethod(lambda ctx, x: (ctx.save_for_backward(x), x * x)[1])
    backward = staticmethod(lambda ctx, g: 2 * g * ctx.saved_tensors[0])

x, square = leaf(), Square.apply(leaf())
twice = lambda y, **options: (y.backward(**options), ends(y.backward))[1]
settle("C2-09", claimed={"x * x": "RuntimeError", "x + 1": "RuntimeError"},
       observed={"x * x": twice(x * x), "x + 1": twice(x + 1)})
settle("C2-11", claimed=["RuntimeError", "runs"], observed=[twice(x * x), twice(x * x, retain_graph=True)])
before = square.grad_fn
square.backward()
settle("C2-10", claimed="freed", observed="freed" if ends(lambda: before.saved_tensors) != "runs" else "kept")
settle("C2-23", claimed=True, observed=square.grad_fn is not before)

# %% [markdown]
# ## Who makes the graph, and when?
#
# Each operation makes its node when it runs, and the walk back only reads them. Notebooks 03 ("The walk") and 07 ("What
# `backward(v)` computes") teach this; notebook 08 looks at the nodes ("Rules that lose the way"), notebook 09 at an
# `if` ("What cannot be batched").
#
# - **C2-18** *The forward run updates the functions in the graph.* It adds nodes and leaves those that are there alone.
# - **C2-19** *`backward()` computes each `grad_fn`.* They exist before it.
# - **C2-21** *By the chain rule the gradients go back to the leaves.* They do.
# - **C2-22** *The graph is dynamic.* Each run makes it anew, and an `if` may make it another.
# - **C2-24** *Therefore you may use `if` and `for`.* The gradient is that of the branch which ran.

# %% claims=["C2-18", "C2-19", "C2-21"]
x = leaf()
y = x * x
node = y.grad_fn
settle("C2-19", claimed=True, observed=y.grad_fn is None)
z = y * y
settle("C2-18", claimed={"adds a node": True, "changes one": True},
       observed={"adds a node": z.grad_fn is not None, "changes one": y.grad_fn is not node})
z.backward()
settle("C2-21", claimed=2 * 9.0 * 2 * 3.0, observed=x.grad.item())

# %% claims=["C2-22", "C2-24"]
f = lambda x: x * x if x > 0 else -x
settle("C2-22", claimed=True, observed=f(leaf(3.0)).grad_fn.name() != f(leaf(-3.0)).grad_fn.name())
slopes = [mg.autograd.grad(f(at), at)[0].item() for at in (leaf(3.0), leaf(-3.0))]
settle("C2-24", claimed=[6.0, -1.0], observed=slopes)

# %% [markdown]
# - **C2-03** *What is applied to tensors are objects of the class Function.* A node is an object; only Functions of your
#   own derive from that class.
# - **C2-04** *That object knows how to compute forward, and back.* It knows the way back only.
# - **C2-01** *The first lines of PyTorch's tutorial run: a layer of weights and a loss.* They do.
# - **C2-06** *`loss.grad_fn` prints as `BinaryCrossEntropyWithLogitsBackward`.* The name ends in 0 today.
# - **C2-07** *The gradients of its weights are certain numbers.* The weights are drawn at random. What stays: each row
#   of `w.grad` is `b.grad`, since all inputs are 1.

# %% claims=["C2-03", "C2-04"]
node = (leaf() * 2).grad_fn
settle("C2-03", claimed={"an object": True, "a Function": True},
       observed={"an object": node is not None, "a Function": isinstance(node, mg.autograd.Function)})
settle("C2-04", claimed={"back": True, "forward": True},
       observed={"back": callable(node), "forward": hasattr(node, "forward")})

# %% claims=["C2-01", "C2-06", "C2-07"]
def layer():
    w, b = mg.randn(5, 3, requires_grad=True), mg.randn(3, requires_grad=True)
    return w, b, mg.nn.functional.binary_cross_entropy_with_logits(mg.ones(5) @ w + b, mg.zeros(3))

settle("C2-01", claimed="runs", observed=ends(layer))
(w, b, loss), name = layer(), "BinaryCrossEntropyWithLogitsBackward"
settle("C2-06", claimed={"begins": name, "is": name},
       observed={"begins": loss.grad_fn.name().rstrip("0"), "is": loss.grad_fn.name()})
loss.backward()
settle("C2-07", claimed={"rows alike": True, "same again": True},
       observed={"rows alike": bool((w.grad == b.grad).all()), "same again": layer()[2].item() == loss.item()})

# %% [markdown]
# ## Is `x.T` a copy, and is `x.detach()`?
#
# Neither is: both show the memory of `x` under another name. A copy is `x.clone()`. Notebook 01 teaches this of views,
# notebooks 06 (exercise 6.10) and 08 ("A loop inside a loop") of `detach()`.

# %%
x = mg.zeros(2, 3)
for name, other in (("x.T", x.T), ("x.detach()", x.detach()), ("x.clone()", x.clone())):
    x.zero_()
    other.add_(1)
    print(f"{name:10} written: x[0, 0] is {x[0, 0].item()}")

# %% [markdown]
# - **C2-14** *`detach()` has the effect of `no_grad`.* The result is untracked in both; what came before it is recorded,
#   and shares its memory.
# - **C0-26** *`as_tensor()` makes a tensor, and a node for it.* A tensor of the right type comes back as it is.
# - **C0-27** *A tensor has a method `as_tensor()`.* It is a function of the package.
# - **C0-33** *With `as_tensor()` results are more exact.* They are the same numbers.

# %% claims=["C2-14", "C0-26", "C0-27", "C0-33"]
x = leaf(0.1)
z = x * 3
cut = z.detach()
settle("C2-14", claimed={"untracked": True, "nothing recorded": True},
       observed={"untracked": not cut.requires_grad, "nothing recorded": z.grad_fn is None})
same = mg.as_tensor(z)
settle("C0-26", claimed=["a new tensor", "a new node"],
       observed=["the same tensor" if same is z else "a new tensor",
                 "the same node" if same.grad_fn is z.grad_fn else "a new node"])
settle("C0-27", claimed=True, observed=hasattr(x, "as_tensor"))
settle("C0-33", claimed=True, observed=same.item() != z.item())

# %% [markdown]
# ## What does `no_grad` switch off?
#
# The recording: in the block no operation makes a node. Writes are counted all the same. Notebook 08 teaches the first
# ("A loop inside a loop"), notebook 06 the second (exercise 6.10).
#
# - **C2-02** *`requires_grad` can be set at once or later.* It can, for leaves, by `requires_grad_()`.
# - **C2-12** *Tensors with `requires_grad=True` are followed.* What is computed from them has a node.
# - **C2-13** *`no_grad()` switches that off.* It does.
# - **C2-15** *To freeze parameters is a reason for switching off.* A frozen one gets no gradient, and the others do.
# - **C2-16** *Forward is faster without.* No node is made, so there is less to do; we count, and measure no time.
# - **C0-29** *What runs in `no_grad` does not get into the graph.* It does not.
# - **C0-30** *Writes in `no_grad` do not disturb autograd.* They are counted, and a saved tensor that was written is an
#   error in `backward()`.

# %% claims=["C2-02", "C2-12", "C2-15"]
later, frozen = mg.tensor(2.0), mg.tensor(5.0)
later.requires_grad_()
settle("C2-02", claimed=[True, True], observed=[leaf().requires_grad, later.requires_grad])
y = later * frozen
settle("C2-12", claimed=True, observed=y.grad_fn is not None)
y.backward()
settle("C2-15", claimed=["5.0", "None"],
       observed=["None" if each.grad is None else str(each.grad.item()) for each in (later, frozen)])

# %% claims=["C2-13", "C2-16", "C0-29", "C0-30"]
x = leaf()
with mg.no_grad():
    quiet = x * x
settle("C2-13", claimed=False, observed=quiet.requires_grad)
settle("C0-29", claimed=True, observed=quiet.grad_fn is None)
settle("C2-16", claimed="fewer nodes", observed="fewer nodes" if quiet.grad_fn is None else "as many nodes")
y = x.clone()
square = y * y
with mg.no_grad():
    y.add_(1)
settle("C0-30", claimed="runs", observed=ends(square.backward))

# %% [markdown]
# ## When do I need a Function of my own?
#
# For code that is not made of differentiable operations, and where a rule of your own is more exact or takes less
# memory. Notebook 05 teaches this (exercise 5.3 and "The derivative of a derivative").
#
# - **C1-02** *Very special layers, such as a differential equation, need one.* Code from elsewhere needs one; a solver
#   made of ordinary operations does not.
# - **C1-03** *The scaled tanh, $4\tanh(x/4)$, can be written without.* Both ways give the same slope.
# - **C1-04** *The Function for it works.* `gradcheck` accepts it.
# - **C1-05** *Its derivative is best written with `cosh`.* The first derivative is fine; far out, the second is nan.
# - **C1-10** *That derivative is $1/\cosh^2(x/4)$.* It is.
# - **C1-16** *`torch.Tensor([0, 4])` can ask for a gradient.* With a capital T it is float32.
# - **C1-17** *The sum of the squares of the scaled tanh has the slopes 0 and 2.5588 there.* It has.

# %%
class Tanh4(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return 4 * (x / 4).tanh()

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g / (x / 4).cosh() ** 2

# %%
def slope(f, at, again=False):
    x = leaf(at)
    (first,) = mg.autograd.grad(f(x).sum(), x, create_graph=True)
    return mg.autograd.grad(first.sum(), x)[0] if again else first.detach()

def rounded(numbers):
    return [round(each, 4) for each in numbers.tolist()]

# %% claims=["C1-03", "C1-04", "C1-05", "C1-10"]
plain = lambda x: 4 * (x / 4).tanh()
settle("C1-03", claimed=rounded(slope(Tanh4.apply, [2.0])), observed=rounded(slope(plain, [2.0])))
double = mg.tensor(np.array([2.0]), requires_grad=True)
settle("C1-04", claimed=True, observed=mg.autograd.gradcheck(Tanh4.apply, (double,), raise_exception=False))
finite = lambda numbers: bool(np.isfinite(numbers.numpy()).all())
settle("C1-05", claimed={"first": True, "second": True},
       observed={"first": finite(slope(Tanh4.apply, [400.0])), "second": finite(slope(Tanh4.apply, [400.0], True))})
settle("C1-10", claimed=[round(1 / float(np.cosh(0.5)) ** 2, 4)], observed=rounded(slope(plain, [2.0])))

# %% claims=["C1-16", "C1-17"]
settle("C1-16", claimed="runs", observed=ends(lambda: mg.Tensor([0, 4]).requires_grad_()))
x = mg.Tensor([0, 4]).requires_grad_()
(Tanh4.apply(x) ** 2).sum().backward()
settle("C1-17", claimed=[0.0, 2.5588], observed=rounded(x.grad))

# %% claims=["C1-02"]
def growth(rate, exp):
    """y' = rate y from y = 1, by ten of Euler's steps; then e to the y, by this function."""
    y = 1.0
    for _ in range(10):
        y = y + 0.1 * rate * y
    return exp(y)

foreign = lambda y: mg.tensor(np.exp(y.detach().numpy()))
way = lambda exp: "a gradient" if growth(leaf(), exp).requires_grad else "none"
settle("C1-02", claimed={"foreign code": "none", "ordinary operations": "none"},
       observed={"foreign code": way(foreign), "ordinary operations": way(mg.exp)})

# %% [markdown]
# - **C1-01** *Who rewrites a model in C++ may need gradients by hand.* A kernel of one's own needs them; PyTorch's
#   operations bring their derivatives in C++ too.

# %% claims=["C1-01"]
settle("C1-01", claimed={"own kernels": "by hand", "operations": "by hand"},
       observed={"own kernels": "by hand", "operations": "there already"},
       source="PyTorch tutorial: Autograd in C++ Frontend; PyTorch notes: Extending PyTorch")

# %% [markdown]
# ## What do `forward`, `backward` and `apply` do?
#
# `apply` makes the node and calls `forward`; the walk calls `backward`. Notebook 05 teaches this ("What a Function is",
# exercises 5.1, 5.6 and 5.7), and notebook 06 looks on ("A Function that writes in place").

# %%
class Scaled(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x, k=5):
        ctx.k = k
        return x * k

    @staticmethod
    def backward(ctx, g):
        Scaled.heard = g.item()
        return g * ctx.k, None

# %%
def slope_of(function, *arguments):
    x = leaf()
    (10 * function.apply(x, *arguments)).backward()
    return x.grad.item()

# %% [markdown]
# - **C0-37** *`forward` does the operation of the node.* It computes the value.
# - **C0-36** *`backward` computes the gradient of the output.* It receives that, and returns the gradient of the input.
# - **C1-09** *`ctx` keeps what the gradient needs from the run forward.* It does; tensors belong into
#   `save_for_backward`, where writes are noticed.
# - **C1-11** *`backward` returns the gradient of the input.* It does.
# - **C1-12** *`backward` receives the gradient of the output.* It does, whatever the walk began with.
# - **C1-06** *A Function inherits from `torch.autograd.Function`.* Otherwise it has no `apply`.
# - **C1-15** *It cannot be called as it is, and `apply` is to be run once before.* The first is so. `apply` is how it is
#   called, each time; to give it a second name runs nothing.
# - **C1-22** *The `@staticmethod` shown alone, outside of a class, is valid Python.* It is, and it does nothing there.

# %% claims=["C0-37", "C0-36", "C1-09", "C1-11", "C1-12"]
settle("C0-37", claimed=3.0 * 5, observed=Scaled.apply(leaf(), 5).item())
given = slope_of(Scaled, 5)
settle("C0-36", claimed={"receives": 10.0, "returns": 10.0}, observed={"receives": Scaled.heard, "returns": given})
settle("C1-09", claimed=[20.0, 70.0], observed=[slope_of(Scaled, k) for k in (2, 7)])
settle("C1-11", claimed=10.0 * 5, observed=given)
settle("C1-12", claimed=10.0, observed=Scaled.heard)

# %% claims=["C1-06", "C1-15", "C1-22"]
class Orphan:
    forward, backward = Scaled.forward, Scaled.backward

settle("C1-06", claimed="AttributeError", observed=ends(lambda: Orphan.apply(leaf(), 5)))
ran = []
class Noted(Scaled):
    forward = staticmethod(lambda ctx, x, k=5: (ran.append(k), Scaled.forward(ctx, x, k))[1])

noted = Noted.apply
settle("C1-15", claimed={"as it is": "RuntimeError", "run before": 1},
       observed={"as it is": ends(lambda: Noted()(leaf(), 5)), "run before": len(ran)})
settle("C1-22", claimed="runs", observed=ends(lambda: exec("@staticmethod\ndef backward(ctx, g):\n    return g")))

# %% [markdown]
# - **C1-07** *`forward` and `backward` must both be there.* `backward` is needed only when the walk comes to it.
# - **C1-08** *The first argument is `ctx`.* Its place counts; and where there is a `setup_context`, `forward` has none.

# %% claims=["C1-07", "C1-08"]
class Half(mg.autograd.Function):
    forward = Scaled.forward

class Apart(mg.autograd.Function):
    forward = staticmethod(lambda x, k: x * k)
    setup_context = staticmethod(lambda ctx, inputs, output: setattr(ctx, "k", inputs[1]))
    backward = Scaled.backward

settle("C1-07", claimed={"in the walk": "NotImplementedError", "before it": "NotImplementedError"},
       observed={"in the walk": ends(lambda: slope_of(Half)), "before it": ends(lambda: Half.apply(leaf()))})
settle("C1-08", claimed={"with ctx": "runs", "without": "TypeError"},
       observed={"with ctx": ends(lambda: slope_of(Scaled, 5)), "without": ends(lambda: slope_of(Apart, 5))})

# %% [markdown]
# ## What must `backward` return?
#
# One value for each argument that was passed: the gradient, or None. Notebook 05 teaches this (exercises 5.4, 5.6 and
# 5.10, "Rules that add up").
#
# - **C1-18** *`backward` returns a gradient for each argument of `forward`.* It returns one for each that was passed: a
#   default that was left out wants none.
# - **C1-19** *What is not a tensor has no gradient.* It has none, and neither have whole numbers.
# - **C1-20** *A body of `return ...` will do.* Python takes it; the walk does not take its three dots.
# - **C1-21** *None for what is not a tensor avoids the error.* It does.
# - **C1-13** *Multiply the gradient of the output by the derivative.* Entry by entry that is right; for `A @ x` it is a
#   product with the transposed matrix.
# - **C1-14** *With several outputs, their gradients come in the same order.* They do.

# %% claims=["C1-18", "C1-20", "C1-21"]
def returning(*gradients):
    """Scaled, with this from backward."""
    class Returning(Scaled):
        backward = staticmethod(lambda ctx, g: gradients if len(gradients) > 1 else gradients[0])
    return Returning

one, g = returning(mg.tensor(50.0)), mg.tensor(50.0)
settle("C1-18", claimed={"passed": "RuntimeError", "left out": "RuntimeError"},
       observed={"passed": ends(lambda: slope_of(one, 5)), "left out": ends(lambda: slope_of(one))})
settle("C1-20", claimed="runs", observed=ends(lambda: slope_of(returning(...), 5)))
settle("C1-21", claimed="runs", observed=ends(lambda: slope_of(returning(g, None), 5)))

# %% claims=["C1-19", "C1-14"]
class Look(mg.autograd.Function):
    forward = staticmethod(lambda ctx, *inputs: (setattr(Look, "wanted", ctx.needs_input_grad), inputs[0] * 1)[1])

class Both(mg.autograd.Function):
    forward = staticmethod(lambda ctx, x: (2 * x, 3 * x))
    backward = staticmethod(lambda ctx, *g: (setattr(Both, "heard", [each.item() for each in g]), g[0])[1])

Look.apply(leaf(), mg.tensor(3), "three")
settle("C1-19", claimed=(True, False, False), observed=Look.wanted)
first, second = Both.apply(leaf())
(10 * first + 100 * second).backward()
settle("C1-14", claimed=[10.0, 100.0], observed=Both.heard)

# %% claims=["C1-13"]
x, A = leaf([2.0, 3.0, 5.0]), mg.tensor([[1.0, 2.0, 0.0], [0.0, 4.0, 3.0]])
g = mg.tensor([1.0, 10.0])
(by_entry,) = mg.autograd.grad(x[:2] * x[:2], x, g)
(by_matrix,) = mg.autograd.grad(A @ x, x, g)
settle("C1-13", claimed={"x * x": (g * 2 * x[:2]).tolist(), "A @ x": "g times A"},
       observed={"x * x": by_entry[:2].tolist(), "A @ x": "A.T @ g" if mg.equal(by_matrix, A.T @ g) else "g times A"})

# %% [markdown]
# ## What does `mark_dirty` do?
#
# It is how the author of a Function says "`forward` has overwritten this input". `apply` then counts the write, and
# makes the Function's node the one of that tensor. It looks at nothing by itself. Notebook 06 teaches this (exercises
# 6.5 to 6.7, "What a mark is not").

# %%
def writing(mark=True, keep=lambda ctx, x: None, write=lambda x: x.mul_(10)):
    """A Function that writes 10 times its input over it, marks it or not, and may keep something before."""
    class Times10_(mg.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            keep(ctx, x)
            write(x)
            if mark:
                ctx.mark_dirty(x)
            return x
        backward = staticmethod(lambda ctx, g: g * 10)
    return Times10_

# %%
def after(function):
    """The tensor that was written, the node that it had before, and the slope."""
    x = leaf()
    y = x.clone()
    before = y.grad_fn
    function.apply(y)
    y.backward(retain_graph=True)
    return y, before, x.grad.item()

# %%
def noticed(function):
    """Does a node that has saved the tensor find out that it was written?"""
    y = leaf().clone()
    square = y * y
    function.apply(y)
    return ends(square.backward) == "RuntimeError"

def by_numpy(x):
    array = x.numpy()
    array *= 10

# %% [markdown]
# - **C0-01** *`mark_dirty` is there to detect writes.* It declares one: a write that it is not told of, through numpy,
#   stays unnoticed.
# - **C0-05** *It detects the change and brings the graph up to date.* It brings the graph up to date where the author
#   says so; without the mark the old node stays.
# - **C0-07** *It updates the node in question.* The tensor gets another node; the old one is left as it is.
# - **C0-08** *It finds the tensors that were changed.* It believes the author, also about a tensor that was not changed.
# - **C0-35** *It states which tensors were changed.* That is the right description.
# - **C0-04** *A write may change the graph.* The tensor's new node has an arrow to its old one.

# %% claims=["C0-01", "C0-05", "C0-08"]
marked, unmarked = writing(True, write=by_numpy), writing(False, write=by_numpy)
settle("C0-01", claimed={"marked": True, "not marked": True},
       observed={"marked": noticed(marked), "not marked": noticed(unmarked)})
rebased = lambda function: after(function)[0].grad_fn.name() == "Times10_Backward"
settle("C0-05", claimed={"marked": True, "not marked": True},
       observed={"marked": rebased(marked), "not marked": rebased(unmarked)})
only_marked = writing(True, write=lambda x: None)
settle("C0-08", claimed={"written": True, "only marked": False},
       observed={"written": noticed(marked), "only marked": noticed(only_marked)})

# %% claims=["C0-07", "C0-35", "C0-04"]
y, before, _ = after(writing())
settle("C0-07", claimed={"the tensor's node": "Times10_Backward", "the old node": "Times10_Backward"},
       observed={"the tensor's node": y.grad_fn.name(), "the old node": before.name()})
settle("C0-35", claimed=["RuntimeError", "runs"],
       observed=["RuntimeError" if noticed(writing(mark, write=by_numpy)) else "runs" for mark in (True, False)])
y = leaf() * 2
before = y.grad_fn
y.add_(1)
settle("C0-04", claimed=True, observed=y.grad_fn is not before and y.grad_fn.next_functions[0][0] is before)

# %% [markdown]
# ## When and where do I call `mark_dirty`?
#
# In `forward` or `setup_context`, for each input that was overwritten and no other. Notebook 06 teaches this (exercise
# 6.6, "What a mark is not", "The silent ones").
#
# - **C0-02** *It is called in `forward`.* It is.
# - **C0-09** *Whoever writes in place has to pass the tensor to it.* Otherwise the slope is wrong, without a word.
# - **C0-13** *Without a write there is no need for it.* There is none, and a mark would do harm: see C0-08.
# - **C0-14** *It can be called in `forward` only.* It may be called in `setup_context` too; in `backward` it does
#   nothing.
# - **C0-34** *It is deprecated.* No call warns of anything.
# - **C0-12** *It exists since version 1.6.* It is older than 0.4.

# %% claims=["C0-02", "C0-09", "C0-13"]
settle("C0-02", claimed="Times10_Backward", observed=after(writing(mark=True))[0].grad_fn.name())
settle("C0-09", claimed=[True, False], observed=[after(writing(mark))[2] == 10.0 for mark in (True, False)])
beside = writing(mark=False, write=lambda x: None)
settle("C0-13", claimed="runs", observed="RuntimeError" if noticed(beside) else "runs")

# %% claims=["C0-14"]
class InContext(writing(mark=False)):
    forward = staticmethod(lambda x: x.mul_(10))
    setup_context = staticmethod(lambda ctx, inputs, output: ctx.mark_dirty(inputs[0]))

class InBackward(writing(mark=False)):
    backward = staticmethod(lambda ctx, g: (ctx.mark_dirty(g), g * 10)[1])

settle("C0-14", claimed={"setup_context": 1.0, "backward": 1.0},
       observed={"setup_context": after(InContext)[2], "backward": after(InBackward)[2]})

# %% claims=["C0-34"]
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    writing().apply(leaf().clone())
settle("C0-34", claimed="a warning", observed="a warning" if said else "none")

# %% claims=["C0-12"]
settle("C0-12", claimed="since 1.6", observed="since before 0.4",
       source="torch/autograd/function.py when Variables were not yet merged with tensors, which 0.4.0 did")

# %% [markdown]
# ## What has to be saved before a write?
#
# What `backward` needs, as a copy if it is overwritten; `mark_dirty` saves nothing. Notebook 06 teaches this (exercise
# 6.8, "What a mark is not").

# %%
def product(keep=None, mark=lambda ctx, a, b: ctx.mark_dirty(a), back=lambda g, a, b: (g * b, g * a)):
    """A Function that writes a * b + 1 over a, and saves what `keep` gives."""
    class Product_(mg.autograd.Function):
        @staticmethod
        def forward(ctx, a, b):
            if keep:
                ctx.save_for_backward(*keep(a, b))
            a.mul_(b).add_(1)
            mark(ctx, a, b)
            return a
        backward = staticmethod(lambda ctx, g: back(g, *ctx.saved_tensors))
    return Product_

# %%
def slopes(function):
    a, b = leaf(2.0), leaf(3.0)
    function.apply(a.clone(), b).backward()
    return [a.grad.item(), b.grad.item()]

# %% [markdown]
# - **C0-06** *`mark_dirty` keeps what the gradient needs.* It keeps nothing.
# - **C0-17** *`ctx.saved_tensors` has the inputs in it.* It has what `save_for_backward` was given.
# - **C0-23** *There is a `ctx.saved_tensor`.* The name is `saved_tensors`.
# - **C0-18** *The first factor can be saved without `clone()`.* Then the overwritten value is what was saved, and the
#   slope is 7 in place of 2.
# - **C0-19** *`backward` may write into the gradient that it receives.* Both results are then one tensor, and both
#   wrong.
# - **C0-20** *The example prints 3 and 2.* These are the right slopes; as printed, it ends in an error.
# - **C0-15** *The example with two inputs works.* It marks an input that it does not return, which is refused.
# - **C0-16** *The second input must be marked too.* It is only read; the slopes are right without.

# %% claims=["C0-06", "C0-17", "C0-23"]
node = writing().apply(leaf().clone()).grad_fn
settle("C0-06", claimed=1, observed=len(node.saved_tensors))
settle("C0-17", claimed=2, observed=len(product().apply(leaf().clone(), leaf()).grad_fn.saved_tensors))
settle("C0-23", claimed=True, observed=hasattr(node, "saved_tensor"))

# %% claims=["C0-18", "C0-19", "C0-15", "C0-16", "C0-20"]
copied, both = lambda a, b: (a.clone(), b), lambda ctx, a, b: ctx.mark_dirty(a, b)
settle("C0-18", claimed=[3.0, 2.0], observed=slopes(product(lambda a, b: (a, b))))
settle("C0-19", claimed=[3.0, 2.0], observed=slopes(product(copied, back=lambda g, a, b: (g.mul_(b), g.mul_(a)))))
settle("C0-15", claimed="runs", observed=ends(lambda: slopes(product(copied, both))))
settle("C0-16", claimed="wrong", observed="right" if slopes(product(copied)) == [3.0, 2.0] else "wrong")
settle("C0-20", claimed={"slopes": [3.0, 2.0], "as printed": "runs"},
       observed={"slopes": slopes(product(copied)), "as printed": ends(lambda: slopes(product(None, both)))})

# %% [markdown]
# ## Why does the printed example not run?
#
# Mostly because its tensors hold whole numbers, which have no gradient, or because a leaf is written. Notebook 06
# teaches this (exercise 6.4, "What a mark is not").
#
# - **C0-10** *`torch.tensor(10)` is an input for `backward`.* It is a whole number and asks for nothing.
# - **C0-11** *The first example prints 1.0.* With a float that asks for a gradient, it writes to a leaf: an error.
# - **C0-21** *The example that writes only where `x > 0` works.* It, too, has whole numbers.
# - **C0-24** *Where it does not write, the gradient is 0.* The branch returns `x`, and the slope is 1.
# - **C0-22** *To return an input as it is, unmarked, is fine.* It comes back as a view, which must not be written later.

# %%
class AddOneIfPositive_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        if x > 0:
            ctx.mark_dirty(x)
            return x.add_(1)
        return x.clone()
    backward = staticmethod(lambda ctx, g: g)

# %% claims=["C0-10", "C0-11", "C0-21", "C0-24"]
settle("C0-10", claimed="runs", observed=ends(lambda: writing().apply(mg.tensor(10)).backward()))
settle("C0-11", claimed="runs", observed=ends(lambda: AddOneIfPositive_.apply(leaf(10.0)).backward()))
settle("C0-21", claimed="runs", observed=ends(lambda: AddOneIfPositive_.apply(mg.tensor(5)).backward()))
nudged = (AddOneIfPositive_.apply(mg.tensor(-0.5)) - AddOneIfPositive_.apply(mg.tensor(-1.5))).item()
settle("C0-24", claimed=0.0, observed=nudged)

# %% claims=["C0-22"]
class AsItIs(mg.autograd.Function):
    forward = staticmethod(lambda ctx, x: x)
    backward = staticmethod(lambda ctx, g: g)

settle("C0-22", claimed={"returned": "runs", "written later": "runs"},
       observed={"returned": ends(lambda: AsItIs.apply(leaf().clone()).backward()),
                 "written later": ends(lambda: AsItIs.apply(leaf().clone()).add_(1))})

# %% [markdown]
# ## Do `as_tensor` or `no_grad` replace `mark_dirty`?
#
# No. The one does nothing here, and the other is in force in `forward` anyway. Notebook 06 teaches this (exercise
# 6.11).
#
# - **C0-25** *Both are alternatives.* An unmarked write stays one, with a wrong slope.
# - **C0-28** *The example with `as_tensor` prints 1.0.* It calls a method that does not exist.
# - **C0-31** *The example with `no_grad` prints 1.0.* It has whole numbers in it.
# - **C0-32** *With `no_grad` it is faster, since the graph is not updated.* `forward` runs without recording in any case.

# %% claims=["C0-25", "C0-28", "C0-31", "C0-32"]
def quietly(x):
    with mg.no_grad():
        mg.as_tensor(x).mul_(10)

settle("C0-25", claimed=10.0, observed=after(writing(mark=False, write=quietly))[2])
with_method = writing(write=lambda x: x.as_tensor().mul_(10))
settle("C0-28", claimed="runs", observed=ends(lambda: with_method.apply(leaf().clone())))
settle("C0-31", claimed="runs", observed=ends(lambda: writing(write=quietly).apply(mg.tensor(10)).backward()))
modes = []
writing(keep=lambda ctx, x: modes.append(mg.is_grad_enabled())).apply(leaf().clone())
settle("C0-32", claimed="recording", observed="recording" if modes[0] else "not recording")

# %% [markdown]
# ## What does `torch.func` do to my function?
#
# It gives you another function: `grad(f)` is called with the arguments of `f`. Notebook 08 teaches this ("Transform,
# then call", exercise 8.3), notebook 07 `autograd.grad` ("What `backward(v)` computes").

# %%
def square(x):
    return x * x

at = mg.tensor([2.0, 3.0])

def total(x):
    return (x * x).sum()

# %% [markdown]
# - **C3-06** *You annotate your function to set up its differentiation.* There are no annotations; your function stays
#   what it is.
# - **C3-08** *`grad_and_value` runs the function on inputs and outputs, and returns gradient and value.* One run, and
#   the pair in this order.
# - **C3-09** *The first example works.* It unpacks the transformed function and never calls it.
# - **C3-10** *It prints 4.0 twice.* The numbers are right at 2, and print as `tensor(4.)`.
# - **C3-07** *`has_aux=True` returns what comes along, too.* It does, if the function returns it.
# - **C3-11** *What comes along is None.* It has to be made of tensors.
# - **C3-14** *A whole number can be differentiated.* It cannot.

# %% claims=["C3-06", "C3-08", "C3-09", "C3-10"]
settle("C3-06", claimed="the same", observed="the same" if mg.func.grad(square) is square else "another")
runs, both = [], mg.func.grad_and_value
slope, value = both(lambda x: (runs.append(x), square(x))[1])(mg.tensor(3.0))
settle("C3-08", claimed={"the pair": [6.0, 9.0], "runs": 2},
       observed={"the pair": [slope.item(), value.item()], "runs": len(runs)})
def as_printed():
    (slope, value), aux = both(square, has_aux=True)
    return slope, value, aux

settle("C3-09", claimed="runs", observed=ends(as_printed))
slope, value = both(square)(mg.tensor(2.0))
settle("C3-10", claimed={"numbers": [4.0, 4.0], "printed": "4.0"},
       observed={"numbers": [slope.item(), value.item()], "printed": str(slope)})

# %% claims=["C3-07", "C3-11", "C3-14"]
with_aux = lambda f: ends(lambda: mg.func.grad(f, has_aux=True)(mg.tensor(3.0)))
settle("C3-07", claimed={"returned": "runs", "not returned": "runs"},
       observed={"returned": with_aux(lambda x: (x * x, 2 * x)), "not returned": with_aux(square)})
settle("C3-11", claimed="runs", observed=with_aux(lambda x: (x * x, None)))
settle("C3-14", claimed="runs", observed=ends(lambda: mg.func.grad(square)(mg.tensor(2))))

# %% [markdown]
# - **C3-22** *Simple functions can be differentiated by hand.* They can, and the result is the same.
# - **C3-26** *The derivative of the square by hand, at 2, prints 4.0.* It does.
# - **C3-23** *`torch.autograd` is for when only the gradient is needed.* It gives it; the value is there already.
# - **C3-24** *The example with `torch.autograd.grad` prints 4.0.* Its `x` asks for no gradient.

# %% claims=["C3-22", "C3-23", "C3-24", "C3-26"]
by_hand = lambda x: 2 * x
settle("C3-22", claimed=by_hand(3.0), observed=mg.func.grad(square)(mg.tensor(3.0)).item())
settle("C3-26", claimed="4.0", observed=str(by_hand(2.0)))
x = leaf(2.0)
y = square(x)
settle("C3-23", claimed={"gradient": 4.0, "value": "none"},
       observed={"gradient": mg.autograd.grad(y, x)[0].item(), "value": y.item()})
x = mg.tensor(2.0)
settle("C3-24", claimed="runs", observed=ends(lambda: mg.autograd.grad(square(x), x)))

# %% [markdown]
# - **C3-02** *Transforms as in JAX came with PyTorch 1.10.* They are part of it since 2.0; before, functorch was a
#   package of its own.
# - **C3-27** *JAX's `grad` of the square, at 2, prints 4.0.* It evaluates the gradient, and that is 4.

# %% claims=["C3-02", "C3-27"]
settle("C3-02", claimed="1.10", observed="2.0", source="PyTorch documentation: Migrating from functorch to torch.func")
settle("C3-27", claimed=4.0, observed=2 * 2.0, source="JAX documentation: jax.grad evaluates the gradient")

# %% [markdown]
# ## Which transform gives the Hessian, and which a product?
#
# `hessian` the matrix of second derivatives, `jvp` the Jacobian times a vector. Notebook 08 teaches the first ("The
# Hessian"), notebook 07 the second ("Forward, with a speed").
#
# - **C3-01** *`grad_and_value` computes Hessians.* It gives the first derivative, in the shape of the input.
# - **C3-18** *The example with `hessian` works.* It gives 2 for the square.
# - **C3-19** *The Hessian is the matrix of the second derivatives.* It is, for a function with one number as result.
# - **C3-04** *`hessian` and `jvp` are for higher derivatives.* `jvp` is a first derivative: of $3x$ it is 3, and not 0.
# - **C3-20** *`jvp(square, x, v)` works.* Both `x` and `v` come in tuples.
# - **C3-21** *`jvp` gives the gradient.* It gives a derivative along `v`, in the shape of the output.

# %% claims=["C3-01", "C3-18", "C3-19", "C3-04", "C3-20", "C3-21"]
settle("C3-01", claimed=(2, 2), observed=tuple(mg.func.grad_and_value(total)(at)[0].shape))
settle("C3-18", claimed=2.0, observed=mg.func.hessian(square)(mg.tensor(2.0)).item())
settle("C3-19", claimed=[[2.0, 0.0], [0.0, 2.0]], observed=mg.func.hessian(total)(at).tolist())
x, one, line = mg.tensor(2.0), mg.tensor(1.0), lambda x: 3 * x
settle("C3-04", claimed={"hessian of 3x": 0.0, "jvp of 3x": 0.0},
       observed={"hessian of 3x": mg.func.hessian(lambda x: line(x) + 0 * x * x)(x).item(),
                 "jvp of 3x": mg.func.jvp(line, (x,), (one,))[1].item()})
settle("C3-20", claimed="runs", observed=ends(lambda: mg.func.jvp(square, x, one)))
settle("C3-21", claimed=(2,), observed=tuple(mg.func.jvp(total, (at,), (mg.tensor([1.0, 10.0]),))[1].shape))

# %% [markdown]
# ## Can `vmap` differentiate loops and branches?
#
# Not where a value decides: `vmap` refuses the `if`. A Python loop over the examples works, and so does `where`.
# Notebook 09 teaches this ("What cannot be batched", exercises 9.6 to 9.8).
#
# - **C3-12** *`autograd.grad` of the result of `vmap` works.* It does not, for an `x` that asks for nothing: take
#   `vmap(grad(f))`.
# - **C3-13** *`vmap` applies the square to each element.* It does.
# - **C3-03** *`torch.func` has tools for differentiation and for control flow.* It has those for differentiation only.
# - **C3-15** *There is a `torch.func.scan`.* There is none.
# - **C3-05** *`vmap` and `scan` make loops and branches differentiable.* Neither does.
# - **C3-16** *`square_if_even` squares even numbers only.* It does.
# - **C3-17** *What comes along says which were even.* It does not, unless the function returns it.
# - **C3-25** *`vmap` computes gradients of functions with control flow.* It refuses an `if` on a value.

# %%
def square_if_even(x):
    return x * x if x % 2 == 0 else x

four = mg.tensor([1.0, 2.0, 3.0, 4.0])

# %% claims=["C3-12", "C3-13", "C3-03", "C3-15"]
vmap, has = mg.func.vmap, lambda *names: all(hasattr(mg.func, name) for name in names)
settle("C3-12", claimed="runs", observed=ends(lambda: mg.autograd.grad(vmap(square)(four), four)))
settle("C3-13", claimed=[1.0, 4.0, 9.0, 16.0], observed=vmap(square)(four).tolist())
settle("C3-03", claimed={"grad, vmap": True, "scan, cond": True},
       observed={"grad, vmap": has("grad", "vmap"), "scan, cond": has("scan", "cond")})
settle("C3-15", claimed=True, observed=has("scan"))

# %% claims=["C3-05", "C3-16", "C3-17", "C3-25"]
grad, vmap = mg.func.grad, mg.func.vmap
settle("C3-05", claimed=["runs", True], observed=[ends(lambda: vmap(square_if_even)(four)), hasattr(mg.func, "scan")])
settle("C3-16", claimed=[1.0, 4.0, 3.0, 16.0], observed=[square_if_even(each).item() for each in four])
settle("C3-17", claimed="runs", observed=ends(lambda: grad(square_if_even, has_aux=True)(four[0])))
settle("C3-25", claimed="runs", observed=ends(lambda: vmap(grad(square_if_even))(four)))

# %% [markdown]
# ## What PyTorch does
#
# The same. Every cell above prints what it prints with `mg` in PyTorch 2.13 as well, which is checked whenever the
# course changes. Five statements are settled by a source and not by a run, since they are about other versions or
# about other libraries: **C0-12**, **C1-01**, **C3-02**, **C3-27**, **C4-13**. The number in the name of a class, as in
# `MulBackward0`, and where an error is raised, may be different in other versions; the values will not.
