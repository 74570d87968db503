import pytest

from inspector.impact.finding import Kind
from inspector.model import ItemKind
from inspector.store.cache import Cache
from inspector.workbench.consequences import findings
from inspector.workbench.document import Stage
from inspector.workbench.filter import parse_filter
from inspector.workbench.item_views import find_paths, path_of, view_items
from inspector.workbench.selection import Focus
from inspector.workbench.stages import advance, read
from inspector.workbench.trail import trail
from tests.made_session import MadeSession, sample


@pytest.fixture(scope="module")
def fading():
    document = read(sample("fading-rules"))
    advance(document, Stage.COUNT, Cache.memory())
    yield document
    document.close()


def test_a_file_is_followed_through_its_calls_and_results(fading):
    paths = find_paths(fading)
    number = next(number for number, path in paths.items() if path.endswith("noaa.py"))
    fits = parse_filter(trail(fading, Focus(item=number)))
    found = {view.item.number for view in view_items(fading, fits) if fits.test(view)}
    assert found == {other for other, path in paths.items() if path == paths[number]}
    kinds = {fading.item(other).kind for other in found}
    assert kinds == {ItemKind.TOOL_CALL, ItemKind.TOOL_RESULT}


def test_call_and_result_have_the_same_path_one_by_one_as_all_at_once(fading):
    paths = find_paths(fading)
    assert {number: path_of(fading, number) for number in paths} == dict(paths)
    assert path_of(fading, 2) == ""


def test_a_fact_goes_before_the_file_of_an_item_that_is_about_it(fading):
    document = read(sample("fading-rules"))
    advance(document, Stage.CONSEQUENCES, Cache.memory())
    again = next(one for one in findings(document) if one.kind is Kind.SAID)
    focus = Focus(item=again.item, fact=again.fact)
    assert trail(document, focus) == trail(document, Focus(fact=again.fact)) == f"fact:{again.fact}"
    assert trail(document, Focus(item=6, fact=again.fact)).startswith("path:")
    assert trail(document, Focus(item=3, fact=again.fact)) == f"fact:{again.fact}"
    document.close()


def test_where_no_file_is_named_there_is_nothing_to_follow(fading):
    assert trail(fading, Focus(item=2)) == trail(fading, Focus()) == ""


@pytest.mark.parametrize(("path", "text"), [("a[1]*.py", 'path:"a[[]1][*].py"'), ('a".py', ""), ("", "")])
def test_signs_of_patterns_in_a_name_stand_for_themselves(path, text):
    made = MadeSession()
    made.add(ItemKind.TOOL_CALL, {"file_path": path}, call_id="c", tool="Read")
    document = made.document()
    assert trail(document, Focus(item=1)) == text
    if text:
        fits = parse_filter(text)
        assert [fits.test(view) for view in view_items(document, fits)] == [True]
