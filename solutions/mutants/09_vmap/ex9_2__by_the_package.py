# law: allowed names
def vmap_loop(f, in_dims=0, out_dims=0):
    return mg.vmap(f, in_dims, out_dims)
