"""The guessing game as the chat knows it: all that the bot asks of a family, in one object."""

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from telegram import InlineKeyboardMarkup

from bot.families.chat import ChatServices, CommandHandler, FamilyChat, TapHandler
from bot.families.chat_context import ChatContext
from bot.families.chat_family import ChatFamily
from bot.pictures.sketches import Look, Sketch
from bot.tables.loaded_table import require_seat
from bot.telegram.button_data import ButtonData, ButtonSpec, encode_button_data
from bot.telegram.incoming.requests import Command, PlainText, Tap
from bot.telegram.keyboards import game_over_keyboard, translated_button
from bot.user_input.commands import command_handlers_of, handles_command
from bot.wording import clocks, game_result
from bot.wording.formatting import isolate_name, join_lines, mention_html
from bot.wording.speaker import Speaker
from engine.clock import Paused, Reminded, Resumed
from engine.errors import Refusal
from engine.family_protocol import AnyFamily
from engine.game import Event, Table, view
from engine.turns import Pass, PlayerSurrendered
from render import Painter
from tests.support.guess.family import GUESSING
from tests.support.guess.messages import GameEnded, GameStarted, Guess, LetterPeeked, Peek, TurnPassed, WordGuessed
from tests.support.guess.painter import GuessPainter
from tests.support.guess.rules import GameState
from tests.support.guess.ruleset import Ruleset
from tests.support.guess.view import GameView, Guessed


@dataclass(frozen=True, slots=True)
class GuessSketch(Sketch):
    """The guesses as tiles."""

    view: GameView
    title: str

    @property
    def reusable(self) -> bool:
        """Nothing that one viewer alone sees."""
        return self.view.viewer is None

    @property
    def content(self) -> tuple[Any, ...]:
        """The guesses and whose they are."""
        return self.view.guesses, self.view.letters, self.title, self.theme

    def paint(self, painter: Painter) -> bytes:
        """The picture as PNG, by the game's own painter."""
        return painter.family_painter(GuessPainter).draw(self.view, self.title)


class GuessChat(FamilyChat):
    """Guesses by command, by reply and by button."""

    def __init__(self, services: ChatServices) -> None:
        self._games: Final = services.games
        self._answers: Final = services.answers

    @property
    def command_handlers(self) -> Mapping[str, CommandHandler]:
        """Commands that other families have as well."""
        return command_handlers_of(self)

    @property
    def tap_handlers(self) -> Mapping[str, TapHandler]:
        """To look at a letter."""
        return {"peek": self.peek_letter}

    async def handle_move(self, request: PlainText, context: ChatContext) -> None:
        """``CRANE?``."""
        await self.guess_word(request, context)

    @handles_command("play", "game", "mover", needs_person=True)
    @handles_command("guess", "game", "mover", needs_person=True)
    async def guess_word(self, request: Command | PlainText, context: ChatContext) -> None:
        """``/play CRANE``."""
        _game_of_player(context.loaded.table, request.sender.user)
        action = Guess(request.sender.user, request.text.rstrip("? "))
        await self._games.apply_action(context.loaded, action, request.update)

    @handles_command("pass", "game", "mover", needs_person=True)
    async def pass_turn(self, request: Command, context: ChatContext) -> None:
        """Let the turn go by."""
        _game_of_player(context.loaded.table, request.sender.user)
        await self._games.apply_action(context.loaded, Pass(request.sender.user), request.update)

    async def peek_letter(self, tap: Tap, context: ChatContext, _: ButtonData) -> None:
        """Look at a letter, which the presser alone is told."""
        _game_of_player(context.loaded.table, tap.sender.user)
        step = await self._games.apply_action(context.loaded, Peek(tap.sender.user), tap.update)
        seen = None if step is None or step.table is None else view(step.table, tap.sender.user)
        hint = seen.hint if isinstance(seen, GameView) else ""
        await self._answers.show_alert(tap, context.language, "guess-peek-told", hint=hint)


