"""Playing Klepka: turning up cards, forming words, rewards, by command and by button."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final, NoReturn

from telegram import Bot
from telegram.error import TelegramError

from bot.announce.captions import lines, whole
from bot.announce.klepka import KlepkaWording
from bot.announce.klepkaposts import keyboard
from bot.announce.terms import title
from bot.answers import Answers, Context
from bot.buttons import Pressed
from bot.games import Games
from bot.handlers.play import in_game
from bot.handlers.trades import Asked, read_trade
from bot.inbound import Command, Reply, Tap
from bot.photos import Photos
from bot.sketches import sketch, written
from bot.store.picks import Picks
from bot.tables import table_name
from bot.texts import Texts
from engine.alphabet import alphabet
from engine.errors import EngineError, Field, Refusal
from engine.game import Game, Table, view
from engine.klepka import notation
from engine.klepka.actions import Action, Chaos, ConfirmDouble, Flip, Form, Pass, Trade
from engine.klepka.deck import face_down
from engine.klepka.state import GameState
from engine.klepka.turns import on_turn
from engine.klepka.view import GameView
from engine.seats import Lobby

_CODES: Final = {"no_word": "klepka_no_word", "brackets": "klepka_brackets"}
"""Refusals whose sentences speak of a board in other games."""
_CARD_FIELDS: Final = frozenset({"card", "cards", "reward"})
_AS_TEXT: Final = frozenset({"metin", "text", "yazı", "yazi", "текст"})

Handler = Callable[[Command, Context], Awaitable[None]]


class KlepkaHandlers:
    """What may be asked of a game of Klepka."""

    def __init__(self, *, bot: Bot, games: Games, answers: Answers, photos: Photos, texts: Texts, picks: Picks) -> None:
        self._bot: Final = bot
        self._games: Final = games
        self._answers: Final = answers
        self._photos: Final = photos
        self._texts: Final = texts
        self._picks: Final = picks
        self.own: Final[Mapping[str, Handler]] = {
            "flip": self.flip,
            "form": self.form,
            "trade": self.trade,
            "chaos": self.chaos,
        }
        """Commands of this game alone."""
        self.shared: Final[Mapping[str, Handler]] = {
            "pass": self.pass_turn,
            "board": self.board,
            "score": self.score,
            "bag": self.bag,
            "rack": self.score,
        }
        """Commands of every game that mean something else in this one."""

    async def flip(self, request: Command | Reply, context: Context) -> None:
        """``/ac 12 34``, or the positions as a reply to the table."""
        self._on_turn(context, request.sender.user)
        try:
            positions = notation.positions(request.text)
        except EngineError as error:
            self._refuse(error, context)
        await self._play(request, context, Flip(request.sender.user, positions))

    async def form(self, request: Command, context: Context) -> None:
        """``/soz СЛОВО``, letters of polysemy in brackets."""
        self._on_turn(context, request.sender.user)
        await self._play(request, context, Form(request.sender.user, request.text))

    async def pass_turn(self, request: Command, context: Context) -> None:
        """End the words of an empty table, or decline an extra flip."""
        seated(context.held.table, request.sender.user)
        await self._play(request, context, Pass(request.sender.user))

    async def chaos(self, request: Command, context: Context) -> None:
        """Mix the table, at any time."""
        seated(context.held.table, request.sender.user)
        await self._play(request, context, Chaos(request.sender.user))

    async def trade(self, request: Command, context: Context) -> None:
        """``/takas О 2 А``: an own card, whose, and the card wanted; the player by seat, mention or reply."""
        state, seat = seated(context.held.table, request.sender.user)
        asked = Asked(request.text, request.named, request.answered)
        try:
            give, owner, take = read_trade(
                asked, state, seat, await self._usernames(request, context, state), alphabet(state.ruleset.language)
            )
        except EngineError as error:
            self._refuse(error, context)
        await self._play(request, context, Trade(request.sender.user, give, owner, take))

    async def _usernames(self, request: Command, context: Context, state: GameState) -> dict[str, int]:
        """The players by their @names in lower case; asked for only where one was typed."""
        found: dict[str, int] = {}
        chat = context.held.scope.chat
        if "@" not in request.text:
            return found
        for player in state.players:
            try:
                member = await self._bot.get_chat_member(chat, player.user)
            except TelegramError:
                continue
            if member.user.username:
                found[member.user.username.lower()] = player.user
        return found

    async def picked(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """A card's button: choose it, or no longer; the last one needed turns all of them up."""
        number, position = int(pressed.rest[0]), int(pressed.rest[1])
        state = self._on_turn(context, tap.sender.user)
        if state.number != number or position > len(state.table):
            raise Refusal("stale_button")
        lying = face_down(state.table)
        if position not in lying:
            raise Refusal("position_empty", position=position)
        turn = f"{table_name(state)}:{number}:{state.phase == 'extra':d}:{len(lying)}"
        chosen = await self._picks.toggle(context.held.scope, turn, position, tap.update)
        chosen = tuple(one for one in chosen if one in lying)
        if len(chosen) >= state.flips:
            await self._play(tap, context, Flip(tap.sender.user, chosen[: state.flips]), "klepka-turning")
        elif chosen:
            said = ", ".join(str(one) for one in chosen)
            left = state.flips - len(chosen)
            await self._answers.toast(tap, context.language, "klepka-picked", positions=said, count=left)
        else:
            await self._answers.toast(tap, context.language, "klepka-picked-none", count=state.flips)

    async def enough(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """The button that declines an extra flip."""
        state = self._on_turn(context, tap.sender.user)
        if (state.number, len(face_down(state.table))) != (int(pressed.rest[0]), int(pressed.rest[1])):
            raise Refusal("stale_button")
        await self._play(tap, context, Pass(tap.sender.user), "done-in-group")

    async def doubled(self, tap: Tap, context: Context, pressed: Pressed) -> None:
        """The host's button under a word: it counts twice."""
        state, index = self._running(context), int(pressed.rest[0])
        if index >= len(state.words):
            raise Refusal("stale_button")
        await self._play(tap, context, ConfirmDouble(tap.sender.user, state.words[index].word), "done-in-group")

    async def board(self, request: Command | Tap, context: Context) -> None:
        """The table as a picture, or as text with ``/tahta metin``."""
        state = _game(context.held.table)
        if isinstance(request, Tap):
            await self._answers.quiet(request)
        seen = _seen(state)
        titles = state.ruleset.title
        words = KlepkaWording(self._texts, context.language)
        lexicon = context.held.lexicon
        if isinstance(request, Command) and request.text.replace("İ", "i").lower() in _AS_TEXT:
            below = lines(words.last(seen), words.result(seen), words.standing(seen, titles, lexicon))
            await self._answers.send(request, f"{written(seen)}\n{words.collections(seen)}\n\n{below}")
            return
        buttons = keyboard(self._texts, context.language, table_name(state), seen)
        text = whole(self._texts, context.language, seen, titles, lexicon)
        await self._photos.send(
            context.held.scope,
            sketch(self._texts, seen, titles, context.look),
            lambda photo: self._answers.photo(request, photo, text, buttons),
        )

    async def score(self, request: Command | Tap, context: Context) -> None:
        """Scores and collections, which are open; and whose turn it is, or how the game ended."""
        state = _game(context.held.table)
        words, seen = KlepkaWording(self._texts, context.language), _seen(state)
        name = title(state.ruleset.title, context.language)
        last = words.next(seen) if seen.outcome is None else words.result(seen)
        await self._answers.send(request, f"<b>{name}</b>\n{words.collections(seen)}\n{last}")

    async def bag(self, request: Command, context: Context) -> None:
        """How many cards lie on the table."""
        seen = _seen(_game(context.held.table))
        await self._answers.send(request, KlepkaWording(self._texts, context.language).left(seen))

    def _running(self, context: Context) -> GameState:
        state = _game(context.held.table)
        if state.outcome is not None:
            raise Refusal("game_over")
        return state

    def _on_turn(self, context: Context, user: int) -> GameState:
        """The running game, when it is the user's turn: that comes before what they typed."""
        state, _ = seated(context.held.table, user)
        on_turn(state, user, self._games.now)
        return state

    async def _play(
        self, request: Command | Reply | Tap, context: Context, action: Action, done: str = "done-in-group"
    ) -> None:
        try:
            await self._games.play(context.held, action, request.update)
        except EngineError as error:
            self._refuse(error, context)
        if isinstance(request, Tap):
            await self._answers.toast(request, context.language, done)
        elif request.place.private:
            await self._answers.say(request, context.language, done)

    def _refuse(self, error: EngineError, context: Context) -> NoReturn:
        """Raise an error again with its cards in the words of the chat's language."""
        words = KlepkaWording(self._texts, context.language)
        fields = {
            name: _worded(words, value) if name in _CARD_FIELDS else value for name, value in error.fields.items()
        }
        raise type(error)(_CODES.get(error.code, error.code), **fields) from error


def _worded(words: KlepkaWording, value: Field) -> Field:
    if isinstance(value, tuple):
        return tuple(words.card(card) for card in value)
    return words.card(value) if isinstance(value, str) else value


def seated(table: Table | None, user: int) -> tuple[GameState, int]:
    """The running game of Klepka and the user's seat.

    Raises:
        Refusal: ``no_game``, ``not_begun``, ``game_over``, ``not_seated`` or ``another_game``.
    """
    state, seat = in_game(table, user)
    return _klepka(state), seat


def _game(table: Table | None) -> GameState:
    """The chat's game, running or over."""
    if table is None:
        raise Refusal("no_game")
    if isinstance(table, Lobby):
        raise Refusal("not_begun")
    return _klepka(table)


def _klepka(game: Game) -> GameState:
    if not isinstance(game, GameState):
        raise Refusal("another_game")
    return game


def _seen(state: GameState) -> GameView:
    seen = view(state, None)
    if not isinstance(seen, GameView):
        raise Refusal("another_game")
    return seen
