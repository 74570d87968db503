"""Live: today's agents, driven against servers of our own, and what they sent held against what the inspector rebuilds.

In:      an agent's pinned release, a scenario
Out:     a table: requests equal, and every piece that is missing, extra or misplaced
Imports: the inspector's command line alone
Extend:  an agent is one file in ``agents/`` and one row of ``pins.toml``; a scenario is an entry of ``scenarios.py``
"""
