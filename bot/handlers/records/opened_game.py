"""A game of the history, opened: replayed as far as it is kept, or with the reason why it cannot be."""

from dataclasses import dataclass

from bot.families import registry
from bot.handlers.game.proof_files import GameProof, to_game_proof
from bot.records.archive import ArchivedGame, GameArchive
from engine.errors import DataError, Refusal
from engine.game import Game
from engine.packed_game import UnpackedGame


@dataclass(frozen=True, slots=True)
class OpenedGame:
    """A game of the history as far as it is known."""

    found: ArchivedGame
    unpacked: UnpackedGame | None
    missing: str = ""
    """The code of the refusal that says why it cannot be replayed; empty if it can."""

    @property
    def end(self) -> Game | None:
        """The game as it ended."""
        end = None if self.unpacked is None else self.unpacked.end
        return end if isinstance(end, Game) else None

    @property
    def has_gcg(self) -> bool:
        """Whether it may be written as GCG."""
        return self.end is not None and registry.family_of_game(self.end).to_gcg is not None

    @property
    def can_be_analysed(self) -> bool:
        """Whether its moves can be looked at again."""
        return self.end is not None and registry.family_of_game(self.end).load_analysis is not None


async def open_game(archive: GameArchive, found: ArchivedGame) -> OpenedGame:
    """Open a game."""
    try:
        unpacked = await archive.load_game(found)
    except DataError:
        return OpenedGame(found, None, "history_other_version")
    return OpenedGame(found, unpacked, "" if unpacked is not None else "history_gone")


def proof_of(opened: OpenedGame, *, needs_gcg: bool = False) -> GameProof:
    """The proof of a game.

    Raises:
        Refusal: ``no_gcg``, or why it cannot be replayed.
    """
    unpacked, end = opened.unpacked, opened.end
    if unpacked is None or end is None:
        raise Refusal(opened.missing)
    proven = to_game_proof(end, unpacked.log, unpacked.proof())
    if needs_gcg and proven.gcg is None:
        raise Refusal("no_gcg")
    return proven
