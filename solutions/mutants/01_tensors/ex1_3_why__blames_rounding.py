# law: reason
why_not_zero = "a"
