"""Claude Code logs with evidence of known fate: each planted fact is kept, changed or dropped by the compaction.

The texts around the planted forms are words that mean nothing, and every form has neighbours that only look like it:
a port inside a longer number, a path with one more folder, a version with one more part, a command with one more word.
"""

from __future__ import annotations

import random
from collections.abc import Callable
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


def _fate(plan: Plan, *fates: str) -> str:
    return plan.dice.choice(fates)


def _path(plan: Plan) -> None:
    folder, base = f"src/{plan.name()}", f"{plan.name()}.{plan.dice.choice(['py', 'ts', 'go', 'rs'])}"
    path = f"{folder}/{base}"
    plan.log.files[path] = f"{plan.words()}\n"
    fate = _fate(plan, "kept", "kept", "altered", "lost", "unsure", "zone kept", "restored")
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
    verdict, zone, line = "lost", "", plan.framed(f"`{folder}x/y{base}`, {base}x, {folder}")
    if fate == "kept":
        verdict, zone, line = "verbatim", "summary", plan.framed(plan.dice.choice(forms))
    elif fate == "altered":
        verdict, zone, line = "altered", "summary", plan.framed(f"`lib/{plan.name()}/{base}`")
    elif fate == "unsure":
        other = f"src/{plan.name()}/{base}"
        plan.log.files[other] = plan.words()
        plan.steps.append((lambda: plan.log.say(plan.log.read(other)), ""))
        plan.planted.append(Planted("paths", other, "undecided", "summary", "read"))
        verdict, zone, line = "undecided", "summary", plan.framed(base)
    elif fate == "restored":
        plan.restored.append(path)
        verdict, zone = "verbatim", "restored"
    elif fate == "zone kept":
        verdict, zone = "verbatim", "kept"
    plan.plant(lambda: plan.log.say(make()), Planted("paths", path, verdict, zone, action), line)


def _number(plan: Plan) -> None:
    label, number = f"{plan.name()}_{plan.dice.choice(['port', 'timeout', 'limit', 'threshold'])}", plan.number()
    unit = plan.dice.choice(["", "", " s", " MB", " tokens"]) if not label.endswith("port") else ""
    if plan.dice.random() < 0.5:
        # The same name, as other languages write it.
        head, _, tail = label.partition("_")
        spelled = plan.dice.choice([f"{head}{tail.capitalize()}", label.upper(), f"{head}-{tail}"])
        plan.also.add(("identifiers", label.upper()))
    else:
        spelled = label
    value = f"{label}={number}{ {'': '', ' s': ' s', ' MB': ' mb', ' tokens': ' token'}[unit] }"
    said = plan.dice.choice(
        [f"{spelled} is {number}{unit}", f"`{spelled}` = {number:,}{unit}", f"{spelled}: {number}{unit}"]
    )
    longer = {"": "", " s": " seconds", " MB": "MB", " tokens": "-token"}[unit]
    fate = _fate(plan, "kept", "kept", "altered", "unit", "lost", "zone kept")
    if fate == "unit" and unit != " s":
        fate = "altered"
    verdict, zone, line = "lost", "", plan.framed(f"{number}{number % 10}, 1{number} and {number}x in {label}s")
    if fate == "kept":
        form = plan.dice.choice(
            [f"{label}={number}{unit}", f"{label} of {number:,}{longer}", f"`{label}`: {number}{longer}"]
        )
        verdict, zone, line = "verbatim", "summary", plan.framed(form)
    elif fate == "altered":
        verdict, zone, line = "altered", "summary", plan.framed(f"{label} is {number + 5}{unit}")
    elif fate == "unit":
        verdict, zone, line = "altered", "summary", plan.framed(f"{label} is {number} min")
    elif fate == "zone kept":
        verdict, zone = "verbatim", "kept"
    plan.plant(
        lambda: plan.log.say(f"{plan.words()}. {said}. {plan.words()}."), Planted("numbers", value, verdict, zone), line
    )


