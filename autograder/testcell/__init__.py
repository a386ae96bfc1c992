"""Test cells: which names they take from a learner, what is rewritten in them, and what the build refuses."""
