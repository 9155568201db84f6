"""The explorer "space": its labels, what turning and lengthening do, its data."""

import math
import re
import xml.etree.ElementTree as ET

import pytest

import explorers
from attention.scalar import nearest
from explorers import space, svg

FIGURE = explorers.get("space")
TURNS = FIGURE.sliders[0].positions()

# How wide a letter is in DejaVu Sans, in thousandths of its size: wider than Inter, Segoe UI,
# Helvetica and Roboto. The bold one is for the chosen word.
PLAIN = dict(
    zip(
        "abcdefghijklmnopqrstuvwxyz",
        [613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974]
        + [634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525],
        strict=True,
    )
)
BOLD = 1.13


def boxes(picture):
    """Return {word: (left, top, right, bottom)} of the labels in the plane."""
    root = ET.fromstring(picture)
    found = {}
    for element in root.iter("{http://www.w3.org/2000/svg}text"):
        word = element.text
        if word in space.WORDS and float(element.attrib["y"]) <= space.BOTTOM:
            size = float(element.attrib["font-size"])
            width = sum(PLAIN[letter] for letter in word) / 1000 * size
            if element.attrib.get("font-weight") == "bold":
                width *= BOLD
            x, y = float(element.attrib["x"]), float(element.attrib["y"])
            assert size >= 12 and element.attrib.get("text-anchor", "start") == "start"
            assert word not in found
            found[word] = (x, y - 0.76 * size, x + width, y + 0.24 * size)
    return found


def overlap(a, b):
    return min(a[2], b[2]) > max(a[0], b[0]) and min(a[3], b[3]) > max(a[1], b[1]) + 0.5


def assert_readable(values):
    found = boxes(FIGURE.draw(values))
    assert len(found) == 60, values
    ordered = sorted(found.items())
    for i, (word, box) in enumerate(ordered):
        assert 0 <= box[0] and box[2] <= svg.WIDTH and 0 <= box[1], (values, word, box)
        assert box[3] <= space.BOTTOM + 4, (values, word, box)
        for other, other_box in ordered[i + 1 :]:
            assert not overlap(box, other_box), (values, word, other)


@pytest.mark.parametrize("scale", [0.25, 1, 3])
def test_all_sixty_words_are_labelled_and_no_two_labels_overlap_at_any_turn(scale):
    for number, turn in enumerate(TURNS):
        longer = FIGURE.choices[1].options[number % 7]
        word = space.WORDS[number % 60]
        assert_readable({"turn": turn, "scale": scale, "longer": longer, "word": word})


def test_no_two_labels_overlap_for_any_word_at_the_presets():
    for word in space.WORDS:
        for values in FIGURE.presets.values():
            assert_readable({**values, "word": word})


def test_the_names_of_the_axes_are_not_covered():
    for turn in TURNS:
        picture = FIGURE.draw({"turn": turn})
        width = 12 * (sum(PLAIN[letter] for letter in "coordinate") + 318 + 636) / 1000
        for box in boxes(picture).values():
            for name in ("coordinate 1", "coordinate 2"):
                x, y = re.search(rf'<text x="(\d+)" y="(\d+)"[^>]*>{name}<', picture).groups()
                axis = (int(x), int(y) - 9, int(x) + width, int(y) + 3)
                assert not overlap(box, axis), (turn, name, box)


def neighbours(values):
    header, rows = FIGURE.numbers(values)
    assert header == ["rank", "by dot product", "dot product", "by cosine", "cosine"]
    return [row[1] for row in rows], [row[3] for row in rows], [row[2] for row in rows]


@pytest.mark.parametrize("word", space.WORDS)
def test_turning_changes_the_coordinates_and_no_neighbour(word):
    before = neighbours({"word": word})
    place = FIGURE.describe({"word": word})
    for turn in TURNS[::6]:
        after = neighbours({"word": word, "turn": turn})
        assert after[:2] == before[:2]
        assert all(math.isclose(a, b, abs_tol=1e-12) for a, b in zip(before[2], after[2]))
        if turn != 0:
            assert FIGURE.describe({"word": word, "turn": turn}) != place


