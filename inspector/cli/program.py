"""How this program is started, for who starts it from somewhere else."""

from __future__ import annotations

import sys
from pathlib import Path

_NAMES = frozenset({"inspector", "compaction-inspector"})
_START = Path(__file__).parents[1] / "__main__.py"


def own_command() -> tuple[str, ...]:
    """The words that start this program from any folder, since an agent or a desktop may not have it on its PATH.

    That is its own path; where it runs as ``python -m inspector``, that Python and the file that it runs.
    """
    own = Path(sys.argv[0])
    if own.name in _NAMES and own.exists():
        return (str(own.absolute()),)
    return (sys.executable, str(_START))
