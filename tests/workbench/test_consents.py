from inspector.workbench.consents import Consents
from tests.made_runs import variant


def test_a_consent_is_for_one_variant_on_one_compaction() -> None:
    consents = Consents()
    consents.give(1, variant("own/guided", "command:cat"))
    assert consents.has(1, variant("own/guided", "command:cat"))
    assert not consents.has(2, variant("own/guided", "command:cat"))
    assert not consents.has(1, variant("own/guided", "command:cat", keep=frozenset({"a"})))
    consents.clear()
    assert not consents.has(1, variant("own/guided", "command:cat"))
