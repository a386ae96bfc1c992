# law: reason
why_swings = "d"
