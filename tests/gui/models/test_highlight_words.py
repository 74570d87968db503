import pytest

from inspector.gui.models.card_words import words
from inspector.model import Basis
from inspector.workbench.highlights import Highlight
from inspector.workbench.selection import Focus


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (Highlight("lost", Focus(), 3, "2", rules=3), "3 constraints lost at ┊C2"),
        (
            Highlight("lost", Focus(), 10, "3", rules=1, elsewhere=9),
            "10 facts lost at ┊C3 (1 constraint), 9 more at other compactions",
        ),
        (Highlight("contradicted", Focus(), 1, "2"), "1 fact contradicted at ┊C2"),
        (Highlight("contradicted", Focus(), 2, "2", rules=2), "2 constraints contradicted at ┊C2"),
        (Highlight("changed", Focus(), 1, "2", rules=1), "1 constraint altered or weakened at ┊C2"),
        (Highlight("changed", Focus(), 2, "2"), "2 facts altered or weakened at ┊C2"),
        (Highlight("absent", Focus(), 1, "2"), "1 thing you said is not there after ┊C2"),
        (
            Highlight("absent", Focus(), 5, "1", Basis.INFERRED, elsewhere=8),
            "5 things you said are not there after ┊C1, 8 more at other compactions",
        ),
        (Highlight("claims", Focus(), 1, "2"), "1 claim of the summary of ┊C2 not supported by the history"),
        (Highlight("errors", Focus(), 1), "1 tool error"),
        (Highlight("errors", Focus(), 1200), "1,200 tool errors"),
        (Highlight("errors_after", Focus(), 2, "3"), "2 tool errors after ┊C3"),
        (Highlight("outcome", Focus(), 1, "failed"), "1 compaction failed"),
        (Highlight("outcome", Focus(), 3, "loop"), "3 compactions fired again within 2 requests"),
        (Highlight("outcome", Focus(), 2, "inflated"), "2 compactions left more than before"),
        (Highlight("outcome", Focus(), 2, "ineffective"), "2 compactions freed almost nothing"),
        (Highlight("compaction", Focus(), 128_000, "2"), "largest compaction ┊C2: 128,000 tokens freed"),
        (Highlight("unreadable", Focus(), 1), "1 compaction whose summary cannot be read"),
        (
            Highlight("big_item", Focus(), 0.414, "Read", Basis.ESTIMATED),
            "one item (Read) fills about 41 % of the last context",
        ),
        (Highlight("compaction", Focus(), 9, "1", Basis.INFERRED), "largest compaction ┊C1: 9 tokens freed, inferred"),
    ],
)
def test_what_is_said(one, said):
    assert words(one) == said
