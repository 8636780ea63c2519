"""The state of a Duplicate game, secrets included. Only ``rules`` makes new states; only ``secrecy`` shows them."""

from datetime import datetime
from typing import Final, Self

from msgspec import Struct
from msgspec.structs import replace

from engine.crossword import state as crossword
from engine.crossword.premiums import premium_board
from engine.crossword.state import SCHEMA as POSITION_SCHEMA
from engine.crossword.state import GameState as Position
from engine.crossword.tiles import full_bag
from engine.duplicate.events import GameStarted
from engine.duplicate.ruleset import Ruleset
from engine.duplicate.view import ClosedRound, Outcome, Play, Reason
from engine.game_base import Game, GameSetup
from engine.rng import Draws, commitment

SCHEMA: Final = 1
MOST_PEOPLE: Final = 100
"""The most people who may answer."""
MOST_SEATS: Final = 250
"""The most seats, including those who only opened their board."""


class StandingAnswer(Struct, frozen=True):
    """A player's present answer to the open round, with when it was sent."""

    play: Play
    sent: datetime
    counts: bool = True


class Player(Struct, frozen=True, omit_defaults=True):
    """A player; players are in the order of entering."""

    user: int
    name: str
    score: int = 0
    """The points, including solo bonuses."""
    from_lobby: bool = False
    """Whether the player was in the lobby, and so is awaited in the first round."""
    since: int = 0
    """The round of the first answer; 0 before any. An answer to the open round counts when it closes."""
    points: tuple[int | None, ...] = ()
    """Points, without bonuses, of each closed round since :attr:`since`; ``None`` without an answer."""
    tops: int = 0
    solos: int = 0
    answer: StandingAnswer | None = None
    """Secret: the answer to the open round."""
    locked: bool = False
    """Secret: whether that answer is final."""
    withdrawn: datetime | None = None
    """Secret: when the player last withdrew an answer to the open round; answers sent before are refused."""

    @property
    def active(self) -> bool:
        """Always true: players need not leave, since the game waits for none of them."""
        return True


class Round(Struct, frozen=True):
    """The open round; its search results are secret."""

    number: int
    rack: tuple[str, ...]
    opened: datetime
    due: datetime
    laid: Play
    reason: Reason
    several_words: bool
    best: tuple[Play, ...]
    called: bool = False
    closes: datetime | None = None
    """When it closes early, since all awaited players have locked."""


class GameState(Game, frozen=True, kw_only=True, tag="duplicate"):
    """A running or finished game. Cells are as in a crossword game."""

    ruleset: Ruleset
    players: tuple[Player, ...]
    cells: tuple[str, ...]
    kept: tuple[str, ...] = ()
    """Between rounds: the rack's tiles left by the last laid play, or the rack of a round that does not count."""
    bag: tuple[str, ...]
    """Secret: the tiles that are neither on the board, nor on the rack, nor kept."""
    round: Round | None = None
    """``None`` between rounds."""
    closed: tuple[ClosedRound, ...] = ()
    known: int = 0
    """The number of players when the last round closed; later ones are shown at the next close."""
    opens: datetime | None = None
    """When the next rack may be drawn; ``None`` while a round is open and at the end."""
    outcome: Outcome | None = None

    @property
    def clock_rule(self) -> None:
        """Always ``None``: no seat has a clock."""
        return

    @property
    def awaited(self) -> tuple[int, ...]:
        """Empty: a round ends at its time, even without answers."""
        return ()

    def may_act(self, seat: int) -> bool:
        """Whether a round is open in which the seat's answer is not final."""
        return self.round is not None and not self.players[seat].locked

    @property
    def known_players(self) -> tuple[Player, ...]:
        """The players who were in the game when the last round closed."""
        return self.players[: self.known]

    @property
    def unanswered(self) -> tuple[Player, ...]:
        """Secret: the players still in the group who have no answer to the open round."""
        waiting = () if self.round is None else self.players
        return tuple(one for one in waiting if one.answer is None and one.user not in self.gone)

    @property
    def known_form(self) -> Self:
        """The game without players who entered in the open round, and without answers to it."""
        unanswered = (replace(player, answer=None, locked=False, withdrawn=None) for player in self.known_players)
        return replace(self, players=tuple(unanswered))

    @property
    def closes_look_ups(self) -> bool:
        """Whether words must not be looked up: a round is open that judges words only when it closes (RULES §10.5)."""
        return self.round is not None and self.ruleset.closes_look_ups

    def closes_look_ups_of(self, seat: int) -> bool:
        """Whether a seat's player may not look up words in other chats either: only after an answer in this game."""
        player = self.players[seat]
        return self.closes_look_ups and (player.since > 0 or player.answer is not None)

    @property
    def due_at(self) -> datetime | None:
        """When the open round ends; ``None`` during a pause, and between rounds."""
        return None if self.round is None or self.clocks.paused is not None else self.round.due

    @property
    def position(self) -> Position:
        """The open round's board and rack as a crossword game of one player, seat 0, to lay and score plays."""
        return Position(
            schema=POSITION_SCHEMA,
            ruleset=self.ruleset.crossword,
            lexicon=self.lexicon,
            players=(crossword.Player(0, "", () if self.round is None else self.round.rack),),
            cells=self.cells,
            bag=(),
            draws=Draws(""),
            secret="",
            commitment=self.commitment,
            host=0,
            turn=0,
        )


def open_game(ruleset: Ruleset, setup: GameSetup) -> tuple[GameState, tuple[GameStarted]]:
    """Start a game of a resolved ruleset; its first rack may be drawn at once."""
    state = GameState(
        schema=SCHEMA,
        ruleset=ruleset,
        lexicon=setup.lexicon,
        players=tuple(Player(seat.user, seat.name, from_lobby=True) for seat in setup.seats),
        cells=("",) * premium_board(ruleset.board).grid.size,
        bag=full_bag(ruleset.counts),
        draws=Draws(setup.seed),
        secret=setup.secret,
        commitment=commitment(setup.secret),
        host=setup.host,
        known=len(setup.seats),
        opens=setup.begins,
    )
    return state, (GameStarted(),)
