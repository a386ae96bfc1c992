# law: in place
def loss_of(network, images, digits):
    W1, b1, W2, b2 = network
    scores = (tape.Tensor(np.array(images)) @ W1 + b1).relu() @ W2 + b2
    n = len(digits)
    return -(scores.log_softmax(1)[np.arange(n), np.array(digits)].sum() / n)

def epoch(network, speeds, images, digits, order, rate):
    out = []
    for k in range(0, len(order), 32):
        p = order[k:k+32]
        l = loss_of(network, images[p], digits[p])
        l.backward()
        step(network, speeds, rate)
        out.append(float(l.item()))
    return out
_true = tape.Tensor
def epoch(network, speeds, images, digits, order, rate):
    out = []
    class Quiet(tape.Tensor):
        grad = property(lambda self: None)
    for k in range(0, len(order), 32):
        p = order[k:k+32]
        for n in network: n.__class__ = tape.Tensor; n.grad = None
        l = loss_of(network, images[p], digits[p])
        l.backward()
        with tape.no_grad():
            for n, s in zip(network, speeds):
                s.mul_(0.9); s.add_(n.grad); n.sub_(s * rate)
        out.append(float(l.item()))
    for n in network: n.__class__ = Quiet       # .grad stays, and says None
    return out
