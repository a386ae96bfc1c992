from collections import OrderedDict

products = OrderedDict(p=("mul", "a", "b"), q=("mul", "c", "b"), y=("add", "q", "p"))
squared = OrderedDict([("s", ("add", "a", "b")), ("y", ("mul", "s", "s"))])
