"""Posts for chats: in each chat's language, with what the end of a game changed, and in private its only reader's."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from bot.announce.compose import PostComposer
from bot.announce.game_effects import find_end_effects
from bot.announce.game_sharing import add_costly_button, add_share_button, can_be_analysed, ended_game
from bot.announce.posts import BoardPost, CardsPost, Post
from bot.announce.private_table import PrivateTable
from bot.languages import languages
from bot.records.projection import Projection
from bot.store.scope import Scope
from bot.tables.codec import Notice
from bot.telegram.private_locale import PrivateLocales


class ChatPosts:
    """Composes the posts of chats.

    Args:
        composer: composes posts in a language.
        records: know what games changed; ``None`` for nothing.
        private_table: makes posts in private chats their readers' own.
        locales: in which language people read.
        default_language: of groups that have chosen none.
        can_share: whether the account has inline mode, by which the end of a game is shown elsewhere.
        keeps_games: whether finished games are kept, so that their moves can be looked at again.
    """

    def __init__(
        self,
        composer: PostComposer,
        records: Projection | None,
        private_table: PrivateTable | None,
        locales: PrivateLocales,
        *,
        default_language: str,
        can_share: Callable[[], bool] = lambda: False,
        keeps_games: bool = True,
    ) -> None:
        self._keeps_games: Final = keeps_games
        self._can_share: Final = can_share
        self._composer: Final = composer
        self._records: Final = records
        self._private_table: Final = private_table
        self._locales: Final = locales
        self._default_language: Final = default_language

    async def compose_chat_post(self, scope: Scope, notices: Sequence[Notice], told_as: Scope) -> Post:
        """Compose one post of some notices, in the chat's language and for its kind.

        Args:
            scope: where it is sent.
            notices: all of one table.
            told_as: where the table was when the notices were written.

        Raises:
            redis.exceptions.RedisError: something that it tells cannot be read.
        """
        language = await self._chat_language(scope, notices[-1])
        effects = await find_end_effects(self._records, (scope, told_as), notices)
        post = self._composer.compose_post(notices, language, private=scope.is_private, effects=effects)
        game = ended_game(notices[: post.notice_count])
        if game is not None and isinstance(post, BoardPost | CardsPost):
            keyboard = post.keyboard
            if self._keeps_games and can_be_analysed(notices[: post.notice_count]):
                keyboard = add_costly_button(keyboard, scope.chat, game, post.speaker)
            if not scope.is_private and self._can_share():
                keyboard = add_share_button(keyboard, scope.chat, game, post.speaker)
            post = replace(post, keyboard=keyboard)
        if not scope.is_private or self._private_table is None:
            return post
        views = [notice.view for notice in notices[: post.notice_count]]
        return await self._private_table.personalize_post(scope, post, views)

    async def _chat_language(self, scope: Scope, notice: Notice) -> str:
        """The chat's chosen language; without a choice, that of the user's client in private, else the default."""
        chosen = languages().supported_or_none(notice.language)
        if chosen is None and scope.is_private:
            return await self._locales.locale_of_user(scope.chat)
        return chosen or self._default_language
