MODIFIED = "one of the variables needed for gradient computation has been modified by an inplace operation"
def unpack(node, saved):
    version = saved.tensor.version
    missing = version.number - saved.then
    if not missing:
        return saved.tensor
    text, at = "", len(version.changes)
    while at > saved.then:
        at -= 1
        text = " | " + version.changes[at] + text
    head = "{}: {} [{}] version {} -> version {}".format(MODIFIED, node.name(), node.where(), saved.then, version.number)
    raise RuntimeError(head + text)
