"""What the end of a game changed, for the message that tells the end."""

from collections.abc import Sequence

from redis.exceptions import ResponseError

from bot.families import registry
from bot.logs.logger import get_logger
from bot.records.projection import Projection
from bot.store.scope import Scope
from bot.tables.codec import Notice
from engine.encoding import DECODE_ERRORS
from engine.game_base import GameView
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
