# law: price
choice = "chain"

def made(advance, state, steps, every):
    for _ in range(steps):
        state = advance(state)
    return state
