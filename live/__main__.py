"""``make live``: drive agents, and hold what they sent against what the inspector rebuilds. Exit 1 where it differs."""

import argparse
import sys

from live import asking, hold, hooks, ways
from live.place import PINS, CannotRun, inside, installed
from live.play import classes
from live.scenarios import SCENARIOS, WITH_HOOKS

_MODES = {
    "hooks": ("with the inspector's hooks: what is dropped comes back", hooks.play, hooks.NAMES),
    "mcp": ("with the inspector's server: the agent asks about itself", asking.play, asking.PLACES),
    "ways": ("run the agents' commands as plain models instead", ways.play, ways.WAYS),
}


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m live", description=__doc__)
    parser.add_argument("agents", nargs="*", metavar="AGENT", help=f"of {', '.join(PINS)}; all without one")
    parser.add_argument("--scenario", choices=WITH_HOOKS, action="append", help="only this one; may be given again")
    for name, (about, _, _) in _MODES.items():
        parser.add_argument(f"--{name}", dest="mode", action="store_const", const=name, help=about)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    told = parser.parse_args()
    _, play, names = _MODES.get(told.mode, ("", hold.play, PINS))
    played = WITH_HOOKS if told.mode == "hooks" else SCENARIOS
    scenarios = told.scenario or (["long"] if told.mode in ("mcp", "ways") else list(played))
    failed = 0
    for name in told.agents or names:
        try:
            if told.inside:
                report = play(name, WITH_HOOKS[scenarios[0]])
                print("\n  ".join((*report.figures, *report.wrong)), flush=True)
                return bool(report.wrong)
            installed(name)
            mode = [f"--{told.mode}"] if told.mode else []
            variants = [name] if told.mode else [kind.name for kind in classes(name)]
            failed += sum(inside(*mode, "--scenario", one, kind) != 0 for kind in variants for one in scenarios)
        except CannotRun as problem:
            print(f"{name}: {problem}")
            failed += bool(told.agents)
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
