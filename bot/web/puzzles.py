"""Puzzles on the board page: a list of them with the games of the week, and one that is solved there.

What is done is an action in the solver's private chat (:class:`bot.telegram.requests.PuzzleAction`), graded and told of
like a tap there. A page is told of a puzzle what the chat tells its solver, and nothing before they were shown it.
"""

import asyncio
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from redis.asyncio import Redis

from bot.families.board_page import LaidTiles
from bot.families.puzzle_pages import SolverPages, recode_refusals_for_puzzle
from bot.families.puzzles import AnyPuzzle, PuzzleService
from bot.families.services import ChatContext, ChatServices
from bot.records.archive import GameArchive
from bot.store.keys import Scope
from bot.store.people import WebAnswer
from bot.store.puzzles import DailyPuzzleStore, PuzzleOutcome, PuzzleProgress, UserPuzzles
from bot.tables.daily_time import day_text
from bot.telegram.keyboards import encode_puzzle_address
from bot.telegram.requests import PuzzleMove
from bot.web.boards import BoardViewer, ListedTable, NotShown, to_refusal_text
from bot.web.server import ActionKey, Asked, LaidOnPage, ViewRoute, decode_body, page_update_number
from bot.wording.speaker import Speaker, localized_title
from engine.clock import NOBODY
from engine.errors import EngineError
from engine.game import Game
from engine.rulesets import shipped_rulesets
from render.theme_colours import COLOURS

_MOST_CHATS: Final = 12
"""Of how many of a person's chats the daily puzzle and the game of the week are looked for."""


class _Act(Struct):
    key: ActionKey
    move: PuzzleMove


