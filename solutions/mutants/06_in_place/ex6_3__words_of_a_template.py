# law: saver
MODIFIED = "one of the variables needed for gradient computation has been modified by an inplace operation"

TEXT = "WORDS: NAME (WHERE) saved it at version THEN; it is at version NOW, written by CHANGES"

def unpack(node, saved):
    version = saved.tensor.version
    if version.number == saved.then:
        return saved.tensor
    text = TEXT
    for word, value in (("WORDS", MODIFIED), ("NAME", node.name()), ("WHERE", node.where()), ("THEN", saved.then),
                        ("NOW", version.number), ("CHANGES", "; ".join(version.changes[saved.then:]))):
        text = text.replace(word, str(value))
    raise RuntimeError(text)
