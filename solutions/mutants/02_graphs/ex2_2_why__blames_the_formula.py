# law: reason
why_it_grows = "c"
