"""Which errors of Redis say that it is away for a while, and which that something stored is broken."""

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

_PASSING: Final = (
    AskError,
    ClusterDownError,
    MasterDownError,
    MovedError,
    OutOfMemoryError,
    ReadOnlyError,
    TryAgainError,
)
_PASSING_WORDS: Final = ("BUSY", "LOADING", "MISCONF", "NOREPLICAS", "OOM", "READONLY", "UNKILLABLE")
"""How the same errors begin within that of a script, and some that redis-py has no class for."""

_IN_PIPELINE: Final = " of pipeline caused error: "
"""How redis-py leads over from a command, with what people wrote, to the error of it."""
_MARKS: Final = str.maketrans(dict.fromkeys("-('\"", " "))
"""What may stand before those words."""


def is_away(answer: object) -> bool:
    """Whether an answer is the error of a server that can do for the moment nothing of what it is asked."""
    return isinstance(answer, ResponseError) and not is_fault(answer)


def is_fault(error: Exception) -> bool:
    """Whether trying again is in vain: the server has answered, and it is what is stored that does not do."""
    if not isinstance(error, ResponseError) or isinstance(error, _PASSING):
        return False
    said = f" {str(error).rpartition(_IN_PIPELINE)[2]}".translate(_MARKS)
    return not any(f" {word} " in said for word in _PASSING_WORDS)
