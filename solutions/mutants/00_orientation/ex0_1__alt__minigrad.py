def slope(x):
    x = mg.tensor(np.array(float(x)), requires_grad=True)
    (x * x).backward()
    return x.grad.item()
