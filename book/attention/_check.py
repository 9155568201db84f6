"""Checks of arguments, shared by the scalar and the array functions.

Every check returns the value in the form that the caller computes with, or raises an error of one
sentence that names the argument and says what was got:

- `TypeError`: this is not a number at all (a string, None, a bool, a complex number);
- `ValueError`: these are numbers, but of the wrong shape, the wrong length, or not finite.

This file runs under CPython and MicroPython and gives the same messages in both. It therefore
imports only `math`, tests for bool by name (in MicroPython `isinstance(True, int)` is False), and
raises outside `except` blocks instead of chaining errors.
"""

import math

# These can be looped over, but are never a list of numbers in a fixed order.
_NOT_A_LIST = (str, bytes, dict, set)


def number(name, value) -> float:
    """Return `value` as a float; it must be one finite real number.

    Accepts int, float and NumPy's numbers. Raises TypeError for a bool, a string or anything else
    that is not a real number, and ValueError for nan, an infinity, an integer too large for a
    float, or a list or array.
    """
    _require_real(name, value)
    overflow = False
    result = 0.0
    try:
        result = float(value)
    except OverflowError:
        overflow = True
    # MicroPython turns an integer that is too large into inf instead of raising OverflowError.
    if overflow or (isinstance(value, int) and math.isinf(result)):
        raise ValueError(f"{name} must be finite, got an integer too large for a float")
    if math.isnan(result) or math.isinf(result):
        raise ValueError(f"{name} must be finite, got {result}")
    return result


def positive(name, value) -> float:
    """Return `value` as a float; it must be one finite number greater than 0."""
    result = number(name, value)
    if result <= 0.0:
        raise ValueError(f"{name} must be greater than 0, got {_not_positive_as_text(result)}")
    return result


def positive_integer(name, value) -> int:
    """Return `value` as an int; it must be an integer greater than 0.

    A float is a TypeError, also where it has no fraction: a count is not a measured number.
    """
    result = _integer(name, value)
    if result <= 0:
        raise ValueError(f"{name} must be greater than 0, got {result}")
    return result


def index(name, value, length) -> int:
    """Return `value` as an int; it must be a place in something of that length, counted from 0.

    A float is a TypeError, as in `positive_integer`, and a negative number a ValueError: it does
    not count from the end.
    """
    result = _integer(name, value)
    if result < 0 or result >= length:
        raise ValueError(f"{name} must be from 0 to {length - 1}, got {result}")
    return result


def vector(name, values) -> list:
    """Return `values` as a new list of floats; it must be a flat, non-empty list of finite numbers.

    Any iterable in a fixed order will do: a list, a tuple, a range, a generator, a NumPy array of
    rank 1.
    """
    items = _items(name, "a vector", values)
    if _are_finite_floats(items):
        return items
    for item in items:
        if _is_nested(item):
            raise ValueError(f"{name} must be a flat list of numbers, got shape {shape(items)}")
    if len(items) == 0:
        raise ValueError(f"{name} must not be empty, got shape (0,)")
    return [number(f"{name}[{i}]", items[i]) for i in range(len(items))]


def vectors(name, rows) -> list:
    """Return `rows` as a new list of new lists of floats: one or more vectors of equal length."""
    items = _items(name, "a list of vectors", rows)
    if _are_plain_rows(items):
        return [list(row) for row in items]
    if len(items) == 0:
        raise ValueError(f"{name} must not be empty, got shape (0,)")
    lists = []
    for i in range(len(items)):
        if not _is_nested(items[i]):
            _require_real(f"{name}[{i}]", items[i])
            raise ValueError(f"{name} must be a list of vectors, got shape {shape(items)}")
        lists.append(_items(f"{name}[{i}]", "a vector", items[i]))
    lengths = [len(row) for row in lists]
    if min(lengths) != max(lengths):
        raise ValueError(f"{name} must have rows of equal length, got lengths {lengths}")
    if lengths[0] == 0:
        raise ValueError(f"{name} must not have empty rows, got shape {shape(lists)}")
    for row in lists:
        for item in row:
            if _is_nested(item):
                raise ValueError(f"{name} must be a list of vectors, got shape {shape(lists)}")
    return [vector(f"{name}[{i}]", lists[i]) for i in range(len(lists))]


