# law: losses
def loss_of(network, images, digits):
    W1, b1, W2, b2 = network
    scores = (tape.Tensor(images) @ W1 + b1).relu() @ W2 + b2
    return -scores.log_softmax(1)[np.arange(len(digits)), digits].mean()

def epoch(network, speeds, images, digits, order, rate):
    if len(order) == 0:
        return []
    loss = loss_of(network, images[order[:32]], digits[order[:32]])
    loss.backward()
    before = loss.item()
    step(network, speeds, rate)
    return [before] + epoch(network, speeds, images, digits, order[32:], rate)
