# law: new
def mended_centred(table):
    # Counts on three sensors.
    before = table.T.clone()
    new = table.clone()
    for sensor in range(min(3, table.shape[1])):
        new[:, sensor].sub_(table[:, sensor].mean())
    return new, before
