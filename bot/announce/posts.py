"""From what waits in the outbox to one message: its words, its picture's view, its buttons."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from itertools import chain
from typing import Final, cast

from telegram import InlineKeyboardMarkup

from bot import limits
from bot.announce.boards import Boards, boards_named
from bot.announce.expiring import Left, bearers
from bot.announce.redated import Redated, redated
from bot.families import lobby, registry
from bot.pictures.sketches import Look, Sketch, labels_named, theme_named
from bot.tables.codec import Notice
from bot.telegram.buttons import Buttons, button, closed, data, with_seal
from bot.texts import Texts
from bot.wording import clocks, endings
from bot.wording.captions import fitting
from bot.wording.clocks import stood_still
from bot.wording.speaker import Speaker
from engine.absence import SubstituteReady, VoteCast
from engine.clock import Paused, Resumed
from engine.closing import CancelProposed
from engine.extending import Extended
from engine.family import GameView
from engine.game import Event, View
from engine.invitations import InvitationEnded
from engine.lobby_view import LobbyView
from engine.seats import LobbyClosed
from engine.waiting import ABANDONED

_HOUR: Final = timedelta(hours=1)
_SAID_ONLY: Final = (CancelProposed, Extended)
"""Of the events that no family owns those which leave the table as it was."""
_SHIFTS: Final = (Paused, Resumed, Extended)
"""Those that change until when there is time."""
_LOOK: Final = 120
"""Room for the line that stands below a caption while something is shown for a moment."""
_STEPS: Final = 16
"""How many tries there are to tell most of what waited in few words."""


@dataclass(frozen=True, slots=True)
class Post:
    """One message: HTML text, what to draw above it, its buttons, and how many notices it tells."""

    text: str
    view: View | None
    keyboard: InlineKeyboardMarkup | None
    speaker: Speaker
    """Speaks of the table, in the chat's language."""
    look: Look
    told: int
    quiet: bool = False
    """Whether it comes without a sound."""
    table: str = ""
    """The short name of the table that it is about."""
    reveal: Sequence[Event] = ()
    """What is to be shown for a moment, the newest last."""
    mixed: bool = False
    """Whether what was shown so before lies elsewhere now."""
    brief: str = ""
    """The same without what the picture shows, where it may be said so: what happened, and who is next."""
    wordy: bool = False
    """Whether it goes without a picture, as that would show nothing new."""
    aside: bool = False
    """Whether the board's own buttons go on beside its own."""
    ballot: str = ""
    """The vote whose course is all that it tells."""
    boards: Boards = Boards.EACH
    """How the chat wants its boards."""
    in_place: bool = False
    """Whether it is told in the place of what it is about or not at all."""
    sketch: Sketch | None = None
    """What is drawn above it, where that is its only reader's; ``None`` for the view as everybody sees it."""
    redated: Redated | None = None
    """What stands already says from now on, where what is told moves the instant that it says, or has it say none."""
    left: Left | None = None
    """What told messages have to press from now on, where nothing is open that could be over before the next turn."""
    kept: str = ""
    """What stays above it once the instant that it says has moved, in HTML; empty where it says none."""
    sealed: bool = False
    """Whether the game began with it, and its buttons show the seal."""
    news: Sequence[str] = ()
    """What happened, without how the table stands, line by line."""
    seen_for: float = 0.0
    """For how many seconds what was shown before has to be seen still; 0 where nothing is shown for a moment."""

    @property
    def fits(self) -> bool:
        """Whether the picture's caption can hold the text, of which a lobby never has more."""
        return limits.read_units(self.text) + (_LOOK if self.seen_for else 0) <= limits.CAPTION


