"""How verdicts, kinds of facts and zones are shown: a sign, a colour role and a word, always together."""

from __future__ import annotations

from inspector.gui.language import tr
from inspector.gui.models.figures import short_line
from inspector.model import Basis, FactKind, Part, Role, Strength, Survival, Verdict, Zone
from inspector.survival.outcome import differs
from inspector.wording import verdicts

SIGNS = {
    Verdict.VERBATIM: "●",
    Verdict.REWORDED: "◐",
    Verdict.WEAKENED: "◔",
    Verdict.ALTERED: "◆",
    Verdict.CONTRADICTED: "⇄",
    Verdict.LOST: "○",
    Verdict.SUPERSEDED: "–",
    Verdict.UNDECIDED: "?",
}
CLAIM_SIGN = "⚠"
SUPPORTED_SIGN = "✓"
DIFFERS = "≠"
_LOOKED_FOR = 160
_ROLES = {
    Verdict.VERBATIM: "kept",
    Verdict.REWORDED: "reworded",
    Verdict.WEAKENED: "weakened",
    Verdict.ALTERED: "altered",
    Verdict.CONTRADICTED: "contradicted",
    Verdict.LOST: "lost",
    Verdict.SUPERSEDED: "undecided",
    Verdict.UNDECIDED: "undecided",
}


def role(verdict: Verdict) -> str:
    """The colour of a verdict, as a role of the theme."""
    return _ROLES[verdict]


def verdict_word(verdict: Verdict, unsure: Verdict | None = None) -> str:
    """A verdict in the user's language; ``unsure`` is what the rules would call a fact that they hold back."""
    return tr(verdicts.verdict_word(verdict, unsure))


def verdict_meaning(verdict: Verdict) -> str:
    """What a verdict says, in a sentence."""
    return tr(verdicts.verdict_meaning(verdict))


def rules_words(survival: Survival) -> str:
    """What the rules say where a judge says something else; "" where they agree, or no judge read it."""
    if survival.ruled is None or not differs(survival):
        return ""
    return tr("rules: {word}").format(word=verdict_word(survival.ruled))


def reading_words(sure: bool | None) -> str:
    """Of two readings by a judge, how many found it; "" for a single one."""
    if sure is None:
        return ""
    return tr("both readings found it") if sure else tr("only one of two readings found it")


def looked_for_words(words: str) -> str:
    """What a verdict is about, beside a fact that is shown in other words; "" where it is shown in these."""
    line = short_line(words, _LOOKED_FOR)
    return tr("Looked for as it stood then: “{words}”").format(words=line) if line else ""


def kind_title(kind: FactKind) -> str:
    """The heading of a kind of facts."""
    return {
        FactKind.CONSTRAINT: tr("Constraints"),
        FactKind.PREFERENCE: tr("Preferences"),
        FactKind.DECISION: tr("Decisions"),
        FactKind.TASK: tr("Tasks"),
        FactKind.GIVEN: tr("Stated facts"),
        FactKind.FINDING: tr("Findings"),
        FactKind.FAILURE: tr("Failures"),
        FactKind.QUESTION: tr("Questions"),
    }[kind]


def kind_word(kind: FactKind) -> str:
    """What a fact is, in a word or two."""
    return {
        FactKind.CONSTRAINT: tr("constraint"),
        FactKind.PREFERENCE: tr("preference"),
        FactKind.DECISION: tr("decision"),
        FactKind.TASK: tr("task"),
        FactKind.GIVEN: tr("stated fact"),
        FactKind.FINDING: tr("finding"),
        FactKind.FAILURE: tr("failure"),
        FactKind.QUESTION: tr("question"),
    }[kind]


def strength_word(strength: Strength | None) -> str:
    """How binding a rule is; "" for what is no rule."""
    if strength is None:
        return ""
    return {Strength.MUST: tr("must"), Strength.SHOULD: tr("should"), Strength.MAY: tr("may")}[strength]


def part_words(part: Part) -> str:
    """What a decision turned down, chose, gave as its reason or answers, with what it is."""
    words = " ".join(part.text.split())
    return {
        Role.REJECTED: tr("turned down: “{words}”"),
        Role.CHOSEN: tr("chosen: “{words}”"),
        Role.REASON: tr("because: “{words}”"),
        Role.QUESTION: tr("asked: “{words}”"),
    }[part.role].format(words=words)


def matcher_words(name: str) -> str:
    """By what a verdict was reached; "" where nothing could be compared, and its name for one not known here."""
    told = {
        "": "",
        "exact": tr("by its exact words"),
        "normalised": tr("by its words but for case and marks"),
        "answers": tr("by the answer beside its question"),
        "lexical": tr("by its words"),
        "supersede": tr("by what took it back"),
        "paths": tr("by its path"),
        "commands": tr("by the command"),
        "tests": tr("by the name of the test"),
        "errors": tr("by the words of the error"),
        "todos": tr("by the words of the to-do"),
        # The basis says it.
        "judge": "",
        "delegates": tr("by the name of who was sent off"),
    }
    return told[name] if name in told else tr("by {matcher}").format(matcher=name)


def zone_title(zone: Zone) -> str:
    """The heading of a part of the context after."""
    return {
        Zone.SUMMARY: tr("summary"),
        Zone.KEPT: tr("kept items"),
        Zone.RESTORED: tr("put back by the harness"),
        Zone.INSTRUCTIONS: tr("instructions"),
    }[zone]


def verdict_basis(basis: Basis) -> str:
    """How a verdict is known."""
    return {
        Basis.RECORDED: tr("recorded: the log says so"),
        Basis.COUNTED: tr("counted: compared exactly"),
        Basis.ESTIMATED: tr("estimated"),
        Basis.INFERRED: tr("inferred by rules"),
        Basis.JUDGED: tr("judged by a model"),
        Basis.ENTERED: tr("entered by you"),
    }[basis]
