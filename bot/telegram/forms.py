"""What the Bot API server is found to serve of ephemeral messages, remembered for a while by this process.

Only ever a reason to ask for less: nothing is shown to anybody because of what stands here.
"""

from collections.abc import Callable, Hashable
from enum import Enum, unique
from time import monotonic
from typing import Final

AGAIN_SECONDS: Final = 3600.0
"""After so long it is tried again what the server did not serve: it may be a newer one by then."""
ADMIN_SECONDS: Final = 30.0
"""After so long it is tried again whether the bot may write to somebody of a group unasked."""
_MOST: Final = 4096


@unique
class Form(Enum):
    """A way in which a message is addressed to one member of a group, or a thing that only some servers do."""

    NEWER = "ephemeral_message_parameters"
    """That of 10.3."""
    OLDER = "receiver_user_id"
    """That of 10.2, which 10.3 still reads."""
    PICTURES = "replace_callback_query_message"
    """A picture in place of the message that was tapped."""
    UPLOADS = "editEphemeralMessageMedia"
    """Another picture by an edit."""
    METHODS = "editEphemeralMessageText"
    """Edits of ephemeral messages at all."""
    UNASKED = "receiver_user_id of a group"
    """A message to a member of a group without a press: only an administrator's."""


class Forms:
    """The forms that are not served, by the server and perhaps by one group, until they are tried again.

    Args:
        seconds: a clock that only goes forward.
    """

    def __init__(self, seconds: Callable[[], float] = monotonic) -> None:
        self._seconds: Final = seconds
        self._shut: Final[dict[Hashable, float]] = {}
        """Until when."""
        self._found: float | None = None
        """Until when it holds that the server knows the methods."""

    def shut(self, form: Form, chat: int | None = None, *, seconds: float = AGAIN_SECONDS) -> None:
        """Ask for a form no more for a while, in one group or in all."""
        self._shut.pop((form, chat), None)
        self._shut[form, chat] = self._seconds() + seconds
        if len(self._shut) > _MOST:
            del self._shut[next(iter(self._shut))]

    def serves(self, form: Form, chat: int | None = None) -> bool:
        """Whether a form may be tried."""
        return self._shut.get((form, chat), self._seconds()) <= self._seconds()

    @property
    def found(self) -> bool:
        """Whether the server was found lately to know the methods."""
        return self._found is not None and self._found > self._seconds()

    def find(self, *, known: bool) -> None:
        """Remember whether the server knows the methods."""
        self._found = self._seconds() + AGAIN_SECONDS if known else None
        if not known:
            self.shut(Form.METHODS)

    def doubt(self) -> None:
        """Have the server asked again whether it knows the methods."""
        self._found = None
