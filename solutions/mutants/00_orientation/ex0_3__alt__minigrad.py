def mended_slopes(a, d, w):
    def loss(three):
        times, target = mg.tensor(t), mg.tensor(reading)
        difference = three[0] * (-three[1] * times).exp() * (three[2] * times).cos() - target
        return (difference * difference).mean()

    three = mg.tensor(np.array([a, d, w], dtype=float), requires_grad=True)
    (slopes,) = mg.autograd.grad(loss(three), three)
    return slopes.numpy()
