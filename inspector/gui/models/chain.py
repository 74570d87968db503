"""A chain as tables: facts × generations with a sign for each verdict, and the figures of every generation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt

from inspector.gui.language import number, tr
from inspector.gui.models.erosion import FIXED, ErosionTable, Grid, fact_line, grid_of
from inspector.gui.models.figures import basis_words, tokens
from inspector.gui.models.table import TableColumn
from inspector.gui.models.verdicts import SIGNS, looked_for_words, verdict_meaning, verdict_word
from inspector.gui.plain import tip
from inspector.model import FactKind, Verdict
from inspector.survival.erosion import Cell, Erosion, Point, Track
from inspector.workbench.chains import Chain, Link

_GOES = FIXED
_TOLD = 12
"""Facts that a tooltip names."""
_NOTES = 3
"""Notes that stand below all; the table has each with its generation."""


class ChainTable(ErosionTable):
    """One row a fact with the generation that loses it; a column for each generation."""

    fixed = FIXED + 1

    def _heads(self) -> tuple[str, ...]:
        return (*super()._heads(), tr("Lost at"))

    def _step(self, compaction: int) -> str:
        return step_title(compaction)

    def _words(self, track: Track, cell: Cell) -> str:
        unsure = cell.survival.unsure if cell.survival is not None else None
        meaning = verdict_meaning(cell.verdict) if unsure is None else tr("not sure")
        words = f"{step_title(cell.compaction)}: {verdict_word(cell.verdict, unsure)}, {meaning}"
        if cell.survival is not None and not cell.survival.live:
            words = f"{words} ({tr('no longer mattered')})"
        words = f"{words}, {tr('its first loss')}" if cell.compaction == track.first_loss else words
        return ". ".join(filter(None, (words, looked_for_words(cell.looked_for))))

    def _about(self, track: Track, column: int, wanted: int) -> Any:
        if column != _GOES:
            return super()._about(track, column, wanted)
        goes = track.first_loss
        if wanted == Qt.ItemDataRole.DisplayRole:
            return "" if goes is None else step_title(goes)
        if wanted == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignCenter
        if wanted in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return tr("never lost") if goes is None else tr("first lost in generation {n}").format(n=number(goes))
        return None


def step_title(generation: int) -> str:
    """A generation as the head of a column: how many times it was compacted."""
    return f"×{generation}"


def chain_grid(chain: Chain | None, kinds: frozenset[FactKind] | None, *, gone_only: bool = False) -> Grid:
    """The facts of these kinds, rules first; with ``gone_only`` those that some generation no longer has."""
    if chain is None:
        return Grid()
    erosion = chain.erosion
    if gone_only:
        gone = {fact.id for link in chain.links for fact in link.generation.gone}
        going = tuple(track for track in erosion.tracks if track.fact.id in gone)
        erosion = Erosion(erosion.compactions, going)
    return grid_of(erosion, kinds)


def empty_words(every: int, *, gone_only: bool) -> tuple[str, str]:
    """Why a list of a chain's facts has no rows, of so many in all: in short, and what can be done."""
    if not every:
        return tr("No facts"), tr("No relevant facts found in the context before.")
    if gone_only:
        return tr("Nothing goes"), tr("No generation loses a fact that mattered.")
    hint = tr("1 of another kind was found before: choose “all facts”.")
    if every > 1:
        hint = tr("{n} of other kinds were found before: choose “all facts”.").format(n=number(every))
    return tr("No facts of this kind"), hint


def sign_legend() -> str:
    """What the signs of the grid mean."""
    shown = (one for one in Verdict if one is not Verdict.SUPERSEDED)
    signs = [f"{SIGNS[verdict]} {verdict_word(verdict)}" for verdict in shown]
    return "  ".join((*signs, tr("or not found, not sure"), tr("grey: no longer mattered")))


