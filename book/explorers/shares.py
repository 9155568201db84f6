"""Scores become shares: softmax with its temperature, and what a shift does not change."""

from attention.scalar import effective_count, scaled, softmax
from explorers import data, svg
from explorers.contract import Choice, Slider, once, returned_number, returned_vector
from explorers.num import num, percent

title = "From scores to shares"
caption = (
    "On the left the scores, on the right what softmax makes of them. The dots below count how "
    "many tokens the attention is in effect spread over."
)

FOUR, RAW, SCALED = "four scores", "8 random keys, d = 64", "the same, divided by \u221a64"

functions = {"softmax": softmax, "effective_count": effective_count}

controls = [
    Choice("scene", "scores", [FOUR, RAW, SCALED], FOUR),
    Slider("s1", "score 1", -4, 4, 2, 0.1, when=["scene", FOUR]),
    Slider("s2", "score 2", -4, 4, 1, 0.1, when=["scene", FOUR]),
    Slider("s3", "score 3", -4, 4, 0, 0.1, when=["scene", FOUR]),
    Slider("s4", "score 4", -4, 4, -1, 0.1, when=["scene", FOUR]),
    Slider("T", "temperature T", 0.1, 10, 1, 0.05, log=True),
    Slider("shift", "add to every score", -5, 5, 0, 0.1),
]

_FOUR_SCORES = {"scene": FOUR, "s1": 2, "s2": 1, "s3": 0, "s4": -1}
presets = [
    ("shift by 5", {"scene": FOUR, "shift": 5}),
    ("T = 0.1", {"scene": FOUR, "T": 0.1, "shift": 0}),
    ("T = 10", {"scene": FOUR, "T": 10, "shift": 0}),
    ("all equal", {"scene": FOUR, "s1": 1, "s2": 1, "s3": 1, "s4": 1, "T": 1, "shift": 0}),
    ("why \u221ad: raw", {"scene": RAW, "T": 1, "shift": 0}),
    ("why \u221ad: scaled", {"scene": SCALED, "T": 1, "shift": 0}),
]

SCORE_ZERO, SCORE_SPAN = 116, 62
WEIGHT_LEFT, WEIGHT_SPAN = 206, 96


def base_scores(values):
    """Return the scores of the scene, before the shift."""
    if values["scene"] == FOUR:
        return [values["s1"], values["s2"], values["s3"], values["s4"]]
    recorded = data.load("shares")
    first = recorded["scores"][0]
    return scaled(first, recorded["d"]) if values["scene"] == SCALED else first


@once
def numbers(values, softmax=softmax, effective_count=effective_count):
    """One row a token: its name, its score after the shift, its weight."""
    scores = [score + values["shift"] for score in base_scores(values)]
    # A copy goes to the reader's function, which may change what it gets.
    weights = returned_vector("softmax", softmax(list(scores), values["T"]), len(scores))
    rows = [["token " + str(i + 1), scores[i], weights[i]] for i in range(len(scores))]
    return ["token", "score", "weight"], rows


def mean_top_weight(values, softmax):
    """Return the largest weight, averaged over all recorded draws of the scene."""
    recorded = data.load("shares")
    total = 0.0
    for draw in recorded["scores"]:
        scores = scaled(draw, recorded["d"]) if values["scene"] == SCALED else draw
        total += max(returned_vector("softmax", softmax(scores, values["T"]), len(scores)))
    return total / len(recorded["scores"])


def draw(values, softmax=softmax, effective_count=effective_count):
    """Bars left and right of a zero line for the scores; bars from the left for the weights."""
    header, rows = numbers(values, softmax=softmax, effective_count=effective_count)
    scores = [row[1] for row in rows]
    weights = [row[2] for row in rows]
    count = returned_number("effective_count", effective_count(weights))
    gap, bar = (44, 26) if len(rows) == 4 else (26, 17)
    top = 34
    bottom = top + gap * len(rows)
    largest = max([4.0] + [abs(score) for score in scores])
    parts = [
        svg.text(SCORE_ZERO, 18, "score", anchor="middle", weight="bold", size=14),
        svg.text(WEIGHT_LEFT, 18, "weight", weight="bold", size=14),
        svg.line(SCORE_ZERO, top - 6, SCORE_ZERO, bottom, stroke="muted"),
        svg.line(WEIGHT_LEFT, top - 6, WEIGHT_LEFT, bottom, stroke="muted"),
        svg.line(
            WEIGHT_LEFT + WEIGHT_SPAN, top - 6, WEIGHT_LEFT + WEIGHT_SPAN, bottom, stroke="grid"
        ),
    ]
    for i in range(len(rows)):
        y = top + gap * i
        middle = y + bar / 2 + 4
        length = SCORE_SPAN * scores[i] / largest
        parts.append(svg.text(8, middle, str(i + 1), fill="muted"))
        parts.append(svg.rect(SCORE_ZERO, y, length, bar, fill="5"))
        if scores[i] < 0:
            parts.append(svg.hatch(SCORE_ZERO, y, length, bar))
        beside = SCORE_ZERO - 6 if scores[i] >= 0 else SCORE_ZERO + 6
        side = "end" if scores[i] >= 0 else "start"
        parts.append(svg.text(beside, middle, num(scores[i], 1), anchor=side))
        share = max(0.0, min(1.0, weights[i]))
        parts.append(svg.rect(WEIGHT_LEFT, y, WEIGHT_SPAN * share, bar, fill="1"))
        parts.append(svg.text(352, middle, percent(weights[i], 1), anchor="end"))
    y = bottom + 20
    parts.append(svg.text(8, y + 4, "effective tokens " + num(count), weight="bold", size=14))
    parts += dots(206, y, count, len(rows))
    height = y + 20
    if values["scene"] != FOUR:
        mean = mean_top_weight(values, softmax)
        words = "mean top weight over 64 draws: " + num(mean)
        parts.append(svg.text(8, y + 28, words, size=14))
        height = y + 42
    says = describe(values, softmax=softmax, effective_count=effective_count)
    return svg.document(height, parts, says)


def dots(x, y, count, of):
    """Return `of` dots, filled up to `count`: the last one in part."""
    gap = 24 if of == 4 else 18
    radius = 8 if of == 4 else 6
    parts = []
    for i in range(of):
        fill = max(0.0, min(1.0, count - i))
        centre = x + radius + gap * i
        parts.append(svg.circle(centre, y, radius, fill="", stroke="muted"))
        if fill > 0:
            parts.append(svg.circle(centre, y, radius * fill**0.5, fill="1"))
    return parts


def describe(values, softmax=softmax, effective_count=effective_count):
    """One sentence: the largest weight, the effective count, and what the shift did."""
    header, rows = numbers(values, softmax=softmax, effective_count=effective_count)
    weights = [row[2] for row in rows]
    count = returned_number("effective_count", effective_count(weights))
    top = max(weights)
    winners = [rows[i][0] for i in range(len(rows)) if top - weights[i] < 1e-9]
    if len(winners) == 1:
        who = winners[0].replace("token", "Token") + " takes " + percent(top, 1)
    elif len(winners) == len(rows):
        who = "Every token takes " + percent(top, 1)
    else:
        who = str(len(winners)) + " tokens take " + percent(top, 1) + " each"
    return (
        who + "; at T = " + num(values["T"]) + " the attention is spread over " + num(count)
        + " effective tokens of " + str(len(rows)) + "."
    )  # fmt: skip
