"""Machines, followers and pictures are those of the tests of several nodes."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "nodes"))
