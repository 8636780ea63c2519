"""Sends posts as new messages or edits, and decides which notices go together and which go first.

An action makes at most one message. One message, edited, shows a computer player's turn with cards (unless another
process takes over), a lobby, and each round in games that have a message for each round. A board is sent anew, and the
former one loses its buttons. Chats may choose otherwise (`bot.announce.board_messages`): the former board is deleted,
or one board is edited and each turn is told in a text below it.
"""

from collections.abc import Awaitable, Callable, Collection, Hashable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final, assert_never

import msgspec
from redis.exceptions import RedisError

from bot import message_limits
from bot.announce.board_messages import (
    BoardMessages,
    BoardMode,
    KeyboardRemover,
    ShownMessages,
    expiring_messages,
    newest_expiring,
    newest_with_buttons,
)
from bot.announce.compose import BoardPost, CardsPost, LobbyClosedPost, LobbyPost, Post, SideNotePost, TurnTextPost
from bot.announce.reveals import CardReveals, to_cards_message
from bot.call_errors import CallFailed, ChatMoved, ChatUnreachable, MissingRights, RequestRejected, TopicClosed
from bot.families import registry
from bot.logs import get_logger
from bot.pictures import DrawingError, PhotoRecord, Photos, SentPhoto
from bot.store.keys import Scope, shard_of
from bot.store.shard_ownership import ShardNotOwned
from bot.store.streams import NewestMessage, Outbox, OutboxEntry
from bot.tables.codec import Notice
from bot.tables.deadlines import LateWindows, UnreachableClocks
from bot.tables.games import Games
from bot.tables.table_loader import Busy
from bot.telegram.gateway import Gateway
from bot.telegram.replies import AutoDelete
from bot.wording.speaker import quote_last
from bot.workers.recent import NewestDict
from bot.workers.supervisor import STORE_SECONDS, Backoff, RetryLoop
from engine.game_base import GameView, OpenWindow

