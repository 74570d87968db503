import pytest

from inspector.errors import CannotRead
from inspector.rerun.documents import BadStrategy
from inspector.workbench.strategy_files import all_strategies, check_text, find_text, save_text, user_folder

OWN = """\
id: mine/short
title: Short
extends: own/head-tail
selection: own
llm: none
"""


@pytest.fixture(autouse=True)
def own_folders(tmp_path, monkeypatch):
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path / "home"))


def test_every_strategy_has_a_document_that_holds_it():
    for name in all_strategies().all:
        found = find_text(name)
        assert found is not None and not found.own
        assert check_text(found.text).strategy.id == name


def test_a_mistake_is_named_with_its_line():
    found = check_text("id: x\ntitle: X\nfidelty: own\n")
    assert found.strategy is None and found.line == 3 and "selection" in found.message
    assert check_text("[").strategy is None


def test_a_strategy_of_ones_own_is_kept_and_known():
    kept = save_text(OWN)
    assert kept.own and kept.path.parent == user_folder() and kept.path.name == "mine-short.yaml"
    assert "mine/short" in all_strategies().all and find_text("mine/short").own


def test_kept_again_it_stays_in_its_file():
    first = save_text(OWN)
    renamed = first.path.rename(first.path.with_name("other.yaml"))
    again = save_text(OWN.replace("Short", "Shorter"))
    assert again.path == renamed and "Shorter" in renamed.read_text()
    assert len(list(user_folder().iterdir())) == 1


def test_what_is_no_strategy_is_not_kept():
    with pytest.raises(BadStrategy):
        save_text("id: x")
    assert not user_folder().exists()


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    user_folder().parent.mkdir(parents=True)
    user_folder().write_text("a file in its place")
    with pytest.raises(CannotRead, match="cannot be kept"):
        save_text(OWN)


def test_a_text_that_extends_one_of_the_users_own_is_checked_and_kept():
    save_text(OWN)
    text = "id: mine/shorter\ntitle: Shorter\nextends: mine/short\n"
    assert check_text(text).strategy.id == "mine/shorter"
    assert save_text(text).own and "mine/shorter" in all_strategies().all


def test_a_mistake_in_what_is_extended_has_no_line_in_the_text_itself():
    kept = save_text(OWN)
    kept.path.write_text(OWN + "select: {tail: {tokens: x}}\n")
    found = check_text("id: mine/a\ntitle: A\nextends: mine/short\n")
    assert found.strategy is None and "mine-short.yaml, line 6" in found.message and found.line is None
