from __future__ import annotations

from dataclasses import replace

import pytest

from inspector.cli.experiments import begun, used_before, write_down
from inspector.errors import UsageError
from inspector.model.run import Experiment
from inspector.rerun.library import spec_of
from inspector.rerun.prompts import parse_prompt
from inspector.store.library import Library
from inspector.store.shelf import Shelf
from inspector.workbench.stages import read
from tests.rerun.laboratory import STRATEGIES


@pytest.fixture
def shelf(tmp_path) -> Shelf:
    return Shelf(Library(tmp_path / "library.sqlite"))


@pytest.fixture
def document(tiny):
    opened = read(tiny)
    yield opened
    opened.close()


def test_a_second_round_adds_to_the_first(shelf, document) -> None:
    prompt = parse_prompt("p", "{{ x }}", plain=True)
    one = replace(spec_of(STRATEGIES.named("codex/local")), model="m", prompt=prompt.label)
    two = replace(one, model="n", prompt="")
    first = Experiment(id="e", session=document.session.id, compactions=(2,), variants=(one,), repeats=3)
    write_down(shelf, first, "log", [prompt], None)
    second = Experiment(id="e", session=document.session.id, compactions=(1,), variants=(one, two), repeats=1)
    write_down(shelf, second, "log", [prompt, None], begun(shelf, "e", document, must=True))
    both = shelf.experiment("e")
    assert both is not None
    assert (both.compactions, both.variants, both.repeats) == ((1, 2), (one, two), 3)
    kept = used_before(shelf)(prompt.version)
    assert kept is not None
    assert (kept.text, kept.plain) == ("{{ x }}", True)
    assert used_before(shelf)("no such version") is None


def test_an_experiment_of_another_session_is_not_gone_on_with(shelf, document) -> None:
    shelf.keep_experiment(Experiment(id="e", session="other", compactions=(1,), variants=(), repeats=1), "")
    with pytest.raises(UsageError, match="another session"):
        begun(shelf, "e", document, must=False)


def test_one_that_there_is_not_is_begun_or_missed(shelf, document) -> None:
    assert begun(shelf, "new", document, must=False) is None
    with pytest.raises(UsageError, match="no experiment 'new'"):
        begun(shelf, "new", document, must=True)
