"""The services that handlers may use, by who asks for them. A handler takes the one or two groups that it uses."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.families.look_ups import LookUps
from bot.pictures.drawing import DrawingThread
from bot.pictures.photos import Photos
from bot.records.administration import RecordAdministration
from bot.records.projection import Projection
from bot.store.games import GameStore
from bot.store.player_state import CardSelections, RackOrders, RefusedMoves
from bot.store.records import RecordStore
from bot.store.shared_pictures import SharedPictureStore
from bot.tables.games import Games
from bot.telegram.api.gateway import Gateway
from bot.telegram.groups import GroupMembers
from bot.telegram.keyboards import Keyboards
from bot.telegram.private_delivery import PrivateDelivery
from bot.telegram.private_locale import PrivateLocales
from bot.telegram.replies import Replies
from bot.texts import Texts


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


@dataclass(frozen=True, slots=True)
class ChatServices:
    """All of them."""

    gateway: Gateway
    tables: TableServices
    replies: ReplyServices
    pictures: PictureServices
    stores: PlayerStores
    records: RecordServices
    shuffle: Callable[[list[int]], None]
    """Puts a list into another order, by chance."""
