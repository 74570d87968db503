from inspector.model.basis import full_sum, known_sum


def test_a_sum_is_of_what_is_known_or_unknown_where_anything_is():
    assert [full_sum(one) for one in ([], [1.5, 2.0], [1.5, None])] == [0, 3.5, None]
    assert [known_sum(one) for one in ([], [None], [1.5, None])] == [None, None, 1.5]
