"""The page's side of Python: one namespace for the reader's cells, and the explorers' answers.

Runs in MicroPython inside the page's worker (worker.js), which calls `handle` with a request as
JSON and gets the answer as JSON. Numbers and text cross the border in no other way: MicroPython
takes a JavaScript 1.0 for an int and 1e20 for a wrong number.
"""

import builtins
import json
import sys
from io import StringIO

import explorers

# Where a cell's output is cut. The worker cuts too (worker.js), what does not go through print.
MAX_LINES = 200
MAX_CHARACTERS = 20000

namespace = {"__name__": "__main__"}
cells = {}  # a cell's label -> its lines, to show the line that failed
printed = [0, 0]  # lines and characters that the running cell has printed

python_print = builtins.print


def no_input(*prompt):
    raise RuntimeError("input() does not work on the page: write the value into the cell")


builtins.input = no_input
# A cell may change a builtin, for as long as it runs: the page needs its own.
own_builtins = [
    (name, getattr(builtins, name))
    for name in dir(builtins)
    if name not in ("__class__", "__name__")
]
give, length_of, text_of, larger_of = setattr, len, str, max


def restore_builtins():
    # All of them: MicroPython's getattr does not see which ones were changed.
    for name, value in own_builtins:
        give(builtins, name, value)


# Takes any arguments, does nothing, and costs next to nothing: a million lines end in a second.
print_nothing = "".format


def printed_enough():
    return printed[0] > MAX_LINES or printed[1] > MAX_CHARACTERS


def print_to_page(*values, **options):
    """Print, until the running cell has printed enough; from then on nothing is printed at all."""
    if options.get("file") is not None:
        return python_print(*values, **options)
    sep, end = options.get("sep"), options.get("end")
    text = (" " if sep is None else sep).join([text_of(value) for value in values])
    text += "\n" if end is None else end
    left = MAX_CHARACTERS - printed[1]
    printed[0] += text.count("\n")
    printed[1] += length_of(text)
    if printed_enough():
        builtins.print = print_nothing
        text = text[: larger_of(0, left)]
    python_print(text, end="")


def frames_of(error):
    """Return the reader's frames of an error, as (label, line number, rest), and its last lines."""
    stream = StringIO()
    sys.print_exception(error, stream)
    frames, last = [], []
    for line in stream.getvalue().split("\n"):
        if line.startswith('  File "'):
            label, rest = line[8:].split('"', 1)
            if label in cells:
                number, _, rest = rest[len(", line ") :].partition(",")
                frames.append((label, int(number), rest.replace(" in <module>", "")))
        elif line and not line.startswith("Traceback"):
            last.append(line)
    return frames, last


def traceback_of(error):
    """Return the traceback as text, with the frames of the reader's cells only."""
    frames, last = frames_of(error)
    lines = []
    for label, number, rest in frames:
        shown = cells[label][number - 1].strip() if 0 < number <= len(cells[label]) else ""
        lines.append("  " + label + ", line " + str(number) + ("," + rest if rest else ""))
        if shown:
            lines[-1] += "\n    " + shown
    if len(lines) > 8:  # a recursion without an end
        lines[3:-3] = ["  ... " + str(len(lines) - 6) + " more ..."]
    return "\n".join(["Traceback (most recent call last):"] + lines + last)


def run(label, code):
    """Run a cell in the reader's namespace."""
    cells[label] = code.split("\n")
    printed[0] = printed[1] = 0
    builtins.print = print_to_page
    result = {"ok": True}
    try:
        exec(compile(code, label, "exec"), namespace)
    except BaseException as error:  # SystemExit too: the page goes on
        restore_builtins()
        result = {"ok": False, "traceback": traceback_of(error)}
    restore_builtins()
    result["cut"] = printed_enough()
    return result


def answer(name, values, names):
    """Return an explorer's picture, sentence and table, drawn with the reader's functions."""
    functions = {}
    for function in names:
        if callable(namespace.get(function)):
            functions[function] = namespace[function]
    builtins.print = print_nothing  # a print in a reader's function would come at every move
    try:
        result = explorers.get(name).answer(values, functions)
        result["ok"] = True
        result["own"] = [function for function in names if function in functions]
    except BaseException as error:
        result = {"ok": False, "message": type(error).__name__ + ": " + str(error), "where": ""}
        frames, _ = frames_of(error)
        if frames:
            result["where"] = frames[-1][0] + ", line " + str(frames[-1][1])
    builtins.print = python_print
    return result


def forget():
    """Empty the namespace: as if no cell had run."""
    namespace.clear()
    namespace["__name__"] = "__main__"
    return {"ok": True}


def handle(request):
    """Answer one request of the page, which is JSON; so is the answer, up to a line break.

    After it stands the picture, as it is: to quote it would take a tenth of the time of drawing it.
    """
    request = json.loads(request)
    if request["kind"] == "run":
        result = run(request["label"], request["code"])
    elif request["kind"] == "forget":
        result = forget()
    else:
        result = answer(request["name"], request["values"], request["functions"])
    picture = result.pop("svg", "")
    return json.dumps(result) + "\n" + picture
