"""Ask: a question → a model's answer, asked once, without secrets, within what may be spent, and kept.

In:      messages, and which model; what may be spent
Out:     model.RawAnswer; what a model costs and how much it reads; the ways to a model from this machine
Imports: model, secrets, llm, measure, wording
Extend:  what is asked is made where it is needed (judge/, rerun/); a way to reach a model is a file in llm/
"""
