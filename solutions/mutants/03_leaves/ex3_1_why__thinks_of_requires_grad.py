# law: reason
why_leaf = "b"
