"""The messages that show a chat's table, as stored beside the game; their texts; and the board modes."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum, unique
from functools import partial
from typing import Final

import msgspec
from msgspec import Struct
from redis.exceptions import RedisError
from telegram import InlineKeyboardMarkup

from bot.call_errors import CallFailed, RateLimited, RequestRejected
from bot.families import registry
from bot.families.chat_family import fold_caption
from bot.logs import get_logger
from bot.pictures import PhotoRecord
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.streams import NewestMessage
from bot.telegram.gateway import Gateway
from bot.wording.speaker import Speaker, first_fitting_caption, join_lines
from bot.wording.tables import label_line
from bot.workers.recent import NewestDict
from bot.workers.sending import GAME_NEWS, Priority, Sending
from bot.workers.supervisor import cancel_tasks, start_task
from engine.encoding import DECODE_ERRORS
from engine.game_base import GameView

log = get_logger(__name__)

BOARD_MODE_SETTING: Final = "boards"
_MOST_CHATS: Final = 16_384  # chats of some 400 bytes each; with fewer, nearly every move would ask Redis
_MOST_WITH_BUTTONS: Final = 4
_MOST_EXPIRING: Final = 16


@unique
class BoardMode(Enum):
    """How a chat's board message changes when a turn is announced."""

    EACH = "each"  # each turn sends a new board; earlier boards stay, without buttons
    LAST = "last"  # each turn sends a new board; the one before is deleted
    ONE = "one"  # one board message is edited; each turn is told in a text below it
    PIN = "pin"  # as `ONE`, but the board message is pinned when it is sent

    @property
    def edits_in_place(self) -> bool:
        """Whether one message shows the board for the whole game."""
        return self is BoardMode.ONE or self is BoardMode.PIN

    @property
    def deletes_former(self) -> bool:
        """Whether a board message is deleted once a newer one is sent."""
        return self is not BoardMode.EACH


def board_mode_named(name: str | None) -> BoardMode:
    """The mode of a setting's value; :attr:`BoardMode.EACH` if it is unset or unknown."""
    return next((one for one in BoardMode if one.value == name), BoardMode.EACH)


class ExpiringMessage(Struct, frozen=True, array_like=True):
    """A message with buttons that may expire before the next turn."""

    message: int
    has_other_buttons: bool


class BoardMessages(
    Struct,
    frozen=True,
    omit_defaults=True,
    rename={"with_buttons": "lit", "turn_message": "said", "lasting_text": "kept"},  # names in the stored form
):
    """A chat's messages that show its table or have buttons; stored as JSON."""

    chat: int  # the chat in which the message ids count: a supergroup and its former group have different ones
    table: str = ""
    board: int = 0  # the message that shows the table now; 0 for none
    waiting: bool = False  # whether that message shows a lobby
    written: bool = False  # whether that message is text, as the chat takes no pictures
    with_buttons: tuple[int, ...] = ()  # messages that lose their buttons once a newer one has some, the newest last
    turn_message: int = 0  # the text message of the newest turn, if it has one besides or instead of a picture; else 0
    lasting_text: str = ""  # the part of the newest turn's text that stays on edits; empty if it tells no deadline
    ballot: str = ""  # the id of the vote that was announced last
    voting: int = 0  # the message with the count of that vote; 0 for none
    expiring: tuple[ExpiringMessage, ...] = ()  # messages with buttons that may expire before the next turn
    pinned: int = 0

    @property
    def all_with_buttons(self) -> tuple[int, ...]:
        """All messages with buttons, each once."""
        return tuple(dict.fromkeys((*self.with_buttons, *(one.message for one in self.expiring))))

    def shows_game(self, table: str) -> bool:
        """Whether a message shows the board of this game, not a lobby."""
        return bool(self.board) and not self.waiting and self.table == table


_encode: Final = msgspec.json.Encoder().encode
_decoder: Final = msgspec.json.Decoder(BoardMessages)


def newest_with_buttons(*messages: int) -> tuple[int, ...]:
    """The last few of these messages."""
    return messages[-_MOST_WITH_BUTTONS:]


def newest_expiring(*messages: ExpiringMessage) -> tuple[ExpiringMessage, ...]:
    """The last few of these messages."""
    return messages[-_MOST_EXPIRING:]


def expiring_messages(message: int, keyboard: InlineKeyboardMarkup | None) -> tuple[ExpiringMessage, ...]:
    """The message alone if its keyboard has buttons that expire, else none."""
    known = registry.all_button_kinds()
    rows = () if keyboard is None else keyboard.inline_keyboard
    kinds = [known.get(str(key.callback_data).partition(":")[0]) for row in rows for key in row]
    expire = [kind is not None and kind.expires for kind in kinds]
    return (ExpiringMessage(message, has_other_buttons=not all(expire)),) if any(expire) else ()