def _version(plan: Plan) -> None:
    label, number = plan.name(), plan.number()
    version = f"{number % 50}.{number}.{number % 9 + 1}"
    fate = _fate(plan, "kept", "altered", "weakened", "lost", "zone kept")
    verdict, zone, line = "lost", "", plan.framed(f"{version}4 and 1{version}")
    if fate == "kept":
        verdict, zone, line = (
            "verbatim",
            "summary",
            plan.framed(plan.dice.choice([f"{label} v{version}", f"{label} {version}", f"`{version}`"])),
        )
    elif fate == "altered":
        verdict, zone, line = "altered", "summary", plan.framed(f"{label} v{number % 50}.{number}.{number % 9 + 2}")
    elif fate == "weakened":
        verdict, zone, line = "weakened", "summary", plan.framed(f"{label} v{number % 50}.{number}")
    elif fate == "zone kept":
        verdict, zone = "verbatim", "kept"
    fact = Planted("numbers", f"{label}={version}", verdict, zone, "version")
    plan.plant(lambda: plan.log.say(f"{plan.words()} {label} v{version}, {plan.words()}."), fact, line)


def _command(plan: Plan) -> None:
    command = plan.dice.choice(
        ["npm run {}", "make {}", "go build ./{}", "cargo clippy -p {}", "./scripts/{}.sh --all"]
    ).format(plan.name())
    failed = plan.dice.random() < 0.5
    fate = _fate(plan, "kept", "altered", "bare", "lost", "zone kept")
    verdict, zone, line = "lost", "", plan.framed(f"`{command}-more`, `{command} --fast`")
    if fate == "kept":
        right = (
            ["`{}` fails", "- `{}`: ✗", "ran `{}`, which exited with code 2"]
            if failed
            else ["`{}` passes", "`{}` ✅", "`{}` succeeded", "`{}` runs without errors"]
        )
        verdict, zone, line = "verbatim", "summary", plan.framed(plan.dice.choice(right).format(command))
    elif fate == "altered":
        verdict, zone, line = (
            "altered",
            "summary",
            plan.framed(f"`{command}` passes" if failed else f"`{command}` still fails"),
        )
    elif fate == "bare":
        verdict, zone, line = "weakened" if failed else "verbatim", "summary", plan.framed(f"`{command}`")
    elif fate == "zone kept":
        verdict, zone = "verbatim", "kept"
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
    "junit": (
        "{}Case",
        '<testcase classname="a" name="{}" time="0.1"/>',
        '<testcase classname="a" name="{}">\n<failure message="x"/>',
    ),
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
    fate = _fate(plan, "kept", "altered", "bare", "lost", "zone kept")
    short = name.split(" > ")[-1].split(" (")[0] if "::" not in value else name
    verdict, zone, line = "lost", "", plan.framed(f"`{short}_more`, my_{short}")
    if fate == "kept":
        form = plan.dice.choice(
            ["`{}` fails", "{}: failing", "| `{}` | ❌ |"] if failed else ["`{}` passes", "{}: ✅", "| `{}` | passed |"]
        )
        verdict, zone, line = "verbatim", "summary", plan.framed(form.format(name))
    elif fate == "altered":
        verdict, zone, line = (
            "altered",
            "summary",
            plan.framed(f"`{name}` passes" if failed else f"`{name}` is still failing"),
        )
    elif fate == "bare":
        verdict, zone, line = "weakened" if failed else "verbatim", "summary", plan.framed(f"`{name}`")
    elif fate == "zone kept":
        verdict, zone = "verbatim", "kept"
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
    near = f"{kind}X: cannot close {plan.name()}"
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
    fate = _fate(plan, "kept", "lost", "type", "zone kept")
    verdict, zone, line = "lost", "", plan.framed(near)
    if fate == "kept":
        verdict, zone, line = "verbatim", "summary", plan.framed(form)
    elif fate == "type" and not code:
        verdict, zone, line = "weakened", "summary", plan.framed(f"a `{kind}`")
    elif fate == "zone kept":
        verdict, zone = "verbatim", "kept"
    command = f"make run-{plan.name()}"
    plan.also |= {("commands", command), ("errors", message)}
    plan.plant(
        lambda: plan.log.say(plan.log.bash(command, output, code=1)), Planted("errors", value, verdict, zone), line
    )


