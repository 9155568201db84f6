"""Checks of array arguments, and the precision that the functions of this package compute in.

The messages follow `attention._check`: one sentence that names the argument and prints the shapes.
"""

import operator

import numpy as np

from attention._check import number, shape

# The only axis that may have length zero: no queries give an empty output. Without keys, or without
# components, there is nothing to compute.
_MAY_BE_EMPTY = ("seq_q",)

# Long computations go through their rows in blocks of this many numbers: in float32 they are 1 MB,
# which a processor keeps in its cache from one step to the next.
NUMBERS_AT_ONCE = 2**18

# Of scores between -30 and 30 exp can be taken as they are, also in float32: it is from 9e-14 to
# 1e13, so that no sum overflows or becomes 0, and no weight is too small for full precision.
MODERATE = 30.0

# Put before a function, this keeps NumPy from warning where a number grows too large (it becomes
# inf) or too small (it becomes 0). Some matrix routines also set the "invalid" flag by mistake.
no_warnings = np.errstate(over="ignore", under="ignore", invalid="ignore")


def array(name, values, *axes) -> np.ndarray:
    """Return `values` as an array of finite floats whose last axes are those named in `axes`.

    Any number of leading axes may stand before them. float16, float32 and float64 are kept,
    integers become float64. The caller's array is returned itself where nothing has to change.

    Raises TypeError for what is not a real number (bool is not), and ValueError for too few axes,
    an empty axis (`seq_q` may be empty), lists of unequal length, nan or an infinity.
    """
    result = real_array(name, values)
    if result.ndim < len(axes):
        wanted = ", ".join(("...",) + axes)
        raise ValueError(f"{name} must have shape ({wanted}), got shape {result.shape}")
    for i in range(len(axes)):
        axis = i - len(axes)
        if result.shape[axis] == 0 and axes[i] not in _MAY_BE_EMPTY:
            raise ValueError(
                f"{name} must not be empty along its axis {axes[i]}, got shape {result.shape}"
            )
    must_be_finite(name, result)
    return result


def array_of_rank(name, values, *axes) -> np.ndarray:
    """Return `values` as `array` does, where no axes may stand before those named in `axes`."""
    result = array(name, values, *axes)
    if result.ndim > len(axes):
        wanted = ", ".join(axes)
        raise ValueError(f"{name} must have shape ({wanted}), got shape {result.shape}")
    return result


def same_size(what, name_a, a, axis_a, name_b, b, axis_b) -> None:
    """Raise ValueError unless `a` along `axis_a` is as long as `b` along `axis_b`."""
    if a.shape[axis_a] != b.shape[axis_b]:
        raise ValueError(
            f"{name_a} and {name_b} must have the same {what}, got shapes {a.shape} and {b.shape}"
        )


def common_leading(n_last, **arrays) -> tuple:
    """Return the shape that the axes before the last `n_last` broadcast to.

    The arrays are passed by the names that an error prints.
    """
    leading = [a.shape[: a.ndim - n_last] for a in arrays.values()]
    try:
        return np.broadcast_shapes(*leading)
    except ValueError:
        pass
    names = " and ".join(arrays)
    shapes = " and ".join(str(a.shape) for a in arrays.values())
    raise ValueError(f"{names} must have leading axes that broadcast, got shapes {shapes}")


def at_least_float32(*arrays) -> tuple:
    """Return the dtype of the result, then the arrays in the dtype to compute in.

    float16 is computed in float32: a sum of products soon exceeds 65504, the largest float16.
    """
    dtype = np.result_type(*arrays)
    work = np.promote_types(dtype, np.float32)
    return dtype, *(a.astype(work, copy=False) for a in arrays)


def must_be_finite(name, a) -> None:
    """Raise ValueError, with the place, where a number is nan or an infinity."""
    # Either anywhere shows in one of these two.
    if a.size > 0 and not (np.isfinite(a.min()) and np.isfinite(a.max())):
        index = tuple(int(i) for i in np.argwhere(~np.isfinite(a))[0])
        raise ValueError(
            f"{name} must be finite, got {a[index]} at index {index} of shape {a.shape}"
        )


def must_have_directions(name, vectors) -> None:
    """Raise ValueError where a vector has length zero, so that its cosine is undefined."""
    if not np.any(vectors, axis=-1).all():
        raise ValueError(
            f"{name} must not have a vector of length zero, got one in shape {vectors.shape}"
        )


def shift_before_exp(highest) -> np.ndarray:
    """Return what softmax subtracts from the scores of each row, given the highest of each.

    With the highest score subtracted no exp overflows, and not all of them become 0. Neither
    happens where the highest score is moderate, and 0 is subtracted there; nor is -inf, which a row
    has whose scores are all masked.
    """
    return np.where((np.abs(highest) > MODERATE) & (highest > -np.inf), highest, 0)


def axis_of(name, a, axis) -> int:
    """Return `axis` as a non-negative index into the shape of `a`, which must not be empty there.

    Raises TypeError for an axis that is not an integer, ValueError for one that `a` does not have.
    """
    if isinstance(axis, (bool, np.bool_)) or not hasattr(axis, "__index__"):
        raise TypeError(f"axis must be an integer, got {type(axis).__name__}")
    index = operator.index(axis)
    if not -a.ndim <= index < a.ndim:
        raise ValueError(f"{name} must have an axis {index}, got shape {a.shape}")
    if a.shape[index] == 0:
        raise ValueError(f"{name} must not be empty along its axis {index}, got shape {a.shape}")
    return index % a.ndim


def real_array(name, values) -> np.ndarray:
    """Return `values` as an array of floats, which may still be nan or infinite."""
    result, too_large = None, False
    try:
        result = np.asarray(values)
    except OverflowError:
        too_large = True
    except ValueError:
        pass
    if too_large:
        raise ValueError(f"{name} must be finite, got an integer too large for a float")
    if result is None:
        raise ValueError(f"{name} must have rows of equal length, got shape {shape(values)}")
    if result.dtype.kind == "O":
        # Python's own numbers, where one does not fit an integer type: each is checked alone.
        numbers = [number(name, value) for value in result.flat]
        result = np.array(numbers, dtype=np.float64).reshape(result.shape)
    if result.dtype.kind in "iu":
        return result.astype(np.float64)
    if result.dtype.kind != "f":
        raise TypeError(f"{name} must hold real numbers, got dtype {result.dtype}")
    return result