@dataclass(frozen=True, slots=True, eq=False)
class ShownMessages:
    """Knows which messages show each chat's table: reads them once, then notes what this process sends."""

    gateway: Gateway
    store: GameStore
    keyboard_remover: "KeyboardRemover"
    has_face_up_cards: Callable[[int, int], bool]
    known: NewestDict[Scope, BoardMessages] = field(default_factory=lambda: NewestDict(_MOST_CHATS))

    async def messages_in(self, scope: Scope) -> BoardMessages:
        """The messages of a chat; none if they cannot be read, so that a new one is sent."""
        known = self.known.get(scope)
        if known is None:
            try:
                stored = await self.store.load_board_messages(scope)
                known = BoardMessages(scope.chat) if stored is None else _decoder.decode(stored)
            except RedisError as error:
                log.warning("what a chat was shown is not known", chat=scope.chat, error=error)
                return BoardMessages(scope.chat)
            except DECODE_ERRORS:
                log.warning("what a chat was shown cannot be read", chat=scope.chat)
                known = BoardMessages(scope.chat)
        return known if known.chat == scope.chat else BoardMessages(scope.chat)

    def forget_all(self) -> None:
        """Forget the messages of all chats, as other workers may have sent some meanwhile."""
        self.known.clear()

    def record(
        self, scope: Scope, message: int, shown: BoardMessages, memory: PhotoRecord | None = None
    ) -> NewestMessage:
        """Record the messages now shown, here and for the store; ``message`` is the newest."""
        self.known[scope] = shown
        return NewestMessage(message, memory, _encode(shown))

    def record_new_board(
        self, scope: Scope, before: BoardMessages, shown: BoardMessages, memory: PhotoRecord | None = None
    ) -> NewestMessage:
        """Record that a new message shows the table; the one before loses its buttons."""
        # A message with cards face up loses its buttons when the cards are turned face down.
        former = (
            one for one in before.all_with_buttons if one != shown.board and not self.has_face_up_cards(scope.chat, one)
        )
        self.keyboard_remover.remove_later(scope.chat, former)
        return self.record(scope, shown.board, shown, memory)

    async def refresh_texts(self, scope: Scope, table: str, texts: "CurrentTexts", sending: Sending) -> None:
        """Update the newest messages to the table's current state. Raises CallFailed, but ignores a refused edit."""
        before = await self.messages_in(scope)
        shown = await self.refresh_messages(scope, table, before, texts, sending)
        # Another message may have been sent meanwhile.
        if shown != before and await self.messages_in(scope) == before:
            self.known[scope] = shown

    async def refresh_messages(
        self, scope: Scope, table: str, shown: BoardMessages, texts: "CurrentTexts", sending: Sending = GAME_NEWS
    ) -> BoardMessages:
        """Update ``shown`` messages to the table's state, as :meth:`refresh_texts`; return them as they are then."""
        if not shown.shows_game(table):
            return shown
        text = partial(self.gateway.edits.edit_text, sending=sending)
        caption = partial(self.gateway.edits.edit_caption, sending=sending)
        anew: list[int] = []
        if shown.board in shown.with_buttons and not self.has_face_up_cards(scope.chat, shown.board):
            edit, text_of = (text, texts.board_without_picture) if shown.written else (caption, texts.board_caption)
            await _edit_unless_refused(
                scope, partial(edit, scope.chat, shown.board, text_of(shown.lasting_text), texts.board_keyboard)
            )
            anew.append(shown.board)
        if shown.turn_message in shown.with_buttons:
            turn = texts.turn_text(shown.lasting_text)
            await _edit_unless_refused(scope, partial(text, scope.chat, shown.turn_message, turn, texts.turn_keyboard))
            anew.append(shown.turn_message)
        others = [one for one in shown.expiring if one.message not in anew]
        again = [one for message in anew for one in expiring_messages(message, texts.board_keyboard)]
        return msgspec.structs.replace(shown, expiring=newest_expiring(*others, *again))

    async def remove_expired_buttons(
        self, scope: Scope, remaining: "RemainingKeyboards | None", before: BoardMessages
    ) -> BoardMessages:
        """Remove the buttons that have expired; return the messages as they are then."""
        if remaining is None or not before.expiring:
            return before
        keyboards = {one.message: remaining.keyboard_of(one, before) for one in before.expiring}
        for message, keyboard in keyboards.items():
            if keyboard is not None:
                await _edit_unless_refused(
                    scope, partial(self.gateway.edits.edit_keyboard, scope.chat, message, keyboard)
                )
        bare = [message for message, keyboard in keyboards.items() if keyboard is None]
        self.keyboard_remover.remove_later(scope.chat, bare)
        left = tuple(one for one in before.with_buttons if one not in bare)
        return msgspec.structs.replace(before, with_buttons=left, expiring=())


async def _edit_unless_refused(scope: Scope, edit: Callable[[], Awaitable[None]]) -> None:
    try:
        await edit()
    except RequestRejected as error:
        log.info("a message keeps its words", chat=scope.chat, error=error.message)


