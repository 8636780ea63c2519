"""A game of Klepka whose cards are shown for a moment, and processes that show them and turn them down."""

from datetime import timedelta

from redis.asyncio import Redis
from telegram import Bot

from bot.announce.reveal import Reveals
from bot.announce.showing import Showing
from bot.pictures.drawing import DrawingThread
from bot.pictures.photos import Photos
from bot.pictures.sketches import Look
from bot.store.reveals import OpenReveals
from bot.telegram.gateway import Gateway
from bot.texts import Texts
from engine import game as door
from engine.klepka.actions import Flip
from engine.klepka.events import CardsRevealed
from engine.klepka.state import GameState
from engine.klepka.view import GameView
from render import Painter
from tests.support.chats import House, Talk
from tests.support.drawings import paint, sketch
from tests.support.klepka import NOW, any_word
from tests.support.klepka_chats import dealt
from tests.support.present import Clock

HIDDEN = "ЩЮФЖ"
"""Letters that stand on the table alone, in no text of the bot and in no name."""
GAME = dealt("ЩюФоЖоФЩ", "КіТ", "ВоДа")
TEXTS = Texts()
STUDIO = DrawingThread()


def seen(state: GameState) -> GameView:
    """The table as the group sees it."""
    view = door.view(state, None)
    assert isinstance(view, GameView)
    return view


def turned_up(state: GameState, *positions: int) -> tuple[GameState, CardsRevealed]:
    """The game once the player on turn has turned up cards, and the cards."""
    step = door.apply(state, Flip(state.players[state.turn].user, positions), NOW, any_word)
    assert isinstance(step.table, GameState)
    return step.table, next(event for event in step.events if isinstance(event, CardsRevealed))


def drawn(view: GameView, language: str = "tr") -> bytes:
    """The picture of a table."""
    return paint(Painter(), sketch(TEXTS, view, GAME.ruleset.title, Look(language)))


class Worker:
    """One process that shows cards and turns them back, with a clock of its own."""

    def __init__(self, house: House, bot: Bot, redis: Redis, talk: Talk) -> None:
        self.clock = Clock(house.clock.now + timedelta(days=talk.id % 1000))
        self.reveals = Reveals(
            gateway=Gateway(bot),
            store=house.store,
            shown=OpenReveals(redis),
            photos=Photos(house.store, STUDIO),
            texts=house.texts,
            clock=self.clock,
        )

    async def show(self, talk: Talk, entry: str = "1-0") -> int:
        """Show the first and the third card of :data:`GAME`; the message's id."""
        state, event = turned_up(GAME, 1, 3)
        showing = Showing(
            talk.id, None, 0, "caption", seen(state), GAME.ruleset.title, "aabbccdd", talk.language, photo=True
        )
        return await self.reveals.show(talk.scope, entry, showing, [event])
