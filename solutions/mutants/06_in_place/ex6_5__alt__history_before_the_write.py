multiply_ = in_order("""
    A |         raise RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")
    B |     node.save_for_backward(x, y)
    C |     x.data[...] = x.data * y.data
    D | def multiply_(x, y):
    E |     node.next_functions = ((tape.node_of(x), 0), (tape.node_of(y), 0))
    F |     x.version.bump("multiply_")
    G |     node = tape.Node(Product)
    H |     return x
    I |     if tape.recording and x.is_leaf and x.requires_grad:
    J |     x.data = x.data * y.data
    K |         x.requires_grad, x.grad_fn = True, node
    L |     node.save_for_backward(tape.Tensor(x.data), y)
    M |     return tape.Tensor(x.data)
    N |     if tape.recording and (x.requires_grad or y.requires_grad):
    """,
    "D I A G L E N K C F H"
)
