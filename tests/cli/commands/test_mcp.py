from inspector.cli.commands import mcp


def test_without_the_protocols_package_it_says_what_brings_it(inspector, monkeypatch):
    monkeypatch.setattr(mcp, "find_spec", lambda name: None)
    ran = inspector("mcp")
    assert ran.status == 2 and 'pip install "compaction-inspector[mcp]"' in ran.err and ran.out == ""
