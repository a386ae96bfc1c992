# law: reason
why = "c"
