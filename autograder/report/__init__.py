"""What a class did with a notebook, as a page and as tables; nothing leaves the machine.

`command` is `autograder report`. In the order of a run: `gather` reads hand-ins, kept results and the gradebook,
`exercises` counts, `misconceptions` compares wrong answers with the named ones, `identical` looks for equal answers,
`behind` goes over several notebooks, `book` puts it together, `page` and `sheets` write it. `statistics` decides what
may be said of so many learners, `names` what they are called.
"""
