"""The guessing game as the chat knows it: all that the bot asks of a family, in one record."""

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final

import pytest
from telegram import InlineKeyboardMarkup

from bot import languages
from bot.families import family_list, registry
from bot.families.chat_family import AnnouncedEvents, ChatFamily, ChatSide, FamilyPictures, FamilyWording, GameGuide
from bot.families.command_line import CommandLineFamily, SimulatedGame
from bot.families.services import ChatContext, ChatServices, FamilyChat
from bot.pictures import PictureStyle, Sketch
from bot.tables.table_loader import require_game_of, require_seat
from bot.telegram.keyboards import ButtonData, ButtonSpec, encode_button_data, game_over_keyboard, translated_button
from bot.telegram.requests import Command, PlainText, Tap
from bot.user_input.commands import command_handlers_of, handles_command
from bot.wording import clocks, game_result
from bot.wording.speaker import Speaker, isolate_name, join_lines, mention_html
from engine.clock import Paused, Reminded, Resumed
from engine.game import Event, Table, view
from engine.turns import Pass, PlayerSurrendered
from render import Painter
from tests.support.guess.family import GUESSING, play_random_game, register_guess_family
from tests.support.guess.painter import GuessPainter
from tests.support.guess.rules import (
    GameEnded,
    GameStarted,
    GameState,
    GameView,
    Guess,
    Guessed,
    LetterPeeked,
    Peek,
    Ruleset,
    TurnPassed,
    WordGuessed,
)


@dataclass(frozen=True, slots=True)
class GuessSketch(Sketch):
    view: GameView
    title: str

    @property
    def reusable(self) -> bool:
        return self.view.viewer is None

    @property
    def content(self) -> tuple[Any, ...]:
        return self.view.guesses, self.view.letters, self.title, self.theme

    def paint(self, painter: Painter) -> bytes:
        return painter.family_painter(GuessPainter).draw(self.view, self.title)


class GuessHandlers:
    def __init__(self, services: ChatServices) -> None:
        self._games: Final = services.tables.games
        self._replies: Final = services.messaging.replies

    @handles_command("play", "game", "mover", needs_person=True)
    @handles_command("guess", "game", "mover", needs_person=True)
    async def guess_word(self, request: Command | PlainText, context: ChatContext) -> None:
        """``/play CRANE``, or ``CRANE?`` as a reply."""
        _game_of_player(context.loaded.table, request.sender.user)
        action = Guess(request.sender.user, request.text.rstrip("? "))
        await self._games.apply_action(context.loaded, action, request.update)

    @handles_command("pass", "game", "mover", needs_person=True)
    async def pass_turn(self, request: Command, context: ChatContext) -> None:
        _game_of_player(context.loaded.table, request.sender.user)
        await self._games.apply_action(context.loaded, Pass(request.sender.user), request.update)

    async def peek_letter(self, tap: Tap, context: ChatContext, _: ButtonData) -> None:
        """Look at a letter, which the presser alone is told."""
        _game_of_player(context.loaded.table, tap.sender.user)
        step = await self._games.apply_action(context.loaded, Peek(tap.sender.user), tap.update)
        seen = None if step is None or step.table is None else view(step.table, tap.sender.user)
        hint = seen.hint if isinstance(seen, GameView) else ""
        await self._replies.show_alert(tap, context.language, "guess-peek-told", hint=hint)


def create_guess_chat(services: ChatServices) -> FamilyChat:
    handlers = GuessHandlers(services)
    return FamilyChat(
        command_handlers=command_handlers_of(handlers),
        handle_move=handlers.guess_word,
        tap_handlers={"peek": handlers.peek_letter},
    )


class GuessWording(FamilyWording[GameState, GameView]):
    def _event_line(self, event: Event, view: GameView) -> str:
        say = self._speaker.html
        match event:
            case GameStarted(order=order, letters=letters):
                first = next(seat.name for seat in view.seats if seat.user == order[0])
                return say("guess-started", letters=letters, name=isolate_name(first))
            case WordGuessed(guess=guess):
                return self._guess_line(guess, view)
            case LetterPeeked(seat=seat):
                return say("guess-peeked", name=isolate_name(view.seats[seat].name))
            case TurnPassed(seat=seat, automatic=automatic):
                message = "turn-timed-out" if automatic else "turn-passed"
                return say(message, name=isolate_name(view.seats[seat].name))
            case PlayerSurrendered(seat=seat):
                return say("turn-surrendered", name=isolate_name(view.seats[seat].name))
            case GameEnded():
                return self.result_text(view)
            case _:
                return clocks.clock_event_line(event, view, self._speaker)

    def _guess_line(self, guess: Guessed, view: GameView) -> str:
        name = isolate_name(view.seats[guess.seat].name)
        return self._speaker.html("guess-made", name=name, word=guess.word, marks=guess.marks, score=guess.score)

    def standing_versions(self, _: Sequence[Event], view: GameView) -> tuple[str, ...]:
        return (self._standing(view),)

    def _standing(self, view: GameView) -> str:
        where = f"{self.bag_text(view)} · {html.escape(self._speaker.game_title, quote=False)}"
        if view.outcome is not None:
            return where
        time = clocks.clocks_caption(view, self._speaker)
        return join_lines(self.score_text(view), where, time, self.next_turn_line(view))

    def caption_versions(self, view: GameView) -> tuple[tuple[str, ...], ...]:
        last = self._guess_line(view.guesses[-1], view) if view.guesses else ""
        return ((last, self.result_text(view), self._standing(view)),)

    def score_text(self, view: GameView) -> str:
        return " · ".join(f"{isolate_name(seat.name)} <b>{seat.score}</b>" for seat in view.seats)

    def next_turn_line(self, view: GameView) -> str:
        if view.turn is None:
            return self._speaker.html("turn-none")
        seat = view.seats[view.turn]
        return self._speaker.html("turn-next", name=mention_html(seat.user, seat.name))

    def result_text(self, view: GameView) -> str:
        outcome, speaker = view.outcome, self._speaker
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

    def bag_text(self, view: GameView) -> str:
        return self._speaker.html("guess-turns", taken=view.number, most=view.most)


