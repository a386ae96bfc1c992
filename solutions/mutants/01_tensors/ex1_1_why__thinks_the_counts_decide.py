# law: reason
why_reshape = "d"
