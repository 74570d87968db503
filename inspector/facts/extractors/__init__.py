"""The extractors, in the order in which they are asked. Add yours here."""

from inspector.facts.extractor import Extractor
from inspector.facts.extractors.carried import Carried
from inspector.facts.extractors.decisions import Decisions
from inspector.facts.extractors.statements import Statements

EXTRACTORS: tuple[Extractor, ...] = (Statements(), Decisions(), Carried())
