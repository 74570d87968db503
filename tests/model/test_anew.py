from inspector.model.anew import Anew


def test_it_is_made_when_it_is_looked_at_and_equal_each_time():
    made = []
    numbers = Anew(3, lambda: made.append("once more") or range(3))
    assert len(numbers) == 3 and made == []
    assert (list(numbers), numbers[1], numbers[-2:]) == ([0, 1, 2], 1, (1, 2)) and len(made) == 3
    assert numbers == (0, 1, 2) and hash(numbers) == hash((0, 1, 2)) and numbers != [0, 1, 2]
