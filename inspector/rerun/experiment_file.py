"""An experiment as a YAML document: read with the line of whatever is wrong, and written again. The classes are the
schema; the settings are the fields of a ``Variant``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, make_dataclass, replace
from glob import glob
from pathlib import Path
from typing import Any, Literal, cast, get_type_hints

import yaml

from inspector.ask.spending import NO_BUDGET, Budget
from inspector.errors import InspectorError, UsageError
from inspector.llm.models import open_chat
from inspector.rerun.column import RECORDED_WORDS, Variant
from inspector.rerun.documents import StrategyDocument
from inspector.rerun.gates import Gates
from inspector.rerun.library import Strategies
from inspector.rerun.messages import check_prompt
from inspector.rerun.prompts import RECORDED, Prompts

_NO_SETTINGS = frozenset({"strategy", "model", "prompt", "repeats"})
"""Fields of a variant that a document says elsewhere."""
MOST_REPEATS = 100
SAID = "said"
"""The facts of an experiment that names none: what the person said, and what the work showed."""
_HINTS = get_type_hints(Variant)
_PLACES = {
    part.name: (one.name, part)
    for one in fields(Variant)
    if one.name not in _NO_SETTINGS
    for part in (fields(_HINTS[one.name]) if is_dataclass(_HINTS[one.name]) else (one,))
}
"""By a setting's key in a document: the field of a variant that it is or belongs to, and the field itself."""
Settings: Any = make_dataclass(
    "Settings",
    [
        (key, (_HINTS if part.name == name else get_type_hints(_HINTS[name]))[key], field(default=part.default))
        for key, (name, part) in _PLACES.items()
    ],
    frozen=True,
    namespace={"__module__": __name__},
)
"""How a model is asked: every other field of a variant."""


@dataclass(frozen=True, slots=True)
class JudgedFacts:
    """Facts that a model finds and judges."""

    judge: str
    passes: int = 1


@dataclass(frozen=True, slots=True)
class NamedVariant:
    """One variant that is named by itself, beside strategies × prompts × models."""

    strategy: str
    model: str = ""
    prompt: str = ""
    repeats: int | None = None
    settings: Any = None
    name: str = ""
    """What gates may call it."""


@dataclass(frozen=True, slots=True)
class Bars:
    """What variants are held to: the options --fail-under and --fail-if-worse."""

    fail_under: float | None = None
    fail_if_worse: str = ""


@dataclass(frozen=True, slots=True)
class ExperimentFile:
    """What a document says; paths in it are relative to its folder."""

    sessions: tuple[str, ...]
    """Logs, folders of logs, or patterns such as ``logs/*.jsonl``."""
    compactions: Literal["all"] | tuple[int, ...] = "all"
    strategies: tuple[str, ...] = ()
    prompts: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    repeats: int = 1
    variants: tuple[NamedVariant, ...] = ()
    facts: str | JudgedFacts = SAID
    """``said``, a fact bank's file, or a judge."""
    settings: Any = None
    concurrency: int = 0
    """Requests at once; 0 for what suits where a model runs."""
    budget: Budget = NO_BUDGET
    gates: Bars = Bars()
    output: tuple[str, ...] = ()
    name: str = ""
    """What its spending is kept under; "" for the path of the document."""


