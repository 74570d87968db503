"""Hooks of agents around compaction: their payloads, what is answered, and how they are put in place."""
