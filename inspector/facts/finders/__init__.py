"""The finders of evidence, in the order in which each step is shown to them. Add yours here."""

from collections.abc import Callable

from inspector.facts.finders.commands import Commands
from inspector.facts.finders.delegates import Delegates
from inspector.facts.finders.errors import Errors
from inspector.facts.finders.finder import Finder
from inspector.facts.finders.identifiers import Identifiers
from inspector.facts.finders.numbers import Numbers
from inspector.facts.finders.paths import Paths
from inspector.facts.finders.tests import Tests
from inspector.facts.finders.todos import Todos

FINDERS: tuple[Callable[[], Finder], ...] = (
    Paths,
    Commands,
    Errors,
    Tests,
    Numbers,
    Identifiers,
    Todos,
    Delegates,
)
