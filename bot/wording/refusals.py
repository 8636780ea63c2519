"""The sentences for refusals, made of their codes and fields."""

from typing import Final

from bot import message_limits
from bot.languages import languages
from bot.texts import Argument, message_names
from bot.wording.formatting import sanitize_text
from bot.wording.speaker import Speaker
from engine.errors import EngineError, Field

_PREFIX: Final = "refusal-"
"""How the names of refusals' messages begin."""


def plain_refusal_text(error: EngineError, speaker: Speaker) -> str:
    """Why something was refused; plain text."""
    return speaker.plain(refusal_message_id(error), **refusal_arguments(error, speaker))


def refusal_arguments(error: EngineError, speaker: Speaker) -> dict[str, Argument]:
    """The fields of a refusal as arguments of its message; typed text is sanitized."""
    fields = ((name, _safe_argument(value)) for name, value in error.fields.items())
    return {name: speaker.plain_name(value) if isinstance(value, str) else value for name, value in fields}


def refusal_message_id(error: EngineError) -> str:
    """The id of a refusal's message."""
    return f"{_PREFIX}{error.code.replace('_', '-')}"


def refusal_codes() -> frozenset[str]:
    """The codes of all refusals that have a message."""
    names = message_names(languages().codes[0])
    return frozenset(name.removeprefix(_PREFIX).replace("-", "_") for name in names if name.startswith(_PREFIX))


_MOST_ECHOED: Final = 200
"""An answer repeats at most so many characters of a typed text."""


def _safe_argument(value: Field) -> Argument:
    """A refusal's field for a message; it may have typed text, so it is sanitized."""
    if isinstance(value, int):
        return value
    return message_limits.truncate_text(
        sanitize_text(value if isinstance(value, str) else ", ".join(value)), _MOST_ECHOED
    )
