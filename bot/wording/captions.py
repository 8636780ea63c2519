"""What a caption is made of: lines, and the first of several versions that it holds."""

from bot import limits


def lines(*parts: str) -> str:
    """The parts that say something, each on a line of its own."""
    return "\n".join(part for part in parts if part)


def fitting(*versions: str) -> str:
    """The first version that a caption holds; the last one where none is short enough."""
    return next((text for text in versions if limits.read_units(text) <= limits.CAPTION), versions[-1])
