"""Facts: items → Facts, each with its quotes.

In:      a Session, its texts, one compaction's segment
Out:     model.Fact
Imports: model, read, reconstruct, measure, text
Extend:  add extractors/<name>.py with a class; list it in extractors/__init__.py
"""
