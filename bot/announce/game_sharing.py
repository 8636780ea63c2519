"""The picture of a game's end, for whoever wants to show it elsewhere: its button, and its file's id kept."""

from collections.abc import Sequence

from redis.exceptions import RedisError, ResponseError
from telegram import InlineKeyboardMarkup

from bot.families import registry
from bot.logs.logger import get_logger
from bot.records.projection import Projection
from bot.store.redis_streams.consumer_group import NewestMessage
from bot.store.scope import Scope
from bot.store.shared_pictures import SharedPictureStore
from bot.tables.codec import Notice
from bot.telegram.button_data import encode_button_data
from bot.telegram.keyboards import share_button, translated_button
from bot.wording.speaker import Speaker
from engine.encoding import DECODE_ERRORS
from engine.game_base import GameView
from engine.game_record import CANCELLED, ID_DIGITS
from engine.rng import commitment
from engine.standings import GameEffects

log = get_logger(__name__)


async def find_end_effects(
    records: Projection | None, scopes: Sequence[Scope], notices: Sequence[Notice]
) -> GameEffects | None:
    """What the game changed whose end some notices tell; ``None`` if they tell none, or nobody knows.

    Args:
        records: where it is found; ``None`` for nowhere.
        scopes: where its record may be: the chat as it is, and as it was called when the game ended.
        notices: of one table.

    Raises:
        redis.exceptions.RedisError: the store cannot be reached: to be asked again.
    """
    if records is None or scopes[0].is_private or not any(map(tells_end, notices)):
        return None
    try:
        for chat in dict.fromkeys(scope.chat for scope in scopes):
            found = await records.find_effects(chat, notices[-1].table)
            if found is not None:
                return found
    except (RuntimeError, ResponseError, *DECODE_ERRORS):
        # The news matters more than what goes with it.
        log.exception("what a game changed cannot be found", chat=scopes[0].chat)
    return None


def tells_end(notice: Notice) -> bool:
    """Whether a notice tells the end of a game."""
    view = notice.view
    if not isinstance(view, GameView) or view.outcome is None:
        return False
    end = registry.family_of_view(view).engine_family.end_event
    return any(isinstance(event, end) for event in notice.events)


def ended_game(notices: Sequence[Notice]) -> str | None:
    """The id of the game whose end these notices tell; ``None`` if they tell none, or it has no result."""
    for notice in notices:
        if tells_end(notice) and notice.view is not None:
            end = registry.family_of_view(notice.view).engine_family.end_event
            for event in notice.events:
                secret = getattr(event, "secret", "")
                outcome = getattr(event, "outcome", None)
                if isinstance(event, end) and secret and outcome is not None and outcome.reason != CANCELLED:
                    return commitment(secret)[:ID_DIGITS]
    return None


def can_be_analysed(notices: Sequence[Notice]) -> bool:
    """Whether the moves of the game that these notices tell of can be looked at again."""
    views = [notice.view for notice in notices if tells_end(notice) and notice.view is not None]
    return bool(views) and registry.family_of_view(views[0]).load_analysis is not None


def add_costly_button(
    keyboard: InlineKeyboardMarkup | None, chat: int, game: str, speaker: Speaker
) -> InlineKeyboardMarkup:
    """A keyboard with a button above its last row that tells players of the game their costliest moves."""
    rows = [] if keyboard is None else [list(row) for row in keyboard.inline_keyboard]
    data = encode_button_data("costly", "", chat, 0, game)
    return InlineKeyboardMarkup([*rows[:-1], [translated_button(speaker, "button-costly", data)], *rows[-1:]])


def add_share_button(
    keyboard: InlineKeyboardMarkup | None, chat: int, game: str, speaker: Speaker
) -> InlineKeyboardMarkup:
    """A keyboard with a button in its last row that shows the game's end in another chat."""
    rows = [] if keyboard is None else [list(row) for row in keyboard.inline_keyboard]
    return InlineKeyboardMarkup([*rows[:-1], [*(rows[-1] if rows else ()), share_button(chat, game, speaker)]])


async def keep_end_picture(
    store: SharedPictureStore | None, scope: Scope, notices: Sequence[Notice], sent: NewestMessage
) -> None:
    """Keep the id of the picture with which a game's end was told, if it was; in private there is no button.

    Args:
        store: where; ``None`` for nowhere.
        scope: where it was told.
        notices: what was told.
        sent: the message.
    """
    game = None if scope.is_private else ended_game(notices)
    if store is None or sent.photo is None or game is None:
        return
    try:
        await store.save_picture(scope.chat, game, sent.photo[1])
    except RedisError as error:
        # The message is out: to fail now would send it twice, to forget leaves nothing to share.
        log.warning("the picture of a game's end is not kept", chat=scope.chat, error=error)
