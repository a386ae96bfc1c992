# law: reason
why = "a"
