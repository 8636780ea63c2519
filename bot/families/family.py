"""What the chat needs of a family of games: one object gives all of it, and no other module names a family.

Owns the shape of that object and of its share in the chat; the objects are in the families' own rooms.
"""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from telegram import InlineKeyboardMarkup

from bot.families.context import Context
from bot.families.exhibits import Exhibit, Waiting
from bot.families.inquired import Inquired, Offered
from bot.families.lookups import LookUps
from bot.families.minds import Thinker
from bot.families.ownboard import OwnBoard
from bot.pictures.drawing import DrawingThread, Preparation
from bot.pictures.photos import Photos
from bot.pictures.sketches import Look, Sketch
from bot.store.arranged import Arranged
from bot.store.callers import Callers
from bot.store.picks import Picks
from bot.store.redis import Store
from bot.store.refusals import Refusals
from bot.store.wanted import Wanted
from bot.tables.games import Games
from bot.tables.held import Held
from bot.telegram.answers import Answers
from bot.telegram.buttons import Button, Buttons, Pressed, ballot, over
from bot.telegram.gateway import Gateway
from bot.telegram.inbound import Command, Mistyped, Reply, Tap
from bot.telegram.members import Members
from bot.telegram.personal import Personal
from bot.telegram.tongues import Tongues
from bot.texts import Texts
from bot.wording import clocks
from bot.wording.speaker import Speaker
from engine.family import AnyFamily, Game, GameView
from engine.game import Event, Step
from engine.parameters import Ruleset
from engine.proof import Proof
from engine.record import LogEntry

R = TypeVar("R", bound=Ruleset)
G = TypeVar("G", bound=Game)
V = TypeVar("V", bound=GameView)

