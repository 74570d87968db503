"""``make live``: drive agents, and hold what they sent against what the inspector rebuilds. Exit 1 where it differs."""

import argparse
import os
import sys

from live.install import PINS, CannotRun, installed
from live.place import cache
from live.sandbox import inside, keep_to, raise_loopback
from live.scenarios import PASTED, SCENARIOS


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m live", description=__doc__)
    parser.add_argument("agents", nargs="*", metavar="AGENT", help=f"of {', '.join(PINS)}; all without one")
    parser.add_argument(
        "--scenario", choices=[*SCENARIOS, PASTED.name], action="append", help="only this one; may be given again"
    )
    parser.add_argument("--ways", action="store_true", help="run the agents' commands as plain models instead")
    parser.add_argument("--hooks", action="store_true", help="with the inspector's hooks: what is dropped comes back")
    parser.add_argument("--mcp", action="store_true", help="with the inspector's server: the agent asks about itself")
    parser.add_argument("--inside", nargs=2, help=argparse.SUPPRESS)
    told = parser.parse_args()
    if told.hooks or told.mcp:
        os.environ["LIVE_WITH"] = "hooks" if told.hooks else "mcp"
    if told.inside:
        return _hold(told.inside[1]) if told.inside[0] == "ways" else _play(*told.inside)
    if told.ways:
        return _ways(told.agents)
    failed = 0
    for agent in told.agents or PINS:
        try:
            failed += _drive(agent, ["asking"] if told.mcp else told.scenario or list(SCENARIOS))
        except CannotRun as problem:
            print(f"{agent}: {problem}")
            failed += bool(told.agents)
    return min(failed, 1)


def _drive(agent: str, scenarios: list[str]) -> int:
    """Every variant of an agent, or the one that is named; how many scenarios failed."""
    from live.play import classes

    installed(agent)
    names = [agent] if os.environ.get("LIVE_WITH") else [kind.name for kind in classes(agent)]
    return sum(inside(name, scenario) != 0 for name in names for scenario in scenarios)


def _ways(programs: list[str]) -> int:
    """The programs that are named, or all; 1 where one is not as the inspector says."""
    from live.ways import WAYS

    for program in (wanted := programs or list(WAYS)):
        installed(WAYS[program]["agent"])
    return min(1, sum(inside("ways", program) != 0 for program in wanted))


def _hold(program: str) -> int:
    raise_loopback()
    from live.ways import hold

    held = hold(program)
    print(held.line, flush=True)
    return bool(held.faults)


def _play(agent: str, scenario: str) -> int:
    raise_loopback()
    keep_to(cache() / "inspector")
    from live.play import play

    try:
        if beside := os.environ.get("LIVE_WITH"):
            from live.asking import play_asking
            from live.hooks import play_with_hooks

            played = (SCENARIOS | {PASTED.name: PASTED}).get(scenario, PASTED)
            told = play_asking(agent) if beside == "mcp" else play_with_hooks(agent, played)
            print("\n".join(told.lines()), flush=True)
            return bool(told.wrong)
        outcome = play(agent, SCENARIOS[scenario])
    except CannotRun as problem:
        print(f"{agent} {scenario}: {problem}")
        return 1
    print("\n".join(outcome.lines()), flush=True)
    return 0 if outcome.is_right else 1


if __name__ == "__main__":
    sys.exit(main())
