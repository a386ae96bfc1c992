def squared(s):
    return s * s


def failing(x):
    return squared(tape.Tensor(2.0) * x)


def send_mended(node, g, grads):
    def visit(here, arrived):
        grads.update({here: arrived + grads[here] if here in grads else arrived})
        if len(here.next_functions) == 0:
            return None
        return [visit(after, part) for (after, _), part in zip(here.next_functions, here(arrived)) if after]

    visit(node, g)