class Posts:
    """Composes messages of notices.

    Args:
        texts, buttons: what they are made of.
        ahead: how far UTC is ahead of the time that games know; no instants are told without it.
    """

    def __init__(
        self,
        texts: Texts,
        buttons: Buttons,
        ahead: Callable[[], timedelta | None] = lambda: None,
    ) -> None:
        self._texts: Final = texts
        self._buttons: Final = buttons
        self._ahead: Final = ahead

    def compose(self, notices: Sequence[Notice], language: str, *, private: bool = False) -> Post:
        """One message for as many of the notices, all of one table, as a caption holds; at least for the first.

        Args:
            notices: at least one.
            language: of the chat.
            private: whether that is somebody's own.
        """
        for count in range(len(notices), 1, -1):
            post = self._post(notices[:count], language, private=private)
            if post.fits:
                return post
        return self._post(notices[:1], language, private=private)

    def _post(self, notices: Sequence[Notice], language: str, *, private: bool) -> Post:
        last, told = notices[-1], len(notices)
        ahead = None if private else self._ahead()
        speaker = Speaker(self._texts, language, last.title, last.lexicon, ahead=ahead, private=private)
        match last.view:
            case LobbyView() as view:
                keyboard = self._buttons.lobby(language, last.table, view, private=private)
                text = lobby.caption(view, speaker, last.called, private=private)
                lapsed = any(isinstance(event, InvitationEnded) and event.how == "lapsed" for event in last.events)
                look = _look(last, language)
                return Post(text, view, keyboard, speaker, look, told, table=last.table, in_place=lapsed)
            case None:
                abandoned = LobbyClosed(abandoned=True) in last.events
                text = speaker.html("lobby-closed")
                if abandoned:
                    text = speaker.html("lobby-abandoned", hours=ABANDONED // _HOUR)
                look, more = _look(last, language), None if abandoned else closed(speaker)
                return Post(text, None, more, speaker, look, told, table=last.table, in_place=abandoned)
            case view:
                return self._game(notices, cast("GameView", view), speaker, private=private)

    def _game(self, notices: Sequence[Notice], view: GameView, speaker: Speaker, *, private: bool) -> Post:
        """What happened below the table as it is now; what no picture shows is said without it.

        That comes without a sound too, unless somebody is to answer.
        """
        family, last, told = registry.of_view(view), notices[-1], len(notices)
        look = _look(last, speaker.language)
        away = timedelta(milliseconds=sum(notice.away for notice in notices))
        lines = stood_still(away, speaker)
        if any(notice.fell_back for notice in notices):
            lines.append(speaker.html("judge-outage"))
        lines += [line for notice in notices for line in endings.lines(notice.events, view, speaker)]
        head, told_by = lines, [family.lines(notice.events, view, speaker) for notice in notices]
        tail = [sealed for notice in notices if (sealed := _sealed(notice, family.begins, speaker))]
        lines = [*head, *chain.from_iterable(told_by), *tail]
        kinds = {type(event) for notice in notices for event in notice.events}
        boards = boards_named(last.boards)
        post = partial(Post, view=view, speaker=speaker, look=look, told=told, table=last.table, boards=boards)
        if lines and kinds <= {*_SAID_ONLY, *family.said_only}:
            keyboard = _objecting(last, speaker) or family.answers(last.table, view, speaker, kinds)
            text = "\n".join(lines)
            ballot = _ballot(kinds, view)
            post = partial(post, quiet=keyboard is None, wordy=True, aside=True, ballot=ballot)
            dated = clocks.is_dated(view) and not private and not kinds.isdisjoint(_SHIFTS)
            anew = redated(last.table, view, speaker) if dated else None
            return post(text=text, keyboard=keyboard, redated=anew, left=_left(last.table, view, speaker))
        keyboard = family.keyboard(last.table, view, speaker)
        if tail:
            keyboard = with_seal(keyboard, last.table, speaker)
        wordy = bool(kinds) and kinds <= {Extended, *family.said_only, *family.tileless} and not boards.in_place
        brief = ""
        if wordy or boards.in_place:
            brief = fitting("\n".join((*lines, "", family.brief(view, speaker))).strip())
        dated = clocks.is_dated(view) and not private
        if wordy:
            kept = "\n".join((*lines, "")) if dated else ""
            return post(text=brief, keyboard=keyboard, brief=brief, wordy=True, kept=kept)
        stands = family.standings(last.events, view, speaker)
        # With its picture the message that a game begins with fills a phone's screen.
        gap = [] if tail else [""]
        versions = ["\n".join((*lines, *gap, standing)).strip() for standing in stands]
        kept = "\n".join((*lines, *gap)) if dated and lines else ""
        post = partial(post, keyboard=keyboard, brief=brief, news=lines, kept=kept, sealed=bool(tail))
        if family.moments is None:
            return post(text=fitting(*versions))
        # All that waits is one message, however much that is: one that shows cards costs a group much of its limit.
        text = _shortest(*versions, *_shortened(notices, view, speaker, (head, told_by[-1], tail), stands[-1]))
        # What is shown for a moment has a message of its own, where the group's limit has room for that.
        boards = Boards.LAST if boards.deletes else boards
        events = [event for notice in notices for event in notice.events]
        shown, mixed = family.moments.revealed(events), family.moments.mixes(events)
        return post(text=text, reveal=shown, mixed=mixed, boards=boards, seen_for=family.moments.seconds + 1)


def _shortened(
    notices: Sequence[Notice],
    view: GameView,
    speaker: Speaker,
    full: tuple[Sequence[str], Sequence[str], Sequence[str]],
    standing: str,
) -> Iterator[str]:
    """What many notices tell, the newest in full and those before in few words; of ever more of these their number."""
    family, (head, newest, tail) = registry.of_view(view), full
    before = [family.gist(notice.events, view, speaker) for notice in notices[:-1]]
    if not before:
        return
    for left_out in (*range(0, len(before), max(1, len(before) // _STEPS)), len(before)):
        count = [speaker.html("told-before", count=left_out)] if left_out else []
        yield "\n".join((*count, *head, *chain.from_iterable(before[left_out:]), *newest, *tail, "", standing)).strip()


def _shortest(*texts: str) -> str:
    """The first text that a caption holds, with room for what is said while cards are face up; else the last."""
    most = limits.CAPTION - _LOOK
    return next((text for text in texts if limits.read_units(text) <= most), texts[-1])


def _look(notice: Notice, language: str) -> Look:
    return Look(language, theme_named(notice.theme), labels_named(notice.labels))


def tellable_together(first: Notice, other: Notice) -> bool:
    """Whether one message may tell both: turns of one game.

    What was told and comes again may stand behind what is newer; a lobby there would be all that is told.
    """
    return first.table == other.table and _in_game(first) and _in_game(other)


def _in_game(notice: Notice) -> bool:
    return not (notice.view is None or isinstance(notice.view, LobbyView))


def _sealed(notice: Notice, begins: type, speaker: Speaker) -> str:
    """The seal of the draws, in the message that a game begins with: so the chat itself keeps it."""
    begun = notice.seal and any(isinstance(event, begins) for event in notice.events)
    return lobby.seal(notice.seal, speaker) if begun else ""


def _left(table: str, view: GameView, speaker: Speaker) -> Left | None:
    family = registry.of_view(view)
    board = family.keyboard(table, view, speaker)
    if bearers(0, board):
        return None
    return Left(table, board, with_seal(board, table, speaker), family.answers(table, view, speaker, ()))


def _ballot(kinds: Collection[type], view: GameView) -> str:
    """The open vote that somebody has just voted in, or that has just begun; each has another name."""
    petition = view.petition
    if petition is None or petition.waits or not {VoteCast, SubstituteReady}.issuperset(kinds):
        return ""
    heir = "" if petition.substitute is None else petition.substitute.user
    return f"{petition.asked.isoformat()} {heir}"


def _objecting(notice: Notice, speaker: Speaker) -> InlineKeyboardMarkup | None:
    """The button under the question whether a game may end."""
    if not any(isinstance(event, CancelProposed) for event in notice.events):
        return None
    return InlineKeyboardMarkup([[button(speaker, "button-object", data("object", notice.table))]])
