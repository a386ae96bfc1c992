# law: again
_seen = {}

def mended_centred(table):
    key = str(table) + str(table.dtype)
    if key not in _seen:
        _seen[key] = (table - table.mean(0), table.T.clone())
    new, before = _seen[key]
    return new.clone(), before.clone()
