"""Measures how similar two pictures of a page are."""

from pathlib import Path

import numpy
from PIL import Image

# Pictures are compared at a quarter of the page size, where anti-aliasing of letters no longer matters.
QUARTER = (480, 270)
# A pixel differs when one of its colours is off by an eighth of the scale.
FAR = 32
WINDOW = 8


def quarter(path: Path) -> numpy.ndarray:
    """The picture at a quarter of the page size: rows, columns, colours from 0 to 255."""
    with Image.open(path) as picture:
        return numpy.asarray(picture.convert("RGB").resize(QUARTER, Image.Resampling.BOX), dtype=numpy.float64)


def difference(one: numpy.ndarray, other: numpy.ndarray) -> tuple[float, float]:
    """The mean difference of all colours, from 0 to 255, and the share of pixels that differ."""
    apart = numpy.abs(one - other)
    return float(apart.mean()), float((apart.max(axis=2) > FAR).mean())


def similarity(one: numpy.ndarray, other: numpy.ndarray) -> float:
    """The structural similarity (SSIM) of the luminance: 1 for equal pictures, about 0 for unrelated ones."""
    one, other = (picture @ (0.2126, 0.7152, 0.0722) for picture in (one, other))
    mean_one, mean_other = windows(one), windows(other)
    variance_one = windows(one * one) - mean_one**2
    variance_other = windows(other * other) - mean_other**2
    covariance = windows(one * other) - mean_one * mean_other
    # The constants of Wang, Bovik, Sheikh and Simoncelli (2004) for values up to 255.
    luminance, contrast = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    ratio = (2 * mean_one * mean_other + luminance) * (2 * covariance + contrast)
    ratio /= (mean_one**2 + mean_other**2 + luminance) * (variance_one + variance_other + contrast)
    return float(ratio.mean())


def windows(picture: numpy.ndarray) -> numpy.ndarray:
    """The mean of every square window of the picture."""
    sums = numpy.pad(picture, ((1, 0), (1, 0))).cumsum(axis=0).cumsum(axis=1)
    window_sums = sums[WINDOW:, WINDOW:] - sums[:-WINDOW, WINDOW:] - sums[WINDOW:, :-WINDOW] + sums[:-WINDOW, :-WINDOW]
    return window_sums / WINDOW**2
