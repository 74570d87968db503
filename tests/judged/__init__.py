"""Answers of a large language model to the judge's questions, recorded once, and what they measure."""
