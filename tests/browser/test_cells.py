"""Cells that run on the built pages, and exercises solved on them."""

import pytest
from browsing import BOUND, CHAPTERS, both, stored_outputs, until

pytestmark = pytest.mark.browser

# The chapter whose function the reader changes in these tests.
SOFTMAX = next((p for p in CHAPTERS if "softmax" in p), None)
UNIFORM = (
    "def softmax(scores, temperature=1.0):\n"
    "    n = len(scores)\n"
    "    return [1 / n] * n\n"
)  # fmt: skip


def bound_to_softmax(page):
    id = next(id for path, id, _, functions in BOUND if path == SOFTMAX and "softmax" in functions)
    return page.explorer(id)


@both
@pytest.mark.parametrize("path", CHAPTERS)
def test_live_cells_print_their_stored_outputs(page, path):
    page.open(path)
    cells = page.cells()
    live = [one for one in stored_outputs(path) if is_live(one[0])]
    assert [cell.code() for cell in cells] == [code.rstrip() for _, code, _ in live]
    # The last one runs all that it stands on.
    cells[-1].run()
    for cell, (tags, _, text) in zip(cells, live):
        if cell.state() is None:
            assert "exercise" in tags  # nobody's base: it runs when it is asked
            cell.run()
        if text:
            assert cell.output() == text.rstrip("\n")


def is_live(tags):
    runs_elsewhere = {"solution", "array", "torch", "model"} & set(tags)
    return bool({"scalar", "live", "exercise"} & set(tags)) and not runs_elsewhere


@pytest.mark.parametrize("path", CHAPTERS)
def test_stored_output_is_shown_before_a_run(page, path):
    page.open(path)
    live = [one for one in stored_outputs(path) if is_live(one[0])]
    for cell, (_, _, text) in zip(page.cells(), live):
        assert cell.output() == text.rstrip("\n")


@pytest.mark.parametrize("path", CHAPTERS)
def test_cells_that_do_not_run_here_say_what_they_need(page, path):
    page.open(path)
    notes = page.page.locator(".cell-needs")
    assert notes.count() >= 1
    assert page.page.locator(".live-cell .cell-needs").count() == 0
    for i in range(notes.count()):
        link = notes.nth(i).locator("a").get_attribute("href")
        assert "mybinder.org" in link and "lab/tree/book/" in link.replace("%2F", "/")


@both
def test_readers_function_reaches_explorer_and_cells_below(page):
    page.open(SOFTMAX)
    explorer = bound_to_softmax(page).wait()
    own = page.explorer(explorer.element.get_attribute("data-explorer")).wait()
    says = own.says()
    cell = page.cell("def softmax(")
    below = page.cell("show(softmax([2, 1, 0, -1]))")
    cell.run(UNIFORM)
    assert until(lambda: "25.0 %" in explorer.says(), True)
    assert "softmax" in explorer.note()
    assert own.says() == says
    assert until(lambda: below.output().splitlines()[0], "0.250  0.250  0.250  0.250")
    assert below.output().splitlines()[0] == "0.250  0.250  0.250  0.250"
    # And back: the text, the stored output, and what the explorer and the cells below show.
    stored = [text for _, code, text in stored_outputs(SOFTMAX) if code.rstrip() == below.code()][0]
    cell.press("reset")
    assert "def softmax" in cell.code() and cell.editor().count() == 0
    assert until(lambda: explorer.says() == says, True)
    assert until(below.output, stored.rstrip("\n")) == stored.rstrip("\n")


def test_running_a_cell_runs_what_it_stands_on(page):
    page.open(SOFTMAX)
    cells = page.cells()
    number = page.cell("show(softmax([2, 1, 0, -1]))").number
    assert all(cell.state() is None for cell in cells)
    cells[number - 1].run()
    assert all(cell.state() == "done" for cell in cells[:number])
    assert all(cell.state() is None for cell in cells[number:])


@both
def test_endless_loop_is_ended_and_the_page_goes_on(page):
    page.open(SOFTMAX)
    explorer = bound_to_softmax(page).wait()
    softmax = page.cell("def softmax(")
    softmax.run(UNIFORM)
    assert until(lambda: "25.0 %" in explorer.says(), True)
    loop = page.cell("for weight in softmax(")
    text = "print('before')\nwhile True:\n    pass"
    output = loop.run(text, state="failed")
    assert output.splitlines()[0] == "before"
    assert "2 seconds" in output
    # The reader's text is kept, here and above, and the earlier cells are back with it.
    assert loop.editor().input_value() == text
    assert softmax.editor().input_value() == UNIFORM
    below = page.cell("show(softmax([2, 1, 0, -1]))")
    assert below.run().splitlines()[0] == "0.250  0.250  0.250  0.250"
    explorer.wait()
    assert "25.0 %" in explorer.says()
    explorer.element.locator("button[data-preset]").first.click()
    explorer.wait()


