"""Reviews of a person's moves in a private game against computers: the better move, and why it is better.

A review is sent once the move can neither be challenged nor taken back. The analysis process makes it from what the
player could see before the move. The game does not wait for it, so the review names its turn. Its message is not
deleted.

Moves wait only in memory: a review is sent at most once, and is lost if the bot ends before.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from redis.exceptions import RedisError

from bot.analysis.process import JobFailed
from bot.call_errors import CallFailed, ChatUnreachable, RequestRejected
from bot.families.services import AnalysisServices, ChatContext, MessagingServices
from bot.logs import error_location, get_logger
from bot.store.keys import Scope
from bot.tables.table_loader import LoadedTable, human_users, table_name
from bot.telegram.ephemeral import PrivatePage
from bot.wording.speaker import Speaker
from bot.workers.lanes import Lanes
from engine.crossword import secrecy
from engine.crossword.events import PlayWithdrawn, TilesExchanged, TilesPlaced, TurnPassed, TurnUndone
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.game import Step

log = get_logger(__name__)

_JOB_MODULE: Final = "bot.families.crossword.analysis_jobs"
_SETTING: Final = "reviews"
_ON: Final = "on"
_MOST_WAITING: Final = 3  # how many moves of one person may wait for their reviews; later moves get none
_GUARD_SECONDS: Final = 20  # processor time after which a job is killed; normally it needs a tenth


@dataclass(frozen=True, slots=True)
class OwnMove:
    """A person's move against computers."""

    loaded: LoadedTable  # the table before the move
    view: GameView  # what the person could see before the move
    event: TilesPlaced | TilesExchanged | TurnPassed  # the move, as its player may see it
    withdrawn: bool = False  # whether the play was removed after a challenge


class MoveReviews:
    """Sends people reviews of their moves; one instance a process."""

    def __init__(self, messaging: MessagingServices, analysis: AnalysisServices) -> None:
        self._private_delivery: Final = messaging.private_delivery
        self._texts: Final = messaging.texts
        self._private_locale: Final = messaging.private_locale
        self._analysis: Final = analysis
        self._open: Final[dict[Scope, OwnMove]] = {}  # moves that can still be challenged or taken back
        self._lanes: Final[Lanes[int, OwnMove]] = Lanes(self._tell_review, lambda _: _MOST_WAITING)

    def queue_notices(self, loaded: LoadedTable, step: Step) -> None:
        """Start the review of a move that a step has made final, without waiting for it."""
        game = step.table
        if not isinstance(game, GameState):
            return
        move = _still_open(self._open.pop(loaded.scope, None), loaded)
        seat = _reviewed_seat(loaded, game)
        if seat is None:
            return
        move = _follow_move(move, loaded, step, seat)
        if move is None:
            return
        if game.pending is not None and game.pending.seat == seat:
            self._open[loaded.scope] = move
        else:
            self._lanes.enqueue(loaded.scope.chat, move)

    async def drain_notices(self, seconds: float) -> None:
        """Wait for unfinished reviews, for at most ``seconds``."""
        await self._lanes.finish_all(seconds)

    async def _tell_review(self, user: int, waiting: Sequence[OwnMove]) -> int:
        move = waiting[0]
        try:
            page = await self._review_move(move, await self._private_locale.locale_of_user(user))
            if page is not None:
                await self._private_delivery.send_page(user, page, move.loaded.scope)
        except (ChatUnreachable, RequestRejected):
            log.debug("a person has no private chat to be told in", user=user)
        except (CallFailed, RedisError) as error:
            log.warning("a person is not told of a move", user=user, error=type(error).__name__)
        except JobFailed:
            log.exception("a move cannot be reviewed", user=user)
        except Exception as error:  # noqa: BLE001 - the outermost edge: no failed review may end its lane
            # The error's message is left out, as it might name a letter.
            log.error("a review of a move cannot be told", user=user, error=error_location(error))  # noqa: TRY400 - as above
        return 1

    async def _review_move(self, move: OwnMove, language: str) -> PrivatePage | None:
        loaded = move.loaded
        settings = loaded.settings
        context = ChatContext(loaded, Speaker(self._texts, language), settings.get("theme"), settings.get("labels"))
        request = await asyncio.to_thread(_encode_review, move, context, str(self._analysis.folder))
        if request is None:
            return None
        found = await self._analysis.process.run_job(_JOB_MODULE, "review_move", request, seconds=_GUARD_SECONDS)
        from bot.families.crossword.analysis import compose_review  # noqa: PLC0415 - loaded by `_encode_review`

        return await asyncio.to_thread(compose_review, found, context)


def _reviewed_seat(loaded: LoadedTable, game: GameState) -> int | None:
    if not loaded.scope.is_private or loaded.settings.get(_SETTING) != _ON:
        return None
    if human_users(game.players) != (loaded.scope.chat,) or len(game.players) == 1:
        return None
    return next(seat for seat, player in enumerate(game.players) if player.user == loaded.scope.chat)


def _still_open(move: OwnMove | None, loaded: LoadedTable) -> OwnMove | None:
    game = loaded.table
    if move is None or move.loaded.table is None or not isinstance(game, GameState) or game.pending is None:
        return None
    is_same = table_name(game) == table_name(move.loaded.table) and game.pending.play == move.view.number + 1
    return move if is_same else None


def _follow_move(move: OwnMove | None, loaded: LoadedTable, step: Step, seat: int) -> OwnMove | None:
    before = loaded.table
    for event in step.events:
        match event:
            case TurnUndone() if event.seat == seat:
                move = None
            case PlayWithdrawn() if event.seat == seat and move is not None:
                move = replace(move, withdrawn=True)
            case TilesPlaced() | TilesExchanged() | TurnPassed() if event.seat == seat and isinstance(
                before, GameState
            ):
                own = secrecy.redact(event, seat)
                if isinstance(own, TilesPlaced | TilesExchanged | TurnPassed):
                    move = OwnMove(loaded, secrecy.view_for(before, seat), own)
            case _:
                pass
    return move


def _encode_review(move: OwnMove, context: ChatContext, folder: str) -> bytes | None:
    """The review job's input; called in a thread, as the import takes longer than an answer may."""
    from bot.families.crossword.analysis import encode_review  # noqa: PLC0415 - when first needed

    return encode_review(move, context, folder)
