import collections

products = collections.OrderedDict(p=("mul", "a", "b"), q=("mul", "c", "b"), y=("add", "q", "p"))
squared = collections.OrderedDict([("s", ("add", "a", "b")), ("y", ("mul", "s", "s"))])
