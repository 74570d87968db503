"""A run reaches nothing but itself: a network of its own with the loopback device alone, processes that end with it."""

import fcntl
import os
import shutil
import socket
import struct
import subprocess
import sys
from pathlib import Path

from live.install import CannotRun

MINUTES = 15
"""After which a run is ended, whatever it does."""
_GET_FLAGS, _SET_FLAGS, _UP = 0x8913, 0x8914, 0x1


def inside(agent: str, scenario: str) -> int:
    """Run ``live`` on one scenario in such a sandbox; gives its exit status."""
    if shutil.which("unshare") is None:
        raise CannotRun("Runs need the command unshare (Linux, package util-linux).")
    apart = ["unshare", "--net", "--pid", "--fork", "--mount-proc", "--kill-child"]
    if os.geteuid():
        apart.append("--map-root-user")
    command = [*apart, sys.executable, "-m", "live", "--inside", agent, scenario]
    try:
        return subprocess.run(command, timeout=MINUTES * 60, check=False).returncode
    except subprocess.TimeoutExpired:
        print(f"{agent} {scenario}: ended after {MINUTES} minutes.")
        return 1


def raise_loopback() -> None:
    """Bring up the one device that there is."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        name = b"lo".ljust(16, b"\0")
        told = fcntl.ioctl(any_socket, _GET_FLAGS, struct.pack("16sh14x", name, 0))
        (flags,) = struct.unpack("16xh14x", told)
        fcntl.ioctl(any_socket, _SET_FLAGS, struct.pack("16sh14x", name, flags | _UP))


def keep_to(folder: Path) -> None:
    """Let the inspector itself write its own files nowhere but below a folder."""
    for name in ("CACHE", "DATA", "STATE", "CONFIG"):
        os.environ[f"XDG_{name}_HOME"] = str(folder / name.lower())
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
