"""Sixty words as points: turn the plane they are drawn in, lengthen one, and ask for neighbours."""

from math import cos, radians, sin, sqrt

from attention.scalar import nearest, shift
from explorers import data, svg
from explorers.contract import Choice, Slider, once, returned_matrix, returned_vector
from explorers.num import join_words, num

title = "Sixty words in a space"
caption = (
    "Real word vectors of sixteen coordinates; the first two are drawn, a colour for each kind "
    "of word. Lines lead from the chosen word to its five nearest: solid by dot product, dashed by "
    "cosine. The arrow is the word that you can lengthen."
)

_SPACE = data.load("space")
WORDS = _SPACE["words"]
VECTORS = _SPACE["vectors"]
NEAREST = 5  # how many neighbours are shown
# The coordinates that are drawn, and the others, which no turn of the plane moves.
_PLANE = [row[:2] for row in VECTORS]
_OTHERS = [row[2:] for row in VECTORS]
_OTHER_SQUARES = [sum([x * x for x in others]) for others in _OTHERS]

functions = {"nearest": nearest, "shift": shift}

controls = [
    Choice("word", "neighbours of", WORDS, "king"),
    Slider("turn", "turn the plane, in degrees", -180, 180, 0, 5),
    Choice("longer", "word to lengthen", "throne horse ten brown walk small the".split(), "throne"),
    Slider("scale", "its length \u00d7", 0.25, 3, 1, 0.05),
]

presets = [
    ("turn by 90\u00b0", {"turn": 90}),
    ("throne \u00d7 3", {"word": "walk", "longer": "throne", "scale": 3}),
]

# The plane: where its origin is drawn, how large one unit is, and the rows that labels stand in.
CENTRE_X, CENTRE_Y, UNIT = 180, 175, 230
BOTTOM = 350
EDGE = 6  # nothing is drawn nearer to the edges of the plane
ROW = 14
ROWS = BOTTOM // ROW
CELL = 4  # places along a row are counted in steps of so many units
LISTS = 366  # where the lists of neighbours begin


def _width(word):
    """Return how many units a label of size 12 is wide, at most: the letters of a wide type."""
    width = 0.0
    for letter in word:
        width += 3.4 if letter in "ijl" else 5 if letter in "frt " else 7.7
        width += 4 if letter in "mw" else 0
    return int(width + 1)