OnCommand = Callable[[Command, Context], Awaitable[None]]
OnTap = Callable[[Tap, Context, Pressed], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Services:
    """What the handlers of a family may use."""

    gateway: Gateway
    members: Members
    games: Games
    store: Store
    answers: Answers
    personal: Personal
    buttons: Buttons
    studio: DrawingThread
    photos: Photos
    texts: Texts
    tongues: Tongues
    look_ups: LookUps
    picks: Picks
    refusals: Refusals
    arranged: Arranged
    callers: Callers
    wanted: Wanted


class Chat(ABC):
    """What may be asked of a family's games in a chat."""

    @property
    @abstractmethod
    def commands(self) -> Mapping[str, OnCommand]:
        """Handlers by command: of its own ones, and of those that several families have."""

    @property
    def taps(self) -> Mapping[str, OnTap]:
        """Handlers of its own buttons, by kind."""
        return {}

    @abstractmethod
    async def move(self, request: Reply, context: Context) -> None:
        """A text without a command that looks like a move of its games."""

    async def mistook(self, request: Mistyped, context: Context) -> None:  # noqa: B027 - for families that have moves
        """A mistyped command for a move by a player of a running game; it is refused."""

    async def said(self, request: Reply, context: Context) -> bool:  # noqa: ARG002 - for families that have such
        """A word without a command that looks like no move; ``False`` where it is talk, which has no answer."""
        return False

    async def inquired(self, asked: Inquired) -> tuple[Offered, ...]:  # noqa: ARG002 - for families that have
        """What inline mode offers to somebody who plays at a table; nothing where only its standing is to be told."""
        return ()

    @property
    def own(self) -> OwnBoard | None:
        """A player's own board; ``None`` where the family has none."""
        return None

    def applied(self, held: Held, step: Step) -> None:  # noqa: B027 - most families whisper nothing
        """Begin to tell single players what of a step is theirs alone; nobody waits for it."""

    async def settle(self, seconds: float) -> None:  # noqa: B027 - most families have nothing to wait for
        """Let what was begun finish, for so long at most."""


class Moments(Protocol):
    """Something shown for a moment and then hidden again (RULES §8, no. 40)."""

    @property
    def seconds(self) -> int:
        """How long it is shown."""
        ...

    def revealed(self, events: Iterable[Event]) -> Sequence[Any]:
        """Those events that show something which lies there still, the newest last."""
        ...

    def mixes(self, events: Iterable[Event]) -> bool:
        """Whether what was shown before lies elsewhere now."""
        ...

    def passing(self, view: Any, shown: Sequence[Any]) -> bool:
        """Whether some of what events show, at least one, is hidden again."""
        ...

    def laid(self, view: Any, shown: Sequence[Any]) -> Any:
        """The view with it open, for the one picture that shows it."""
        ...

    def line(self, speaker: Speaker) -> str:
        """What is said meanwhile."""
        ...


class Family(ABC, Generic[R, G, V]):
    """A family of games in the chat, over its ruleset, game and view.

    Wording takes a speaker that speaks of the table. What is optional has a default, which is that there is none.
    """

    engine: ClassVar[AnyFamily]
    """The same family in the engine, which has its rules."""
    pieces: ClassVar[str]
    """The message that counts what its games are played with."""
    handlers: ClassVar[tuple[type, ...]]
    """The classes with the methods that answer its commands, each with its row (:mod:`bot.typed.commands`)."""
    begins: ClassVar[type]
    """The event of a game's beginning."""
    said_only: ClassVar[tuple[type, ...]]
    """Events that no picture shows: without others they are told without one."""
    tileless: ClassVar[tuple[type, ...]] = ()
    """Events of turns that leave the picture as it was: with none but those above they are told without one, too."""
    buttons: ClassVar[Mapping[str, Button]] = MappingProxyType({})
    """Its own buttons, by kind."""
    sent_again: ClassVar[bool] = False
    """Whether its pictures bear the button that sends them again."""
    moments: ClassVar[Moments | None] = None
    labelled: ClassVar[bool] = False
    """Whether its pictures bear the signs whose language ``/labels`` chooses."""
    recorded: ClassVar[bool] = False
    """Whether :meth:`record` writes its games."""
    computers: ClassVar[bool] = False
    """Whether :meth:`thinker` has computer players of its games."""

    @property
    def name(self) -> str:
        """As the engine calls it."""
        return str(self.engine.ruleset.family)

    @abstractmethod
    def chat(self, services: Services) -> Chat:
        """Its handlers, once a process."""

    def thinker(self, folder: Path) -> Thinker:
        """What chooses for its computer players; word graphs are kept in a folder.

        Raises:
            LookupError: computers do not play it.
        """
        raise LookupError(f"no computers play {self.name}, whatever lies in {folder}")

    def motif(self, ruleset: R) -> str | None:  # noqa: ARG002 - for families of several games
        """The message that names a game in few letters, as they lie on its lobby's picture; ``None`` for none."""
        return f"motif-{self.name}"

    def closes_look_ups(self, game: G) -> bool:  # noqa: ARG002 - for families that judge words late
        """Whether nobody at the table may look words up while this game is on."""
        return False

    @abstractmethod
    def lines(self, events: Iterable[Event], view: V, speaker: Speaker) -> list[str]:
        """What happened, a line or more per event; none for events that need no words."""

    def gist(self, events: Iterable[Event], view: V, speaker: Speaker) -> list[str]:
        """The same in a few words each, where much is told at once."""
        return [line.partition("\n")[0] for line in self.lines(events, view, speaker)]

    @abstractmethod
    def standings(self, events: Sequence[Event], view: V, speaker: Speaker) -> tuple[str, ...]:
        """How the table stands below what happened, the fullest version first."""

    @abstractmethod
    def asked(self, view: V, speaker: Speaker) -> tuple[tuple[str, ...], ...]:
        """The caption of a picture that was asked for: its parts, the fullest version first."""

    @abstractmethod
    def scores(self, view: V, speaker: Speaker) -> str:
        """Everybody's score."""

    @abstractmethod
    def next(self, view: V, speaker: Speaker) -> str:
        """Who is on turn, mentioned."""

    def brief(self, view: V, speaker: Speaker) -> str:
        """What is said below a turn that no picture shows: what matters for the next one."""
        return self.next(view, speaker) if view.outcome is None else ""

    @abstractmethod
    def result(self, view: V, speaker: Speaker) -> str:
        """How a finished game ended; empty before."""

    @abstractmethod
    def bag(self, view: V, speaker: Speaker) -> str:
        """What is still to come, as far as the viewer may know it."""

    @abstractmethod
    def written(self, view: V) -> str:
        """What the picture shows, as monospaced HTML."""

    @abstractmethod
    def as_text(self, view: V, speaker: Speaker) -> str:
        """The answer to somebody who asked for letters instead of a picture."""

    def clocks(self, game: G, now: datetime, speaker: Speaker) -> list[str]:
        """Everybody's time at an instant, a line each; nothing where nothing is timed."""
        if game.ruleset.timing is None:
            return []
        if game.outcome is not None:
            return [speaker.html("turn-none")]
        return [*clocks.stand(game, now, speaker), *clocks.halted(game.clocks, speaker)]

    @abstractmethod
    def rules(self, ruleset: R, speaker: Speaker) -> str:
        """A game's rules as HTML."""

    @abstractmethod
    def help(self, ruleset: R) -> tuple[Sequence[str], Sequence[str]]:
        """The messages that say how to play, and how to look."""

    def examples(self, ruleset: R) -> Mapping[str, str]:  # noqa: ARG002 - for families that have such
        """What the help's examples are of, beside words: arguments of its messages."""
        return {}

    @abstractmethod
    def sketch(self, view: V, speaker: Speaker, look: Look) -> Sketch:
        """The picture of a view."""

    def preparations(self) -> Iterator[Preparation]:
        """What a painter may make ready for its pictures."""
        return iter(())

    def example(self, name: str, look: Look, speaker: Speaker, *, foreign: bool) -> Sketch | None:  # noqa: ARG002 - for families that have one
        """A picture to show a look by, with a player of this name; ``None`` if the family has none.

        Its game is in the look's language, or in a ``foreign`` one.
        """
        return None

    def exhibits(self, texts: Texts) -> Iterable[Exhibit]:  # noqa: ARG002 - for families that have one
        """What the gallery shows of it."""
        return ()

    def waiting(self) -> Iterable[Waiting]:
        """What the gallery shows of its lobbies."""
        return ()

    def keyboard(self, table: str, view: V, speaker: Speaker) -> InlineKeyboardMarkup | None:
        """The buttons under a picture of the table of this short name; a finished game has at least its proof."""
        return None if view.outcome is None else over(speaker, table)

    def answers(self, table: str, view: V, speaker: Speaker, kinds: Collection[type]) -> InlineKeyboardMarkup | None:  # noqa: ARG002 - for families that ask more
        """The buttons under events of these kinds that are told without a picture, where somebody is to answer."""
        return None if view.petition is None else ballot(speaker, table, view.petition)

    def record(self, game: G, log: Sequence[LogEntry], proof: Proof) -> str | None:  # noqa: ARG002 - for families that have one
        """A finished game as GCG; ``None`` where that has no way to write it."""
        return None
