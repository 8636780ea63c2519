"""Settings that are refused."""

from pathlib import Path

import pytest

from bot import config
from bot.config import ConfigError

TOKEN = "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw-_"  # noqa: S105 - an invented one
WEBHOOK = {"WEBHOOK_URL": "https://bot.example.org/hook", "WEBHOOK_SECRET": "s3cret-Word_of-16"}


def config_error(folder: Path, **settings: str) -> str:
    """The sentence that these settings end the start with."""
    with pytest.raises(ConfigError) as caught:
        config.load_config(settings, folder)
    sentence = str(caught.value)
    assert sentence.endswith((".", "?"))
    assert "\n" not in sentence
    return sentence
