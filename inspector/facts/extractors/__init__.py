"""The extractors, in the order in which they are asked. Add yours here."""

from inspector.facts.extractors.carried import Carried
from inspector.facts.extractors.decisions import Decisions
from inspector.facts.extractors.statements import Statements
from inspector.reconstruct.segment import Extractor

EXTRACTORS: tuple[Extractor, ...] = (Statements(), Decisions(), Carried())
