# law: new
def mended_centred(table):
    # The mean over the sensors at each time.
    before = table.T.clone()
    return table - table.mean(1, keepdim=True), before
