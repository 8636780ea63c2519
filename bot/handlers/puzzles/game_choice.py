"""Of which game somebody, or a group, is shown a puzzle without saying so: of the one that they play."""

from collections.abc import Iterator
from typing import Final

from bot.families.chat_context import ChatContext
from bot.families.services import ChatServices
from bot.handlers.chat_settings.default_game import GAME_SETTING
from bot.records.archive import GameArchive
from engine.rulesets import shipped_rulesets


class PuzzleGameChoice:
    """Chooses games."""

    def __init__(self, services: ChatServices) -> None:
        self._service: Final = services.puzzles
        self._games: Final = services.tables.games
        self._archive: Final = GameArchive(services.records.store, services.records.projection)

    async def game_of_user(self, user: int, context: ChatContext) -> str:
        """The one that they chose, else one that they play now, else their newest, else one of their language."""
        chosen = (await self._service.store.load_user(user)).game
        if chosen in self._service.games:
            return chosen
        running = [loaded.table for loaded in await self._games.player_tables.running_games(user)]
        playing = [table.ruleset.id for table in running if table is not None]
        played = [one.record.ruleset for one in (await self._archive.list_user_games(user, 0)).games]
        return self._nearest([*playing, *played], context.language)

    async def game_of_chat(self, context: ChatContext) -> str:
        """The one of its table, else its usual one, else its newest, else one of its language."""
        loaded = context.loaded
        table = [] if loaded.table is None else [loaded.table.ruleset.id]
        usual = loaded.settings.get(GAME_SETTING, "").split()[:1]
        played = [one.record.ruleset for one in await self._archive.newest_games(loaded.scope.chat)]
        return self._nearest([*table, *usual, *played], context.language)

    def _nearest(self, wanted: list[str], language: str) -> str:
        """The first game that has puzzles; else one in the language of the first, else of the chat."""
        games, rulesets = self._service.games, shipped_rulesets()

        def candidates() -> Iterator[str]:
            yield from (one for one in wanted if one in games)
            for spoken in (*(rulesets[one].language for one in wanted if one in rulesets), language):
                yield from (game for game in games if rulesets[game].language == spoken)
            yield from games

        return next(candidates())
