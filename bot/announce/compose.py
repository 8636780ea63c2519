"""Composes posts: turns notices of the outbox into one message's text, picture and buttons."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Final, cast

from bot.announce.compose_game import compose_game_post, look_of
from bot.announce.posts import LobbyClosedPost, LobbyPost, Post
from bot.families import table_message
from bot.tables.codec import Notice
from bot.telegram.keyboards import Keyboards, lobby_closed_keyboard
from bot.texts import Texts
from bot.wording.formatting import join_lines
from bot.wording.speaker import Speaker
from bot.wording.table_label import label_line
from engine.game_base import GameView
from engine.invitations import InvitationEnded
from engine.lobby_lifecycle import ABANDONED_AFTER
from engine.lobby_seats import LobbyClosed
from engine.lobby_view import LobbyView
from engine.standings import GameEffects

_HOUR: Final = timedelta(hours=1)


class PostComposer:
    """Composes posts of notices.

    Args:
        texts: the wording.
        keyboards: makes the buttons.
        downtime: how far UTC is ahead of served time; while it gives ``None`` posts tell no deadlines.
    """

    def __init__(
        self,
        texts: Texts,
        keyboards: Keyboards,
        downtime: Callable[[], timedelta | None] = lambda: None,
    ) -> None:
        self._texts: Final = texts
        self._keyboards: Final = keyboards
        self._downtime: Final = downtime

    def compose_post(
        self, notices: Sequence[Notice], language: str, *, private: bool = False, effects: GameEffects | None = None
    ) -> Post:
        """Compose one post of as many notices as fit a caption, and at least of the first.

        Args:
            notices: at least one, all of one table.
            language: the chat's language.
            private: whether the chat is private.
            effects: what the game changed whose end they tell, if they tell one.
        """
        for count in range(len(notices), 1, -1):
            post = self._compose_from(notices[:count], language, private=private, effects=effects)
            if post.fits_caption:
                return post
        return self._compose_from(notices[:1], language, private=private, effects=effects)

    def _compose_from(
        self, notices: Sequence[Notice], language: str, *, private: bool, effects: GameEffects | None
    ) -> Post:
        last, count = notices[-1], len(notices)
        offset = None if private else self._downtime()
        speaker = Speaker(
            self._texts,
            language,
            last.title,
            last.lexicon,
            served_time_offset=offset,
            private=private,
            table_number=last.number,
        )
        match last.view:
            case LobbyView() as view:
                return LobbyPost(
                    text=table_message.lobby_caption(view, speaker, last.mentioned, private=private),
                    keyboard=self._keyboards.lobby_keyboard(language, last.table, view, private=private),
                    table=last.table,
                    notice_count=count,
                    view=view,
                    speaker=speaker,
                    look=look_of(last, language),
                    edit_only=any(
                        isinstance(event, InvitationEnded) and event.how == "lapsed" for event in last.events
                    ),
                )
            case None:
                abandoned = LobbyClosed(abandoned=True) in last.events
                text = speaker.html("lobby-closed")
                if abandoned:
                    text = speaker.html("lobby-abandoned", hours=ABANDONED_AFTER // _HOUR)
                return LobbyClosedPost(
                    text=join_lines(label_line(last.seats, speaker), text),
                    keyboard=None if abandoned else lobby_closed_keyboard(speaker),
                    table=last.table,
                    notice_count=count,
                    edit_only=abandoned,
                )
            case view:
                return compose_game_post(notices, cast("GameView", view), speaker, effects)
