"""What the Bot API server is found to serve of ephemeral messages, remembered for a while by this process.

What is not served is only ever a reason to ask for less. What was proven lately lets a secret be sent at once; who does
so has other reasons as well to know that nobody else can see it (:meth:`bot.telegram.ephemeral.Ephemerals.show`).
"""

from collections.abc import Callable, Hashable
from enum import Enum, unique
from time import monotonic
from typing import Final

AGAIN_SECONDS: Final = 3600.0
"""After so long it is tried again what the server did not serve: it may be a newer one by then."""
REFUSED_SECONDS: Final = 600.0
"""After so long it is tried again whether the bot may write to one member of a group that did not let it."""
PROVEN_SECONDS: Final = 600.0
"""How long a form that was answered to be one person's counts as proven in its group."""
_MOST: Final = 4096


@unique
class Form(Enum):
    """A way in which a message is addressed to one member of a group, or a thing that only some servers do."""

    PRESS = "callback_query_id alone"
    """That of 10.4 for answers to presses: it names no chat, so that a server that does not read it posts nothing."""
    NEWER = "ephemeral_message_parameters"
    """That of 10.3."""
    OLDER = "receiver_user_id"
    """That of 10.2, which the newer ones still read; it is tried before theirs, which 10.2 would post to everybody."""
    PICTURES = "replace_callback_query_message"
    """A picture in place of the message that was tapped."""
    UPLOADS = "editEphemeralMessageMedia"
    """Another picture by an edit."""
    DATES = "date_time"
    """Instants in texts."""
    METHODS = "editEphemeralMessageText"
    """Edits of ephemeral messages at all."""
    UNASKED = "receiver_user_id of a group"
    """A message to a member of a group without a press: only an administrator's."""
    ASKED = "callback_query_id of a group"
    """An answer to a press, or to an ephemeral command."""


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
        self._proofs: Final[dict[tuple[Form, int], float]] = {}
        """Until when a form counts as proven in a group."""
        self._newer: float | None = None
        """Until when it holds that the server is one of 10.3 or later."""

    def shut(self, form: Form, *where: int, seconds: float = AGAIN_SECONDS) -> None:
        """Ask for a form no more for a while: in one group, of one member of it, or in all."""
        self._shut.pop((form, where), None)
        self._shut[form, where] = self._seconds() + seconds
        if len(self._shut) > _MOST:
            del self._shut[next(iter(self._shut))]
        if form is Form.NEWER:
            self._newer = None

    def open(self, form: Form, *where: int) -> None:
        """Let a form be tried again."""
        self._shut.pop((form, where), None)

    def serves(self, form: Form, *where: int) -> bool:
        """Whether a form may be tried."""
        return self._shut.get((form, where), self._seconds()) <= self._seconds()

    def prove(self, form: Form, chat: int) -> None:
        """Remember that a message in this form was answered to be one person's."""
        self._proofs.pop((form, chat), None)
        self._proofs[form, chat] = self._seconds() + PROVEN_SECONDS
        if form is not Form.OLDER:
            self.find_newer()
        if len(self._proofs) > _MOST:
            del self._proofs[next(iter(self._proofs))]

    def proven(self, form: Form, chat: int) -> bool:
        """Whether that was so lately, and nothing since speaks against it."""
        return self.serves(form) and self._proofs.get((form, chat), self._seconds()) > self._seconds()

    @property
    def found(self) -> bool:
        """Whether the server was found lately to know the methods."""
        return self._found is not None and self._found > self._seconds()

    def find(self, *, known: bool) -> None:
        """Remember whether the server knows the methods."""
        self._found = self._seconds() + AGAIN_SECONDS if known else None
        if not known:
            self.shut(Form.METHODS)

    @property
    def newer(self) -> bool:
        """Whether the server was found lately to be one of 10.3 or later."""
        return self._newer is not None and self._newer > self._seconds()

    def find_newer(self) -> None:
        """Remember that it is: it has done what no older one does."""
        self._newer = self._seconds() + AGAIN_SECONDS

    def forget(self) -> None:
        """Know nothing of the server any more: it is another one."""
        self.doubt()
        self._shut.clear()

    def doubt(self) -> None:
        """Have the server asked again whether it knows the methods, and everything proven again: it may be another."""
        self._found = self._newer = None
        self._proofs.clear()
