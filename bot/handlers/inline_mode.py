"""Inline mode: what users are offered while they type after the bot's name, for all of their tables.

Only the user who types sees the results, which may show the rack. A chosen result posts their move, or a sentence that
reveals nothing. Nothing here writes to Redis, as every few letters make a query.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from telegram import InlineQueryResultCachedPhoto
from telegram.constants import ParseMode

from bot.families import registry
from bot.families.puzzle_pages import list_puzzle_answers
from bot.families.services import ChatServices, FamilyChat, TableInlineQuery, TableInlineResult
from bot.handlers.game_pages import result_line
from bot.handlers.settings import NAME_SETTING, NAME_SHOWN
from bot.languages import languages
from bot.records.archive import ArchivedGame, GameArchive, parse_share_query
from bot.tables.table_loader import LoadedTable, table_name
from bot.telegram.keyboards import shared_game_keyboard
from bot.telegram.requests import (
    InlineQueryRequest,
    InlineResult,
    ResultTarget,
    add_target_link,
    private_chat_button,
    to_result_articles,
)
from bot.telegram.updates import split_table_number
from bot.texts import Html
from bot.user_input.commands import find_command
from bot.wording.figures import game_label
from bot.wording.speaker import Speaker, isolate_name, join_lines
from bot.wording.tables import own_game_place
from bot.workers.sending import Priority, Sending
from engine.errors import DataError
from engine.game import Game
from engine.game_base import TurnGame
from engine.lobby_seats import Lobby
from engine.rulesets import shipped_rulesets
from render.text import format_points

_MAX_TABLES_READ: Final = 40  # the most tables that are read to find those where it is the user's turn
_MAX_TABLES_SHOWN: Final = 8  # the most tables shown: more than a person reads while typing


class InlineQueryHandlers:
    """Answers inline queries; one instance a process."""

    def __init__(self, services: ChatServices, family_chats: Mapping[str, FamilyChat]) -> None:
        self._shared_games: Final = _SharedGames(services)
        self._puzzles: Final = services.puzzles
        self._look_ups: Final = services.tables.look_ups
        self._gateway: Final = services.gateway
        self._games: Final = services.tables.games
        self._store: Final = services.tables.store
        self._family_chats: Final = family_chats
        self._texts: Final = services.messaging.texts
        self._locales: Final = services.messaging.private_locale
        self._group_titles: Final = services.tables.group_titles

    async def answer_inline_query(self, query: InlineQueryRequest) -> None:
        """Show a user each of their tables, or how to get to one.

        Raises CallFailed if Telegram rejects the answer, for example because the user has typed more.
        """
        settings = await self._store.load_settings(query.sender.user)
        speaker = Speaker(
            self._texts,
            self._locales.locale_of_sender(query.sender, languages().supported_or_none(settings.get("language"))),
        )
        shared = await self._shared_games.find_shared_game(query.text, speaker)
        if shared is not None:
            await self._gateway.answer_inline_query(query.query_id, [shared], None, sending=Sending(Priority.LOOK_UP))
            return
        articles = [
            *await list_puzzle_answers(self._puzzles, self._look_ups, self._gateway, query, speaker, settings=settings),
            *await self._list_articles(query, speaker, settings),
        ]
        button = None if articles else private_chat_button(speaker.plain("inline-way-in"))
        articles = articles or [
            InlineResult(
                speaker.plain("inline-no-game"), speaker.plain("inline-no-game-how"), self._neutral_text(speaker)
            )
        ]
        await self._gateway.answer_inline_query(
            query.query_id, to_result_articles(articles), button, sending=Sending(Priority.LOOK_UP)
        )

    async def _list_articles(
        self, query: InlineQueryRequest, speaker: Speaker, settings: Mapping[str, str]
    ) -> list[InlineResult]:
        number, text = split_table_number(_strip_play_command(query.text))
        running = await self._games.player_tables.peek_running_games(query.sender.user, _MAX_TABLES_READ)
        tables = _tables_of_number([loaded for loaded in running if _game_of(loaded) is not None], number)
        tables.sort(key=lambda loaded: not _is_my_turn(loaded, query.sender.user))
        found: list[tuple[LoadedTable, TableInlineResult]] = []
        for loaded in tables[:_MAX_TABLES_SHOWN]:
            results = await self._table_offers(loaded, query.sender.user, text, speaker, settings)
            found += [(loaded, result) for result in results]
        if any(result.is_answer for _, result in found):
            found = [(loaded, result) for loaded, result in found if result.is_answer]
        labels_by_scope = {
            loaded.scope: await self._table_labels(loaded, tables, query.sender.user, speaker) for loaded, _ in found
        }
        return [self._to_article(loaded, result, labels_by_scope[loaded.scope], speaker) for loaded, result in found]

    async def _table_offers(
        self, loaded: LoadedTable, user: int, text: str, asker_speaker: Speaker, settings: Mapping[str, str]
    ) -> tuple[TableInlineResult, ...]:
        game = _game_of(loaded)
        if game is None or loaded.table is None:
            return ()
        speaker = asker_speaker.about_table(game.ruleset.title, loaded.lexicon)
        language = languages().supported_or_none(loaded.settings.get("language")) or self._locales.default
        query = TableInlineQuery(loaded, user, text, self._games.times.now, speaker, language, settings)
        find_results = self._family_chats[registry.family_of_game(game).name].inline_results
        results = () if find_results is None else await find_results(query)
        standing = _turn_line(game, user, speaker)
        if text and results:
            return results
        if not results:
            title = ": ".join(filter(None, (speaker.game_title, standing)))
            return (TableInlineResult(title, _score_parts(game, speaker), is_answer=not text),)
        parts = (standing,) if standing else ()
        return tuple(replace(offer, description=(*parts, *offer.description)) for offer in results)

    def _to_article(
        self, loaded: LoadedTable, offer: TableInlineResult, table_labels: tuple[str, ...], speaker: Speaker
    ) -> InlineResult:
        game, description = _game_of(loaded), (*table_labels, *offer.description)
        if offer.button_data:
            return InlineResult(offer.title, " · ".join(description), Html(offer.posted), offer.button_data)
        if game is None or not offer.move:
            return InlineResult(
                offer.title, " · ".join((*description, speaker.plain("inline-neutral"))), self._neutral_text(speaker)
            )
        posted = add_target_link(offer.move, ResultTarget(table_name(game), game.number), self._gateway.username)
        return InlineResult(offer.title, " · ".join(description), posted)

    async def _table_labels(
        self, loaded: LoadedTable, tables: Sequence[LoadedTable], user: int, asker_speaker: Speaker
    ) -> tuple[str, ...]:
        """The labels of a user's tables; without topics, as Telegram tells their names only when they are created."""
        title, game = await self._group_titles.fetch_title(loaded.scope.chat), _game_of(loaded)
        beside = [
            other.ruleset.id
            for one in tables
            if one.scope.chat == loaded.scope.chat
            and one.scope != loaded.scope
            and (other := _game_of(one)) is not None
        ]
        labels = [where] if (where := own_game_place(loaded, title).strip()) else []
        if game is not None and beside:
            speaker = asker_speaker.about_table(game.ruleset.title, loaded.lexicon)
            labels.append(speaker.game_title)
            if game.ruleset.id in beside:
                labels += [
                    speaker.plain_name(one.name) for one in game.known_players if one.user != user and one.active
                ]
        return tuple(labels)

    def _neutral_text(self, speaker: Speaker) -> Html:
        return Html(speaker.html("inline-posted"))


