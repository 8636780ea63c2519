"""Crossword games as the chat knows them (see :class:`bot.families.chat_family.ChatFamily`)."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import ClassVar

from telegram import InlineKeyboardMarkup

from bot.families.chat import ChatServices, FamilyChat
from bot.families.chat_family import ChatFamily
from bot.families.computer_player import ComputerPlayers
from bot.families.crossword import board_sketches, keyboards
from bot.families.crossword.board_sketches import board_legend
from bot.families.crossword.board_wording import CrosswordWording
from bot.families.crossword.chat import COMMAND_CLASSES, CrosswordChat
from bot.families.crossword.dispute_wording import ABSENCE_EVENTS, DRAW_EVENTS, TEXT_ONLY_EVENTS
from bot.families.crossword.gallery import GALLERY_LOBBY, gallery_pictures
from bot.families.crossword.rules_text import CrosswordRulesText
from bot.families.crossword.sample_boards import example_sketch
from bot.families.crossword.typed_move import centre_cell_fields
from bot.families.gallery import GalleryLobby, GalleryPicture
from bot.pictures.drawing import Preparation
from bot.pictures.sketches import Look, Sketch
from bot.telegram.button_data import ButtonSpec
from bot.texts import Html, Texts
from bot.wording import clocks
from bot.wording.formatting import first_fitting_caption, join_lines
from bot.wording.guide_texts import INLINE_MODE_MESSAGE, compose_rules
from bot.wording.speaker import Speaker
from engine.absence import TurnSkipped
from engine.alphabet import BLANK, load_alphabet
from engine.crossword import events as crossword
from engine.crossword import family as engine
from engine.crossword.gcg import write_gcg
from engine.crossword.ruleset import Ruleset
from engine.crossword.state import GameState
from engine.crossword.view import GameView
from engine.family_protocol import AnyFamily
from engine.game import Event
from engine.proof import Proof
from engine.table_log import LogEntry


class CrosswordFamily(ChatFamily[Ruleset, GameState, GameView]):
    """Kelimelik, Scrabble and WordBox, whatever their boards, bags and languages."""

    engine_family: ClassVar[AnyFamily] = engine.Crossword()
    pieces_message: ClassVar[str] = "lobby-tiles"
    command_classes: ClassVar[tuple[type, ...]] = COMMAND_CLASSES
    start_event: ClassVar[type] = crossword.GameStarted
    text_only_events: ClassVar[tuple[type, ...]] = TEXT_ONLY_EVENTS
    same_board_events: ClassVar[tuple[type, ...]] = (crossword.TilesExchanged, crossword.TurnPassed, TurnSkipped)
    button_kinds: ClassVar[Mapping[str, ButtonSpec]] = keyboards.BOARD_BUTTONS
    has_resend_button: ClassVar[bool] = True
    has_labels: ClassVar[bool] = True
    has_gcg: ClassVar[bool] = True
    has_computer_players: ClassVar[bool] = True

    def load_computer_players(self, folder: Path) -> ComputerPlayers:
        """Loaded when the first of them is on turn."""
        from bot.families.crossword.computer_player import CrosswordComputerPlayers  # noqa: PLC0415 - as said

        return CrosswordComputerPlayers(folder)

    def create_chat(self, services: ChatServices) -> FamilyChat:
        """Its handlers."""
        return CrosswordChat(services)

    def closes_look_ups(self, game: GameState) -> bool:
        """Where words are judged only when they are challenged (RULES §7.1)."""
        return game.ruleset.judging.has_challenges

    def event_lines(self, events: Iterable[Event], view: GameView, speaker: Speaker) -> list[str]:
        """What happened; quiet about tiles drawn."""
        return CrosswordWording(speaker).event_lines(events, view)

    def standing_versions(self, events: Sequence[Event], view: GameView, speaker: Speaker) -> tuple[str, ...]:
        """Scores, what is left, an open window, and who is next. The table's options are in the lobby, not here."""
        began = any(isinstance(event, self.start_event) for event in events)
        return (CrosswordWording(speaker).standing_text(view, with_options=not began),)

    def caption_versions(self, view: GameView, speaker: Speaker) -> tuple[tuple[str, ...], ...]:
        """The last turn goes first, and is left out first."""
        words = CrosswordWording(speaker)
        standing = (words.result_text(view), words.standing_text(view))
        return ((words.last_turn_line(view), *standing), standing)

    def score_text(self, view: GameView, speaker: Speaker) -> str:
        """In the order of play."""
        return CrosswordWording(speaker).score_line(view)

    def next_turn_line(self, view: GameView, speaker: Speaker) -> str:
        """Whose turn it is."""
        return CrosswordWording(speaker).next_turn_line(view)

    def brief_standing(self, view: GameView, speaker: Speaker) -> str:
        """Clocks where there are any, an open window, what would end the game, and who is next."""
        return CrosswordWording(speaker).brief_standing(view)

    def result_text(self, view: GameView, speaker: Speaker) -> str:
        """With the final standings."""
        return CrosswordWording(speaker).result_text(view)

    def bag_text(self, view: GameView, speaker: Speaker) -> str:
        """How many tiles the bag holds and, per letter, how many are not on the board.

        The count leaves out the viewer's own rack; a group's count includes every rack.
        """
        letters = load_alphabet(view.language)
        counts = sorted(view.unseen.items(), key=lambda item: letters.rank(item[0]))
        unseen = " ".join(f"{'▢' if tile == BLANK else tile}<b>{count}</b>" for tile, count in counts)
        message = "bag-list" if view.viewer is None else "bag-list-private"
        return speaker.html(message, bag=view.bag, tiles=view.tiles, unseen=Html(unseen))

    def board_as_html(self, view: GameView) -> str:
        """The board."""
        return board_sketches.board_as_html(view)

    def table_as_html(self, view: GameView, speaker: Speaker) -> str:
        """The board, what its signs mean, and what stands below a picture."""
        below = first_fitting_caption(*(join_lines(*parts) for parts in self.caption_versions(view, speaker)))
        return f"{board_sketches.board_as_html(view)}\n{board_legend(view, speaker)}\n{below}"

    def clock_lines(self, game: GameState, now: datetime, speaker: Speaker) -> list[str]:
        """The players' times, and until when the last play may be challenged."""
        if game.ruleset.clock_rule is None and not game.ruleset.judging.has_challenges:
            return []
        if game.outcome is not None:
            return [speaker.html("turn-none")]
        lines = list(clocks.current_clock_lines(game, now, speaker))
        if game.pending is not None and game.ruleset.judging.has_challenges:
            ends = game.clocks.paused or now
            seconds = max(0, int((game.pending.until - ends).total_seconds()))
            lines.append(speaker.html("window-left", time=speaker.duration(seconds)))
        return [*lines, *clocks.stopped_clocks_lines(game.clocks, speaker)]

    def motif_message(self, ruleset: Ruleset) -> str:
        """One for all languages of a game."""
        return f"motif-{ruleset.id.partition('-')[0]}"

    def rules_text(self, ruleset: Ruleset, speaker: Speaker) -> str:
        """From the ruleset's own figures."""
        rules = CrosswordRulesText(ruleset, speaker)
        return compose_rules(rules.heading(), rules.sections(), speaker)

    def help_messages(self, ruleset: Ruleset) -> tuple[Sequence[str], Sequence[str]]:
        """Challenges and draws where there are such; look-ups where they are open."""
        challenges = ruleset.judging.has_challenges
        play = [
            "help-word-first" if ruleset.places else "help-move",
            "help-move-more",
            INLINE_MODE_MESSAGE,
            *(["help-challenge"] if challenges else []),
            *(["help-take-back"] if ruleset.take_back else []),
            *(["help-draw"] if ruleset.draw_offers else []),
        ]
        return play, ["help-look", *([] if challenges else ["help-word"])]

    def help_examples(self, ruleset: Ruleset) -> Mapping[str, str]:
        """The cell through which a first word goes."""
        return centre_cell_fields(ruleset.columns, len(ruleset.board.rows))

    def table_sketch(self, view: GameView, speaker: Speaker, look: Look) -> Sketch:
        """The board."""
        return board_sketches.board_sketch(view, speaker, look)

    def painter_preparations(self) -> Iterator[Preparation]:
        """The sprites of every board."""
        return board_sketches.painter_preparations()

    def example_sketch(self, name: str, look: Look, speaker: Speaker, *, foreign: bool) -> Sketch | None:
        """A board with one word."""
        return example_sketch(name, look, speaker, foreign=foreign)

    def gallery_pictures(self, texts: Texts) -> Iterator[GalleryPicture]:
        """Boards, a rack, a move tried out."""
        return gallery_pictures(texts)

    def gallery_lobbies(self) -> Iterable[GalleryLobby]:
        """One lobby."""
        return (GALLERY_LOBBY,)

    def table_keyboard(self, table: str, view: GameView, speaker: Speaker) -> InlineKeyboardMarkup | None:
        """Under every board."""
        return keyboards.board_keyboard(table, view, speaker)

    def answer_keyboard(
        self, table: str, view: GameView, speaker: Speaker, kinds: Collection[type]
    ) -> InlineKeyboardMarkup | None:
        """The buttons of a vote or of an offered draw, if the events ask for one; of both where both are open."""
        vote = super().answer_keyboard(table, view, speaker, kinds)
        if view.offer is None:
            return vote
        draw = keyboards.draw_offer_keyboard(table, view.offer.seat, speaker)
        if vote is None or ABSENCE_EVENTS.isdisjoint(kinds):
            return draw
        both = InlineKeyboardMarkup([*draw.inline_keyboard, *vote.inline_keyboard])
        return vote if DRAW_EVENTS.isdisjoint(kinds) else both

    def to_gcg(self, game: GameState, log: Sequence[LogEntry], proof: Proof) -> str | None:
        """As GCG."""
        events = [event for entry in log for event in entry.events if isinstance(event, crossword.Event)]
        names = [player.name for player in game.players]
        return write_gcg(game.ruleset, names, events, seed=proof.seed, title=f"Harfiyen {proof.table}")
