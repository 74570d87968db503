"""Impact: losses → the later actions that they led to.

In:      a Session, its Compactions, their Survivals
Out:     look.Aftermath
Imports: model, read, reconstruct, measure, text, facts, verdicts
Extend:  add <name>.py with a function from a Scene to findings; list it in families.py
"""
