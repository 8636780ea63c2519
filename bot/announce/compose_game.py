"""Composes posts of games: what happened, and the board as it is now."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cached_property
from itertools import chain
from typing import Any, Final

from telegram import InlineKeyboardMarkup

from bot import message_limits
from bot.announce.board_messages import BoardMode, board_mode_named
from bot.announce.current_texts import compose_current_texts
from bot.announce.expiring import Left, bearers
from bot.announce.game_effects import tells_end
from bot.announce.posts import REVEAL_LINE_ROOM, BoardPost, CardsPost, SideNotePost, TurnTextPost
from bot.announce.side_note_answers import cancel_objection_keyboard, open_vote_id
from bot.families import registry, table_message
from bot.families.chat_family import ChatFamily
from bot.families.family_wording import FamilyWording
from bot.families.timed_reveal import TimedReveal
from bot.pictures.sketches import Look, labels_or_default, theme_or_default
from bot.tables.codec import Notice
from bot.telegram.keyboards import add_seal_button
from bot.wording import clocks, decisions
from bot.wording.clocks import downtime_lines
from bot.wording.formatting import first_fitting_caption, join_lines
from bot.wording.game_effects import effect_lines
from bot.wording.speaker import Speaker
from bot.wording.table_label import label_line
from engine.cancellation import CancelProposed
from engine.clock import Paused, Resumed
from engine.extra_time import Extended
from engine.game_base import GameView
from engine.standings import GameEffects

_TEXT_ONLY_EVENTS: Final = (CancelProposed, Extended)
"""The events of all families that need no new board."""
_DEADLINE_CHANGES: Final = (Paused, Resumed, Extended)
"""The events that change a deadline."""
_MOST_SHORTENINGS: Final = 16
"""How many ways of shortening older notices are tried."""


@dataclass(frozen=True)
class _GameNews:
    """What happened in a game, in the chat's words."""

    notices: Sequence[Notice]
    view: GameView
    speaker: Speaker
    head: Sequence[str]
    """The lines that are said of all notices together."""
    lines_by_notice: Sequence[Sequence[str]]
    tail: Sequence[str]
    """The seal of the draws, in the message that a game begins with."""
    effects: Sequence[str] = ()
    """What the game changed, in the message of its end."""

    @property
    def last(self) -> Notice:
        """The newest notice."""
        return self.notices[-1]

    @cached_property
    def family(self) -> ChatFamily:
        """The game's family."""
        return registry.family_of_view(self.view)

    @cached_property
    def wording(self) -> FamilyWording[Any, Any]:
        """Words what the family says."""
        return self.family.wording(self.speaker)

    @cached_property
    def lines(self) -> Sequence[str]:
        """All that happened."""
        return [*self.head, *chain.from_iterable(self.lines_by_notice), *self.tail]

    @cached_property
    def kinds(self) -> set[type]:
        """The types of the events."""
        return {type(event) for notice in self.notices for event in notice.events}

    @property
    def board_mode(self) -> BoardMode:
        """What the chat chose to happen to its board messages."""
        return board_mode_named(self.last.boards)

    @property
    def look(self) -> Look:
        """How the chat's pictures look."""
        return look_of(self.last, self.speaker.language)

    @property
    def tells_deadline(self) -> bool:
        """Whether the chat is told until when there is time."""
        return clocks.shows_deadline(self.view) and not self.speaker.private

    @cached_property
    def label(self) -> str:
        """Which of several tables it is, a line; empty where there is one."""
        return label_line(self.view.seats, self.speaker)

    @property
    def brief_text(self) -> str:
        """What happened, and who is next."""
        standing = self.wording.brief_standing(self.view)
        texts = ("\n".join((*self.lines, *more, "", standing)).strip() for more in self._effect_versions)
        return first_fitting_caption(*(join_lines(self.label, text) for text in texts))

    @cached_property
    def standings(self) -> Sequence[str]:
        """How the table stands; the fullest version first."""
        return self.wording.standing_versions(self.last.events, self.view)

    @property
    def full_texts(self) -> Sequence[str]:
        """What happened and how the table stands; the fullest version first."""
        texts = (
            "\n".join((*self.lines, *more, *self._gap, standing)).strip()
            for more in self._effect_versions
            for standing in self.standings
        )
        return [join_lines(self.label, text) for text in texts]

    @property
    def _effect_versions(self) -> Sequence[Sequence[str]]:
        """What the game changed, then without it, for where there is no room."""
        return [self.effects, ()] if self.effects else [()]

    @property
    def lasting_text(self) -> str:
        """The part of a board's text that stays when the deadline in it changes; empty where it tells no deadline."""
        return "\n".join((*self.lines, *self._gap)) if self.tells_deadline and self.lines else ""

    @property
    def _gap(self) -> Sequence[str]:
        # The message that a game begins with fills a phone's screen as it is, so it has no empty line.
        return [] if self.tail else [""]

    @property
    def keyboard(self) -> InlineKeyboardMarkup | None:
        """The buttons of the table."""
        keyboard = self.family.chat.table_keyboard(self.last.table, self.view, self.speaker)
        return add_seal_button(keyboard, self.last.table, self.speaker) if self.tail else keyboard


