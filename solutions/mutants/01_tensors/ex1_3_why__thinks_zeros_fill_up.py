# law: reason
why = "d"