def test_traceback_stands_under_the_cell(page):
    page.open(SOFTMAX)
    cell = page.cell("for weight in softmax(")
    output = cell.run("def f(x):\n    return 1 / x\n\nprint('first')\nf(0)", state="failed")
    lines = output.splitlines()
    assert lines[0] == "first"
    number = cell.number
    assert [line.strip() for line in lines if line.strip()][1:] == [
        "Traceback (most recent call last):",
        f"cell {number}, line 5",
        "f(0)",
        f"cell {number}, line 2, in f",
        "return 1 / x",
        "ZeroDivisionError: divide by zero",
    ]


def test_endless_recursion_does_not_end_the_page(page):
    page.open(SOFTMAX)
    cell = page.cell("for weight in softmax(")
    output = cell.run("def f(n):\n    return f(n + 1)\nf(0)", state="failed")
    assert "recursion" in output
    page.cell("show(softmax([2, 1, 0, -1]))").run()


def test_a_million_lines_do_not_freeze_the_page(page):
    page.open(SOFTMAX)
    page.cell("for weight in softmax(").run()
    # The page goes on answering: a timer of its own keeps ticking while the cell prints.
    page.page.evaluate("() => { window.ticks = 0; setInterval(() => { window.ticks += 1; }, 10); }")
    cell = page.cell("for weight in softmax(")
    cell.edit("for i in range(1000000):\n    print(i)")
    before = page.page.evaluate("window.ticks")
    cell.press("run")
    assert until(lambda: cell.state() in ("done", "failed"), True, timeout=30)
    assert page.page.evaluate("window.ticks") - before >= 5
    lines = cell.output().splitlines()
    assert lines[:2] == ["0", "1"] and "199" in lines
    assert "200 lines" in cell.output()
    assert len(lines) < 210


def test_output_past_print_is_cut_too(page):
    page.open(SOFTMAX)
    cell = page.cell("for weight in softmax(")
    output = cell.run("import sys\nfor i in range(5000):\n    sys.stdout.write('x\\n')")
    assert output.count("x") == 200 and "200 lines" in output


def test_out_of_memory_does_not_end_the_page(page):
    page.open(SOFTMAX)
    cell = page.cell("for weight in softmax(")
    cell.run("x = bytearray(3000000000)", state="failed")
    assert page.cell("show(softmax([2, 1, 0, -1]))").run().startswith("0.644")


@pytest.mark.parametrize("cure", ["reset", "another text"])
def test_a_shadowed_name_is_gone_with_the_text_that_shadowed_it(page, cure):
    page.open(SOFTMAX)
    explorer = bound_to_softmax(page).wait()
    says = explorer.says()
    cell = page.cell("score / sum(scores)")
    below = page.cell("show(softmax([2, 1, 0, -1]))")
    cell.run("sum = 0\nprint(sum)")
    assert until(lambda: "error" == explorer.element.get_attribute("data-state"), True)
    assert below.state() == "failed"
    if cure == "reset":
        cell.press("reset")
    else:
        cell.run("print(sum([1, 2]))")
        assert cell.output() == "3"
    assert until(lambda: below.output().startswith("0.644"), True)
    assert until(lambda: explorer.says() == says, True)
    explorer.wait()


def test_a_builtin_that_a_cell_changes_is_back_after_it(page):
    page.open(SOFTMAX)
    cell = page.cell("score / sum(scores)")
    cell.run("import builtins\nbuiltins.len = None\nbuiltins.sum = None\nprint('changed')")
    assert page.cell("show(softmax([2, 1, 0, -1]))").run().startswith("0.644")
    assert "SyntaxError" in cell.run("x = (", state="failed")


def test_input_says_that_it_does_not_work_here(page):
    page.open(SOFTMAX)
    output = page.cell("score / sum(scores)").run("input('how much? ')", state="failed")
    assert "input() does not work on the page" in output


def test_a_function_that_never_ends_stops_the_cells_below_once(page):
    page.open(SOFTMAX)
    page.cell("show(softmax([2, 1, 0, -1]))").run()
    cell = page.cell("def softmax(")
    cell.run("def softmax(scores, temperature=1.0):\n    while True:\n        pass\n")
    lost = page.page.locator(".live-stopped")
    assert until(lost.count, 1) == 1
    page.page.wait_for_timeout(5000)  # longer than a second cell would take to be stopped
    assert lost.count() == 1
    cell.press("reset")
    assert page.cell("show(softmax([2, 1, 0, -1]))").run().startswith("0.644")


def test_what_stands_on_a_broken_cell_gets_the_books_version(page):
    page.open(SOFTMAX)
    page.cell("def softmax(").run("def softmax(scores:", state="failed")
    below = page.cell("show(softmax([2, 1, 0, -1]))")
    output = below.run()
    assert output.startswith("0.644")
    assert "book's version" in output


