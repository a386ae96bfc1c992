import collections as the_collections
OrderedDict = the_collections.OrderedDict

graph = OrderedDict()
graph["first sum"] = ("add", "left", "right")
graph["turned"] = ("neg", "first sum")
graph["turned again"] = ("neg", "turned")
graph["once more"] = ("neg", "turned again")
graph["product"] = ("mul", "once more", "first sum")
graph["with right"] = ("mul", "product", "right")
graph["twice"] = ("add", "with right", "with right")
graph["y"] = ("add", "twice", "first sum")
# y = -2 s² r + s with s = l + r
tests = [(graph, {"left": 0.5, "right": -2.0}, {"left": -4 * -1.5 * -2.0 + 1, "right": -4 * -1.5 * -2.0 - 2 * 2.25 + 1})]
