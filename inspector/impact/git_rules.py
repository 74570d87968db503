"""Rules about git: what must not be committed, pushed or merged, and where to."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.impact.act import Act
from inspector.impact.commands import holds
from inspector.impact.rule import Rule, find, governed, verb_of
from inspector.text.shell import Simple

_MYSELF = (
    "i'll|i_will|i_want_to do? the|all? {save} it|them|this|that|everything|the_changes? myself",
    "leave the|all? {save} to me",
)
_FORBIDS = ("{never}|no ever|yet|git|directly|straight* {git} {rest}",)
_NEEDS = {"amend": ["commit", "--amend"], "squash": ["merge", "--squash"], "force-push": ["push"]}
_ANYTHING = frozenset(
    """anything any all commits commit changes it them this that yet again now please ever directly straight yourself
    automatically for the our branch""".split()
)
"""What says nothing of which commits are meant. Anything else does: a rule about some files is none about all."""
_ONTO = frozenset("to on onto into".split())
_REMOTES = frozenset("remote origin upstream github gitlab server".split())
_BRANCHES = frozenset("main master develop trunk".split())


def git_rules(text: str) -> Iterator[Rule]:
    """The rules about git that a sentence sets."""
    if mine := find(_MYSELF, text):
        verb = verb_of(mine["save"])
        yield _rule(verb, [verb])
    elif hit := find(_FORBIDS, text):
        named = hit["git"].lower()
        verb = named.replace(" ", "-")
        words = [word.strip("`*.,:;\"'()") for word in governed(hit["rest"]).partition(",")[0].split()]
        flags = [word for word in words if word.startswith("-")]
        told = [word for word in words if word and word.lower() not in _ANYTHING and word not in flags]
        need = [*_NEEDS.get(verb, [verb]), *flags]
        place = told[-1] if len(told) == 1 or (len(told) == 2 and told[0].lower() in _ONTO) else ""
        if not told or place.lower() in _REMOTES:
            yield _rule(named, need)
        elif place in _BRANCHES:
            if verb == "commit":
                yield Rule("git", (verb,), lambda act: _ran(act, ["commit"]) if _landed_on(place, act) else "")
            elif "push" in verb:
                yield _rule(named, [*need, place])


def _rule(named: str, need: list[str]) -> Rule:
    return Rule("git", (named,), lambda act: _ran(act, need, forced=named.startswith("force")))


def _ran(act: Act, need: list[str], *, forced: bool = False) -> str:
    return act.runs(lambda one: holds(one, ["git", *need]) and forced <= _forces(one))


def _forces(command: Simple) -> bool:
    return any(word == "-f" or word.startswith("--force") for word in command.words)


def _landed_on(branch: str, act: Act) -> bool:
    """Whether a commit says that it went to a branch: only its own answer tells, as in "[main 3f1c2ab] Add tides"."""
    return any(line.startswith(f"[{branch} ") for line in act.step.output.splitlines())
