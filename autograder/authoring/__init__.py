"""From one source file a notebook: the instructor's notebook, the release, and what the judge reads."""
