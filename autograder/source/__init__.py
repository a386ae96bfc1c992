"""The source of a notebook: its cells, its marks, the shape that it must have, and where in it something is wrong."""
