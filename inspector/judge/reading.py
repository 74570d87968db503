"""One compaction read by a judge: asked, mended where the answer cannot be read, checked, doubts asked once more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TypeVar

from inspector.errors import ModelFailed, Unanswered
from inspector.judge import ask as questions
from inspector.judge.answer import Answer, StatementAnswer, read_answer
from inspector.judge.check import Checked, Checker, settled
from inspector.judge.earlier import Earlier
from inspector.judge.nearest import nearest
from inspector.judge.passes import claims_together, same_words, together
from inspector.judge.plan import Plan, plan
from inspector.llm.chat import Failure, Message
from inspector.model import Basis, Claim, Fact, Judgement, Survival, Trust, Verdict
from inspector.reconstruct.after import look_after
from inspector.reconstruct.segment import Segment
from inspector.said.standing import Context
from inspector.survival.readable import unreadable
from inspector.wording.units import counted

AskNth = Callable[[Sequence[Message], int], str]
"""A model as a function of the messages and of which repeat it is. Raises InspectorError; Unanswered where the
question was written down and has no answer yet."""
A = TypeVar("A")
R = TypeVar("R")
_ONCE_MORE = "The answer that was brought is not the JSON that was asked for, so it is asked once more."


def judge(
    segment: Segment,
    ask: AskNth,
    *,
    model: str = "",
    passes: int = 1,
    window: int | None = None,
    earlier: Earlier | None = None,
) -> Judgement:
    """What a judge finds about one compaction, every word checked.

    ``earlier`` is the reading of the compaction before: its statements are followed.
    Raises InspectorError where there is no answer, and Unanswered where questions were written down instead.
    """
    after = look_after(segment.session, segment.compaction, segment.read)
    note = unreadable(segment, after)
    if note:
        return Judgement(compaction=segment.compaction.number, model=model, made=_now(), passes=0, notes=(note,))
    checker = Checker(segment, after, earlier)
    planned = plan(segment, window, earlier)
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
        follows=planned.follows,
        facts=tuple(one.fact for one in statements),
        survivals=tuple(_survival(one, segment.compaction.number) for one in statements),
        claims=tuple(claims),
        trust=checker.trust,
        notes=tuple(reader.notes()),
        open=reader.open,
        partial=reader.partial,
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
        self.partial = False
        """Of an answer some pieces alone could be read."""

    def all(self, passes: int) -> list[tuple[list[Checked], list[Claim]]]:
        """Every reading; all questions that can be asked now are asked before one of them is missed."""
        return each(self._once, range(passes))

    def _once(self, nth: int) -> tuple[list[Checked], list[Claim]]:
        if self._plan.is_whole:
            return self._whole(nth)
        # What an earlier summary tells is read where nobody read what came before it.
        carried = self._plan.follows is None
        found = each(lambda part: self._answer(questions.part(part, carried=carried), nth), self._plan.parts)
        told = [one for answer in found for one in answer.statements]
        facts = _unlike([*self._plan.followed, *(one.fact for one in self._checker.statements(told))])
        listed = [f"[{fact.kind.value}] {fact.statement}" for fact in facts]
        answer = self._answer(questions.fates(listed, self._plan.copy, self._plan.log), nth)
        return self._fates(facts, (*answer.statements, *answer.followed)), self._checker.claims(answer.claims)

    def _whole(self, nth: int) -> tuple[list[Checked], list[Claim]]:
        followed, copy, log = self._plan.followed, self._plan.copy, self._plan.log
        is_first = self._plan.follows is None
        asked = questions.whole(copy, log) if is_first else questions.following(self._plan.listed, copy, log)
        answer = self._answer(asked, nth)
        statements, claims = self._believed(answer, *self._checker.read(answer))
        new = [one for one in statements if not any(same_words(one.fact, fact) for fact in followed)]
        return [*self._fates(followed, answer.followed), *new], claims

    def _believed(self, answer: Answer, found: list[Checked], claims: list[Claim]) -> tuple[list[Checked], list[Claim]]:
        """What stood of an answer. Raises ModelFailed where nothing of what was said did: that is no reading."""
        named = len(answer.statements) + len(answer.claims)
        said = self._plan.follows is None and any(passage.opens for passage in self._plan.copy.before)
        if (named or said) and not (found or claims or answer.followed):
            which = f"Of the statements and claims that the judge names ({named}) none could be found in the log."
            raise ModelFailed(
                which if named else "The judge names nothing of what was said, so it read nothing.",
                kind=Failure.UNREADABLE,
                hint="Another model may read it better; a small one often answers in words of its own.",
                paid=True,
            )
        return found, claims

    def _fates(self, facts: Sequence[Fact], answered: Iterable[StatementAnswer]) -> list[Checked]:
        told = {one.number: one for one in answered}
        missing = sum(number not in told for number in range(1, len(facts) + 1))
        if missing:
            self._notes.append(f"The judge says nothing of {missing} of {len(facts)} statements: they are undecided.")
        judged = []
        for number, fact in enumerate(facts, 1):
            said = told.get(number)
            if said is None:
                judged.append(Checked(fact, True, Verdict.UNDECIDED, why="The judge says nothing of it."))
            elif not said.same or fact in self._plan.followed:
                judged.append(self._checker.judged(fact, said))
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
            answer = self._answer(messages, 0)
            return (*answer.statements, *answer.followed)
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
        try:
            again = read_answer(self._ask(questions.mended(messages, text), nth))
        except Unanswered as why:
            raise Unanswered(why.message, hint=_ONCE_MORE) from why
        if again.whole:
            return again
        best = max((answer, again), key=lambda one: len(one.statements) + len(one.followed) + len(one.claims))
        if not best.statements and not best.followed and not best.claims:
            raise ModelFailed(
                "The judge's answer is not the JSON that was asked for, nor was it when asked again.",
                kind=Failure.UNREADABLE,
                hint="Its words are kept. Ask again, or choose another model.",
                partial=text,
                paid=True,
            )
        self.partial = True
        statements = counted(len(best.statements) + len(best.followed), "statement")
        self._notes.append(
            "The judge's answer is not the JSON that was asked for, nor was it when asked again; of it could be read: "
            f"{statements}, {counted(len(best.claims), 'claim')}."
        )
        return best

    def notes(self) -> Iterator[str]:
        """What has to be known of the reading."""
        if self._plan.follows is None and any(one.kind == "earlier summary" for one in self._plan.copy.before):
            yield "What came before its earlier summary cannot be read: statements are taken from that, too."
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


def _unlike(found: Sequence[Fact]) -> list[Fact]:
    """Each statement once: parts that lie side by side may both tell it."""
    kept: list[Fact] = []
    for one in found:
        if not any(same_words(one, other) for other in kept):
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


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