def test_lengthening_changes_the_ranking_by_dot_product_and_not_the_one_by_cosine():
    changed = 0
    for word in space.WORDS:
        for longer in FIGURE.choices[1].options:
            before = neighbours({"word": word})
            for scale in (0.25, 3):
                after = neighbours({"word": word, "longer": longer, "scale": scale})
                assert after[1] == before[1]
                if longer == word:
                    assert after[0] == before[0]
                changed += after[0] != before[0]
    assert changed > 100


def test_the_presets_show_what_the_chapter_promises():
    dots, cosines, _ = neighbours({})
    assert dots[0] == cosines[0] == "queen"
    turned = FIGURE.presets["turn by 90°"]
    assert neighbours(turned)[:2] == (dots, cosines)
    loud = FIGURE.presets["throne × 3"]
    dots, cosines, scores = neighbours(loud)
    assert dots[0] == "throne" and cosines[0] == "jump" and "throne" not in cosines
    assert scores[0] == pytest.approx(0.67, abs=0.005)
    assert "throne × 3.00" in FIGURE.draw(loud)


def test_the_readers_functions_are_asked_at_every_move():
    calls = []

    def nearest(vector, table, k, by="dot"):
        calls.append(by)
        return list(range(k)), [0.5] * k

    functions = {"nearest": nearest}
    for turn in (0, 5, 5):
        answer = FIGURE.answer({"turn": turn}, functions)
    assert calls == ["dot", "cosine"] * 3
    assert [row[1] for row in answer["rows"]] == space.WORDS[:5]


@pytest.mark.parametrize("scale", [0.25, 1, 3])
def test_the_short_way_to_both_rankings_gives_what_nearest_gives(scale):
    def asked(vector, table, k, by="dot"):
        return nearest(vector, table, k, by)

    for i, word in enumerate(space.WORDS):
        for longer in (FIGURE.choices[1].options[i % 7], word):
            values = {"word": word, "longer": longer, "scale": scale, "turn": TURNS[i]}
            short, rows = FIGURE.numbers(values)[1], FIGURE.numbers(values, nearest=asked)[1]
            for ours, theirs in zip(short, rows, strict=True):
                assert [ours[0], ours[1], ours[3]] == [theirs[0], theirs[1], theirs[3]], values
                assert ours[2] == pytest.approx(theirs[2], abs=1e-12)
                assert ours[4] == pytest.approx(theirs[4], abs=1e-12)
            assert FIGURE.draw(values) == FIGURE.draw(values, nearest=asked)


@pytest.mark.parametrize(
    "functions, message",
    [
        ({"nearest": lambda v, t, k, by: None}, "nearest must return 6 different row numbers"),
        ({"nearest": lambda v, t, k, by: ([0] * k, [1.0] * k)}, "nearest must return 6 different"),
        ({"nearest": lambda v, t, k, by: ([60, 1, 2, 3, 4, 5], [1.0] * k)}, "nearest must return"),
        ({"nearest": lambda v, t, k, by: (range(k), [1.0])}, "nearest must return a list of 6"),
        ({"shift": lambda t, m: None}, "shift must return 60 rows"),
        ({"shift": lambda t, m: t[1:]}, "shift must return 60 rows"),
        ({"shift": lambda t, m: [[1.0]] * 60}, "shift, row 1, must return a list of 2"),
        ({"shift": lambda t, m: [[float("nan")] * 2] * 60}, "shift, row 1, .* is nan"),
    ],
)
def test_a_readers_broken_function_is_named(functions, message):
    with pytest.raises(ValueError, match=message):
        FIGURE.answer({}, functions)


def test_the_data_is_what_its_script_makes():
    import data_space

    assert data_space.TARGET.read_text(encoding="utf-8") == data_space.text()
    assert data_space.TARGET.stat().st_size < 8_000


def test_the_script_refuses_numbers_at_a_rounding_edge():
    import data_space

    with pytest.raises(ValueError, match="rounding edge"):
        data_space.rounded([0.1, 0.0005])
