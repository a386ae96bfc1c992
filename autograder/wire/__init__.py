"""What passes between judge and worker: frames of bytes, messages by number, and what both ends call by name."""
