"""The whole of a Duplicate game, secrets included. Only ``rules`` makes new states; only ``secrecy`` shows them."""

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
"""Who answer; the next is told so."""
MOST_SEATS: Final = 250
"""With those who only opened their board."""


class StandingAnswer(Struct, frozen=True):
    """A player's last answer to the open round; ``sent`` is the instant by which it is the last."""

    play: Play
    sent: datetime
    counts: bool = True


class Player(Struct, frozen=True, omit_defaults=True):
    """Who is in the game, in the order of entering."""

    user: int
    name: str
    score: int = 0
    """Points with solo bonuses."""
    from_lobby: bool = False
    """Whether the player sat in the lobby: waited for in the first round as if they had answered."""
    since: int = 0
    """The round of the first answer; 0 for none yet. An answer to the open round counts when it closes."""
    points: tuple[int | None, ...] = ()
    """Without bonuses, of each closed round since :attr:`since`; ``None`` for no answer."""
    tops: int = 0
    solos: int = 0
    answer: StandingAnswer | None = None
    """Secret."""
    locked: bool = False
    """Secret."""
    withdrawn: datetime | None = None
    """Secret: when the player last took an answer to the open round back; what was sent before is not taken."""

    @property
    def active(self) -> bool:
        """Always: nobody leaves a game in which nobody is waited for."""
        return True


class Round(Struct, frozen=True):
    """The open round; what is found of it is secret."""

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
    """When it closes early, as everybody who is waited for has locked."""


class GameState(Game, frozen=True, kw_only=True, tag="duplicate"):
    """A game in progress or over. Cells are as in a crossword game."""

    ruleset: Ruleset
    players: tuple[Player, ...]
    cells: tuple[str, ...]
    kept: tuple[str, ...] = ()
    """Between two rounds: what the last laid play left of its rack, or the rack of a round that does not count."""
    bag: tuple[str, ...]
    """Secret: what is neither on the board, nor on the rack, nor kept."""
    round: Round | None = None
    """``None`` between two rounds."""
    closed: tuple[ClosedRound, ...] = ()
    known: int = 0
    """How many players there were when the last round closed: later ones are shown when the next does."""
    opens: datetime | None = None
    """When the next rack may be drawn; ``None`` while a round is open and at the end."""
    outcome: Outcome | None = None

    @property
    def clock_rule(self) -> None:
        """Always ``None``: no seat has a clock."""
        return

    @property
    def awaited(self) -> tuple[int, ...]:
        """None: a round ends at its instant, whoever has answered."""
        return ()

    def may_act(self, seat: int) -> bool:
        """Whether a round is open in which the seat's answer is not final."""
        return self.round is not None and not self.players[seat].locked

    @property
    def known_players(self) -> tuple[Player, ...]:
        """Those who were in the game when the last round closed."""
        return self.players[: self.known]

    @property
    def unanswered(self) -> tuple[Player, ...]:
        """Secret: those who are still in the group and have no answer to the open round."""
        waiting = () if self.round is None else self.players
        return tuple(one for one in waiting if one.answer is None and one.user not in self.gone)

    @property
    def known_form(self) -> Self:
        """Without who entered in the open round, and with nobody's answer to it."""
        unanswered = (replace(player, answer=None, locked=False, withdrawn=None) for player in self.known_players)
        return replace(self, players=tuple(unanswered))

    @property
    def closes_look_ups(self) -> bool:
        """Whether a round is open in which words are judged when it closes (RULES §10.5)."""
        return self.round is not None and self.ruleset.closes_look_ups

    def closes_look_ups_of(self, seat: int) -> bool:
        """Those of whoever has answered in this game."""
        player = self.players[seat]
        return self.closes_look_ups and (player.since > 0 or player.answer is not None)

    @property
    def due_at(self) -> datetime | None:
        """Until when all may answer; ``None`` while the game is paused, and between rounds."""
        return None if self.round is None or self.clocks.paused is not None else self.round.due

    @property
    def position(self) -> Position:
        """The open round's board and rack as a crossword game of one player, seat 0: for laying and scoring."""
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
    """Start a game of a resolved ruleset: its first rack may be drawn at once."""
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
