"""Which notices one message may tell."""

from typing import Any, cast

import pytest

from bot.announce.compose import BoardPost, ChatPosts, PostComposer
from bot.announce.send import PendingNotice, batch_for_one_message
from bot.store.keys import Scope
from bot.store.streams import OutboxEntry
from bot.tables.codec import Notice
from bot.tables.table_loader import table_name
from bot.telegram.keyboards import Keyboards
from bot.texts import Texts
from engine.game import redact, view
from engine.lobby_seats import Lobby
from tests.simulator.audited_games import whole_crossword_game


def lobby_and_game_notices() -> tuple[list[Notice], list[Notice]]:
    """Of the lobby and of the game of one table."""
    lobby: list[Notice] = []
    game: list[Notice] = []
    for step in whole_crossword_game().steps:
        assert step.after is not None
        events = tuple(redact(event, None) for event in step.entry.events)
        notice = Notice(events, view(step.after, None), table_name(step.after), step.after.ruleset.title)
        (lobby if isinstance(step.after, Lobby) else game).append(notice)
    return lobby, game


def count_told_together(*notices: Notice) -> int:
    """How many of these notices of one table one message tells."""
    waiting = [
        PendingNotice.of(OutboxEntry(Scope(-1001), f"{number}-0", b"", 1), notice)
        for number, notice in enumerate(notices, start=1)
    ]
    return len(batch_for_one_message(waiting))


def test_turns_of_a_game_are_told_together() -> None:
    _, game = lobby_and_game_notices()
    assert count_told_together(game[0], game[1]) == 2


def test_a_lobby_is_told_with_nothing_whichever_comes_first() -> None:
    """What was told already may come again behind the beginning, which would be told to nobody."""
    lobby, game = lobby_and_game_notices()
    assert count_told_together(lobby[-1], game[0]) == 1
    assert count_told_together(game[0], lobby[-1]) == 1


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
