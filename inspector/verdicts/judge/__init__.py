"""The judge: a model that reads what stood before a compaction and what is left, every word of it checked.

``copy`` is what it is shown, ``ask`` how it is asked, ``answer`` what it said, ``check`` what of that stands in the
log, ``reading`` the way from the one to the other, ``passes`` two readings held together, ``adopt`` its verdicts in the
place of the rules'. Asking is a function of the caller: nothing here knows the way to a model.
"""
