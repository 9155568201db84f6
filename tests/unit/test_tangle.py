"""attention/scalar is what the chapters say, and a stale or broken chapter is named."""

import json
import re

import pytest
import tangle


def chapter(tmp_path, cells, module="numbers", name="01-x.ipynb"):
    path = tmp_path / name
    made = [{"cell_type": "markdown", "metadata": {}, "source": ["# A chapter\n"]}]
    for tags, text in cells:
        made.append({"cell_type": "code", "metadata": {"tags": tags}, "source": [text]})
    metadata = {"book": {"module": module}} if module else {}
    path.write_text(json.dumps({"metadata": metadata, "cells": made}))
    return path


def test_the_committed_modules_are_fresh():
    assert tangle.stale(tangle.tangle_all()) == "", "run `make tangle`"


def test_scalar_cells_become_the_module_and_nothing_else_does(tmp_path):
    path = chapter(
        tmp_path,
        [(["scalar"], "def f(x):\n    return x"), (["live"], "print(f(1))"), (["scalar"], "Z = 1")],
    )
    module, text, names = tangle.tangle_chapter(path)
    assert module == "numbers" and names == ["f", "Z"]
    assert "def f(x):\n    return x\n" in text and "print" not in text
    assert "01-x.ipynb" in text and "make tangle" in text


@pytest.mark.parametrize(
    "cells, module, message",
    [
        ([(["scalar"], "def f(): pass")], None, r"01-x\.ipynb: .*names no module"),
        ([(["live"], "print(1)")], "numbers", r"01-x\.ipynb: .*no cell is tagged scalar"),
        ([(["scalar"], "print(1)")], "numbers", r"01-x\.ipynb, cell 2, line 1: .*only import"),
        ([(["scalar"], "def f(:")], "numbers", r"01-x\.ipynb, cell 2: .*\(line 1\)"),
        ([(["scalar"], "def numbers(): pass")], "numbers", r"name of one of its functions"),
        ([(["scalar"], "def f(): pass")], "a b", r"'a b' is no module name"),
    ],
)
def test_a_chapter_that_cannot_be_tangled_is_named(tmp_path, cells, module, message):
    with pytest.raises(tangle.TangleError, match=message):
        tangle.tangle_chapter(chapter(tmp_path, cells, module))


def test_check_fails_with_a_diff_that_says_what_to_run(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(tangle, "CHAPTERS", tmp_path)
    monkeypatch.setattr(tangle, "ROOT", tmp_path)
    monkeypatch.setattr(tangle, "TARGET", tmp_path / "scalar")
    path = chapter(tmp_path, [(["scalar"], "def f():\n    return 1")])
    assert tangle.main([]) == 0 and tangle.main(["--check"]) == 0
    path.write_text(path.read_text().replace("return 1", "return 2"))
    capsys.readouterr()
    assert tangle.main(["--check"]) == 1
    said = capsys.readouterr().out
    assert "-    return 1" in said and "+    return 2" in said and "make tangle" in said
    assert tangle.main([]) == 0 and tangle.main(["--check"]) == 0
    (tmp_path / "scalar" / "old.py").write_text("x = 1\n")
    assert tangle.main(["--check"]) == 1  # a module that no chapter has is stale too


def test_a_name_defined_in_two_chapters_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(tangle, "CHAPTERS", tmp_path)
    chapter(tmp_path, [(["scalar"], "def f(): pass")], "one", "01-a.ipynb")
    chapter(tmp_path, [(["scalar"], "def f(): pass")], "two", "02-b.ipynb")
    with pytest.raises(tangle.TangleError, match=r"02-b.*f is defined in 01-a"):
        tangle.tangle_all()


def test_scalar_modules_import_math_and_each_other_only():
    for path in tangle.TARGET.glob("*.py"):
        for line in re.findall(r"^(?:from|import) .*", path.read_text(), flags=re.M):
            assert re.match(r"(from math|import math|from attention(\.scalar\.\w+)? )", line), line
