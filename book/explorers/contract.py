"""What an explorer is: controls, presets, and the checks on what goes in and comes back.

A module in this folder is an explorer when it defines

    title, caption      text
    controls            a list of Slider and Choice
    presets             a list of (preset name, values); order is kept, so it is no dict
    functions           the functions that it illustrates: a dict, name -> the book's own
    numbers(values, **functions) -> (header, rows)   the computation
    draw(values, **functions) -> str                 one <svg>
    describe(values, **functions) -> str             one sentence with its numbers

`values` is a dict with a float for every slider and an option for every choice. The functions are
keyword arguments, the same three times, with the book's own from `attention.scalar` as defaults.
Everything here runs in MicroPython too.
"""

from explorers.num import num


class Slider:
    """A number between min and max.

    step is the distance between two positions; for a logarithmic slider it is a distance in log10.
    when, if given, is (choice name, option): the slider matters only while that option is chosen.
    """

    def __init__(self, name, label, min, max, default, step, log=False, when=None):
        self.name = name
        self.label = label
        self.min = float(min)
        self.max = float(max)
        self.default = float(default)
        self.step = float(step)
        self.log = log
        self.when = when

    def clean(self, value):
        """Return value as a float in [min, max]; the default where it is no finite number."""
        try:
            value = float(value)
        except (TypeError, ValueError, OverflowError):
            return self.default
        if value != value:
            return self.default
        return max(self.min, min(self.max, value))

    def positions(self):
        """Return every value that the slider can be dragged to, ends included."""
        if not self.log:
            count = int((self.max - self.min) / self.step + 0.5)
            return [min(self.max, self.min + i * self.step) for i in range(count + 1)]
        from math import log10

        low, high = log10(self.min), log10(self.max)
        count = int((high - low) / self.step + 0.5)
        return [self.clean(10 ** (low + i * self.step)) for i in range(count + 1)]

    def spec(self):
        return {
            "name": self.name,
            "label": self.label,
            "min": self.min,
            "max": self.max,
            "default": self.default,
            "step": self.step,
            "log": self.log,
            "when": self.when,
        }


class Choice:
    """One of a few options, each a word that is shown as it is."""

    def __init__(self, name, label, options, default, when=None):
        self.name = name
        self.label = label
        self.options = options
        self.default = default
        self.when = when

    def clean(self, value):
        """Return value if it is an option, else the default."""
        return value if value in self.options else self.default

    def spec(self):
        return {
            "name": self.name,
            "label": self.label,
            "options": self.options,
            "default": self.default,
            "when": self.when,
        }


def once(numbers):
    """Keep the last table of an explorer's numbers: a decorator.

    The picture, its sentence and its table ask for the same one, with the same values object and
    the same functions; a figure hands out a new values object for every answer.
    """
    last = [None, None, None, None]

    def remembered(values, **functions):
        if values is last[0] and values == last[1] and functions == last[2]:
            return last[3]
        table = numbers(values, **functions)
        last[:] = [values, dict(values), functions, table]
        return table

    return remembered


class Figure:
    """An explorer module, ready for a host: values are cleaned before they reach it."""

    def __init__(self, name, module):
        self.name = name
        self.module = module
        self.title = module.title
        self.caption = module.caption
        self.controls = module.controls
        self.sliders = [c for c in module.controls if isinstance(c, Slider)]
        self.choices = [c for c in module.controls if isinstance(c, Choice)]

    @property
    def presets(self):
        """The presets as a dict, name -> values."""
        return dict(self.module.presets)

    def defaults(self):
        return self.clean({})

    def clean(self, values):
        """Return a full dict of values: clamped, unknown names dropped, missing ones default."""
        clean = {}
        for control in self.controls:
            clean[control.name] = control.clean(values.get(control.name, control.default))
        return clean

    def numbers(self, values, **functions):
        return self.module.numbers(self.clean(values), **functions)

    def draw(self, values, **functions):
        return self.module.draw(self.clean(values), **functions)

    def describe(self, values, **functions):
        return self.module.describe(self.clean(values), **functions)

    def spec(self):
        """Return what a host needs to build the controls, as JSON-able lists and dicts."""
        return {
            "name": self.name,
            "title": self.title,
            "caption": self.caption,
            "sliders": [s.spec() for s in self.sliders],
            "choices": [c.spec() for c in self.choices],
            "presets": [[name, values] for name, values in self.module.presets],
        }

    def answer(self, values, functions):
        """Return picture, sentence and table (all as text) for one set of values."""
        values = self.clean(values)
        used = dict(self.module.functions)
        used.update(functions)
        header, rows = self.module.numbers(values, **used)
        return {
            "svg": self.module.draw(values, **used),
            "says": self.module.describe(values, **used),
            "header": header,
            "rows": [[cell if isinstance(cell, str) else num(cell, 3) for cell in r] for r in rows],
        }


def returned_vector(name, result, length):
    """Return result as a list of floats, or say what a reader's function returned instead.

    Raises ValueError that names the function unless result holds `length` finite numbers.
    """
    wanted = name + " must return a list of " + str(length) + " finite numbers"
    try:
        numbers = [float(x) for x in result]
    except (TypeError, ValueError):
        raise ValueError(wanted + ", it returned " + repr(result)[:60]) from None
    if len(numbers) != length:
        raise ValueError(wanted + ", it returned a list of " + str(len(numbers)))
    for x in numbers:
        if x - x != 0.0:
            raise ValueError(wanted + ", one of them is " + str(x))
    return numbers


def returned_number(name, result):
    """Return result as a float, or raise ValueError that names the function."""
    return returned_vector(name, [result], 1)[0]


def returned_matrix(name, result, n_rows, n_columns):
    """Return result as a list of rows of floats, or raise ValueError that names the function."""
    try:
        rows = list(result)
    except TypeError:
        rows = []
    if len(rows) != n_rows:
        raise ValueError(
            name + " must return " + str(n_rows) + " rows, it returned " + repr(result)[:60]
        )
    return [
        returned_vector(name + ", row " + str(i + 1) + ",", r, n_columns)
        for i, r in enumerate(rows)
    ]
