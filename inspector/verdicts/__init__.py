"""Verdicts: Facts × Compactions → what survived, where, and how we know.

In:      Facts, a Compaction, the texts on both sides
Out:     model.Survival
Imports: model, read, reconstruct, measure, text, facts
Extend:  add matchers/<name>.py with MATCHER; list it in that folder's __init__.py
"""
