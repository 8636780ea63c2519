"""Which errors of Redis say that it is away for a while, and which that something stored is broken."""

import re
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
_PASSING_WORDS: Final = re.compile(r"\b(?:BUSY|LOADING|MISCONF|NOREPLICAS|OOM|READONLY|UNKILLABLE)\b")
"""How the same errors begin within that of a script or of a pipeline, and some that redis-py has no class for."""


def is_away(answer: object) -> bool:
    """Whether an answer is the error of a server that can do for the moment nothing of what it is asked."""
    return isinstance(answer, ResponseError) and not is_fault(answer)


def is_fault(error: Exception) -> bool:
    """Whether trying again is in vain: the server has answered, and it is what is stored that does not do."""
    if not isinstance(error, ResponseError) or isinstance(error, _PASSING):
        return False
    return _PASSING_WORDS.search(str(error)) is None
