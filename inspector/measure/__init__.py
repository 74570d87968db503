"""Measure: contexts → token counts, each with its basis.

In:      model.Session, its Replay and its Bodies
Out:     Curve, Window, Counts, Calibration, Composition, prices
Imports: model, llm, read, reconstruct
Extend:  add measure/tokenizers/<name>.py with ``load``; list it in tokenizers/__init__.py
"""
