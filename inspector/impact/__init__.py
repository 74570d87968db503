"""Impact: compactions → what was read, run, asked or said again behind them, and failed again.

In:      a Session, its Compactions, their Survivals
Out:     look.Consequences
Imports: model, read, reconstruct, measure, text, work, survival, wording
Extend:  add <name>.py with a function from a Scene to findings; list it in families.py
"""
