"""Two arrows and one number: shadow times length, and the sum of products."""

from math import cos, pi, sin

from attention.scalar import dot, norm
from explorers import svg
from explorers.contract import Choice, Slider, once, returned_number
from explorers.num import num

title = "One number from two arrows"
caption = (
    "The arrow k casts its shadow on the line of q, at a right angle. The bar is the score of the "
    "two. Below, the score is computed twice: as products added up, and as shadow times length. "
    "Turn k past a right angle and watch the sign. Numbers are rounded to two decimals."
)

NONE, ALIGNED = "none", "along q, length 1"

functions = {"dot": dot, "norm": norm}

controls = [
    Slider("angle", "angle from q to k (\u00b0)", -180, 180, 35, 1),
    Slider("q", "|q|, length of q", 0, 3, 1.5, 0.05),
    Slider("k", "|k|, length of k", 0, 3, 2, 0.05),
    Choice("second", "second key k\u2032", [NONE, ALIGNED], NONE),
]

presets = [
    ("right angle", {"angle": 90, "q": 1.5, "k": 2, "second": NONE}),
    ("opposite", {"angle": 180, "q": 1.5, "k": 2, "second": NONE}),
    ("long beats aligned", {"angle": 60, "q": 1, "k": 3, "second": ALIGNED}),
]

# The direction of q. Not an axis, so that both products take part in the sum.
TOWARDS = [0.8, 0.6]
TILT = -36.87  # degrees, as a picture turns its text: the direction of q

# Where the plane and the bars lie in the picture, and how large one unit of each is.
CENTRE_X, CENTRE_Y, UNIT, HALF = 143, 147, 40, 121
BAR_LEFT, BAR_RIGHT, BAR_UNIT = 290, 358, 13
FORMULAS = 322


def shown(x):
    """Return x to two decimals; a tie goes away from zero, whichever way it was computed."""
    return num(x + (1e-9 if x > 0 else -1e-9))


def vectors(values):
    """Return q, k and the second key as lists of two components."""
    turn = values["angle"] * pi / 180
    along, aside = values["k"] * cos(turn), values["k"] * sin(turn)
    q = [values["q"] * TOWARDS[0], values["q"] * TOWARDS[1]]
    k = [along * TOWARDS[0] - aside * TOWARDS[1], along * TOWARDS[1] + aside * TOWARDS[0]]
    return q, k, TOWARDS


@once
def numbers(values, dot=dot, norm=norm):
    """One row a quantity, one column a key: the products, the score, the lengths, the shadow.

    The score is what `dot` says; the shadow comes from the angle and from `norm`, so that the two
    ways to the same number are computed apart.
    """
    q, k, second = vectors(values)
    keys = [(k, cos(values["angle"] * pi / 180))]
    header = ["quantity", "with k"]
    if values["second"] == ALIGNED:
        keys.append((second, 1.0))
        header.append("with k\u2032")
    length = returned_number("norm", norm(q))
    names = ["first product", "second product", "score", "length of q", "length of the key"]
    rows = [[name] for name in names + ["shadow on q", "shadow \u00d7 length of q"]]
    for key, cosine in keys:
        own = returned_number("norm", norm(key))
        score = returned_number("dot", dot(q, key))
        column = [q[0] * key[0], q[1] * key[1], score, length, own]
        # A query of length zero has no direction: there is no line to cast a shadow on.
        column += [own * cosine if length else "none", own * cosine * length]
        for i in range(len(rows)):
            rows[i].append(column[i])
    return header, rows


def place(along, aside):
    """Return the drawn place of what lies so far along q and so far to its left."""
    return (
        CENTRE_X + along * TOWARDS[0] - aside * TOWARDS[1],
        CENTRE_Y - along * TOWARDS[1] - aside * TOWARDS[0],
    )


def stretch(start, end, stroke, width, dash="", opacity=1):
    """Return a line between two drawn places."""
    return svg.line(
        start[0], start[1], end[0], end[1], stroke=stroke, width=width, dash=dash, opacity=opacity
    )


