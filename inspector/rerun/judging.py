"""Judging compactions with a model: what would be sent, and the sending; kept, within a budget, several at a time."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from json import JSONDecodeError, JSONDecoder

from inspector.ask.asker import Asker
from inspector.ask.preview import Preview, quote
from inspector.ask.redact import redact
from inspector.ask.sending import Sending
from inspector.ask.stop import Stop
from inspector.ask.windows import learn_window, window_of
from inspector.errors import Cancelled, InspectorError, ModelFailed, Unanswered
from inspector.judge.answer import read_answer
from inspector.judge.ask import LONGEST
from inspector.judge.chain import Chain, NotYetRead
from inspector.judge.earlier import Earlier
from inspector.judge.plan import longest_answer
from inspector.judge.reading import AskNth, judge
from inspector.llm.chat import Failure, Message
from inspector.measure.tokenizer import default_tokenizer
from inspector.model import Judgement, Usage
from inspector.model.answer import AnswerState, RawAnswer
from inspector.model.basis import full_sum
from inspector.reconstruct.segment import Segment

EXPECTED = 4_500
"""Tokens of an answer: of those recorded for twenty-two compactions half have under 2,500, the longest 4,700."""
HANDED_ON = 600
"""Tokens of the statements that an earlier reading hands on, where they are not known yet: some twenty."""

CUT = "An answer breaks off: of what it had still to say nothing is known."


@dataclass(frozen=True, slots=True, eq=False)
class Judging:
    """A judge that can be asked about any compaction of any session."""

    asker: Asker
    passes: int = 1

    @property
    def model(self) -> str:
        """Its name."""
        return self.asker.chat.name

    def read(self, segment: Segment, earlier: Earlier | None = None, stop: Stop | None = None) -> Judgement:
        """What it finds about one compaction; blocks until it is there.

        ``earlier`` is the reading of the one before, whose statements are followed.
        Raises InspectorError: ModelFailed, OverBudget, Cancelled, Unanswered. What was answered by then is kept.
        """

        answers: list[RawAnswer] = []
        ask, window = self.asking(stop, answers), window_of(self.model)
        try:
            found = judge(segment, ask, model=self.model, passes=self.passes, window=window, earlier=earlier)
            return self._as_far_as_read(found, answers)
        except ModelFailed as why:
            if learn_window(self.model, why.message):
                # Its server was started with a smaller window than its model has: now it is read in parts that fit.
                return self.read(segment, earlier, stop)
            if why.kind == Failure.UNREADABLE:
                self.put_away(answers, why, lambda text: read_answer(text).whole)
            raise

    def _as_far_as_read(self, found: Judgement, answers: Sequence[RawAnswer]) -> Judgement:
        """The reading, said to be partial where an answer was cut: whoever writes that one again closes a half.

        What it rests on is marked, so that it can be asked for once more; until then it stands, as it was paid for.
        """
        useless = [one for one in answers if not read_answer(one.text).whole]
        is_cut = any(one.finish == "length" or _breaks_off(one.text) for one in useless)
        if not (found.partial or is_cut):
            return found
        with suppress(InspectorError):
            # Where it cannot be kept, the reading is worth having all the same.
            for one in useless:
                self.asker.answers.put(replace(one, kind=Failure.UNREADABLE))
        return replace(found, partial=True, notes=(*found.notes, *(CUT,) * is_cut))

    def asking(self, stop: Stop | None = None, answers: list[RawAnswer] | None = None) -> AskNth:
        """The judge as a function; what it is asked is kept with its answer, and has no secrets in it.

        ``answers`` is given each answer.
        """

        most = longest_answer(window_of(self.model))

        def ask(messages: Sequence[Message], nth: int) -> str:
            sending = _sending(messages)
            answer = self.asker.ask(sending.messages, sending.expected, nth=nth, limit=most, keyed=LONGEST, stop=stop)
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

    def preview(self, chain: Chain, wanted: Container[int] | None = None) -> list[Preview]:
        """What reading these compactions of a session, or all, would send now, one each, and those before them that
        have to be read first; nothing is sent.

        Answers that are kept are used, so that what follows from them is shown, too. Where those of an earlier
        compaction are not there yet, the statements that it hands on are not known: then they are only counted.
        """
        chain = Chain.of(chain.segments, chain.known, chain.decided)
        return [self._preview(chain, segment) for segment in chain.to_read(wanted)]

    def _preview(self, chain: Chain, segment: Segment) -> Preview:
        number = segment.compaction.number
        # It is read anew: what a judge found earlier is not what those behind it go on from.
        chain.known.pop(number, None)
        try:
            earlier, handed_on = chain.before(segment), 0
        except NotYetRead as why:
            before = next(one for one in chain.readable if one.compaction.number == why.number)
            earlier, handed_on = Earlier(before, Judgement(compaction=why.number, model=self.model)), HANDED_ON

        def read(ask: AskNth) -> Sequence[str]:
            window = window_of(self.model)
            found = judge(segment, ask, model=self.model, passes=self.passes, window=window, earlier=earlier)
            if not handed_on:
                chain.put(found)
            return found.notes

        heard = self.heard(read, handed_on)
        return replace(heard, id=str(number), strategy=f"judge compaction {number}")

    def heard(self, read: Callable[[AskNth], Sequence[str]], more: int = 0) -> Preview:
        """What a reading would send now, which is given the judge and gives notes; nothing is sent.

        ``more`` are tokens of each question that are not known yet.
        """
        heard: list[Preview] = []

        def ask(messages: Sequence[Message], nth: int) -> str:
            sending = _sending(messages, more)
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
    open: dict[int, str] = field(default_factory=dict)
    """By number, of which a question was written down and has no answer yet, and why it is asked once more; some of
    them are among ``found``."""
    waiting: list[int] = field(default_factory=list)
    """Numbers of those that go on from one that is open."""
    failed: dict[int, InspectorError] = field(default_factory=dict)
    """By number, why there is no judgement."""


def judge_all(
    judging: Judging,
    chain: Chain,
    wanted: Container[int] | None = None,
    done: Callable[[Judgement], None] = lambda judgement: None,
    stop: Stop | None = None,
) -> JudgedCompactions:
    """These compactions of a session, or all, and those before them that have to be read first, one after the other.

    ``done`` is given each judgement as it comes. What was answered stays kept; where one fails, those behind it wait
    for it: their statements are not known.
    """
    result = JudgedCompactions()
    for segment in chain.to_read(wanted):
        number = segment.compaction.number
        if stop is not None and stop.asked:
            break
        # Read anew: without an answer, those behind it do not go on from what a judge found earlier.
        chain.known.pop(number, None)
        try:
            found = judging.read(segment, chain.before(segment), stop)
        except NotYetRead as why:
            if why.number in (*result.open, *result.waiting):
                result.waiting.append(number)
            else:
                result.failed[number] = why
            continue
        except Unanswered as why:
            result.open[number] = why.hint
            continue
        except Cancelled:
            break
        except InspectorError as why:
            result.failed[number] = why
            continue
        chain.put(found)
        done(found)
        result.found.append(found)
        result.open |= {number: ""} if found.open else {}
    return result


def _breaks_off(text: str) -> bool:
    """Whether a text ends within its JSON: whoever was cut does not always say so, and a command never does."""
    start = text.find("{")
    if start < 0:
        return False
    try:
        JSONDecoder(strict=False).raw_decode(text, start)
    except JSONDecodeError as why:
        # Half a "false" is where it begins.
        return why.msg.startswith("Unterminated string") or why.pos + 5 > len(text.rstrip())
    except RecursionError:
        return False
    return False


def _sending(messages: Sequence[Message], more: int = 0) -> Sending:
    clean = redact(messages)
    tokens = more + sum(default_tokenizer().count_many([message.text for message in clean.messages]))
    return Sending("judge", "", clean.messages, Usage(tokens, 0, 0, EXPECTED), LONGEST, clean.secrets)


def _sum(heard: Sequence[Preview], asker: Asker) -> Preview:
    """The questions of all passes as one."""
    return replace(
        quote(asker, []),
        requests=sum(one.requests for one in heard),
        answered=sum(one.answered for one in heard),
        input=sum(one.input for one in heard),
        output=sum(one.output for one in heard),
        dollars=full_sum(one.dollars for one in heard),
        checked=next((one.checked for one in heard if one.checked), ""),
        secrets=tuple(dict.fromkeys(secret for one in heard for secret in one.secrets)),
        sent=tuple(sending for one in heard for sending in one.sent),
        tokens=sum(one.tokens for one in heard),
    )
