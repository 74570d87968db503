"""Spoil, count, and print a row for each format; 1 where anything was lost, crashed or hung."""

from __future__ import annotations

import argparse
import faulthandler
import resource
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.fuzz.trial import Found, once

_DEAD = 60
"""Seconds after which a worker is ended that does not even hear its alarm; all of its threads are printed."""
_MEMORY = 3 << 30
_COLUMNS = ("refused", "crash", "hang", "lost")


def watched(seed: int, number: int) -> Found:
    """One mutation in a worker, which is ended where it hangs for good."""
    faulthandler.dump_traceback_later(_DEAD, exit=True)
    try:
        return once(seed, number)
    finally:
        faulthandler.cancel_dump_traceback_later()


def _limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


def main() -> int:
    """Run, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("times", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--first", type=int, default=0, help="number of the first mutation, to repeat one")
    asked = parser.parse_args()
    counts: dict[str, Counter[str]] = {}
    bad: dict[tuple[str, str, str], list[str]] = {}
    begun = time.monotonic()
    with ProcessPoolExecutor(asked.workers, initializer=_limited) as pool:
        numbers = range(asked.first, asked.first + asked.times)
        for number, found in zip(numbers, pool.map(partial(watched, asked.seed), numbers, chunksize=50), strict=True):
            row = counts.setdefault(found.agent, Counter())
            row.update({"all": 1, found.what: 1, "good": found.good})
            if found.what not in ("ok", "refused"):
                place = found.told if found.what == "crash" else ""
                bad.setdefault((found.what, found.agent, place or found.way), []).append(f"{number}: {found.told}")
    print(f"{'':16}{'mutations':>10}{'refused':>9}{'crashes':>9}{'hangs':>7}{'lost in':>9}{'good items':>12}")
    for agent, row in (*sorted(counts.items()), ("all", sum(counts.values(), Counter()))):
        print(
            f"{agent:16}{row['all']:10,}{row['refused']:9,}{row['crash']:9,}{row['hang']:7,}{row['lost']:9,}"
            f"{row['good']:12,}"
        )
    for (what, agent, where), told in sorted(bad.items()):
        print(f"{what} {len(told)}x {agent} {where}\n    " + "\n    ".join(told[:2]))
    print(f"seed {asked.seed}, from {asked.first}, {time.monotonic() - begun:.0f} s")
    return int(bool(bad))


if __name__ == "__main__":
    sys.exit(main())
