"""A game of Klepka whose cards are shown for a moment, and processes that show them and turn them down."""

from datetime import timedelta

from redis.asyncio import Redis
from telegram import Bot

from bot.announce.reveals import CardReveals, CardsMessage
from bot.pictures import DrawingThread, Look, Photos
from bot.store.schedule import CardRevealSchedule
from bot.telegram.gateway import Gateway
from bot.texts import Texts
from engine import game as door
from engine.klepka.actions import Flip
from engine.klepka.events import CardsRevealed
from engine.klepka.state import GameState
from engine.klepka.view import GameView
from render import Painter
from tests.support.bot_time import BotClock
from tests.support.chat_harness import BotHarness, ChatSession
from tests.support.drawings import paint_png, table_sketch
from tests.support.klepka import NOW, accepts_any_word
from tests.support.klepka_chats import klepka_game_of_chat

HIDDEN_LETTERS = "ЩЮФЖ"
"""Letters that stand on the table alone, in no text of the bot and in no name."""
GAME = klepka_game_of_chat("ЩюФоЖоФЩ", "КіТ", "ВоДа")
TEXTS = Texts()
DRAWING_THREAD = DrawingThread()


def group_view(state: GameState) -> GameView:
    """The table as the group sees it."""
    view = door.view(state, None)
    assert isinstance(view, GameView)
    return view


def flip_cards(state: GameState, *positions: int) -> tuple[GameState, CardsRevealed]:
    """The game once the player on turn has turned up cards, and the cards."""
    step = door.apply(state, Flip(state.players[state.turn].user, positions), NOW, accepts_any_word)
    assert isinstance(step.table, GameState)
    return step.table, next(event for event in step.events if isinstance(event, CardsRevealed))


def draw_table(view: GameView, language: str = "tr") -> bytes:
    """The picture of a table."""
    return paint_png(Painter(), table_sketch(TEXTS, view, GAME.ruleset.title, Look(language)))


class RevealWorker:
    """One process that shows cards and turns them back, with a clock of its own."""

    def __init__(self, house: BotHarness, bot: Bot, redis: Redis, talk: ChatSession) -> None:
        self.clock = BotClock(house.clock.now + timedelta(days=talk.chat_id % 1000))
        self.card_reveals = CardReveals(
            gateway=Gateway(bot),
            store=house.store,
            schedule=CardRevealSchedule(redis),
            photos=Photos(house.store, DRAWING_THREAD),
            texts=house.texts,
            clock=self.clock,
        )

    async def reveal_two_cards(self, talk: ChatSession, entry: str = "1-0") -> int:
        """Show the first and the third card of :data:`GAME`; the message's id."""
        state, event = flip_cards(GAME, 1, 3)
        showing = CardsMessage(
            talk.chat_id,
            None,
            0,
            "caption",
            group_view(state),
            GAME.ruleset.title,
            "aabbccdd",
            talk.language,
            photo=True,
        )
        return await self.card_reveals.reveal_in_new_message(talk.scope, entry, showing, [event])
