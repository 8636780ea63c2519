"""The sentences for refusals, made of their codes and fields."""

from typing import Final

from bot import message_limits
from bot.texts import Argument
from bot.wording.formatting import sanitize_text
from bot.wording.speaker import Speaker
from engine.errors import EngineError, Field


def plain_refusal_text(error: EngineError, speaker: Speaker) -> str:
    """Why something was refused; plain text."""
    return speaker.plain(refusal_message_id(error), **refusal_arguments(error, speaker))


def refusal_arguments(error: EngineError, speaker: Speaker) -> dict[str, Argument]:
    """The fields of a refusal as arguments of its message; typed text is sanitized."""
    fields = ((name, _safe_argument(value)) for name, value in error.fields.items())
    return {name: speaker.plain_name(value) if isinstance(value, str) else value for name, value in fields}


def refusal_message_id(error: EngineError) -> str:
    """The id of a refusal's message."""
    return f"refusal-{error.code.replace('_', '-')}"


_MOST_ECHOED: Final = 200
"""An answer repeats at most so many characters of a typed text."""


def _safe_argument(value: Field) -> Argument:
    """A refusal's field for a message; it may have typed text, so it is sanitized."""
    if isinstance(value, int):
        return value
    return message_limits.truncate_text(
        sanitize_text(value if isinstance(value, str) else ", ".join(value)), _MOST_ECHOED
    )
