"""The rules that a sentence of the human sets, as something that a call can be held against.

Only plain forms are read. A question, a sentence with a condition, or one whose object is no path, command, name or
number, gives no rule: a breach that rests on a guess is worse than none.
"""

from __future__ import annotations

from inspector.impact.command_rules import command_rules
from inspector.impact.git_rules import git_rules
from inspector.impact.migration_rules import migration_rules
from inspector.impact.path_rules import path_rules
from inspector.impact.rule import Rule, find
from inspector.impact.text_rules import text_rules

_NOT_PLAIN = (
    "unless|if|when|whenever|while|in_case|only_after",
    # "Never commit without running the tests" asks for the tests and forbids neither.
    "{never} {rest} without",
)
_LONGEST_WORD = 300
"""Beyond it is data, and no sentence: each form would look for a name from every sign of it."""
FORMS = (path_rules, command_rules, git_rules, migration_rules, text_rules)


def rules_of(text: str) -> tuple[Rule, ...]:
    """The rules that a sentence sets, in order of their forms; none where it is not plain."""
    words = text.split()
    text = " ".join(words)
    if text.endswith("?") or any(len(word) >= _LONGEST_WORD for word in words) or find(_NOT_PLAIN, text):
        return ()
    return tuple(rule for form in FORMS for rule in form(text))
