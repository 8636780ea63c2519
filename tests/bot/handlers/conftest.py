"""Handlers follow streams as seldom as the bot does."""

import pytest


@pytest.fixture(autouse=True, scope="module")
def _poll_streams_often() -> None:
    """Not here: whatever enters a stream wakes whoever reads it, and a look by itself is at all shards."""
