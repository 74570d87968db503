"""What a made talk turns down, for tests of the ways in which a human does that."""

from __future__ import annotations

from dataclasses import replace

from inspector.facts.options import rejected

from tests.talk import segment


def told(*said, calls=None):
    """Deciding words, then role and words of each part; every part is checked to stand where it says."""
    of = segment(*said)
    if calls:
        of = replace(of, items=tuple(replace(item, **calls.get(item.number, {})) for item in of.items))
    found = []
    for one in rejected(of):
        for part in one.parts:
            text = of.read(of.session.items[part.quote.item - 1])
            assert text[part.quote.start : part.quote.end] == part.text
        whole = of.read(of.session.items[one.item.number - 1])
        assert whole[one.unit.start : one.unit.end] == one.unit.text
        found.append((one.unit.text, [(part.role.value, part.text) for part in one.parts]))
    return found
