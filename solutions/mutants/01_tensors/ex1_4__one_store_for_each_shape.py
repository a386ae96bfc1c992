# law: again
store = {}


def mended_centred(table):
    # Writes each result over the last one of its shape.
    times, sensors = table.shape
    if (times, sensors) not in store:
        store[times, sensors] = table.clone(), table.T.clone()
    new, before = store[times, sensors]
    new.copy_(table - table.mean(0))
    before.copy_(table.T)
    return new, before
