# law: sum
def backward(order, g):
    waiting = {order[0]: g}
    for node in order:
        total = waiting[node]
        if node.variable is not None:
            old = node.variable.grad
            node.variable.grad = tape.Tensor(total if old is None else old.data + total)
        if node.next_functions:
            shares = node(total)
            followers = [following for following, _ in node.next_functions]
            for following in dict.fromkeys(followers):
                if following is not None:
                    share = followers.count(following) * shares[followers.index(following)]
                    waiting[following] = waiting.get(following, 0.0) + share
