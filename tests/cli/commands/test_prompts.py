from __future__ import annotations

import pytest

from inspector.rerun.installed import known_agents


@pytest.fixture
def checkout(tmp_path):
    """Made-up sources of an agent."""
    words = " / ".join(known_agents()["codex"].ways[0][1][1][0].words)
    path = tmp_path / "checkout" / "templates" / "compact" / "prompt.md"
    path.parent.mkdir(parents=True)
    path.write_text(f"Made up: {words}")
    return tmp_path / "checkout"


def test_prompts_are_listed_with_whose_wording_they_are(inspector) -> None:
    told = inspector("prompts", "--json").json
    assert {one["wording"] for one in told["prompts"]} == {"ours"}
    assert "codex" in {one["id"] for one in told["agents"]}
    table = inspector("prompts").out
    assert "structured" in table and "ours" in table and "inspector prompts import PATH --as AGENT" in table


def test_an_agents_own_prompt_is_imported_kept_and_listed(inspector, checkout) -> None:
    ran = inspector("prompts", "import", checkout, "--as", "codex")
    assert ran.status == 0 and "rerun --prompt codex" in ran.out
    (kept,) = [one for one in inspector("prompts", "--json").json["prompts"] if one["name"] == "codex"]
    assert (kept["wording"], kept["agent"], kept["messages"]) == ("agent", "codex", True)
    assert str(checkout) in kept["from"]
    assert "Made up: " in inspector("prompts", "show", "codex").out
    again = inspector("prompts", "import", checkout, "--as", "codex", "--name", "codex-old", "--json")
    assert again.json["imported"]["name"] == "codex-old"


def test_a_prompt_of_ones_own_is_not_replaced_by_an_import(inspector, checkout) -> None:
    assert inspector("prompts", "import", checkout, "--as", "codex", "--name", "handoff").status == 2


def test_what_is_not_found_or_not_known_is_said(inspector, tmp_path) -> None:
    ran = inspector("prompts", "import", tmp_path, "--as", "codex")
    assert ran.status == 3 and "looked for templates/compact/prompt.md" in ran.err
    ran = inspector("prompts", "import", tmp_path, "--as", "nobody")
    assert ran.status == 2 and "Known are claude-code" in ran.err
    assert inspector("prompts", "show", "nothing").status == 2


def test_the_form_of_a_prompt_is_explained_where_one_looks_for_it(inspector) -> None:
    told = inspector("prompts", "--help").out
    assert "=== record" in told and "form: messages" in told and "{{ record }}" in told
