# law: before
def mended_centred(table):
    # float() gives a new tensor, and drops half of the digits on the way.
    return table - table.mean(0), table.T.clone().float().to(table.dtype)