def guesses_as_html(view: GameView) -> str:
    rows = "\n".join(f"{guess.word}\n{guess.marks}" for guess in view.guesses) or "-" * view.letters
    return f"<pre>{html.escape(rows)}</pre>"


def table_as_html(view: GameView, speaker: Speaker) -> str:
    return f"{guesses_as_html(view)}\n{join_lines(*GuessWording(speaker).caption_versions(view)[0])}"


def guess_sketch(view: GameView, speaker: Speaker, style: PictureStyle) -> Sketch:
    return GuessSketch(style.theme, view, speaker.game_title)


def table_keyboard(table: str, view: GameView, speaker: Speaker) -> InlineKeyboardMarkup:
    """To look at a letter while the game goes on."""
    if view.outcome is not None:
        return game_over_keyboard(speaker, table)
    return InlineKeyboardMarkup(
        [[translated_button(speaker, "button-guess-peek", encode_button_data("peek", table, view.number))]]
    )


def guess_guide(ruleset: Ruleset) -> GameGuide:
    def rules_text(speaker: Speaker) -> str:
        title = speaker.about_table(ruleset.title).game_title
        return speaker.html("rules-guess", game=title, letters=ruleset.letters, rounds=ruleset.rounds)

    return GameGuide(
        pieces_message="lobby-guess",
        motif_message="guess-motif",
        rules_text=rules_text,
        play_messages=["help-guess"],
        look_up_messages=["help-guess-look"],
    )


def _game_of_player(table: Table | None, user: int) -> GameState:
    state, _ = require_seat(table, user)
    return require_game_of(GameState, state)


GUESSES: Final = ChatFamily(
    engine_family=GUESSING,
    chat=ChatSide(
        create=create_guess_chat,
        command_classes=(GuessHandlers,),
        table_keyboard=table_keyboard,
        button_kinds={"peek": ButtonSpec(re.compile(r"\d{1,6}", re.ASCII))},
    ),
    events=AnnouncedEvents(start=GameStarted, text_only=(Paused, Reminded, Resumed, LetterPeeked)),
    wording=GuessWording,
    guide=guess_guide,
    pictures=FamilyPictures(table_sketch=guess_sketch, board_as_html=guesses_as_html, table_as_html=table_as_html),
)


class Guesses(CommandLineFamily[Ruleset]):
    ruleset_type: ClassVar[type[Ruleset]] = Ruleset
    play_noun: ClassVar[str] = "guess"

    def load_chat_family(self) -> ChatFamily:
        return GUESSES

    def ruleset_summary(self, ruleset: Ruleset) -> str:
        return f"{ruleset.letters} letters, {ruleset.rounds} turns each"

    def ruleset_figures(self, ruleset: Ruleset) -> Mapping[str, object]:
        return {"hidden": len(ruleset.words)}

    def simulate_game(self, ruleset: Ruleset, players: int, seed: str, number: int) -> SimulatedGame:
        state, log = play_random_game(ruleset, players, seed, number)
        return SimulatedGame(len(state.guesses), state, log)


TEXTS: Final = Path(__file__).parent / "texts"


@contextmanager
def add_guess_family_to_bot(texts: Path = TEXTS) -> Iterator[None]:
    """Let the engine and the bot play the guessing game too, with texts that lie in a folder."""
    with register_guess_family(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(languages, "ROOTS", (*languages.ROOTS, texts))
        patch.setattr(family_list, "COMMAND_LINE_FAMILIES", (*family_list.COMMAND_LINE_FAMILIES, Guesses()))
        # Read at the start, once.
        patch.setattr(
            registry, "FAMILIES", tuple(family.load_chat_family() for family in family_list.COMMAND_LINE_FAMILIES)
        )
        yield