def plane():
    """Return the grid, with its axes named."""
    left, right = CENTRE_X - HALF, CENTRE_X + HALF
    top, bottom = CENTRE_Y - HALF, CENTRE_Y + HALF
    parts = []
    for i in range(-3, 4):
        x, y = CENTRE_X + i * UNIT, CENTRE_Y - i * UNIT
        stroke = "grid" if i else "muted"
        parts.append(svg.line(x, top, x, bottom, stroke=stroke))
        parts.append(svg.line(left, y, right, y, stroke=stroke))
        parts.append(svg.text(x, bottom + 14, num(i, 0), fill="muted", anchor="middle"))
        parts.append(svg.text(left - 4, y + 4, num(i, 0), fill="muted", anchor="end"))
    parts.append(svg.text(right, bottom + 29, "component 1", fill="muted", anchor="end"))
    parts.append(svg.text(8, 14, "component 2", fill="muted"))
    return parts


def query_arrow(length):
    """Return q: broad, so that a key which lies on it leaves it visible."""
    if length < 4:
        return svg.circle(CENTRE_X, CENTRE_Y, 6.5, fill="1", opacity=0.4, stroke="1")
    neck = max(0, length - 15)
    outline = [(0, 3), (neck, 3), (neck, 8), (length, 0), (neck, -8), (neck, -3), (0, -3)]
    return svg.polygon([place(s, t) for s, t in outline], fill="1", opacity=0.4, stroke="1")


def shadow_band(shadow, side):
    """Return the shadow: a band along the line of q; a negative one is striped too."""
    parts = []
    edge = [place(0, 4 * side), place(shadow, 4 * side)]
    edge += [place(shadow, 13 * side), place(0, 13 * side)]
    parts.append(svg.polygon(edge, fill="3", opacity=0.55, stroke="3"))
    if shadow < 0:
        for i in range(int(-shadow / 7)):
            start = place(-7 * i - 1, 4 * side)
            parts.append(stretch(start, place(-7 * i - 6, 13 * side), stroke="paper", width=1.6))
    return parts


def right_angle(along, side, size, back):
    """Return the sign of a right angle that stands on the line of q at `along`."""
    corner = [place(along, size * side), place(along + back * size, size * side)]
    return [
        stretch(corner[0], corner[1], stroke="muted", width=1.3),
        stretch(corner[1], place(along + back * size, 0), stroke="muted", width=1.3),
    ]


def angle_sign(angle, side):
    """Return the arc from q to k, with the angle printed beside it."""
    turn = angle * pi / 180
    parts = []
    if abs(angle) == 90:
        parts += right_angle(0, side, 15, 1)
    elif abs(angle) >= 3:
        start, end = place(24, 0), place(24 * cos(turn), 24 * sin(turn))
        parts.append(
            '<path d="M' + svg.at(start[0]) + " " + svg.at(start[1]) + "A24 24 0 0 "
            + ("0 " if angle > 0 else "1 ") + svg.at(end[0]) + " " + svg.at(end[1])
            + '" fill="none" stroke="' + svg.colour("ink") + '" stroke-width="1.5"/>'
        )  # fmt: skip
    # Between the arrows where there is room; behind them where they are close.
    if abs(angle) >= 50:
        x, y = place(42 * cos(turn / 2), 42 * sin(turn / 2))
    else:
        x, y = place(-24, 9 * side)
    parts.append(svg.text(x, y + 5, num(angle, 0) + "\u00b0", size=13, anchor="middle", halo=True))
    return parts


def name_at(along, aside, words, fill):
    """Return a name centred at a place of the plane, held inside it."""
    x, y = place(along, aside)
    x = max(CENTRE_X - HALF + 10, min(CENTRE_X + HALF - 10, x))
    y = max(CENTRE_Y - HALF + 8, min(CENTRE_Y + HALF - 8, y))
    return svg.text(x, y + 5, words, size=16, anchor="middle", weight="bold", fill=fill, halo=True)


def key_name(length, along, aside, side):
    """Return where the name of k goes: ahead of its tip, or beside it at the edge of the plane."""
    up = aside + 0.9 * side
    far = 17 / (along * along + up * up) ** 0.5
    ahead = [length * along + far * along, length * aside + far * up]
    x, y = place(ahead[0], ahead[1])
    if abs(x - CENTRE_X) < HALF - 6 and abs(y - CENTRE_Y) < HALF - 6:
        return ahead
    back = length - 8
    return [back * along - 15 * side * aside, back * aside + 15 * side * along]


