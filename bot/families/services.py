"""The services that handlers may use, by who asks for them. A handler takes the one or two groups that it uses."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from redis.asyncio import Redis

from bot.analysis import AnalysisProcess, GameAnalyses
from bot.families.look_ups import LookUps
from bot.families.puzzles import PuzzleService
from bot.pictures import DrawingThread, Photos
from bot.records.administration import RecordAdministration
from bot.records.projection import Projection
from bot.store.games import GameStore
from bot.store.people import CardSelections, RackOrders, RefusedMoves
from bot.store.records import AnalysisStore, RecordStore
from bot.store.shared_pictures import SharedPictureStore
from bot.tables.games import Games
from bot.tables.table_loader import LoadedTable
from bot.telegram.gateway import Gateway
from bot.telegram.groups import GroupMembers
from bot.telegram.keyboards import Keyboards
from bot.telegram.private_delivery import PrivateDelivery, PrivateLocales
from bot.telegram.replies import Replies
from bot.texts import Texts
from engine.game import Action

FindHintedTurn = Callable[[LoadedTable, frozenset[str]], Awaitable[Action]]
"""Finds what the player on turn at a table is best told to do, without words that the table's judge refuses."""


@dataclass(frozen=True, slots=True)
class TableServices:
    """What is played on, and who plays."""

    games: Games
    store: GameStore
    look_ups: LookUps
    members: GroupMembers


@dataclass(frozen=True, slots=True)
class ReplyServices:
    """What people are answered with."""

    answers: Replies
    private_delivery: PrivateDelivery
    keyboards: Keyboards
    texts: Texts
    private_locale: PrivateLocales


@dataclass(frozen=True, slots=True)
class PictureServices:
    """What pictures are drawn and sent with."""

    drawing_thread: DrawingThread
    photos: Photos


@dataclass(frozen=True, slots=True)
class PlayerStores:
    """What is kept of single players; for families alone."""

    card_selection: CardSelections
    refused_moves: RefusedMoves
    rack_order: RackOrders


@dataclass(frozen=True, slots=True)
class RecordServices:
    """What groups remember of finished games."""

    store: RecordStore
    projection: Projection
    administration: RecordAdministration
    pictures: SharedPictureStore
    keeps_games: bool = True
    """Whether finished games are kept, so that they can be looked at again."""


@dataclass(frozen=True, slots=True)
class AnalysisServices:
    """What looks at finished games again, and makes puzzles."""

    process: AnalysisProcess
    games: GameAnalyses
    folder: Path
    """The bot's data folder, where word indices are kept."""

    @classmethod
    def build_services(cls, redis: Redis, folder: Path) -> Self:
        """Build them.

        Args:
            redis: a client that answers in bytes.
            folder: the bot's data folder.
        """
        process = AnalysisProcess()
        return cls(process, GameAnalyses(process, AnalysisStore(redis), folder), folder)


@dataclass(frozen=True, slots=True)
class ChatServices:
    """All of them."""

    gateway: Gateway
    tables: TableServices
    replies: ReplyServices
    pictures: PictureServices
    stores: PlayerStores
    records: RecordServices
    analysis: AnalysisServices
    find_hinted_turn: FindHintedTurn
    puzzles: PuzzleService
    shuffle: Callable[[list[int]], None]
    """Puts a list into another order, by chance."""
