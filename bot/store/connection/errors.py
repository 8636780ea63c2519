"""Telling temporary errors of Redis, which a retry may cure, from permanent ones."""

from typing import Final

from redis.exceptions import (
    AskError,
    ClusterDownError,
    MasterDownError,
    MovedError,
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
    TryAgainError,
)

_TEMPORARY: Final = (
    AskError,
    ClusterDownError,
    MasterDownError,
    MovedError,
    OutOfMemoryError,
    ReadOnlyError,
    TryAgainError,
)
_TEMPORARY_WORDS: Final = ("BUSY", "LOADING", "MISCONF", "NOREPLICAS", "OOM", "READONLY", "UNKILLABLE")
"""How these errors begin inside a script's error, and some that redis-py has no class for."""

IN_PIPELINE: Final = " of pipeline caused error: "
"""What redis-py puts between a pipeline's command, which holds what people wrote, and its error."""
_MARKS: Final = str.maketrans(dict.fromkeys("-('\"", " "))
"""What may stand around those words."""


def is_temporary_error(answer: object) -> bool:
    """Whether a reply is an error of a server that cannot do what is asked for the moment."""
    return isinstance(answer, ResponseError) and not is_permanent_error(answer)


def is_permanent_error(error: Exception) -> bool:
    """Whether retrying is useless: the server answered, and what is stored is at fault."""
    if not isinstance(error, ResponseError) or isinstance(error, _TEMPORARY):
        return False
    said = f" {str(error).rpartition(IN_PIPELINE)[2]}".translate(_MARKS)
    return not any(f" {word} " in said for word in _TEMPORARY_WORDS)
