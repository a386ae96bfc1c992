# law: reason
why_doubled = "a"
