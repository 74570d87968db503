"""Asking a model once for all: the question is kept before it is sent, the answer before anything is made of it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future, wait
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from inspector.ask.answers import AnswerStore, or_raise, question_key
from inspector.ask.cost import price_for, tokens_of
from inspector.ask.deferred import Questions
from inspector.ask.redact import redacted_kinds
from inspector.ask.spending import Promise, Spending
from inspector.ask.stop import Stop
from inspector.errors import Cancelled, InspectorError, ModelFailed, Unanswered
from inspector.llm.chat import ChatModel, Failure, Hear, Message, Reply, compaction_by, hear_out
from inspector.llm.command_chat import PREFIX as COMMAND
from inspector.llm.guard import Guarded, Patience
from inspector.llm.loop import Loop
from inspector.llm.models import guarded, identity, is_free, open_chat, refused, with_settings
from inspector.measure.models import longest_answer
from inspector.measure.price import Price, price_of
from inspector.model import Usage
from inspector.model.answer import AnswerState, RawAnswer
from inspector.model.sent import Sent
from inspector.model.settings import UNSET, Settings

LONGEST = 4_000
"""Tokens of an answer where nobody says how long it may be."""
_TELL = 1.0
"""Seconds between two words of waiting."""
_ANSWERED_BADLY = frozenset({Failure.REFUSED, Failure.ERROR_TEXT, Failure.NOT_COMPACTED})
"""Whole answers that are no use: asking the same again would pay for the same. An empty one is no answer at all."""
PriceOf = Callable[[Usage], Price]


@dataclass(frozen=True, slots=True, eq=False)
class _Question:
    """One question on its way, and who listens."""

    key: str
    messages: Sequence[Message]
    expected: Usage
    limit: int | None
    """Tokens that the answer may have; None for as many as the model likes."""
    hear: Hear | None
    stop: Stop | None

    def go_on(self) -> None:
        """Raise Cancelled where it was stopped before anything was sent."""
        if self.stop is not None and self.stop.asked:
            raise Cancelled("Stopped before it was asked.")


@dataclass(frozen=True, slots=True, eq=False)
class Asker:
    """One model with its price, the money, and the place where answers are kept."""

    chat: ChatModel
    loop: Loop
    answers: AnswerStore
    price: PriceOf
    spending: Spending = field(default_factory=Spending)
    retry: bool = False
    """Ask again where an answer was refused, cut off, an error message, or only partly readable."""
    questions: Questions | None = None
    """Where questions are written down instead of being sent; None sends them."""
    note: Callable[[Sent], None] | None = None
    """Writes down what is sent, of what leaves this program; raises CannotRead where it cannot."""
    settings: Settings = UNSET
    """Of each request."""
    waiting: Callable[[str, float], None] | None = None
    """Is told every second who is waited for, or why nobody is asked yet, and for how long by now; "" at the end."""

    def set_to(self, settings: Settings) -> Asker:
        """The same model, asked with settings. ``check`` tells whether it can be."""
        return replace(self, chat=with_settings(self.chat, settings), settings=settings)

    def check(self) -> None:
        """Raise ModelFailed where the model does not take a setting: nothing is sent without what was asked for."""
        name, most = self.chat.name, self.settings.max_output
        longest = None if "@http" in name else longest_answer(name)
        why = refused(self.chat, self.settings)
        if most is not None and longest is not None and most > longest:
            why = f"{name} writes at most {longest:,} tokens, and {most:,} were asked for."
        if why:
            raise ModelFailed(why, kind=Failure.REJECTED, hint="Leave the setting out, or choose another model.")

    def ask(
        self,
        messages: Sequence[Message],
        expected: Usage,
        *,
        nth: int = 0,
        limit: int | None = None,
        keyed: int | None = None,
        hear: Hear | None = None,
        stop: Stop | None = None,
    ) -> RawAnswer:
        """The answer, from where it is kept or from the model; blocks until it is there.

        ``nth`` tells repeats of one question apart. ``limit`` is the tokens that the answer may have, None for as many
        as the model likes; it is kept as an answer of limit ``keyed``, where that is another. Raises ModelFailed,
        OverBudget, Cancelled, and CannotRead where the question cannot be kept: then nothing is sent.
        """
        keyed = limit if keyed is None else keyed
        standing = self.standing(messages, nth, keyed)
        if standing is not None:
            return or_raise(standing)
        key = self.key(messages, nth, keyed)
        question = _Question(key, messages, expected, limit, hear, stop)
        question.go_on()
        if self.questions is not None:
            if compaction_by(messages):
                raise ModelFailed("A provider's own compaction cannot be asked for in a batch.", kind=Failure.REJECTED)
            self.questions.note(key, self.chat.name, messages, limit, self.settings)
            raise Unanswered("This question was written down; it has no answer yet.")
        with self.answers.turn(key, question.go_on):
            # Somebody else may have asked it meanwhile.
            standing = self.standing(messages, nth, keyed)
            if standing is not None:
                return or_raise(standing)
            if limit != keyed and not self._affords(expected, limit):
                question = replace(question, limit=keyed)
            return self._asked(question)

    def _asked(self, question: _Question) -> RawAnswer:
        now, expected = datetime.now(UTC).isoformat(), question.expected
        promised = self.spending.promise(self.price(expected).dollars, tokens_of(expected))
        asked = RawAnswer(key=question.key, state=AnswerState.ASKED, model=self.chat.name, asked=now)
        try:
            self.answers.put(asked)
        except InspectorError:
            self.spending.release(promised)
            raise
        return self._answered(asked, promised, self._sent(question, asked, promised))

    def standing(self, messages: Sequence[Message], nth: int = 0, limit: int | None = None) -> RawAnswer | None:
        """What was answered before and is not asked again, a refusal too; None where it would be asked."""
        known = self.answers.find(self.key(messages, nth, limit))
        if known is None or self._is_of_another(known):
            return None
        if known.state is AnswerState.ANSWERED:
            return None if self.retry and (known.finish == "length" or known.kind) else known
        stands = known.state is AnswerState.FAILED and known.paid and known.kind in _ANSWERED_BADLY
        return known if stands and not self.retry else None

    def key(self, messages: Sequence[Message], nth: int, limit: int | None) -> str:
        """What an answer is found by."""
        return question_key(identity(self.chat), messages, nth, limit, self.settings)

    def _is_of_another(self, known: RawAnswer) -> bool:
        """Whether a command has since answered as another model: which is its default changes with its releases."""
        if not self.chat.name.startswith(COMMAND):
            return False
        latest = self.answers.find(self._latest)
        return latest is not None and known.served_as not in ("", latest.served_as)

    @property
    def _latest(self) -> str:
        """Where it is kept as which model a command answered last."""
        return question_key(identity(self.chat), (), 0, None)

    def _affords(self, expected: Usage, limit: int | None) -> bool:
        """Whether the caps, if there are any, leave enough for an answer as long as the model may write."""
        longest = None if limit is None else replace(expected, output=limit)
        return self.spending.affords(
            None if longest is None else self.price(longest).dollars, None if longest is None else tokens_of(longest)
        )

    def cost(self, answer: RawAnswer) -> float | None:
        """US dollars: as whoever answered says, otherwise by the list; None where use or price is not known."""
        if answer.dollars is not None or answer.usage is None:
            return answer.dollars
        listed = self.price(answer.usage).dollars
        by_name = listed is None and self.chat.name.startswith(COMMAND)
        return price_of(answer.served_as, answer.usage).dollars if by_name else listed

    def _note(self, messages: Sequence[Message], expected: Usage) -> None:
        if self.note is not None and not is_free(self.chat):
            taken = Counter(kind for message in messages for kind in redacted_kinds(message.text))
            now = datetime.now(UTC).isoformat()
            self.note(Sent(now, self.chat.destination, self.chat.name, expected.prompt, dict(taken)))

    def _sent(self, question: _Question, asked: RawAnswer, promised: Promise) -> Reply:
        """What the model says. Where it does not, the money is settled before the reason is raised."""
        pieces: list[str] = []
        is_noted = is_out = False

        def leaving(goes: bool) -> None:
            nonlocal is_noted, is_out
            # Set before the look: who stops it in between counts it as gone.
            is_out = goes
            if not goes:
                return
            question.go_on()
            if not is_noted:
                self._note(question.messages, question.expected)
                is_noted = True

        def listen(piece: str) -> None:
            pieces.append(piece)
            if question.hear is not None:
                question.hear(piece)

        chat = self.chat if isinstance(self.chat, Guarded) else Guarded(self.chat)
        chat = replace(chat, leaving=leaving)
        future = self.loop.submit(hear_out(chat, question.messages, question.limit, listen))
        if question.stop is not None:
            question.stop.watch(future)
        try:
            return self._waited(future)
        except CancelledError as why:
            # Hung up: once it had left, it may be charged for.
            self._failed(asked, promised, ModelFailed("Stopped.", kind="stopped", partial="".join(pieces), paid=is_out))
            raise Cancelled("Stopped." if is_out else "Stopped before it was asked.") from why
        except ModelFailed as why:
            self._failed(asked, promised, why)
            raise
        except InspectorError:
            self.spending.release(promised)
            raise
        except BaseException:
            if is_out:
                self.spending.settle(promised, None)
            else:
                self.spending.release(promised)
            raise

    def _answered(self, asked: RawAnswer, promised: Promise, reply: Reply) -> RawAnswer:
        answer = replace(
            asked,
            state=AnswerState.ANSWERED,
            text=reply.text,
            finish=reply.ending.finish,
            served_as=reply.ending.model,
            usage=reply.ending.usage,
            seconds=reply.seconds,
            dollars=reply.ending.dollars,
            notes=reply.notes,
        )
        used = tokens_of(answer.usage) if answer.usage is not None else None
        # Kept first: killed in between, the money that was set aside stays counted, and the answer is there.
        kept = self._kept(answer)
        if self.chat.name.startswith(COMMAND) and answer.served_as:
            self._kept(replace(answer, key=self._latest, text="", notes=()))
        self.spending.settle(promised, self.cost(answer), used)
        return kept

    def _waited(self, future: Future[Reply]) -> Reply:
        began = time.monotonic()
        while self.waiting is not None and not wait((future,), _TELL).done:
            pause = self.chat.queue.wait if isinstance(self.chat, Guarded) else None
            self.waiting(pause.why if pause is not None else self.chat.name, time.monotonic() - began)
        if self.waiting is not None:
            self.waiting("", 0.0)
        return future.result()

    def _failed(self, asked: RawAnswer, promised: Promise, why: ModelFailed) -> None:
        if why.paid:
            self.spending.settle(promised, None)
        else:
            self.spending.release(promised)
        self._kept(
            replace(
                asked,
                state=AnswerState.FAILED,
                text=why.partial,
                kind=why.kind,
                message=why.message,
                hint=why.hint,
                paid=why.paid,
            )
        )

    def _kept(self, answer: RawAnswer) -> RawAnswer:
        """The answer, with a note where it could not be kept: it was paid for and is shown all the same."""
        try:
            self.answers.put(answer)
        except InspectorError as why:
            return replace(answer, notes=(*answer.notes, f"The answer could not be kept: {why.message}"))
        return answer


def asker_for(
    model: str,
    loop: Loop,
    answers: AnswerStore,
    spending: Spending,
    *,
    patience: Patience | None = None,
    retry: bool = False,
    questions: Questions | None = None,
    note: Callable[[Sent], None] | None = None,
    at_once: int = 0,
    waiting: Callable[[str, float], None] | None = None,
) -> Asker:
    """The way to a model by its name; ``at_once`` requests at the same time, 0 for what suits where it runs.

    Raises UsageError for no model.
    """
    chat = open_chat(model)
    return Asker(
        chat=guarded(chat, patience, at_once),
        loop=loop,
        answers=answers,
        price=lambda usage: price_for(chat, usage, spending.prices),
        spending=spending,
        retry=retry,
        questions=questions,
        note=note,
        waiting=waiting,
    )
