"""Explorers on the built pages: every control, the address, and nothing loads early."""

import pytest
from browsing import DISTINCT, EXPLORERS, both, named, until

import explorers

pytestmark = pytest.mark.browser
FIRST_PATH, FIRST_ID, FIRST_NAME, _ = EXPLORERS[0] if EXPLORERS else (None,) * 4


def first_slider(name):
    return next(s for s in explorers.get(name).sliders if not s.when)


@both
@pytest.mark.parametrize("path,id,name,functions", EXPLORERS, ids=named(EXPLORERS))
def test_explorer_comes_alive_and_shows_its_defaults(page, path, id, name, functions):
    page.open(path)
    page.explorer(id).wait().assert_shows(name, {})


@pytest.mark.parametrize("path,id,name,functions", EXPLORERS, ids=named(EXPLORERS))
def test_every_slider_by_mouse(page, path, id, name, functions):
    explorer = page.open(path).explorer(id).wait()
    for slider in explorers.get(name).sliders:
        explorer.enable(name, slider.name)
        for share, end in ((1, slider.max), (0, slider.min)):
            explorer.drag(slider.name, share)
            explorer.assert_value(slider.name, end)
        explorer.drag(slider.name, 0.7)
        assert explorer.wait_for_move(slider.name, slider.min) < slider.max
        explorer.assert_shows(name, explorer.values(name))


@pytest.mark.parametrize("path,id,name,functions", DISTINCT, ids=named(DISTINCT))
def test_every_slider_by_keyboard(page, path, id, name, functions):
    explorer = page.open(path).explorer(id).wait()
    for slider in explorers.get(name).sliders:
        explorer.enable(name, slider.name)
        range = explorer.range(slider.name)
        range.press("Home")
        explorer.assert_value(slider.name, slider.min)
        range.press("End")
        explorer.assert_value(slider.name, slider.max)
        range.press("ArrowLeft")
        value = explorer.wait_for_move(slider.name, slider.max)
        if slider.log:
            assert value == pytest.approx(slider.max / 10**slider.step, rel=1e-5)
            assert float(range.get_attribute("aria-valuetext")) == value
        else:
            assert value == pytest.approx(slider.max - slider.step)
        explorer.assert_shows(name, explorer.values(name))


@pytest.mark.parametrize("path,id,name,functions", DISTINCT, ids=named(DISTINCT))
def test_every_number_box_sets_its_slider_and_is_clamped(page, path, id, name, functions):
    explorer = page.open(path).explorer(id).wait()
    for slider in explorers.get(name).sliders:
        explorer.enable(name, slider.name)
        box = explorer.box(slider.name)
        value = float(f"{slider.positions()[len(slider.positions()) // 3]:.6g}")
        box.fill(f"{value}")
        explorer.assert_shows(name, {**explorer.values(name), slider.name: value})
        box.press("Enter")
        explorer.assert_value(slider.name, value)
        position = explorer.range(slider.name).evaluate("r => r.valueAsNumber")
        assert (10**position if slider.log else position) == pytest.approx(value, rel=1e-3)
        box.fill("1e9")
        box.press("Enter")
        explorer.assert_value(slider.name, slider.max)
        box.fill("")
        box.press("Tab")
        explorer.assert_value(slider.name, slider.max)


@pytest.mark.parametrize("path,id,name,functions", DISTINCT, ids=named(DISTINCT))
def test_presets_choices_and_reset(page, path, id, name, functions):
    figure = explorers.get(name)
    explorer = page.open(path).explorer(id).wait()
    expected = figure.defaults()
    for preset, values in figure.module.presets:
        expected = figure.clean({**expected, **values})
        button = explorer.element.locator(f'button[data-preset="{preset}"]')
        button.click()
        explorer.assert_shows(name, expected)
        for slider in figure.sliders:
            assert explorer.value(slider.name) == pytest.approx(expected[slider.name], rel=1e-5)
        assert button.get_attribute("aria-pressed") == "true"
    for choice in figure.choices:
        for option in choice.options:
            explorer.select(choice.name).select_option(option)
            explorer.assert_shows(name, explorer.values(name))
            for slider in figure.sliders:
                if slider.when and slider.when[0] == choice.name:
                    assert explorer.range(slider.name).is_disabled() == (slider.when[1] != option)
    explorer.element.locator("button[data-action=reset]").click()
    explorer.assert_defaults(name)


