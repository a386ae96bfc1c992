# law: reason
why_leaf = "a"
