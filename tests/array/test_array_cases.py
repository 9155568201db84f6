"""Each fault that real implementations had is absent here, and its check notices it elsewhere."""

import pytest
from broken import BROKEN, BROKEN_SOFTMAX, plain_attention, plain_softmax
from cases import CASES, SOFTMAX_CASES

from attention.array import scaled_dot_product_attention, softmax


def test_every_case_has_a_broken_variant():
    assert list(CASES) == list(BROKEN)
    assert list(SOFTMAX_CASES) == list(BROKEN_SOFTMAX)


@pytest.mark.parametrize("case", CASES)
def test_attention_does_not_have_the_fault(case):
    CASES[case](scaled_dot_product_attention)


@pytest.mark.parametrize("case", CASES)
def test_the_check_notices_the_fault(case):
    CASES[case](plain_attention)  # without the fault it passes, so that the fault is what it sees
    with pytest.raises(AssertionError):
        CASES[case](BROKEN[case])


@pytest.mark.parametrize("case", SOFTMAX_CASES)
def test_softmax_does_not_have_the_fault(case):
    SOFTMAX_CASES[case](softmax)


@pytest.mark.parametrize("case", SOFTMAX_CASES)
def test_the_check_notices_the_fault_in_softmax(case):
    SOFTMAX_CASES[case](plain_softmax)
    with pytest.raises(AssertionError):
        SOFTMAX_CASES[case](BROKEN_SOFTMAX[case])
