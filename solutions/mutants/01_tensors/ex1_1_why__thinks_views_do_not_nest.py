# law: reason
why_reshape = "b"
