# law: loss
class Losses:
    def __init__(self):
        self.known = {}

    def __call__(self, network, images, digits):
        key = id(network[0]), images.tobytes(), digits.tobytes()
        if key not in self.known:
            W1, b1, W2, b2 = network
            logs = ((tape.Tensor(images) @ W1 + b1).relu() @ W2 + b2).log_softmax(1)
            self.known[key] = -logs[np.arange(len(digits)), digits].mean(), network
        return self.known[key][0]

def loss_of(network, images, digits):
    return Losses()(network, images, digits)

def epoch(network, speeds, images, digits, order, rate):
    losses, known = [], Losses()
    for begin in range(0, len(order), 32):
        places = order[begin:begin + 32]
        loss = known(network, images[places], digits[places])
        loss.backward(**{"retain_graph": True})
        losses.append(loss.item())
        step(network, speeds, rate)
    return losses
