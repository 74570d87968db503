from __future__ import annotations

import tomllib

from inspector.resources import resource
from inspector.secrets.rules import FOLDER, GITLEAKS, OURS, compiled, rules


def test_every_rule_of_both_files_is_one_that_can_be_looked_for():
    assert len(rules()) > 200 and all(compiled(rule.expression).groups >= rule.group for rule in rules())


def test_a_rule_names_a_word_that_stands_in_all_it_finds():
    for name in (OURS, GITLEAKS):
        listed = tomllib.loads((resource(FOLDER) / name).read_text("utf-8"))["rules"]
        without = [rule["id"] for rule in listed if "regex" in rule and not rule.get("keywords")]
        assert without == []


def test_the_licence_of_the_rules_lies_beside_them():
    assert "MIT License" in (resource(FOLDER) / "LICENSE-gitleaks").read_text("utf-8")
