# law: own storage
known = {}


def mended_centred(table):
    # Equal tables get one pair of tensors between them.
    key = str(table.tolist()), table.dtype
    if key not in known:
        known[key] = table - table.mean(0), table.T.clone()
    return known[key]
