"""What is wrong with a test, and so nobody's fault but its author's."""


class AuthorError(BaseException):
    """A test does what no test may: the author's fault, never the learner's."""
