# law: reason
why_swings = "a"
