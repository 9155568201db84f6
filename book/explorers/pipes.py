"""Three sources, four features: the weight sets how wide a pipe is, V sets what flows in it."""

from math import sqrt

from attention.scalar import attend, softmax
from explorers import svg
from explorers.contract import Choice, Slider, once, returned_matrix, returned_vector
from explorers.num import join_words, num, percent

title = "How wide the pipe, and what is in it"
caption = (
    "One token asks, three sources answer. A pipe is as high as its weight \u03b1, and holds "
    "what V lets through of each feature; dashed is what a gate holds back. Compare the two bars: "
    "the attention that a source gets, and its share of what is carried."
)

WORDS, LOUD = "those three red balls", "loud but empty"
FEATURES = ["meaning", "part of speech", "number", "position"]
# Each scene: who asks, who answers, what each source has, and the key that it is found by.
SCENES = {
    WORDS: [
        "asks: balls",
        ["red", "three", "those"],
        [[3, 2, 0, 1], [1, 2, 3, 2], [0, 3, 2, 3]],
        [[0, 3, 0, 1], [0, 2, 1, 2], [0, 1, 1, 3]],
    ],
    LOUD: [
        "asks: a token",
        ["A", "B", "C"],
        [[2, 0, 0, 0], [0, 0, 0, 3], [0, 1, 1, 0]],
        [[0, 3, 0, 0], [0, 2, 0, 0], [0, 1, 0, 1]],
    ],
}

functions = {"softmax": softmax, "attend": attend}

controls = [
    Choice("scene", "sources", [WORDS, LOUD], WORDS),
    # exp(2.85), exp(0.7) and exp(0) stand to each other as .85, .10 and .05.
    Slider("s1", "score of source 1", 0, 4, 2.85, 0.05),
    Slider("s2", "score of source 2", 0, 4, 0.7, 0.05),
    Slider("s3", "score of source 3", 0, 4, 0, 0.05),
    Choice("carry", "use K as V", ["off", "on"], "off"),
    Slider("g1", "gate 1: meaning", 0, 1, 1, 0.05, when=["carry", "off"]),
    Slider("g2", "gate 2: part of speech", 0, 1, 1, 0.05, when=["carry", "off"]),
    Slider("g3", "gate 3: number", 0, 1, 1, 0.05, when=["carry", "off"]),
    Slider("g4", "gate 4: position", 0, 1, 1, 0.05, when=["carry", "off"]),
]

_SCORES = {"s1": 2.85, "s2": 0.7, "s3": 0}


def _preset(scene, carry, gates):
    values = {"scene": scene, "carry": carry}
    for name in ("s1", "s2", "s3"):
        values[name] = _SCORES[name]
    for i in range(4):
        values["g" + str(i + 1)] = gates[i]
    return values


presets = [
    ("loud but empty", _preset(LOUD, "off", [0, 1, 1, 1])),
    ("only the meaning", _preset(WORDS, "off", [1, 0, 0, 0])),
    ("K as V", _preset(WORDS, "on", [1, 1, 1, 1])),
]

# The pipes: where they start, how wide a feature's slot is, and the height of a weight of 1.
PIPE_LEFT, SLOT, PARCEL = 76, 63, 53
PIPES_TOP, ROW, FULL = 64, 62, 42
COLOURS = ["1", "5", "3", "4"]
MOST = 3.0  # the largest component of a value


def gates_of(values):
    """Return the four gates; all are open where the keys are carried."""
    if values["carry"] == "on":
        return [1.0, 1.0, 1.0, 1.0]
    return [values["g1"], values["g2"], values["g3"], values["g4"]]


def before_the_gates(values):
    """Return what each source has to give: its features, or its key."""
    return SCENES[values["scene"]][3 if values["carry"] == "on" else 2]


