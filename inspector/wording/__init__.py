"""Wording: verdicts, units and times → the words that reports, the command line and the window all say for them.

In:      verdicts, numbers with their basis, recorded times; words of a log (harmless)
Out:     short plain words, the same at every door; words of a log without what acts; nothing is laid out here
Imports: model
Extend:  add a function where its words belong (verdicts, units, times); whole sentences stay where they are said
"""
