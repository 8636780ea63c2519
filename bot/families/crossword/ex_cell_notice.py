"""Notices of what an EX cell did to a rack, sent only to the rack's owner (RULES §5.5).

Best effort: an owner without a private chat with the bot sees it on their own board. The letters are only in memory and
in the private message. The outbox has none of them, and nobody is shown the log before the game ends.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from redis.exceptions import RedisError

from bot.call_errors import CallFailed, ChatUnreachable, RequestRejected
from bot.families.chat_context import ChatContext
from bot.families.crossword.move_text import tile_sign
from bot.families.own_board import HOME_STEP, OwnBoard
from bot.families.own_board_pages import OwnBoardPages
from bot.families.services import ChatServices
from bot.logs.logger import get_logger, log_context
from bot.logs.masking import error_location
from bot.store.scope import Scope
from bot.tables.loaded_table import LoadedTable, current_players
from bot.telegram.private_locale import PrivateLocales
from bot.texts import Html, Texts
from bot.wording.speaker import Speaker
from bot.workers.lanes import Lanes
from engine.crossword.events import TileExchanged
from engine.crossword.secrecy import redact
from engine.crossword.state import GameState
from engine.game import Step

log = get_logger(__name__)


SendOwnBoard = Callable[[int, Scope, str, Html], Awaitable[None]]
"""Sends a user their own board of one game, in a language, below some lines; nothing to whoever does not play it."""


class OwnBoardSender:
    """Sends people their own boards in private, unasked."""

    def __init__(self, services: ChatServices, own_board: OwnBoard) -> None:
        self._games: Final = services.tables.games
        self._store: Final = services.tables.store
        self._texts: Final = services.replies.texts
        self._private_delivery: Final = services.replies.private_delivery
        self._default_language: Final = services.replies.private_locale.default
        self._pages: Final = OwnBoardPages(services.gateway, services.tables.store, services.tables.games)
        self._own_board: Final = own_board

    async def send_own_board(self, user: int, scope: Scope, language: str, notice: Html) -> None:
        """Send a user the own board of one game: :data:`SendOwnBoard`."""
        loaded = await self._games.load_table(scope)
        if user not in current_players(loaded.table) or not isinstance(loaded.table, GameState):
            return
        chosen = await self._store.load_settings(user)
        speaker = Speaker(self._texts, language)
        context = ChatContext(loaded, speaker, chosen.get("theme"), chosen.get("labels"), self._default_language)
        own = await self._pages.load_own_board(context, user)
        page = await self._pages.build_private_page(own, self._own_board, HOME_STEP, notice=notice)
        await self._private_delivery.send_page(user, page, loaded.scope)


@dataclass(frozen=True, slots=True)
class _ExCellNotice:
    scope: Scope
    seat: int
    names: tuple[str, ...]
    events: tuple[TileExchanged, ...]
    """The events as the seat may see them, if it may see their tiles."""


class ExCellNotices:
    """Tells the owners of exchanged tiles; one instance a process."""

    def __init__(self, send_own_board: SendOwnBoard, texts: Texts, private_locale: PrivateLocales) -> None:
        self._send_own_board: Final = send_own_board
        self._texts: Final = texts
        self._private_locale: Final = private_locale
        self._lanes: Final[Lanes[int, _ExCellNotice]] = Lanes(self._send_notice)

    def queue_notices(self, loaded: LoadedTable, step: Step) -> None:
        """Start telling the players whose tiles a step exchanged; nobody waits for it."""
        if not isinstance(step.table, GameState):
            return
        names = tuple(player.name for player in step.table.players)
        for seat, player in enumerate(step.table.players):
            own = tuple(
                seen
                for event in step.events
                if isinstance(event, TileExchanged)
                and isinstance(seen := redact(event, seat), TileExchanged)
                and seen.lost is not None
            )
            if own:
                self._lanes.enqueue(player.user, _ExCellNotice(loaded.scope, seat, names, own))

    async def drain_notices(self, seconds: float) -> None:
        """Wait for notices that are under way, for at most ``seconds``."""
        await self._lanes.finish_all(seconds)

    async def _send_notice(self, user: int, waiting: Sequence[_ExCellNotice]) -> int:
        # The lane may have begun with another table's notice.
        with log_context(chat=waiting[0].scope.chat):
            await self._try_notice(user, waiting[0])
        return 1

    async def _try_notice(self, user: int, notice: _ExCellNotice) -> None:
        try:
            language = await self._private_locale.locale_of_user(user)
            news = Html("\n".join(self._notice_line(notice, event, language) for event in notice.events))
            await self._send_own_board(user, notice.scope, language, news)
        except (ChatUnreachable, RequestRejected):
            log.debug("a person has no private chat to be told in", user=user)
        except (CallFailed, RedisError) as error:
            log.warning("a person is not told of an exchanged tile", user=user, error=type(error).__name__)
        except Exception as error:  # noqa: BLE001 - the outermost edge: no failed notice may end its lane
            # Without its message, which might name a letter.
            log.error("a person cannot be told of an exchanged tile", user=user, error=error_location(error))  # noqa: TRY400 - as above

    def _notice_line(self, notice: _ExCellNotice, event: TileExchanged, language: str) -> str:
        lost, gained = event.lost or "", event.gained or ""
        other = event.seat
        if notice.seat == event.seat:
            lost, gained, other = gained, lost, event.victim
        return self._texts.html(
            language,
            "whisper-swapped" if event.swapped else "whisper-exchanged",
            cell=event.cell,
            name=Speaker(self._texts, language).player_name(notice.names[other]),
            gone=tile_sign(lost),
            come=tile_sign(gained),
        )
