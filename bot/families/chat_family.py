"""A family of games as the chat needs it: :class:`ChatFamily` is the one object that gives all of it.

No module outside of a family's own package names the family. The objects are in the families' packages.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, Generic, TypeVar

from telegram import InlineKeyboardMarkup

from bot.families.chat import ChatServices, FamilyChat
from bot.families.computer_player import ComputerPlayers
from bot.families.gallery import GalleryLobby, GalleryPicture
from bot.families.timed_reveal import TimedReveal
from bot.pictures.drawing import Preparation
from bot.pictures.sketches import Look, Sketch
from bot.telegram.button_data import ButtonSpec
from bot.telegram.keyboards import game_over_keyboard, vote_keyboard
from bot.texts import Texts
from bot.wording import clocks
from bot.wording.speaker import Speaker
from engine.family_protocol import AnyFamily
from engine.game import Event
from engine.game_base import Game, GameView
from engine.proof import Proof
from engine.ruleset_base import Ruleset
from engine.table_log import LogEntry

R = TypeVar("R", bound=Ruleset)


G = TypeVar("G", bound=Game)


V = TypeVar("V", bound=GameView)


class ChatFamily(ABC, Generic[R, G, V]):
    """A family of games in the chat, over its ruleset, game and view.

    Wording takes a speaker that speaks of the table. What is optional has a default, which is that there is none.
    """

    engine_family: ClassVar[AnyFamily]
    """The family in the engine, which has the rules."""
    pieces_message: ClassVar[str]
    """The message with the number of pieces that a game is played with."""
    command_classes: ClassVar[tuple[type, ...]]
    """The classes with the methods that answer its commands, each with its row (:mod:`bot.user_input.commands`)."""
    start_event: ClassVar[type]
    """The event of a game's beginning."""
    text_only_events: ClassVar[tuple[type, ...]]
    """Events that no picture shows: if there are no others, no picture is sent."""
    same_board_events: ClassVar[tuple[type, ...]] = ()
    """Turns that leave the picture as it was: with only these and text-only events, no picture is sent."""
    button_kinds: ClassVar[Mapping[str, ButtonSpec]] = MappingProxyType({})
    """The family's own buttons, by kind."""
    has_resend_button: ClassVar[bool] = False
    """Whether its pictures have a button that sends them again."""
    timed_reveal: ClassVar[TimedReveal | None] = None
    has_labels: ClassVar[bool] = False
    """Whether its pictures have the labels whose language ``/labels`` chooses."""
    has_gcg: ClassVar[bool] = False
    """Whether :meth:`to_gcg` writes its games."""
    has_computer_players: ClassVar[bool] = False
    """Whether :meth:`load_computer_players` has computer players of its games."""

    @property
    def name(self) -> str:
        """The engine's name of the family."""
        return str(self.engine_family.ruleset.family)

    @abstractmethod
    def create_chat(self, services: ChatServices) -> FamilyChat:
        """Create the family's handlers, once a process."""

    def load_computer_players(self, folder: Path) -> ComputerPlayers:
        """Load what chooses the actions of computer players; word graphs are kept in ``folder``.

        Raises:
            LookupError: the family has no computer players.
        """
        raise LookupError(f"no computers play {self.name}, whatever lies in {folder}")

    def motif_message(self, ruleset: R) -> str | None:  # noqa: ARG002 - for families of several games
        """The message that abbreviates a game's name for its lobby's picture; ``None`` for none."""
        return f"motif-{self.name}"

    def closes_look_ups(self, game: G) -> bool:  # noqa: ARG002 - for families that judge words late
        """Whether nobody at the table may look words up while this game runs."""
        return False

    @abstractmethod
    def event_lines(self, events: Iterable[Event], view: V, speaker: Speaker) -> list[str]:
        """What happened, one or more lines an event; none for events that need no words."""

    def short_event_lines(self, events: Iterable[Event], view: V, speaker: Speaker) -> list[str]:
        """What happened, in a few words an event, where much is told at once."""
        return [line.partition("\n")[0] for line in self.event_lines(events, view, speaker)]

    @abstractmethod
    def standing_versions(self, events: Sequence[Event], view: V, speaker: Speaker) -> tuple[str, ...]:
        """The standing that follows the events, the fullest version first."""

    @abstractmethod
    def caption_versions(self, view: V, speaker: Speaker) -> tuple[tuple[str, ...], ...]:
        """The parts of the caption of a picture that somebody asked for, the fullest version first."""

    @abstractmethod
    def score_text(self, view: V, speaker: Speaker) -> str:
        """Everybody's score."""

    @abstractmethod
    def next_turn_line(self, view: V, speaker: Speaker) -> str:
        """Who is on turn, mentioned."""

    def brief_standing(self, view: V, speaker: Speaker) -> str:
        """The standing below a turn that has no picture: only what matters for the next turn."""
        return self.next_turn_line(view, speaker) if view.outcome is None else ""

    @abstractmethod
    def result_text(self, view: V, speaker: Speaker) -> str:
        """How a finished game ended; empty before its end."""

    @abstractmethod
    def bag_text(self, view: V, speaker: Speaker) -> str:
        """What is still to be drawn, as far as the viewer may know it."""

    @abstractmethod
    def board_as_html(self, view: V) -> str:
        """The picture's content as monospaced HTML."""

    @abstractmethod
    def table_as_html(self, view: V, speaker: Speaker) -> str:
        """The whole table as text, for somebody who asked for text instead of a picture."""

    def clock_lines(self, game: G, now: datetime, speaker: Speaker) -> list[str]:
        """Everybody's time at an instant, a line each; empty without clocks."""
        if game.ruleset.clock_rule is None:
            return []
        if game.outcome is not None:
            return [speaker.html("turn-none")]
        return [*clocks.current_clock_lines(game, now, speaker), *clocks.stopped_clocks_lines(game.clocks, speaker)]

    @abstractmethod
    def rules_text(self, ruleset: R, speaker: Speaker) -> str:
        """A game's rules as HTML."""

    @abstractmethod
    def help_messages(self, ruleset: R) -> tuple[Sequence[str], Sequence[str]]:
        """The ids of the messages that explain how to play and how to look things up."""

    def help_examples(self, ruleset: R) -> Mapping[str, str]:  # noqa: ARG002 - for families that have such
        """Arguments of the help's messages, beside the sample words."""
        return {}

    @abstractmethod
    def table_sketch(self, view: V, speaker: Speaker, look: Look) -> Sketch:
        """The picture of a view."""

    def painter_preparations(self) -> Iterator[Preparation]:
        """The steps in which a painter may prepare sprites for the family's pictures."""
        return iter(())

    def example_sketch(self, name: str, look: Look, speaker: Speaker, *, foreign: bool) -> Sketch | None:  # noqa: ARG002 - for families that have one
        """A picture that shows a look, with a player of this name; ``None`` if the family has none.

        Its game is in the look's language, or in another one if ``foreign``.
        """
        return None

    def gallery_pictures(self, texts: Texts) -> Iterable[GalleryPicture]:  # noqa: ARG002 - for families that have one
        """The family's pictures in the gallery."""
        return ()

    def gallery_lobbies(self) -> Iterable[GalleryLobby]:
        """The family's lobbies in the gallery."""
        return ()

    def table_keyboard(self, table: str, view: V, speaker: Speaker) -> InlineKeyboardMarkup | None:
        """The buttons under a picture of the table with this short name; under a finished game at least its proof."""
        return None if view.outcome is None else game_over_keyboard(speaker, table)

    def answer_keyboard(
        self,
        table: str,
        view: V,
        speaker: Speaker,
        kinds: Collection[type],  # noqa: ARG002 - for families that ask more
    ) -> InlineKeyboardMarkup | None:
        """The buttons under events of these kinds that have no picture, where somebody is to answer."""
        return None if view.petition is None else vote_keyboard(speaker, table, view.petition)

    def to_gcg(self, game: G, log: Sequence[LogEntry], proof: Proof) -> str | None:  # noqa: ARG002 - for families that have one
        """A finished game as GCG; ``None`` if GCG cannot express it."""
        return None
