"""Items as a filter sees them, on the samples that come with the program."""

import orjson
import pytest

from inspector.model import ItemKind
from inspector.resources import samples
from inspector.store.cache import Cache
from inspector.workbench.document import Stage
from inspector.workbench.filter import parse_filter
from inspector.workbench.item_views import find_paths, named_path, segment_starts, view_items
from inspector.workbench.stages import advance, read


@pytest.fixture(scope="module")
def document():
    (log,) = samples().glob("claude-code/*/kept-messages/*.jsonl")
    document = read(log)
    advance(document, Stage.COUNT, Cache.memory())
    yield document
    document.close()


def test_a_segment_starts_with_the_first_item_behind_its_compaction(document):
    starts = segment_starts(document.session, document.compactions)
    assert len(starts) == len(document.compactions) > 0
    for compaction, start in zip(document.compactions, starts, strict=True):
        assert compaction.record.summary >= start
        assert max(compaction.removed) < start
    views = view_items(document, parse_filter(""))
    assert [view.segment for view in views] == sorted(view.segment for view in views)
    assert {view.segment for view in views} == set(range(len(starts) + 1))


def test_no_compaction_is_one_segment(document):
    assert segment_starts(document.session, ()) == ()


def test_a_call_and_its_result_have_the_file_that_the_arguments_name(document):
    paths = find_paths(document)
    calls = [item for item in document.session.items if item.kind is ItemKind.TOOL_CALL]
    arguments = {item.number: orjson.loads(document.text(item.number)) for item in calls}
    named = {number: given.get("file_path") or given.get("path") for number, given in arguments.items()}
    assert any(named.values())
    for item in calls:
        assert paths.get(item.number) == named[item.number]
        results = [
            other.number
            for other in document.session.items
            if other.kind is ItemKind.TOOL_RESULT and other.call_id == item.call_id and other.thread == item.thread
        ]
        assert [paths.get(result) for result in results] == [named[item.number]] * len(results)


@pytest.mark.parametrize(
    ("arguments", "path"),
    [
        ({"file_path": "a/b.py"}, "a/b.py"),
        ({"command": "ls"}, ""),
        ('{"path": "a/b.py"}', "a/b.py"),
        ("*** Begin Patch\n*** Update File: src/x y.py\n@@", "src/x y.py"),
        ({"input": "*** Begin Patch\n*** Add File: new.py\n"}, "new.py"),
        ('{"torn": ', ""),
        (None, ""),
        (["not", "arguments"], ""),
    ],
)
def test_the_file_is_found_in_every_form_of_arguments(arguments, path):
    assert named_path(arguments) == path


def test_a_path_filter_finds_them(document):
    path = next(iter(find_paths(document).values()))
    fits = parse_filter(f'path:"{path}"')
    found = [view.item.number for view in view_items(document, fits) if fits.test(view)]
    assert found == [number for number, named in find_paths(document).items() if named == path]


def test_words_are_looked_for_in_whole_texts(document):
    item = max(document.session.items, key=lambda item: item.chars)
    word = document.text(item.number).split()[-1]
    fits = parse_filter(f'"{word}"')
    assert item.number in [view.item.number for view in view_items(document, fits) if fits.test(view)]


def test_marks_are_seen(document):
    fits = parse_filter("marked")
    assert [view.item.number for view in view_items(document, fits, frozenset({3, 5})) if fits.test(view)] == [3, 5]


def test_before_counting_no_number_is_made_up():
    (log,) = samples().glob("claude-code/*/tiny/*.jsonl")
    document = read(log)
    assert {view.tokens for view in view_items(document, parse_filter(""))} == {None}
    document.close()
