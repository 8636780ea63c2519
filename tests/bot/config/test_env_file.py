"""The file `.env`: how it is read, and what is said of a line or file that cannot be."""

from pathlib import Path

import pytest

from bot import config
from bot.config import Config, ConfigError
from tests.support.command_line import TOKEN, config_error


def load_env_file(folder: Path, text: str, **environ: str) -> Config:
    (folder / ".env").write_text(text, "utf-8")
    return config.load_config(environ, folder)


def test_a_dotenv_file_has_remarks_quotes_and_exports(tmp_path: Path) -> None:
    settings = load_env_file(
        tmp_path,
        "\ufeff# remark\r\n"
        "\n"
        f"export BOT_TOKEN = '{TOKEN}'  # remark\n"
        '  LOG_LEVEL="debug"\n'
        "DATA_DIR=my#data # remark\n"
        "DEFAULT_LANGUAGE= # remark\n"
        "LOG_FORMAT=\n",
    )
    assert settings.bot_token == TOKEN
    assert settings.log_level == "DEBUG"
    assert settings.data_dir == tmp_path / "my#data"
    assert (settings.default_language, settings.log_format) == ("tr", "console")


def test_the_environment_wins_over_the_file_even_when_empty(tmp_path: Path) -> None:
    settings = load_env_file(tmp_path, f"BOT_TOKEN={TOKEN}\nLOG_LEVEL=ERROR\n", BOT_TOKEN="", LOG_LEVEL="WARNING")
    assert settings.uses_playground
    assert settings.log_level == "WARNING"


@pytest.mark.parametrize(
    ("line", "found", "remedy"),
    [
        ("BOT_TOKN=x", "BOT_TOKN", "did you mean BOT_TOKEN?"),
        ("HARFIYEN_REDIS_URL=redis://localhost", "HARFIYEN_REDIS_URL", "did you mean REDIS_URL?"),
        ("bot_token=x", "bot_token", "did you mean BOT_TOKEN?"),
        ("UNRELATED=1", "UNRELATED", "the settings are BOT_TOKEN, "),
        (TOKEN, "not a setting", "NAME=value"),
        ("LOG_LEVEL: INFO", "not a setting", "NAME=value"),
        ('LOG_LEVEL="INFO', "unpaired quotation marks in LOG_LEVEL", "close or remove them"),
        ("LOG_FORMAT=json", "LOG_FORMAT a second time", "keep one"),
    ],
)
def test_a_line_that_is_no_setting_is_named_by_its_number(tmp_path: Path, line: str, found: str, remedy: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_env_file(tmp_path, f"# remark\nLOG_FORMAT=text\n{line}\n")
    sentence = str(caught.value)
    assert sentence.startswith(f"{tmp_path}/.env, line 3, ")
    assert found in sentence
    assert remedy in sentence
    assert TOKEN not in sentence


def test_a_dotenv_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / ".env").mkdir()
    assert ".env cannot be read (Is a directory)" in config_error(tmp_path)


def test_a_dotenv_file_in_another_encoding_is_named(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes("# ş".encode("cp1254"))
    assert ".env is not UTF-8 text" in config_error(tmp_path)
