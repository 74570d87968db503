"""Reconstruct: a Session → what the model saw at every call, and every Compaction.

In:      model.Session
Out:     Replay (the context after any operation), Compactions
Imports: model, read
Extend:  a new way of compacting is a new Splice in its adapter; nothing changes here
"""
