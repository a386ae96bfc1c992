# law: tensors
def mended_centred(table):
    # The right numbers, in no tensor.
    return (table - table.mean(0)).tolist(), table.T.tolist()
