# law: reason
why_doubled = "b"
