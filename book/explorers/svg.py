"""Small helpers that write SVG. Pure Python, no state, no randomness.

A picture is 360 units wide and its text at least 12 units high. Colours are CSS variables with the
light theme's value as fallback, so a picture is legible wherever it is shown.
"""

from math import atan2, cos, sin

WIDTH = 360

COLOURS = [
    ("ink", "#1b1f24"),
    ("muted", "#5b6470"),
    ("grid", "#d5dae0"),
    ("paper", "#ffffff"),
    ("1", "#0072b2"),  # Okabe-Ito: blue
    ("2", "#d55e00"),  # vermillion
    ("3", "#009e73"),  # bluish green
    ("4", "#cc79a7"),  # reddish purple
    ("5", "#e69f00"),  # orange
    ("6", "#56b4e9"),  # sky blue
    ("7", "#f0e442"),  # yellow
]
DARK = [
    ("ink", "#e8ebef"),
    ("muted", "#a3adb8"),
    ("grid", "#3a424c"),
    ("paper", "#14181d"),
    ("1", "#4aa8e0"),
    ("2", "#f0803c"),
    ("3", "#2fc79b"),
    ("4", "#dd9bc0"),
    ("5", "#f0b43c"),
    ("6", "#7cc8f2"),
    ("7", "#f4ea70"),
]


_COLOUR = {name: "var(--fig-" + name + "," + value + ")" for name, value in COLOURS}


def colour(name):
    """Return the CSS colour of that name: ink, muted, grid, paper or 1 to 7."""
    if name not in _COLOUR:
        raise ValueError("there is no colour " + repr(name))
    return _COLOUR[name]


def escape(text):
    """Return text with the characters that XML reserves written as entities."""
    for raw, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(raw, entity)
    return text


# What stands behind the whole units of a coordinate, for each hundredth.
_REST = [""] + [
    "." + ("0" if rest < 10 else "") + (str(rest)[:-1] if rest % 10 == 0 else str(rest))
    for rest in range(1, 100)
]


