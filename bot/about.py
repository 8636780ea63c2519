"""What this program is called in the files that it writes."""

from importlib.metadata import version


def program() -> str:
    """Its name and version: ``harfiyen 0.1.0``."""
    return f"harfiyen {version('harfiyen')}"
