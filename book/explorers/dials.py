"""Tokens turned into queries and keys: the scores where the two meet, and the weights."""

from math import cos, pi, sin

from attention.scalar import attention_scores, attention_weights, project
from explorers import svg
from explorers.contract import Choice, Slider, once, returned_matrix
from explorers.num import num

title = "Two dials: queries and keys"
caption = (
    "Every token is turned twice, once into a query and once into a key; the inner ring has "
    "length 1. Below, the scores q\u00b7k/\u221a2 and the weights. Rows ask, columns answer; the "
    "largest weight of a row is framed."
)

FOUR, SEEKS = "four tokens", "adjective seeks noun"
NAMES = {FOUR: ["A", "B", "C", "D"], SEEKS: ["red", "ball", "hits", "wall"]}
TOKENS = {
    FOUR: [[1.6, 0.2], [1.2, 1.0], [0.1, 1.5], [-1.0, 0.8]],
    SEEKS: [[1.5, 0.0], [0.0, 1.5], [0.2, 0.2], [0.0, 1.2]],
}

functions = {
    "project": project,
    "attention_scores": attention_scores,
    "attention_weights": attention_weights,
}

controls = [
    Choice("scene", "tokens", [FOUR, SEEKS], FOUR),
    Slider("theta_q", "turn of the queries, \u03b8_Q", -180, 180, 0, 1),
    Slider("theta_k", "turn of the keys, \u03b8_K", -180, 180, 0, 1),
    Slider("gain", "gain of every score", 0, 3, 1, 0.05),
]

presets = [
    ("turn both 60\u00b0", {"scene": FOUR, "theta_q": 60, "theta_k": 60, "gain": 1}),
    ("quarter turn", {"scene": FOUR, "theta_q": 90, "theta_k": 0, "gain": 1}),
    ("adjective seeks noun", {"scene": SEEKS, "theta_q": 0, "theta_k": 0, "gain": 1}),
]

# The planes: their middles, and the length of the longest arrow. Below them the dials.
MIDDLES, MIDDLE_Y, REACH = [60, 180, 300], 84, 44
DIAL, DIAL_Y = 10, 158
# The matrices: where they start, and the size of a cell.
LEFT_SCORES, LEFT_WEIGHTS, TOP, CELL_WIDTH, CELL_HEIGHT = 32, 212, 238, 36.5, 27


def turn(degrees, gain, scene, role):
    """Return the 2 x 2 matrix that makes queries or keys.

    It turns by that angle, counter-clockwise. In the scene of the adjective it first keeps only
    one axis, the first for a query and the second for a key, so that without any turn the dot
    product is 1.5 times one times the other. The gain is shared out: its root goes to each side.
    """
    c, s = cos(degrees * pi / 180), sin(degrees * pi / 180)
    root = gain**0.5
    if scene == FOUR:
        return [[root * c, root * s], [-root * s, root * c]]
    kept = [root * 1.5**0.5 * c, root * 1.5**0.5 * s]
    return [kept, [0.0, 0.0]] if role == "query" else [[0.0, 0.0], kept]


@once
def numbers(
    values,
    project=project,
    attention_scores=attention_scores,
    attention_weights=attention_weights,
):
    """One row for each pair of tokens: who asks and answers, query, key, score and weight."""
    scene = values["scene"]
    names, tokens = NAMES[scene], TOKENS[scene]
    W_Q = turn(values["theta_q"], values["gain"], scene, "query")
    W_K = turn(values["theta_k"], values["gain"], scene, "key")
    n = len(tokens)
    queries = returned_matrix("project", project(tokens, W_Q), n, 2)
    keys = returned_matrix("project", project(tokens, W_K), n, 2)
    scores = returned_matrix("attention_scores", attention_scores(queries, keys), n, n)
    weights = returned_matrix("attention_weights", attention_weights(queries, keys), n, n)
    rows = []
    for i in range(n):
        for j in range(n):
            row = [names[i], names[j], queries[i][0], queries[i][1], keys[j][0], keys[j][1]]
            rows.append(row + [scores[i][j], weights[i][j]])
    header = ["asks", "answers", "query 1", "query 2", "key 1", "key 2", "score", "weight"]
    return header, rows


def column(rows, index):
    """Return one column of the table as a square matrix, asking tokens down."""
    n = int(len(rows) ** 0.5 + 0.5)
    return [[rows[n * i + j][index] for j in range(n)] for i in range(n)]


def mirror_gap(matrix, sign=1):
    """Return the largest |m[i][j] - sign * m[j][i]|: 0 if symmetric, with -1 if antisymmetric."""
    n = len(matrix)
    gaps = [abs(matrix[i][j] - sign * matrix[j][i]) for i in range(n) for j in range(i + 1)]
    return max(gaps)


