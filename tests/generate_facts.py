"""Claude Code logs with evidence of known fate: the value of each planted fact is kept or dropped by the compaction.

The texts around the planted forms are words that mean nothing, and every form has neighbours that only look like it:
a path in another folder, a command with one more word, an error of the same type.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.claude_log import Call, ClaudeLog

CWD = "/home/mara/tidewatch"
_WORDS = """amber basin cedar delta ember fjord grove heath inlet juniper kelp lagoon marsh nectar otter plover
    quartz reed""".split()
_FRAMES = (
    "- {}",
    "* {}.",
    "{}",
    "We noted {} there.",
    "| {} | kept |",
    "  1. {};",
    "**{}**",
    "({})",
    "“{}”, as before",
    "{} — see above",
)


@dataclass(frozen=True, slots=True)
class Planted:
    """A fact that has to be found, and what has to be said about it."""

    finder: str
    value: str
    verdict: str
    zone: str = "summary"
    action: str = ""
    """"" where it does not matter."""


@dataclass(slots=True)
class Plan:
    """A log under construction. ``steps`` write the history, ``lines`` are the summary's."""

    dice: random.Random
    log: ClaudeLog
    steps: list[tuple[Callable[[], object], str]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    planted: list[Planted] = field(default_factory=list)
    also: set[tuple[str, str]] = field(default_factory=set)
    """Finder and value of what a planted step brings along."""
    restored: list[str] = field(default_factory=list)
    count: int = 0

    def name(self) -> str:
        """A word that no other fact holds."""
        self.count += 1
        tail = "".join(chr(97 + self.count // place % 26) for place in (676, 26, 1))
        return f"{self.dice.choice(_WORDS)}{self.dice.choice(_WORDS)}{tail}"

    def number(self) -> int:
        """A number that no other fact holds, nor any number near it."""
        self.count += 1
        return 2_000 + 13 * self.count

    def words(self, least: int = 3) -> str:
        """Words that mean nothing."""
        return " ".join(self.dice.choice(_WORDS) for _ in range(self.dice.randrange(least, least + 6)))

    def framed(self, form: str) -> str:
        """A form in some surroundings."""
        return self.dice.choice(_FRAMES).format(
            f"{self.words(1)} {form} {self.words(1)}" if self.dice.random() < 0.6 else form
        )

    def plant(self, step: Callable[[], object], fact: Planted, *lines: str) -> None:
        """A step of the history, its fact, and what the summary says of it."""
        self.steps.append((step, fact.zone))
        self.planted.append(fact)
        self.lines.extend(lines)


def _fate(plan: Plan, forms: Sequence[str], near: str) -> tuple[str, str, str]:
    """A verdict, the zone of its evidence and a line of the summary: one of the forms, or what is only near them."""
    fate = plan.dice.choice(("kept", "kept", "lost", "zone kept"))
    if fate == "kept":
        return "verbatim", "summary", plan.framed(plan.dice.choice(forms))
    return ("lost", "", plan.framed(near)) if fate == "lost" else ("verbatim", "kept", plan.framed(near))


def _path(plan: Plan) -> None:
    folder, base = f"src/{plan.name()}", f"{plan.name()}.{plan.dice.choice(['py', 'ts', 'go', 'rs'])}"
    path = f"{folder}/{base}"
    plan.log.files[path] = f"{plan.words()}\n"
    make, action = plan.dice.choice(
        [
            (lambda: plan.log.read(path), "read"),
            (lambda: plan.log.edit(path, plan.log.files[path], plan.words() + "\n"), "edited"),
            (lambda: plan.log.bash(f"cd {folder} && cat {base}", plan.words()), "read"),
            (lambda: plan.log.bash(f"rm -f {path}", ""), "deleted"),
            (lambda: plan.log.bash(f"sed -i 's/a/b/' {CWD}/{path}", ""), "edited"),
        ]
    )
    plan.also |= {("commands", f"rm -f {path}"), ("commands", f"sed -i 's/a/b/' {CWD}/{path}")}
    tail = path.removeprefix("src/")
    forms = [
        f"`{path}`",
        f"{CWD}/{path}",
        f"./{path}",
        f"`{tail}`",
        base,
        f"{path}:42",
        path.replace("/", "\\"),
        f"[{path}]({path})",
    ]
    near = plan.dice.choice([f"`{folder}x/y{base}`, {base}x, {folder}", f"`lib/{plan.name()}/{base}`"])
    verdict, zone, line = _fate(plan, forms, near)
    if verdict == "lost" and plan.dice.random() < 0.5:
        plan.restored.append(path)
        verdict, zone = "verbatim", "restored"
    plan.plant(lambda: plan.log.say(make()), Planted("paths", path, verdict, zone, action), line)


def _command(plan: Plan) -> None:
    command = plan.dice.choice(
        ["npm run {}", "make {}", "go build ./{}", "cargo clippy -p {}", "./scripts/{}.sh --all"]
    ).format(plan.name())
    failed = plan.dice.random() < 0.5
    forms = [
        f"`{command}` {'fails' if failed else 'passes'}",
        f"`{command}`",
        f"- `{command}`: {'✗' if failed else '✅'}",
    ]
    verdict, zone, line = _fate(plan, forms, f"`{command}-more`, `{command} --fast`")
    wrapped = plan.dice.choice(["{}", "cd web && {}", "{} 2>&1"]).format(command)
    step = lambda: plan.log.say(plan.log.bash(wrapped, plan.words(), code=2 if failed else 0))  # noqa: E731
    plan.plant(step, Planted("commands", command, verdict, zone, "failed" if failed else "passed"), line)


_RUNNERS: dict[str, tuple[str, str, str]] = {
    "pytest": ("test_{}", "tests/test_all.py::{} PASSED [ 10%]", "tests/test_all.py::{} FAILED [ 10%]"),
    "go": ("Test{}", "--- PASS: {} (0.00s)", "--- FAIL: {} (0.01s)"),
    "cargo": ("{}_holds", "test {} ... ok", "test {} ... FAILED"),
    "vitest": ("keeps {} whole", "  ✓ {} 3ms", "  ✗ {} 3ms"),
    "mocha": ("mends {} twice", "    ✔ {} (12ms)", "    ✖ {} (12ms)"),
    "tap": ("{} is stable", "ok 3 - {}", "not ok 3 - {}"),
    "unittest": ("test_{} (suite.Case)", "{} ... ok", "{} ... FAIL"),
    "gradle": ("Suite > {}()", "{} PASSED", "{} FAILED"),
}

_ENDS = {
    "vitest": ("  Tests  1 passed (1)", "  Tests  1 failed (1)"),
    "mocha": ("  1 passing (9ms)", "  0 passing (9ms)\n  1 failing"),
}
"""How runners that only tick tests off end: elsewhere a tick is no test."""


def _test(plan: Plan) -> None:
    runner = plan.dice.choice(list(_RUNNERS))
    shape, passed, failing = _RUNNERS[runner]
    name, failed = shape.format(plan.name()), plan.dice.random() < 0.5
    value = f"tests/test_all.py::{name}" if "::" in passed else name
    short = name.split(" > ")[-1].split(" (")[0] if "::" not in value else name
    forms = [
        f"`{name}` {'fails' if failed else 'passes'}",
        f"`{name}`",
        f"| `{name}` | {'❌' if failed else 'passed'} |",
    ]
    verdict, zone, line = _fate(plan, forms, f"`{short}_more`, my_{short}")
    command = f"make spec-{plan.name()}"
    plan.also.add(("commands", command))
    output = f"{plan.words()}\n{(failing if failed else passed).format(name)}\n{plan.words()}"
    if runner in _ENDS:
        plan.also.add(("tests", "latest run"))
        output += f"\n{_ENDS[runner][failed]}"
    plan.plant(
        lambda: plan.log.say(plan.log.bash(command, output, code=int(failed))),
        Planted("tests", value, verdict, zone, "failed" if failed else "passed"),
        line,
    )


def _error(plan: Plan) -> None:
    kind, name = f"{plan.name().capitalize()}Error", plan.name()
    code = plan.dice.choice(["TS", "HTTP", ""])
    number = plan.number()
    message = f"cannot open {name} at slot {number}"
    value, output, form = f"{kind}: {message}", f"{kind}: {message}", f"`{kind}: {message}`"
    near = f"a `{kind}`, {kind}X: cannot close {plan.name()}"
    if code == "TS":
        value, output, form, near = (
            f"TS{number}",
            f"a.ts(3,4): TS{number} {plan.words()}",
            f"TS{number}",
            f"TS{number}1",
        )
    elif code == "HTTP":
        status = str(400 + plan.count % 150)
        if any(fact.finder == "errors" and fact.value == status for fact in plan.planted):
            return
        value, output, form, near = (
            status,
            f"{plan.words()} HTTP/1.1 {status}",
            f"HTTP {status}",
            f"{status}x of x{status}",
        )
    verdict, zone, line = _fate(plan, [form], near)
    command = f"make run-{plan.name()}"
    plan.also |= {("commands", command), ("errors", message)}
    plan.plant(
        lambda: plan.log.say(plan.log.bash(command, output, code=1)), Planted("errors", value, verdict, zone), line
    )


def _todos(plan: Plan) -> None:
    """One list of to-dos, written once: a later list takes the place of an earlier one."""
    entries = []
    for _ in range(10):
        words, state = (
            f"Mend the {plan.name()} of {plan.name()}",
            plan.dice.choice(["pending", "in_progress", "completed"]),
        )
        entries.append({"content": words, "status": state, "activeForm": words})
        is_kept = plan.dice.random() < 0.7
        form = plan.dice.choice(["[x] {}", "✅ {}", "{} (completed)", "[ ] {}", "{} (pending)", "{}"])
        zone = "summary" if is_kept else ""
        plan.planted.append(Planted("todos", words.lower(), "verbatim" if is_kept else "lost", zone))
        plan.lines.append(f"- {form.format(words)}" if is_kept else plan.framed(f"Mend the {plan.name()}"))
    call = Call("TodoWrite", {"todos": entries}, "Todos have been modified successfully.")
    plan.steps.append((lambda: plan.log.say(call), ""))


_FAMILIES = (_path, _command, _test, _error)


def write_facts_log(path: Path, seed: int = 0, facts: int = 120) -> Plan:
    """Write a log with one compaction, and say what has to be found and how it fared."""
    dice = random.Random(seed)
    log = ClaudeLog(f"{dice.getrandbits(128):032x}", CWD, "2.1.219", "main", "2026-03-02T09:00:00")
    plan = Plan(dice, log)
    log.human("Please look after the gauges.")
    while len(plan.planted) < facts:
        dice.choice(_FAMILIES)(plan)
    _todos(plan)
    dice.shuffle(plan.steps)
    dice.shuffle(plan.lines)
    for step, zone in plan.steps:
        if zone != "kept":
            step()
    first = len(log.rows)
    for step, zone in plan.steps:
        if zone == "kept":
            step()
    kept = [row for row in log.rows[first:] if row.get("type") in ("user", "assistant")]
    log.compact("This session is being continued.\n\n" + "\n\n".join(plan.lines), kept=kept)
    for restored in plan.restored:
        log.attach_file(restored)
    log.say(f"{plan.words()}.")
    path.write_bytes(log.dump())
    return plan