@dataclass(frozen=True, slots=True)
class RemainingKeyboards:
    """The keyboards that messages still have once their expiring buttons are removed."""

    table: str
    board: InlineKeyboardMarkup | None  # below the board message
    turn: InlineKeyboardMarkup | None  # below the newest turn's text
    vote: InlineKeyboardMarkup | None  # below a message beside the board, while a vote is open

    def keyboard_of(self, expired: ExpiringMessage, shown: BoardMessages) -> InlineKeyboardMarkup | None:
        """The keyboard of one message; ``None`` if it keeps no buttons."""
        if not expired.has_other_buttons:
            return None
        if shown.table != self.table or expired.message not in {shown.board, shown.turn_message}:
            return self.vote
        return self.board if expired.message == shown.board else self.turn


@dataclass(frozen=True, slots=True)
class CurrentTexts:
    """A table's current state in HTML; each text stands below the part of a message that does not change."""

    label: str  # a line with the table's label; empty for the only table
    board_keyboard: InlineKeyboardMarkup | None
    turn_keyboard: InlineKeyboardMarkup | None  # the buttons below a turn that is told without a picture
    folds: bool  # whether long captions fold into a quote (`bot.families.chat_family.FamilyWording.folds`)
    following: Sequence[str]  # if captions fold, what players must know for the next turn
    standings: tuple[str, ...]  # the scores and the next player below a board, the fullest version first
    brief_text: str  # the same below a turn that is told without a picture
    board_text: str
    full_caption: str  # last turn, scores and next player, as below a board that was asked for
    full_turn_text: str  # the same for a message without a picture

    def board_caption(self, lasting_text: str) -> str:
        """The caption of a board: ``lasting_text``, which never changes, or the last turn; then the current state."""
        if not lasting_text:
            return self.full_caption
        if self.folds:
            return first_fitting_caption(*(self._fold(lasting_text, one) for one in self.standings))
        return first_fitting_caption(*(join_lines(self.label, f"{lasting_text}\n{one}") for one in self.standings))

    def _fold(self, lasting_text: str, *standing: str, below: str = "") -> str:
        headline, _, details = lasting_text.partition("\n")
        return fold_caption(self.label, headline, self.following, details.strip(), *standing, below=below)

    def board_without_picture(self, lasting_text: str) -> str:
        """The board and its caption as text, for a chat that takes no pictures."""
        return f"{self.board_text}\n{self.board_caption(lasting_text)}"

    def turn_text(self, lasting_text: str) -> str:
        """The text of a turn that is told without a picture: ``lasting_text``, and the current state."""
        if not lasting_text:
            return self.full_turn_text
        if self.folds:
            return first_fitting_caption(self._fold(lasting_text, below=self.brief_text))
        return first_fitting_caption(join_lines(self.label, f"{lasting_text}\n{self.brief_text}"))


def compose_current_texts(table: str, view: GameView, speaker: Speaker) -> CurrentTexts:
    """Compose the current texts of a game."""
    family = registry.family_of_view(view)
    wording = family.wording(speaker)
    return CurrentTexts(
        label_line(view.seats, speaker),
        family.chat.table_keyboard(table, view, speaker),
        family.chat.keyboard_of_text(table, view, speaker),
        wording.folds,
        wording.following(view),
        wording.standing_versions((), view),
        wording.brief_standing(view),
        family.pictures.board_as_html(view),
        registry.full_caption(view, speaker),
        registry.last_turn_text(view, speaker),
    )


PAUSE_SECONDS: Final = 0.25
_MOST_WAITING: Final = 256
_BUSY_PAUSES: Final = 4  # how many pauses to wait between removals while several messages wait
_LONGEST_SECONDS: Final = 20.0


class KeyboardRemover:
    """Removes expired or replaced buttons; one instance a process."""

    def __init__(self, gateway: Gateway, pause: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._gateway: Final = gateway
        self._pause: Final = pause
        self._waiting: Final[deque[tuple[int, int]]] = deque(maxlen=_MOST_WAITING)
        self._task: asyncio.Task[None] | None = None

    def remove_later(self, chat: int, messages: Iterable[int]) -> None:
        """Remove the buttons of messages in the background; if too many wait, the oldest keep theirs."""
        self._waiting.extend((chat, message) for message in messages)
        if self._waiting and (self._task is None or self._task.done()):
            self._task = start_task(self._remove_waiting(), name="stale buttons")

    async def discard_waiting(self) -> None:
        """Drop the removals that wait, and stop."""
        self._waiting.clear()
        if self._task is not None:
            await cancel_tasks((self._task,))

    async def _remove_waiting(self) -> None:
        while self._waiting:
            chat, message = self._waiting.popleft()
            try:
                # Players' actions have priority.
                async with asyncio.timeout(_LONGEST_SECONDS):
                    await self._gateway.edits.edit_keyboard(chat, message, None, sending=Sending(Priority.LOOK_UP))
            except TimeoutError:
                log.info("buttons of a message stay: there is no room", message_id=message, chat=chat)
            except RateLimited:
                self._waiting.clear()
            except CallFailed as error:
                log.info("buttons of a message stay", message_id=message, chat=chat, error=error.message)
            # If boards come faster than buttons can be removed, most removals are useless and only take processor time.
            for _ in range(_BUSY_PAUSES if len(self._waiting) > 1 else 1):
                await self._pause(PAUSE_SECONDS)
