"""Whatever a log holds, evidence is found or not, but never raises, and every quote stands where it says."""

from __future__ import annotations

import orjson
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.model import Item, ItemKind, Origin, Session, Source
from inspector.text.text_index import TextIndex
from inspector.work.finders import FINDERS
from inspector.work.ledger import Ledger
from inspector.work.lookup import stands
from inspector.work.steps import steps

SESSION = Session(id="s", agent="x", cwd="/home/mara/app")
PIECES = st.sampled_from(
    """src/a.py ./b.ts \\ / : :42 8080 30s KeyError: error[E0308]:
    TS2345 HTTP/1.1 404 PASSED FAILED :: --- FAIL: ok ✓ ✗ (0.1s) test … # def fn(
    ` ' " && | ; > 2>&1 <<EOF EOF cd rm -rf cat sed -i git log {a,b} [id] *** Add File: 1 passed, 2 failed in
    3s 一 é""".split()
)
TEXTS = st.lists(st.one_of(PIECES, st.text(max_size=8)), max_size=24).flatmap(
    lambda parts: st.sampled_from([" ", "\n", ""]).map(lambda glue: glue.join(parts))
)
ARGUMENTS = st.one_of(
    TEXTS,
    st.dictionaries(
        st.sampled_from(
            "command cmd file_path path content new_string todos plan taskId status description input".split()
        ),
        st.one_of(
            TEXTS,
            st.none(),
            st.integers(-9, 9),
            st.lists(st.dictionaries(st.sampled_from(["content", "status"]), TEXTS)),
        ),
        max_size=4,
    ),
)
TOOLS = st.sampled_from("Bash Read Edit Write Grep TodoWrite TaskUpdate Task apply_patch exec other".split())


def item(number: int, kind: ItemKind, text: str, tool: str = "", error: bool = False) -> Item:
    call = "" if kind is ItemKind.ASSISTANT else "c"
    return Item(number, "", kind, Origin.AGENT, Source("x"), "", len(text), tool, call, error=error, text=text)


@settings(max_examples=300, deadline=None)
@given(TOOLS, ARGUMENTS, TEXTS, TEXTS, st.booleans())
def test_every_quote_stands_and_every_fact_is_found_again(tool, arguments, output, said, error):
    call = arguments if isinstance(arguments, str) else orjson.dumps(arguments).decode()
    items = (
        item(1, ItemKind.TOOL_CALL, call, tool),
        item(2, ItemKind.TOOL_RESULT, output, "", error),
        item(3, ItemKind.ASSISTANT, said),
    )
    ledger, finders = Ledger(SESSION), [finder() for finder in FINDERS]
    for step in steps(items, lambda item: item.text):
        for finder in finders:
            finder.look(step, ledger)
    for finder in finders:
        finder.finish(ledger)
    everywhere = TextIndex(tuple(item.text for item in items))
    for fact in ledger.facts():
        for quote, words in zip(fact.quotes, fact.texts, strict=True):
            if "\x1b" not in output:
                assert items[quote.item - 1].text[quote.start : quote.end] == words
        stands(fact, everywhere)
    assert len({fact.id for fact in ledger.facts()}) == len(ledger.facts())
