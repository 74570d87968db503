from __future__ import annotations

import subprocess
import sys

from inspector.measure import litellm_table
from inspector.measure.litellm_table import Row, rows, version


def test_models_that_write_text_are_listed_with_prices_by_the_million() -> None:
    row = rows()["gemini/gemini-2.5-pro"]
    assert row == Row(1_048_576, 65_536, (1.25, 10.0, 0.125, None), ((200_000, (2.5, 15.0, 0.25, None)),))
    assert len(rows()) > 2_000
    assert "text-embedding-3-small" not in rows()
    assert version()[0].isdigit()


def test_a_price_of_nothing_is_left_open() -> None:
    free = [name for name, row in rows().items() if 0 in row.rates or row.window == 0]
    assert not free


def test_without_the_table_nothing_is_known_and_nothing_breaks(monkeypatch) -> None:
    monkeypatch.setattr(litellm_table, "find_spec", lambda name: None)
    rows.cache_clear()
    try:
        assert rows() == {}
    finally:
        rows.cache_clear()


def test_litellm_itself_is_not_imported_for_it() -> None:
    looked = "from inspector.measure.models import find_model; assert find_model('deepseek-chat').rates.input"
    there = f"import sys; {looked}; assert 'litellm' not in sys.modules, 'imported'"
    subprocess.run([sys.executable, "-c", there], check=True, timeout=60)