def names(values, shadow, side):
    """Return the names q, k and k', and the shadow's length along the line: none on another."""
    turn = values["angle"] * pi / 180
    parts = []
    # k on its own side of the line, the others on the side of the shadow.
    if values["k"]:
        along, aside = key_name(values["k"] * UNIT, cos(turn), sin(turn), side)
        parts.append(name_at(along, aside, "k", "2"))
    else:
        parts.append(name_at(0, 24 * side, "k = 0", "2"))
    taken = [values["q"] * UNIT + 2]
    if values["q"]:
        parts.append(name_at(taken[0], -25 * side, "q", "1"))
    else:
        parts.append(name_at(0, -25 * side, "q = 0", "1"))
    if values["second"] == ALIGNED:
        along = UNIT - 4
        if abs(along - taken[0]) < 26:
            along = taken[0] + (26 if values["q"] < 1 else -26)
        parts.append(name_at(along, -25 * side, "k\u2032", "ink"))
        taken.append(along)
    if shadow is not None:
        words = "shadow " + shown(shadow / UNIT) if abs(shadow) > 1e-6 else "no shadow"
        middle, aside = shadow / 2, 25
        # Half a text and half a name apart, or in a row of its own.
        if min([abs(middle - one) for one in taken]) < 66:
            aside = 43
        x, y = place(max(-70, min(70, middle)), -aside * side)
        turned = svg.text(
            x + 3, y + 4, words, size=13, anchor="middle", weight="bold", rotate=TILT, halo=True
        )  # fmt: skip
        parts.append(turned)
    return parts


def bars(scores):
    """Return one signed bar a key on a scale from -9 to 9, the score printed at its end."""
    middle = (BAR_LEFT + BAR_RIGHT) / 2
    parts = [svg.text(middle, 14, "score", size=14, anchor="middle", weight="bold")]
    for i in range(-9, 10, 3):
        y = CENTRE_Y - BAR_UNIT * i
        if i:
            parts.append(svg.line(BAR_LEFT, y, BAR_RIGHT, y, stroke="grid"))
        parts.append(svg.text(BAR_LEFT - 4, y + 4, num(i, 0), fill="muted", anchor="end"))
    width = 30 if len(scores) == 1 else 24
    for i in range(len(scores)):
        score = max(-9.0, min(9.0, scores[i]))
        x = middle if len(scores) == 1 else middle - 17 + 34 * i
        height = BAR_UNIT * score
        left, top = x - width / 2, min(CENTRE_Y, CENTRE_Y - height)
        parts.append(svg.rect(left, top, width, abs(height), fill=["2", "4"][i]))
        if score < 0:
            parts.append(svg.hatch(left, top, width, abs(height)))
        # The number at the bar's end, the key's name on the other side of zero.
        up = score > -1e-9
        y = CENTRE_Y - height + (-6 if up else 15)
        parts.append(svg.text(x, y, shown(scores[i]), anchor="middle", weight="bold", halo=True))
        y = CENTRE_Y + (18 if up else -8)
        parts.append(svg.text(x, y, ["k", "k\u2032"][i], 14, anchor="middle", weight="bold"))
    parts.append(svg.line(BAR_LEFT, CENTRE_Y, BAR_RIGHT, CENTRE_Y, stroke="ink", width=1.5))
    return parts


def coloured(x, y, pieces):
    """Return one text of pieces (words, colour)."""
    spans = ""
    for words, fill in pieces:
        spans += '<tspan fill="' + svg.colour(fill) + '">' + svg.escape(words) + "</tspan>"
    return (
        '<text x="' + svg.at(x) + '" y="' + svg.at(y) + '" font-size="15" font-weight="bold" fill="'
        + svg.colour("ink") + '">' + spans + "</text>"
    )  # fmt: skip


def sum_of_products(y, label, q, key, fill, score):
    """Return q1 k1 + q2 k2 with its numbers, under its name."""
    pieces = []
    for i in range(2):
        pieces += [(" + ", "ink")] if i else []
        pieces += [(shown(q[i]), "1"), (" \u00d7 ", "ink"), (shown(key[i]), fill)]
    pieces.append((" = " + shown(score), "ink"))
    return [svg.text(12, y, label, fill="muted", size=13), coloured(12, y + 19, pieces)]


