"""The guessing game without turns as the chat knows it: people guess on their own boards, with a key for each word."""

import html
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Final

from telegram import InlineKeyboardMarkup

from bot.families.chat_family import (
    AnnouncedEvents,
    ChatFamily,
    ChatSide,
    ComputerPlayers,
    ComputerTurn,
    FamilyPictures,
    FamilyWording,
    GameGuide,
)
from bot.families.command_line import CommandLineFamily, SimulatedGame
from bot.families.own_board import HOME_STEP, OwnBoard, OwnBoardContext, OwnBoardPage, StepButton, hash_rack
from bot.families.services import ChatContext, ChatServices, FamilyChat
from bot.pictures import PictureStyle, Sketch
from bot.telegram.keyboards import encode_button_data, game_over_keyboard, translated_button
from bot.telegram.requests import PlainText
from bot.wording import clocks
from bot.wording.speaker import Speaker, isolate_name
from engine.clock import Paused, Resumed
from engine.computer_ids import is_computer
from engine.errors import Refusal
from engine.game import Action, Event, Game, view
from render import Painter
from tests.support.guess.painter import GuessPainter
from tests.support.guess.secret import (
    SECRET_GUESSING,
    GameEnded,
    GameStarted,
    GameState,
    GameView,
    Guess,
    RoundClosed,
    Ruleset,
)


@dataclass(frozen=True, slots=True)
class RoundSketch(Sketch):
    view: GameView
    title: str

    @property
    def reusable(self) -> bool:
        return self.view.viewer is None

    @property
    def content(self) -> tuple[Any, ...]:
        return self.view.closed, self.title, self.theme

    def paint(self, painter: Painter) -> bytes:
        return painter.family_painter(GuessPainter).draw_title(self.title)


class SecretWording(FamilyWording[GameState, GameView]):
    def event_lines(self, events: Iterable[Event], view: GameView) -> list[str]:
        return [line for event in events if (line := self._line(event, view))]

    def _line(self, event: Event, view: GameView) -> str:
        match event:
            case RoundClosed(closed=closed):
                return self._speaker.html("guess-word", word=closed.word)
            case GameEnded():
                return self.result_text(view)
            case _:
                return clocks.clock_event_line(event, view, self._speaker)

    def standing_versions(self, _: Sequence[Event], view: GameView) -> tuple[str, ...]:
        return (f"{self.score_text(view)}\n{self.next_turn_line(view)}",)

    def caption_versions(self, view: GameView) -> tuple[tuple[str, ...], ...]:
        return (("", self.result_text(view), *self.standing_versions((), view)),)

    def score_text(self, view: GameView) -> str:
        return " · ".join(f"{isolate_name(seat.name)} <b>{seat.score}</b>" for seat in view.seats)

    def next_turn_line(self, view: GameView) -> str:
        if view.outcome is not None:
            return self._speaker.html("turn-none")
        return self._speaker.html("guess-round", round=view.number + 1, rounds=view.rounds, count=view.guessed)

    def result_text(self, view: GameView) -> str:
        return "" if view.outcome is None else self._speaker.html(f"ended-{view.outcome.reason}")

    def bag_text(self, view: GameView) -> str:
        return self.next_turn_line(view)


def rounds_as_html(view: GameView) -> str:
    return f"<pre>{html.escape(' '.join(one.word for one in view.closed) or '-')}</pre>"


def table_as_html(view: GameView, speaker: Speaker) -> str:
    return f"{rounds_as_html(view)}\n{SecretWording(speaker).next_turn_line(view)}"


def round_sketch(view: GameView, speaker: Speaker, style: PictureStyle) -> Sketch:
    return RoundSketch(style.theme, view, speaker.game_title)


def table_keyboard(table: str, view: GameView, speaker: Speaker) -> InlineKeyboardMarkup:
    """To the own board while the game goes on."""
    if view.outcome is not None:
        return game_over_keyboard(speaker, table)
    return InlineKeyboardMarkup([[translated_button(speaker, "own-board-open", encode_button_data("rack", table))]])


class GuessBoard(OwnBoard):
    """A key for each word while its player may guess, and the guess afterwards."""

    opening_button: ClassVar[str] = "own-board-open"

    def rack_hash(self, game: Game, seat: int) -> str:
        return hash_rack((_state(game).players[seat].guess,))

    async def build_page(self, own: OwnBoardContext, step: str) -> OwnBoardPage:
        state = _state(own.game)
        if step != HOME_STEP:
            raise Refusal("stale_button")
        keys = enumerate(state.ruleset.words if own.game.may_act(own.seat) else ())
        rows = [[StepButton(word, str(place), plays=True)] for place, word in keys]
        seen = view(state, own.user)
        if not isinstance(seen, GameView):
            raise TypeError("the view of a game is its family's")
        sketch = round_sketch(seen, own.speaker, own.style)
        return OwnBoardPage(self.rack_text(own), sketch, partial(rounds_as_html, seen), rows)

    def action_of_step(self, game: Game, seat: int, step: str) -> Action:
        state = _state(game)
        return Guess(state.players[seat].user, state.ruleset.words[int(step)])

    def rack_text(self, own: OwnBoardContext) -> str:
        guess = _state(own.game).players[own.seat].guess
        return own.speaker.plain("guess-own", word=guess) if guess else own.speaker.plain("answer-open")


class SecretComputers(ComputerPlayers):
    """Each guesses another word of the list."""

    def choose_action(self, turn: ComputerTurn) -> Action:
        state = _state(turn.game)
        seat = next(
            seat for seat, player in enumerate(state.players) if is_computer(player.user) and state.may_act(seat)
        )
        words = state.ruleset.words
        return Guess(state.players[seat].user, words[(state.number + seat) % len(words)])


def _state(game: Game) -> GameState:
    if not isinstance(game, GameState):
        raise TypeError("this is another game")
    return game


async def _take_no_move(said: PlainText, context: ChatContext) -> None:
    del said, context
    raise Refusal("another_game")


def create_secret_chat(_: ChatServices) -> FamilyChat:
    return FamilyChat(command_handlers={}, handle_move=_take_no_move, own_board=GuessBoard())


def secret_guide(ruleset: Ruleset) -> GameGuide:
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


SECRET_GUESSES: Final = ChatFamily(
    engine_family=SECRET_GUESSING,
    chat=ChatSide(create=create_secret_chat, command_classes=(), table_keyboard=table_keyboard),
    events=AnnouncedEvents(start=GameStarted, text_only=(Paused, Resumed)),
    wording=SecretWording,
    guide=secret_guide,
    pictures=FamilyPictures(table_sketch=round_sketch, board_as_html=rounds_as_html, table_as_html=table_as_html),
    load_computer_players=lambda _: SecretComputers(),
)


class SecretGuessesCommandLine(CommandLineFamily[Ruleset]):
    ruleset_type: ClassVar[type[Ruleset]] = Ruleset
    play_noun: ClassVar[str] = "guess"

    def load_chat_family(self) -> ChatFamily:
        return SECRET_GUESSES

    def ruleset_summary(self, ruleset: Ruleset) -> str:
        return f"{ruleset.letters} letters, {ruleset.rounds} rounds"

    def ruleset_figures(self, ruleset: Ruleset) -> Mapping[str, object]:
        return {"hidden": len(ruleset.words)}

    def simulate_game(self, ruleset: Ruleset, players: int, seed: str, number: int) -> SimulatedGame:
        raise NotImplementedError
