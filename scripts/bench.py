"""Measure what the book promises about speed and size, and print one table.

Each part has rows() -> [(name, measured, target, unit, ok)]; ratios are taken side by side in one
run. Exits 1 when a target is missed.
"""

import sys

import bench_array
import bench_page

PARTS = [("array library against torch, same threads", bench_array), ("the page", bench_page)]


def table(title, rows):
    """Return the rows of one part as text."""
    lines = [title, f"  {'what':<72} {'measured':>10} {'target':>8}"]
    for name, measured, target, unit, ok in rows:
        verdict = "ok" if ok else "MISSED"
        lines.append(f"  {name:<72} {measured:>10.2f} {target:>8.2f} {unit:<4} {verdict}")
    return "\n".join(lines)


def main():
    missed = 0
    for title, part in PARTS:
        rows = part.rows()
        print(table(title, rows) + "\n", flush=True)
        missed += sum(not row[4] for row in rows)
    print(f"{missed} targets missed" if missed else "all targets met")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
