# law: pair
# Two tensors, in what is neither a tuple nor a list.
from collections import deque
def mended_centred(table):
    return deque([table - table.mean(0), table.T.clone()])