@once
def numbers(values, softmax=softmax, attend=attend):
    """One row a source: weight, value, length of weight times value, share; then what arrives."""
    names = SCENES[values["scene"]][1]
    scores = [values["s1"], values["s2"], values["s3"]]
    weights = returned_vector("softmax", softmax(scores), 3)
    gates = gates_of(values)
    carried = [[g * float(x) for g, x in zip(gates, row)] for row in before_the_gates(values)]
    # A row for each source alone, and one for all three: the last row is what arrives.
    alone = [[weights[i] if i == j else 0.0 for j in range(3)] for i in range(3)]
    taken = returned_matrix("attend", attend(alone + [weights], carried), 4, 4)
    lengths = [sqrt(sum([x * x for x in row])) for row in taken]
    total = lengths[0] + lengths[1] + lengths[2]
    shares = [length / total if total > 0 else 0.0 for length in lengths[:3]]
    header = ["source", "weight"] + FEATURES + ["length carried", "share carried"]
    rows = [[names[i], weights[i]] + carried[i] + [lengths[i], shares[i]] for i in range(3)]
    rows.append(["arrives", sum(weights)] + taken[3] + [lengths[3], sum(shares)])
    return header, rows


def slot(i):
    """Return where the slot of feature i begins."""
    return PIPE_LEFT + SLOT * i


def heads(values):
    """Return the names of the features, each over its gate."""
    keys = values["carry"] == "on"
    gates = gates_of(values)
    parts = [
        svg.text(6, 28, "answers", fill="muted"),
        svg.text(6, 44, "no gates" if keys else "gates of V", fill="muted"),
    ]
    for i in range(4):
        x = slot(i) + 4
        words = ["part of", "speech"] if i == 1 else [FEATURES[i]]
        for line in range(len(words)):
            y = 28 - 14 * (len(words) - 1 - line)
            parts.append(svg.text(x, y, words[line], weight="bold"))
        if not keys:
            parts.append(svg.text(x, 44, num(gates[i]), fill="muted"))
            parts.append(svg.rect(x, 50, PARCEL * gates[i], 5, fill=COLOURS[i]))
            parts.append(svg.rect(x, 50, PARCEL, 5, fill="", stroke="muted"))
    return parts


def amounts(y, height, before, after):
    """Return one bar a feature, from y down, after the gate and dashed before it."""
    parts = []
    for i in range(4):
        x = slot(i) + 4
        width = PARCEL * max(0.0, min(1.0, after[i] / MOST))
        if before[i] > after[i] + 1e-9:
            right = x + PARCEL * before[i] / MOST
            corners = [(x, y), (right, y), (right, y + height), (x, y + height)]
            parts.append(svg.polygon(corners, fill="", stroke="muted", dash="2 2"))
        if width > 0:
            parts.append(svg.rect(x, y, width, height, fill=COLOURS[i]))
    return parts


def amounts_as_text(y, after, decimals):
    """Return the number of each feature; zero is pale."""
    parts = []
    for i in range(4):
        zero = abs(after[i]) < 1e-9
        number = "0" if zero else num(after[i], decimals)
        parts.append(svg.text(slot(i) + 4, y, number, fill="muted" if zero else "ink"))
    return parts


def pipe(i, row, before):
    """Return the pipe of source i, as high as its weight, with what flows in it."""
    top = PIPES_TOP + ROW * i
    middle = top + 16 + FULL / 2
    half = FULL * max(0.0, min(1.0, row[1])) / 2
    right = slot(4) + 1
    outline = [
        (PIPE_LEFT, middle - half),
        (right, middle - half),
        (right, middle - half - 3),
        (right + 9, middle),
        (right, middle + half + 3),
        (right, middle + half),
        (PIPE_LEFT, middle + half),
    ]
    return (
        [
            svg.text(6, middle, row[0], size=15, weight="bold"),
            svg.text(6, middle + 16, percent(row[1])),
            svg.polygon(outline, fill="grid", opacity=0.35, stroke="muted"),
        ]
        + amounts_as_text(top + 12, row[2:6], 1)
        + amounts(middle - half, 2 * half, before, row[2:6])
    )


