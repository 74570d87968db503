"""Ask: a question → a model's answer, asked once, without secrets, within what may be spent, and kept.

In:      messages, and which model; what may be spent
Out:     model.RawAnswer; what it would cost and send, and how much a model reads; the ways to one from this machine
Imports: model, secrets, llm, measure, wording
Extend:  what is asked is made where it is needed (judge/, rerun/); a way to reach a model is a file in llm/
"""
