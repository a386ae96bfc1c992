# Works in the table and puts every number back; a stretched one refuses, and is copied.
def mended_centred(table):
    kept = table.clone()
    try:
        table.sub_(kept.mean(0))
        new = table.clone()
        table.copy_(kept)
    except RuntimeError:
        new = kept - kept.mean(0)
    return new, kept.T.clone()
