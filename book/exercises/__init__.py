"""Exercises that check themselves, in the notebook and on the page.

Each chapter has one module of checks here, named like the first part of its exercises' ids:
"softmax-shift" is in exercises/softmax.py.
"""

from exercises.checking import run

CHAPTERS = ("scalars", "embeddings", "dot", "softmax", "queries", "values")


def module_of(chapter):
    """Return a chapter's module of checks."""
    return __import__("exercises." + chapter, None, None, ["EXERCISES"])


def names():
    """Return the ids of all exercises, in the order of the book."""
    return [name for chapter in CHAPTERS for name, _ in module_of(chapter).EXERCISES]


def checks_of(exercise_id):
    """Return the checks of an exercise.

    Raises ValueError that lists the exercises of the chapter, or of the book.
    """
    chapter = exercise_id.split("-")[0] if isinstance(exercise_id, str) else ""
    known = []
    if chapter in CHAPTERS:
        for name, checks in module_of(chapter).EXERCISES:
            if name == exercise_id:
                return checks
            known.append(name)
    raise ValueError(
        "there is no exercise " + repr(exercise_id) + "; there are " + ", ".join(known or names())
    )


def check(exercise_id, fn):
    """Run an exercise's checks on fn, print what passed and what failed.

    Returns True when all pass, False when one fails, None while fn is not attempted yet: it returns
    None or raises NotImplementedError. Raises ValueError for an unknown id.
    """
    return run(exercise_id, checks_of(exercise_id), fn)
