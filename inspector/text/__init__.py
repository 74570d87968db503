"""Text: a text → the same text taken apart: sentences, words, tokens, and where words stand again.

In:      a string
Out:     sentences, text_index.TextIndex, passages that are near a sentence
Imports: resources
Extend:  nothing here knows a language; a way in which texts are compared is a module
"""
