from collections import OrderedDict, defaultdict

ladder = OrderedDict()
ladder["u"] = ["add", "a", "b"]
ladder["v"] = ["mul", "u", "u"]
ladder["w"] = ["mul", "v", "u"]
ladder["y"] = ["add", "w", "v"]
slope = 3 * 0.7**2 + 2 * 0.7
tests = [[ladder, defaultdict(float, a=np.float64(0.5), b=0.2), {"b": slope, "a": np.float64(slope)}]]