log = get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PostSender:
    """Sends posts to their chats; one instance a process."""

    gateway: Gateway
    photos: Photos
    reveals: CardReveals
    shown_messages: ShownMessages
    keyboard_remover: KeyboardRemover
    auto_delete: AutoDelete

    async def send_post(self, scope: Scope, post: Post, entry: Hashable, *, first_attempt: bool) -> NewestMessage:
        """Send a post, without its text if that was sent ahead; return the newest message. Raises CallFailed."""
        before = await self.shown_messages.messages_in(scope)
        match post:
            case LobbyClosedPost():
                return await self._announce_lobby_closed(scope, post, before)
            case LobbyPost():
                return await self._send_or_edit_lobby(scope, post, before, first_attempt=first_attempt)
            case CardsPost():
                return await self._send_card_table(scope, post, before, entry, first_attempt=first_attempt)
            case BoardPost():
                return await self._send_or_edit_board(scope, post, before, first_attempt=first_attempt)
            case TurnTextPost():
                return await self._send_turn_text(scope, post, before)
            case SideNotePost():
                return await self._send_side_note(scope, post, before)
            case _:
                assert_never(post)

    async def send_text_ahead(self, scope: Scope, post: LobbyPost | BoardPost) -> int:
        """Send a text that is too long for a caption, before its post; return the message's id."""
        return await self.gateway.send_text(scope, post.text, None)

    def forget_messages(self) -> None:
        """Forget the chats' messages, as other workers may change them."""
        self.shown_messages.forget_all()
        self.reveals.forget_messages()

    async def _send_card_table(
        self, scope: Scope, post: CardsPost, before: BoardMessages, entry: Hashable, *, first_attempt: bool
    ) -> NewestMessage:
        if post.cards_moved:
            await self.reveals.hide_on_pages(scope)
        if (message := await self._try_reuse_cards_message(scope, post, before)) is not None:
            return message
        if not post.revealed_events:
            newest = await self._send_or_edit_board(scope, post, before, first_attempt=first_attempt)
            self.reveals.note_turn(scope.chat, newest.message_id, post.computer_turn, post.news_lines)
            return newest
        number = await self.reveals.reveal_in_new_message(
            scope, entry, to_cards_message(scope, post), post.revealed_events
        )
        self.reveals.note_turn(scope.chat, number, post.computer_turn, post.news_lines)
        shown = BoardMessages(scope.chat, post.table, number, with_buttons=(number,), pinned=before.pinned)
        return await self._replace_board(scope, before, shown, post)

    def _earlier_lines(self, scope: Scope, post: CardsPost, before: BoardMessages) -> tuple[str, ...]:
        """The lines that the board's message has about the computer player's turn which the post continues, if any."""
        return self.reveals.lines_of_turn(scope.chat, before.board, post.computer_turn) if post.is_one_turn else ()

    async def _try_reuse_cards_message(
        self, scope: Scope, post: CardsPost, before: BoardMessages
    ) -> NewestMessage | None:
        """Show cards in the former message if its turn continues or no new one is allowed; else return ``None``."""
        if (
            post.sketch is not None
            or not before.shows_game(post.table)
            or not self.reveals.can_edit_message(scope.chat, before.board)
            or (self.gateway.send_queue.has_room(scope.chat) and not self._earlier_lines(scope, post, before))
        ):
            return None
        try:
            return await self._reuse_cards_message(scope, post, before)
        except RequestRejected as error:
            log.info("cards are shown anew", chat=scope.chat, error=error.message)
            return None

    async def _reuse_cards_message(self, scope: Scope, post: CardsPost, before: BoardMessages) -> NewestMessage:
        earlier = self._earlier_lines(scope, post, before)
        text = post.text and _fitting_with_lines(post.text, earlier, post.reserved_units)
        message = to_cards_message(scope, replace(post, text=text))
        message = msgspec.structs.replace(message, message=before.board, photo=not before.written)
        await self.reveals.reveal_in_same_message(message, post.revealed_events, cards_moved=post.cards_moved)
        self.reveals.note_turn(scope.chat, before.board, post.computer_turn, (*earlier, *post.news_lines))
        others = (one for one in before.with_buttons if one != before.board)
        return self.shown_messages.record(
            scope,
            before.board,
            msgspec.structs.replace(before, with_buttons=newest_with_buttons(*others, before.board)),
        )

    async def _send_or_edit_board(
        self, scope: Scope, post: BoardPost, before: BoardMessages, *, first_attempt: bool
    ) -> NewestMessage:
        if (post.edits_newest or post.board_mode.edits_in_place) and before.shows_game(post.table):
            edit = self._edit_newest_board if post.edits_newest else self._edit_board_in_place
            try:
                return await edit(scope, post, before, first_attempt=first_attempt)
            except RequestRejected as error:
                log.info("a board is sent anew", chat=scope.chat, error=error.message)
        return await self._send_board(scope, post, before, first_attempt=first_attempt)

    async def _send_board(
        self, scope: Scope, post: BoardPost, before: BoardMessages, *, first_attempt: bool
    ) -> NewestMessage:
        sent, memory = await self._send_picture(scope, post, first_attempt=first_attempt)
        if isinstance(post, CardsPost) and post.sketch is None:
            self.reveals.remember_message(scope.chat, sent.message_id, photo=not sent.as_text)
        shown = BoardMessages(
            scope.chat,
            post.table,
            sent.message_id,
            written=sent.as_text,
            with_buttons=() if post.keyboard is None else (sent.message_id,),
            expiring=expiring_messages(sent.message_id, post.keyboard),
            lasting_text=post.lasting_text,
            pinned=await self._update_pinned_message(scope, post, before, sent.message_id),
        )
        return await self._replace_board(scope, before, shown, post, memory)

    async def _edit_newest_board(
        self, scope: Scope, post: BoardPost, before: BoardMessages, *, first_attempt: bool
    ) -> NewestMessage:
        """Edit the newest message; once its picture has changed, the edit counts as done, and its buttons stay."""
        memory = None
        if not post.same_picture:
            memory = await self._edit_picture(scope, post, before, first_attempt=first_attempt)
            before = msgspec.structs.replace(before, with_buttons=(), lasting_text="")
        elif not scope.is_private:
            edits, buttons = self.gateway.edits, post.keyboard
            if before.written:
                await edits.edit_text(scope.chat, before.board, post.text_without_picture, buttons)
            else:
                await edits.edit_caption(scope.chat, before.board, post.text, buttons)
            before = msgspec.structs.replace(before, lasting_text=post.lasting_text)
        return self.shown_messages.record(scope, before.board, before, memory)

    async def _edit_board_in_place(
        self, scope: Scope, post: BoardPost, before: BoardMessages, *, first_attempt: bool
    ) -> NewestMessage:
        """Edit the one board message, and send a text about the turn, which notifies the next player."""
        memory = await self._edit_picture(scope, post, before, first_attempt=first_attempt)
        # The text was too long for a caption, and was sent ahead.
        message = (
            await self.gateway.send_text(scope, post.brief_text, post.brief_keyboard, reply_to=before.board)
            if post.text
            else before.board
        )
        former = [one for one in before.all_with_buttons if one != before.board]
        self.keyboard_remover.remove_later(scope.chat, former)
        pinned = await self._update_pinned_message(scope, post, before, before.board)
        turn_message = message if message != before.board else 0
        messages = dict.fromkeys((before.board, message))
        shown = msgspec.structs.replace(
            before,
            with_buttons=newest_with_buttons(before.board, message),
            expiring=newest_expiring(*(one for each in messages for one in expiring_messages(each, post.keyboard))),
            turn_message=turn_message,
            lasting_text=post.lasting_text,
            pinned=pinned,
        )
        return self.shown_messages.record(scope, message, shown, memory)

    async def _send_side_note(self, scope: Scope, post: SideNotePost, before: BoardMessages) -> NewestMessage:
        """Send a text besides the board, whose buttons stay; a vote's count edits its message."""
        if post.vote_id and before.voting and (before.table, before.ballot) == (post.table, post.vote_id):
            try:
                await self.gateway.edits.edit_text(scope.chat, before.voting, post.text, post.keyboard)
            except RequestRejected as error:
                log.info("a vote is told anew", chat=scope.chat, error=error.message)
            else:
                return self.shown_messages.record(scope, before.voting, before)
        # Edits come first, since a retry may repeat them, but not the text.
        if post.current_texts is not None:
            before = await self.shown_messages.refresh_messages(scope, post.table, before, post.current_texts)
        before = await self.shown_messages.remove_expired_buttons(scope, post.remaining_keyboards, before)
        message = await self.gateway.send_text(scope, post.text, post.keyboard, silent=post.silent)
        if post.keyboard is None:
            return self.shown_messages.record(scope, message, before)
        expiring_here = expiring_messages(message, post.keyboard)
        others = (
            before.with_buttons
            if expiring_here and not expiring_here[0].has_other_buttons
            else newest_with_buttons(*before.with_buttons, message)
        )
        shown = msgspec.structs.replace(
            before, with_buttons=others, expiring=newest_expiring(*before.expiring, *expiring_here)
        )
        if post.vote_id:
            shown = msgspec.structs.replace(shown, table=post.table, ballot=post.vote_id, voting=message)
        return self.shown_messages.record(scope, message, shown)

    async def _send_turn_text(self, scope: Scope, post: TurnTextPost, before: BoardMessages) -> NewestMessage:
        if isinstance(post.board, CardsPost):
            cards = replace(post.board, text=post.text)
            if (newest := await self._try_reuse_cards_message(scope, cards, before)) is not None:
                return newest
        message = await self.gateway.send_text(scope, post.text, post.keyboard, silent=post.silent)
        if post.keyboard is None:
            return self.shown_messages.record(scope, message, before)
        self.keyboard_remover.remove_later(scope.chat, before.all_with_buttons)
        shown = before if before.table == post.table else BoardMessages(scope.chat, post.table, pinned=before.pinned)
        shown = msgspec.structs.replace(
            shown,
            with_buttons=(message,),
            expiring=expiring_messages(message, post.keyboard),
            turn_message=message,
            lasting_text=post.board.lasting_text,
        )
        return self.shown_messages.record(scope, message, shown)

    async def _replace_board(
        self,
        scope: Scope,
        before: BoardMessages,
        shown: BoardMessages,
        post: BoardPost,
        memory: PhotoRecord | None = None,
    ) -> NewestMessage:
        if post.board_mode.deletes_former and before.shows_game(post.table):
            seconds = post.reveal_seconds if isinstance(post, CardsPost) else 0.0
            await self.auto_delete.delete_later(scope.chat, before.board, seconds)
        return self.shown_messages.record_new_board(scope, before, shown, memory)

    async def _update_pinned_message(self, scope: Scope, post: BoardPost, before: BoardMessages, message: int) -> int:
        """Pin or unpin; return the pinned message. Only a game's first board is pinned, as pinning notifies all."""
        if message == before.pinned:
            return message
        pins = post.board_mode is BoardMode.PIN
        if pins:
            try:
                await self.gateway.edits.pin_message(scope.chat, message)
            except CallFailed as error:
                log.info("a board is not pinned", chat=scope.chat, error=error.message)
                return before.pinned
        if before.pinned:
            with suppress(CallFailed):
                await self.gateway.edits.unpin_message(scope.chat, before.pinned)
        return message if pins else 0

    async def _send_or_edit_lobby(
        self, scope: Scope, post: LobbyPost, before: BoardMessages, *, first_attempt: bool
    ) -> NewestMessage:
        if before.waiting and before.table == post.table:
            try:
                memory = await self._edit_picture(scope, post, before, first_attempt=first_attempt)
            except RequestRejected as error:
                log.info("a lobby is sent anew", chat=scope.chat, error=error.message)
            else:
                return self.shown_messages.record(scope, before.board, before, memory)
        if post.edit_only:
            return self.shown_messages.record(scope, before.board, before)
        sent, memory = await self._send_picture(scope, post, first_attempt=first_attempt)
        shown = BoardMessages(
            scope.chat,
            post.table,
            sent.message_id,
            waiting=True,
            written=sent.as_text,
            with_buttons=(sent.message_id,),
            pinned=before.pinned,
        )
        return self.shown_messages.record_new_board(scope, before, shown, memory)

    async def _announce_lobby_closed(self, scope: Scope, post: LobbyClosedPost, before: BoardMessages) -> NewestMessage:
        """Say that a lobby is closed by editing its message, or else in a new one, unless the post is ``edit_only``."""
        if before.waiting and before.table == post.table:
            edit = self.gateway.edits.edit_text if before.written else self.gateway.edits.edit_caption
            try:
                await edit(scope.chat, before.board, post.text, post.keyboard)
            except RequestRejected as error:
                log.info("a lobby stays", chat=scope.chat, error=error.message)
            else:
                return self._record_no_table(scope, before.board, before)
        if post.edit_only:
            return self._record_no_table(scope, before.board, before)
        return self._record_no_table(scope, await self.gateway.send_text(scope, post.text, post.keyboard), before)

    def _record_no_table(self, scope: Scope, message: int, before: BoardMessages) -> NewestMessage:
        shown = BoardMessages(scope.chat, with_buttons=(message,) if message else (), pinned=before.pinned)
        return self.shown_messages.record(scope, message, shown)

    async def _send_picture(
        self, scope: Scope, post: LobbyPost | BoardPost, *, first_attempt: bool
    ) -> tuple[SentPhoto, PhotoRecord | None]:
        async def send_photo(photo: str | bytes) -> SentPhoto:
            return await self.gateway.send_photo(
                scope, photo, post.text or None, post.keyboard, as_text=lambda: post.text_without_picture
            )

        try:
            return await self.photos.send_without_remembering(scope, post.picture, send_photo, never_sent=first_attempt)
        except DrawingError:
            log.exception("a picture could not be drawn", ruleset=post.view.ruleset)
            message = await self.gateway.send_text(scope, post.text_without_picture, post.keyboard)
            return SentPhoto(message, scope.chat, as_text=True), None

    async def _edit_picture(
        self, scope: Scope, post: LobbyPost | BoardPost, before: BoardMessages, *, first_attempt: bool
    ) -> PhotoRecord | None:
        async def edit_photo(photo: str | bytes) -> SentPhoto:
            return await self.gateway.edits.edit_photo(scope.chat, before.board, photo, post.text, post.keyboard)

        if before.written:
            await self.gateway.edits.edit_text(scope.chat, before.board, post.text_without_picture, post.keyboard)
            return None
        try:
            _, memory = await self.photos.send_without_remembering(
                scope, post.picture, edit_photo, never_sent=first_attempt
            )
        except DrawingError:
            log.exception("a picture could not be drawn", ruleset=post.view.ruleset)
            await self.gateway.edits.edit_caption(scope.chat, before.board, post.text, post.keyboard)
            return None
        return memory