def winner(row):
    """Return the place of the largest weight, -1 where several share it."""
    top = max(row)
    places = [j for j in range(len(row)) if top - row[j] < 1e-9]
    return places[0] if len(places) == 1 else -1


def draw(
    values,
    project=project,
    attention_scores=attention_scores,
    attention_weights=attention_weights,
):
    """Three planes: tokens, queries, keys; below them the scores and the weights."""
    header, rows = numbers(
        values,
        project=project,
        attention_scores=attention_scores,
        attention_weights=attention_weights,
    )
    names, tokens = NAMES[values["scene"]], TOKENS[values["scene"]]
    n = len(names)
    queries = [rows[n * i][2:4] for i in range(n)]
    keys = [rows[j][4:6] for j in range(n)]
    # One scale for the three planes; it shrinks only where an arrow would grow too long.
    longest = max([1.62] + [(v[0] * v[0] + v[1] * v[1]) ** 0.5 for v in queries + keys])
    unit = REACH / longest
    parts = [FRAMES[values["scene"]], token_plane(tokens, names, unit)]
    parts.append(dial(1, values["theta_q"], "\u03b8_Q = ", "3"))
    parts.append(plane(1, queries, names, unit, "3"))
    parts.append(dial(2, values["theta_k"], "\u03b8_K = ", "4"))
    parts.append(plane(2, keys, names, unit, "4", dash="4 3"))

    scores, weights = column(rows, 6), column(rows, 7)
    largest = max([2.0] + [abs(score) for row in scores for score in row])
    parts.append(cells(SCORE_CELLS, scores, largest, "5", "6"))
    parts.append(cells(WEIGHT_CELLS, weights, 1.0, "1", "1"))
    for i in range(n):
        j = winner(weights[i])
        if j >= 0:
            parts.append(WINNER_FRAMES[i][j])
    words = []
    y = TOP + CELL_HEIGHT * n + 20
    gaps = [mirror_gap(scores), mirror_gap(weights)]
    for left, gap in zip((LEFT_SCORES, LEFT_WEIGHTS), gaps):
        words.append((left + CELL_WIDTH * n - 1, y, "mirror pairs differ: " + num(gap)))
    parts.append(texts(words, "end", fill="muted"))
    _said[:] = [rows, sentence(values, scores, weights, gaps)]
    return svg.document(y + 10, parts, _said[1])


_said = [None, ""]  # the table that was drawn last, and its sentence


def texts(words, anchor, look="", fill="ink"):
    """Return many short texts, a list of (x, y, text), as one element: that is drawn sooner."""
    spans = [
        '<tspan x="' + svg.at(x) + '" y="' + svg.at(y) + '">' + word + "</tspan>"
        for x, y, word in words
    ]
    return (
        '<text x="' + svg.at(words[0][0]) + '" y="' + svg.at(words[0][1])
        + '" font-size="12" fill="' + svg.colour(fill) + '" text-anchor="' + anchor + '"' + look
        + ">" + "".join(spans) + "</text>"
    )  # fmt: skip


HALO = (
    ' font-weight="bold" stroke="' + svg.colour("paper") + '" stroke-width="4" paint-order="stroke"'
)


def plane(place, vectors, names, unit, stroke, dash=""):
    """Return an arrow for each vector in one plane, their names, and the ring of length 1."""
    middle = MIDDLES[place]
    centre = "M" + svg.at(middle) + " " + svg.at(MIDDLE_Y)
    shafts, heads, dots, taken, words = [], [], [], [], []
    for vector, name in zip(vectors, names):
        dx, dy = unit * vector[0], -unit * vector[1]
        x, y = middle + dx, MIDDLE_Y + dy
        length = (dx * dx + dy * dy) ** 0.5
        if length < 2:  # no direction to point in: a dot
            length, dx, dy = 1.0, 0.0, 0.0
            dots.append(svg.circle(x, y, 3, fill=stroke))
        else:
            dx, dy = dx / length, dy / length
            head = min(10, length)
            back_x, back_y = x - head * dx, y - head * dy
            side_x, side_y = 0.42 * head * dy, -0.42 * head * dx
            shafts.append(centre + "L" + svg.at(back_x) + " " + svg.at(back_y))
            heads.append(
                "M" + svg.at(x) + " " + svg.at(y)
                + "L" + svg.at(back_x + side_x) + " " + svg.at(back_y + side_y)
                + "L" + svg.at(back_x - side_x) + " " + svg.at(back_y - side_y)
            )  # fmt: skip
        half = 3.4 * len(name) + 1
        label_x, label_y = label_place(middle, (x, y), half, taken)
        words.append((label_x, label_y + 4, name))
    colour = svg.colour(stroke)
    arrows = (
        '<path d="' + "".join(shafts) + '" fill="none" stroke="' + colour
        + '" stroke-width="2" stroke-dasharray="' + (dash or "none") + '"/><path d="'
        + "".join(heads) + '" fill="' + colour + '"/>'
    )  # fmt: skip
    return ring(middle, unit) + arrows + "".join(dots) + texts(words, "middle", HALO)