class _SharedGames:
    def __init__(self, services: ChatServices) -> None:
        self._gateway: Final = services.gateway
        self._archive: Final = GameArchive(services.records.store, services.records.projection)
        self._pictures: Final = services.records.pictures
        self._analyses: Final = services.analysis.game_analyses
        self._puzzles: Final = services.puzzles.store
        self._store: Final = services.tables.store
        self._group_titles: Final = services.tables.group_titles

    async def find_shared_game(self, text: str, speaker: Speaker) -> InlineQueryResultCachedPhoto | None:
        """The picture of the game's end that the text shares; ``None`` without one, or if it is no longer kept."""
        meant = parse_share_query(text)
        if meant is None:
            return None
        chat, game = meant
        picture = await self._pictures.find_picture(chat, game)
        found = None if picture is None else await self._archive.find_game(picture.chat, game)
        if picture is None or found is None:
            return None
        named = (await self._store.load_settings(found.chat)).get(NAME_SETTING) == NAME_SHOWN
        title = await self._group_titles.fetch_title(found.chat) if named else ""
        game_title, bot = game_label(found.record.ruleset, speaker), self._gateway.username
        replay = self._gateway.board_links.link_to_replay(bot, found.chat, found.record.id)
        return InlineQueryResultCachedPhoto(
            "shared",
            picture.file_id,
            title=game_title,
            caption=join_lines(
                speaker.html("shared-game", game=game_title),
                result_line(found.record, speaker),
                isolate_name(title) if title else "",
            ),
            parse_mode=ParseMode.HTML,
            reply_markup=shared_game_keyboard(speaker, bot, replay, await self._find_puzzle(found)),
        )

    async def _find_puzzle(self, found: ArchivedGame) -> str:
        """The id of the puzzle made of a game's costliest turn; empty without one, or if it is no longer kept."""
        ruleset = shipped_rulesets().get(found.record.ruleset)
        load = None if ruleset is None else registry.family_of_ruleset(ruleset).load_analysis
        if load is None:
            return ""
        family = await asyncio.to_thread(load)
        if family.job is None:
            return ""
        analysis = await self._analyses.read_analysis(found.chat, found.record.id, family.job)
        try:
            puzzle = None if analysis is None else family.costliest_puzzle(analysis)
        except DataError:
            return ""
        return "" if puzzle is None or await self._puzzles.load_puzzle(puzzle.id) is None else puzzle.id


def _strip_play_command(text: str) -> str:
    text = text.strip()
    if text.startswith("/"):
        first, _, rest = text.partition(" ")
        return rest.strip() if find_command(first[1:].partition("@")[0]) == "play" else text
    return text


def _tables_of_number(tables: Sequence[LoadedTable], number: int | None) -> list[LoadedTable]:
    named = [loaded for loaded in tables if loaded.told_number == number]
    return named if number is not None and named else list(tables)


def _game_of(loaded: LoadedTable) -> Game | None:
    return None if loaded.table is None or isinstance(loaded.table, Lobby) else loaded.table


def _is_my_turn(loaded: LoadedTable, user: int) -> bool:
    game = _game_of(loaded)
    seat = None if game is None else game.seat_of(user)
    return game is not None and seat is not None and game.may_act(seat)


def _turn_line(game: Game, user: int, speaker: Speaker) -> str:
    seat = game.seat_of(user)
    mine = seat is not None and game.may_act(seat)
    if not isinstance(game, TurnGame):
        return speaker.plain("answer-open") if mine else ""
    if mine:
        return speaker.plain("inline-your-turn")
    return speaker.plain("inline-turn", name=speaker.plain_name(game.players[game.turn].name))


def _score_parts(game: Game, speaker: Speaker) -> tuple[str, ...]:
    if not isinstance(game, TurnGame):
        return ()
    scores = (f"{speaker.plain_name(player.name)} {format_points(player.score)}" for player in game.players)
    return (" · ".join(scores),)
