"""The glossary defines what the chapters mark as terms; both languages; every citation exists."""

import re

import pytest
from chapters import PATHS, ROOT, cells

BY_NUMBER = {int(path.name[:2]): path for path in PATHS}


def glossary():
    """Return [(term, Chinese name, meaning, chapters)]."""
    rows = []
    for line in (ROOT / "book/appendix/glossary.md").read_text(encoding="utf-8").splitlines():
        parts = [part.strip() for part in line.split("|")[1:-1]]
        if len(parts) == 4 and re.search(r"\d", parts[3]):
            rows.append(
                (parts[0], parts[1], parts[2], [int(n) for n in re.findall(r"\d+", parts[3])])
            )
    return rows


def bold_terms(path):
    """Return what a chapter's prose sets in bold, lower case."""
    text = "\n".join(c["source"] for c in cells(path) if c["type"] == "markdown")
    return {term.lower() for term in re.findall(r"\*\*([^*\n]+)\*\*", text)}


@pytest.mark.parametrize("row", glossary(), ids=lambda row: row[0])
def test_a_term_is_bold_in_its_first_chapter_and_has_a_chinese_name(row):
    term, chinese, meaning, chapters = row
    assert meaning and re.search(r"[\u4e00-\u9fff]", chinese), term
    if chapters[0] not in BY_NUMBER:
        pytest.fail(f"{term} names chapter {chapters[0]}, which is not there")
    bold = bold_terms(BY_NUMBER[chapters[0]])
    assert term.lower() in bold or term.lower() + "s" in bold, (
        f"{term} is not bold in {chapters[0]}"
    )


def test_no_term_is_listed_twice():
    terms = [row[0] for row in glossary()]
    assert len(terms) == len(set(terms))


@pytest.mark.parametrize("path", PATHS, ids=lambda p: p.stem)
def test_every_citation_is_in_the_bibliography(path):
    known = set(
        re.findall(r"^@\w+\{(\w+),", (ROOT / "book/references.bib").read_text(), flags=re.M)
    )
    for cell in cells(path):
        if cell["type"] == "markdown":
            for group in re.findall(r"\{cite(?::\w+)?\}`([^`]+)`", cell["source"]):
                for key in group.split(","):
                    assert key.strip() in known, f"{path.name} cites {key}"
