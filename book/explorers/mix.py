"""Two or three arrows mixed by scalars: every component moves by the same fraction."""

from attention.scalar import mix, weighted_sum
from explorers import svg
from explorers.contract import Choice, Slider, once, returned_vector
from explorers.num import num, percent

title = "One number mixes two vectors"
caption = (
    "Arrows a and b, and the mix of the two. The rails below show where each component of the mix "
    "lies on its way from b to a. Drag w, and see whether the markers stay in line."
)

A, B, C = [4.0, 1.0], [1.0, 3.0], [4.0, 4.0]

functions = {"mix": mix, "weighted_sum": weighted_sum}

controls = [
    Slider("w", "w, the share of a", -0.5, 1.5, 0.5, 0.01),
    Choice("third", "third vector c", ["off", "on"], "off"),
    Slider("u", "u, the share of c", 0, 1, 0.3, 0.01, when=["third", "on"]),
]

presets = [
    ("only a", {"w": 1, "third": "off"}),
    ("w = 1.3", {"w": 1.3, "third": "off"}),
    ("three vectors", {"w": 0.5, "third": "on", "u": 0.3}),
]

# Where the plane lies in the picture, and how large one unit of it is.
ORIGIN_X, ORIGIN_Y, UNIT = 50, 240, 46
RAIL_LEFT, RAIL_RIGHT = 112, 318


def weights_of(values):
    """Return the weights of a, b and c; they sum to 1."""
    w = values["w"]
    if values["third"] == "off":
        return [w, 1 - w, 0.0]
    u = values["u"]
    return [w * (1 - u), (1 - w) * (1 - u), u]


@once
def numbers(values, mix=mix, weighted_sum=weighted_sum):
    """One row a component: what a, b and c have there, the mix, and the fraction of the way."""
    if values["third"] == "off":
        mixed = returned_vector("mix", mix(A, B, values["w"]), 2)
        header = ["component", "a", "b", "mix", "way from b to a"]
        rows = [
            ["component " + str(i + 1), A[i], B[i], mixed[i], (mixed[i] - B[i]) / (A[i] - B[i])]
            for i in range(2)
        ]
    else:
        sums = weighted_sum(weights_of(values), [A, B, C])
        mixed = returned_vector("weighted_sum", sums, 2)
        header = ["component", "a", "b", "c", "mix"]
        rows = [["component " + str(i + 1), A[i], B[i], C[i], mixed[i]] for i in range(2)]
    return header, rows


def mixed_point(header, rows):
    column = header.index("mix")
    return [row[column] for row in rows]


def place(vector):
    """Return where a vector's tip is drawn, held inside the picture."""
    x = ORIGIN_X + UNIT * max(-0.9, min(6.5, vector[0]))
    y = ORIGIN_Y - UNIT * max(-0.4, min(4.9, vector[1]))
    return x, y


def plane():
    """Return the grid, with its axes named."""
    parts = []
    for i in range(7):
        x = ORIGIN_X + i * UNIT
        parts.append(svg.line(x, 24, x, ORIGIN_Y, stroke="grid"))
        if i:
            parts.append(svg.text(x, ORIGIN_Y + 15, str(i), fill="muted", anchor="middle"))
    for i in range(5):
        y = ORIGIN_Y - i * UNIT
        parts.append(svg.line(ORIGIN_X, y, 336, y, stroke="grid"))
        if i:
            parts.append(svg.text(ORIGIN_X - 8, y + 4, str(i), fill="muted", anchor="end"))
    parts.append(svg.text(336, ORIGIN_Y + 31, "component 1", fill="muted", anchor="end"))
    parts.append(svg.text(10, 14, "component 2", fill="muted"))
    return parts


def segment(start, end, stroke, width, dash="", opacity=1):
    """Return a line between two drawn places."""
    return svg.line(
        start[0], start[1], end[0], end[1], stroke=stroke, width=width, dash=dash, opacity=opacity
    )


def arrow_to(vector, name, stroke, width, side=1):
    """Return an arrow from the origin, and its name beside the tip."""
    x, y = place(vector)
    parts = [svg.arrow(ORIGIN_X, ORIGIN_Y, x, y, stroke=stroke, width=width)]
    label_x = max(14, min(344, x + 12 * side))
    parts.append(
        svg.text(label_x, max(16, y - 7), name, size=15, anchor="middle", weight="bold", halo=True)
    )
    return parts


