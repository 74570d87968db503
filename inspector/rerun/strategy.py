"""Strategies as data: what a document in ``resources/strategies/`` may say. The classes are the schema.

Nine stages, most of them empty in most strategies: trigger, prune, select, summarize, pin, assemble, restore,
guard, continue. Only summarize may call a model. Sizes are tokens by the strategy's own ``estimator`` unless a key
says characters. A field that ends in an underscore is written without it (``except_``: ``except``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "system", "user_typed", "wrapped", "assistant", "reasoning", "tool_call", "tool_output", "summary", "opaque"
]
"""What an item is to a strategy. ``wrapped`` is what a harness put in beside or around the human's words."""
Slot = Literal[
    "system", "head", "verbatim", "pins", "summary", "ack", "extract", "notice", "tail", "restored", "continue", "body"
]
Event = Literal["always", "manual", "overflow"]
Estimator = Literal["chars4", "chars4x1.33", "bytes4", "gemini", "json3", "provider"]


@dataclass(frozen=True, slots=True)
class Fraction:
    """Fires at a share of the window, of what may be sent of it (``input``), at least so many tokens."""

    v: float
    of: Literal["window", "input"] = "window"


@dataclass(frozen=True, slots=True)
class Reserve:
    """Fires when less than a reserve is left: ``n`` and the model's longest answer, capped, put together."""

    n: int = 0
    out_cap: int = 0
    combine: Literal["sum", "max", "out"] = "sum"
    strict: bool = False
    """Fires above the threshold, not at it."""


@dataclass(frozen=True, slots=True)
class Count:
    """Fires above a number of things in the context."""

    unit: Literal["events", "rounds", "others"]
    """``others``: whatever is neither the human's nor a summary."""
    n: int


@dataclass(frozen=True, slots=True)
class WindowRow:
    """One window of a table, and what is kept free of it."""

    window: int
    minus: int


@dataclass(frozen=True, slots=True)
class Table:
    """Piecewise by window; for others the larger of the window less ``minus`` and a ``share`` of it."""

    rows: tuple[WindowRow, ...]
    minus: int
    share: float


@dataclass(frozen=True, slots=True)
class TriggerRule:
    """One reason to act; exactly one key."""

    fraction: Fraction | None = None
    reserve: Reserve | None = None
    fixed: int | None = None
    count: Count | None = None
    table: Table | None = None
    gap: int | None = None
    """Minutes without a request."""


@dataclass(frozen=True, slots=True)
class Trigger:
    """When to act: at the first rule that holds."""

    any: tuple[TriggerRule | Event, ...]
    counter: Literal["usage_plus_estimate", "last_usage", "estimate"] = "usage_plus_estimate"
    phase: Literal["any", "pre_turn"] = "any"
    """``pre_turn``: only when the human has just spoken."""


@dataclass(frozen=True, slots=True)
class Protect:
    """What a prune leaves alone, the newest first."""

    newest_tokens: int = 0
    newest_items: int = 0
    newest_turns: int = 0
    newest_messages: int = 0


@dataclass(frozen=True, slots=True)
class Prune:
    """Clear, shorten or leave out single items, without a model."""

    op: Literal["mask", "truncate", "dedupe_reads", "drop"]
    on: Literal["context", "summarizer_input"] = "context"
    when: Literal["compaction", "request"] = "compaction"
    kinds: tuple[Kind, ...] = ("tool_output",)
    only: tuple[str, ...] = ()
    """Kinds of tools (read, run, search, fetch, edit, create …) or their names."""
    except_: tuple[str, ...] = ()
    protect: Protect = Protect()
    min_saving: int = 0
    shape: Literal["placeholder", "line_count", "head_tail"] = "placeholder"
    head_chars: int = 0
    tail_chars: int = 0
    max_chars: int = 0
    """What is left of each item beyond the protected tokens: 20 % of it from its head, 80 % from its tail."""
    enough_if_saved: float = 0.0
    """Nothing more is done where this share of the characters was saved."""