# Where a name may stand, seen from its tip: outwards first, then to the sides, then further off.
AROUND = [(1, 0), (0.7, 0.7), (0.7, -0.7), (0, 1), (0, -1), (-0.7, 0.7), (-0.7, -0.7), (-1, 0)]


def label_place(middle, tip, half, taken):
    """Return the middle of a name near its tip that covers no other name, and note it as taken."""
    dx, dy = tip[0] - middle, tip[1] - MIDDLE_Y
    length = (dx * dx + dy * dy) ** 0.5
    out_x, out_y = (dx / length, dy / length) if length > 1 else (0.0, -1.0)
    for far in (5, 14, 24, 36):
        for along, side in AROUND:
            x = tip[0] + (along * out_x - side * out_y) * (far + half)
            y = tip[1] + (along * out_y + side * out_x) * (far + 6)
            if abs(x - middle) + half > 59 or abs(y - MIDDLE_Y) > 56:
                continue
            if all([abs(x - t[0]) >= half + t[2] or abs(y - t[1]) >= 13 for t in taken]):
                taken.append((x, y, half))
                return x, y
    taken.append((tip[0], tip[1], half))
    return tip


_tokens = [None, None]  # the plane that was drawn last: it changes with scene and scale only


def token_plane(tokens, names, unit):
    """Return the plane of the tokens as they are."""
    if _tokens[0] != (tokens, unit):
        _tokens[:] = [(tokens, unit), plane(0, tokens, names, unit, "muted")]
    return _tokens[1]


def ring(middle, radius):
    """Return the circle of the vectors of length 1."""
    return (
        '<circle cx="' + svg.at(middle) + '" cy="' + svg.at(MIDDLE_Y) + '" r="' + svg.at(radius)
        + '" fill="none" stroke="' + svg.colour("grid") + '" stroke-width="1.5"/>'
    )  # fmt: skip


def dial(place, degrees, name, stroke):
    """Return a dial with its hand at the angle, counter-clockwise from the right, and the angle."""
    x, angle = MIDDLES[place] - 39, degrees * pi / 180
    tip_x, tip_y = x + DIAL * cos(angle), DIAL_Y - DIAL * sin(angle)
    words = name + num(degrees, 0) + "\u00b0"
    return (
        svg.line(x, DIAL_Y, tip_x, tip_y, stroke=stroke, width=3)
        + svg.circle(tip_x, tip_y, 3.5, fill=stroke)
        + svg.text(x + DIAL + 7, DIAL_Y + 4, words)
    )


def frame_of(names):
    """Return what stays while sliders move: all names, the axes, and the marks of the dials."""
    parts = [svg.text(MIDDLES[0], DIAL_Y + 4, "as they are", fill="muted", anchor="middle")]
    for middle, name in zip(MIDDLES, ["tokens x", "queries x W_Q", "keys x W_K"]):
        parts += [
            svg.text(middle, 16, name, anchor="middle", weight="bold", size=13),
            svg.line(middle - 54, MIDDLE_Y, middle + 54, MIDDLE_Y, stroke="grid"),
            svg.line(middle, MIDDLE_Y - 54, middle, MIDDLE_Y + 54, stroke="grid"),
        ]
    for middle in MIDDLES[1:]:
        parts.append(svg.circle(middle - 39, DIAL_Y, DIAL, fill="", stroke="muted"))
    for left, name in ((LEFT_SCORES, "scores q\u00b7k/\u221a2"), (LEFT_WEIGHTS, "weights")):
        middle = left + CELL_WIDTH * len(names) / 2
        parts += [
            svg.text(middle, TOP - 44, name, anchor="middle", weight="bold", size=13),
            svg.text(left - 30, TOP - 25, "asks \u2193", fill="muted"),
            svg.text(middle, TOP - 25, "answers \u2192", fill="muted", anchor="middle"),
        ]
        places = [(i + 0.5, names[i]) for i in range(len(names))]
        above = [(left + CELL_WIDTH * i, TOP - 7, name) for i, name in places]
        beside = [(left - 5, TOP + CELL_HEIGHT * i + 4, name) for i, name in places]
        parts += [texts(above, "middle"), texts(beside, "end")]
    return "".join(parts)


