"""The finders of evidence, in the order in which each step is shown to them. Add yours here."""

from collections.abc import Callable

from inspector.work.finders.commands import Commands
from inspector.work.finders.delegates import Delegates
from inspector.work.finders.errors import Errors
from inspector.work.finders.finder import Finder
from inspector.work.finders.paths import Paths
from inspector.work.finders.tests import Tests
from inspector.work.finders.todos import Todos

FINDERS: tuple[Callable[[], Finder], ...] = (
    Paths,
    Commands,
    Errors,
    Tests,
    Todos,
    Delegates,
)
