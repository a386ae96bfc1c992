# law: reason
why_reshape = "a"
