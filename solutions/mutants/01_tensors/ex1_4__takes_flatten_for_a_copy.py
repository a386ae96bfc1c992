# law: own storage
def mended_centred(table):
    times, sensors = table.shape
    before = table.T.flatten().reshape(sensors, times)
    return table - table.mean(0), before