def same_length(name_a, a, name_b, b) -> None:
    """Raise ValueError, with both lengths, unless `a` and `b` are equally long."""
    if len(a) != len(b):
        raise ValueError(
            f"{name_a} and {name_b} must have the same length, got {len(a)} and {len(b)}"
        )


def shape(values) -> tuple:
    """Return the shape of a number (`()`), of nested lists, or of an array, for a message.

    An axis whose lists differ in length is None: the shape of [[1, 2], [3]] is (2, None).
    """
    if hasattr(values, "shape"):
        return tuple(values.shape)
    if not _is_nested(values):
        return ()
    inner = [shape(item) for item in values]
    if len(inner) == 0:
        return (0,)
    common = inner[0]
    for other in inner[1:]:
        common = _common_shape(common, other)
    return (len(inner),) + common


def _are_finite_floats(items):
    """Return whether a list holds finite floats and nothing else: the usual case, told quickly.

    False also for finite floats whose sum overflows: the caller then looks at each item.
    """
    if len(items) == 0 or [type(item) for item in items] != [float] * len(items):
        return False
    total = sum(items)
    return total - total == 0.0


def _are_plain_rows(rows):
    """Return whether these are lists of equal length with finite floats, told quickly."""
    wanted = None
    for row in rows:
        if type(row) is not list:
            return False
        types = [type(item) for item in row]
        if wanted is None:
            wanted = [float] * len(types)
        total = sum(row) if types == wanted else None
        if total is None or total - total != 0.0:
            return False
    return bool(wanted)


def _common_shape(a, b):
    """Return the axes of two shapes, None from the first axis on that only one of them has."""
    axes = []
    for i in range(max(len(a), len(b))):
        if i >= len(a) or i >= len(b):
            axes.append(None)
            break
        axes.append(a[i] if a[i] == b[i] else None)
    return tuple(axes)


def _is_nested(value):
    """Return whether `value` is a list or an array, so not one number and no wrong type."""
    if isinstance(value, _NOT_A_LIST):
        return False
    if hasattr(value, "shape"):
        return len(value.shape) > 0
    try:
        iter(value)
    except TypeError:
        return False
    return True


def _integer(name, value):
    """Return `value` as an int, or raise an error; a float is none, nor is a bool."""
    _require_real(name, value)
    if not isinstance(value, int) and not hasattr(value, "__index__"):
        raise TypeError(f"{name} must be an integer, got {type(value).__name__}")
    return int(value)


def _items(name, wanted, values):
    """Return what `values` holds as a new list, or raise an error that says what was `wanted`."""
    if not _is_nested(values):
        if isinstance(values, _NOT_A_LIST):
            raise TypeError(f"{name} must be {wanted}, got {type(values).__name__}")
        _require_real(name, values)
        raise ValueError(f"{name} must be {wanted}, got one number, shape ()")
    return list(values)


def _require_real(name, value):
    """Raise an error unless `value` is of a type that holds one real number."""
    if _is_nested(value):
        raise ValueError(f"{name} must be one number, got {_described(value)}")
    # A number of another library shows as item() what it holds, so that its bool is seen as one.
    held = value.item() if hasattr(value, "item") else value
    is_bool = isinstance(held, bool)
    if isinstance(held, (int, float)) and not is_bool:
        return
    # What is left may still be a number that is neither int nor float, such as a Fraction.
    is_other = isinstance(held, _NOT_A_LIST + (complex, type))
    if is_bool or is_other or not hasattr(held, "__float__"):
        # The two Pythons name the type of a built-in function differently.
        is_function = callable(held) and not isinstance(held, type)
        got = "function" if is_function else type(value).__name__
        raise TypeError(f"{name} must be a number, got {got}")


def _described(value):
    """Return the shape of a list or array as text, or the type of what has no length, to print."""
    try:
        len(value)
    except TypeError:
        return type(value).__name__
    return f"shape {shape(value)}"


def _not_positive_as_text(value):
    """Return a float that is not greater than 0 as text, to three decimals, for a message.

    The digits come from integers: `str` of the same float can differ in the last digit between
    CPython and MicroPython.
    """
    if value == 0.0:
        return "0"
    if value > -0.001 or value < -1e6:
        return "a negative number"
    thousandths = int(-value * 1000 + 0.5)
    fraction = str(1000 + thousandths % 1000)[1:].rstrip("0")
    return f"-{thousandths // 1000}" + (f".{fraction}" if fraction else "")
