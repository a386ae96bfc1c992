"""`autograder grade --scheduler`: the judges are on the workers of a Dask cluster. Needs the extra `cluster`.

The coordinator is the command: it reads submissions, keeps results and writes the gradebook, as on one machine. A
worker is the course's own checkout on another machine: it has the masters, and no secret, no gradebook and no name.
Both ends exchange JSON as bytes; docs/cluster.md says how to set one up and what must be trusted.
"""
