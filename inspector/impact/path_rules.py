"""Rules about files: what must not be changed, and what alone may be."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.impact.act import Act
from inspector.impact.rule import Rule, find, governed, targets

_FORBIDS = (
    "{never} ever|even|directly|manually* edit|editing|modify|modifying|change|changing|touch|touching|alter|write_to"
    "|writing_to|update|updating|overwrite|rewrite|delete|deleting|remove|removing|rename|move|create|add_files_to"
    "|add_files_in|add_files_under|refactor {rest}",
)
_ONLY = (
    "only ever? edit|modify|change|touch|work_in|work_on|work_under|write_to|write_in {rest}",
    "keep|limit|restrict|confine all|your|every? changes|edits|work to|in|inside|within|under {rest}",
    "stick to files in|under {rest}",
    "nothing outside of? {what} may|should|must|can|is_to|gets",
)
_HANDS_OFF = (
    "leave|keep {some} alone|untouched|unchanged|as_it_is|as_they_are",
    "{some} is|are frozen|read-only|readonly|off-limits|off_limits",
    "{some} is_not_to|are_not_to|must_not|must_never|should_not|should_never|may_not|may_never|shall_not|shall_never"
    "|cannot|can_not|can_never be edited|touched|changed|modified|rewritten|overwritten|deleted|removed",
    "stay out_of|away_from {rest}",
    "keep|hands your_hands? off {rest}",
    "keep away from {rest}",
    "no changes|edits|modifications to|in|under {rest}",
)
_BEYOND = ("outside|except|other_than|but|but_for|beyond|apart_from {rest}",)
_POINTS_BACK = frozenset("it them that this those".split())


def path_rules(text: str) -> Iterator[Rule]:
    """The rules about files that a sentence sets."""
    if hit := find(_FORBIDS, text):
        rest = governed(hit["rest"])
        beyond = find(_BEYOND, rest)
        if beyond and not targets(rest[: beyond.start()]):
            yield from _only(targets(beyond["rest"]))
        elif not beyond:
            # "X is generated, don't edit it": the file stands in front.
            points_back = _POINTS_BACK.intersection(hit["rest"].lower().replace(".", " ").replace(",", " ").split()[:1])
            named = targets(rest) or (targets(text[: hit.start()]) if points_back else [])
            yield from _forbidden(named, any(verb in hit[0].lower() for verb in ("delet", "remov")))
    elif hit := find(_ONLY, text):
        yield from _only(targets(governed(_object(hit))))
    elif hit := find(_HANDS_OFF, text):
        yield from _forbidden(targets(governed(_object(hit))), False)


def _object(hit: re.Match[str]) -> str:
    return str(next(iter(hit.groupdict().values())))


def _only(allowed: list[str]) -> Iterator[Rule]:
    if not allowed:
        return

    named = tuple(one.rstrip("/") for one in allowed)

    def broken(act: Act) -> str:
        wrong = [form for form, _ in act.changed if not any(matches(form, one, anywhere=True) for one in allowed)]
        # What lies outside of the working folder, such as a scratch file, the rule does not speak of.
        inside = [form for form in wrong if not form.startswith(("/", "~", "../")) and ":" not in form[:3]]
        return f"changed {inside[0]}, outside {' and '.join(named)}" if inside else ""

    yield Rule("only", named, broken)


def _forbidden(named: list[str], deletes: bool) -> Iterator[Rule]:
    for target in named:

        def broken(act: Act, target: str = target) -> str:
            hits = (f"{action} {form}" for form, action in act.changed if matches(form, target))
            return next((hit for hit in hits if hit.startswith("deleted") or not deletes), "")

        yield Rule("path", (target.rstrip("/"),), broken)


def matches(form: str, target: str, *, anywhere: bool = False) -> bool:
    """Whether a path is one that a target names: the file itself, below the folder, or by its pattern.

    A target with a slash lies in the project's own folder, a bare name in any; with ``anywhere`` both may, so that a
    rule which spares a folder errs to sparing one too many.
    """
    start = r"(?:.*/)?" if anywhere or "/" not in target else "/?" if target.startswith("/") else ""
    named = re.escape(target.strip("/")).replace(r"\*\*/", "(?:.*/)?").replace(r"\*\*", ".*").replace(r"\*", "[^/]*")
    return re.fullmatch(rf"{start}{named}(?:/.*)?", form) is not None