class GuessFamily(ChatFamily[Ruleset, GameState, GameView]):
    """Who guesses the word?"""

    engine_family: ClassVar[AnyFamily] = GUESSING
    pieces_message: ClassVar[str] = "lobby-guess"
    start_event: ClassVar[type] = GameStarted
    text_only_events: ClassVar[tuple[type, ...]] = (Paused, Reminded, Resumed, LetterPeeked)
    button_kinds: ClassVar[Mapping[str, ButtonSpec]] = {"peek": ButtonSpec(re.compile(r"\d{1,6}", re.ASCII))}
    command_classes: ClassVar[tuple[type, ...]] = (GuessChat,)

    def create_chat(self, services: ChatServices) -> FamilyChat:
        """Its handlers."""
        return GuessChat(services)

    def motif_message(self, ruleset: Ruleset) -> str:  # noqa: ARG002 - it has one game
        """A message of its own."""
        return "guess-motif"

    def event_lines(self, events: Iterable[Event], view: GameView, speaker: Speaker) -> list[str]:
        """A line an event."""
        return [line for event in events if (line := self._line(event, view, speaker))]

    def _line(self, event: Event, view: GameView, speaker: Speaker) -> str:
        match event:
            case GameStarted(order=order, letters=letters):
                first = next(seat.name for seat in view.seats if seat.user == order[0])
                return speaker.html("guess-started", letters=letters, name=isolate_name(first))
            case WordGuessed(guess=guess):
                return _guess_line(guess, view, speaker)
            case LetterPeeked(seat=seat):
                return speaker.html("guess-peeked", name=isolate_name(view.seats[seat].name))
            case TurnPassed(seat=seat, automatic=automatic):
                message = "turn-timed-out" if automatic else "turn-passed"
                return speaker.html(message, name=isolate_name(view.seats[seat].name))
            case PlayerSurrendered(seat=seat):
                return speaker.html("turn-surrendered", name=isolate_name(view.seats[seat].name))
            case GameEnded(secret=secret):
                return f"{self.result_text(view, speaker)}\n{speaker.html('ended-secret', secret=secret)}"
            case _:
                return clocks.clock_event_line(event, view, speaker)

    def standing_versions(self, events: Sequence[Event], view: GameView, speaker: Speaker) -> tuple[str, ...]:  # noqa: ARG002
        """Scores, turns, clocks, and who is next."""
        name = html.escape(speaker.game_title, quote=False)
        where = f"{self.bag_text(view, speaker)} · {name}"
        if view.outcome is not None:
            return (where,)
        time = clocks.clocks_caption(view, speaker)
        return (join_lines(self.score_text(view, speaker), where, time, self.next_turn_line(view, speaker)),)

    def caption_versions(self, view: GameView, speaker: Speaker) -> tuple[tuple[str, ...], ...]:
        """The last guess, and how things stand."""
        last = _guess_line(view.guesses[-1], view, speaker) if view.guesses else ""
        return ((last, self.result_text(view, speaker), *self.standing_versions((), view, speaker)),)

    def score_text(self, view: GameView, speaker: Speaker) -> str:  # noqa: ARG002 - names and figures need no words
        """In the order of play."""
        return " · ".join(f"{isolate_name(seat.name)} <b>{seat.score}</b>" for seat in view.seats)

    def next_turn_line(self, view: GameView, speaker: Speaker) -> str:
        """Whose turn it is."""
        if view.turn is None:
            return speaker.html("turn-none")
        seat = view.seats[view.turn]
        return speaker.html("turn-next", name=mention_html(seat.user, seat.name))

    def result_text(self, view: GameView, speaker: Speaker) -> str:
        """The reason, the winners, the word."""
        outcome = view.outcome
        if outcome is None:
            return ""
        names = [view.seats[seat].name for seat in outcome.winners]
        won = game_result.winner_lines(view, speaker, game_result.join_player_names(names, speaker)) if names else []
        ranks = [
            f"{game_result.medal(one.place)} {isolate_name(view.seats[one.seat].name)} <b>{one.score}</b>"
            for one in outcome.finals
        ]
        word = speaker.html("guess-word", word=outcome.word)
        return "\n".join((speaker.html(f"ended-{outcome.reason}"), *won, *ranks, word))

    def bag_text(self, view: GameView, speaker: Speaker) -> str:
        """How many turns are left."""
        return speaker.html("guess-turns", taken=view.number, most=view.most)

    def board_as_html(self, view: GameView) -> str:
        """The guesses, and their marks below each."""
        return f"<pre>{html.escape(_guess_rows(view))}</pre>"

    def table_as_html(self, view: GameView, speaker: Speaker) -> str:
        """The same with what stands below a picture."""
        return f"{self.board_as_html(view)}\n{join_lines(*self.caption_versions(view, speaker)[0])}"

    def rules_text(self, ruleset: Ruleset, speaker: Speaker) -> str:
        """One sentence."""
        title = speaker.about_table(ruleset.title).game_title
        return speaker.html("rules-guess", game=title, letters=ruleset.letters, rounds=ruleset.rounds)

    def help_messages(self, ruleset: Ruleset) -> tuple[Sequence[str], Sequence[str]]:  # noqa: ARG002 - the same for all
        """How to guess."""
        return ["help-guess"], ["help-guess-look"]

    def table_sketch(self, view: GameView, speaker: Speaker, look: Look) -> Sketch:
        """The guesses."""
        return GuessSketch(look.theme, view, speaker.game_title)

    def table_keyboard(self, table: str, view: GameView, speaker: Speaker) -> InlineKeyboardMarkup | None:
        """To look at a letter while the game goes on."""
        if view.outcome is not None:
            return game_over_keyboard(speaker, table)
        return InlineKeyboardMarkup(
            [[translated_button(speaker, "button-guess-peek", encode_button_data("peek", table, view.number))]]
        )


def _guess_line(guess: Guessed, view: GameView, speaker: Speaker) -> str:
    name = isolate_name(view.seats[guess.seat].name)
    return speaker.html("guess-made", name=name, word=guess.word, marks=guess.marks, score=guess.score)


def _guess_rows(view: GameView) -> str:
    return "\n".join(f"{guess.word}\n{guess.marks}" for guess in view.guesses) or "-" * view.letters


def _game_of_player(table: Table | None, user: int) -> GameState:
    state, _ = require_seat(table, user)
    if not isinstance(state, GameState):
        raise Refusal("another_game")
    return state


GUESSES: Final = GuessFamily()
