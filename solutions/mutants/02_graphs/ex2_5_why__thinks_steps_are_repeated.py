# law: reason
why_doubled = "c"
