"""For each claim that a run settles, what takes its cause away: another operation, another order, another engine.

A row is a piece of the notebook and what stands in its place, in the cell of the claim or in the definitions before it.
"""

# Settled by a source: nothing is run that could be changed.
CITED = ("C0-12", "C1-01", "C3-02", "C3-27", "C4-13")

QUIET, LOUD = "with mg.no_grad():\n    quiet", "with mg.enable_grad():\n    quiet"
WRITTEN_ONCE = '(x * x).backward()\nsettle("C2-20"'
KEPT = ("y.backward()\nsettle", "y.retain_grad()\ny.backward()\nsettle")
ENDS_IN = "x, k = leaf(), mg.tensor(5.0)\ny = x * k\nend"
PAIR = "y = x + x\nz"

ON_LEAVES = {
    "C4-01": ("callable(x.is_leaf)", "callable(x.item)"),
    "C4-02": ('"results": (k + 3)', '"results": (x + 3)'),
    "C4-03": (ENDS_IN, ENDS_IN.replace("= x * k", "= (x + 1) * k")),
    "C4-04": (ENDS_IN, ENDS_IN.replace("mg.tensor(5.0)", "leaf() * 5")),
    "C4-05": ("asked.retain_grad()\n", ""),
    "C4-06": ("(x * x).backward()\nnudged", "(x * x * x).backward()\nnudged"),
    "C4-07": ("x.is_leaf()", "x.item()"),
    "C4-08": ("observed=(k + 3)", "observed=(x + 3)"),
    "C4-09": ("tensors = [x, k, y]", "tensors = [x, k]"),
    "C4-10": (PAIR, f"x = {PAIR}"),
    "C4-11": (PAIR, f"x = {PAIR}"),
    "C4-12": ("each.is_leaf == (each.grad_fn", "each.requires_grad == (each.grad_fn"),
    "C4-14": ("(k * (k + 3))", "(x * (k + 3))"),
    "C4-15": ('settle("C4-15"', 'y.backward(retain_graph=True)\nsettle("C4-15"'),
    "C4-16": KEPT,
    "C4-17": ("z = x * y", "z = (x * y).detach()"),
    "C4-18": ("z = x * y", "z = (x * y).detach()"),
    "C4-19": ("y = x + 3", "y = (x + 3).detach()"),
    "C4-20": ("tensors = [x, k, y]", "tensors = [x]"),
    "C4-21": ("tensors = [x, k, y]", "tensors = [x]"),
    "C4-22": KEPT,
    "C4-23": KEPT,
    "C4-24": ("lambda: x.grad)", "lambda: x.grad.item())"),
    "C4-25": ('hasattr(y, "parent")', 'hasattr(y, "grad_fn")'),
    "C4-26": ("(mg.nn, mg.autograd)", "(np, mg.autograd)"),
    "C4-27": ("lambda t: t.grad_fn is None", "lambda t: not t.requires_grad"),
}

ON_AUTOGRAD = {
    "C2-01": ("mg.zeros(3))", "mg.zeros(4))"),
    "C2-02": ("later.requires_grad_()\n", ""),
    "C2-03": ("(leaf() * 2)", "(mg.tensor(3.0) * 2)"),
    "C2-04": ("(leaf() * 2)", "(mg.tensor(3.0) * 2)"),
    "C2-05": ("x, k = leaf(), mg", "x, k = leaf() * 1, mg"),
    "C2-06": ("binary_cross_entropy_with_logits(", "mse_loss("),
    "C2-07": ("mg.ones(5) @ w", "mg.arange(5.0) @ w"),
    "C2-08": ("grad(y * y, y)", "grad(y * y, k)"),
    "C2-09": ("twice(x + 1)", "twice((x + 1) * x)"),
    "C2-10": ("square.backward()", "square.backward(retain_graph=True)"),
    "C2-11": ("[twice(x * x), twice(x * x,", "[twice(x + 1), twice(x + 1,"),
    "C2-12": ("y = later * frozen", "y = later.detach() * frozen"),
    "C2-13": (QUIET, LOUD),
    "C2-14": ("z = x * 3", "with mg.no_grad():\n    z = x * 3"),
    "C2-15": ("mg.tensor(5.0)\nlater", "leaf(5.0)\nlater"),
    "C2-16": (QUIET, LOUD),
    "C2-17": (ENDS_IN, "x, k = leaf(), leaf()\ny = k * x\nend"),
    "C2-18": ("z = y * y", "z = y.mul_(2)"),
    "C2-19": ("y = x * x\nnode", "y = mg.tensor(9.0)\nnode"),
    "C2-20": (WRITTEN_ONCE, f"x.grad = None\n{WRITTEN_ONCE}"),
    "C2-21": ("z = y * y", "z = y * y.detach()"),
    "C2-22": ("x * x if x > 0 else -x", "x * x"),
    "C2-23": ("square.backward()\n", "square.backward()\nsquare = Square.apply(leaf())\n"),
    "C2-24": ("x * x if x > 0 else -x", "x * x"),
    "C2-25": ("f(x).backward(*v)\n    return x.grad.tolist()", "return mg.func.jacrev(f)(x).reshape(-1).tolist()"),
    "C2-26": ("mg.tensor([1.0, 10.0])", "mg.tensor([1.0, 1.0])"),
    "C2-27": ("back(products, mg.ones(n))", "back(lambda x: x * x, mg.ones(n))"),
    "C2-28": ("x.grad.zero_()", "pass"),
    "C2-29": (WRITTEN_ONCE, f"x.grad = None\n{WRITTEN_ONCE}"),
    "C2-30": ("mg.tensor(5.0)", "leaf(5.0)"),
    "C2-31": ("x.grad.zero_()\n", ""),
    "C2-32": ("walk.zero_grad()\n", ""),
    "C2-33": ("mg.tensor(1.0))", "mg.tensor(2.0))"),
    "C2-34": ("for f in (total, products)", "for f in (total, total)"),
}