def _fitting_with_lines(text: str, lines: Sequence[str], reserved_units: int) -> str:
    for start in range(len(lines)):
        whole = quote_last(text, *lines[start:])
        if message_limits.count_visible_units(whole) + reserved_units <= message_limits.CAPTION:
            return whole
    return text


EntryKey = tuple[Scope, str]  # identifies an outbox entry among all shards
_MOST_ATTEMPTS: Final = 3  # attempts at a notice that fails unexpectedly: as many as at an update
_MOST_TOGETHER: Final = 64  # the most notices in a message; no caption has room for more turns


@dataclass(frozen=True, slots=True)
class PendingNotice:
    """An outbox entry that waits in its chat's lane, with what decides when it is sent.

    The notice stays packed: unpacked it takes ten times the memory, and thousands may wait while Telegram is away.
    """

    entry: OutboxEntry
    table: str
    can_share_post: bool  # whether its message may also have other notices of its game
    ends_wait: bool  # see `bot.tables.codec.Notice.ends_wait`
    opened: OpenWindow | None  # see `bot.tables.codec.Notice.opened`

    @classmethod
    def of(cls, entry: OutboxEntry, notice: Notice) -> "PendingNotice":
        """The pending notice of an entry and its decoded notice."""
        view = notice.view
        can_share = isinstance(view, GameView) and not registry.family_of_view(view).events.own_message
        return cls(entry, notice.table, can_share, notice.ends_wait, notice.opened)

    @property
    def key(self) -> EntryKey:
        """Identifies the entry among all shards, as its id is unique only within a shard."""
        return self.entry.scope, self.entry.id

    @property
    def is_sent(self) -> bool:
        """Whether another worker has sent it, so that only the work after sending is left."""
        return self.entry.sent_ms > 0


