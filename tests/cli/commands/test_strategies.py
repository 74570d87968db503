from inspector.store.folders import find_folders
from tests.llm.provider import provider

KEYS = {"id", "title", "about", "selection", "model", "agent", "versions", "source", "hash", "params"}
MINE = "id: mine/short\ntitle: Mine\nextends: own/head-tail\nselect: {tail: {tokens: 500}}\n"


def folder():
    path = find_folders().config / "strategies"
    path.mkdir(parents=True)
    return path


def test_every_strategy_tells_how_truly_it_picks_and_whether_it_needs_a_model(inspector):
    told = inspector("strategies", "--json").json["strategies"]
    assert len(told) > 35
    assert all(set(one) >= KEYS for one in told)
    assert {one["selection"] for one in told} == {"exact", "close", "stand-in", "own"}
    assert {one["model"] for one in told} == {"none", "required", "opaque"}


def test_a_file_of_the_users_is_listed_and_a_broken_one_is_named(inspector):
    place = folder()
    (place / "mine.yaml").write_text(MINE)
    (place / "bad.yaml").write_text(MINE.replace("500", "many"))
    ran = inspector("strategies")
    assert "mine/short" in ran.out
    assert "bad.yaml, line 4: select.tail.tokens is “many”" in ran.err


def test_a_document_is_checked_without_being_put_anywhere(inspector, tmp_path):
    good, bad = tmp_path / "good.yaml", tmp_path / "bad.yaml"
    good.write_text(MINE)
    bad.write_text(MINE.replace("tokens", "token"))
    assert inspector("strategies", "--check", good).status == 0
    ran = inspector("strategies", "--check", bad)
    assert ran.status == 2 and "perhaps tokens is meant" in ran.err
    assert inspector("strategies", "--check", tmp_path / "none.yaml").status == 2


def test_a_document_may_extend_what_stands_beside_it_when_checked(inspector, tmp_path):
    (tmp_path / "base.yaml").write_text("id: mine/b\ntitle: B\nextends: own/head-tail\n")
    above = tmp_path / "above.yaml"
    above.write_text("id: mine/a\ntitle: A\nextends: mine/b\n")
    ran = inspector("strategies", "--check", above)
    assert ran.status == 0 and "mine/a can be run" in ran.out
    (told,) = inspector("strategies", "--check", above, "--json").json["checked"]
    assert (told["path"], told["id"]) == (str(above), "mine/a")


def test_a_server_is_asked_what_it_offers_only_where_that_is_wanted(inspector):
    with provider() as server:
        assert inspector("strategies").status == 0 and not server.headers
        ran = inspector("strategies", "--models", f"{server.address}/")
        assert ran.out.split() == [f"small-1@{server.address}"] and server.headers
        assert inspector("strategies", "--models", server.address, "--json").json["models"] == ran.out.split()
    ran = inspector("strategies", "--models", "http://127.0.0.1:9/v1")
    assert ran.status == 4 and "no connection to http://127.0.0.1:9/v1/models" in ran.err
