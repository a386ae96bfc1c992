# law: error
# Writes something into the error that goes on.
class no_grad:
    def __enter__(self):
        global recording
        self.outside = recording
        recording = False

    def __exit__(self, *about_the_error):
        global recording
        recording = self.outside
        if about_the_error[1] is not None:
            about_the_error[1].args = about_the_error[1].args + ('in no_grad',)

def multiply(a, b):
    product = Small(a.data * b.data)
    if recording and (a.requires_grad or b.requires_grad):
        product.requires_grad = True
        product.grad_fn = ("mul", a, b)
    return product
