"""Judging compactions with a model: what would be sent, and the sending; kept, within a budget, several at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from inspector.errors import Cancelled, InspectorError, ModelFailed, Unanswered
from inspector.judge.answer import read_answer
from inspector.judge.ask import LONGEST
from inspector.judge.reading import AskNth, judge
from inspector.llm.chat import Failure, Message
from inspector.measure.tokenizer import default_tokenizer
from inspector.model import Judgement, Usage
from inspector.model.answer import AnswerState, RawAnswer
from inspector.reconstruct.segment import Segment
from inspector.rerun.asker import Asker, Stop
from inspector.rerun.model_summarizer import Sending
from inspector.rerun.preview import Preview, quote
from inspector.rerun.redact import redact
from inspector.rerun.windows import window_of

EXPECTED = 4_500
"""Tokens of an answer: of those recorded for twenty-two compactions half have under 2,500, the longest 4,700."""
_AT_ONCE = 8
"""Compactions; how many requests a provider gets at a time is its queue's affair."""


@dataclass(frozen=True, slots=True, eq=False)
class Judging:
    """A judge that can be asked about any compaction of any session."""

    asker: Asker
    passes: int = 1

    @property
    def model(self) -> str:
        """Its name."""
        return self.asker.chat.name

    def read(self, segment: Segment, stop: Stop | None = None) -> Judgement:
        """What it finds about one compaction; blocks until it is there.

        Raises InspectorError: ModelFailed, OverBudget, Cancelled, Unanswered. What was answered by then is kept.
        """

        answers: list[RawAnswer] = []
        ask, window = self.asking(stop, answers), window_of(self.model)
        try:
            return judge(segment, ask, model=self.model, passes=self.passes, window=window)
        except ModelFailed as why:
            if why.kind == Failure.UNREADABLE:
                self.put_away(answers, why, lambda text: read_answer(text).whole)
            raise

    def asking(self, stop: Stop | None = None, answers: list[RawAnswer] | None = None) -> AskNth:
        """The judge as a function; what it is asked is kept with its answer, and has no secrets in it.

        ``answers`` is given each answer.
        """

        def ask(messages: Sequence[Message], nth: int) -> str:
            sending = _sending(messages)
            answer = self.asker.ask(sending.messages, sending.expected, nth=nth, limit=LONGEST, stop=stop)
            if answers is not None:
                answers.append(answer)
            return answer.text

        return ask

    def put_away(self, answers: Sequence[RawAnswer], why: ModelFailed, is_read: Callable[[str], bool]) -> None:
        """Let answers that are none stand no longer: they were paid for, and the next time asks again.

        Where each of them can be read and something is missing all the same, the last one goes.
        """
        useless = [one for one in answers if not is_read(one.text)] or list(answers[-1:])
        for one in useless:
            self.asker.answers.put(
                replace(one, state=AnswerState.FAILED, kind=why.kind, message=why.message, hint=why.hint, paid=True)
            )

    def preview(self, segment: Segment) -> Preview:
        """What reading a compaction would send now, as far as that is known before the first answer; nothing is sent.

        Answers that are kept are used, so that what follows from them is shown, too.
        """

        def read(ask: AskNth) -> Sequence[str]:
            return judge(segment, ask, model=self.model, passes=self.passes, window=window_of(self.model)).notes

        number = segment.compaction.number
        return replace(self.heard(read), id=str(number), strategy=f"judge compaction {number}")

    def heard(self, read: Callable[[AskNth], Sequence[str]]) -> Preview:
        """What a reading would send now, which is given the judge and gives notes; nothing is sent."""
        heard: list[Preview] = []

        def ask(messages: Sequence[Message], nth: int) -> str:
            sending = _sending(messages)
            heard.append(quote(self.asker, [sending], nth))
            known = self.asker.standing(sending.messages, nth, LONGEST)
            if known is None or known.state is not AnswerState.ANSWERED:
                raise Unanswered("It is not asked yet.")
            return known.text

        note = ""
        try:
            notes = read(ask)
            note = "" if heard else " ".join(notes)
        except Unanswered:
            pass
        return replace(_sum(heard, self.asker), problem=note)


@dataclass(slots=True)
class JudgedCompactions:
    """What came of judging some compactions."""

    found: list[Judgement] = field(default_factory=list)
    open: list[int] = field(default_factory=list)
    """Numbers of those of which a question was written down and has no answer yet; some of them are among ``found``."""
    failed: dict[int, InspectorError] = field(default_factory=dict)
    """By number, why there is no judgement."""


async def judge_all(
    judging: Judging,
    segments: Sequence[Segment],
    done: Callable[[Judgement], None] = lambda judgement: None,
    stop: Stop | None = None,
) -> JudgedCompactions:
    """Every compaction, several at a time; ``done`` is given each judgement as it comes, on the thread that read it.

    To be awaited on the asker's loop. One that fails costs itself; what was answered stays kept.
    """
    places = asyncio.Semaphore(_AT_ONCE)
    result = JudgedCompactions()

    def work(segment: Segment) -> Judgement:
        found = judging.read(segment, stop)
        done(found)
        return found

    async def one(segment: Segment) -> None:
        number = segment.compaction.number
        async with places:
            if stop is not None and stop.asked:
                return
            try:
                found = await judging.asker.loop.aside(lambda: work(segment))
                result.found.append(found)
                result.open += [number] if found.open else []
            except Unanswered:
                result.open.append(number)
            except Cancelled:
                return
            except InspectorError as why:
                result.failed[number] = why

    await asyncio.gather(*(one(segment) for segment in segments))
    result.found.sort(key=lambda judgement: judgement.compaction)
    result.open.sort()
    return result


def _sending(messages: Sequence[Message]) -> Sending:
    clean = redact(messages)
    tokens = sum(default_tokenizer().count_many([message.text for message in clean.messages]))
    return Sending("judge", "", clean.messages, Usage(tokens, 0, 0, EXPECTED), LONGEST, clean.secrets, ())


def _sum(heard: Sequence[Preview], asker: Asker) -> Preview:
    """The questions of all passes as one."""
    dollars = [one.dollars for one in heard]
    return replace(
        quote(asker, []),
        requests=sum(one.requests for one in heard),
        answered=sum(one.answered for one in heard),
        input=sum(one.input for one in heard if not one.answered),
        output=sum(one.output for one in heard if not one.answered),
        dollars=None if None in dollars else sum(one for one in dollars if one is not None),
        checked=next((one.checked for one in heard if one.checked), ""),
        secrets=tuple(dict.fromkeys(secret for one in heard for secret in one.secrets)),
        sent=tuple(sending for one in heard for sending in one.sent),
        tokens=sum(one.tokens for one in heard),
    )
