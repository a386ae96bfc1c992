"""The proof that the tests test what they say: known wrong answers are caught, right ones of every form accepted."""
