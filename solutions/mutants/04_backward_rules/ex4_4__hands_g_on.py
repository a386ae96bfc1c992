# law: picked
def index_rule(g, shape, index):
    return g
