# law: reason
why_leaf = "d"
