"""All that is loaded beside a learner's code. Nothing here knows a test, an answer or a seed."""
