"""How alike two pictures of a page are."""

from pathlib import Path

import numpy
from PIL import Image

# A quarter of a page, where the edges of letters no longer tell one program's smoothing from another's.
QUARTER = (480, 270)
# From here on a pixel is of another colour: an eighth of the way from black to white.
FAR = 32
WINDOW = 8


def quarter(path: Path) -> numpy.ndarray:
    """The picture at a quarter of a page's size: rows, columns, colours from 0 to 255."""
    with Image.open(path) as picture:
        return numpy.asarray(picture.convert("RGB").resize(QUARTER, Image.Resampling.BOX), dtype=numpy.float64)


def difference(one: numpy.ndarray, other: numpy.ndarray) -> tuple[float, float]:
    """The mean difference of all colours, from 0 to 255, and the share of pixels that are far from one another."""
    apart = numpy.abs(one - other)
    return float(apart.mean()), float((apart.max(axis=2) > FAR).mean())


def similarity(one: numpy.ndarray, other: numpy.ndarray) -> float:
    """The structural similarity of the pictures' luminance: 1 for the same, about 0 for pictures of other things."""
    one, other = (picture @ (0.2126, 0.7152, 0.0722) for picture in (one, other))
    mean_one, mean_other = windows(one), windows(other)
    spread_one = windows(one * one) - mean_one**2
    spread_other = windows(other * other) - mean_other**2
    shared = windows(one * other) - mean_one * mean_other
    # The constants that Wang, Bovik, Sheikh and Simoncelli (2004) give for values up to 255.
    steady, lively = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    alike = (2 * mean_one * mean_other + steady) * (2 * shared + lively)
    alike /= (mean_one**2 + mean_other**2 + steady) * (spread_one + spread_other + lively)
    return float(alike.mean())


def windows(picture: numpy.ndarray) -> numpy.ndarray:
    """The mean of each square window of the picture."""
    sums = numpy.pad(picture, ((1, 0), (1, 0))).cumsum(axis=0).cumsum(axis=1)
    whole = sums[WINDOW:, WINDOW:] - sums[:-WINDOW, WINDOW:] - sums[WINDOW:, :-WINDOW] + sums[:-WINDOW, :-WINDOW]
    return whole / WINDOW**2