def batch_for_one_message(waiting: Sequence[PendingNotice]) -> Sequence[PendingNotice]:
    """The first entries that one message may announce together."""
    count = 1
    while count < min(len(waiting), _MOST_TOGETHER) and _can_share_post(waiting[0], waiting[count]):
        count += 1
    return waiting[:count]


def _can_share_post(first: PendingNotice, other: PendingNotice) -> bool:
    """Whether both are turns of one game; a lobby's notice, which repeats it, would hide turns."""
    same_table = first.entry.scope == other.entry.scope and first.table == other.table
    return same_table and first.can_share_post and other.can_share_post


class BatchLimits:
    """Limits how many notices a message combines, at tables where sending failed."""

    def __init__(self, outbox: Outbox, retries: Backoff[int], retry_policy: RetryLoop) -> None:
        self._outbox: Final = outbox
        self._retries: Final = retries
        self._retry_policy: Final = retry_policy
        self._limits: Final[dict[Scope, int]] = {}  # the most notices of a table to combine
        self._failures: Final[dict[Scope, int]] = {}  # how often each table's first notice failed unexpectedly

    def limit_of(self, scope: Scope) -> int | None:
        """The most notices of a table to combine; ``None`` without a limit."""
        return self._limits.get(scope)

    def announce_alone(self, scope: Scope) -> None:
        """Send a table's next notice alone, unless the table has a limit already."""
        self._limits.setdefault(scope, 1)

    def halve(self, scope: Scope, refused: int) -> None:
        """Limit a table to half as many notices as were refused."""
        self._limits[scope] = refused // 2

    def clear(self, scope: Scope) -> None:
        """Remove a table's limit, after success or once its notices are gone."""
        self._failures.pop(scope, None)
        self._limits.pop(scope, None)

    async def retry_or_dead_letter(
        self, chat: int, entry: OutboxEntry, error: Exception, batch_size: int, on_dead_letter: Callable[[], None]
    ) -> bool:
        """Count an unexpected failure and wait; return whether to retry. A notice that fails alone is dead-lettered."""
        scope = entry.scope
        self._failures[scope] = tries = self._failures.get(scope, 0) + 1
        if tries == _MOST_ATTEMPTS and batch_size > 1:
            # One of them fails: send each alone, so that the others are announced.
            self._limits[scope], self._failures[scope] = 1, 0
            return True
        if tries < _MOST_ATTEMPTS:
            log.error("a notice cannot be told", chat=chat, entry=entry.id, tries=tries, exc_info=error)
            await self._retries.wait_after_failure(chat, error)
            return True
        log.error(
            "a notice cannot be told and is put aside: see `harfiyen inbox`",
            chat=chat,
            entry=entry.id,
            tries=tries,
            exc_info=error,
        )
        on_dead_letter()
        reason = f"{type(error).__name__}: {error}"
        await self._retry_policy.run_until_success(partial(self._outbox.dead_letter, entry, reason))
        return False


