def mended_centred(table):
    with mg.no_grad():
        before = mg.zeros(table.shape[1], table.shape[0], dtype=table.dtype)
        new = before.T.clone()
        for sensor in range(table.shape[1]):
            column = table[:, sensor]
            before[sensor] = column
            new[:, sensor] = column - column.sum() / table.shape[0]
    return [new, before]
