"""Survival: what was said and shown × compactions → where it stands after each, and over all of them.

In:      a Session, its Compactions, its texts
Out:     Found (before a compaction), Outcome (after it), Erosion (over all)
Imports: model, read, reconstruct, measure, text, said, work
Extend:  a figure over outcomes is a function in shares.py
"""
