from inspector.rerun.library import load_strategies
from inspector.workbench.strategy_files import all_strategies, user_folder

OWN = """\
id: mine/short
title: Short
extends: own/head-tail
selection: own
llm: none
"""


def test_a_strategy_of_ones_own_stands_beside_the_built_in_ones(tmp_path, monkeypatch):
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path / "home"))
    built_in = set(load_strategies(None).all)
    assert set(all_strategies().all) == built_in
    user_folder().mkdir(parents=True)
    (user_folder() / "short.yaml").write_text(OWN)
    assert set(all_strategies().all) == built_in | {"mine/short"}
