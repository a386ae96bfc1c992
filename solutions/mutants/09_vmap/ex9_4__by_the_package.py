# law: allowed names
def vmap(f, in_dims=0, out_dims=0):
    def mapped(*args):
        return vmap_of(f, in_dims, out_dims)(*args)
    return mapped
