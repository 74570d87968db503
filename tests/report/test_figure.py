import re
from dataclasses import replace
from xml.etree import ElementTree

from inspector.model import Basis, TokenCount
from inspector.report.document import Figure
from inspector.report.figure import draw, draw_share, has_curve, used_kinds


def heights(svg, kind):
    (path,) = re.findall(rf'class="k-{kind}" d="([^"]*)"', svg)
    return [float(value) for value in re.findall(r"V(-?[\d.]+)", path)]


def test_the_plot_is_a_drawing_with_a_named_line_per_compaction(report):
    svg = draw(report.figure, report.card)
    tree = ElementTree.fromstring(svg)
    assert [node.text for node in tree.iter("text") if node.get("class") == "cut"] == ["C1", "C2"]
    assert [node.get("href") for node in tree.iter("a")] == ["#c1", "#c2"]


def test_the_highest_of_many_requests_is_never_left_out(report):
    prompts = [1_000] * 5_000
    prompts[3_333] = 90_000
    figure = Figure(tuple(range(1, 5_001)), tuple(prompts))
    with_peak, without = draw(figure, report.card), draw(replace(figure, prompt=(1_000,) * 5_000), report.card)
    assert min(heights(with_peak, "prompt")) < 100
    assert "80k" in with_peak and "80k" not in without
    assert len(with_peak) < 60_000


def test_a_window_far_above_the_curve_does_not_press_it_flat(report):
    card = replace(report.card, threshold=TokenCount(None, Basis.INFERRED))
    near = draw(report.figure, replace(card, limit=TokenCount(50_000, Basis.RECORDED)))
    far = draw(report.figure, replace(card, limit=TokenCount(1_000_000, Basis.RECORDED)))
    assert "window 50,000 (recorded)" in near and "window" not in far


def test_a_request_without_usage_is_a_gap_and_a_log_without_any_has_no_curve(report):
    assert has_curve(Figure((1, 2), (None, 5)))
    assert not has_curve(Figure((1, 2), (None, None))) and not has_curve(Figure())
    assert used_kinds(Figure((1,), (5,))) == ("prompt",)


def test_one_request_and_no_tokens_can_be_drawn(report):
    for figure in (Figure((7,), (5,)), Figure((1, 2), (0, 0)), replace(report.figure, marks=((1, 0.5),))):
        ElementTree.fromstring(draw(figure, report.card))


def test_a_share_is_drawn_with_a_box_only_where_it_is_known():
    assert 'class="box"' in draw_share(0.5, (0.4, 0.5, 0.6))
    assert 'class="box"' not in draw_share(0.5, None)
    ElementTree.fromstring(draw_share(1.0, (0.0, 1.0, 1.0)))


def test_two_lines_close_to_each_other_are_named_apart(report):
    card = replace(report.card, limit=TokenCount(50_000, Basis.RECORDED), threshold=TokenCount(49_000, Basis.INFERRED))
    places = re.findall(r'<text class="limit" x="\d+" y="([\d.]+)"', draw(report.figure, card))
    assert abs(float(places[0]) - float(places[1])) > 11
