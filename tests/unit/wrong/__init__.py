"""Answers that are wrong in ways that learners are: one module a chapter, as in book/exercises."""

from importlib import import_module

import exercises

WRONG = {}
for _chapter in exercises.CHAPTERS:
    WRONG.update(import_module(f"wrong.{_chapter}").WRONG)
