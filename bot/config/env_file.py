"""Reading the file `.env` with python-dotenv, and checking its lines."""

import difflib
import re
from collections.abc import Collection, Sequence
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Final

from dotenv.parser import Binding, parse_stream

from bot.config.errors import ConfigError, SettingErrors

_ASSIGNMENT: Final = re.compile(r"(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=", re.ASCII)


def read_env_file(path: Path, settings: Sequence[str], errors: SettingErrors) -> dict[str, str]:
    """The settings in a file, by name, without quotation marks; empty if there is no file.

    Raises:
        ConfigError: the file cannot be read.
    """
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise ConfigError(f"{path} cannot be read ({error.strerror}): make it a readable file.") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path} is not UTF-8 text: save it as UTF-8.") from error
    values: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        for binding in parse_stream(StringIO(line.strip())):
            if binding.key or binding.error:
                check = partial(_check_setting_name, binding, f"{path}, line {number}", settings, values)
                if name := errors.collect_error(check, ""):
                    values[name] = (binding.value or "").strip()
    return values


def _check_setting_name(binding: Binding, place: str, settings: Sequence[str], before: Collection[str]) -> str:
    """The name in a line of `.env`. Errors show nothing else of the line, as it may hold a secret."""
    match = _ASSIGNMENT.match(binding.original.string)
    if match is None:
        raise ConfigError(f"{place}, is not a setting: write NAME=value, or # before a comment.")
    name = match[1]
    if name not in settings:
        near = difflib.get_close_matches(name.upper().removeprefix("HARFIYEN_"), settings, n=1)
        remedy = f"did you mean {near[0]}?" if near else f"the settings are {', '.join(settings)}."
        raise ConfigError(f"{place}, sets {name}, which isn't a setting: {remedy}")
    if binding.error:
        raise ConfigError(f"{place}, has unpaired quotation marks in {name}: close or remove them.")
    if name in before:
        raise ConfigError(f"{place}, sets {name} a second time: keep one of the two.")
    return name
