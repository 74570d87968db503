"""Said: every sentence of the human → where its words stand in a context.

Exact: a sentence's words stand there word for word, in part, or not. What that means is a judge's matter.

In:      a Session, its texts; the texts of a context
Out:     model.Fact of what was said, model.Survival with where it stands
Imports: model, secrets, read, reconstruct, measure, text
Extend:  another way in which a person's words come in is one name in own_words.HUMAN
"""
