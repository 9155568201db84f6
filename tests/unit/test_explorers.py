"""Every explorer over the whole of its controls: sound pictures, finite numbers, one sentence."""

import inspect
import json
import random
import re
import xml.etree.ElementTree as ET

import pytest

import explorers
from explorers import contract, num, svg

NAMES = explorers.names()
each = pytest.mark.parametrize("name", NAMES)


def points(figure):
    """Yield (what, values): defaults, presets, every step of each slider, 200 random points."""
    yield "defaults", figure.defaults()
    for preset, values in figure.presets.items():
        yield preset, values
    settings = [{}] + [{c.name: o} for c in figure.choices for o in c.options]
    for chosen in settings:
        for slider in figure.sliders:
            steps = slider.positions()
            if chosen and len(settings) > 20:  # a choice of many words: for each, both ends
                steps = [steps[0], steps[-1]]
            for value in steps:
                yield f"{chosen} {slider.name}={value}", {**chosen, slider.name: value}
    rng = random.Random(7)
    for i in range(200):
        values = {s.name: rng.uniform(s.min, s.max) for s in figure.sliders}
        values.update({c.name: rng.choice(c.options) for c in figure.choices})
        yield f"random {i}", values


def check_picture(picture, what):
    root = ET.fromstring(picture)
    assert root.tag == "{http://www.w3.org/2000/svg}svg", what
    x, y, width, height = map(float, root.attrib["viewBox"].split())
    assert (x, y, width) == (0, 0, 360) and height > 0, what
    assert root.attrib["role"] == "img" and root.attrib["aria-label"], what
    assert not re.search(r"\b(nan|NaN|inf|Infinity|None)\b", picture), what
    for element in root.iter():
        tag = element.tag.split("}")[1]
        assert tag not in ("script", "foreignObject", "a", "image"), what
        if tag == "text":
            assert float(element.attrib["font-size"]) >= 12, what
            tx, ty = float(element.attrib["x"]), float(element.attrib["y"])
            assert 0 <= tx <= 360 and 0 <= ty <= height, (what, element.text, tx, ty)
        for colour in (element.attrib.get("fill"), element.attrib.get("stroke")):
            assert colour is None or colour == "none" or colour.startswith("var(--fig-"), what


@each
def test_every_point_gives_a_sound_picture_and_finite_numbers(name):
    figure = explorers.get(name)
    for what, values in points(figure):
        header, rows = figure.numbers(values)
        assert rows and all(len(row) == len(header) for row in rows), what
        for row in rows:
            for cell in row:
                assert isinstance(cell, (str, int, float)), what
                assert isinstance(cell, str) or abs(cell) < float("inf"), what
        check_picture(figure.draw(values), what)
        says = figure.describe(values)
        assert says.endswith(".") and "\n" not in says and re.search(r"\d", says), (what, says)


@each
def test_the_same_values_give_the_same_answer(name):
    figure = explorers.get(name)
    for values in figure.presets.values():
        assert figure.answer(values, {}) == figure.answer(values, {})


@each
def test_every_control_that_is_on_changes_the_picture(name):
    figure = explorers.get(name)
    for control in figure.controls:
        base = {control.when[0]: control.when[1]} if control.when else {}
        if isinstance(control, contract.Slider):
            ends = [control.min, control.max]
        else:
            ends = control.options
        pictures = {figure.draw({**base, control.name: end}) for end in ends}
        assert len(pictures) == len(ends), f"{name}: {control.name} changes nothing"


@each
def test_its_functions_are_keywords_of_all_three_with_the_books_own_as_defaults(name):
    module = explorers.get(name).module
    for part in (module.draw, module.describe):
        parameters = inspect.signature(part).parameters
        assert list(parameters)[0] == "values"
        assert {k: p.default for k, p in list(parameters.items())[1:]} == module.functions
    for function in module.functions.values():
        assert function.__module__.startswith("attention.scalar")


def test_a_table_is_kept_for_one_answer_only():
    calls = []

    @contract.once
    def numbers(values, f=len):
        calls.append(f)
        return ["x"], [[values["a"]]]

    values = {"a": 1}
    assert numbers(values, f=len) is numbers(values, f=len) and len(calls) == 1
    numbers(values, f=max)
    assert len(calls) == 2
    values["a"] = 2  # the same object with another content is another question
    assert numbers(values, f=max)[1] == [[2]]
    numbers({"a": 2}, f=max)
    assert len(calls) == 4


@each
def test_the_spec_is_plain_and_its_presets_name_real_controls(name):
    figure = explorers.get(name)
    spec = json.loads(json.dumps(figure.spec()))
    assert spec["name"] == name and spec["title"] and spec["caption"]
    known = {c.name: c for c in figure.controls}
    assert len(known) == len(figure.controls)
    assert figure.presets
    for preset, values in figure.presets.items():
        for control, value in values.items():
            assert control in known, f"{name}: preset {preset} sets {control}"
            assert known[control].clean(value) == value, f"{name}: {preset} sets {control}={value}"
    for control in figure.controls:
        assert control.clean(control.default) == control.default
        if control.when:
            choice, option = control.when
            assert option in known[choice].options


@each
def test_values_from_outside_are_clamped_and_unknown_names_dropped(name):
    figure = explorers.get(name)
    for slider in figure.sliders:
        assert figure.clean({slider.name: 1e20})[slider.name] == slider.max
        assert figure.clean({slider.name: "-1e20"})[slider.name] == slider.min
        for bad in ("x", None, float("nan"), [1]):
            assert figure.clean({slider.name: bad})[slider.name] == slider.default
    for choice in figure.choices:
        assert figure.clean({choice.name: "no such option"})[choice.name] == choice.default
    assert "nonsense" not in figure.clean({"nonsense": 1})
    assert set(figure.clean({})) == {c.name for c in figure.controls}


@pytest.mark.parametrize("bad", ["nope", "svg", "", "data/x", "shares.svg", None, 3])
def test_an_explorer_that_does_not_exist_is_refused_with_a_list(bad):
    with pytest.raises(ValueError, match="there is no explorer .* there are dials, mix"):
        explorers.get(bad)


def test_a_readers_broken_function_is_named():
    figure = explorers.get("shares")
    for broken, message in [
        (lambda s, t: None, "softmax must return a list of 4 finite numbers, it returned None"),
        (
            lambda s, t: [1.0],
            "softmax must return a list of 4 finite numbers, it returned a list of 1",
        ),
        (lambda s, t: [float("nan")] * 4, "one of them is nan"),
    ]:
        with pytest.raises(ValueError, match=message):
            figure.answer({}, {"softmax": broken})


@pytest.mark.parametrize(
    "x, decimals, text",
    [
        (0.125, 2, "0.13"), (-0.125, 2, "\u22120.13"), (2.5, 0, "3"), (-0.001, 2, "0.00"),
        (1e20, 1, "100000000000000000000.0"), (0, 3, "0.000"), (9.999, 2, "10.00"), (7, 0, "7"),
    ],
)  # fmt: skip
def test_num(x, decimals, text):
    assert num.num(x, decimals) == text


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), float("-inf")])
def test_num_refuses_what_is_not_finite(bad):
    with pytest.raises(ValueError, match="must be finite"):
        num.num(bad)


def test_small_text_and_unknown_colours_are_refused():
    with pytest.raises(ValueError, match="at least 12"):
        svg.text(0, 0, "x", size=11)
    with pytest.raises(ValueError, match="no colour 'red'"):
        svg.colour("red")


def test_recorded_data_is_what_its_script_makes():
    import data_shares

    assert data_shares.TARGET.read_text(encoding="utf-8") == data_shares.text()
