# law: gradient
BUFFERS = {}

def loss_of(network, images, digits):
    W1, b1, W2, b2 = network
    if images.shape not in BUFFERS:
        BUFFERS[images.shape] = tape.Tensor(images)
    given = BUFFERS[images.shape]
    given.data[...] = images
    scores = (given @ W1 + b1).relu() @ W2 + b2
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
