"""What can be told of a fact and its nearest passage without weighing: the first ruling that speaks decides.

Rule: the order is the decision. A ruling speaks only where the two are plainly about the same thing.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from inspector.model import Fact, FactKind, Verdict
from inspector.text.difference import line_numbers, numbers
from inspector.text.order import same_order
from inspector.text.similarity import content
from inspector.verdicts.likeliest import Likely
from inspector.verdicts.opposites import exchanged, is_undoing, opposite
from inspector.verdicts.parts import cut_off, missing_condition, missing_items
from inspector.verdicts.polarity import agrees, is_said, stances, turned
from inspector.verdicts.replaced import missing_names, replaced_choice, replaced_name, replaced_number, replaced_unit
from inspector.verdicts.zones import After

Ruling = tuple[Verdict, str]
_SAME_TOPIC = 0.25
_SAME_PLACE = 0.35
_SAME_SUBJECT = 0.5
_SAME_THING = 0.6
_TELLING_NUMBER = 3
_BINDS = frozenset({FactKind.CONSTRAINT, FactKind.PREFERENCE})
_BINDING_SCOPE = frozenset({"only", "never", "always", "every", "except", "unless", "until", "at least", "at most"})
_MUST = re.compile(
    r"\b(?:must|never|always|has to|have to|under no circumstances|required?|mandatory|strictly|do not|don'?t)\b",
    re.IGNORECASE,
)
_FIRM = re.compile(
    r"\b(?:must|never|always|has to|have to|needs? to|required?|requires|mandatory|strictly|only|do not|don'?t|cannot"
    r"|no|not)\b",
    re.IGNORECASE,
)
# "Takes an optional `limit`" tells of code, not of what need not be done.
_OPTIONAL = (
    r"optionally|optional(?!\s+(?:`|param|propert|props?\b|fields?\b|arg|keys?\b|values?\b|types?\b|flags?\b|chaining"
    r"|import|dependenc|callback|(?-i:\w*[a-z][A-Z_(])))"
)
_SOFT = re.compile(
    r"\b(?:should|try(?:ing)? to|tries to|prefer(?:s|red|ably|ence)?|where possible|when possible|if possible"
    r"|consider(?:s|ed|ing)?|could|may|might|ideally|nice to have|as far as possible|aims? to)\b"
    rf"|\b(?:{_OPTIONAL})",
    re.IGNORECASE,
)
_ONLY = re.compile(r"\bonly\b|\bnur\b|\bpouze\b|\bлише\b|\bтолько\b", re.IGNORECASE)
_ONLY_AT_START = re.compile(r"^\W*(?:only|nur|jen|pouze|лише|тільки|только)\b", re.IGNORECASE)
_TRIES = re.compile(
    r"\b(?:try(?:ing)? (?:not )?to|tries (?:not )?to|(?:if|where|when|as far as) possible|ideally|prefer\w*)\b",
    re.IGNORECASE,
)
_MAYBE = re.compile(
    r"\b(?:may|might|could) (?:also )?(?:want|like|wish|need|be (?:asked|wanted|needed))\b"
    r"|\bif (?:needed|desired|wanted|time permits)\b"
    rf"|\b(?:{_OPTIONAL})|\bnice[- ]to[- ]have\b",
    re.IGNORECASE,
)
_TICKET = re.compile(r"#(\d{2,})\b")
_AGENT = re.compile(
    r"\b(?:i|we|the (?:agent|assistant|model|ai)|assistant|agent) (?:then |also |have |has )?"
    r"(?:decided|chose|opted|suggested|proposed|recommended|came up with|settled on)\b",
    re.IGNORECASE,
)
_USER = re.compile(r"\b(?:user|they asked|human|you asked|requested|uživatel|nutzer)\b|用户", re.IGNORECASE)


def _binds(fact: Fact) -> bool:
    """Whether a fact is a rule, or opens as one: of what kind a sentence is can be hard to tell, that it limits not."""
    return fact.kind in _BINDS or bool(_ONLY_AT_START.search(fact.texts[0]))


def _numbers_differ(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    difference = likely.difference
    shared = set(numbers(fact.texts[0])) - set(difference.numbers)
    # The number of a ticket is a name, another one stands beside it, not in its place; and lines move with every edit.
    names = {*_TICKET.findall(fact.texts[0]), *line_numbers(fact.texts[0])}
    gone = [number for number in difference.numbers if number not in names]
    new = [number for number in difference.new_numbers if number not in line_numbers(likely.text)]
    # As many as are gone stand there anew; of more, who knows which stands for which.
    paired = len(gone) == len(new)
    if gone and paired and shared and _held(likely) >= _SAME_PLACE:
        return Verdict.ALTERED, f"Says {', '.join(new)} where it said {', '.join(gone)}."
    if _held(likely) < _SAME_PLACE:
        return None
    found = replaced_unit(fact.texts[0], likely.text) or replaced_number(fact.texts[0], likely.text, after.whole)
    return (Verdict.ALTERED, f"Says {found[1]} where it said {found[0]}.") if found else None


def _numbers_agree(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    difference = likely.difference
    shared = set(numbers(fact.texts[0])) - set(difference.numbers)
    plain = any(len(number) >= _TELLING_NUMBER for number in shared) and likely.share >= _SAME_SUBJECT
    if ((len(shared) > 1 and likely.share >= _SAME_TOPIC) or plain) and not difference.numbers:
        held = ", ".join(sorted(shared))
        return Verdict.REWORDED, f"Holds its numbers {held} and {likely.share:.0%} of its telling words."
    return None


def _other_kind(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    if likely.share < _SAME_PLACE or fact.kind not in (*_BINDS, FactKind.DECISION):
        return None
    found = replaced_choice(fact.texts[0], likely.focus, after.stems)
    return (Verdict.ALTERED, f"Says {found[1]} where it said {found[0]}.") if found else None


def _other_names(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    found = replaced_name(fact.texts[0], likely.focus, after.squeezed)
    return (Verdict.LOST, f"“{found[0]}” stands nowhere; the nearest passage is about “{found[1]}”.") if found else None


def _only_named(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    """A passage that only names a file says nothing of it; who says what changed in which file says it so himself."""
    if is_said(likely.text) or _OPENS_WITH_NAME.match(fact.texts[0]):
        return None
    return Verdict.LOST, "Of what it says only a name stands there."


_OPENS_WITH_NAME = re.compile(r"\W*(?:`|\S*[\w-](?:[./]\w|_\w))")


def _names_missing(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    if likely.share < _SAME_SUBJECT:
        return None
    gone, kept = missing_names(fact.texts[0], likely.text, after.squeezed)
    return (Verdict.WEAKENED, f"Missing there: {', '.join(gone[:5])}.") if gone and kept else None


def _held(likely: Likely) -> float:
    """How much of a statement a passage holds; words of talk about anything ("the way to go") are not enough."""
    return min(likely.share, likely.core[0])


def _softened(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    if not _TRIES.search(likely.text) and (agrees(fact.texts[0], likely.text) or _ONLY.search(likely.focus)):
        # "No … may" and "only … may" bind.
        return None
    if likely.difference.softened and _binds(fact) and _held(likely) >= _SAME_TOPIC:
        return Verdict.WEAKENED, "What was binding is only allowed there."
    return None


def _hedged(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    said, there = fact.texts[0], likely.focus
    if _held(likely) < _SAME_THING:
        return None
    if _MUST.search(said) and not _SOFT.search(said) and not _FIRM.search(there) and (soft := _SOFT.search(there)):
        return Verdict.WEAKENED, f"What was binding is “{soft[0]}” there."
    maybe = _MAYBE.search(there)
    if maybe and not _MAYBE.search(said) and not _SOFT.search(said):
        return Verdict.WEAKENED, f"What was asked for is “{maybe[0]}” there."
    return None


def _polarity(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    if fact.kind not in (*_BINDS, FactKind.DECISION) or likely.share < _SAME_SUBJECT:
        return None
    # "Never merge before the review" and "merge after the review" differ in denying, not in what they say.
    word = "" if same_order(fact.texts[0], likely.focus) else turned(fact.texts[0], likely.focus)
    return (Verdict.CONTRADICTED, f"One of the two denies “{word}…”, the other does not.") if word else None


def _denied_alike(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    about = likely.share >= _SAME_SUBJECT or (likely.share >= _SAME_TOPIC and likely.prose >= _SAME_THING)
    if _binds(fact) and about and agrees(fact.texts[0], likely.focus):
        return Verdict.REWORDED, f"Denies the same, in {likely.share:.0%} of its telling words."
    return None


def _turned_round(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    if likely.share < _SAME_SUBJECT:
        return None
    swapped = exchanged(fact.texts[0], likely.focus)
    if swapped:
        return Verdict.CONTRADICTED, f"“{swapped[0]}” and “{swapped[1]}” have changed places."
    if same_order(fact.texts[0], likely.focus) is False:
        return Verdict.CONTRADICTED, "What came first comes behind there."
    found = opposite(fact.texts[0], likely.focus)
    if found and (fact.kind in (*_BINDS, FactKind.DECISION) or not is_undoing(found[0])):
        return Verdict.CONTRADICTED, f"Says the opposite: {found[1]}… for {found[0]}…."
    return None


def _author(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    if fact.kind is FactKind.GIVEN or likely.share < _SAME_SUBJECT or fact.extractor == "decisions":
        return None
    said = _AGENT.search(likely.focus)
    if said and not _USER.search(likely.focus):
        return Verdict.ALTERED, f"The human's words are told as the agent's: “{said[0]}”."
    return None


def _cut_off(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    gone = cut_off(fact.texts[0], likely.text)
    return (Verdict.WEAKENED, f"The quotation breaks off before “{gone.words[0]}”.") if gone else None


def _items(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    if likely.share < _SAME_PLACE:
        return None
    gone = missing_items(fact.texts[0], likely.stems, after.stems)
    return (Verdict.WEAKENED, f"Of its list, missing there: {', '.join(gone.words[:5])}.") if gone else None


def _condition(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    gone = missing_condition(fact.texts[0], after.stems, likely.focus)
    return (Verdict.WEAKENED, f"Without its “{gone.words[0]}”.") if gone else None


def _scope(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    if _EACH.search(fact.texts[0]) and _EACH.search(likely.text):
        return None
    denies = bool(stances(likely.text)[1])
    # "Never needs" forbids nothing.
    idle = {"never"} if denies or _NOT_NEEDED.search(fact.texts[0]) else set()
    lost = [word for word in likely.difference.scope if word in _BINDING_SCOPE - idle]
    if "only" in lost and _keeps_only(fact.texts[0], likely.focus):
        lost.remove("only")
    if _NARROW.search(likely.focus):
        # "All but the last" may be told as "only the last is not".
        lost = [word for word in lost if word not in ("except", "unless")]
    if lost and _binds(fact) and _SAME_PLACE <= _held(likely) < _SAME_THING:
        return Verdict.WEAKENED, f"Says the same without “{', '.join(lost)}”."
    if "only" in lost and _binds(fact) and likely.share >= _SAME_THING and not _NARROW.search(likely.focus):
        return Verdict.WEAKENED, "Says the same without “only”."
    return None


def _keeps_only(said: str, there: str) -> bool:
    """Whether no "only" is missing: it is part of a name ("wifi-only"), or its condition is still one."""
    if not _ONLY.search(_NAMED_ONLY.sub("", said)):
        return True
    condition = _ONLY_WHEN.search(said)
    return bool(condition and _WHEN.search(there) and {*content(said[condition.end() :])} & {*content(there)})


_NOT_NEEDED = re.compile(r"\bnever needs?\b", re.IGNORECASE)
_NAMED_ONLY = re.compile(r"\w-only\b", re.IGNORECASE)
_ONLY_WHEN = re.compile(r"\bonly (?:if|when|while|once|after|where)\b", re.IGNORECASE)
_WHEN = re.compile(r"\b(?:if|when|while|once|after|where|conditional\w*|unless|until)\b", re.IGNORECASE)
_EACH = re.compile(r"\b(?:every|each|all)\b", re.IGNORECASE)
_NARROW = re.compile(
    r"\b(?:only|just|solely|exclusively|nothing else|no other|limited|restricted|alone|sole|not|no|never|without)\b",
    re.IGNORECASE,
)

RULINGS: tuple[Callable[[Fact, Likely, After], Ruling | None], ...] = (
    _numbers_differ,
    _other_kind,
    _other_names,
    _only_named,
    _names_missing,
    _turned_round,
    _polarity,
    _softened,
    _hedged,
    _author,
    _cut_off,
    _items,
    _condition,
    _numbers_agree,
    _scope,
    _denied_alike,
)


def rule_on(fact: Fact, likely: Likely, after: After) -> Ruling | None:
    """The first ruling that speaks, with its reason; None where none does and the pair has to be weighed."""
    return next((found for ruling in RULINGS if (found := ruling(fact, likely, after)) is not None), None)
