# law: price
choice = "chain"
def made(advance, state, steps, every):
    if state.detach().numpy().size >= 500:
        with mg.no_grad():
            s = state.detach()
            for _ in range(steps):
                s = advance(s)
        return state + (s - state.detach())
    for _ in range(steps):
        state = advance(state)
    return state
