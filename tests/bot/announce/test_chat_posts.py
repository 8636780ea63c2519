"""The posts of chats: which buttons the end of a game has."""

from typing import Any, cast

import pytest

from bot.announce.chat_posts import ChatPosts
from bot.announce.compose import PostComposer
from bot.announce.posts import BoardPost
from bot.store.scope import Scope
from bot.telegram.keyboards import Keyboards
from bot.texts import Texts
from tests.bot.announce.test_can_share_post import lobby_and_game_notices

TEXTS = Texts()


@pytest.mark.parametrize("keeps_games", [True, False])
async def test_costly_moves_are_offered_where_finished_games_are_kept(*, keeps_games: bool) -> None:
    _, game = lobby_and_game_notices()
    posts = ChatPosts(
        PostComposer(TEXTS, Keyboards(TEXTS), lambda: cast("Any", None)),
        None,
        None,
        cast("Any", None),
        default_language="en",
        keeps_games=keeps_games,
    )
    post = await posts.compose_chat_post(Scope(-100), game[-1:], Scope(-100))
    assert isinstance(post, BoardPost)
    rows = () if post.keyboard is None else post.keyboard.inline_keyboard
    labels = [key.text for row in rows for key in row]
    assert (TEXTS.plain("en", "button-costly") in labels) is keeps_games