RULE = "return g / (x / 4).cosh() ** 2"
PLAIN, OTHER = "plain = lambda x: 4 * (x / 4).tanh()", "plain = lambda x: x.tanh()"

ON_FUNCTIONS = {
    "C1-02": ("    y = 1.0\n", "    y, rate = 1.0, rate.detach()\n"),
    "C1-03": (PLAIN, OTHER),
    "C1-04": (RULE, "return g / (x / 4).cosh()"),
    "C1-05": (RULE, "return g * (1 - (x / 4).tanh() ** 2)"),
    "C1-06": ("class Orphan:", "class Orphan(mg.autograd.Function):"),
    "C1-07": ("Half.apply(leaf()))", "Half.apply(leaf()).backward())"),
    "C1-08": ("setup_context = ", "no_context = "),
    "C1-09": ("ctx.k = k", "ctx.k = 5"),
    "C1-10": (PLAIN, OTHER),
    "C1-11": ("return g * ctx.k, None", "return g, None"),
    "C1-12": ("(10 * function", "(2 * function"),
    "C1-13": ("x[:2] * x[:2]", "A @ x"),
    "C1-14": ("(10 * first + 100 * second)", "(100 * first + 10 * second)"),
    "C1-15": ("noted = Noted.apply\n", "noted = Noted.apply(leaf())\n"),
    "C1-16": ("lambda: mg.Tensor([0, 4])", "lambda: mg.tensor([0, 4])"),
    "C1-17": ("(Tanh4.apply(x) ** 2)", "Tanh4.apply(x)"),
    "C1-18": ("returning(mg.tensor(50.0)),", "returning(mg.tensor(50.0), None),"),
    "C1-19": ('mg.tensor(3), "three"', 'leaf(), "three"'),
    "C1-20": ("returning(...)", "returning(g, None)"),
    "C1-21": ("returning(g, None)", "returning(g, g)"),
    "C1-22": ("@staticmethod\\ndef", "@staticmethods\\ndef"),
    "C0-36": ("return g * ctx.k, None", "return g, None"),
    "C0-37": ("return x * k\n", "return x + k\n"),
}

NUMPY = "unmarked = writing(True, write=by_numpy), writing(False, write=by_numpy)"
READ = "if slopes(product(copied"

