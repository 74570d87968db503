"""Experiments of the command line: begun under a name, and gone on with by it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from inspector.errors import UsageError
from inspector.model.run import Experiment
from inspector.rerun.prompts import Prompt, parse_prompt
from inspector.store.shelf import Shelf
from inspector.workbench.document import Document
from inspector.workbench.saved_runs import known_as


def begun(shelf: Shelf, name: str, document: Document, *, must: bool) -> Experiment | None:
    """The experiment that was begun under this name. Raises UsageError where there must be one, and is none."""
    earlier = shelf.experiment(name) if name else None
    if earlier is None and must:
        there = ", ".join(kept.id for kept in shelf.experiments(known_as(document.session))) or "none"
        raise UsageError(f"There is no experiment {name!r}.", hint=f"Begin it with --model. Of this session: {there}.")
    if earlier is not None and earlier.session != known_as(document.session):
        raise UsageError(f"The experiment {name!r} is about another session.", hint="Choose another name.")
    return earlier


def used_before(shelf: Shelf) -> Callable[[str], Prompt | None]:
    """Finds prompts by the version under which they were kept."""

    def find(version: str) -> Prompt | None:
        used = shelf.prompt(version)
        return None if used is None else parse_prompt(used.name, used.text, "kept", plain=used.plain)

    return find


def write_down(
    shelf: Shelf, now: Experiment, path: str, prompts: Iterable[Prompt | None], earlier: Experiment | None
) -> None:
    """Keep what the experiment consists of, so that it can be gone on with by its name alone."""
    for prompt in prompts:
        if prompt is not None:
            shelf.keep_prompt(prompt.version, prompt.name, prompt.text, prompt.plain)
    if earlier is not None:
        now = replace(
            now,
            compactions=tuple(sorted({*earlier.compactions, *now.compactions})),
            variants=tuple(dict.fromkeys((*earlier.variants, *now.variants))),
            repeats=max(earlier.repeats, now.repeats),
        )
    shelf.keep_experiment(now, path)
