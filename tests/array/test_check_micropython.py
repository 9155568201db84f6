"""The checks return and say the same in MicroPython, which runs them on the page, as in CPython."""

import contextlib
import io

import pytest
from page.page_python import ROOT, RUNTIME, in_micropython

# Every check meets every value; one line for each says what came of it.
PROGRAM = """
from attention import _check

nan, inf = float("nan"), float("inf")


class Thing:
    pass


def generator():
    yield 1
    yield 2.5


VALUES = [
    1, 2.5, 0, 0.0, -0.0, -3, -0.5, -2.0, -0.0625, -0.125, -1e-9, -2 / 3, -123456.789,
    -1e22, 1e300, 2**70, 10**400, -(10**400), nan, inf, -inf, True, False, None, 1j, "1",
    "", b"1", len, int, Thing, Thing(), {}, {1: 2}, {3}, [], (), [1, 2], (1, 2.0), range(3),
    [1, nan], [1, "a"], [None], [True], [10**400], [len], [{}], ["ab", "cd"], [1, [2, 3]],
    [[1, 2], [3, 4]], [(1, 2), [3, 4]], [[1, 2], [3]], [[1], 2], [[], []], [[1.0, nan]],
    [[1, "a"], [2, 3]], [[1, 2], "ab"], [range(2), range(2)], [[[1]]], [[1, [2]], [3, 4]],
    [[[1, 2], [3]], [[4, 5, 6]]],
]
for i in range(2000):
    VALUES.append(-((i * 7919 % 10007) / 8) / 10 ** (i % 5))  # many of them end in a 5
CHECKS = [
    _check.number, _check.positive, _check.positive_integer, _check.vector, _check.vectors,
    _check.shape,
]


def say(check, *arguments):
    try:
        # Not the digits of a float, which the two print differently.
        result = check(*arguments)
        return type(result).__name__ if isinstance(result, float) else str(result)
    except (TypeError, ValueError) as error:
        return type(error).__name__ + ": " + str(error)


for i, value in enumerate(VALUES):
    for j, check in enumerate(CHECKS):
        arguments = (value,) if check is _check.shape else ("x", value)
        print(i, j, say(check, *arguments))
print(say(_check.vector, "x", generator()), say(_check.number, "x", generator()))
print(say(_check.vectors, "x", [generator(), generator()]))
print(say(_check.same_length, "a", [1], "b", [1, 2]), say(_check.same_length, "a", [1], "b", [2]))
"""


@pytest.mark.skipif(not RUNTIME.exists(), reason="the runtime is not built: run `make book`")
def test_checks_are_the_same_in_micropython():
    names = ["attention/__init__.py", "attention/_check.py"]
    files = {name: (ROOT / "book" / name).read_text(encoding="utf-8") for name in names}
    files["page_host.py"] = ""  # the runner expects one
    theirs = in_micropython(files, program=PROGRAM)["printed"].splitlines()
    here = io.StringIO()
    with contextlib.redirect_stdout(here):
        exec(PROGRAM, {"__name__": "program"})
    ours = here.getvalue().splitlines()
    assert len(ours) > 12000
    assert [pair for pair in zip(ours, theirs, strict=True) if pair[0] != pair[1]] == []
