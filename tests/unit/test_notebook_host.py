"""The sliders of the notebook are real, over their whole range, and carry the page's version."""

import base64
import html
import re

import ipywidgets
import pytest

import explorers
from explorers.notebook import Explorer

each = pytest.mark.parametrize("name", explorers.names())


def shown(explorer):
    return explorer.picture.value, html.unescape(explorer.says.value)


@each
def test_every_control_is_a_widget_and_follows_its_range(name):
    figure, explorer = explorers.get(name), Explorer(name)
    assert set(explorer.inputs) == {c.name for c in figure.controls}
    for slider in figure.sliders:
        box = explorer.inputs[slider.name]
        assert isinstance(box, ipywidgets.FloatLogSlider if slider.log else ipywidgets.FloatSlider)
        assert box.readout and box.value == pytest.approx(slider.default)
        if slider.when:
            explorer.set(**{slider.when[0]: slider.when[1]})
        for end in (slider.min, slider.max):
            box.value = end
            assert figure.draw(explorer.values()) in explorer.picture.value
            assert html.unescape(explorer.says.value) == figure.describe(explorer.values())
    for choice in figure.choices:
        for option in choice.options:
            explorer.inputs[choice.name].value = option
            assert html.unescape(explorer.says.value) == figure.describe(explorer.values())


@each
def test_presets_and_reset_are_buttons_that_work(name):
    figure, explorer = explorers.get(name), Explorer(name)
    start = shown(explorer)
    buttons = {b.description: b for b in explorer.children[0].children}
    assert set(buttons) == set(figure.presets) | {"Reset"}
    for preset in figure.presets:
        buttons["Reset"].click()
        buttons[preset].click()
        for control, value in figure.presets[preset].items():
            now = explorer.values()[control]
            assert now == (value if isinstance(value, str) else pytest.approx(value, rel=1e-6))
    buttons["Reset"].click()
    assert shown(explorer) == start


@each
def test_controls_without_effect_are_off(name):
    figure, explorer = explorers.get(name), Explorer(name)
    for control in figure.controls:
        if control.when:
            choice, option = control.when
            for other in next(c for c in figure.choices if c.name == choice).options:
                explorer.inputs[choice].value = other
                assert explorer.inputs[control.name].disabled == (other != option)


@each
def test_the_bundle_carries_the_pages_version(name):
    bundle = Explorer(name)._repr_mimebundle_()
    assert bundle["text/plain"] == f"Explorer({name!r})"
    assert "application/vnd.jupyter.widget-view+json" in bundle
    page = bundle["text/html"]
    assert f'data-explorer="{name}"' in page and "<input" not in page and "<svg" not in page
    picture = base64.b64decode(re.search(r"base64,([^\"]+)", page).group(1)).decode()
    assert picture == explorers.get(name).draw({})
    alt = html.unescape(re.search(r'alt="([^"]+)"', page).group(1))
    assert alt == explorers.get(name).describe({})


def test_a_readers_function_drives_the_figure_and_may_fail():
    broken = [False]

    def softmax(scores, temperature):
        if broken[0]:
            raise RuntimeError("<oops>")
        return [1 / len(scores)] * len(scores)

    explorer = Explorer("shares", softmax=softmax)
    assert (
        "25.0 %" in explorer.says.value and "softmax" in explorer._repr_mimebundle_()["text/html"]
    )
    before = explorer.picture.value
    broken[0] = True
    explorer.inputs["T"].value = 3
    assert "RuntimeError" in explorer.says.value and "&lt;oops&gt;" in explorer.says.value
    assert explorer.picture.value == before
    broken[0] = False
    explorer.inputs["T"].value = 2
    assert "25.0 %" in explorer.says.value


def test_unknown_names_are_refused():
    with pytest.raises(ValueError, match="there is no explorer 'nope'"):
        Explorer("nope")
    with pytest.raises(ValueError, match="takes effective_count, softmax, not softmin"):
        Explorer("shares", softmin=len)
