"""Model: the nouns every stage speaks.

In:      nothing
Out:     frozen dataclasses without behaviour
Imports: the standard library (``wire`` also cattrs and orjson)
Extend:  add a noun only when two stages need it
"""

from inspector.model.basis import Basis, TokenCount
from inspector.model.context import Compaction, ContextEntry, Form
from inspector.model.fact import (
    Claim,
    Evidence,
    Fact,
    FactKind,
    Part,
    Role,
    Said,
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
    "Form",
    "Has",
    "Item",
    "ItemKind",
    "Judgement",
    "Link",
    "Operation",
    "Origin",
    "Part",
    "Quote",
    "Request",
    "Rewind",
    "Role",
    "Said",
    "Session",
    "Severity",
    "Source",
    "Splice",
    "Strength",
    "Survival",
    "TokenCount",
    "Trust",
    "Unlogged",
    "Usage",
    "Verdict",
    "Zone",
]
