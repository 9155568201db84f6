"""Numbers as text, the same in CPython and MicroPython.

Float formatting differs between the two at ties, so every displayed number is rounded here, by
one multiplication and then integer arithmetic.
"""

MINUS = "\u2212"


def num(x, decimals=2):
    """Return the finite number x with a fixed number of decimals, as text.

    Halves round away from zero, zero has no sign, and the sign is a true minus (U+2212).
    Raises ValueError when x is not finite.
    """
    x = float(x)
    if x != x or x - x != 0.0:
        raise ValueError("a displayed number must be finite, got " + str(x))
    unit = 10**decimals
    scaled = int(abs(x) * unit + 0.5)
    text = str(scaled // unit)
    if decimals:
        digits = str(scaled % unit)
        text += "." + "0" * (decimals - len(digits)) + digits
    return MINUS + text if x < 0 and scaled else text


def percent(share, decimals=0):
    """Return a share between 0 and 1 as a percentage, as text."""
    return num(100 * share, decimals) + " %"


def join_words(words):
    """Return a list of words as 'a, b and c'."""
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " and " + words[-1]