def _cells(left, right):
    """Return the cells of a row between two places, as the bits of an integer."""
    first = left // CELL
    return (1 << (right // CELL + 1)) - (1 << first)


# All that does not depend on the controls is made once: the page draws sixty labels at every move.
_WIDTHS = [_width(word) for word in WORDS]
_BOLD_WIDTHS = [width * 8 // 7 for width in _WIDTHS]
_GROUPS = [  # of labels: the other words, the neighbours, the chosen word
    '<g fill="' + svg.colour("muted") + '">',
    '</g><g fill="' + svg.colour("ink") + '">',
    '</g><g fill="' + svg.colour("ink") + '" font-weight="bold">',
]
_LEFT = ['<text font-size="12" x="' + str(x) + '" y="' for x in range(svg.WIDTH)]
_BASE = [str(ROW * row + 12) for row in range(ROWS)]
_WORDS = ['">' + word + "</text>" for word in WORDS]
_DOTS = [
    '<path fill="none" stroke-width="6" stroke-linecap="round" stroke="' + svg.colour(c) + '" d="M'
    for c in ("3", "4", "1", "5", "2", "6", "muted")
]
_SOLID = '<path fill="none" stroke-width="2.5" stroke="' + svg.colour("2") + '" d="M'
_DASHED = (
    '<path fill="none" stroke-width="2.5" stroke-dasharray="3 4" stroke="'
    + svg.colour("1")
    + '" d="M'
)
_LEADERS = '<path fill="none" stroke-width="0.8" stroke="' + svg.colour("muted") + '" d="'
_AT_X = [str(x) + " " for x in range(svg.WIDTH + 1)]
_AT_Y = [str(y) for y in range(BOTTOM + 1)]
_ROW_STEPS = [0]  # the rows that a label may stand in, counted from its dot's, nearest first
for _i in range(1, ROWS):
    _ROW_STEPS += [_i, -_i]
_AXES = [
    svg.line(EDGE, CENTRE_Y, svg.WIDTH - EDGE, CENTRE_Y, stroke="grid"),
    svg.line(CENTRE_X, EDGE, CENTRE_X, BOTTOM - EDGE, stroke="grid"),
    svg.text(EDGE, 11 * ROW + 12, "coordinate 1", fill="muted"),
    svg.text(CENTRE_X + 5, 24 * ROW + 12, "coordinate 2", fill="muted"),
]
_DOT_CELLS = [_cells(max(0, x - 3), x + 3) for x in range(svg.WIDTH)]  # for a dot at x
_LABEL_CELLS = [(1 << (width // CELL + 2)) - 1 for width in range(svg.WIDTH)]
_TAKEN = [0] * ROWS  # the cells under the names of the axes
_TAKEN[11] = _cells(EDGE, EDGE + _width("coordinate 1"))
_TAKEN[24] = _cells(CENTRE_X + 5, CENTRE_X + 5 + _width("coordinate 2"))
_HALO = (
    '<g stroke="' + svg.colour("paper") + '" stroke-width="3" stroke-linejoin="round"'
    ' paint-order="stroke">'
)  # fmt: skip


def _lines(x):
    """Return the lines of a list of neighbours, each as the SVG before its word and its score."""
    found = []
    for row in range(NEAREST):
        word = svg.text(x, LISTS + 40 + 15 * row, "")
        score = svg.text(x + 162, LISTS + 40 + 15 * row, "", anchor="end")
        end = len("</text>")
        found.append((word[:-end], "</text>" + score[:-end]))
    return found


_DOT_LINES, _COSINE_LINES = _lines(EDGE), _lines(192)
_HEADINGS = [
    svg.line(EDGE, LISTS + 17, EDGE + 24, LISTS + 17, stroke="2", width=2.5),
    svg.text(EDGE + 30, LISTS + 21, "by dot product", weight="bold"),
    svg.line(192, LISTS + 17, 216, LISTS + 17, stroke="1", width=2.5, dash="3 4"),
    svg.text(222, LISTS + 21, "by cosine", weight="bold"),
]


_HERE = svg.text(EDGE, LISTS, "", weight="bold")[: -len("</text>")]
_TURN = svg.text(svg.WIDTH - EDGE, LISTS, "", anchor="end")[: -len("</text>")]
_RING = '" r="6" fill="none" stroke="' + svg.colour("ink") + '" stroke-width="1.5"/>'


@once
def _answer(values, nearest, shift):
    """Return (places in the plane, ranking by dot product, ranking by cosine) for the controls."""
    word, longer = WORDS.index(values["word"]), WORDS.index(values["longer"])
    scale = values["scale"]
    plane = list(_PLANE)
    plane[longer] = [scale * x for x in plane[longer]]
    angle = radians(values["turn"])
    c, s = cos(angle), sin(angle)
    places = _pairs(shift(plane, [[c, s], [-s, c]]))
    if nearest is functions["nearest"]:
        rankings = _own_rankings(places, word, longer, scale)
    else:
        others = list(_OTHERS)
        others[longer] = [scale * x for x in others[longer]]
        table = [[x, y] + rest for (x, y), rest in zip(places, others)]
        # One more, for the word itself is as a rule among them.
        rankings = [
            _ranking(nearest(table[word], table, NEAREST + 1, by)) for by in ("dot", "cosine")
        ]
    for i in (0, 1):
        rankings[i] = [pair for pair in rankings[i] if pair[0] != word][:NEAREST]
    return places, rankings[0], rankings[1]


_products = [None, None]  # the word that was asked last, its products with all over _OTHERS


def _own_rankings(places, word, longer, scale):
    """Return both rankings, [(row, score), ...], as the book's own nearest finds them.

    The two have the same dot products, and in these the coordinates beyond the plane have a part
    that no turn changes: it is kept from move to move.
    """
    if _products[0] != word:
        own = _OTHERS[word]
        sums = [sum([x * y for x, y in zip(own, others)]) for others in _OTHERS]
        _products[:] = [word, sums]
    rest, squares = list(_products[1]), list(_OTHER_SQUARES)
    if word == longer:
        rest = [scale * product for product in rest]
    rest[longer] *= scale
    squares[longer] *= scale * scale
    x, y = places[word]
    dots = [x * a + y * b + product for (a, b), product in zip(places, rest)]
    own = sqrt(x * x + y * y + squares[word])
    cosines = [
        dot / (own * sqrt(a * a + b * b + square))
        for dot, (a, b), square in zip(dots, places, squares)
    ]
    rankings = []
    for scores in (dots, cosines):
        ranked = sorted([(-score, i) for i, score in enumerate(scores)])[: NEAREST + 1]
        rankings.append([(i, -negative) for negative, i in ranked])
    return rankings


def _pairs(rows):
    """Return what the reader's shift returned, or raise ValueError that says what is wrong."""
    try:
        if len(rows) == len(WORDS):
            total = sum([x + y for x, y in rows])
            if total - total == 0.0:
                return rows
    except (TypeError, ValueError):
        pass
    return returned_matrix("shift", rows, len(WORDS), 2)


def _ranking(result):
    """Return what the reader's nearest returned, [(row, score), ...], or raise ValueError."""
    try:
        found, scores = result
        found = list(found)
    except (TypeError, ValueError):
        found, scores = [], []
    known = [i for i in found if isinstance(i, int) and 0 <= i < len(WORDS)]
    if len(set(known)) != NEAREST + 1 or len(found) != NEAREST + 1:
        raise ValueError(
            "nearest must return "
            + str(NEAREST + 1)
            + " different row numbers and their scores, it returned "
            + repr(result)[:60]
        )
    return list(zip(found, returned_vector("nearest", scores, NEAREST + 1)))


def numbers(values, nearest=nearest, shift=shift):
    """One row a rank: the neighbour by dot product with its score, and the one by cosine."""
    places, by_dot, by_cosine = _answer(values, nearest=nearest, shift=shift)
    header = ["rank", "by dot product", "dot product", "by cosine", "cosine"]
    rows = [
        [str(i + 1), WORDS[by_dot[i][0]], by_dot[i][1], WORDS[by_cosine[i][0]], by_cosine[i][1]]
        for i in range(NEAREST)
    ]
    return header, rows


def _drawn(places):
    """Return where places of the plane are drawn, in whole units, held inside the picture."""
    points = []
    right, bottom = svg.WIDTH - EDGE, BOTTOM - EDGE
    for first, second in places:
        x, y = CENTRE_X + UNIT * first, CENTRE_Y - UNIT * second
        x = EDGE if x < EDGE else right if x > right else int(x + 0.5)
        y = EDGE if y < EDGE else bottom if y > bottom else int(y + 0.5)
        points.append((x, y))
    return points


def _placed(points, widths, order):
    """Return where each word's label stands, (left, row), and the words with it not at their dot.

    No two labels overlap, and none covers a dot. Each takes the free place in the row nearest to
    its dot, to the right of the dot or to its left; the words first in `order` choose first.
    """
    taken = list(_TAKEN)
    for x, y in points:
        taken[(y - 1) // ROW] |= _DOT_CELLS[x]
    places, far = [None] * len(points), []
    for i in order:
        x, y = points[i]
        width = widths[i]
        cells = _LABEL_CELLS[width]
        right = x + 8 if x + 9 + width < svg.WIDTH else svg.WIDTH - 1 - width
        left = x - 7 - width if x - 8 > width else 1
        own_row = (y - 1) // ROW
        for step in _ROW_STEPS:
            row = own_row + step
            if row < 0 or row >= ROWS:
                continue
            start, free = right, taken[row]
            if free & (cells << right // CELL):
                start = left
                if free & (cells << left // CELL):
                    start = (left + right) // 2
                    if free & (cells << start // CELL):
                        continue
            taken[row] = free | cells << start // CELL
            places[i] = (start, row)
            if step or (start != x + 8 and start != x - 7 - width):
                far.append(i)
            break
    return places, sorted(far)


def _dots(spots):
    """Return the dots, one path for each kind of word."""
    parts = []
    start = 0
    for kind, (_, count) in enumerate(_SPACE["groups"]):
        parts.append(_DOTS[kind] + "h0M".join(spots[start : start + count]) + 'h0"/>')
        start += count
    return parts


def _rays(spots, word, ranking, start):
    """Return lines from a word to its neighbours, as one path."""
    return start + ("L" + spots[word] + "L").join([spots[i] for i, _ in ranking]) + '"/>'


def _leaders(far, points, spots, widths, labels):
    """Return lines from the dots to those labels that do not stand beside them, as one path."""
    steps = []
    for i in far:
        x, y = points[i]
        left, row = labels[i]
        base = ROW * row + 12
        end = left - 1 if x < left else min(x, left + widths[i])
        middle = base - 4
        if end == x:
            middle = base - 11 if middle > y else base + 3
        if abs(middle - y) > 8 or abs(end - x) > 9:
            steps.append("M" + spots[i] + "L" + str(end) + " " + str(middle))
    return _LEADERS + "".join(steps) + '"/>'


def _list(lines, ranking, values):
    """Return one list of neighbours: a word and its score in each line."""
    parts = []
    for (before, between), (i, score) in zip(lines, ranking):
        word = WORDS[i]
        if word == values["longer"] and values["scale"] != 1:
            word += " \u00d7 " + num(values["scale"])
        parts.append(before + word + between + num(score) + "</text>")
    return parts


def draw(values, nearest=nearest, shift=shift):
    """The plane with every word, lines from the chosen word to its neighbours, and two lists."""
    places, by_dot, by_cosine = _answer(values, nearest=nearest, shift=shift)
    points = _drawn(places)
    spots = [_AT_X[x] + _AT_Y[y] for x, y in points]
    word = WORDS.index(values["word"])
    is_near = [False] * len(WORDS)
    for i, _ in by_dot + by_cosine:
        is_near[i] = True
    near, others = [], []
    for i, is_neighbour in enumerate(is_near):
        if i != word:
            (near if is_neighbour else others).append(i)
    widths = list(_WIDTHS)
    widths[word] = _BOLD_WIDTHS[word]
    labels, far = _placed(points, widths, [word] + near + others)

    parts = _AXES + _HEADINGS
    x, y = points[WORDS.index(values["longer"])]
    inside = EDGE < x < svg.WIDTH - EDGE and EDGE < y < BOTTOM - EDGE
    arrow = svg.arrow if inside else svg.line  # beyond the edge it goes on, and has no head here
    parts.append(arrow(CENTRE_X, CENTRE_Y, x, y, stroke="4", width=2))
    x, y = points[word]
    parts.append(_rays(spots, word, by_dot, _SOLID) + _rays(spots, word, by_cosine, _DASHED))
    parts.append(_leaders(far, points, spots, widths, labels))
    parts.append(_HALO)
    for group, words in zip(_GROUPS, [others, near, [word]]):
        parts.append(group)
        for i in words:
            left, row = labels[i]
            parts.append(_LEFT[left] + _BASE[row] + _WORDS[i])
    parts.append("</g></g>")
    parts += _dots(spots)
    parts.append('<circle cx="' + str(x) + '" cy="' + str(y) + _RING)
    here = (
        values["word"] + " = (" + num(places[word][0]) + ", " + num(places[word][1]) + ", \u2026)"
    )
    turn = "turned by " + num(values["turn"], 0) + "\u00b0"
    parts.append(_HERE + here + "</text>" + _TURN + turn + "</text>")
    parts += _list(_DOT_LINES, by_dot, values) + _list(_COSINE_LINES, by_cosine, values)
    return svg.document(LISTS + 107, parts, describe(values, nearest=nearest, shift=shift))


def describe(values, nearest=nearest, shift=shift):
    """One sentence: where the word is drawn, and its neighbours."""
    places, by_dot, by_cosine = _answer(values, nearest=nearest, shift=shift)
    x, y = places[WORDS.index(values["word"])]
    return (
        "The first two coordinates of " + values["word"] + " are " + num(x) + " and " + num(y)
        + "; its nearest by dot product are "
        + join_words([WORDS[i] for i, _ in by_dot]) + ", by cosine "
        + join_words([WORDS[i] for i, _ in by_cosine]) + "."
    )  # fmt: skip
