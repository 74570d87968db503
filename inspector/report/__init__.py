"""Report: everything known about a session → one document for a person who was not there, and texts that mend.

In:      a Session with its compactions, verdicts and curve; the results of many sessions (survey); an experiment
Out:     document.Report and survey.Survey, written as HTML, Markdown, JSON or CSV; experiments in the same forms
         (experiment.FORMS); repaired texts (mend/)
Imports: model, wording, read, reconstruct, measure, said, survival, impact, rerun
Extend:  add reporters/<format>.py with REPORTER; list it in reporters/__init__.py
"""
