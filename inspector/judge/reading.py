"""One compaction read by a judge: asked, mended where the answer cannot be read, checked, doubts asked once more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TypeVar

from inspector.errors import ModelFailed, Unanswered
from inspector.judge import ask as questions
from inspector.judge.answer import Answer, StatementAnswer, read_answer
from inspector.judge.check import Checked, Checker, settled
from inspector.judge.copy import CopiedPassage, Copy, copy_of
from inspector.judge.nearest import nearest
from inspector.judge.passes import claims_together, same_words, together
from inspector.judge.retrieved import retrieved
from inspector.judge.traffic import ROOMS
from inspector.llm.chat import Failure, Message
from inspector.measure.tokenizer import default_tokenizer
from inspector.model import Basis, Claim, Judgement, Survival, Trust, Verdict
from inspector.reconstruct.after import look_after
from inspector.reconstruct.segment import Segment
from inspector.said.standing import Context
from inspector.survival.readable import unreadable

AskNth = Callable[[Sequence[Message], int], str]
"""A model as a function of the messages and of which repeat it is. Raises InspectorError; Unanswered where the
question was written down and has no answer yet."""
A = TypeVar("A")
R = TypeVar("R")
COPY = 24_000
"""Tokens of a copy that no room is saved for: only what people and agents said makes one longer."""
LOG = 5_000
"""Tokens of passages from the log beside it."""
_KNOWN_LEAST = 6_000
"""Tokens of a window that are left for a part, however small the window."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a compaction is put to a judge."""

    copy: Copy
    log: tuple[str, ...]
    parts: tuple[tuple[CopiedPassage, ...], ...]
    """What stood before, cut at turns; one part where all of it fits one request."""

    @property
    def is_whole(self) -> bool:
        """Whether one request holds all of it."""
        return len(self.parts) == 1


def plan(segment: Segment, window: int | None = None) -> Plan:
    """The most detailed copy that fits, and the parts of it where the model's window is small.

    ``window`` in tokens; None where it is not known. Reads every text of the context.
    """
    log = retrieved(segment, LOG)
    room = COPY if window is None else min(COPY, max(_KNOWN_LEAST, window - questions.LONGEST - LOG - 4_000))
    for detail in ROOMS:
        copy = copy_of(segment, detail)
        if _tokens([*map(str, copy.before), copy.left]) <= room:
            break
    fits = window is None or _tokens([*map(str, copy.before), copy.left]) <= max(
        _KNOWN_LEAST, window - questions.LONGEST - LOG - 4_000
    )
    return Plan(copy, log, (copy.before,) if fits else tuple(_cut(copy.before, room)))


def judge(segment: Segment, ask: AskNth, *, model: str = "", passes: int = 1, window: int | None = None) -> Judgement:
    """What a judge finds about one compaction, every word checked.

    Raises InspectorError where there is no answer, and Unanswered where questions were written down instead.
    """
    after = look_after(segment.session, segment.compaction, segment.read)
    note = unreadable(segment, after)
    if note:
        return Judgement(compaction=segment.compaction.number, model=model, made=_now(), passes=0, notes=(note,))
    checker = Checker(segment, after)
    planned = plan(segment, window)
    reader = _Reader(checker, planned, ask)
    readings = reader.all(passes)
    statements, claims = readings[0]
    for more, others in readings[1:]:
        statements, claims = together(statements, more), claims_together(claims, others)
    statements = reader.settle(statements)
    return Judgement(
        compaction=segment.compaction.number,
        model=model,
        made=_now(),
        passes=passes,
        facts=tuple(one.fact for one in statements),
        survivals=tuple(_survival(one, segment.compaction.number) for one in statements),
        claims=tuple(claims),
        trust=checker.trust,
        notes=tuple(reader.notes()),
        open=reader.open,
    )


