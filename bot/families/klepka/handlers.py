"""Playing Klepka: turning up cards, forming words, rewards, by command and by button."""

from collections.abc import Mapping
from typing import Final, NoReturn

from bot.families.context import Context
from bot.families.family import Chat, OnCommand, OnTap, Services
from bot.families.klepka.myboard import MyTable
from bot.families.klepka.trades import Asked, read_trade
from bot.families.klepka.wording import Wording
from bot.families.ownboard import OwnBoard
from bot.outcomes import Undone
from bot.tables.held import begun, in_game, table_name
from bot.telegram.buttons import Pressed
from bot.telegram.inbound import Command, Reply, Tap
from bot.typed.commands import bound, command
from engine.alphabet import alphabet
from engine.errors import EngineError, Field, Refusal
from engine.game import Game, Table
from engine.klepka import notation
from engine.klepka.actions import Action, Chaos, ConfirmDouble, Flip, Form, Trade
from engine.klepka.deck import face_down
from engine.klepka.state import GameState
from engine.klepka.turns import free_to_use_rewards
from engine.turns import Pass, on_turn

_CODES: Final = {"no_word": "klepka_no_word", "brackets": "klepka_brackets"}
"""Refusals whose sentences speak of a board in other games."""
_CARD_FIELDS: Final = frozenset({"card", "cards", "reward"})


class CardsChat(Chat):
    """What may be asked of a game of Klepka."""

    def __init__(self, services: Services) -> None:
        self._members: Final = services.members
        self._games: Final = services.games
        self._look_ups: Final = services.look_ups
        self._answers: Final = services.answers
        self._picks: Final = services.picks
        self._own_table: Final = MyTable()
        self._commands: Final[Mapping[str, OnCommand]] = bound(self)

    @property
    def commands(self) -> Mapping[str, OnCommand]:
        """Cards, words, rewards."""
        return self._commands

    @property
    def taps(self) -> Mapping[str, OnTap]:
        """Cards to turn up, an end to that, and the host's words that count twice."""
        return {"card": self.picked, "enough": self.enough, "twice": self.doubled}

    @property
    def own(self) -> OwnBoard:
        """The table with the player's own choice."""
        return self._own_table

    async def move(self, request: Reply, context: Context) -> None:
        """Positions as a reply to the table."""
        await self.flip(request, context)

    @command("flip", "game", "mover", person=True)
    async def flip(self, request: Command | Reply, context: Context) -> None:
        """``/ac 12 34``, or the positions as a reply to the table."""
        self._on_turn(context, request.sender.user)
        try:
            positions = notation.positions(request.text)
        except EngineError as error:
            self._refuse(error, context)
        await self._play(request, context, Flip(request.sender.user, positions))

    @command("form", "game", "mover", person=True)
    async def form(self, request: Command, context: Context) -> None:
        """``/soz СЛОВО``, letters of polysemy in brackets."""
        self._on_turn(context, request.sender.user)
        await self._play(request, context, Form(request.sender.user, request.text))

    @command("pass", "game", "mover", person=True)
    async def pass_turn(self, request: Command, context: Context) -> None:
        """End the words of an empty table, or decline an extra flip."""
        seated(context.held.table, request.sender.user)
        await self._play(request, context, Pass(request.sender.user))

    @command("chaos", "game", "anytime", person=True)
    async def chaos(self, request: Command, context: Context) -> None:
        """Mix the table, at any time."""
        seated(context.held.table, request.sender.user)
        await self._play(request, context, Chaos(request.sender.user))

    @command("trade", "game", "anytime", person=True)
    async def trade(self, request: Command, context: Context) -> None:
        """``/takas О 2 А``: an own card, whose, and the card wanted; the player by seat, mention or reply."""
        state, _ = seated(context.held.table, request.sender.user)
        seat = free_to_use_rewards(state, request.sender.user)
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
                member = await self._members.of(chat, player.user)
            except Undone:
                continue
            if member.username:
                found[member.username.lower()] = player.user
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

    def _running(self, context: Context) -> GameState:
        state = _klepka(begun(context.held.table))
        if state.outcome is not None:
            raise Refusal("game_over")
        return state

    def _on_turn(self, context: Context, user: int) -> GameState:
        """The running game, when it is the user's turn: that comes before what they typed."""
        state, _ = seated(context.held.table, user)
        on_turn(state, user, self._games.instants.of(context.held))
        return state

    async def _play(
        self, request: Command | Reply | Tap, context: Context, action: Action, done: str = "done-in-group"
    ) -> None:
        until = self._look_ups.until()
        try:
            await self._games.play(context.held, action, request.update)
        except EngineError as error:
            if more := await self._look_ups.told_of(error, request.sender.user, context.held, context.language, until):
                await self._answers.refuse(request, context.language, error, more)
                return
            self._refuse(error, context)
        if isinstance(request, Tap):
            await self._answers.toast(request, context.language, done)
        elif context.away_from(request.place):
            await self._answers.say(request, context.language, done)

    def _refuse(self, error: EngineError, context: Context) -> NoReturn:
        """Raise an error again with its cards in the words of the chat's language."""
        words = Wording(context.speaker)
        fields = {
            name: _worded(words, value) if name in _CARD_FIELDS else value for name, value in error.fields.items()
        }
        raise type(error)(_CODES.get(error.code, error.code), **fields) from error


def _worded(words: Wording, value: Field) -> Field:
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


def _klepka(game: Game) -> GameState:
    if not isinstance(game, GameState):
        raise Refusal("another_game")
    return game
