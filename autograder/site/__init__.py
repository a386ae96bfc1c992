"""The course as a static site: notebooks run without any answer, claims, reference, documents. `autograder site`."""
