"""Rerun: a recorded context → the same context after other strategies, each compared on the same facts.

In:      a context, its facts, a strategy as data, a model's answer where one is needed
Out:     model.Run, model.Score, a whole session simulated
Imports: model, read, reconstruct, measure, text, survival, judge, ask, llm, wording
Extend:  a strategy is a file in resources/strategies/ or in the user's folder; a score is scorers/<name>.py
"""
