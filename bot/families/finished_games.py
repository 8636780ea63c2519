"""Finished games, unpacked: the steps of their replays in words, and reports of players' moves, for chat and page."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.families import registry
from bot.families.chat_family import FamilyAnalysis, SeatReport
from bot.families.services import ChatServices
from bot.pictures import PictureStyle
from bot.records.archive import ArchivedGame, GameArchive
from bot.texts import Html
from bot.wording.speaker import Speaker
from engine.errors import DataError, Refusal
from engine.forget_player import is_forgotten
from engine.game import Game, redact, view
from engine.game_base import GameView, TurnGame
from engine.game_record import GameRecord, PlayerRecord
from engine.packed_game import UnpackedGame
from engine.rulesets import shipped_rulesets
from engine.table_log import LogEntry


@dataclass(frozen=True, slots=True)
class OpenedGame:
    """A game of the history, unpacked as far as possible."""

    found: ArchivedGame
    unpacked: UnpackedGame | None
    missing: str = ""  # the code of the refusal if it cannot be replayed, else empty

    @property
    def end(self) -> Game | None:
        """The game's final state, if it could be unpacked."""
        end = None if self.unpacked is None else self.unpacked.end
        return end if isinstance(end, Game) else None

    @property
    def has_gcg(self) -> bool:
        """Whether the game can be written as GCG."""
        return self.end is not None and registry.family_of_game(self.end).to_gcg is not None

    @property
    def can_be_analysed(self) -> bool:
        """Whether the game's moves can be analysed."""
        return self.end is not None and registry.family_of_game(self.end).load_analysis is not None


async def open_game(archive: GameArchive, found: ArchivedGame) -> OpenedGame:
    """Unpack a game of the history if this version can read it."""
    try:
        unpacked = await archive.load_game(found)
    except DataError:
        return OpenedGame(found, None, "history_other_version")
    return OpenedGame(found, unpacked, "" if unpacked is not None else "history_gone")


def record_titles(record: GameRecord) -> Mapping[str, str]:
    """The title of a record's game in every language; empty if this version does not know the game."""
    ruleset = shipped_rulesets().get(record.ruleset)
    return {} if ruleset is None else ruleset.title


def recorded_name(player: PlayerRecord, speaker: Speaker) -> str:
    """A player's name in a record, or the word for a forgotten player; plain text."""
    return speaker.plain("forgotten-player") if is_forgotten(player.user) else speaker.plain_name(player.name)


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """A step of a replay: something that the group was told."""

    before: Game | None  # the state before it; `None` at the beginning
    after: Game
    entry: LogEntry

    @property
    def public_view(self) -> GameView:
        """What the group saw after it."""
        shown = view(self.after, None)
        if not isinstance(shown, GameView):
            raise TypeError("a game's view is no lobby's")
        return shown


def list_replay_steps(game: UnpackedGame, speaker: Speaker) -> list[ReplayStep]:
    """The steps of a game: its beginning if it has turns, then everything that its group was told."""
    steps: list[ReplayStep] = []
    before: Game | None = None
    for table, entry in zip(game.tables, game.log, strict=True):
        if not isinstance(table, Game):
            continue
        step = ReplayStep(before, table, entry)
        if (before is None and isinstance(table, TurnGame)) or step_lines(step, speaker):
            steps.append(step)
        before = table
    return steps


def find_turn_step(steps: Sequence[ReplayStep], number: int) -> int | None:
    """The step of the turn after ``number`` turns; if it was undone, its last repetition."""
    found = [
        place
        for place, one in enumerate(steps)
        if one.before is not None and one.before.number == number and one.after.number > one.before.number
    ]
    return found[-1] if found else None


def list_lead_changes(views: Iterable[GameView]) -> list[int]:
    """The places of the views since which another seat leads alone than before."""
    found, leader = list[int](), None
    for place, shown in enumerate(views):
        best = max((seat.score for seat in shown.seats), default=0)
        leading = [seat for seat, one in enumerate(shown.seats) if one.score == best]
        if len(leading) == 1 and leading[0] != leader:
            if leader is not None:
                found.append(place)
            leader = leading[0]
    return found


def step_lines(step: ReplayStep, speaker: Speaker) -> list[str]:
    """What the group was told of a step, in HTML."""
    shown = step.public_view
    events = [redact(event, None) for event in step.entry.events]
    return registry.family_of_view(shown).wording(speaker).past_event_lines(events, shown)


def rack_line(step: ReplayStep, speaker: Speaker) -> str:
    """The rack of the player who took the turn, in HTML; empty without a turn, or without racks."""
    before = step.before
    if not isinstance(before, TurnGame) or step.after.number <= before.number or before.outcome is not None:
        return ""
    rack_text = registry.family_of_game(before).rack_text
    tiles = "" if rack_text is None else rack_text(before, before.turn)
    if not tiles:
        return ""
    return speaker.html("history-rack", name=speaker.player_name(before.players[before.turn].name), tiles=Html(tiles))


class MoveReports:
    """Analyses finished games, and reports on a player's moves in them."""

    def __init__(self, services: ChatServices, archive: GameArchive) -> None:
        self._archive: Final = archive
        self._analyses: Final = services.analysis.game_analyses
        self._puzzles: Final = services.puzzles

    async def load_family(self, end: Game) -> FamilyAnalysis:
        """The analysis of a game's family. Raises Refusal: ``stale_button`` if it has none."""
        load = registry.family_of_game(end).load_analysis
        if load is None:
            raise Refusal("stale_button")
        # In a thread, as the import takes longer than an answer may.
        return await asyncio.to_thread(load)

    async def read_analysis(self, found: ArchivedGame, family: FamilyAnalysis) -> bytes | None:
        """The stored analysis of a game; ``None`` if a job has to make it."""
        if family.job is None:
            return b""
        return await self._analyses.read_analysis(found.chat, found.record.id, family.job)

    async def analyse_game(self, found: ArchivedGame, family: FamilyAnalysis) -> bytes:
        """Analyse a game in seconds, and keep the puzzle that a shared picture links to.

        Raises Refusal: ``history_gone``; JobFailed; DataError; RedisError.
        """
        if family.job is None:
            return b""
        packed = await self._archive.read_packed_game(found)
        if packed is None:
            raise Refusal("history_gone")
        known = await self._analyses.analyse_game(found.chat, found.record.id, packed, family.job)
        if (puzzle := family.costliest_puzzle(known)) is not None:
            of_puzzles = self._puzzles.family_of_game(puzzle.ruleset)
            await self._puzzles.sources.keep_of_game(of_puzzles, found.chat, found.record.id, puzzle)
        return known

    async def compose_report(
        self, game: UnpackedGame, known: bytes, user: int, speaker: Speaker, style: PictureStyle
    ) -> SeatReport:
        """The report on a player's moves from an analysis; ``speaker`` is about the game. Raises DataError."""
        if not isinstance(game.end, Game):
            raise TypeError("a finished game ends as a game")
        family = await self.load_family(game.end)
        return await asyncio.to_thread(family.compose_seat_report, game, known, user, speaker, style)
