"""File paths, by what was done with them: read, edited, created, deleted, searched."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from inspector.model import FactKind
from inspector.read.tools import ToolKind
from inspector.read.values import as_dict, as_text
from inspector.text.normal import path_form
from inspector.work.file_actions import file_actions
from inspector.work.finders.finder import Finder
from inspector.work.ledger import Ledger
from inspector.work.steps import Step, in_text

_DONE = {
    ToolKind.READ: "read",
    ToolKind.EDIT: "edited",
    ToolKind.CREATE: "created",
    ToolKind.SEARCH: "searched",
}
_PATCHED = {"Update File": "edited", "Add File": "created", "Delete File": "deleted", "Move to": "created"}
_PATCH = re.compile(rf"(?:^|\\n)\*\*\* ({'|'.join(_PATCHED)}): (\S.*?)(?=(?<!\\)\\[nr]|$)", re.MULTILINE)
"""A line of a patch that names a file, also in a string of a script, where the end of the line is two signs."""
CHANGED = frozenset({"edited", "created", "deleted"})


class Paths(Finder):
    """One fact per file and kind of action; a failed call did nothing."""

    def look(self, step: Step, ledger: Ledger) -> None:
        """Note the files of a call."""
        if step.kind is None or (step.failed and step.kind is not ToolKind.RUN):
            return
        root = ledger.session.cwd
        for action, path, base in touched(step):
            form = path_form(path, base, root)
            # What goes into a folder is written with its old path; its name is what both have.
            written = in_text(step.text, path) or in_text(step.text, posixpath.basename(path))
            place = written if form.strip("./~") else None
            if place is not None:
                ledger.note(
                    "paths",
                    FactKind.FINDING,
                    form,
                    step.item,
                    place,
                    step.text,
                    action=action,
                    group=action,
                    statement=f"{action} {form}",
                )


def touched(step: Step) -> Iterator[tuple[str, str, str]]:
    """Action, path as written, and the folder it starts at."""
    arguments = as_dict(step.arguments)
    base = as_text(arguments.get("workdir")) or as_text(arguments.get("cwd"))
    if step.kind is ToolKind.RUN and step.failed:
        return
    if step.kind is ToolKind.RUN:
        for action, path, folder in file_actions(step.command):
            yield action, path, folder if folder.startswith("/") or not base else f"{base}/{folder}"
        patch = step.text if "apply_patch" in step.text else ""
    else:
        named = arguments.get("input") or arguments.get("patch")
        patch = step.arguments if isinstance(step.arguments, str) else as_text(named)
    yield from ((_PATCHED[done], path.rstrip(), base) for done, path in _PATCH.findall(patch))
    if step.kind is ToolKind.RUN or "*** " in patch:
        return
    action = _DONE.get(step.kind, "") if step.kind else ""
    verb = as_text(arguments.get("command"))
    if step.kind is ToolKind.EDIT and verb in ("view", "create"):
        action = {"view": "read", "create": "created"}[verb]
    if action and step.path:
        yield action, step.path, base
