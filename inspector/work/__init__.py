"""Work: steps of a session → what they showed, and where that stands.

Exact: nothing here reads a sentence; a value stands somewhere or it does not.

In:      a Session's items and their texts
Out:     Step, model.Fact of the work
Imports: model, read, reconstruct, measure, text
Extend:  add finders/<name>.py with a Finder; list it in finders/__init__.py
"""