def compose_game_post(
    notices: Sequence[Notice], view: GameView, speaker: Speaker, effects: GameEffects | None = None
) -> BoardPost | TurnTextPost | SideNotePost:
    """Compose a post of a game: what happened, and the board as it is now.

    Events that change nothing on the board go as text alone, and without a sound unless somebody is to answer.

    Args:
        notices: at least one.
        view: of the newest.
        speaker: words it.
        effects: what the game changed; told if its end is.
    """
    news = _gather_news(notices, view, speaker)
    if effects is not None and any(map(tells_end, notices)):
        news = replace(news, effects=effect_lines(effects, [(one.user, one.name) for one in view.seats], speaker))
    family, kinds = news.family, news.kinds
    if news.lines and kinds <= {*_TEXT_ONLY_EVENTS, *family.events.text_only}:
        return _side_note(news)
    text_only = kinds and kinds <= {Extended, *family.events.text_only, *family.events.same_board}
    if text_only and not news.board_mode.edits_in_place:
        return _turn_text(news)
    return _board(news) if family.events.timed_reveal is None else _cards(news, family.events.timed_reveal)


def _gather_news(notices: Sequence[Notice], view: GameView, speaker: Speaker) -> _GameNews:
    family = registry.family_of_view(view)
    lines = downtime_lines(timedelta(milliseconds=sum(notice.untold_downtime_ms for notice in notices)), speaker)
    if any(notice.fell_back for notice in notices):
        lines.append(speaker.html("judge-outage"))
    lines += [line for notice in notices for line in decisions.decision_lines(notice.events, view, speaker)]
    wording = family.wording(speaker)
    lines_by_notice = [wording.event_lines(notice.events, view) for notice in notices]
    tail = [sealed for notice in notices if (sealed := _seal_line(notice, family.events.start, speaker))]
    return _GameNews(notices, view, speaker, lines, lines_by_notice, tail)


def _side_note(news: _GameNews) -> SideNotePost:
    table, view, speaker = news.last.table, news.view, news.speaker
    keyboard = cancel_objection_keyboard(news.last, speaker) or news.family.chat.answer_keyboard(
        table, view, speaker, news.kinds
    )
    changes_deadline = news.tells_deadline and not news.kinds.isdisjoint(_DEADLINE_CHANGES)
    return SideNotePost(
        text=join_lines(news.label, "\n".join(news.lines)),
        keyboard=keyboard,
        table=table,
        notice_count=len(news.notices),
        silent=keyboard is None,
        vote_id=open_vote_id(news.kinds, view),
        current_texts=compose_current_texts(table, view, speaker) if changes_deadline else None,
        left=_left(news),
    )


