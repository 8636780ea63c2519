"""What somebody wrote and was asked about, which table is meant, until they say so."""

from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.store.people import PendingRequests
from bot.telegram.requests import (
    Command,
    MistypedCommand,
    PlainText,
    Sender,
    Tap,
    Venue,
    to_command,
)


class AskedRequest(Struct, frozen=True, omit_defaults=True):
    """What somebody wrote. The fields' names are stored."""

    update: int
    """The update by whose number what comes of it counts."""
    chat: int
    """Where its message is."""
    sender: Sender
    message: int
    text: str
    sent_at: datetime
    command: str | None = None
    """The command's key; ``None`` for a text without one."""
    arrived_at: datetime | None = None
    ephemeral_id: int | None = None
    is_edit: bool = False
    target_turns: int | None = None
    mentions: tuple[tuple[str, int], ...] = ()
    replied_user: int | None = None
    mentions_bot: bool = False
    is_shown: bool = True
    """Whether there is a question with buttons; without one only an edit can answer."""
    answer: str | None = None
    """What the first answer was: the short name of a table, or nothing where none is meant. No other counts then."""


_encoder: Final = msgspec.json.Encoder()


_decoder: Final = msgspec.json.Decoder(AskedRequest)


class AnsweredElsewhere(Exception):
    """What was asked was answered before, for another table; nothing was changed."""


class AskedRequests:
    """Keeps what each person was asked about last."""

    def __init__(self, pending: PendingRequests) -> None:
        self.pending: Final = pending

    async def save_asked(self, request: Command | PlainText | MistypedCommand, *, is_shown: bool) -> None:
        """Keep a request whose table is open; ``is_shown`` as :attr:`AskedRequest.is_shown`.

        An answer that it has got meanwhile stays.
        """
        asked, chat = _to_asked(request, is_shown=is_shown), request.venue.scope.chat
        user, is_saved = asked.sender.user, False
        while not is_saved:
            stored = await self.pending.load_pending_request(user, chat)
            former = None if stored is None else _decoder.decode(stored)
            answer = former.answer if former is not None and former.update == asked.update else None
            newer = _encoder.encode(replace(asked, answer=answer))
            is_saved = await self.pending.swap_pending_request(user, chat, stored, newer)

    async def load_asked(self, user: int, venue: Venue) -> AskedRequest | None:
        """What a person was asked about last in a chat, or in the group that it was; ``None`` if that is long ago."""
        for chat in dict.fromkeys((venue.scope.chat, venue.message_chat)):
            stored = await self.pending.load_pending_request(user, chat)
            if stored is not None:
                return _decoder.decode(stored)
        return None

    async def claim_answer(self, user: int, venue: Venue, update: int, answer: str) -> AskedRequest | None:
        """Note, before anything is done, how a request was answered; of several answers at once the first one counts.

        Args:
            user: who was asked.
            venue: where.
            update: the update that was asked about.
            answer: the short name of a table; empty for none of them.

        Returns:
            What was asked, as it reads now; ``None`` if it was answered otherwise, or something else was asked since.
        """
        for chat in dict.fromkeys((venue.scope.chat, venue.message_chat)):
            while (stored := await self.pending.load_pending_request(user, chat)) is not None:
                asked = _decoder.decode(stored)
                if asked.update != update or asked.answer not in {None, answer}:
                    return None
                answered = replace(asked, answer=answer)
                if await self.pending.swap_pending_request(user, chat, stored, _encoder.encode(answered)):
                    return answered
        return None

    async def claim_if_answers_question(self, request: Command | PlainText | MistypedCommand, answer: str) -> None:
        """As :meth:`claim_answer`, if a request is the edit of what its sender was asked about.

        Raises:
            AnsweredElsewhere: another answer was first, so that nothing is to be done.
        """
        update = request.update.asked_about
        if (
            update is not None
            and not isinstance(request, MistypedCommand)
            and request.answered_table is None
            and await self.claim_answer(request.sender.user, request.venue, update, answer) is None
        ):
            raise AnsweredElsewhere


def _to_asked(request: Command | PlainText | MistypedCommand, *, is_shown: bool) -> AskedRequest:
    return AskedRequest(
        update=request.update.counted_as,
        chat=request.venue.message_chat,
        sender=request.sender,
        message=request.message,
        text="" if isinstance(request, MistypedCommand) else request.text,
        sent_at=request.sent_at,
        command=request.name if isinstance(request, Command) else None,
        arrived_at=request.arrived_at,
        ephemeral_id=request.ephemeral_id,
        is_edit=isinstance(request, Command | PlainText) and request.is_edit,
        target_turns=None if isinstance(request, MistypedCommand) else request.target_turns,
        mentions=request.mentions if isinstance(request, Command) else (),
        replied_user=request.replied_user if isinstance(request, Command) else None,
        mentions_bot=isinstance(request, PlainText) and request.mentions_bot,
        is_shown=is_shown,
    )


def to_answered_request(asked: AskedRequest, tap: Tap, table: str) -> Command | PlainText:
    """What was asked, about the table of that short name, which a tap has named."""
    text = PlainText(
        tap.update,
        tap.venue,
        asked.sender,
        asked.message,
        asked.text,
        asked.sent_at,
        asked.mentions_bot,
        arrived_at=asked.arrived_at,
        ephemeral_id=asked.ephemeral_id,
        is_edit=asked.is_edit,
        target_turns=asked.target_turns,
        answered_table=table,
    )
    if asked.command is None:
        return text
    return replace(
        to_command(text, asked.command, asked.text), mentions=asked.mentions, replied_user=asked.replied_user
    )
