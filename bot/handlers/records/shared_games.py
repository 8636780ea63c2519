"""Games shared by inline mode: the picture of a game's end, with who won, and the group's name if it allows that."""

from typing import Final

from telegram import InlineQueryResultCachedPhoto
from telegram.constants import ParseMode

from bot.handlers.records.game_pages import result_line
from bot.records.archive import GameArchive
from bot.records.shared_picture import parse_share_query
from bot.store.games import GameStore
from bot.store.shared_pictures import SharedPictureStore
from bot.telegram.group_titles import GroupTitles
from bot.wording.formatting import isolate_name, join_lines
from bot.wording.player_figures import game_label
from bot.wording.speaker import Speaker

NAME_SETTING: Final = "sharing"
"""The group's setting that says whether its name goes with its games."""
NAME_SHOWN: Final = "named"
NAME_HIDDEN: Final = "unnamed"


class SharedGames:
    """Finds what is shared."""

    def __init__(
        self, archive: GameArchive, pictures: SharedPictureStore, store: GameStore, group_titles: GroupTitles
    ) -> None:
        self._archive: Final = archive
        self._pictures: Final = pictures
        self._store: Final = store
        self._group_titles: Final = group_titles

    async def find_shared_game(self, text: str, speaker: Speaker) -> InlineQueryResultCachedPhoto | None:
        """The picture of a game's end; ``None`` for a text that shares none, and where it is not kept any more."""
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
        game_title = game_label(found.record.ruleset, speaker)
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
        )