ON_WRITES = {
    "C0-01": (NUMPY, NUMPY.replace("False", "True")),
    "C0-02": ("writing(mark=True)", "writing(mark=False)"),
    "C0-03": ("z = y + 1", "z = x + 1"),
    "C0-04": ("y.add_(1)", "y.add(1)"),
    "C0-05": (NUMPY, NUMPY.replace("False", "True")),
    "C0-06": ("node = writing()", "node = writing(keep=lambda ctx, x: ctx.save_for_backward(x.clone()))"),
    "C0-07": ("after(writing())", "after(writing(False))"),
    "C0-08": ("writing(True, write=lambda x: None)", "writing(False, write=lambda x: None)"),
    "C0-09": ("            if mark:\n", "            if True:\n"),
    "C0-10": ("mg.tensor(10)", "leaf(10.0).clone()"),
    "C0-11": ("apply(leaf(10.0))", "apply(leaf(10.0).clone())"),
    "C0-13": ("writing(mark=False, write=lambda", "writing(mark=True, write=lambda"),
    "C0-14": ("ctx.mark_dirty(inputs[0])", "None"),
    "C0-15": ('product(copied, both))))\nsettle("C0-16"', 'product(copied))))\nsettle("C0-16"'),
    "C0-16": (READ, f"{READ}, lambda ctx, a, b: (ctx.mark_dirty(a), b.add_(1))"),
    "C0-17": ("len(product()", "len(product(lambda a, b: (a.clone(), b))"),
    "C0-18": ("product(lambda a, b: (a, b))", "product(copied)"),
    "C0-19": ("(g.mul_(b), g.mul_(a))", "(g * b, g * a)"),
    "C0-20": ("product(None, both)", "product(copied)"),
    "C0-21": ("mg.tensor(5)", "leaf(5.0).clone()"),
    "C0-22": ("lambda ctx, x: x)", "lambda ctx, x: x.clone())"),
    "C0-23": ('"saved_tensor")', '"saved_tensors")'),
    "C0-24": ("return x.clone()\n", "return x * 0\n"),
    "C0-25": ("writing(mark=False, write=quietly)", "writing(mark=True, write=quietly)"),
    "C0-26": ("mg.as_tensor(z)", "mg.as_tensor(z * 1)"),
    "C0-27": ('hasattr(x, "as_tensor")', 'hasattr(mg, "as_tensor")'),
    "C0-28": ("x.as_tensor()", "mg.as_tensor(x)"),
    "C0-29": (QUIET, LOUD),
    "C0-30": ("y.add_(1)", "y = y + 1"),
    "C0-31": ("mg.tensor(10)", "leaf(10.0).clone()"),
    "C0-32": ("writing(keep=lambda ctx, x: modes.append(mg.is_grad_enabled()))", "modes.append(True)\nwriting()"),
    "C0-33": ("mg.as_tensor(z)", "mg.as_tensor(z, dtype=mg.float16)"),
    "C0-34": ("writing().apply(leaf().clone())", "writing()(leaf())"),
    "C0-35": ("noticed(writing(mark,", "noticed(writing(False,"),
}

CUBES = "(lambda x: x**3)"
PRINTED = "(slope, value), aux = both(square, has_aux=True)"
GRADIENT = "mg.func.grad(lambda x: line(x) + 0 * x * x)"
ALONG = "mg.func.jvp(total, (at,), (mg.tensor([1.0, 10.0]),))[1]"

ON_TRANSFORMS = {
    "C3-01": ("mg.func.grad_and_value(total)(at)[0]", "mg.func.hessian(total)(at)"),
    "C3-03": ('has("scan", "cond")', 'has("jvp", "vjp")'),
    "C3-04": ("mg.func.jvp(line,", f"mg.func.jvp({GRADIENT},"),
    "C3-05": ("vmap(square_if_even)(four)", "[square_if_even(each) for each in four]"),
    "C3-06": ("mg.func.grad(square) is square", "(lambda f: f)(square) is square"),
    "C3-07": ("with_aux(square)", "with_aux(lambda x: (x * x, x))"),
    "C3-08": ("(runs.append(x), square(x))[1]", "square(x) * x"),
    "C3-09": (PRINTED, "slope, (value, aux) = both(lambda x: (x * x, x), has_aux=True)(mg.tensor(2.0))"),
    "C3-10": ("both(square)(mg.tensor(2.0))", "both(square)(mg.tensor(3.0))"),
    "C3-11": ("(x * x, None)", "(x * x, x)"),
    "C3-12": ("mg.autograd.grad(vmap(square)(four), four)", "vmap(mg.func.grad(square))(four)"),
    "C3-13": ("vmap(square)(four).tolist()", f"vmap({CUBES})(four).tolist()"),
    "C3-14": ("mg.tensor(2))", "mg.tensor(2.0))"),
    "C3-15": ('observed=has("scan")', 'observed=has("vmap")'),
    "C3-16": ("x % 2 == 0", "x % 2 == 1"),
    "C3-17": ("grad(square_if_even, has_aux", "grad(lambda x: (square_if_even(x), x), has_aux"),
    "C3-18": ("hessian(square)", f"hessian{CUBES}"),
    "C3-19": ('settle("C3-19"', f'total = lambda x: {CUBES}(x).sum()\nsettle("C3-19"'),
    "C3-20": ("(square, x, one)", "(square, (x,), (one,))"),
    "C3-21": (ALONG, "mg.func.grad(total)(at)"),
    "C3-22": ("grad(square)", f"grad{CUBES}"),
    "C3-23": ("y = square(x)", "y = square(x) * x"),
    "C3-24": ("x = mg.tensor(2.0)\nsettle", "x = leaf(2.0)\nsettle"),
    "C3-25": ("grad(square_if_even)", "grad(lambda x: mg.where(x % 2 == 0, x * x, x))"),
    "C3-26": ("by_hand = lambda x: 2 * x", "by_hand = lambda x: 3 * x"),
}

CAUSES = ON_LEAVES | ON_AUTOGRAD | ON_FUNCTIONS | ON_WRITES | ON_TRANSFORMS