def _turn_text(news: _GameNews) -> TurnTextPost:
    board = BoardPost(
        text=news.brief_text,
        keyboard=news.keyboard,
        table=news.last.table,
        notice_count=len(news.notices),
        view=news.view,
        speaker=news.speaker,
        look=news.look,
        board_mode=news.board_mode,
        lasting_text="\n".join((*news.lines, "")) if news.tells_deadline else "",
    )
    return TurnTextPost(
        text=board.text, keyboard=board.keyboard, table=board.table, notice_count=board.notice_count, board=board
    )


def _board(news: _GameNews) -> BoardPost:
    return BoardPost(
        text=first_fitting_caption(*news.full_texts),
        keyboard=news.keyboard,
        table=news.last.table,
        notice_count=len(news.notices),
        view=news.view,
        speaker=news.speaker,
        look=news.look,
        board_mode=news.board_mode,
        brief_text=news.brief_text if news.board_mode.edits_in_place else "",
        lasting_text=news.lasting_text,
        news_lines=news.lines,
        shows_seal=bool(news.tail),
    )


def _cards(news: _GameNews, timed_reveal: TimedReveal) -> CardsPost:
    events = [event for notice in news.notices for event in notice.events]
    mode = news.board_mode
    return CardsPost(
        # All that waits goes in one message, however much: revealing cards costs a group much of its rate limit.
        text=_first_fitting_text(*news.full_texts, *_shortened_texts(news)),
        keyboard=news.keyboard,
        table=news.last.table,
        notice_count=len(news.notices),
        view=news.view,
        speaker=news.speaker,
        look=news.look,
        # Revealed cards have a message of their own, where the group's rate limit has room for it.
        board_mode=BoardMode.LAST if mode.deletes_former else mode,
        brief_text=news.brief_text if mode.edits_in_place else "",
        lasting_text=news.lasting_text,
        news_lines=news.lines,
        shows_seal=bool(news.tail),
        revealed_events=timed_reveal.revealing_events(events),
        cards_moved=timed_reveal.has_shuffle(events),
        reveal_seconds=timed_reveal.seconds + 1,
    )


def _shortened_texts(news: _GameNews) -> Iterator[str]:
    """Ever shorter texts of many notices: the newest in full, the others briefly, of ever more only their number."""
    before = [news.wording.short_event_lines(notice.events, news.view) for notice in news.notices[:-1]]
    if not before:
        return
    newest = news.lines_by_notice[-1]
    for left_out in (*range(0, len(before), max(1, len(before) // _MOST_SHORTENINGS)), len(before)):
        count = [news.speaker.html("told-before", count=left_out)] if left_out else []
        shown = chain.from_iterable(before[left_out:])
        text = "\n".join((*count, *news.head, *shown, *newest, *news.tail, "", news.standings[-1])).strip()
        yield join_lines(news.label, text)


def _first_fitting_text(*texts: str) -> str:
    """The first text that fits a caption with room for the line of face-up cards; else the last."""
    most = message_limits.CAPTION - REVEAL_LINE_ROOM
    return next((text for text in texts if message_limits.count_visible_units(text) <= most), texts[-1])


def look_of(notice: Notice, language: str) -> Look:
    """How the pictures of a notice's chat look."""
    return Look(language, theme_or_default(notice.theme), labels_or_default(notice.labels))


def _seal_line(notice: Notice, begins: type, speaker: Speaker) -> str:
    """The line with the seal of the draws, for the message that a game begins with; empty for any other."""
    begun = notice.seal and any(isinstance(event, begins) for event in notice.events)
    return table_message.seal_line(notice.seal, speaker) if begun else ""


def _left(news: _GameNews) -> Left | None:
    family, table, speaker = news.family, news.last.table, news.speaker
    board = family.chat.table_keyboard(table, news.view, speaker)
    if bearers(0, board):
        return None
    question = family.chat.answer_keyboard(table, news.view, speaker, ())
    return Left(table, board, add_seal_button(board, table, speaker), question)