@dataclass(frozen=True, slots=True)
class KeptHead:
    """What stays in front."""

    events: int = 0
    """So many messages, the instructions among them."""
    kinds: tuple[Literal["first_user"], ...] = ()
    exchanges: int = 0
    """So many first messages of user and assistant."""


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Items that stay word for word wherever they stood."""

    kinds: tuple[Kind, ...]
    budget: int | None = None
    """Newest first, up to so many tokens; None for all."""
    last: int | None = None


@dataclass(frozen=True, slots=True)
class Tail:
    """What stays at the end; the first key that is given decides, and none at all keeps nothing."""

    all: bool = False
    late: bool = False
    """What came while the summary was written."""
    tokens: int | None = None
    events: int | None = None
    """Messages of the agent and results, each one event; what the harness put in beside them counts with them."""
    turns: int | None = None
    rounds: int | None = None
    chars_fraction: float | None = None
    usage_delta: int | None = None
    """By what the provider reported, not by an estimate."""
    fraction_of_usable: float | None = None
    min: int = 0
    max: int | None = None
    scaled: bool = False
    """Of ``tokens`` as many fewer as the provider counted more than the estimate does."""
    in_target: bool = False
    """Of ``tokens`` no more than ``target`` of ``select`` leaves room for."""


@dataclass(frozen=True, slots=True)
class TailStart:
    """Where a tail may begin."""

    legal: tuple[Kind, ...] = ()
    """Kinds of items that it may begin with; none for any whole unit of call and result."""
    snap: Literal["forward", "back", "fits"] = "forward"
    """From where the tokens are reached on or back; ``fits``: where all behind it fits, and the last one if none does.
    """
    floor_last_prompt: bool = False
    """Never behind the latest prompt, unless that is the first item."""
    split_turn: bool = False
    """A turn that does not fit is split."""
    one_exchange: Literal["keep", "summarize_all"] = "keep"
    all_if_last_is_plain: bool = False
    """Everything goes where there is no legal place and the last message calls no tool."""


@dataclass(frozen=True, slots=True)
class DropPart:
    """A share of the messages goes, an even number of them."""

    fraction: float
    or_: float | None = None
    or_when_double: bool = False
    """``or`` is taken where half of the tokens is still above the threshold."""


@dataclass(frozen=True, slots=True)
class Target:
    """Prompts, then the newest that fits, then final answers: up to a share of the trigger."""

    of_trigger: float
    long_of_input: float
    long_pairs: int
    by_hand: float | None = None
    """Share instead, where a person asked for it, of all messages that were ever written: those are compacted then."""


@dataclass(frozen=True, slots=True)
class Extract:
    """The most telling lines of what goes."""

    budget: int


@dataclass(frozen=True, slots=True)
class Select:
    """What stays; the rest is the span that a summary may be made of."""

    head: KeptHead = KeptHead()
    verbatim: tuple[Verbatim, ...] = ()
    tail: Tail = Tail()
    cut: TailStart = TailStart()
    span: Literal["all", "since_compaction_entry"] = "all"
    """``since_compaction_entry``: what an earlier compaction kept is not looked at again."""
    tail_as: Literal["messages", "text"] = "messages"
    tool_output_chars: int | None = None
    """Of a result in a tail that is kept as text."""
    drop: DropPart | None = None
    target: Target | None = None
    """Without a tail, what is kept; else its bound (``in_target``)."""
    extract: Extract | None = None


@dataclass(frozen=True, slots=True)
class Summarize:
    """What a model is asked for, and how its answer enters."""

    sections: tuple[str, ...]
    input: Literal["prefix", "serialized"] = "prefix"
    passes: tuple[Literal["draft", "verify", "turn_prefix"], ...] = ("draft",)
    previous: Literal["in_history", "merge", "anchored"] = "in_history"
    modifiers: tuple[str, ...] = ()
    out: int | None = None
    role: Literal["user", "assistant", "opaque"] = "user"
    focus: str = ""
    """What the user asks to preserve."""
    native: Literal["", "anthropic", "openai", "codex"] = ""
    """The provider that compacts by itself and is asked for that; "" where a model is asked for a summary."""


@dataclass(frozen=True, slots=True)
class Weights:
    """How much a kind of evidence counts."""

    patch: float = 1.0
    test: float = 0.95
    file: float = 0.8
    command: float = 0.6
    talk: float = 0.9


@dataclass(frozen=True, slots=True)
class FactsPin:
    """A weighted snapshot of the evidence, one line each, up to a budget."""

    budget: int
    weights: Weights = Weights()
    decay: float = 0.98
    """For every step that lies between."""


@dataclass(frozen=True, slots=True)
class FilesPin:
    """Lists of files, from the calls."""

    read: bool = False
    modified: bool = False
    commands_chars: int = 0
    """Commands too, each cut to so many characters."""


@dataclass(frozen=True, slots=True)
class Pin:
    """What must not be paraphrased, written out beside the summary."""

    constraints: Literal["none", "verbatim"] = "none"
    facts: FactsPin | None = None
    files: FilesPin | None = None
    last_texts: int = 0
    """The newest texts of the agent that were dropped."""
    transcript: bool = False
    """Where the whole history can be read."""


@dataclass(frozen=True, slots=True)
class FilesRestore:
    """Files put back, as the session itself last showed them."""

    n: int
    each: int
    total: int
    order: Literal["read", "modified"] = "modified"
    over: Literal["truncate", "path"] = "path"


@dataclass(frozen=True, slots=True)
class SkillsRestore:
    """Instructions of skills that the agent has called, the latest first, each cut to a size."""

    each: int
    total: int


@dataclass(frozen=True, slots=True)
class Restore:
    """What is read again afterwards."""

    files: FilesRestore | None = None
    plan: bool = False
    """The latest plan that the agent has shown."""
    skills: SkillsRestore | None = None
    hooks: bool = False
    """What hooks said at the start of the session, as if they said it again."""


@dataclass(frozen=True, slots=True)
class Guard:
    """When a result is not taken."""

    inflate: Literal["reject", "ignore"] = "ignore"
    min_progress: float = 0.0
    """The least share of events that has to go."""
    fallback: str = ""
    """The strategy to run where the summary fails."""
    project: bool = False
    """What is still above the trigger is shortened, the newest messages first, then the oldest are dropped."""
    sticky_fallback: bool = False
    """Once a result was refused as larger, only the fallback runs, to the end of the session."""
    breaker: int = 0
    """After so many failures in a row it is not tried again; 0 for always."""
    thrash: int = 0
    """After firing at the next request again, so many times in a row, it stops; 0 for never."""


@dataclass(frozen=True, slots=True)
class Continue:
    """What the agent reads next."""

    ack: bool = False
    nudge: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Strategy:
    """One strategy: a document, read and checked."""

    id: str
    title: str
    selection: Literal["exact", "close", "stand-in", "own"]
    llm: Literal["none", "required", "opaque"]
    estimator: Estimator
    trigger: Trigger
    assemble: tuple[Slot, ...]
    about: str = ""
    """What it does, in a sentence or two; what is not emulated."""
    source: str = ""
    """Where its numbers come from, with version and date."""
    agent: str = ""
    """The adapter whose sessions it is the way of; "" for none."""
    versions: str = ""
    """Of that agent, as a range in words."""
    prune: tuple[Prune, ...] = ()
    select: Select = Select(tail=Tail(all=True))
    summarize: Summarize | None = None
    pin: Pin = Pin()
    restore: Restore = Restore()
    guard: Guard = Guard()
    continue_: Continue = Continue()
    control: Literal["", "alphabetical", "inverted"] = ""
    """A text made by rule stands in the place of a summary, for a judge to put last."""