@pytest.mark.parametrize("path,id,name,functions", EXPLORERS, ids=named(EXPLORERS))
def test_every_control_has_its_label(page, path, id, name, functions):
    explorer = page.open(path).explorer(id).wait()
    figure = explorers.get(name)
    for slider in figure.sliders:
        for control in (explorer.range(slider.name), explorer.box(slider.name)):
            label = control.evaluate("c => c.labels[0].textContent")
            assert slider.label in label
    for choice in figure.choices:
        label = explorer.select(choice.name).evaluate("c => c.labels[0].textContent")
        assert label == choice.label
    assert explorer.element.locator(".explorer-says").get_attribute("aria-live") == "polite"


@both
def test_address_keeps_the_state(page):
    slider = first_slider(FIRST_NAME)
    explorer = page.open(FIRST_PATH).explorer(FIRST_ID).wait()
    assert "#" not in page.page.url
    for share in (0.8, 0.7, 0.8):  # a page that still moves can slip away under the mouse
        explorer.drag(slider.name, share)
        if until(lambda: f"#{FIRST_ID}.{slider.name}=" in page.page.url, True, timeout=5):
            break
    assert f"#{FIRST_ID}.{slider.name}=" in page.page.url
    value = explorer.value(slider.name)
    page.page.reload()
    explorer.assert_value(slider.name, value)
    explorer.wait().assert_shows(FIRST_NAME, explorer.values(FIRST_NAME))
    explorer.element.locator("button[data-action=reset]").click()
    assert until(lambda: "#" in page.page.url, False) is False


def test_address_is_written_on_release_only(page):
    slider = first_slider(FIRST_NAME)
    explorer = page.open(FIRST_PATH).explorer(FIRST_ID).wait()
    range = explorer.range(slider.name)
    range.evaluate("r => { r.value = r.max; r.dispatchEvent(new Event('input')); }")
    explorer.assert_shows(FIRST_NAME, {slider.name: slider.max})
    assert "#" not in page.page.url
    range.evaluate("r => r.dispatchEvent(new Event('change'))")
    assert f"#{FIRST_ID}.{slider.name}=" in page.page.url


def test_address_clamps_and_ignores_what_it_does_not_know(page):
    slider = first_slider(FIRST_NAME)
    hash = f"#nobody.x=1&{FIRST_ID}.nothing=2&{FIRST_ID}.{slider.name}=1e99&%E0%A4%A&{FIRST_ID}.=3"
    explorer = page.open(FIRST_PATH + hash).explorer(FIRST_ID).wait()
    explorer.assert_value(slider.name, slider.max)
    explorer.assert_shows(FIRST_NAME, {slider.name: slider.max})
    for text in ("abc", "", "NaN", "Infinity", "%E0%A4%A"):
        page.page.evaluate(f"location.hash = '#{FIRST_ID}.{slider.name}={slider.min}'")
        explorer.assert_value(slider.name, slider.min)
        other = f"&{FIRST_ID}.{slider.name}={slider.default}" if "%" in text else ""
        page.page.evaluate(f"location.hash = '#{FIRST_ID}.{slider.name}={text}{other}'")
        explorer.assert_value(slider.name, slider.default)


def test_address_change_is_followed_and_anchors_are_left_alone(page):
    slider = first_slider(FIRST_NAME)
    explorer = page.open(FIRST_PATH).explorer(FIRST_ID).wait()
    page.page.evaluate(f"location.hash = '#{FIRST_ID}.{slider.name}={slider.min}'")
    explorer.assert_value(slider.name, slider.min)
    explorer.assert_shows(FIRST_NAME, {slider.name: slider.min})
    anchor = page.page.evaluate("document.querySelector('article section section').id")
    page.page.evaluate(f"location.hash = '#{anchor}'")
    page.page.wait_for_timeout(100)
    explorer.assert_value(slider.name, slider.min)
    explorer.element.locator("button[data-action=reset]").click()
    explorer.assert_defaults(FIRST_NAME)
    assert page.page.url.endswith(f"#{anchor}")


