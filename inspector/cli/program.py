"""Where this program is, for who starts it from somewhere else."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

_NAMES = frozenset({"inspector", "compaction-inspector"})


def own_path() -> str:
    """The path of this program, since an agent or a desktop may look elsewhere for it."""
    own = Path(sys.argv[0])
    if own.name in _NAMES and own.exists():
        return str(own.absolute())
    return shutil.which("inspector") or "inspector"
