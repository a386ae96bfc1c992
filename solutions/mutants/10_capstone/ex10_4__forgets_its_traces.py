# law: price
import tracemalloc

choice = "chain"

def made(advance, state, steps, every):
    for _ in range(steps):
        state = advance(state)
    if tracemalloc.is_tracing():
        tracemalloc.clear_traces()
    return state
