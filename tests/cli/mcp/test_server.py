"""The server as a client meets it: the protocol's own client, with the real process on the other side."""

import json
import os
import subprocess
import sys

import pytest

anyio = pytest.importorskip("anyio")
pytest.importorskip("mcp")

from mcp.client.session import ClientSession  # noqa: E402
from mcp.client.stdio import StdioServerParameters, stdio_client  # noqa: E402

from tests.cli.mcp.conftest import PROJECT, RULE, TOKEN, short_log  # noqa: E402


@pytest.fixture
def ask(home):
    """Gives a client's calls to a server of the project, one after the other, and its tools and answers back."""

    def calls(*wanted, options=("--project", PROJECT)):
        async def talk():
            server = StdioServerParameters(
                command=sys.executable, args=["-m", "inspector", "mcp", *map(str, options)], env=dict(os.environ)
            )
            async with stdio_client(server) as streams, ClientSession(*streams) as client:
                await client.initialize()
                tools = (await client.list_tools()).tools
                return tools, [await client.call_tool(name, given) for name, given in wanted]

        return anyio.run(talk)

    return calls


def test_a_rule_that_is_not_there_is_recovered_in_one_call(ask, tmp_path):
    path = tmp_path / "short.jsonl"
    path.write_bytes(short_log().dump())
    _, (answer,) = ask(("find", {"words": "migrations"}), options=("--session", path))
    assert RULE in answer.content[0].text and TOKEN not in answer.content[0].text and not answer.is_error


def test_there_are_four_tools_and_all_only_read(ask):
    tools, (listed, missing) = ask(("list_compactions", {}), ("missing", {"compaction": 1}))
    assert [tool.name for tool in tools] == ["list_compactions", "missing", "find", "restore"]
    assert all(tool.annotations.read_only_hint and tool.description for tool in tools)
    assert "Compaction 3" in listed.content[0].text and missing.content[0].text.startswith("Compaction 1 ")


WRONG = [
    ("missing", {"compaction": 99}, "no compaction 99"),
    ("missing", {"compaction": "two"}, "compaction"),
    ("find", {}, "words"),
    ("restore", {"fact": "nobody"}, "Nothing here is called"),
    ("find", {"words": "x", "session": "/etc/passwd"}, "has no session"),
    ("find", {"words": "x", "max_tokens": 10**9}, "max_tokens"),
]


def test_what_cannot_be_answered_is_said_and_the_server_goes_on(ask):
    right = ("list_compactions", {})
    _, answers = ask(*(one for tool, given, _ in WRONG for one in ((tool, given), right)))
    for (tool, given, says), wrong in zip(WRONG, answers[::2], strict=True):
        assert wrong.is_error and says in wrong.content[0].text, (tool, given)
    assert not any(answer.is_error for answer in answers[1::2])


def test_a_broken_log_ends_no_server(ask, tmp_path):
    path = tmp_path / "broken.jsonl"
    path.write_bytes(b"\x00\xff not a log at all\n" * 50)
    _, answers = ask(("list_compactions", {}), ("missing", {}), options=("--session", path))
    assert all(answer.is_error and "Traceback" not in answer.content[0].text for answer in answers)


def test_half_a_sign_in_an_argument_is_answered(home):
    """As bytes, since no client of Python's sends it."""
    started = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "claude", "version": "1"}}
    asked = {"name": "find", "arguments": {"words": "migrations \ud800"}}
    lines = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": started},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": asked},
    ]
    command = [sys.executable, "-m", "inspector", "mcp", "--project", PROJECT]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ) as server:
        for line in lines:
            server.stdin.write(f"{json.dumps(line)}\n")
        server.stdin.flush()
        told = [json.loads(server.stdout.readline()) for _ in range(2)]
        server.stdin.close()
    assert "items of the log hold" in told[1]["result"]["content"][0]["text"]