def test_second_explorer_of_a_name_has_its_own_address(page):
    path, id, name, _ = next(one for one in EXPLORERS if one[1] != one[2])
    slider = first_slider(name)
    page.open(f"{path}#{id}.{slider.name}={slider.max}")
    assert page.explorer(id).wait().value(slider.name) == slider.max
    assert page.explorer(name).wait().value(slider.name) == slider.default


@both
def test_runtime_is_not_loaded_before_it_is_needed(new_page):
    page = new_page(height=240)
    page.page.add_init_script(
        "document.addEventListener('DOMContentLoaded', () => {"
        "document.querySelector('article').style.paddingTop = '300vh'; })"
    )
    page.open(FIRST_PATH)
    page.page.wait_for_timeout(500)
    explorer = page.explorer(FIRST_ID)
    assert explorer.state() == "drawn"
    assert explorer.element.locator(".explorer-figure svg").count() == 1
    assert not any("runtime.js" in url for url in page.requests)
    explorer.wait()
    assert sum("runtime.js" in url for url in page.requests) == 1


def test_touching_a_control_loads_the_runtime(new_page):
    page = new_page(height=240)
    page.page.add_init_script(
        "window.IntersectionObserver = class { observe() {} disconnect() {} }"
    )
    page.open(FIRST_PATH)
    page.page.wait_for_timeout(300)
    explorer = page.explorer(FIRST_ID)
    assert explorer.state() == "drawn"
    explorer.range(first_slider(FIRST_NAME).name).press("ArrowRight")
    explorer.wait()


def test_latest_value_wins(page):
    slider = first_slider(FIRST_NAME)
    explorer = page.open(FIRST_PATH).explorer(FIRST_ID).wait()
    explorer.range(slider.name).evaluate(
        """r => {
          const step = Number(r.step);
          for (let i = 0; i < 400; i += 1) {
            r.value = Number(r.min) + step * (i % 50);
            r.dispatchEvent(new Event('input'));
          }
          r.value = r.max;
          r.dispatchEvent(new Event('input'));
          r.dispatchEvent(new Event('change'));
        }"""
    )
    explorer.assert_value(slider.name, slider.max)
    explorer.assert_shows(FIRST_NAME, explorer.values(FIRST_NAME))


def test_numbers_can_be_copied_as_csv(new_page):
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    explorer = page.open(FIRST_PATH).explorer(FIRST_ID).wait()
    header, *rows = explorer.table()
    explorer.element.locator("[data-action=csv]").click()
    text = page.page.evaluate("navigator.clipboard.readText()")
    lines = text.strip().splitlines()
    assert len(lines) == len(rows) + 1
    assert "\u2212" not in text
    with page.page.expect_download() as download:
        explorer.element.locator("[data-action=download]").click()
    assert download.value.suggested_filename == f"{FIRST_ID}.csv"
    explorer.drag(first_slider(FIRST_NAME).name, 0.9)
    explorer.element.locator("[data-action=link]").click()
    assert page.page.evaluate("navigator.clipboard.readText()") == page.page.url
    assert "#" in page.page.url


def test_picture_without_scripts(new_page):
    page = new_page(java_script_enabled=False)
    page.open(FIRST_PATH)
    image = page.page.locator(".explorer-figure img").first
    assert image.bounding_box()["height"] > 100
    assert len(image.get_attribute("alt")) > 20
    assert page.page.locator(".explorer-says").first.is_visible()


def test_a_picture_cannot_act_on_the_page(page):
    path, id, name, _ = next(one for one in EXPLORERS if one[3])
    explorer = page.open(path).explorer(id).wait()
    cell = page.cells()[0]
    cell.run(
        f"{cell.code()}\nimport explorers.{name} as module\n"
        "def draw(values, **functions):\n"
        '    return (\'<svg xmlns="http://www.w3.org/2000/svg" onload="window.acted = 1">\'\n'
        "        '<script>window.acted = 1</script><image href=\"http://example.org/x.png\"/>'\n"
        "        '<text onclick=\"window.acted = 1\">plain</text></svg>')\n"
        "module.draw = draw\n"
    )
    explorer.wait()
    text = explorer.element.locator("svg text")
    text.wait_for(state="attached")
    assert text.inner_html() == "plain"
    assert page.page.evaluate("window.acted") is None
    assert "onclick" not in explorer.picture() and "script" not in explorer.picture()