# The two places where settings stand are typed when the document is read.
ExperimentFile.__annotations__["settings"] = NamedVariant.__annotations__["settings"] = Settings | None


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """A document with everything in it found."""

    file: ExperimentFile
    folder: Path
    name: str
    variants: tuple[Variant, ...]
    called: Mapping[str, str] = field(default_factory=dict)
    """Names of variants that have one of their own, by key."""

    def key_of(self, variant: Variant) -> str:
        """What names a variant over all sessions; one that nobody listed, such as a control, by its strategy."""
        return str(self.variants.index(variant)) if variant in self.variants else variant.strategy.id

    @property
    def judge(self) -> JudgedFacts | None:
        """Who finds and judges the facts, where that is a model."""
        return self.file.facts if isinstance(self.file.facts, JudgedFacts) else None

    @property
    def bank(self) -> Path | None:
        """The file that the facts stand in."""
        facts = self.file.facts
        return self.folder / facts if isinstance(facts, str) and facts != SAID else None

    @property
    def gates(self) -> Gates:
        """What variants are held to."""
        bars = self.file.gates
        return Gates(bars.fail_under, bars.fail_if_worse, self.bank is not None)

    @property
    def outputs(self) -> tuple[Path, ...]:
        """Where results go."""
        return tuple(self.folder / one for one in self.file.output)


class ExperimentDocument(StrategyDocument):
    """One YAML document about an experiment."""

    noun = "experiment"

    def check_each(self, key: str, check: Callable[[str], object]) -> None:
        """Name the line of each entry of a list that ``check`` raises for."""
        node = self.keys.get(key)
        for number, one in enumerate(node.value if node is not None else ()):
            self.check(one, f"{key}[{number}]", check, one.value)

    def check(self, node: Any, place: str, check: Callable[[str], object], value: str) -> None:
        """Name the line of a value that ``check`` raises for."""
        try:
            check(value)
        except InspectorError as why:
            self.refuse(node, place, f"cannot be used: {why.message} {why.hint}".strip().rstrip("."))


def read_experiment(path: Path, strategies: Strategies, prompts: Prompts) -> Plan:
    """The experiment in a file. Raises BadStrategy, which is a UsageError, with the line and what was expected."""
    document = ExperimentDocument.read(path)
    said = cast(ExperimentFile, document.structure(ExperimentFile))
    folder = path.absolute().parent
    _check(document, said, folder, strategies, prompts)
    variants: list[Variant] = []
    named: dict[str, Variant] = {}
    for strategy in strategies.chosen(said.strategies):
        asks = strategy.summarize is not None
        for model in (said.models or (RECORDED_WORDS,)) if asks else ("",):
            for prompt in (said.prompts or ("",)) if asks and said.models else ("",):
                made = Variant(strategy, model, _prompt(prompt, folder), said.repeats)
                variants.append(_set(made, said.settings))
    for wanted in said.variants:
        made = Variant(strategies.named(wanted.strategy), wanted.model, _prompt(wanted.prompt, folder))
        repeats = said.repeats if wanted.repeats is None else wanted.repeats
        variants.append(replace(_set(made, wanted.settings or said.settings), repeats=repeats))
        named |= {wanted.name: variants[-1]} if wanted.name else {}
    plan = Plan(said, folder, said.name or str(path.absolute()), tuple(dict.fromkeys(variants)))
    return replace(plan, called={plan.key_of(variant): name for name, variant in named.items()})


