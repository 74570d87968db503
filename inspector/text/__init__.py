"""Text: a text → the same text analysed: sentences, words, stems, names and their places.

In:      a string
Out:     units.Unit, text_index.TextIndex, similarity.Weights
Imports: resources
Extend:  a language is a table in resources/cues.toml and an entry in resources/wording.toml
"""
