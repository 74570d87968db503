"""Rules about files: what must not be changed, and what alone may be."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.impact.act import Act
from inspector.impact.rule import NEVER, Rule, governed, targets

_FORBIDS = re.compile(
    rf"\b{NEVER} (?:ever |even |directly |manually )*(edit|editing|modify|modifying|change|changing|touch|touching"
    r"|alter|write to|writing to|update|updating|overwrite|rewrite|delete|deleting|remove|removing|rename|move|create"
    r"|add files (?:to|in|under)|refactor)\b(?P<rest>.*)",
    re.IGNORECASE,
)
_ONLY = re.compile(
    r"\b(?:only (?:ever )?(?:edit|modify|change|touch|work (?:in|on|under)|write (?:to|in))"
    r"|(?:keep|limit|restrict|confine) (?:all |your |every )?(?:changes|edits|work) (?:to|in|inside|within|under)"
    r"|stick to files (?:in|under))\b(?P<rest>.*)",
    re.IGNORECASE,
)
_LEAVE = re.compile(
    r"\b(?:leave|keep) (?P<rest>\S+(?: and \S+)?) (?:alone|untouched|unchanged|as (?:it|they) (?:is|are))\b",
    re.IGNORECASE,
)
_FROZEN = re.compile(
    r"(?P<rest>\S+(?: and \S+)?(?: (?:folder|directory))?) (?:(?:is|are) (?:frozen|read-?only|off[- ]limits|not to be )"
    r"|(?:must|should|may|shall|can) ?(?:not|never) be )(?:edited|touched|changed|modified)?",
    re.IGNORECASE,
)
_STAY = re.compile(
    r"\b(?:stay (?:out of|away from)|hands off|keep (?:your hands )?off|keep away from"
    r"|no (?:changes|edits|modifications) (?:to|in|under))\b(?P<rest>.*)",
    re.IGNORECASE,
)
_NOTHING = re.compile(r"\bnothing outside (?:of )?(?P<rest>.*?) (?:may|should|must|can|is to|gets)\b", re.IGNORECASE)
_IT = re.compile(r"\s+(?:it|them|that|this|those)\b", re.IGNORECASE)
_OUTSIDE = re.compile(r"\b(?:outside|except|other than|but(?: for)?|beyond|apart from)\b(?P<rest>.*)", re.IGNORECASE)


def path_rules(text: str) -> Iterator[Rule]:
    """The rules about files that a sentence sets."""
    hit = _FORBIDS.search(text)
    if hit:
        rest = governed(hit["rest"])
        outside = _OUTSIDE.search(rest)
        if outside and not targets(rest[: outside.start()]):
            yield from _only(targets(outside["rest"]))
        elif not outside:
            # "X is generated, don't edit it": the file stands in front.
            named = targets(rest) or (targets(text[: hit.start()]) if _IT.match(hit["rest"]) else [])
            yield from _forbidden(named, hit[1].lower().startswith(("delet", "remov")))
        return
    hit = _ONLY.search(text) or _NOTHING.search(text)
    if hit:
        yield from _only(targets(governed(hit["rest"])))
        return
    hit = _LEAVE.search(text) or _FROZEN.search(text) or _STAY.search(text)
    if hit:
        yield from _forbidden(targets(governed(hit["rest"])), False)


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