def at(x):
    """Return a coordinate as text, to a hundredth of a unit."""
    scaled = int(x * 100 + 0.5) if x >= 0 else int(-x * 100 + 0.5)
    text = str(scaled // 100) + _REST[scaled % 100]
    return "-" + text if x < 0 and scaled else text


def document(height, parts, label):
    """Return one <svg> of the standard width. label says what it shows, for screen readers."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 '
        + str(WIDTH)
        + " "
        + at(height)
        + '" role="img" aria-label="'
        + escape(label)
        + '" font-family="system-ui,-apple-system,Segoe UI,sans-serif">'
        + "".join(parts)
        + "</svg>"
    )


def text(x, y, words, size=12, fill="ink", anchor="start", weight="", rotate=None, halo=False):
    """Return words with their baseline at (x, y). anchor is start, middle or end.

    halo draws an edge in the colour of the paper, for words that stand on lines.
    """
    if size < 12:
        raise ValueError("text is at least 12 units high, got " + str(size))
    extra = ""
    if weight:
        extra += ' font-weight="' + weight + '"'
    if halo:
        extra += ' stroke="' + colour("paper") + '" stroke-width="4" paint-order="stroke"'
    if rotate is not None:
        extra += ' transform="rotate(' + at(rotate) + " " + at(x) + " " + at(y) + ')"'
    return (
        '<text x="' + at(x) + '" y="' + at(y) + '" font-size="' + at(size) + '" fill="'
        + colour(fill) + '" text-anchor="' + anchor + '"' + extra + ">" + escape(words) + "</text>"
    )  # fmt: skip


def line(x1, y1, x2, y2, stroke="ink", width=1, dash="", opacity=1):
    """Return a straight line."""
    extra = ' stroke-dasharray="' + dash + '"' if dash else ""
    if opacity != 1:
        extra += ' opacity="' + at(opacity) + '"'
    # One format and no chain of additions: a picture has hundreds of these.
    return '<line x1="%s" y1="%s" x2="%s" y2="%s" stroke="%s" stroke-width="%s"%s/>' % (
        at(x1), at(y1), at(x2), at(y2), colour(stroke), at(width), extra
    )  # fmt: skip


def rect(x, y, width, height, fill="1", stroke="", opacity=1, radius=0, line_width=1):
    """Return a rectangle; a negative width or height is drawn to the other side."""
    if width < 0:
        x, width = x + width, -width
    if height < 0:
        y, height = y + height, -height
    extra = ' rx="' + at(radius) + '"' if radius else ""
    if stroke:
        extra += ' stroke="' + colour(stroke) + '" stroke-width="' + at(line_width) + '"'
    if opacity != 1:
        extra += ' fill-opacity="' + at(opacity) + '"'
    return (
        '<rect x="' + at(x) + '" y="' + at(y) + '" width="' + at(width) + '" height="' + at(height)
        + '" fill="' + (colour(fill) if fill else "none") + '"' + extra + "/>"
    )  # fmt: skip


def circle(x, y, r, fill="1", stroke="", opacity=1):
    """Return a disc of radius r."""
    extra = ' stroke="' + colour(stroke) + '" stroke-width="1.5"' if stroke else ""
    if opacity != 1:
        extra += ' fill-opacity="' + at(opacity) + '"'
    return (
        '<circle cx="' + at(x) + '" cy="' + at(y) + '" r="' + at(r) + '" fill="'
        + (colour(fill) if fill else "none") + '"' + extra + "/>"
    )  # fmt: skip


def polygon(points, fill="1", opacity=1, stroke="", dash=""):
    """Return a closed shape through a list of (x, y)."""
    extra = ' fill-opacity="' + at(opacity) + '"' if opacity != 1 else ""
    if stroke:
        extra += ' stroke="' + colour(stroke) + '"'
    if dash:
        extra += ' stroke-dasharray="' + dash + '"'
    return (
        '<polygon points="' + " ".join([at(x) + "," + at(y) for x, y in points]) + '" fill="'
        + (colour(fill) if fill else "none") + '"' + extra + "/>"
    )  # fmt: skip


def arrow(x1, y1, x2, y2, stroke="ink", width=2.5, dash=""):
    """Return an arrow from (x1, y1) to (x2, y2); a dot where the two are the same place."""
    dx, dy = x2 - x1, y2 - y1
    length = (dx * dx + dy * dy) ** 0.5
    if length < 2:
        return circle(x2, y2, width + 1, fill=stroke)
    head = min(10, length)
    angle = atan2(dy, dx)
    back_x, back_y = x2 - head * cos(angle), y2 - head * sin(angle)
    side_x, side_y = 0.42 * head * sin(angle), -0.42 * head * cos(angle)
    shaft = line(x1, y1, back_x, back_y, stroke=stroke, width=width, dash=dash)
    tip = [(x2, y2), (back_x + side_x, back_y + side_y), (back_x - side_x, back_y - side_y)]
    return shaft + polygon(tip, fill=stroke)


def hatch(x, y, width, height, stroke="paper", gap=6):
    """Return slanted lines over a rectangle: the second sign, beside colour, of a negative bar."""
    if width < 0:
        x, width = x + width, -width
    parts = []
    position = gap / 2
    while position < width + height:
        x1, y1 = x + min(position, width), y + max(0, position - width)
        x2, y2 = x + max(0, position - height), y + min(position, height)
        parts.append(line(x1, y1, x2, y2, stroke=stroke, width=1.5))
        position += gap
    return "".join(parts)


def style(selector=":root"):
    """Return the light palette as a CSS rule for that selector."""
    return selector + "{" + "".join(["--fig-" + k + ":" + v + ";" for k, v in COLOURS]) + "}"


def dark_style(selector):
    """Return the dark palette as a CSS rule for that selector."""
    return selector + "{" + "".join(["--fig-" + k + ":" + v + ";" for k, v in DARK]) + "}"
