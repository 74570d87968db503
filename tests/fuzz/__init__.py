"""Samples of all formats spoilt by structure, over and over: ``python -m tests.fuzz 100000 --seed 1``."""
