from inspector.facts.linear import LinearModel, model, use

NAMES = ("statement human", "statement summary", "live", "harmed", "accused", "kept")


def test_the_reasons_are_the_features_that_spoke_for_it_strongest_first():
    weighed = LinearModel({"a": {"yes": 2.0}, "b": {"yes": 1.0}, "c": {"yes": -3.0}}, ("yes",))
    assert weighed.reasons({"a": 1.0, "b": 1.0, "c": 1.0}) == ("a", "b")
    assert weighed.probability({"a": 1.0, "b": 1.0, "c": 1.0}) == 0.5


def test_the_shipped_models_are_there():
    for name in NAMES:
        assert 0 < model(name).threshold < 1


def test_other_models_can_be_used_and_the_shipped_ones_put_back():
    shipped = {name: vars_of(name) for name in NAMES}
    try:
        use({"live": {"classes": ["yes"], "threshold": 0.7, "weights": {"a": {"yes": 1.0}}}})
        assert model("live").threshold == 0.7
    finally:
        use(shipped)
    assert {name: vars_of(name) for name in NAMES} == shipped


def vars_of(name):
    one = model(name)
    return {"classes": list(one.classes), "threshold": one.threshold, "weights": one.weights}
