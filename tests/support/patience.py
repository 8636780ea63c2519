"""How long a test waits for what should come: a minute, so that a busy machine fails no test.

Await what should come by condition, within :data:`PATIENCE`. A shorter limit of real time belongs only where the limit
itself is tried, and only to the call that hangs.
"""

from typing import Final

PATIENCE: Final = 60.0
"""Seconds."""
