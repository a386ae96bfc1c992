# law: long
def index_rule(g, shape, index):
    numbers = np.arange(int(np.prod(shape))).reshape(shape)
    where = numbers[index]
    picks = (np.reshape(where, (-1, 1)) == np.reshape(numbers, (1, -1))).astype(float)
    return (np.reshape(g, (1, -1)) @ picks).reshape(shape)
