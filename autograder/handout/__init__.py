"""What learners receive, and the learner's own copy on this machine."""
