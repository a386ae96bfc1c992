class Exp(mg.autograd.Function):
    @staticmethod
    def forward(node, argument):
        result = argument.exp()
        node.save_for_backward(result)
        return result

    @staticmethod
    def backward(node, arriving):
        slope = node.saved_tensors[0]
        return slope * arriving
