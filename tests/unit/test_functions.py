"""Every scalar function has an array twin, and both stand in a test."""

from pathlib import Path

from attention import array, scalar


def test_every_scalar_function_has_an_array_twin_and_a_test_of_both():
    folder = Path(__file__).parent
    text = "".join(p.read_text(encoding="utf-8") for p in folder.glob("test_functions_*.py"))
    for name in scalar.__all__:
        assert hasattr(array, name), f"attention.array has no {name}"
        for kind in ("scalar", "array"):
            assert f"{kind}.{name}" in text, f"{kind}.{name} is in no test_functions_*.py"
