"""Today's agents, driven against servers of our own, and what they sent held against what the inspector rebuilds."""
