"""Commands of the program run in this process, and what they say."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

import pytest

from bot import config
from bot.cli import main
from bot.config import ConfigError
from bot.offline.doctor import DoctorCheck, check_configuration


async def run_command(*arguments: str) -> int:
    return await asyncio.to_thread(main, arguments)


TOKEN = "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw-_"  # noqa: S105 - an invented one
WEBHOOK = {"WEBHOOK_URL": "https://bot.example.org/hook", "WEBHOOK_SECRET": "s3cret-Word_of-16"}


def config_error(folder: Path, **settings: str) -> str:
    with pytest.raises(ConfigError) as caught:
        config.load_config(settings, folder)
    sentence = str(caught.value)
    assert sentence.endswith((".", "?"))
    assert "\n" not in sentence
    return sentence


SECRET = "very-secret-indeed"  # noqa: S105 - what must not be shown


async def checks_of_settings(folder: Path, environ: Mapping[str, str]) -> dict[str, DoctorCheck]:
    return {check.name: check async for check in check_configuration(environ, folder)}
