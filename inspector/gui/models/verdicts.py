"""How verdicts, kinds of facts and zones are shown: a sign, a colour role and a word, always together."""

from __future__ import annotations

from inspector.gui.language import tr
from inspector.model import Basis, Fact, FactKind, Fold, Judgement, Strength, Survival, Verdict, Zone
from inspector.survival.shares import KEPT
from inspector.wording import verdicts

CLAIM_SIGN = "⚠"
SUPPORTED_SIGN = "✓"
_ROLES = {
    Verdict.VERBATIM: "kept",
    # Counted, and no loss: their colour says nothing else.
    Verdict.PART: "absent",
    Verdict.ABSENT: "absent",
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


def verdict_word(verdict: Verdict) -> str:
    """A verdict in the user's language."""
    return tr(verdicts.verdict_word(verdict))


def verdict_meaning(verdict: Verdict) -> str:
    """What a verdict says, in a sentence."""
    return tr(verdicts.verdict_meaning(verdict))


def verdict_in_words(verdict: Verdict) -> str:
    """Both: its word, and what it says."""
    return f"{verdict_word(verdict)}: {verdict_meaning(verdict)}"


def legend_word(verdict: Verdict) -> str:
    """A verdict where it is chosen or explained: that word says it which a stranger knows."""
    return tr("done or withdrawn") if verdict is Verdict.SUPERSEDED else verdict_word(verdict)


def sign_of(survival: Survival) -> str:
    """The sign of what became of a fact; what was done with has the sign of what was withdrawn, never of a loss."""
    return verdicts.SIGNS[survival.verdict if survival.live or survival.verdict in KEPT else Verdict.SUPERSEDED]


def reading_words(sure: bool | None) -> str:
    """Of two readings by a judge, how many found it; "" for a single one."""
    if sure is None:
        return ""
    return tr("both readings found it") if sure else tr("only one of two readings found it")


def kind_title(kind: FactKind) -> str:
    """The heading of a kind of facts."""
    return {
        FactKind.SAID: tr("Sentences"),
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
        FactKind.SAID: tr("sentence"),
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


def question_words(fact: Fact) -> str:
    """Of a pick, what was asked; "" for all else."""
    return tr("asked: “{words}”").format(words=" ".join(fact.question.text.split())) if fact.question else ""


def fold_word(fold: Fold | None) -> str:
    """Why words are listed folded; "" for those that are not."""
    return {None: "", Fold.PASTED: tr("pasted"), Fold.SHORT: tr("short")}[fold]


def zone_title(zone: Zone) -> str:
    """The heading of a part of the context after."""
    return {
        Zone.SUMMARY: tr("summary"),
        Zone.KEPT: tr("kept items"),
        Zone.RESTORED: tr("put back by the harness"),
        Zone.INSTRUCTIONS: tr("instructions"),
    }[zone]


def judged_by(judgement: Judgement | None) -> str:
    """Which model said so; "" where none read it."""
    return tr("judged by {model}").format(model=judgement.model) if judgement is not None else ""


def verdict_basis(basis: Basis) -> str:
    """How a verdict is known."""
    return {
        Basis.RECORDED: tr("recorded: the log says so"),
        Basis.COUNTED: tr("counted: compared exactly"),
        Basis.ESTIMATED: tr("estimated"),
        Basis.INFERRED: tr("inferred"),
        Basis.JUDGED: tr("judged by a model"),
        Basis.ENTERED: tr("entered by you"),
    }[basis]
