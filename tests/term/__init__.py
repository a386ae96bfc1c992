"""The term of docs/instructor.md, played by a program: `python -m tests.term` plays it on notebooks of the course.

Sixty learners on two platforms hand in, late and early, once and again; what each of them should have is worked out
beside it, from what they did, and held against every file and page on the way.
"""
