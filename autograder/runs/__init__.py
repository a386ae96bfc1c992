"""What every grading run keeps to, whoever begins it: one at a time, canaries first, nothing half written."""