def empty_cells(left):
    """Return a matrix of cells, each in two pieces: before the strength and before the number."""
    rows = []
    for i in range(4):
        rows.append([])
        for j in range(4):
            x, y = left + CELL_WIDTH * j, TOP + CELL_HEIGHT * i
            # Half a unit of paper is left on every side.
            corner = svg.at(x + 0.5) + " " + svg.at(y + 0.5)
            across, down = svg.at(CELL_WIDTH - 1), svg.at(CELL_HEIGHT - 1)
            rect = '<path d="M' + corner + "h" + across + "v" + down + "h-" + across
            rect += 'z" fill-opacity="'
            middle = svg.at(x + CELL_WIDTH / 2)
            words = '<tspan x="' + middle + '" y="' + svg.at(y + CELL_HEIGHT / 2 + 4) + '"'
            rows[i].append((rect, words))
    return rows


# With a sign a number all but fills its cell: it is held to a width that leaves a margin.
HELD = ' textLength="32" lengthAdjust="spacingAndGlyphs">'


def cells(empty, matrix, full, fill, fill_below):
    """Return the cells of a matrix: each colour as strong as its number, and the number."""
    above, below, words = [], [], []
    for pieces, row in zip(empty, matrix):
        for (rect, span), value in zip(pieces, row):
            word = num(value)
            words.append(span + (HELD if len(word) > 4 else ">") + word + "</tspan>")
            opacity = svg.at(0.5 * min(1.0, abs(value) / full))
            (below if value < 0 else above).append(rect + opacity + '"/>')
    return (
        '<g fill="' + svg.colour(fill) + '">' + "".join(above) + '</g><g fill="'
        + svg.colour(fill_below) + '">' + "".join(below) + '</g><text x="180" y="' + svg.at(TOP)
        + '" font-size="12" fill="' + svg.colour("ink") + '" text-anchor="middle">'
        + "".join(words) + "</text>"
    )  # fmt: skip


def winner_frame(i, j):
    """Return the frame around the largest weight of row i, in column j."""
    x, y = LEFT_WEIGHTS + CELL_WIDTH * j + 1, TOP + CELL_HEIGHT * i + 1
    width, height = CELL_WIDTH - 2, CELL_HEIGHT - 2
    return svg.rect(x, y, width, height, fill="", stroke="ink", line_width=2)


# All that no slider moves is written once: the page draws with every step of a slider.
FRAMES = {scene: frame_of(NAMES[scene]) for scene in NAMES}
SCORE_CELLS, WEIGHT_CELLS = empty_cells(LEFT_SCORES), empty_cells(LEFT_WEIGHTS)
WINNER_FRAMES = [[winner_frame(i, j) for j in range(4)] for i in range(4)]


def describe(
    values,
    project=project,
    attention_scores=attention_scores,
    attention_weights=attention_weights,
):
    """One sentence: the turns, what is symmetric, and what the first token takes."""
    header, rows = numbers(
        values,
        project=project,
        attention_scores=attention_scores,
        attention_weights=attention_weights,
    )
    if rows is _said[0]:
        return _said[1]
    scores, weights = column(rows, 6), column(rows, 7)
    return sentence(values, scores, weights, [mirror_gap(scores), mirror_gap(weights)])


def sentence(values, scores, weights, gaps):
    """Return the sentence of these matrices; gaps are their mirror gaps."""
    names = NAMES[values["scene"]]
    start = (
        "Queries turned " + num(values["theta_q"], 0) + "\u00b0, keys "
        + num(values["theta_k"], 0) + "\u00b0, gain " + num(values["gain"]) + ": "
    )  # fmt: skip
    if max([abs(score) for row in scores for score in row]) < 1e-9:
        return start + "every score is 0, and every row is flat at " + num(1 / len(names)) + "."
    if gaps[0] < 1e-9:
        start += "the scores are symmetric"
        start += ", the weights too" if gaps[1] < 1e-9 else ", the weights are not"
    elif mirror_gap(scores, -1) < 1e-9:
        start += "the scores are antisymmetric, with a zero diagonal"
    else:
        start += "the scores differ both ways by up to " + num(gaps[0])
    j = winner(weights[0])
    if j >= 0:
        start += "; " + names[0] + " takes most from " + names[j] + ", " + num(weights[0][j])
    flat = [i for i in range(len(names)) if max(weights[i]) - min(weights[i]) < 1e-9]
    if flat:
        start += "; the row of " + names[flat[0]] + " is flat at " + num(weights[flat[0]][0])
    return start + "."