def _check(
    document: ExperimentDocument, said: ExperimentFile, folder: Path, strategies: Strategies, prompts: Prompts
) -> None:
    if not said.strategies and not said.variants:
        document.refuse(document.root, "strategies", "must be given, or variants: nothing would be run")
    asked: dict[str, int | None] = {"repeats": said.repeats}
    asked |= {f"variants[{n}].repeats": wanted.repeats for n, wanted in enumerate(said.variants)}
    for place, repeats in asked.items():
        if repeats is not None and not 1 <= repeats <= MOST_REPEATS:
            top = document.keys[place.split("[")[0]]
            document.refuse(top, place, f"is {repeats}; from 1 to {MOST_REPEATS} can be asked for")
    document.check_each("strategies", lambda name: strategies.chosen([name]))
    document.check_each("models", open_chat)
    document.check_each("prompts", lambda name: _check_prompt(name, folder, prompts))
    node = document.keys.get("variants")
    for number, (one, wanted) in enumerate(zip(node.value if node is not None else (), said.variants, strict=True)):
        place = f"variants[{number}]"
        document.check(one, f"{place}.strategy", strategies.named, wanted.strategy)
        document.check(one, f"{place}.prompt", lambda name: _check_prompt(name, folder, prompts), wanted.prompt)
        if wanted.model not in ("", RECORDED_WORDS):
            document.check(one, f"{place}.model", open_chat, wanted.model)
    if isinstance(said.facts, JudgedFacts):
        document.check(document.keys["facts"], "facts.judge", open_chat, said.facts.judge)
        if said.facts.passes not in (1, 2):
            document.refuse(document.keys["facts"], "facts.passes", f"is {said.facts.passes}; 1 or 2 is needed")
    elif said.facts != SAID and not (folder / said.facts).is_file():
        document.refuse(
            document.keys["facts"], "facts",
            f"names no file: {folder / said.facts}; {SAID}, a fact bank, or judge: MODEL is needed",
        )  # fmt: skip
    bar = said.gates.fail_under
    if bar is not None and bar > 1:
        document.refuse(document.keys["gates"], "gates.fail_under", f"is {bar:g}; a share from 0 to 1 is needed")


def _check_prompt(name: str, folder: Path, prompts: Prompts) -> None:
    if name not in ("", RECORDED):
        check_prompt(prompts.named(_prompt(name, folder)))


def _prompt(name: str, folder: Path) -> str:
    """A prompt's name as it is, a file's as a path from anywhere."""
    return str(folder / name) if name and (folder / name).is_file() else name


def _set(variant: Variant, settings: Any) -> Variant:
    if settings is None:
        return variant
    told: dict[str, Any] = {}
    for key, (name, _) in _PLACES.items():
        value = getattr(settings, key)
        told[name] = value if key == name else replace(told.get(name, getattr(variant, name)), **{key: value})
    return replace(variant, **told)


def find_logs(plan: Plan, under: Callable[[Path], Sequence[Path]]) -> list[Path]:
    """The logs that a plan names, each once; ``under`` gives those of a folder. Raises UsageError for none."""
    found: dict[Path, None] = {}
    for pattern in plan.file.sessions:
        path = plan.folder / Path(pattern).expanduser()
        here = [path] if path.exists() else [Path(one) for one in sorted(glob(str(path), recursive=True))]
        logs = [log for one in here for log in (under(one) if one.is_dir() else (one,))]
        if not logs:
            raise UsageError(f"sessions names no log: {pattern} (looked for in {plan.folder}).",
                             hint="Paths and patterns are relative to the folder of the experiment.")  # fmt: skip
        found |= dict.fromkeys(logs)
    return list(found)


def write_experiment_file(
    sessions: Sequence[str], compactions: Sequence[int], variants: Sequence[Variant], judge: JudgedFacts | None
) -> str:
    """An experiment as a document that ``read_experiment`` reads: each variant by itself."""
    told: dict[str, Any] = {"sessions": list(sessions), "compactions": list(compactions)}
    if judge is not None:
        told["facts"] = {"judge": judge.judge, "passes": judge.passes}
    told["variants"] = [dict(_said(variant)) for variant in variants]
    text = yaml.safe_dump(told, sort_keys=False, allow_unicode=True, width=110)
    return f"# inspector experiment run FILE runs it; inspector experiment --help says what may stand here.\n{text}"


def _said(variant: Variant) -> Iterator[tuple[str, Any]]:
    """The keys of a variant that say something."""
    yield "strategy", variant.strategy.id
    for key, value in (("model", variant.model), ("prompt", variant.prompt)):
        if value:
            yield key, value
    if variant.asks_model:
        yield "repeats", variant.repeats
    settings = {
        key: getattr(variant, name) if key == name else getattr(getattr(variant, name), key)
        for key, (name, _) in _PLACES.items()
    }
    told = {key: value for key, value in settings.items() if value != _PLACES[key][1].default}
    if told:
        yield "settings", told
