"""Composes posts: turns notices of the outbox into one message's text, picture and buttons."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from itertools import chain
from typing import Final, cast

from telegram import InlineKeyboardMarkup

from bot import message_limits
from bot.announce.board_messages import BoardMode, board_mode_named
from bot.announce.current_texts import CurrentTexts, compose_current_texts
from bot.announce.expiring import Left, bearers
from bot.families import registry, table_message
from bot.pictures.sketches import Look, Sketch, labels_or_default, theme_or_default
from bot.tables.codec import Notice
from bot.telegram.button_data import encode_button_data
from bot.telegram.keyboards import Keyboards, add_seal_button, lobby_closed_keyboard, translated_button
from bot.texts import Texts
from bot.wording import clocks, decisions
from bot.wording.clocks import downtime_lines
from bot.wording.formatting import first_fitting_caption
from bot.wording.speaker import Speaker
from engine.absence import SubstituteReady, VoteCast
from engine.cancellation import CancelProposed
from engine.clock import Paused, Resumed
from engine.extra_time import Extended
from engine.game import Event, View
from engine.game_base import GameView
from engine.invitations import InvitationEnded
from engine.lobby_lifecycle import ABANDONED_AFTER
from engine.lobby_seats import LobbyClosed
from engine.lobby_view import LobbyView

_HOUR: Final = timedelta(hours=1)
_TEXT_ONLY_EVENTS: Final = (CancelProposed, Extended)
"""The events of all families that need no new board."""
_DEADLINE_CHANGES: Final = (Paused, Resumed, Extended)
"""The events that change a deadline."""
_REVEAL_LINE_ROOM: Final = 120
"""Room for the line that stands below a caption while cards are face up."""
_MOST_SHORTENINGS: Final = 16
"""How many ways of shortening older notices are tried."""


@dataclass(frozen=True, slots=True)
class Post:
    """One message to a chat: what it says and shows, and how it is to be sent."""

    text: str
    """HTML."""
    view: View | None
    keyboard: InlineKeyboardMarkup | None
    speaker: Speaker
    """Words what is said of the table, in the chat's language."""
    look: Look
    notice_count: int
    """How many notices it announces."""
    silent: bool = False
    """Whether it is sent without a sound."""
    table: str = ""
    """The short name of the table that it is about."""
    revealed_events: Sequence[Event] = ()
    """The events whose cards are face up for some seconds, the newest last."""
    cards_moved: bool = False
    """Whether the cards that were face up before lie elsewhere now."""
    brief_text: str = ""
    """The text without what the picture shows: what happened, and who is next. Empty where it is not needed."""
    without_picture: bool = False
    """Whether it is sent as text alone, as a picture would show nothing new."""
    keeps_board_buttons: bool = False
    """Whether the board message keeps its buttons beside those of this post."""
    vote_id: str = ""
    """The id of the vote, if the post only tells how that stands."""
    board_mode: BoardMode = BoardMode.EACH
    """What the chat chose to happen to its board messages."""
    edit_only: bool = False
    """Whether it is only edited into the message that it is about, and not sent if there is none."""
    sketch: Sketch | None = None
    """The picture, where its only reader sees more than ``view`` shows; else ``None``."""
    current_texts: CurrentTexts | None = None
    """The texts for messages that are there already, where the post changes the deadline that they tell."""
    left: Left | None = None
    """The keyboards for messages whose buttons have expired; ``None`` while a question is open."""
    lasting_text: str = ""
    """The part of the text that stays when the deadline in it changes; HTML, empty where it tells no deadline."""
    shows_seal: bool = False
    """Whether the game begins with it, and its buttons include the seal."""
    news_lines: Sequence[str] = ()
    """What happened, line by line, without how the table stands."""
    reveal_seconds: float = 0.0
    """For how many seconds the former board's cards have to stay visible; 0 where no cards are revealed."""

    @property
    def fits_caption(self) -> bool:
        """Whether the text fits a caption; a lobby's always does."""
        return (
            message_limits.count_visible_units(self.text) + (_REVEAL_LINE_ROOM if self.reveal_seconds else 0)
            <= message_limits.CAPTION
        )


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

    def compose_post(self, notices: Sequence[Notice], language: str, *, private: bool = False) -> Post:
        """Compose one post of as many notices as fit a caption, and at least of the first.

        Args:
            notices: at least one, all of one table.
            language: the chat's language.
            private: whether the chat is private.
        """
        for count in range(len(notices), 1, -1):
            post = self._compose_from(notices[:count], language, private=private)
            if post.fits_caption:
                return post
        return self._compose_from(notices[:1], language, private=private)

    def _compose_from(self, notices: Sequence[Notice], language: str, *, private: bool) -> Post:
        last, count = notices[-1], len(notices)
        offset = None if private else self._downtime()
        speaker = Speaker(self._texts, language, last.title, last.lexicon, served_time_offset=offset, private=private)
        match last.view:
            case LobbyView() as view:
                keyboard = self._keyboards.lobby_keyboard(language, last.table, view, private=private)
                text = table_message.lobby_caption(view, speaker, last.called, private=private)
                lapsed = any(isinstance(event, InvitationEnded) and event.how == "lapsed" for event in last.events)
                look = _look_of(last, language)
                return Post(text, view, keyboard, speaker, look, count, table=last.table, edit_only=lapsed)
            case None:
                abandoned = LobbyClosed(abandoned=True) in last.events
                text = speaker.html("lobby-closed")
                if abandoned:
                    text = speaker.html("lobby-abandoned", hours=ABANDONED_AFTER // _HOUR)
                look, buttons = _look_of(last, language), None if abandoned else lobby_closed_keyboard(speaker)
                return Post(text, None, buttons, speaker, look, count, table=last.table, edit_only=abandoned)
            case view:
                return self._compose_game_post(notices, cast("GameView", view), speaker, private=private)

    def _compose_game_post(self, notices: Sequence[Notice], view: GameView, speaker: Speaker, *, private: bool) -> Post:
        """Compose a post of a game: what happened, and the board as it is now.

        Events that change nothing on the board go as text alone, and without a sound unless somebody is to answer.
        """
        family, last, count = registry.family_of_view(view), notices[-1], len(notices)
        wording = family.wording(speaker)
        look = _look_of(last, speaker.language)
        downtime = timedelta(milliseconds=sum(notice.away for notice in notices))
        lines = downtime_lines(downtime, speaker)
        if any(notice.fell_back for notice in notices):
            lines.append(speaker.html("judge-outage"))
        lines += [line for notice in notices for line in decisions.decision_lines(notice.events, view, speaker)]
        head, lines_by_notice = lines, [wording.event_lines(notice.events, view) for notice in notices]
        tail = [sealed for notice in notices if (sealed := _seal_line(notice, family.events.start, speaker))]
        lines = [*head, *chain.from_iterable(lines_by_notice), *tail]
        kinds = {type(event) for notice in notices for event in notice.events}
        boards = board_mode_named(last.boards)
        post = partial(
            Post, view=view, speaker=speaker, look=look, notice_count=count, table=last.table, board_mode=boards
        )
        if lines and kinds <= {*_TEXT_ONLY_EVENTS, *family.events.text_only}:
            keyboard = _cancel_objection_keyboard(last, speaker) or family.chat.answer_keyboard(
                last.table, view, speaker, kinds
            )
            text = "\n".join(lines)
            vote_id = _open_vote_id(kinds, view)
            post = partial(
                post, silent=keyboard is None, without_picture=True, keeps_board_buttons=True, vote_id=vote_id
            )
            tells_deadline = clocks.shows_deadline(view) and not private and not kinds.isdisjoint(_DEADLINE_CHANGES)
            current_texts = compose_current_texts(last.table, view, speaker) if tells_deadline else None
            return post(
                text=text, keyboard=keyboard, current_texts=current_texts, left=_left(last.table, view, speaker)
            )
        keyboard = family.chat.table_keyboard(last.table, view, speaker)
        if tail:
            keyboard = add_seal_button(keyboard, last.table, speaker)
        text_only = (
            bool(kinds)
            and kinds <= {Extended, *family.events.text_only, *family.events.same_board}
            and not boards.edits_in_place
        )
        brief = ""
        if text_only or boards.edits_in_place:
            brief = first_fitting_caption("\n".join((*lines, "", wording.brief_standing(view))).strip())
        tells_deadline = clocks.shows_deadline(view) and not private
        if text_only:
            lasting = "\n".join((*lines, "")) if tells_deadline else ""
            return post(text=brief, keyboard=keyboard, brief_text=brief, without_picture=True, lasting_text=lasting)
        standings = wording.standing_versions(last.events, view)
        # The message that a game begins with fills a phone's screen as it is, so it has no empty line.
        gap = [] if tail else [""]
        versions = ["\n".join((*lines, *gap, standing)).strip() for standing in standings]
        lasting = "\n".join((*lines, *gap)) if tells_deadline and lines else ""
        post = partial(
            post, keyboard=keyboard, brief_text=brief, news_lines=lines, lasting_text=lasting, shows_seal=bool(tail)
        )
        reveal = family.events.timed_reveal
        if reveal is None:
            return post(text=first_fitting_caption(*versions))
        # All that waits goes in one message, however much: revealing cards costs a group much of its rate limit.
        text = _first_fitting_text(
            *versions, *_shortened_texts(notices, view, speaker, (head, lines_by_notice[-1], tail), standings[-1])
        )
        # Revealed cards have a message of their own, where the group's rate limit has room for it.
        boards = BoardMode.LAST if boards.deletes_former else boards
        events = [event for notice in notices for event in notice.events]
        revealed, moved = reveal.revealing_events(events), reveal.has_shuffle(events)
        return post(
            text=text,
            revealed_events=revealed,
            cards_moved=moved,
            board_mode=boards,
            reveal_seconds=reveal.seconds + 1,
        )


def _shortened_texts(
    notices: Sequence[Notice],
    view: GameView,
    speaker: Speaker,
    full: tuple[Sequence[str], Sequence[str], Sequence[str]],
    standing: str,
) -> Iterator[str]:
    """Ever shorter texts of many notices: the newest in full, the others briefly, of ever more only their number."""
    wording, (head, newest, tail) = registry.family_of_view(view).wording(speaker), full
    before = [wording.short_event_lines(notice.events, view) for notice in notices[:-1]]
    if not before:
        return
    for left_out in (*range(0, len(before), max(1, len(before) // _MOST_SHORTENINGS)), len(before)):
        count = [speaker.html("told-before", count=left_out)] if left_out else []
        yield "\n".join((*count, *head, *chain.from_iterable(before[left_out:]), *newest, *tail, "", standing)).strip()


def _first_fitting_text(*texts: str) -> str:
    """The first text that fits a caption with room for the line of face-up cards; else the last."""
    most = message_limits.CAPTION - _REVEAL_LINE_ROOM
    return next((text for text in texts if message_limits.count_visible_units(text) <= most), texts[-1])


def _look_of(notice: Notice, language: str) -> Look:
    return Look(language, theme_or_default(notice.theme), labels_or_default(notice.labels))


def can_share_post(first: Notice, other: Notice) -> bool:
    """Whether one message may announce both: they are turns of one game.

    A notice that is delivered again may come after newer ones. If it is a lobby's, a combined message would show only
    the lobby.
    """
    return first.table == other.table and _is_about_game(first) and _is_about_game(other)


def _is_about_game(notice: Notice) -> bool:
    return not (notice.view is None or isinstance(notice.view, LobbyView))


def _seal_line(notice: Notice, begins: type, speaker: Speaker) -> str:
    """The line with the seal of the draws, for the message that a game begins with; empty for any other."""
    begun = notice.seal and any(isinstance(event, begins) for event in notice.events)
    return table_message.seal_line(notice.seal, speaker) if begun else ""


def _left(table: str, view: GameView, speaker: Speaker) -> Left | None:
    family = registry.family_of_view(view)
    board = family.chat.table_keyboard(table, view, speaker)
    if bearers(0, board):
        return None
    vote = family.chat.answer_keyboard(table, view, speaker, ())
    return Left(table, board, add_seal_button(board, table, speaker), vote)


def _open_vote_id(kinds: Collection[type], view: GameView) -> str:
    """The id of the open vote, if all that happened is that it began or that people voted; else empty."""
    petition = view.petition
    if petition is None or petition.is_waiting or not {VoteCast, SubstituteReady}.issuperset(kinds):
        return ""
    substitute = "" if petition.substitute is None else petition.substitute.user
    return f"{petition.asked.isoformat()} {substitute}"


def _cancel_objection_keyboard(notice: Notice, speaker: Speaker) -> InlineKeyboardMarkup | None:
    """The button to object, under a proposal to cancel the game; ``None`` for other notices."""
    if not any(isinstance(event, CancelProposed) for event in notice.events):
        return None
    return InlineKeyboardMarkup(
        [[translated_button(speaker, "button-object", encode_button_data("object", notice.table))]]
    )


def without_keyboard(post: Post) -> Post:
    """The post as its text goes ahead of its picture, where it is too long for a caption."""
    return replace(post, keyboard=None)


def text_without_picture(post: Post, view: View) -> str:
    """The text of a post for a chat that takes no pictures, with the board as text."""
    return (
        post.text
        if isinstance(view, LobbyView)
        else f"{registry.family_of_view(view).pictures.board_as_html(view)}\n{post.text}".rstrip()
    )