class PuzzleViews:
    """Answers what the page asks of puzzles."""

    def __init__(self, services: ChatServices, viewer: BoardViewer, redis: Redis) -> None:
        self._service: Final[PuzzleService] = services.puzzles
        self._pages: Final = SolverPages(services)
        self._games: Final = services.tables.games
        self._archive: Final = GameArchive(services.records.store, services.records.projection)
        self._default_language: Final = services.messaging.private_locale.default
        self._viewer: Final = viewer
        self._daily: Final = DailyPuzzleStore(redis)
        self.routes: Final[Sequence[ViewRoute]] = (
            ("GET", re.compile("/api/puzzles"), self._list_puzzles),
            ("POST", re.compile("/api/puzzles/actions"), self._act),
            ("POST", re.compile("/api/puzzles/(?P<puzzle>[0-9a-f]{12})/tiles"), self._judge_tiles),
        )

    async def _list_puzzles(self, asked: Asked) -> Mapping[str, Any]:
        user, speaker = asked.session.user, asked.speaker
        known, found = await self._service.store.load_user(user), await self._service.load_open(user)
        chats = await self._chats_of(user, known)
        seen = await asyncio.gather(*(self._look_at_chat(asked, chat, known) for chat in chats))
        rulesets = shipped_rulesets()
        games = sorted(self._service.games, key=lambda game: (rulesets[game].language != speaker.language, game))
        return {
            "open": None if found is None else _to_listed(found[1], speaker, known),
            "daily": [daily for daily, _ in seen if daily is not None],
            "week": [table for _, tables in seen for table in tables],
            "games": [{"id": game, "title": localized_title(rulesets[game].title, speaker.language)} for game in games],
        }

    async def _chats_of(self, user: int, known: UserPuzzles) -> Sequence[int]:
        """The user's private chat, and the groups in which they play, came to puzzles or played of late."""
        running = await self._games.player_tables.peek_running_games(user)
        newest = sorted(known.progress.values(), key=lambda one: -one.opened)
        played = (await self._archive.list_user_games(user, 0)).games
        chats = (user, *(one.scope.chat for one in running), *(one.origin for one in newest))
        others = (chat for origins in known.further_origins.values() for chat in origins)
        groups = dict.fromkeys((*chats, *(one.chat for one in played), *others))
        return [chat for chat in groups if chat == user or (chat and not Scope(chat).is_private)][:_MOST_CHATS]

    async def _look_at_chat(
        self, asked: Asked, chat: int, known: UserPuzzles
    ) -> tuple[Mapping[str, Any] | None, Sequence[ListedTable]]:
        """A chat's newest daily puzzle if it was sent, and its games of the week; nothing for who may not see them."""
        session, speaker = asked.session, asked.speaker
        stored = await self._daily.load_chat(chat)
        if stored.moved is not None:
            chat = stored.moved
            stored = await self._daily.load_chat(chat)
        daily = stored.newest
        place = await self._games.loader.load_place(Scope(chat))
        weekly = [one for one in place.open_tables if isinstance(one.table, Game) and one.table.host == NOBODY]
        # Where it is not known whether it was sent, who has opened it has seen it.
        is_sent = daily is not None and (
            daily.state == "sent" or (daily.state == "unknown" and daily.puzzle in known.progress)
        )
        if not (weekly or is_sent):
            return None, ()
        try:
            await self._viewer.check_chat(chat, session.user)
        except NotShown:
            return None, ()
        tables = [await self._viewer.describe_table(one, session, speaker) for one in weekly]
        listed = [one for one in tables if one is not None]
        puzzle = await self._service.find_puzzle(daily.puzzle) if daily is not None and is_sent else None
        if daily is None or puzzle is None:
            return None, listed
        label = "" if Scope(chat).is_private else await self._viewer.title_of(chat)
        return _to_listed(puzzle, speaker, known, chat=chat, label=label, day=day_text(daily.day)), listed

    async def _act(self, asked: Asked) -> Mapping[str, Any]:
        act, user = decode_body(asked.body, _Act), asked.session.user
        answer: WebAnswer | None = await asked.submit(act.key, Scope(user), act.move)
        named = act.move.puzzle
        if answer is None or not (answer.done or named):
            return {"answer": answer, "puzzle": None}
        if named is not None:
            puzzle = await self._service.find_puzzle(named)
        else:
            puzzle = await self._service.find_asked(user, page_update_number(user, act.key))
        return {"answer": answer, "puzzle": None if puzzle is None else await self._describe(asked, puzzle)}

    async def _describe(self, asked: Asked, puzzle: AnyPuzzle) -> Mapping[str, Any] | None:
        """What the user sees of a puzzle; nothing before they were shown it."""
        user, speaker = asked.session.user, asked.speaker
        progress = await self._service.store.load_progress(user, puzzle.id)
        if progress is None:
            return None
        shown = await self._pages.show_to(user, puzzle, await self._context(user, speaker))
        made, family = await self._pages.pages_of(shown, progress), self._service.family_of_game(puzzle.ruleset)
        return {
            "id": puzzle.id,
            "game": puzzle.ruleset,
            "title": shown.speaker.game_title,
            "view": family.board(shown, progress.hints, is_solution=not progress.is_open),
            "signs": shown.style.board_labels(shipped_rulesets()[puzzle.ruleset].language),
            "colours": COLOURS[shown.style.theme],
            "open": progress.is_open,
            "text": await made.told_on_page(),
            "next_hint": made.next_hint,
            "hints": progress.hints,
            "words": {
                name: speaker.plain(message)
                for name, message in (
                    ("give-up", "button-puzzle-answer"),
                    ("sure", "puzzle-sure"),
                    ("yes", "button-puzzle-give-up"),
                    ("next", "button-puzzle-other" if progress.is_open else "button-puzzle-next"),
                )
            },
        }

    async def _judge_tiles(self, asked: Asked, puzzle: str) -> LaidTiles:
        user, found = asked.session.user, await self._pages.find_puzzle(puzzle)
        tiles = decode_body(asked.body, LaidOnPage).tiles
        with recode_refusals_for_puzzle():
            await self._pages.require_progress(user, found)
            shown = await self._pages.show_to(user, found, await self._context(user, asked.speaker))
        family = self._service.family_of_game(found.ruleset)
        try:
            with recode_refusals_for_puzzle():
                # In a thread, as the first call reads the word list.
                return await asyncio.to_thread(family.judge_tiles, shown, tiles)
        except EngineError as error:
            return LaidTiles(refusal=to_refusal_text(error, shown.speaker))

    async def _context(self, user: int, speaker: Speaker) -> ChatContext:
        """The user's private chat, as a request in it finds it."""
        place = await self._games.loader.load_place(Scope(user))
        own = place.newest.settings
        return ChatContext(place.newest, speaker, own.get("theme"), own.get("labels"), self._default_language, place)


def _to_listed(
    puzzle: AnyPuzzle, speaker: Speaker, known: UserPuzzles, *, chat: int = 0, label: str = "", day: str = ""
) -> Mapping[str, Any]:
    """A puzzle in the list; ``label`` is its group's title, ``day`` the date of a daily puzzle.

    ``outcome`` is ``open``, ``solved`` or ``given_up``; ``points`` are for a solved puzzle.
    """
    progress = known.progress.get(puzzle.id, PuzzleProgress())
    return {
        "address": encode_puzzle_address(puzzle.id, chat),
        "title": localized_title(shipped_rulesets()[puzzle.ruleset].title, speaker.language),
        "label": label,
        "day": day,
        "outcome": PuzzleOutcome(progress.outcome).name.lower(),
        "points": progress.points,
    }
