"""The guessing game as the chat knows it: all that the bot asks of a family, in one object."""

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from telegram import InlineKeyboardMarkup

from bot.families.context import Context
from bot.families.family import Chat, Family, OnCommand, OnTap, Services
from bot.pictures.sketches import Look, Sketch
from bot.tables.held import in_game
from bot.telegram.buttons import Button, Pressed, button, data, over
from bot.telegram.inbound import Command, Reply, Tap
from bot.typed.commands import bound, command
from bot.wording import clocks, finals
from bot.wording.captions import lines
from bot.wording.people import displayed, mention
from bot.wording.speaker import Speaker
from engine.clock import Paused, Reminded, Resumed
from engine.errors import Refusal
from engine.family import AnyFamily
from engine.game import Event, Table, view
from engine.turns import Pass, PlayerSurrendered
from render import Painter
from tests.support.guess.family import GUESSING
from tests.support.guess.messages import GameEnded, GameStarted, Guess, LetterPeeked, Peek, TurnPassed, WordGuessed
from tests.support.guess.painting import GuessPainter
from tests.support.guess.rules import GameState
from tests.support.guess.ruleset import Ruleset
from tests.support.guess.view import GameView, Guessed


@dataclass(frozen=True, slots=True)
class GuessSketch(Sketch):
    """The guesses as tiles."""

    view: GameView
    title: str

    @property
    def lasting(self) -> bool:
        """Nothing that one viewer alone sees."""
        return self.view.viewer is None

    @property
    def content(self) -> tuple[Any, ...]:
        """The guesses and whose they are."""
        return self.view.guesses, self.view.letters, self.title, self.theme

    def painted(self, painter: Painter) -> bytes:
        """The picture as PNG, by the game's own painter."""
        return painter.of(GuessPainter).draw(self.view, self.title)


class GuessChat(Chat):
    """Guesses by command, by reply and by button."""

    def __init__(self, services: Services) -> None:
        self._games: Final = services.games
        self._answers: Final = services.answers

    @property
    def commands(self) -> Mapping[str, OnCommand]:
        """Commands that other families have as well."""
        return bound(self)

    @property
    def taps(self) -> Mapping[str, OnTap]:
        """To look at a letter."""
        return {"peek": self.peek}

    async def move(self, request: Reply, context: Context) -> None:
        """``CRANE?``."""
        await self.guess(request, context)

    @command("play", "game", "mover", person=True)
    @command("guess", "game", "mover", person=True)
    async def guess(self, request: Command | Reply, context: Context) -> None:
        """``/play CRANE``."""
        _game(context.held.table, request.sender.user)
        action = Guess(request.sender.user, request.text.rstrip("? "))
        await self._games.play(context.held, action, request.update)

    @command("pass", "game", "mover", person=True)
    async def pass_turn(self, request: Command, context: Context) -> None:
        """Let the turn go by."""
        _game(context.held.table, request.sender.user)
        await self._games.play(context.held, Pass(request.sender.user), request.update)

    async def peek(self, tap: Tap, context: Context, _: Pressed) -> None:
        """Look at a letter, which the presser alone is told."""
        _game(context.held.table, tap.sender.user)
        step = await self._games.play(context.held, Peek(tap.sender.user), tap.update)
        seen = None if step is None or step.table is None else view(step.table, tap.sender.user)
        hint = seen.hint if isinstance(seen, GameView) else ""
        await self._answers.alert(tap, context.language, "guess-peek-told", hint=hint)