class _Reader:
    """The questions about one compaction."""

    def __init__(self, checker: Checker, planned: Plan, ask: AskNth) -> None:
        self._checker = checker
        self._plan = planned
        self._ask = ask
        self._notes: list[str] = []
        self.open = False
        """Doubts were asked once more, and have no answer yet."""

    def all(self, passes: int) -> list[tuple[list[Checked], list[Claim]]]:
        """Every reading; all questions that can be asked now are asked before one of them is missed."""
        return each(self._once, range(passes))

    def _once(self, nth: int) -> tuple[list[Checked], list[Claim]]:
        if self._plan.is_whole:
            answer = self._answer(questions.whole(self._plan.copy, self._plan.log), nth)
            return self._believed(answer, *self._checker.read(answer))
        found = each(lambda part: self._answer(questions.part(part), nth), self._plan.parts)
        told = [one for answer in found for one in answer.statements]
        checked = _unlike(self._checker.statements(told))
        listed = [f"[{one.fact.kind.value}] {one.fact.statement}" for one in checked]
        answer = self._answer(questions.fates(listed, self._plan.copy, self._plan.log), nth)
        return self._fates(checked, answer), self._checker.claims(answer.claims)

    @staticmethod
    def _believed(answer: Answer, statements: list[Checked], claims: list[Claim]) -> tuple[list[Checked], list[Claim]]:
        """What stood of an answer. Raises ModelFailed where nothing did: that is no reading of this log."""
        if answer.statements and not statements and not claims:
            raise ModelFailed(
                f"None of the {len(answer.statements)} statements that the judge names could be found in the log.",
                kind=Failure.UNREADABLE,
                hint="Another model may read it better; a small one often answers in words of its own.",
                paid=True,
            )
        return statements, claims

    def _fates(self, found: Sequence[Checked], answer: Answer) -> list[Checked]:
        told = {one.number: one for one in answer.statements}
        missing = sum(number not in told for number in range(1, len(found) + 1))
        if missing:
            self._notes.append(f"The judge says nothing of {missing} of {len(found)} statements: they are undecided.")
        judged = []
        for number, one in enumerate(found, 1):
            said = told.get(number)
            if said is None:
                judged.append(replace(one, verdict=Verdict.UNDECIDED, why="The judge says nothing of it.", doubt=""))
            elif not said.same:
                judged.append(self._checker.judged(one.fact, said))
        return judged

    def settle(self, found: Sequence[Checked]) -> list[Checked]:
        """The statements with their doubts asked once more, all in one request."""
        doubtful = [one for one in found if one.doubt]
        if not doubtful:
            return list(found)
        context = Context(self._checker.after.texts)
        asked = [(one.fact.statement, nearest(one.fact, context)) for one in doubtful]
        told = {one.number: one for one in self._again(questions.again(asked))}
        answers: dict[str, Checked] = {}
        for number, one in enumerate(doubtful, 1):
            said = told.get(number)
            answers[one.fact.id] = settled(one, self._checked_again(one, said))
        undecided = sum(one.verdict is Verdict.UNDECIDED for one in answers.values())
        self._checker.trust += Trust(asked_again=len(doubtful), undecided=undecided)
        return [answers.get(one.fact.id, one) for one in found]

    def _again(self, messages: Sequence[Message]) -> Sequence[StatementAnswer]:
        """What is said of doubts; nothing where the question was written down, so that all else can be seen by then."""
        try:
            return self._answer(messages, 0).statements
        except Unanswered:
            self.open = True
            self._notes.append(
                "Doubtful verdicts were asked once more; until the answer is brought they are undecided."
            )
            return ()

    def _checked_again(self, one: Checked, said: StatementAnswer | None) -> Checked:
        if said is None:
            return replace(one, verdict=Verdict.UNDECIDED)
        answer = self._checker.judged(one.fact, said)
        # Asked with the words before its eyes, a judge may call them something else than kept.
        if answer.doubt == "its words stand there" and answer.verdict is not Verdict.LOST and answer.evidence:
            return replace(answer, doubt="", why="The judge holds to it, asked once more with the words before it.")
        return answer

    def _answer(self, messages: Sequence[Message], nth: int) -> Answer:
        text = self._ask(messages, nth)
        answer = read_answer(text)
        if answer.whole:
            return answer
        again = read_answer(self._ask(questions.mended(messages, text), nth))
        if again.whole:
            return again
        best = max((answer, again), key=lambda one: len(one.statements) + len(one.claims))
        if not best.statements and not best.claims:
            raise ModelFailed(
                "The judge's answer is not the JSON that was asked for, nor was it when asked again.",
                kind=Failure.UNREADABLE,
                hint="Its words are kept. Ask again, or choose another model.",
                partial=text,
                paid=True,
            )
        self._notes.append(
            "The judge's answer is not the JSON that was asked for, nor was it when asked again; "
            f"{len(best.statements)} statements and {len(best.claims)} claims could be read of it."
        )
        return best

    def notes(self) -> Iterator[str]:
        """What has to be known of the reading."""
        yield from dict.fromkeys(self._notes)
        if self._checker.dropped:
            yield f"{self._checker.dropped} of its quotes or lines stand nowhere and were left out."
        if self._checker.unknown:
            yield f"{self._checker.unknown} of its statements are of no kind that was asked for and were left out."
        if not self._plan.is_whole:
            yield f"It was read in {len(self._plan.parts)} parts, which fit the model's window."


def each(work: Callable[[A], R], over: Iterable[A]) -> list[R]:
    """The work on each; every question is asked before the first that was only written down is raised."""
    results: list[R] = []
    missing: Unanswered | None = None
    for one in over:
        try:
            results.append(work(one))
        except Unanswered as why:
            missing = missing or why
    if missing is not None:
        raise missing
    return results


def _unlike(found: Sequence[Checked]) -> list[Checked]:
    """Each statement once: parts that lie side by side may both tell it."""
    kept: list[Checked] = []
    for one in found:
        if not any(same_words(one.fact, other.fact) for other in kept):
            kept.append(one)
    return kept


def _survival(one: Checked, compaction: int) -> Survival:
    return Survival(
        fact=one.fact.id,
        compaction=compaction,
        verdict=one.verdict,
        live=one.live and one.verdict is not Verdict.SUPERSEDED,
        evidence=(one.evidence,) if one.evidence is not None and one.verdict is not Verdict.UNDECIDED else (),
        nearest=one.evidence if one.verdict is Verdict.UNDECIDED else None,
        why=one.why,
        basis=Basis.JUDGED,
        sure=one.sure,
    )


def _cut(before: Sequence[CopiedPassage], room: int) -> Iterator[tuple[CopiedPassage, ...]]:
    """What stood before in parts of at most ``room`` tokens, cut where a person speaks if that can be."""
    sizes = default_tokenizer().count_many([str(passage) for passage in before])
    start = 0
    while start < len(before):
        end, size = start, 0
        while end < len(before) and (end == start or size + sizes[end] <= room):
            size += sizes[end]
            end += 1
        if end < len(before):
            turns = [place for place in range(start + max(1, (end - start) // 2), end) if before[place].opens]
            end = turns[-1] if turns else end
        yield tuple(before[start:end])
        start = end


def _tokens(texts: Sequence[str]) -> int:
    return sum(default_tokenizer().count_many(list(texts)))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
