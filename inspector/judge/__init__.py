"""Judge: a model reads one compaction, or several texts blind → a Judgement, every word of it checked.

``copy`` is what it is shown, ``ask`` how it is asked, ``answer`` what it said, ``check`` what of that stands in the
log, ``reading`` the way from the one to the other, ``passes`` two readings held together. Asking is a function of the
caller: nothing here knows the way to a model.

In:      a Segment, what stands after its compaction, a function that asks
Out:     model.Judgement
Imports: model, read, reconstruct, measure, text, work, llm
Extend:  a check of what a judge says goes into check.py, with answers written for it in tests/judge/
"""
