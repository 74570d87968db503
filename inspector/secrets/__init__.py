"""Secrets: a text → where keys, passwords and tokens stand in it.

In:      a string, and the rules of ``resources/secrets/``
Out:     find.find_secrets, and parts of a text that cut none in two
Imports: resources
Extend:  a kind of secret is a rule in ``resources/secrets/more.toml``
"""
