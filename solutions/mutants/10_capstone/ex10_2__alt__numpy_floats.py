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
        step(network, speeds, rate)
        losses.append(np.float64(loss.item()))
    return losses
