"""A session as most are: long readings fill a window of 200k tokens, and the agent compacts shortly before its end."""

from __future__ import annotations

from tests.claude_log import ClaudeLog, Think
from tests.claude_words import continued
from tests.sample_scripts import tidewatch
from tests.sample_scripts.case import Case, describe, fact, main_log

FIRES = 165_000
"""Tokens above which no more is read; the last reading and its answer come to the 167k at which this agent compacts."""
RULES = (
    "Users say that the gauges in Brest and Bremerhaven have holes since Monday. Find out why, and fix the poller. "
    "Never edit src/tidewatch/alerts/thresholds.py, the port has signed those levels. "
    "Do not restart the poller on the server. "
    "All times in what you tell me are UTC."
)
LATER = "Also write what you find into docs/incidents/march.md, one line per cause."
SUMMARY = """
1. **Primary Request and Intent:**
   Find out why the gauges in Brest and Bremerhaven have holes since Monday, and fix the poller. Do not restart the \
poller on the server. All times in what is told are UTC.

2. **Findings:**
   - Bursts of HTTP 429 and 503 of some minutes; three tries five seconds apart give up too early.
   - The first reading after a hole is far from the last one before it, and sets off the surge alert.

3. **Files and Code Sections:**
   - `src/tidewatch/feeds/base.py`: the loop of tries that all feeds share.

4. **Pending Tasks:**
   - Write what was found into docs/incidents/march.md, one line per cause.
   - See to the alerts that the holes set off.

5. **Current Work:**
   The journals of five feeds were read; nothing was changed yet.
"""
FROZEN = "src/tidewatch/alerts/thresholds.py"
RULE = "Never edit src/tidewatch/alerts/thresholds.py"
AGAIN = (
    "Stop. Never edit src/tidewatch/alerts/thresholds.py, I told you at the start: the port has signed those levels. "
    "Take that change back."
)
LEVEL = ("SURGE = 1.20", "SURGE = 1.60")
FEEDS = ("shom", "bsh", "noaa", "bodc", "ioc")


def write() -> Case:
    """The case: four statements of the human, of which the one compaction loses one, which is then broken."""
    log = ClaudeLog(
        session="7c41be90-2d6f-4a83-9e17-f05ab8c3d264",
        cwd="/home/mara/tidewatch",
        version="2.1.219",
        branch="march-gaps",
        start="2026-03-04T07:02:19",
        model="claude-sonnet-4-5-20250929",
        files=tidewatch.files(),
    )
    first = log.human(RULES, 1)
    log.row({"type": "ai-title", "aiTitle": "Holes in the tide gauges since Monday", "sessionId": log.session})
    log.say("I'll look at how the feeds read, then at what the poller wrote.", log.read("src/tidewatch/feeds/base.py"))
    log.say(log.read("src/tidewatch/feeds/shom.py"), log.read("src/tidewatch/feeds/bsh.py"))
    log.say(log.grep(r"sleep|PAUSE|TRIES", "src/tidewatch/feeds"))
    _read_journals(log, 90_000)
    log.say("Both gauges miss whole pages after bursts of 429 and 503. I'll go on with the other feeds.")
    log.end_turn(412)
    later = log.human(LATER, 95)
    _read_journals(log, FIRES)
    where = f"/home/mara/.claude/projects/-home-mara-tidewatch/{log.session}.jsonl"
    boundary, summary = log.compact(continued(SUMMARY, where))
    log.attach_file("src/tidewatch/feeds/base.py")
    log.say("The alerts that the holes set off come first.", log.grep("SURGE", "src/tidewatch/alerts"))
    log.say(log.read(FROZEN))
    old, new = LEVEL
    log.say(
        Think("A higher level would keep the jump after a hole from setting off the alert."),
        "A higher surge level keeps the first reading after a hole from setting off an alert.",
        log.edit(FROZEN, old, new),
    )
    log.say("The surge level is raised, so holes set off no more alerts. Next is the loop of tries.")
    log.end_turn(97)
    again = log.human(AGAIN, 70)
    log.say("You are right, and I am sorry. I take it back.", log.edit(FROZEN, new, old))
    log.say("The levels are as they were. I will mark the first reading after a hole in the poller instead.")
    log.end_turn(31)
    shows = [
        "a window of 200k tokens that fills up, and a compaction shortly before its end",
        "a rule that the summary leaves out, broken at once, and said again",
        "long command output as most of what the model reads",
    ]
    truth = describe(
        "A window that fills up, and the rule that the summary left out", "claude-code", main_log(log), shows
    )
    row = {"number": 1, "line": boundary, "summary_line": summary, "kind": "summary", "trigger": "auto"}
    truth["compactions"] = [row]
    restart, utc = "Do not restart the poller on the server.", "All times in what you tell me are UTC."
    told = "All times in what is told are UTC."
    truth["facts"] = [
        fact("levels", "constraint", "must", first, RULE, (1, "lost", "")),
        fact("restart", "constraint", "must", first, restart, (1, "verbatim", restart)),
        fact("utc", "constraint", "must", first, utc, (1, "reworded", told)),
        fact("notes", "task", "should", later, LATER, (1, "reworded", "docs/incidents/march.md, one line per cause")),
        fact("levels-again", "constraint", "must", again, RULE),
    ]
    return Case("claude-code/2.1/full-window", main_log(log), {main_log(log): log.dump()}, truth)


def _read_journals(log: ClaudeLog, until: int) -> None:
    """Read stretches of the poller's journals until the context has so many tokens."""
    day = 0
    while log.context < until:
        feed = FEEDS[day % len(FEEDS)]
        count = 120 + 17 * (day % 4)
        span = f"--since '2026-03-0{1 + day % 3} 0{day % 8}:00' -n {count}"
        log.say(tidewatch.journal(log, feed, count, log.context, span, f"Poller log of {feed}"))
        day += 1
