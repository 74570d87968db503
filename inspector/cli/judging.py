"""--judge: a model reads what was lost. What is sent is told first; what was answered is kept; files work, too."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from inspector.ask.asker import Asker, asker_for
from inspector.ask.deferred import Questions, bring
from inspector.ask.preview import Preview, total
from inspector.ask.spending import Budget, Spending
from inspector.ask.windows import tell_window
from inspector.cli.facts_table import trust_words
from inspector.cli.judge_options import JudgeWanted
from inspector.cli.output import SCHEMA, print_json, say
from inspector.cli.previews import budget_json, preview_json, print_previews, refuse_over, tell
from inspector.cli.session import check_folder, entered, further
from inspector.errors import CannotRead, InspectorError
from inspector.llm.guard import Patience
from inspector.llm.loop import Loop
from inspector.llm.models import open_chat
from inspector.model import Judgement
from inspector.rerun.judging import Judging
from inspector.store.library import Library
from inspector.store.reruns import Reruns
from inspector.store.sent import SentLog
from inspector.wording.harmless import harmless_line
from inspector.wording.units import as_expected, counted
from inspector.workbench.document import Document, Stage
from inspector.workbench.judging import chain_of, let_judge_read
from inspector.workbench.saving import save_text
from inspector.workbench.stages import read


@dataclass(frozen=True, slots=True, eq=False)
class Shared:
    """What all who ask share: the money, and the file of questions."""

    spending: Spending
    questions: Questions | None = None
    """None where questions are sent."""

    def asker(
        self, model: str, loop: Loop, reruns: Reruns, *, retry: bool = False, patience: Patience | None = None
    ) -> Asker:
        """The way to a model; whoever waits for it is told so."""
        return asker_for(
            model, loop, reruns, self.spending, patience=patience, retry=retry, questions=self.questions,
            note=SentLog().note, waiting=show_wait,
        )  # fmt: skip

    @classmethod
    def of(cls, wanted: JudgeWanted, budget: Budget) -> Shared:
        """As a command line wants it."""
        return cls(Spending.of(budget), Questions() if wanted.writes else None)

    @property
    def spent(self) -> str:
        """What was spent, in words."""
        unpriced = f"{counted(self.spending.unknown, 'request')} without a known price" if self.spending.unknown else ""
        dollars = f"${self.spending.spent:.4f}" if self.spending.spent or not unpriced else ""
        words = f"Spent: {' and '.join(filter(None, (dollars, unpriced)))}."
        return f"{words} {as_expected(self.spending.expected)}".rstrip()


@dataclass(slots=True)
class Judges:
    """A judge at work on one session after the other, with one budget and one file of questions for all."""

    wanted: JudgeWanted
    judging: Judging
    library: Library
    previews: list[Preview] = field(default_factory=list)
    open: int = 0
    """Compactions whose questions have no answer yet."""
    waiting: int = 0
    """Those that go on from such a one."""
    failed: list[InspectorError] = field(default_factory=list)
    logs: list[Path] = field(default_factory=list)
    """Files of the sessions that were judged: nobody writes there."""

    def look(self, document: Document, only: int | None = None) -> None:
        """Judge the compactions of a session, or say what that would send. Raises OverBudget; then nothing was sent."""
        further(document, Stage.COMPARE)
        self.logs += document.files
        chain = chain_of(document, entered(document))
        numbers = None if only is None else (only,)
        first = [
            f"C{one.compaction.number}" for one in chain.to_read(numbers) if only not in (None, one.compaction.number)
        ]
        if first:
            say(f"Read first, as compaction {only} builds on it: {', '.join(first)}.")
        if not self.wanted.writes:
            told = self.judging.preview(chain, numbers)
            self.previews += told
            if self.wanted.dry_run:
                return
            tell(told, self.wanted.budget)
            refuse_over(told, self.wanted.budget)
        result = let_judge_read(self.judging, document, self.library, chain, numbers)
        for judgement in result.found:
            say(_words(judgement))
        for number, why in sorted(result.failed.items()):
            say(f"Compaction {number} was not judged: {why.message} {why.hint}".rstrip())
        for number, words in result.open.items():
            if words:
                say(f"Compaction {number}: {words}")
        self.open += len(result.open)
        self.waiting += len(result.waiting)
        self.failed += result.failed.values()

    def look_at_each(self, paths: Sequence[Path], agent: str = "") -> None:
        """Judge every session of a batch, one after the other; what is found is kept, for whoever reads them next.

        A session that cannot be opened costs itself.
        """
        for path in paths:
            try:
                document = read(path, agent=agent)
            except InspectorError as why:
                say(f"{path}: {why.message}")
                continue
            with closing(document):
                say(f"{path}:")
                self.look(document)

    def told_dry_run(self, as_json: bool) -> bool:
        """Whether only a dry run is wanted; then what judging would send is printed, for people or as JSON."""
        if not self.wanted.dry_run:
            return False
        if not as_json:
            print_previews(self.previews, self.wanted.budget)
            say("Doubtful verdicts are asked once more, in one short question. Nothing was sent.")
            return True
        rows = [{"compaction": int(one.id), **preview_json(one)} for one in self.previews]
        print_json({"schema": SCHEMA, "dry_run": rows, "usd": total(self.previews), **budget_json(self.wanted.budget)})
        return True

    def finish(self) -> None:
        """Write down what is open, and say what was spent. Raises what failed."""
        spending, questions = self.judging.asker.spending, self.judging.asker.questions
        if questions is not None:
            self._write_down(questions)
            return
        if not self.wanted.dry_run:
            say(Shared(spending).spent)
        if self.failed:
            raise self.failed[0]

    def _write_down(self, questions: Questions) -> None:
        about = f"{counted(len(questions.lines), 'question')} about {counted(self.open, 'compaction')}"
        later = f" To be asked behind it: {counted(self.waiting, 'later compaction')}." if self.waiting else ""
        if self.wanted.requests_to is None:
            if self.open:
                say(f"Still open: {about}; --requests-to writes them out.{later}")
            return
        save_text(self.wanted.requests_to, questions.text, self.logs)
        if self.open:
            say(f"Written to {self.wanted.requests_to}: {about}.{later}")
            say("Bring the answers with --answers-from, and run this again until nothing is open.")
        else:
            say(f"Every question is answered; {self.wanted.requests_to} is empty.")


@contextmanager
def judges_by(wanted: JudgeWanted, shared: Shared | None = None) -> Iterator[Judges]:
    """The judge that is named. Raises UsageError for no model, CannotRead for a file.

    At the end questions are written down, and what failed is raised: what was printed by then stands. With ``shared``,
    whoever shares does both, and has looked for answers in the file.
    """
    open_chat(wanted.model)
    if wanted.window is not None:
        tell_window(wanted.model, wanted.window)
    check_folder(wanted.requests_to)
    with closing(Library.default()) as library:
        reruns = Reruns(library)
        if shared is None and wanted.answers_from is not None:
            bring_answers(wanted.answers_from, reruns, wanted.model)
        common = shared or Shared.of(wanted, wanted.budget)
        with Loop() as loop:
            patience = None if wanted.timeout is None else Patience(first=wanted.timeout)
            asker = common.asker(wanted.model, loop, reruns, retry=wanted.retry, patience=patience)
            reader = Judges(wanted, Judging(asker, wanted.passes), library)
            yield reader
            if shared is None:
                reader.finish()


def bring_answers(path: Path, reruns: Reruns, model: str) -> None:
    """Keep the answers of a file, and say how many there were."""
    brought = bring(path, reruns, model)
    say(f"Taken from {path}: {counted(brought.taken, 'answer')}.")
    for why in brought.failed:
        say(f"{path}: {why}")
    if not brought.taken and not brought.failed:
        raise CannotRead(f"{path} holds no answers.", path=str(path))


def _words(judgement: Judgement) -> str:
    trust = judgement.trust
    if not judgement.passes:
        return f"Compaction {judgement.compaction} cannot be judged: {' '.join(judgement.notes)}"
    passes = "" if judgement.passes == 1 else f" in {judgement.passes} passes"
    quotes = trust_words(trust)
    asked = counted(trust.asked_again, "verdict")
    again = f", {asked} asked again ({trust.undecided} undecided)" if trust.asked_again else ""
    notes = "".join(f" {note}" for note in judgement.notes)
    notes += " It stands as it is until it is asked again (--retry)." * judgement.partial
    statements = counted(len(judgement.facts), "statement")
    return f"Compaction {judgement.compaction}: {statements} by {judgement.model}{passes}; {quotes}{again}.{notes}"


_EVERY = 30
"""Seconds between two lines where none can be written over."""


def show_wait(words: str, seconds: float) -> None:
    """Say who is waited for and how long by now, every second; "" when it is over, which leaves no trace of it."""
    is_sentence = words.endswith(".")
    told = f"{words}{' Waiting' * is_sentence}: {seconds:.0f} s" if words else ""
    if sys.stderr.isatty():
        print(f"\r{harmless_line(told)}\x1b[K\r" if told else "\r\x1b[K", end="", file=sys.stderr, flush=True)
    elif seconds >= _EVERY and seconds % _EVERY < 1:
        say(f"{told}." if is_sentence else f"Waiting for {told}.")
