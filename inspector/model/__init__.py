"""Model: the nouns every stage speaks.

In:      nothing
Out:     frozen dataclasses without behaviour
Imports: the standard library (``wire`` also cattrs and orjson)
Extend:  add a noun only when two stages need it
"""

from inspector.model.basis import Basis, TokenCount
from inspector.model.context import Compaction, ContextEntry, Form
from inspector.model.fact import (
    Act,
    Claim,
    Evidence,
    Fact,
    FactKind,
    Fold,
    Limit,
    Said,
    Standing,
    Strength,
    Survival,
    Verdict,
    Zone,
)
from inspector.model.judgement import Judgement, Trust
from inspector.model.operations import Append, Call, CompactionRecord, Operation, Rewind, Splice
from inspector.model.session import (
    Capabilities,
    Has,
    Item,
    ItemKind,
    Link,
    Origin,
    Request,
    Session,
    Unlogged,
    Usage,
)
from inspector.model.source import Diagnostic, Quote, Severity, Source

__all__ = [
    "Act",
    "Append",
    "Basis",
    "Call",
    "Capabilities",
    "Claim",
    "Compaction",
    "CompactionRecord",
    "ContextEntry",
    "Diagnostic",
    "Evidence",
    "Fact",
    "FactKind",
    "Fold",
    "Form",
    "Has",
    "Item",
    "ItemKind",
    "Judgement",
    "Limit",
    "Link",
    "Operation",
    "Origin",
    "Quote",
    "Request",
    "Rewind",
    "Said",
    "Session",
    "Severity",
    "Source",
    "Splice",
    "Standing",
    "Strength",
    "Survival",
    "TokenCount",
    "Trust",
    "Unlogged",
    "Usage",
    "Verdict",
    "Zone",
]
