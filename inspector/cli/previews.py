"""Before the first send, on the command line: what goes to whom, at which price, and whether the budget allows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from inspector.ask.preview import Preview, total
from inspector.ask.spending import NO_BUDGET, Budget, without_price
from inspector.cli.output import (
    SCHEMA,
    Column,
    figures,
    labels,
    print_below,
    print_json,
    print_line,
    print_table,
    print_text,
    say,
)
from inspector.errors import OverBudget
from inspector.llm.chat import Message
from inspector.llm.models import key_of, open_chat, unpriced
from inspector.wording.fields import json_fields
from inspector.wording.units import counted


def preview_json(told: Preview) -> dict[str, object]:
    """One run of a dry run, as the JSON contract writes it."""
    return {
        **json_fields(told, "strategy prompt? model? destination? requests answered input output"),
        "max_output": told.limit,
        "settings": told.settings.given or None,
        "usd": told.dollars,
        "checked": told.checked or None,
        "basis": "estimated",
        "secrets": [json_fields(one, "number kind hint times") for one in told.secrets],
        "problem": told.problem or None,
        "sent": [
            {
                **json_fields(sending, "purpose prompt? limit"),
                "messages": [_message_json(message) for message in sending.messages],
            }
            for sending in told.sent
        ],
    }


def budget_json(budget: Budget) -> dict[str, object]:
    """The caps of a dry run, as the JSON contract writes them."""
    return {"budget": budget.dollars, "budget_tokens": budget.tokens}


def dry_run_json(compaction: int, asking: Mapping[str, Sequence[Preview]], budget: Budget) -> None:
    """A dry run as JSON; ``asking`` are its previews by what they are for."""
    parts = {name: [preview_json(one) for one in told] for name, told in asking.items()}
    usd = total([one for told in asking.values() for one in told])
    print_json({"schema": SCHEMA, "compaction": compaction, **parts, "usd": usd, **budget_json(budget)})


def print_dry_run(asking: Mapping[str, Sequence[Preview]], budget: Budget, *, requests: bool) -> None:
    """A dry run for people, with the requests themselves where they are wanted."""
    told = [one for part in asking.values() for one in part]
    if requests:
        print_requests(told)
    print_previews(told, budget)
    say("Nothing was sent.")


def print_previews(told: Sequence[Preview], budget: Budget) -> None:
    """A dry run for people: what would be sent, and what runs without a model."""
    shown = [one for one in told if one.requests or one.problem]
    print_table(
        (
            *labels("strategy", "prompt", "model"),
            *figures("requests", "input", "output", "usd"),
            Column("problem", wide=True),
        ),
        (
            [
                one.strategy,
                one.prompt or "none",
                one.model or "none",
                f"{one.requests - one.answered} of {one.requests}",
                f"≈{one.input:,}",
                f"≈{one.output:,}",
                "no price" if one.dollars is None else f"≈{one.dollars:.4f}",
                one.problem,
            ]
            for one in shown
        ),
    )
    print_below(_words(told, budget))
    if free := dict.fromkeys(map(_free, (one for one in told if one not in shown))):
        print_line(f"Run without a model: {', '.join(free)}.")


def _free(one: Preview) -> str:
    """A strategy that runs without a model, and whose words stand in it where a model would write some."""
    from inspector.rerun.export import recorded_words

    words = recorded_words(one.run.spec) if one.run is not None else ""
    return f"{one.strategy} ({words})" if words else one.strategy


def print_requests(told: Sequence[Preview]) -> None:
    """Every request, role by role, word for word as it would leave: its secrets are out."""
    for one in told:
        for place, sending in enumerate(one.sent, 1):
            name = " ".join(filter(None, (one.strategy, sending.prompt, one.model)))
            for message in sending.messages:
                what = f"{sending.purpose} · {message.role}{_part_words(message)}"
                print_line(f"--- {name} · request {place} of {len(one.sent)} · {what}")
                print_text(f"{message.text}\n")
        if len(one.sent) > 1:
            print_line("--- Where a request goes on from an earlier answer, … stands for that.")


def _message_json(message: Message) -> dict[str, str]:
    plain = {"role": message.role, "text": message.text}
    if message.part == "text":
        return plain
    return plain | {"part": message.part, "tool": message.tool, "call_id": message.call_id}


def _part_words(message: Message) -> str:
    """What a message is where it is no plain text: its protocol has fields of its own for these."""
    if message.part == "text":
        return ""
    if message.part == "compaction":
        return f" · asks for {message.tool}'s own compaction{', with these instructions' if message.text else ''}"
    return " · " + " ".join(filter(None, (message.part.replace("_", " "), message.tool, message.call_id)))


def tell(told: Sequence[Preview], budget: Budget = NO_BUDGET) -> None:
    """To whom, at what price and cap, with which secrets: on stderr, before anything is sent."""
    for words in _words(told, budget):
        say(words)


def _words(told: Sequence[Preview], budget: Budget) -> Iterator[str]:
    asking = [one for one in told if one.requests]
    for model, destination in dict.fromkeys((one.model, one.destination) for one in asking):
        yield f"{model} goes to {destination} ({key_of(open_chat(model))})."
    for settings in dict.fromkeys(one.settings.words for one in asking if one.settings.words):
        yield f"Asked with: {settings}."
    dollars = total(list(told))
    dates = ", ".join(dict.fromkeys(one.checked for one in asking if one.checked))
    listed = f", price list of {dates}" if dates else ""
    if asking:
        yield f"{_no_price(asking) if dollars is None else f'About ${dollars:.4f}'}{listed}.{_cap(budget, dollars)}"
    secrets = dict.fromkeys(secret for one in asking for secret in one.secrets)
    if known := sum(one.answered for one in asking):
        yield f"At no cost: {counted(known, 'question')}, answered before or asked by a row above."
    if asking and not secrets:
        yield "No secret was found in what is sent."
    for secret in secrets:
        yield f"Secret {secret.number}, {secret.kind} {secret.hint}, is taken out before it is sent."
    for one in told:
        if one.problem:
            yield f"{one.strategy}: {one.problem} {one.hint}"


def refuse_over(told: Sequence[Preview], budget: Budget) -> None:
    """Raise OverBudget where it would take more than the budget, or no one knows how much it costs."""
    if budget.dollars is not None:
        dollars = sum(one.dollars or 0.0 for one in told)
        if dollars > budget.dollars:
            raise OverBudget(f"It would cost about ${dollars:.4f}, more than {_sum(budget.dollars)}. Nothing was sent.")
        if total(told) is None and budget.tokens is None:
            raise without_price(_no_price(told))
    tokens = sum(one.tokens for one in told)
    if budget.tokens is not None and tokens > budget.tokens:
        raise OverBudget(f"It would take about {tokens:,} tokens, more than {budget.tokens:,}. Nothing was sent.")


def _no_price(told: Sequence[Preview]) -> str:
    """Which prices are not known, and why."""
    named = dict.fromkeys(one.model for one in told if one.dollars is None)
    return "; ".join(f"{model}: {unpriced(open_chat(model))}" for model in named)


def _cap(budget: Budget, dollars: float | None) -> str:
    """What is not passed, as far as it can be held."""
    caps = [
        _sum(budget.dollars) if budget.dollars is not None else "",
        f"{budget.tokens:,} tokens" if budget.tokens is not None else "",
    ]
    named = " and ".join(cap for cap in caps if cap)
    if not named:
        return ""
    unheld = " Dollars are held only where a price is known." if dollars is None and budget.dollars is not None else ""
    return f" The budget is {named}: what would pass it is not sent.{unheld}"


def _sum(dollars: float) -> str:
    """Cents; less than one with the digits that tell something, or it would read as nothing."""
    return f"${dollars:.2f}" if dollars >= 0.01 or not dollars else f"${dollars:.2g}"