def bar_of(y, name, shares, names):
    """Return a stacked bar of three shares under a line that says who has which."""
    parts = [svg.text(6, y, name, weight="bold")]
    x, left, width = 6.0, 94, 348
    for i in range(3):
        column = left + [0, 84, 174][i]
        parts += swatch(column, y - 10, 11, 11, i)
        parts.append(svg.text(column + 16, y, names[i] + " " + percent(shares[i])))
        length = width * max(0.0, min(1.0, shares[i]))
        parts += swatch(x, y + 7, length, 20, i)
        x += length
    parts.append(svg.rect(6, y + 7, width, 20, fill="", stroke="ink"))
    return parts


def swatch(x, y, width, height, i):
    """Return a field in the style of source i: dark, hatched, light."""
    if width <= 0:
        return []
    parts = [svg.rect(x, y, width, height, fill="muted", opacity=[0.95, 0.45, 0.1][i])]
    if i == 1:
        parts.append(slanted(int(x), int(y), int(width), int(height)))
    return parts + [svg.rect(x, y, width, height, fill="", stroke="ink")]


def slanted(x, y, width, height):
    """Return slanted lines over a rectangle as one path: many lines, drawn while a slider moves."""
    steps = []
    for k in range(4, width + height, 7):
        start, end = min(k, width), max(0, k - height)
        steps.append("M%d %dL%d %d" % (x + start, y + k - start, x + end, y + k - end))
    return (
        '<path d="' + "".join(steps) + '" fill="none" stroke-width="1.5" stroke="'
        + svg.colour("ink") + '"/>'
    )  # fmt: skip


def draw(values, softmax=softmax, attend=attend):
    """Pipes from the sources to the asker, what arrives, and the two bars."""
    header, rows = numbers(values, softmax=softmax, attend=attend)
    asker, names = SCENES[values["scene"]][0], SCENES[values["scene"]][1]
    before = before_the_gates(values)
    bottom = PIPES_TOP + 3 * ROW
    middle = PIPES_TOP + 1.5 * ROW
    parts = heads(values)
    for i in range(3):
        parts += pipe(i, rows[i], before[i])
    parts += [
        svg.rect(341, PIPES_TOP, 16, 3 * ROW - 4, fill="", stroke="ink", radius=5),
        svg.text(353, middle, asker, anchor="middle", rotate=-90, weight="bold"),
        svg.line(6, bottom + 4, 354, bottom + 4, stroke="grid"),
        svg.text(6, bottom + 34, "arrives", size=15, weight="bold"),
    ]
    arrives = rows[3][2:6]
    parts += amounts_as_text(bottom + 19, arrives, 2)
    parts += amounts(bottom + 24, 14, arrives, arrives)
    parts += bar_of(bottom + 64, "attention \u03b1", [row[1] for row in rows[:3]], names)
    carried = "carried |\u03b1 k|" if values["carry"] == "on" else "carried |\u03b1 v|"
    parts += bar_of(bottom + 114, carried, [row[7] for row in rows[:3]], names)
    return svg.document(bottom + 148, parts, sentence(values, rows))


def sentence(values, rows):
    names = [row[0] for row in rows[:3]]
    weights = join_words([names[i] + " " + percent(rows[i][1]) for i in range(3)])
    start = "Attention gives " + weights + "; "
    if rows[0][6] + rows[1][6] + rows[2][6] == 0:
        return start + "nothing is carried, so nothing arrives."
    shares = join_words([names[i] + " " + percent(rows[i][7]) for i in range(3)])
    what = "keys" if values["carry"] == "on" else "values"
    return start + "of what the " + what + " carry, " + shares + "."


def describe(values, softmax=softmax, attend=attend):
    """One sentence: the attention of each source, and its share of what is carried."""
    header, rows = numbers(values, softmax=softmax, attend=attend)
    return sentence(values, rows)