def columns() -> tuple[TableColumn, ...]:
    """The columns of the generations."""
    return (
        TableColumn(
            tr("Generation"), lambda link: step_title(link.generation.number), lambda link: link.generation.number
        ),
        TableColumn(
            tr("Tokens after"),
            lambda link: tokens(link.generation.judged.run.after),
            lambda link: link.generation.judged.run.after.value,
            True,
            lambda link: basis_words(link.generation.judged.run.after),
        ),
        _share(tr("Human's words kept"), lambda link: link.human),
        _share(tr("Findings kept"), lambda link: link.work),
        _count(tr("Distorted"), "distorted", tr("There, but hedged, without a part, different, or the opposite")),
        _count(tr("Not sure"), "unsure", tr("Not found or perhaps changed, but not surely enough; shares count it so")),
        _count(tr("Undecided"), "undecided", tr("Could not be judged; in none of the shares")),
        TableColumn(tr("Change"), _change, lambda link: len(link.generation.gone), True, _changed_facts),
        TableColumn(tr("Note"), note, note),
    )


def note(link: Link) -> str:
    """What the strategy said about a generation."""
    run = link.generation.judged.run
    return " ".join(filter(None, (run.error, *run.notes)))


def share_words(point: Point | None) -> str:
    """A share with how many facts it rests on and its 95 % interval."""
    if point is None:
        return tr("none judged")
    return tr("{kept} of {n}: {share} % ({low}–{high})").format(
        kept=number(point.kept),
        n=number(point.n),
        share=f"{100 * point.kept / point.n:.0f}",
        low=f"{100 * point.low:.0f}",
        high=f"{100 * point.high:.0f}",
    )


def chain_words(chain: Chain) -> str:
    """What a chain did, in sentences."""
    parts = [
        tr("{strategy} on the context before ┊C{c} ({tokens} tokens), then on its own output.").format(
            strategy=chain.strategy, c=number(chain.compaction), tokens=tokens(chain.before)
        )
    ]
    if chain.settled is not None:
        parts.append(tr("After generation {n} nothing changes any more.").format(n=number(chain.settled)))
    last = chain.links[-1]
    if last.generation.judged.run.error:
        parts.append(tr("Generation {n} failed: {why}").format(n=len(chain.links), why=note(last)))
    parts.append(tr("Nothing new came in between. Ranges are 95 % intervals."))
    notes = dict.fromkeys(words for link in chain.links for words in link.generation.judged.run.notes)
    return " ".join((*parts, *list(notes)[:_NOTES]))


def _share(title: str, point: Callable[[Link], Point | None]) -> TableColumn:
    tip = tr("Kept word for word or in other words, of those that matter and could be judged; 95 % interval")
    return TableColumn(
        title,
        lambda link: share_words(point(link)),
        lambda link: None if (here := point(link)) is None else here.kept / here.n,
        True,
        lambda link: tip,
    )


def _count(title: str, name: str, tip: str) -> TableColumn:
    return TableColumn(
        title,
        lambda link: number(getattr(link.generation, name)),
        lambda link: getattr(link.generation, name),
        True,
        lambda link: tip,
    )


def _change(link: Link) -> str:
    lost = sum(sure for _, sure in link.generation.gone_surely())
    signs = {"−": lost, "?": len(link.generation.gone) - lost, "+": len(link.generation.back)}
    return " ".join(f"{sign}{number(many)}" for sign, many in signs.items() if many) or "0"


def _changed_facts(link: Link) -> str:
    """The facts that this generation loses, no longer has, or brings back."""
    lost, missed = tr("lost: {fact}"), tr("not found, not sure: {fact}")
    gone = sorted(link.generation.gone_surely(), key=lambda pair: not pair[1])
    told = [(lost if sure else missed).format(fact=fact_line(fact)) for fact, sure in gone]
    told += [tr("back: {fact}").format(fact=fact_line(fact)) for fact in link.generation.back]
    if len(told) > _TOLD:
        told = [*told[:_TOLD], tr("… and {n} more, all in the grid").format(n=number(len(told) - _TOLD))]
    told = told or [tr("Nothing is lost that was there before.")]
    # Words of a log: a tooltip would take them for markup.
    return tip(*told)
