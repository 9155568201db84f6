"""What a check is, and how it is run and reported. Pure Python, the same text on every host."""


class Check:
    """One call of the reader's function and what must come back.

    arguments   the positional arguments, each a number, a list, or a list of lists
    expected    what the function must return
    hint        one sentence for the reader whose answer differs
    """

    def __init__(self, arguments, expected, hint, tolerance=1e-9):
        self.arguments = arguments
        self.expected = expected
        self.hint = hint
        self.tolerance = tolerance


def copy(value):
    """Return a copy of nested lists, so that a reader's function cannot change a check."""
    return [copy(item) for item in value] if isinstance(value, (list, tuple)) else value


def same(got, expected, tolerance):
    """Return whether got has the same structure as expected, and numbers within tolerance."""
    if isinstance(expected, bool) or isinstance(got, bool):
        return isinstance(got, bool) and isinstance(expected, bool) and got == expected
    if isinstance(expected, (list, tuple)):
        try:
            items = list(got)
        except TypeError:
            return False
        if isinstance(got, str) or len(items) != len(expected):
            return False
        return all([same(g, e, tolerance) for g, e in zip(items, expected)])
    if isinstance(expected, str) or isinstance(got, str):
        return got == expected
    try:
        difference = abs(float(got) - float(expected))
    except (TypeError, ValueError, OverflowError):
        return False
    # A difference that is not a number is not small: the comparison is false.
    return difference <= tolerance * max(1.0, abs(float(expected)))


def show(value):
    """Return a value as short text: numbers to six decimals at most, the same on every host."""
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join([show(item) for item in value]) + "]"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return show_float(value)
    if hasattr(value, "tolist"):
        return show(value.tolist())
    return repr(value)[:80]


def show_float(x):
    """Return a float without trailing zeros; very large and non-finite ones as Python has them."""
    if x - x != 0.0 or abs(x) >= 1e15:
        return str(x)
    scaled = int(abs(x) * 1000000 + 0.5)
    text = str(scaled // 1000000)
    rest = scaled % 1000000
    if rest:
        digits = str(rest)
        text += "." + ("0" * (6 - len(digits)) + digits).rstrip("0")
    return "-" + text if x < 0 and scaled else text


def run(name, checks, fn):
    """Run checks on fn and print a line for each; see exercises.check."""
    if not callable(fn):
        print(name + ": the second argument must be your function, got " + type(fn).__name__)
        return False
    failed = 0
    lines = []
    for number, one in enumerate(checks):
        call = ", ".join([show(argument) for argument in one.arguments])
        try:
            got = fn(*copy(one.arguments))
        except NotImplementedError:
            print(name + ": not attempted yet")
            return None
        except Exception as error:
            got_text = "it raised " + type(error).__name__ + ": " + str(error)
            passed = False
        else:
            if got is None and number == 0:
                print(name + ": not attempted yet: it returns None. Is a `return` missing?")
                return None
            got_text = "your function gave " + show(got)
            passed = same(got, one.expected, one.tolerance)
        if passed:
            lines.append("  passed  (" + call + ") gives " + show(one.expected))
        else:
            failed += 1
            lines.append("  FAILED  (" + call + ") should give " + show(one.expected))
            lines.append("          " + got_text)
            lines.append("          hint: " + one.hint)
    if failed:
        print(name + ": " + str(len(checks) - failed) + " of " + str(len(checks)) + " checks pass")
    else:
        print(name + ": all " + str(len(checks)) + " checks pass")
    for text in lines:
        print(text)
    return failed == 0