_MOST_TABLES: Final = 4096
_MOST_AHEAD: Final = 3  # messages after which a player can act, and which may overtake a table with mere news


class TableTurns:
    """Decides which of a chat's tables is announced next; one instance a process."""

    def __init__(self) -> None:
        self._told: Final[NewestDict[Scope, int]] = NewestDict(_MOST_TABLES)  # the number of each table's last message
        self._count = 0
        self._ahead: Final[dict[int, int]] = {}  # by chat, how many messages in a row have overtaken mere news

    def arrange_notices(self, chat: int, waiting: Sequence[PendingNotice]) -> Sequence[PendingNotice]:
        """All notices of a chat, those of the table to announce next first."""
        tables = _by_table(waiting)
        if len(tables) == 1:
            return waiting
        urgent = [table for table, notices in tables.items() if _lets_somebody_act(notices)]
        others = [table for table in tables if table not in urgent]
        if not urgent or (others and self._ahead.get(chat, 0) >= _MOST_AHEAD):
            urgent = others
        chosen = min(urgent, key=lambda table: self._told.get(table, 0))
        return [*tables[chosen], *(notice for notice in waiting if notice.entry.scope != chosen)]

    def note_told(self, chat: int, told: Sequence[PendingNotice], waiting: Sequence[PendingNotice]) -> None:
        """Note which notices were announced; ``waiting`` includes these."""
        self._count += 1
        self._told.pop(told[0].entry.scope, None)
        self._told[told[0].entry.scope] = self._count
        tables = _by_table(waiting)
        # As when choosing, all waiting notices of the table count: news may precede the one that lets a player act.
        was_urgent = _lets_somebody_act(tables.pop(told[0].entry.scope))
        has_passed_over = not all(_lets_somebody_act(notices) for notices in tables.values())
        if has_passed_over and was_urgent:
            self._ahead[chat] = self._ahead.get(chat, 0) + 1
        else:
            self._ahead.pop(chat, None)


