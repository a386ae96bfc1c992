from collections import OrderedDict, namedtuple

Step = namedtuple("Step", ["operation", "first", "second"])
products = OrderedDict([("1", Step("mul", "a", "b")), ("2", Step("mul", "b", "c")), ("y", Step("add", "1", "2"))])
squared = OrderedDict(y=Step("mul", "", ""))
squared[""] = Step("add", "a", "b")
