"""The page's views of finished games: the viewer's own, a game's replay, and the viewer's costliest moves in it.

A replay is shown to anyone with its address, as by the link of a shared picture; costly moves to their player alone.
"""

import asyncio
import html
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from redis.exceptions import RedisError

from bot.analysis.process import JobFailed
from bot.families.finished_games import (
    MoveReports,
    OpenedGame,
    ReplayStep,
    find_turn_step,
    list_lead_changes,
    list_replay_steps,
    open_game,
    rack_line,
    recorded_name,
    step_lines,
)
from bot.families.services import ChatServices
from bot.logs import get_logger
from bot.pictures import PictureStyle
from bot.records.archive import ArchivedGame, GameArchive
from bot.telegram.keyboards import encode_replay_address, parse_replay_address
from bot.web.boards import NotShown, describe_look
from bot.web.server import Asked, ViewRoute
from bot.wording.figures import game_label
from bot.wording.speaker import Speaker, join_lines
from bot.workers.recent import NewestDict, RecentKeys
from bot.workers.supervisor import start_task
from engine.errors import DataError, Refusal
from engine.game import Game
from engine.packed_game import UnpackedGame

log = get_logger(__name__)
_REPLAY: Final = "/api/replays/(?P<address>r_[0-9a-f_-]{1,60})"
_TAG: Final = re.compile("<[^>]*>")
_MOST_NAMED: Final = 3
_MOST_REPLAYS: Final = 16
_FAILURE_SECONDS: Final = 60.0
"""How long a failed analysis is told before the game is analysed anew."""


@dataclass(frozen=True, slots=True)
class _Replay:
    game: UnpackedGame
    steps: Sequence[ReplayStep]
    told: Sequence[Mapping[str, Any]]
    """The group's view after each step, and what the chat tells of it, as plain text."""
    leads: Sequence[int]
    """The steps at which the lead changes."""


