# law: reason
why = "b"
