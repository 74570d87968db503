"""The rules that a sentence of the human sets, as something that a call can be held against.

Only plain forms are read. A question, a sentence with a condition, or one whose object is no path, command, name or
number, gives no rule: a breach that rests on a guess is worse than none.
"""

from __future__ import annotations

import re

from inspector.impact.command_rules import command_rules
from inspector.impact.migration_rules import migration_rules
from inspector.impact.path_rules import path_rules
from inspector.impact.rule import NEVER, Rule
from inspector.impact.text_rules import text_rules

_CONDITION = re.compile(r"\b(?:unless|if|when|whenever|while|in case|except when|only after)\b", re.IGNORECASE)
# "Never commit without running the tests" asks for the tests and forbids neither.
_BAN_BUT = re.compile(rf"\b{NEVER}\b.*\bwithout\b", re.IGNORECASE)
# Data, and no sentence: each form would look for a name from every sign of it.
_NO_WORD = re.compile(r"\S{300}")
FORMS = (path_rules, command_rules, migration_rules, text_rules)


def rules_of(text: str) -> tuple[Rule, ...]:
    """The rules that a sentence sets, in order of their forms; none where it is not plain."""
    text = " ".join(text.split())
    if _CONDITION.search(text) or _BAN_BUT.search(text) or _NO_WORD.search(text) or text.endswith("?"):
        return ()
    return tuple(rule for form in FORMS for rule in form(text))
