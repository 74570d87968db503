"""Before the first send: what is sent to whom, how many tokens, at what price, with which secrets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from inspector.ask.asker import Asker, tokens_of
from inspector.ask.redact import Secret
from inspector.model.run import Run
from inspector.model.settings import UNSET, Settings
from inspector.rerun.engine import run_strategy
from inspector.rerun.experiment import Laboratory, Trial, run_free
from inspector.rerun.model_summarizer import DryRun, Sending, secrets_of


@dataclass(frozen=True, slots=True)
class Preview:
    """What one run would send and cost. Tokens and dollars are estimates; ``dollars`` None where no price is known."""

    id: str
    strategy: str
    prompt: str
    model: str
    """"" where none is asked."""
    destination: str
    requests: int
    answered: int
    """Of them, how many are kept from before and cost nothing."""
    input: int
    output: int
    dollars: float | None
    """Of what was not answered before."""
    checked: str
    """Date of the price list; "" where it has no price."""
    secrets: tuple[Secret, ...] = ()
    sent: tuple[Sending, ...] = ()
    tokens: int = 0
    """In and out, of what was not answered before: what a cap in tokens counts."""
    problem: str = ""
    """Why it cannot be sent as it is."""
    hint: str = ""
    run: Run | None = None
    """The new context, with a text of the same length where a model would write; None where there is no run."""
    settings: Settings = UNSET
    """Of each request."""

    @property
    def limit(self) -> int | None:
        """Tokens that the longest of its answers may have; None where the model's own limit is not known."""
        limits = [one.limit for one in self.sent]
        known = [one for one in limits if one is not None]
        return max(known) if known and len(known) == len(limits) else None


def preview(laboratory: Laboratory, trial: Trial) -> Preview:
    """What a trial would send; nothing is."""
    variant = trial.variant
    if not variant.asks_model:
        run = run_free(trial, laboratory.find)
        return Preview(trial.id, variant.strategy.id, "", "", "", 0, 0, 0, 0, 0.0, "", run=run)
    asker = laboratory.asker_of(trial)
    dry_run = DryRun(laboratory.writer(trial), asker.check)
    run = run_strategy(trial.strategy, trial.subject.material, dry_run).run
    found = replace(quote(asker, dry_run.sent, trial.nth), id=trial.id, strategy=variant.strategy.id, run=run)
    failed = dry_run.failure
    problem, hint = (failed.message, failed.hint) if failed is not None else (run.error, "")
    return replace(found, model=variant.model, problem=problem, hint=hint, settings=variant.settings)


def preview_all(laboratory: Laboratory, trials: Sequence[Trial]) -> list[Preview]:
    """What trials would send, in their order. Repeats of one are written once: they differ in what was answered."""
    written: dict[tuple[int, str], Preview] = {}
    found = []
    for trial in trials:
        key = (trial.subject.compaction, trial.key)
        first = written.get(key)
        if first is None:
            first = written[key] = preview(laboratory, trial)
        else:
            again = quote(laboratory.asker_of(trial), first.sent, trial.nth)
            first = replace(
                again,
                id=trial.id,
                strategy=first.strategy,
                model=first.model,
                run=first.run,
                problem=first.problem,
                hint=first.hint,
                settings=first.settings,
            )
        found.append(first)
    return found


def quote(asker: Asker, sent: Sequence[Sending], nth: int = 0) -> Preview:
    """What some questions to one model would cost; those that were answered before cost nothing."""
    prices = []
    answered = tokens = 0
    for sending in sent:
        if asker.standing(sending.messages, nth, sending.kept_under) is not None:
            answered += 1
            continue
        prices.append(asker.price(sending.expected))
        tokens += tokens_of(sending.expected)
    dollars = [price.dollars for price in prices]
    return Preview(
        id="",
        strategy="",
        model=asker.chat.name,
        destination=asker.chat.destination,
        prompt=", ".join(dict.fromkeys(sending.prompt for sending in sent if sending.prompt)),
        requests=len(sent),
        answered=answered,
        input=sum(sending.expected.input or 0 for sending in sent),
        output=sum(sending.expected.output or 0 for sending in sent),
        dollars=None if None in dollars else sum(one for one in dollars if one is not None),
        checked=next((price.checked for price in prices if price.checked), ""),
        secrets=secrets_of(sent),
        sent=tuple(sent),
        tokens=tokens,
    )


def total(previews: Sequence[Preview]) -> float | None:
    """Dollars for all of them; None where a price is not known."""
    known = [one.dollars for one in previews]
    return None if None in known else sum(one for one in known if one is not None)