def _by_table(waiting: Sequence[PendingNotice]) -> dict[Scope, list[PendingNotice]]:
    tables: dict[Scope, list[PendingNotice]] = {}
    for notice in waiting:
        tables.setdefault(notice.entry.scope, []).append(notice)
    return tables


def _lets_somebody_act(notices: Sequence[PendingNotice]) -> bool:
    return any(waiting.ends_wait or waiting.opened is not None for waiting in notices)


_MS: Final = timedelta(milliseconds=1)
_SINCE: Final = datetime.fromtimestamp(0, UTC)  # the origin of stored instants


class OpenedWindows:
    """The windows (to challenge, say) that waiting notices of this process open."""

    def __init__(self, late_windows: LateWindows, outbox: Outbox, retry_policy: RetryLoop) -> None:
        self._late_windows: Final = late_windows
        self._outbox: Final = outbox
        self._retry_policy: Final = retry_policy

    def note_waiting(self, waiting: PendingNotice) -> None:
        """Add a waiting notice."""
        if waiting.opened is not None:
            self._late_windows.note_untold(*waiting.key, waiting.table)

    def forget_entries(self, keys: Iterable[EntryKey]) -> None:
        """Forget entries that no longer wait here; idempotent."""
        for key in keys:
            self._late_windows.note_told(*key)

    async def lengthen_if_late(self, scope: Scope, told: Sequence[PendingNotice]) -> None:
        """Extend the window that announced notices opened, if they were late (``told``: served time).

        If the group's supergroup belongs to another worker, that worker gets the task as a notice. Raises ShardNotOwned
        if another worker has taken over the chat and will announce the notices again.
        """
        opened = [(item.entry, item.opened) for item in told if item.opened is not None]
        if not opened:
            return
        # Only the newest window can still be open.
        entry, window = opened[-1]
        retry = self._retry_policy.run_until_success
        sent = _SINCE + entry.sent_ms * _MS if entry.sent_ms else await retry(self._late_windows.read_time)
        try:
            await retry(partial(self._late_windows.lengthen_if_late, scope, window, sent))
        except ShardNotOwned as error:
            if error.shard == shard_of(entry.scope.chat):
                raise
            # Another worker may have migrated the group, whose new id this process does not know yet.
            there = await retry(partial(self._late_windows.find_scope, scope))
            log.info("another worker makes a window longer", scope=there)
            await retry(partial(self._outbox.hand_over_sent, entry.payload, there, (sent - _SINCE) // _MS))


class ChatReachability:
    """Follows groups to their supergroups, and stops the clocks of unreachable chats."""

    def __init__(self, games: Games, clocks: UnreachableClocks, retries: Backoff[int], retry_policy: RetryLoop) -> None:
        self._games: Final = games
        self._clocks: Final = clocks
        self._retries: Final = retries
        self._retry_policy: Final = retry_policy
        self._migration_retries: Final = RetryLoop("Taking a game along", (RedisError,), longest=STORE_SECONDS)
        self._new_ids: Final[dict[int, int]] = {}

    def current_scope(self, scope: Scope) -> Scope:
        """The scope of a table, in the supergroup if its group has migrated."""
        return replace(scope, chat=self._new_ids.get(scope.chat, scope.chat))

    async def follow_migration(self, chat: int, old_chat: int, error: ChatMoved) -> None:
        """Migrate a group's tables, and send its waiting notices to the supergroup."""
        new = error.new_chat
        followed = await self._migration_retries.run_until_success(
            partial(self._games.loader.migrate_chat, old_chat, new)
        )
        if not followed:
            # The server may repeat the same error at once, without end.
            await self._retries.wait_after_failure(chat, error)
            return
        log.info("a group has become a supergroup", chat=old_chat, new_chat=new)
        self._new_ids[old_chat] = new

    async def stop_clocks_after(self, chat: int, scope: Scope, error: ChatUnreachable | MissingRights) -> None:
        """Stop the clocks that an error concerns: those of a closed or deleted topic, or of the whole chat."""
        if isinstance(error, TopicClosed):
            await self._change_clocks(scope.chat, partial(self._clocks.stop_clocks_of_topic, scope))
        else:
            await self._change_clocks(chat, partial(self._clocks.stop_clocks_of_chat, chat))

    async def resume_clocks(self, chat: int, untold: Collection[Scope]) -> None:
        """Resume the clocks of a chat that was unreachable, except those of its ``untold`` places."""
        await self._change_clocks(chat, partial(self._clocks.resume_clocks_of_chat, chat, untold))

    async def _change_clocks(self, chat: int, change: Callable[[], Awaitable[None]]) -> None:
        try:
            await self._retry_policy.run_until_success(change)
        except (Busy, ShardNotOwned):
            log.warning("the clocks stay as they are until the next message to the chat", chat=chat)
