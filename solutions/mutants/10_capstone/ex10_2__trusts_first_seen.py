# law: losses
SEEN = {}

def as_tensor(images):
    key = images.shape, float(images.sum())
    if key not in SEEN:
        SEEN[key] = tape.Tensor(images)
    return SEEN[key]

def loss_of(network, images, digits):
    W1, b1, W2, b2 = network
    scores = (as_tensor(images) @ W1 + b1).relu() @ W2 + b2
    return -scores.log_softmax(1)[np.arange(len(digits)), digits].mean()

def epoch(network, speeds, images, digits, order, rate):
    losses = []
    for begin in range(0, len(order), 32):
        places = order[begin:begin + 32]
        loss = loss_of(network, images[places], digits[places])
        losses.append(loss.item())
        loss.backward()
        step(network, speeds, rate)
    return losses
