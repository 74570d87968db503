"""One file or one fact through the whole session: the filter that shows every item about it."""

from __future__ import annotations

import re

from inspector.workbench.consequences import signs
from inspector.workbench.document import Document
from inspector.workbench.item_views import path_of
from inspector.workbench.selection import Focus

_GLOB = re.compile(r"[*?\[]")


def trail(document: Document, focus: Focus) -> str:
    """The filter for the selected fact, or for the file of an item that is not about it; "" without either."""
    # A fact stays selected while one reads on: then the file under the cursor is meant.
    if focus.fact is not None and (focus.item is None or focus.fact in signs(document).get(focus.item, ())):
        return f"fact:{focus.fact}"
    path = path_of(document, focus.item) if focus.item is not None else ""
    # Relative to the project: one call names the whole path, the next only its end.
    folder = document.session.cwd.rstrip("/\\")
    if folder and path.startswith((f"{folder}/", f"{folder}\\")):
        path = path[len(folder) + 1 :]
    if not path or '"' in path:
        return f"fact:{focus.fact}" if focus.fact is not None else ""
    return f'path:"{_GLOB.sub(lambda sign: f"[{sign[0]}]", path)}"'