def _identifier(plan: Plan) -> None:
    dice, number = plan.dice, plan.number()
    digits = f"{dice.getrandbits(160):040x}"
    sha = f"{digits[:3]}a7{digits[5:12]}"
    uuid = f"{digits[:8]}-{digits[8:12]}-4{digits[12:15]}-a{digits[15:18]}-{digits[18:30]}"
    env, name = f"{plan.name().upper()}_TOKEN", plan.name()
    port = 20_000 + number
    way = dice.choice(["commit", "uuid", "ticket", "pull", "variable", "name", "url"])
    address = f"localhost:{port}/{name}"
    value, said, form, near = {
        "commit": (sha, f"See commit {sha}", f"`{sha[: dice.choice([7, 9, 12])]}`", f"{digits[20:27]}b"),
        "uuid": (uuid, f"the id is {uuid}", uuid, f"{uuid}0"),
        "ticket": (f"KELP-{number}", f"this is KELP-{number}", f"KELP-{number}", f"KELP-{number}1, SKELP-{number}"),
        "pull": (f"#{number}", f"opened PR #{number}", f"PR #{number}", f"#{number}1"),
        "variable": (env, f"it needs {env} to be there", f"`{env}`", f"{env}_OLD"),
        "name": (name, "", f"`{name}()`", f"{name}_old, my{name}"),
        "url": (address, f"it answers at http://{address}", f"http://{address}", f"http://{address}x"),
    }[way]  # fmt: skip
    fate = _fate(plan, "kept", "kept", "lost", "altered", "zone kept")
    verdict, zone, line = "lost", "", plan.framed(near)
    if fate == "kept":
        verdict, zone, line = "verbatim", "summary", plan.framed(form)
    elif fate == "altered" and way == "url":
        verdict, zone, line = "altered", "summary", plan.framed(f"http://localhost:{port + 4}/{name}")
    elif fate == "zone kept":
        verdict, zone = "verbatim", "kept"
    path = f"gen/{plan.name()}/made.py"
    if way == "name":
        plan.also.add(("paths", path))
    step = (
        (lambda: plan.log.write(path, f"def {name}():\n    return 1\n"))
        if way == "name"
        else (lambda: f"{plan.words()}; {said}. {plan.words()}")
    )
    plan.plant(lambda: plan.log.say(step()), Planted("identifiers", value, verdict, zone), line)


def _todos(plan: Plan) -> None:
    """One list of to-dos, written once: a later list takes the place of an earlier one."""
    entries = []
    for _ in range(10):
        words, state = (
            f"Mend the {plan.name()} of {plan.name()}",
            plan.dice.choice(["pending", "in_progress", "completed"]),
        )
        entries.append({"content": words, "status": state, "activeForm": words})
        done = state == "completed"
        fate = _fate(plan, "kept", "altered", "lost")
        verdict, line = "lost", plan.framed(f"Mend the {plan.name()}")
        if fate == "kept":
            form = plan.dice.choice(
                ["[x] {}", "✅ {}", "{} (completed)"] if done else ["[ ] {}", "{} (pending)", "⏳ {}"]
            )
            verdict, line = "verbatim", f"- {form.format(words)}"
        elif fate == "altered":
            verdict, line = "altered", f"- [ ] {words}" if done else f"- [x] {words}"
        plan.planted.append(Planted("todos", words.lower(), verdict, "summary" if verdict != "lost" else "", ""))
        plan.lines.append(line)
    call = Call("TodoWrite", {"todos": entries}, "Todos have been modified successfully.")
    plan.steps.append((lambda: plan.log.say(call), ""))


_FAMILIES = (_path, _number, _version, _command, _test, _error, _identifier)


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
