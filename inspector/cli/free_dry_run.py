"""inspector rerun --dry-run where no model is named: what the strategies would ask of the session's own."""

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
from inspector.workbench.experiments import Ready


def expected_price(strategy: Strategy, material: Material, model: str) -> tuple[Usage, Price | None]:
    """What a strategy would ask of a model and what that would cost; no price where it asks none."""
    usage = expected_usage(strategy, material)
    return usage, price_of(model, usage) if usage.input else None


def refuse_over_budget(prices: Sequence[tuple[Usage, Price | None]], budget: Budget) -> None:
    """Raise OverBudget where what is expected is over a cap, or a cap in dollars cannot be held."""
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


def print_dry(
    chosen: Sequence[Strategy],
    prices: Sequence[tuple[Usage, Price | None]],
    ready: Ready,
    model: str,
    as_json: bool,
) -> None:
    """What each would send, as a table or as JSON."""
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
