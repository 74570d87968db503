"""A server that an agent asks what its own compactions lost: one project's sessions, read only."""
