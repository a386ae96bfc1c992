# law: in place
def loss_of(network, images, digits):
    W1, b1, W2, b2 = network
    scores = (tape.Tensor(images) @ W1 + b1).relu() @ W2 + b2
    return -scores.log_softmax(1)[np.arange(len(digits)), digits].mean()

def epoch(network, speeds, images, digits, order, rate):
    losses = []
    for begin in range(0, len(order), 32):
        batch = order[begin : begin + 32]
        loss = loss_of(network, images[batch], digits[batch])
        loss.backward()
        before = [each.grad for each in network]
        step(network, speeds, rate)
        for each, grad in zip(network, before, strict=True):
            each.grad = grad if begin + 32 >= len(order) else None
        losses.append(loss.item())
    return losses