class GuessFamily(Family[Ruleset, GameState, GameView]):
    """Who guesses the word?"""

    engine: ClassVar[AnyFamily] = GUESSING
    pieces: ClassVar[str] = "lobby-guess"
    begins: ClassVar[type] = GameStarted
    said_only: ClassVar[tuple[type, ...]] = (Paused, Reminded, Resumed, LetterPeeked)
    buttons: ClassVar[Mapping[str, Button]] = {"peek": Button(re.compile(r"\d{1,6}", re.ASCII))}
    handlers: ClassVar[tuple[type, ...]] = (GuessChat,)

    def chat(self, services: Services) -> Chat:
        """Its handlers."""
        return GuessChat(services)

    def motif(self, ruleset: Ruleset) -> str:  # noqa: ARG002 - it has one game
        """A message of its own."""
        return "guess-motif"

    def lines(self, events: Iterable[Event], view: GameView, speaker: Speaker) -> list[str]:
        """A line an event."""
        return [line for event in events if (line := self._line(event, view, speaker))]

    def _line(self, event: Event, view: GameView, speaker: Speaker) -> str:
        match event:
            case GameStarted(order=order, letters=letters):
                first = next(seat.name for seat in view.seats if seat.user == order[0])
                return speaker.html("guess-started", letters=letters, name=displayed(first))
            case WordGuessed(guess=guess):
                return _told(guess, view, speaker)
            case LetterPeeked(seat=seat):
                return speaker.html("guess-peeked", name=displayed(view.seats[seat].name))
            case TurnPassed(seat=seat, automatic=automatic):
                message = "turn-timed-out" if automatic else "turn-passed"
                return speaker.html(message, name=displayed(view.seats[seat].name))
            case PlayerSurrendered(seat=seat):
                return speaker.html("turn-surrendered", name=displayed(view.seats[seat].name))
            case GameEnded(secret=secret):
                return f"{self.result(view, speaker)}\n{speaker.html('ended-secret', secret=secret)}"
            case _:
                return clocks.line(event, view, speaker)

    def standings(self, events: Sequence[Event], view: GameView, speaker: Speaker) -> tuple[str, ...]:  # noqa: ARG002
        """Scores, turns, clocks, and who is next."""
        name = html.escape(speaker.game, quote=False)
        where = f"{self.bag(view, speaker)} · {name}"
        if view.outcome is not None:
            return (where,)
        time = clocks.caption(view, speaker)
        return (lines(self.scores(view, speaker), where, time, self.next(view, speaker)),)

    def asked(self, view: GameView, speaker: Speaker) -> tuple[tuple[str, ...], ...]:
        """The last guess, and how things stand."""
        last = _told(view.guesses[-1], view, speaker) if view.guesses else ""
        return ((last, self.result(view, speaker), *self.standings((), view, speaker)),)

    def scores(self, view: GameView, speaker: Speaker) -> str:  # noqa: ARG002 - names and figures need no words
        """In the order of play."""
        return " · ".join(f"{displayed(seat.name)} <b>{seat.score}</b>" for seat in view.seats)

    def next(self, view: GameView, speaker: Speaker) -> str:
        """Whose turn it is."""
        if view.turn is None:
            return speaker.html("turn-none")
        seat = view.seats[view.turn]
        return speaker.html("turn-next", name=mention(seat.user, seat.name))

    def result(self, view: GameView, speaker: Speaker) -> str:
        """The reason, the winners, the word."""
        outcome = view.outcome
        if outcome is None:
            return ""
        names = [view.seats[seat].name for seat in outcome.winners]
        won = finals.won(view, speaker, finals.listed(names, speaker)) if names else []
        ranks = [
            f"{finals.medal(one.place)} {displayed(view.seats[one.seat].name)} <b>{one.score}</b>"
            for one in outcome.finals
        ]
        word = speaker.html("guess-word", word=outcome.word)
        return "\n".join((speaker.html(f"ended-{outcome.reason}"), *won, *ranks, word))

    def bag(self, view: GameView, speaker: Speaker) -> str:
        """How many turns are left."""
        return speaker.html("guess-turns", taken=view.number, most=view.most)

    def written(self, view: GameView) -> str:
        """The guesses, and their marks below each."""
        return f"<pre>{html.escape(_rows(view))}</pre>"

    def as_text(self, view: GameView, speaker: Speaker) -> str:
        """The same with what stands below a picture."""
        return f"{self.written(view)}\n{lines(*self.asked(view, speaker)[0])}"

    def rules(self, ruleset: Ruleset, speaker: Speaker) -> str:
        """One sentence."""
        title = speaker.of(ruleset.title).game
        return speaker.html("rules-guess", game=title, letters=ruleset.letters, rounds=ruleset.rounds)

    def help(self, ruleset: Ruleset) -> tuple[Sequence[str], Sequence[str]]:  # noqa: ARG002 - the same for all
        """How to guess."""
        return ["help-guess"], ["help-guess-look"]

    def sketch(self, view: GameView, speaker: Speaker, look: Look) -> Sketch:
        """The guesses."""
        return GuessSketch(look.theme, view, speaker.game)

    def keyboard(self, table: str, view: GameView, speaker: Speaker) -> InlineKeyboardMarkup | None:
        """To look at a letter while the game goes on."""
        if view.outcome is not None:
            return over(speaker, table)
        return InlineKeyboardMarkup([[button(speaker, "button-guess-peek", data("peek", table, view.number))]])


def _told(guess: Guessed, view: GameView, speaker: Speaker) -> str:
    name = displayed(view.seats[guess.seat].name)
    return speaker.html("guess-made", name=name, word=guess.word, marks=guess.marks, score=guess.score)


def _rows(view: GameView) -> str:
    return "\n".join(f"{guess.word}\n{guess.marks}" for guess in view.guesses) or "-" * view.letters


def _game(table: Table | None, user: int) -> GameState:
    state, _ = in_game(table, user)
    if not isinstance(state, GameState):
        raise Refusal("another_game")
    return state


GUESSES: Final = GuessFamily()
