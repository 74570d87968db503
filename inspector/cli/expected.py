"""What strategies would take from the model of a session, where none is named: nothing is ever sent."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.cli.column import Column
from inspector.cli.output import SCHEMA, print_json, print_table, say
from inspector.errors import OverBudget
from inspector.measure.price import Price, price_of
from inspector.model import Usage
from inspector.rerun.arms import expected_usage
from inspector.rerun.asker import tokens_of
from inspector.rerun.material import Material
from inspector.rerun.spending import Budget, without_price
from inspector.rerun.strategy import Strategy
from inspector.workbench.document import Document
from inspector.workbench.experiments import Ready


def model_of(document: Document) -> str:
    """The latest model of a session; "" where its log names none."""
    return document.session.models[-1] if document.session.models else ""


def expected_price(strategy: Strategy, material: Material, model: str) -> tuple[Usage, Price | None]:
    """What a strategy is expected to use, and its price; None where it asks nothing."""
    usage = expected_usage(strategy, material)
    return usage, price_of(model, usage) if usage.input else None


def refuse_over_budget(prices: Sequence[tuple[Usage, Price | None]], budget: Budget) -> None:
    """Raise OverBudget where a cap would not hold."""
    asked = [(usage, price) for usage, price in prices if price is not None]
    if budget.dollars is not None:
        if budget.tokens is None and any(price.dollars is None for _, price in asked):
            raise without_price("The price of the model is not known")
        dollars = sum(price.dollars or 0.0 for _, price in asked)
        if dollars > budget.dollars:
            raise OverBudget(f"It would cost about ${dollars:.4g}, more than ${budget.dollars:.4g}. Nothing was sent.")
    tokens = sum(tokens_of(usage) for usage, _ in asked)
    if budget.tokens is not None and tokens > budget.tokens:
        raise OverBudget(f"It would take about {tokens:,} tokens, more than {budget.tokens:,}. Nothing was sent.")


def print_expected(
    chosen: Sequence[Strategy],
    prices: Sequence[tuple[Usage, Price | None]],
    ready: Ready,
    model: str,
    as_json: bool,
) -> None:
    """A dry run, for people or as JSON."""
    rows = [
        {
            "strategy": strategy.id,
            "model": model if price else None,
            "input": usage.input,
            "output": usage.output,
            "usd": price.dollars if price else 0.0,
            "checked": (price.checked or None) if price else None,
            "basis": "estimated",
        }
        for strategy, (usage, price) in zip(chosen, prices, strict=True)
    ]
    if as_json:
        print_json({"schema": SCHEMA, "compaction": ready.compaction.number, "dry_run": rows})
        return
    columns = (Column("strategy"), Column("model"), Column("input", right=True), Column("output", right=True))
    print_table(
        (*columns, Column("usd", right=True)),
        (
            [
                str(row["strategy"]),
                str(row["model"] or "none"),
                f"{row['input']:,}",
                f"{row['output']:,}",
                "no price" if row["usd"] is None else f"≈{row['usd']:.4f}",
            ]
            for row in rows
        ),
    )
    say("Nothing was sent.")
