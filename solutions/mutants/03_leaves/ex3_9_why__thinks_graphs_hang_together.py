# law: reason
why_swings = "c"