def draw(values, dot=dot, norm=norm):
    """The plane with its arrows and the shadow; beside it the bars; below both formulas."""
    header, rows = numbers(values, dot=dot, norm=norm)
    q, k, second = vectors(values)
    scores, shadow = rows[2][1:], rows[5][1]
    side = 1 if values["angle"] >= 0 else -1
    turn = values["angle"] * pi / 180
    along, aside = values["k"] * UNIT * cos(turn), values["k"] * UNIT * sin(turn)
    parts = plane()
    end = HALF / TOWARDS[0]
    parts.append(stretch(place(-end, 0), place(0, 0), stroke="1", width=1, dash="3 4"))
    tip = place(values["q"] * UNIT, 0)
    parts.append(stretch(tip, place(end, 0), stroke="1", width=1, dash="3 4"))
    drawn = None if shadow == "none" else max(-130.0, min(130.0, shadow * UNIT))
    if drawn is not None:
        if abs(drawn) > 0.5:
            parts += shadow_band(drawn, -side)
        parts.append(stretch(place(along, aside), place(along, 0), "muted", 1.5, dash="5 4"))
        if abs(along) > 12 and abs(aside) > 16:
            parts += right_angle(along, side, 8, -1 if along > 0 else 1)
    if values["q"] and values["k"]:
        parts += angle_sign(values["angle"], side)
    parts.append(query_arrow(values["q"] * UNIT))
    if values["second"] == ALIGNED:
        tip = place(UNIT, 0)
        parts.append(svg.arrow(CENTRE_X, CENTRE_Y, tip[0], tip[1], stroke="4"))
    tip = place(along, aside)
    parts.append(svg.arrow(CENTRE_X, CENTRE_Y, tip[0], tip[1], stroke="2"))
    parts += names(values, drawn, side)
    parts += bars(scores)
    products = "q\u2081k\u2081 + q\u2082k\u2082"
    parts += sum_of_products(FORMULAS, "products added up: " + products, q, k, "2", scores[0])
    if values["second"] == ALIGNED:
        parts += sum_of_products(
            FORMULAS + 45, "the same with k\u2032", q, second, "ink", scores[1]
        )
    elif drawn is None:
        parts.append(
            svg.text(12, FORMULAS + 45, "shadow \u00d7 length of q", fill="muted", size=13)
        )
        words = "q has no direction: no shadow, 0.00"
        parts.append(coloured(12, FORMULAS + 64, [(words, "ink")]))
    else:
        parts.append(
            svg.text(12, FORMULAS + 45, "shadow \u00d7 length of q", fill="muted", size=13)
        )
        pieces = [(shown(shadow), "ink"), (" \u00d7 ", "ink"), (shown(rows[3][1]), "1")]
        pieces.append((" = " + shown(rows[6][1]), "ink"))
        parts.append(coloured(12, FORMULAS + 64, pieces))
    return svg.document(FORMULAS + 76, parts, describe(values, dot=dot, norm=norm))


def describe(values, dot=dot, norm=norm):
    """One sentence: the shadow, the score, and with two keys which one wins."""
    header, rows = numbers(values, dot=dot, norm=norm)
    scores, shadow = rows[2][1:], rows[5][1]
    angle = num(values["angle"], 0) + "\u00b0"
    if len(scores) == 2:
        if abs(scores[0] - scores[1]) < 1e-9:
            verdict = "the two are level."
        else:
            verdict = ("k" if scores[0] > scores[1] else "k\u2032") + " wins."
        return (
            "The key k, " + shown(values["k"]) + " long and " + angle + " off, scores "
            + shown(scores[0]) + "; the aligned k\u2032, 1.00 long, scores " + shown(scores[1])
            + ": " + verdict
        )  # fmt: skip
    score = shown(scores[0])
    if shadow == "none":
        return (
            "q has length 0.00 and so no direction: k casts no shadow, and the score is "
            + score
            + "."
        )
    if abs(shadow) < 1e-9:
        return (
            "k casts no shadow on q, so its length counts for nothing: the score is " + score + "."
        )
    return (
        "At " + angle + " the shadow of k on q is " + shown(shadow)
        + (", it points backwards" if shadow < 0 else "") + "; times " + shown(rows[3][1])
        + ", the length of q, it makes " + shown(rows[6][1]) + ", and the products add up to "
        + score + "."
    )  # fmt: skip