def rail(y, name, fraction, ends):
    """Return one component's way from b to a, with a marker at the mix."""
    span = RAIL_RIGHT - RAIL_LEFT
    start, end = RAIL_LEFT + span * 0.25, RAIL_LEFT + span * 0.75
    x = max(RAIL_LEFT - 6, min(RAIL_RIGHT + 6, start + (end - start) * fraction))
    return [
        svg.text(10, y + 4, name, fill="muted"),
        svg.line(RAIL_LEFT, y, RAIL_RIGHT, y, stroke="grid", width=3),
        svg.line(start, y - 6, start, y + 6, stroke="2", width=2),
        svg.line(end, y - 6, end, y + 6, stroke="1", width=2),
        svg.text(start, y + 19, ends[0], anchor="middle", fill="muted"),
        svg.text(end, y + 19, ends[1], anchor="middle", fill="muted"),
        svg.circle(x, y, 6.5, fill="3", stroke="paper"),
    ]


def draw(values, mix=mix, weighted_sum=weighted_sum):
    """The plane with its arrows; below it the rails (two vectors) or the weights (three)."""
    header, rows = numbers(values, mix=mix, weighted_sum=weighted_sum)
    mixed = mixed_point(header, rows)
    parts = plane()
    points = [place(A), place(B)]
    if values["third"] == "on":
        points.append(place(C))
        parts.append(svg.polygon(points, fill="3", opacity=0.14, stroke="3"))
    else:
        # Outside 0..1 the mix runs on along the same line: dashed, as softmax cannot reach it.
        left, right = mixed_line(-0.5), mixed_line(1.5)
        parts.append(segment(left, right, stroke="muted", width=1, dash="3 4"))
        parts.append(segment(points[0], points[1], stroke="3", width=4, opacity=0.5))
    parts += arrow_to(A, "a", "1", 2.5)
    parts += arrow_to(B, "b", "2", 2.5, side=-1)
    if values["third"] == "on":
        parts += arrow_to(C, "c", "4", 2.5)
    parts += arrow_to(mixed, "mix", "3", 4)
    if values["third"] == "off":
        span = RAIL_RIGHT - RAIL_LEFT
        parts.append(
            svg.rect(RAIL_LEFT + span * 0.25, 298, span * 0.5, 128, fill="3", opacity=0.12)
        )
        parts.append(
            svg.text((RAIL_LEFT + RAIL_RIGHT) / 2, 292, "softmax can reach this", anchor="middle")
        )
        parts += rail(314, "w = " + num(values["w"]), values["w"], ["0", "1"])
        for i in range(2):
            ends = ["b: " + num(B[i], 0), "a: " + num(A[i], 0)]
            name = "mix " + str(i + 1) + ": " + num(mixed[i])
            parts += rail(358 + 42 * i, name, rows[i][4], ends)
    else:
        for i, (name, weight) in enumerate(zip(["a", "b", "c"], weights_of(values))):
            y = 300 + 30 * i
            fill = ["1", "2", "4"][i]
            parts.append(svg.text(10, y + 15, name + " \u00d7 " + num(weight), weight="bold"))
            zero = 160
            parts.append(svg.rect(zero, y, 110 * weight, 20, fill=fill))
            if weight < 0:
                parts.append(svg.hatch(zero, y, 110 * weight, 20))
            parts.append(svg.line(zero, y - 3, zero, y + 23, stroke="ink"))
        parts.append(
            svg.text(10, 412, "mix = (" + num(mixed[0]) + ", " + num(mixed[1]) + ")", size=14)
        )
    return svg.document(432, parts, describe(values, mix=mix, weighted_sum=weighted_sum))


def mixed_line(w):
    """Return where the tip of the true mix lies for a weight w: the line the mix runs on."""
    return place([w * A[i] + (1 - w) * B[i] for i in range(2)])


def describe(values, mix=mix, weighted_sum=weighted_sum):
    """One sentence: the weights, the mix, and whether softmax could reach it."""
    header, rows = numbers(values, mix=mix, weighted_sum=weighted_sum)
    mixed = mixed_point(header, rows)
    point = "(" + num(mixed[0]) + ", " + num(mixed[1]) + ")"
    weights = weights_of(values)
    inside = all([0 <= weight <= 1 for weight in weights])
    if values["third"] == "off":
        start = "With w = " + num(values["w"]) + " the mix is " + point + ": "
        ways = [row[4] for row in rows]
        if abs(ways[0] - ways[1]) > 1e-9:
            return (
                start + "component 1 has gone " + percent(ways[0]) + " of the way from b to a, "
                "component 2 " + percent(ways[1]) + ": they part."
            )  # fmt: skip
        way = ways[0]
        where = "between the two."
        if way == 0 or way == 1:
            where = "so the mix is " + ("a" if way else "b") + " itself."
        elif not inside:
            where = "beyond " + ("a" if way > 1 else "b") + ": softmax gives no such weight."
        return (
            start + "both components have gone " + percent(way) + " of the way from b to a, "
            + where
        )  # fmt: skip
    return (
        "With the weights " + num(weights[0]) + ", " + num(weights[1]) + " and " + num(weights[2])
        + " the mix is " + point
        + (", inside the triangle." if inside else ", outside the triangle: a weight is negative.")
    )  # fmt: skip