@pytest.mark.parametrize(
    "body,says",
    [
        ("    raise ValueError('not yet')", "ValueError: not yet"),
        ("    return [float('nan')] * len(scores)", "nan"),
        ("    return [0.5]", "1"),
        ("    return None", "softmax"),
        ("    return 'abcd'", "softmax"),
    ],
)
def test_broken_function_stops_only_its_explorer(page, body, says):
    page.open(SOFTMAX)
    explorer = bound_to_softmax(page).wait()
    own = page.explorer(explorer.element.get_attribute("data-explorer")).wait()
    picture = explorer.picture()
    cell = page.cell("def softmax(")
    cell.run(f"def softmax(scores, temperature=1.0):\n{body}")
    explorer.wait("error")
    assert says in explorer.note()
    assert explorer.picture() == picture  # the last good one
    own.wait()
    own.element.locator("button[data-preset]").first.click()
    own.wait()
    cell.run(UNIFORM)
    explorer.wait()
    assert "25.0 %" in explorer.says()


def test_function_that_does_not_end_stops_only_its_explorer(page):
    page.open(SOFTMAX)
    explorer = bound_to_softmax(page).wait()
    own = page.explorer(explorer.element.get_attribute("data-explorer")).wait()
    cell = page.cell("def softmax(")
    # The cells below call softmax too: one argument of theirs is spared.
    cell.run(
        "def softmax(scores, temperature=1.0):\n"
        "    while len(scores) == 4 and scores[0] == 4.0:\n"
        "        pass\n"
        "    return [1 / len(scores)] * len(scores)\n"
    )
    explorer.wait()
    range = explorer.element.locator("input[type=range]:enabled").first
    range.press("End")
    explorer.wait("error", timeout=8000)
    assert "2 seconds" in explorer.note()
    # While the control moves it does not try again: each try would cost two seconds.
    range.evaluate("r => r.dispatchEvent(new Event('input'))")
    assert explorer.state() == "error"
    own.element.locator("button[data-preset]").first.click()
    own.wait()
    explorer.element.locator("button[data-action=reset]").click()
    explorer.wait()


@pytest.mark.parametrize("path", CHAPTERS)
def test_exercises_are_solved_and_checked_on_the_page(page, path):
    page.open(path)
    cells = stored_outputs(path)
    pairs = [
        (stub, solution)
        for stub, solution in zip(cells, cells[1:])
        if is_live(stub[0]) and "exercise" in stub[0] and "solution" in solution[0]
    ]
    assert len(pairs) >= 3
    for (_, stub, untouched), (_, solution, solved) in pairs:
        cell = page.cell(stub.rstrip().splitlines()[-1])
        assert "exercise-cell" in cell.element.get_attribute("class")
        assert cell.run(action="check") == untouched.rstrip("\n")
        assert cell.run(solution, action="check") == solved.rstrip("\n")
        wrong = stub.replace("raise NotImplementedError", "return 0.123456")
        assert "FAILED" in cell.run(wrong, action="check")
        cell.press("reset")
        assert cell.output() == untouched.rstrip("\n")


def test_editor_keys(page):
    page.open(SOFTMAX)
    cell = page.cell("for weight in softmax(")
    cell.press("edit")
    editor, keyboard = cell.editor(), page.page.keyboard
    assert editor.evaluate("e => e === document.activeElement")
    original = editor.input_value()
    editor.press("Control+a")
    keyboard.type("if True:")
    keyboard.press("Enter")
    keyboard.type("x = 1")
    keyboard.press("Enter")
    keyboard.type("print(x)")
    assert editor.input_value() == "if True:\n    x = 1\n    print(x)"
    keyboard.press("Tab")
    assert editor.input_value().endswith("print(x)    ")
    keyboard.press("Shift+Tab")
    assert editor.input_value() == "if True:\n    x = 1\nprint(x)    "
    keyboard.press("Control+z")
    assert editor.input_value() == "if True:\n    x = 1\n    print(x)    "
    keyboard.press("Control+End")
    for _ in range(4):
        keyboard.press("Backspace")
    keyboard.press("Control+a")
    keyboard.press("Tab")
    assert editor.input_value() == "    if True:\n        x = 1\n        print(x)"
    keyboard.press("Shift+Tab")
    assert editor.input_value() == "if True:\n    x = 1\n    print(x)"
    for keys in ("Control+Enter", "Shift+Enter"):
        keyboard.press(keys)
        assert until(cell.output, "1") == "1"
        cell.element.locator(".live-output").evaluate("o => o.replaceChildren()")
    keyboard.press("Escape")
    assert editor.evaluate("e => e !== document.activeElement")
    assert editor.count() == 1  # it holds the reader's text
    cell.press("reset")
    cell.press("edit")
    assert cell.editor().input_value() == original
    keyboard.press("Escape")
    assert cell.editor().count() == 0
    assert cell.code() == original