class FinishedGameViews:
    """Answers what the page asks of finished games; ``is_banned`` tells of a group."""

    def __init__(self, services: ChatServices, is_banned: Callable[[int], bool]) -> None:
        self._archive: Final = GameArchive(services.records.store, services.records.projection)
        self._reports: Final = MoveReports(services, self._archive)
        self._is_banned: Final = is_banned
        self._tables: Final = services.tables.store
        self._locales: Final = services.messaging.private_locale
        self._analyses: Final[dict[int, asyncio.Task[None]]] = {}
        """By the user who asked: each has one game analysed at a time."""
        self._replays: Final[NewestDict[tuple[int, str, str], _Replay]] = NewestDict(_MOST_REPLAYS)
        """By chat, game and language: to make one takes up to 30 ms."""
        self._failed: Final = RecentKeys(_FAILURE_SECONDS)
        self.routes: Final[Sequence[ViewRoute]] = (
            ("GET", re.compile("/api/games/(?P<page>[0-9]{1,4})"), self._list_games),
            ("GET", re.compile(_REPLAY), self._show_replay),
            ("GET", re.compile(f"{_REPLAY}/moves"), self._show_moves),
        )

    async def _list_games(self, asked: Asked, page: str) -> object:
        user, speaker = asked.session.user, asked.speaker
        found = await self._archive.list_user_games(user, int(page))
        listed = [one for game in found.games if (one := _list_game(game, user, speaker)) is not None]
        return {"games": listed, "has_older": found.has_older}

    async def _show_replay(self, asked: Asked, address: str) -> object:
        opened, game, end = await self._open(address)
        speaker = asked.speaker.about_table(end.ruleset.title)
        is_player = any(one.user == asked.session.user for one in opened.found.record.players)
        replay = await self._load_replay(opened.found, game, speaker)
        return {
            **await self._look_of(opened.found, end),
            "steps": replay.told,
            "leads": replay.leads,
            "point": await self._find_turning_step(opened, replay, asked.session.user, speaker) if is_player else None,
            "has_moves": is_player and opened.can_be_analysed,
        }

    async def _show_moves(self, asked: Asked, address: str) -> object:
        opened, game, end = await self._open(address)
        user, found = asked.session.user, opened.found
        if all(one.user != user for one in found.record.players):
            raise Refusal("costly_not_yours")
        family, speaker = await self._reports.load_family(end), asked.speaker.about_table(end.ruleset.title)
        known = await self._reports.read_analysis(found, family)
        failed = {"state": "failed", "text": speaker.plain("costly-failed")}
        if known is None and self._failed.is_recent((found.chat, found.record.id)):
            return failed
        if known is None:
            if user not in self._analyses:
                work = self._analyse(opened)
                self._analyses[user] = start_task(work, name=f"analysis {found.record.id} for the page")
                self._analyses[user].add_done_callback(lambda _: self._analyses.pop(user))
            return {"state": "working"}
        try:
            report = await self._reports.compose_report(game, known, user, speaker, PictureStyle(speaker.language))
        except DataError:
            log.exception("the analysis of a game cannot be told", chat=found.chat, game=found.record.id)
            return failed
        nothing = speaker.plain("costly-none-short" if report.is_judged else "costly-unjudged-short")
        return {
            **await self._look_of(found, end),
            "state": "done",
            "text": "" if report.moves else nothing,
            "moves": [
                {name: getattr(one, name) for name in ("heading", "sentence", "view", "rack", "played", "better")}
                for one in report.moves
            ],
            "lines": report.lines,
        }

    async def _open(self, address: str) -> tuple[OpenedGame, UnpackedGame, Game]:
        """A game with its steps and end. Raises NotShown; Refusal if only its result is kept."""
        parsed = parse_replay_address(address)
        found = None if parsed is None else await self._archive.find_game(*parsed)
        if found is None:
            raise NotShown("gone")
        if self._is_banned(found.chat):
            raise NotShown("banned")
        opened = await open_game(self._archive, found)
        if opened.unpacked is None or opened.end is None:
            raise Refusal(opened.missing)
        return opened, opened.unpacked, opened.end

    async def _look_of(self, found: ArchivedGame, end: Game) -> Mapping[str, Any]:
        return describe_look(end, await self._tables.load_settings(found.chat), self._locales.default)

    async def _load_replay(self, found: ArchivedGame, game: UnpackedGame, speaker: Speaker) -> _Replay:
        key = found.chat, found.record.id, speaker.language
        known = self._replays.get(key)
        # A game that was rewritten, as for a person who is forgotten, has been unpacked anew.
        if known is None or known.game is not game:
            known = self._replays[key] = await asyncio.to_thread(_make_replay, game, speaker)
        return known

    async def _find_turning_step(self, opened: OpenedGame, replay: _Replay, user: int, speaker: Speaker) -> int | None:
        if not opened.can_be_analysed or opened.end is None:
            return None
        known = await self._reports.read_analysis(opened.found, await self._reports.load_family(opened.end))
        if not known:
            return None
        try:
            style = PictureStyle(speaker.language)
            report = await self._reports.compose_report(replay.game, known, user, speaker, style)
        except DataError:
            return None
        return None if report.turning_point is None else find_turn_step(replay.steps, report.turning_point)

    async def _analyse(self, opened: OpenedGame) -> None:
        found = opened.found
        if opened.end is None:
            return
        try:
            await self._reports.analyse_game(found, await self._reports.load_family(opened.end))
        except (JobFailed, DataError, Refusal, RedisError):
            log.exception("the analysis of a game failed", chat=found.chat, game=found.record.id)
            self._failed.note_again((found.chat, found.record.id))


def _list_game(found: ArchivedGame, user: int, speaker: Speaker) -> Mapping[str, Any] | None:
    """A finished game in the list of a person's games; ``None`` if they did not play in it.

    ``ended`` is in Unix seconds, ``place`` is the viewer's, from 1. ``others``: name, score and place of the best other
    players, at most three.
    """
    record = found.record
    ranked = sorted(record.players, key=lambda one: one.place)
    own = next((one for one in ranked if one.user == user), None)
    if own is None:
        return None
    others = [(recorded_name(one, speaker), one.score, one.place) for one in ranked if one is not own]
    return {
        "address": encode_replay_address(found.chat, record.id),
        "title": game_label(record.ruleset, speaker),
        "ended": record.ended,
        "players": len(ranked),
        "place": own.place,
        "score": own.score,
        "others": others[:_MOST_NAMED],
    }


def _make_replay(game: UnpackedGame, speaker: Speaker) -> _Replay:
    steps = list_replay_steps(game, speaker)
    views = [step.public_view for step in steps]
    words = [join_lines("\n".join(step_lines(step, speaker)).strip(), rack_line(step, speaker)) for step in steps]
    told = [
        {"view": shown, "words": html.unescape(_TAG.sub("", said))} for shown, said in zip(views, words, strict=True)
    ]
    return _Replay(game, steps, told, list_lead_changes(views))
