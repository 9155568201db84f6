"""Each exercise accepts its solution, and turns down answers that are wrong in a known way."""

import re

import pytest
from chapters import PATHS, cells
from wrong import WRONG

import exercises
from exercises import checking


def solutions():
    """Return {exercise id: the function in the chapter's solution cell}."""
    found = {}
    for path in PATHS:
        namespace = {}
        for cell in cells(path):
            if cell["type"] != "code" or not {"live", "scalar"} & set(cell["tags"]):
                continue
            exec(cell["source"], namespace)
        for cell in cells(path):
            if "solution" in cell["tags"]:
                name, fn = re.search(r'check\("([\w-]+)", (\w+)\)', cell["source"]).groups()
                local = dict(namespace, check=lambda *_: None)
                exec(cell["source"], local)
                found[name] = local[fn]
    return found


SOLUTIONS = solutions()


def test_every_exercise_has_a_solution_and_at_least_two_wrong_answers():
    assert set(exercises.names()) == set(SOLUTIONS) == set(WRONG)
    assert all(len(answers) >= 2 for answers in WRONG.values())


@pytest.mark.parametrize("name", exercises.names())
def test_the_solution_passes(name, capsys):
    assert exercises.check(name, SOLUTIONS[name]) is True
    assert "checks pass" in capsys.readouterr().out


@pytest.mark.parametrize(
    "name, wrong",
    [
        pytest.param(name, wrong, id=f"{name}: {title}")
        for name, answers in WRONG.items()
        for title, wrong in answers
    ],
)
def test_a_wrong_answer_fails_with_its_values_and_a_hint(name, wrong, capsys):
    assert exercises.check(name, wrong) is False
    said = capsys.readouterr().out
    assert "FAILED" in said and "should give" in said and "hint: " in said
    assert "your function gave" in said or "it raised" in said


@pytest.mark.parametrize("name", exercises.names())
def test_every_single_check_can_fail(name):
    """No check passes for all wrong answers: each earns its place."""
    for number, check in enumerate(exercises.checks_of(name)):
        outcomes = []
        for _, wrong in WRONG[name]:
            try:
                got = wrong(*checking.copy(check.arguments))
            except Exception:
                got = None
            outcomes.append(checking.same(got, check.expected, check.tolerance))
        assert not all(outcomes), f"{name}: check {number + 1} passes for every wrong answer"


@pytest.mark.parametrize("name", exercises.names())
def test_a_stub_is_not_attempted_and_no_failure(name, capsys):
    def raises(*arguments):
        raise NotImplementedError

    assert exercises.check(name, raises) is None
    assert exercises.check(name, lambda *a: None) is None
    assert capsys.readouterr().out.count("not attempted yet") == 2


def test_a_raising_function_is_reported_and_arguments_cannot_be_changed(capsys):
    def clears(weights):
        weights.clear()
        raise KeyError("oops")

    name = "softmax-shift"
    assert exercises.check(name, clears) is False
    assert "it raised KeyError" in capsys.readouterr().out
    assert exercises.check(name, SOLUTIONS[name]) is True


@pytest.mark.parametrize("bad", ["softmax-nope", "nope", "", None, 3])
def test_an_unknown_exercise_is_refused_with_a_list(bad):
    with pytest.raises(ValueError, match="there is no exercise .* there are "):
        exercises.check(bad, len)


def test_what_is_no_function_is_said(capsys):
    assert exercises.check("softmax-two", 3) is False
    assert "must be your function, got int" in capsys.readouterr().out


@pytest.mark.parametrize(
    "got, expected, result",
    [
        (1.0, 1, True), (True, 1, False), ("1", 1, False), (float("nan"), 1, False),
        ([1, 2], [1, 2], True), ([1], [1, 2], False), (1, [1], False), ("ab", ["a", "b"], False),
        (None, 0, False), ([[1], [2]], [[1], [2]], True), (10**400, 1, False),
    ],
)  # fmt: skip
def test_same(got, expected, result):
    assert checking.same(got, expected, 1e-9) is result
