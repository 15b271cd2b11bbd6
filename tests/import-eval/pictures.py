"""Pictures for the corpus: photographs of nothing in particular, drawn from a seed."""

import io
import random

from PIL import Image, ImageDraw, ImageFilter


def photo(seed: int, width: int = 1200, height: int = 800, form: str = "JPEG") -> io.BytesIO:
    """A landscape of soft shapes. The same seed gives the same picture."""
    rng = random.Random(seed)
    small = Image.new("RGB", (60, 40), tuple(rng.randrange(120, 220) for _ in range(3)))
    draw = ImageDraw.Draw(small)
    for _ in range(14):
        x, y, size = rng.randrange(-10, 60), rng.randrange(8, 40), rng.randrange(6, 26)
        colour = tuple(rng.randrange(20, 210) for _ in range(3))
        (draw.ellipse if rng.random() < 0.6 else draw.rectangle)((x, y, x + size, y + size // 2), fill=colour)
    picture = small.resize((width, height), Image.Resampling.BICUBIC).filter(ImageFilter.GaussianBlur(3))
    out = io.BytesIO()
    picture.save(out, form, **({"quality": 82} if form == "JPEG" else {}))
    out.seek(0)
    return out
