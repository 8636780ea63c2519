"""Takes the connection of our own."""

import pytest


@pytest.fixture(autouse=True)
def _former_client(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HARFIYEN_FORMER_CLIENT", "1")
