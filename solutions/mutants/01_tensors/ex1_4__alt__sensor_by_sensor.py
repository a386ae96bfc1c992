# A list of two, and one column at a time.
def mean_of(column):
    total = column[0].clone()
    for reading in column[1:]:
        total = total + reading
    return total / len(column)


def mended_centred(table):
    times, sensors = table.shape
    new = mg.zeros(times, sensors, dtype=table.dtype)
    before = mg.zeros(sensors, times, dtype=table.dtype)
    for sensor in range(sensors):
        before[sensor] = table[:, sensor]
        new[:, sensor] = table[:, sensor] - mean_of(table[:, sensor])
    return [new, before]
