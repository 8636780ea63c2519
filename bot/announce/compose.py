"""Composes posts: turns notices of the outbox into one message's text, picture and buttons."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import timedelta
from functools import cached_property, partial
from itertools import chain
from typing import Any, Final, cast

from redis.exceptions import RedisError, ResponseError
from telegram import InlineKeyboardMarkup

from bot import message_limits
from bot.announce.board_messages import (
    BoardMode,
    CurrentTexts,
    RemainingKeyboards,
    board_mode_named,
    compose_current_texts,
    expiring_messages,
)
from bot.families import registry
from bot.families.chat_family import ChatFamily, FamilyWording, TimedReveal, fold_caption
from bot.families.own_board import HOME_STEP
from bot.families.services import ChatContext, FamilyChat, OwnBoardPages
from bot.languages import languages
from bot.logs import get_logger
from bot.pictures import PictureStyle, Sketch, labels_or_default, theme_or_default
from bot.records.projection import Projection
from bot.store.chats import SharedPictureStore
from bot.store.games import GameStore
from bot.store.keys import Scope
from bot.store.streams import NewestMessage
from bot.tables.codec import Notice
from bot.tables.games import Games
from bot.telegram.gateway import Gateway
from bot.telegram.keyboards import Keyboards, data_button, lobby_closed_keyboard, share_button
from bot.telegram.private_delivery import PrivateLocales
from bot.texts import Texts
from bot.wording import clocks, decisions
from bot.wording.clocks import downtime_lines
from bot.wording.game_result import effect_lines
from bot.wording.speaker import Speaker, first_fitting_caption, folding_quote, join_lines, merge_quotes
from bot.wording.tables import label_line
from engine.absence import SubstituteReady, VoteCast
from engine.allowance import Extended
from engine.cancellation import CancelProposed
from engine.clock import Paused, Resumed
from engine.encoding import DECODE_ERRORS
from engine.errors import Refusal
from engine.game import Event, View
from engine.game_base import GameView, TurnGameView
from engine.game_record import CANCELLED, ID_DIGITS
from engine.invitations import ABANDONED_AFTER, InvitationEnded
from engine.lobby_seats import LobbyClosed
from engine.lobby_view import LobbyView
from engine.rng import commitment
from engine.standings import GameEffects

log = get_logger(__name__)


async def _find_end_effects(
    records: Projection | None, scopes: Sequence[Scope], notices: Sequence[Notice]
) -> GameEffects | None:
    """The effects of the game that ended with one of a table's notices, if any; its record is in one of ``scopes``."""
    if records is None or scopes[0].is_private or not any(map(_end_event, notices)):
        return None
    try:
        for chat in dict.fromkeys(scope.chat for scope in scopes):
            found = await records.find_effects(chat, notices[-1].table)
            if found is not None:
                return found
    except (RuntimeError, ResponseError, *DECODE_ERRORS):
        # The news is sent even if its effects are missing.
        log.exception("what a game changed cannot be found", chat=scopes[0].chat)
    return None


def _end_event(notice: Notice) -> Event | None:
    view = notice.view
    if not isinstance(view, GameView) or view.outcome is None:
        return None
    end = registry.family_of_view(view).engine_family.end_event
    return next((event for event in notice.events if isinstance(event, end)), None)


def _ended_game(notices: Sequence[Notice]) -> str | None:
    for event in map(_end_event, notices):
        secret, outcome = getattr(event, "secret", ""), getattr(event, "outcome", None)
        if secret and outcome is not None and outcome.reason != CANCELLED:
            return commitment(secret)[:ID_DIGITS]
    return None


def can_be_analysed(notices: Sequence[Notice]) -> bool:
    """Whether the game that these notices end can be analysed."""
    views = [notice.view for notice in notices if _end_event(notice) and notice.view is not None]
    return bool(views) and registry.family_of_view(views[0]).load_analysis is not None


def _add_costly_button(
    keyboard: InlineKeyboardMarkup | None, chat: int, game: str, speaker: Speaker
) -> InlineKeyboardMarkup:
    rows = [] if keyboard is None else [list(row) for row in keyboard.inline_keyboard]
    costly = data_button(speaker, "button-costly", "costly", "", chat, 0, game)
    return InlineKeyboardMarkup([*rows[:-1], [costly], *rows[-1:]])


def _add_share_button(
    keyboard: InlineKeyboardMarkup | None, chat: int, game: str, speaker: Speaker
) -> InlineKeyboardMarkup:
    """The keyboard with one more row to share the game's end with a chat: phones cut the third button of a row."""
    rows = () if keyboard is None else keyboard.inline_keyboard
    return InlineKeyboardMarkup([*rows, [share_button(chat, game, speaker)]])


async def keep_end_picture(
    store: SharedPictureStore | None, scope: Scope, notices: Sequence[Notice], sent: NewestMessage
) -> None:
    """Keep the file id of a picture with a game's end, if one was sent; not in private, where no button shares it."""
    game = None if scope.is_private else _ended_game(notices)
    if store is None or sent.photo is None or game is None:
        return
    try:
        await store.save_picture(scope.chat, game, sent.photo[1])
    except RedisError as error:
        # The message is sent: an error now would send it again. Without the picture, there is just nothing to share.
        log.warning("the picture of a game's end is not kept", chat=scope.chat, error=error)


def _open_vote_id(kinds: Collection[type], view: GameView) -> str:
    """The id of the open vote if these events only opened it or cast votes; else empty."""
    petition = view.petition
    if petition is None or petition.is_waiting or not {VoteCast, SubstituteReady}.issuperset(kinds):
        return ""
    substitute = "" if petition.substitute is None else petition.substitute.user
    return f"{petition.asked.isoformat()} {substitute}"


def _cancel_objection_keyboard(notice: Notice, speaker: Speaker) -> InlineKeyboardMarkup | None:
    if not any(isinstance(event, CancelProposed) for event in notice.events):
        return None
    return InlineKeyboardMarkup([[data_button(speaker, "button-object", "object", notice.table)]])


REVEAL_LINE_ROOM: Final = 300  # room for the line that stands below a caption while cards are face up


@dataclass(frozen=True, slots=True, kw_only=True)
class BasePost:
    """What posts of all kinds have in common."""

    text: str
    keyboard: InlineKeyboardMarkup | None
    table: str
    notice_count: int

    @property
    def reserved_units(self) -> int:
        """The units (visible characters) of a caption that are left free for later additions."""
        return 0

    @property
    def fits_caption(self) -> bool:
        """Whether the text fits a caption."""
        return message_limits.count_visible_units(self.text) + self.reserved_units <= message_limits.CAPTION


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyClosedPost(BasePost):
    """Says that a lobby is closed."""

    edit_only: bool  # whether it is dropped if no lobby's message can be edited to say so


@dataclass(frozen=True, slots=True, kw_only=True)
class PicturePost(BasePost):
    """A picture of a table with a text below it."""

    view: View
    speaker: Speaker
    style: PictureStyle

    @property
    def picture(self) -> Sketch:
        """The picture to draw."""
        return registry.table_sketch(self.view, self.speaker, self.style)

    @property
    def text_without_picture(self) -> str:
        """The text if the chat takes no pictures."""
        return self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyPost(PicturePost):
    """An open lobby; its text always fits a caption."""

    view: LobbyView
    edit_only: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPost(PicturePost):
    """Tells a turn, with the current board."""

    view: GameView
    board_mode: BoardMode
    brief_text: str = ""  # events and next player, without what the picture shows; empty if that omits nothing
    brief_keyboard: InlineKeyboardMarkup | None = None
    lasting_text: str = ""  # the part of the text that stays on edits of its deadline; HTML, empty if it has none
    news_lines: Sequence[str] = ()  # the events line by line, without scores and next player
    sketch: Sketch | None = None  # a picture that shows its only reader more than `view` does
    edits_newest: bool = False  # whether it edits the table's newest message; it is sent only if that fails
    same_picture: bool = False  # whether the edited message keeps its picture

    @property
    def picture(self) -> Sketch:
        """The picture to draw."""
        return self.sketch or registry.sketch_above_keys(self.view, self.speaker, self.style)

    @property
    def text_without_picture(self) -> str:
        """The board as text and the post's text."""
        return f"{registry.family_of_view(self.view).pictures.board_as_html(self.view)}\n{self.text}".rstrip()


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsPost(BoardPost):
    """A turn of a game that shows turned-up cards for some seconds."""

    revealed_events: Sequence[Event]  # the events that turned cards up, the newest last
    computer_turn: int | None = None  # the number of the last turn that it tells, if that is a computer player's
    is_one_turn: bool = False  # whether it tells only that turn
    cards_moved: bool  # whether cards that are still face up have moved
    reveal_seconds: float  # how long the cards of the message before must stay visible

    @property
    def reserved_units(self) -> int:
        """The units that the line about face-up cards needs."""
        return REVEAL_LINE_ROOM


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTextPost(BasePost):
    """A turn told as text, where a picture would show nothing new."""

    board: BoardPost
    silent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SideNotePost(BasePost):
    """A text besides the board, such as a question or a vote; the board keeps its buttons."""

    silent: bool
    vote_id: str = ""  # the id of the vote if the post only tells the count
    current_texts: CurrentTexts | None = None  # texts for the existing messages if the post changes their deadline
    remaining_keyboards: RemainingKeyboards | None = None  # below expired messages; `None` while a question is open


Post = LobbyPost | LobbyClosedPost | BoardPost | CardsPost | TurnTextPost | SideNotePost
_TEXT_ONLY_EVENTS: Final = (CancelProposed, Extended)
_DEADLINE_CHANGES: Final = (Paused, Resumed, Extended)
_MOST_SHORTENINGS: Final = 16
_MOST_HEADLINES: Final = 2  # turns in the visible lines of a folded caption; the quote below has all


@dataclass(frozen=True)
class _GameNews:
    notices: Sequence[Notice]
    view: GameView
    speaker: Speaker
    head: Sequence[str]  # lines about all notices of the post
    lines_by_notice: Sequence[Sequence[str]]
    seal: Sequence[str]  # the seal, the hash that commits to the draws: in a game's first and last messages
    effects: Sequence[str] = ()  # what the game's end changed (records, ratings), in the message of the end

    @property
    def last(self) -> Notice:
        return self.notices[-1]

    @cached_property
    def family(self) -> ChatFamily:
        return registry.family_of_view(self.view)

    @cached_property
    def wording(self) -> FamilyWording[Any, Any]:
        return self.family.wording(self.speaker)

    @cached_property
    def lines(self) -> Sequence[str]:
        seal = self.seal if self.wording.folds or not self.seal else [folding_quote(*self.seal)]
        return [*self.head, *chain.from_iterable(self.lines_by_notice), *seal]

    @cached_property
    def _headline_and_details(self) -> tuple[str, list[str]]:
        if not self.wording.folds:
            return "", []
        told = [line for one in self.notices if (line := self.wording.headline(one.events, self.view))]
        head = list(self.head)
        headline = " · ".join(told[-_MOST_HEADLINES:]) or (head.pop() if head else "")
        only = self.wording.detail_lines(self.last.events, self.view)
        details = only if len(self.notices) == 1 else chain.from_iterable(self.lines_by_notice)
        return headline, [*head, *details, *self.seal]

    @property
    def news_lines(self) -> Sequence[str]:
        if not self.wording.folds:
            return self.lines
        short = [line for one in self.notices for line in self.wording.short_event_lines(one.events, self.view)]
        return [*self.head, *short, folding_quote(*self.seal)]

    @cached_property
    def kinds(self) -> set[type]:
        return {type(event) for notice in self.notices for event in notice.events}

    @property
    def board_mode(self) -> BoardMode:
        return board_mode_named(self.last.boards)

    @property
    def style(self) -> PictureStyle:
        return _style_of(self.last, self.speaker.language)

    @property
    def tells_deadline(self) -> bool:
        return clocks.shows_deadline(self.view) and not self.speaker.private

    @cached_property
    def label(self) -> str:
        return label_line(self.view.seats, self.speaker)

    @property
    def brief_text(self) -> str:
        standing = self.wording.brief_standing(self.view)
        if self.wording.folds:
            return first_fitting_caption(*(self._fold(*more, below=standing) for more in self._effect_versions))
        texts = ("\n".join((*self.lines, *more, "", standing)).strip() for more in self._quoted_effects)
        return first_fitting_caption(*(join_lines(self.label, merge_quotes(text)) for text in texts))

    @cached_property
    def standings(self) -> Sequence[str]:
        return self.wording.standing_versions(self.last.events, self.view)

    @property
    def full_texts(self) -> Sequence[str]:
        if self.wording.folds:
            return [self._fold(*more, standing) for more in self._effect_versions for standing in self.standings]
        texts = (
            "\n".join((*self.lines, *more, *self._gap, standing)).strip()
            for more in self._quoted_effects
            for standing in self.standings
        )
        return [join_lines(self.label, merge_quotes(text)) for text in texts]

    def _fold(self, *standing: str, below: str = "") -> str:
        headline, details = self._headline_and_details
        following, verdict = self.wording.following(self.view), self.wording.verdict_lines(self.view)
        return fold_caption(self.label, headline, following, *details, *standing, verdict=verdict, below=below)

    @property
    def _effect_versions(self) -> Sequence[Sequence[str]]:
        return [self.effects, ()] if self.effects else [()]

    @property
    def _quoted_effects(self) -> Sequence[Sequence[str]]:
        return [[folding_quote(*more)] if more else [] for more in self._effect_versions]

    @property
    def lasting_text(self) -> str:
        """The part of a board's text that stays when its deadline changes; empty if it tells no deadline."""
        if not self.tells_deadline or not self.lines:
            return ""
        headline, details = self._headline_and_details
        return "\n".join((headline, *details) if self.wording.folds else (*self.lines, *self._gap))

    @property
    def _gap(self) -> Sequence[str]:
        # A game's first message fills a phone's screen anyway, and buttons may show the table.
        return [] if self.seal or self.family.events.timed_reveal is not None else [""]

    @property
    def keyboard(self) -> InlineKeyboardMarkup | None:
        return self.family.chat.table_keyboard(self.last.table, self.view, self.speaker)

    @property
    def text_keyboard(self) -> InlineKeyboardMarkup | None:
        return self.family.chat.keyboard_of_text(self.last.table, self.view, self.speaker)


def compose_game_post(
    notices: Sequence[Notice], view: GameView, speaker: Speaker, effects: GameEffects | None = None
) -> BoardPost | TurnTextPost | SideNotePost:
    """Compose a post of the events and the current board; as text if the board is unchanged."""
    news = _gather_news(notices, view, speaker)
    if effects is not None and any(map(_end_event, notices)):
        news = replace(news, effects=effect_lines(effects, [(one.user, one.name) for one in view.seats], speaker))
    family, kinds = news.family, news.kinds
    if news.lines and kinds <= {*_TEXT_ONLY_EVENTS, *family.events.text_only}:
        return _side_note(news)
    text_only = kinds and kinds <= {Extended, *family.events.text_only, *family.events.same_board}
    if own := family.events.own_message:
        # Such events get a message of their own in every board mode, as no other message repeats them.
        edits = kinds.isdisjoint(own)
        board = _board(news, first_fitting_caption(*news.full_texts), news.keyboard)
        return replace(board, board_mode=BoardMode.EACH, edits_newest=edits, same_picture=bool(text_only))
    if text_only and not news.board_mode.edits_in_place:
        return _turn_text(news)
    if family.events.timed_reveal is not None:
        return _cards(news, family.events.timed_reveal)
    return _board(news, first_fitting_caption(*news.full_texts), news.keyboard)


def _gather_news(notices: Sequence[Notice], view: GameView, speaker: Speaker) -> _GameNews:
    family = registry.family_of_view(view)
    lines = downtime_lines(timedelta(milliseconds=sum(notice.untold_downtime_ms for notice in notices)), speaker)
    if any(notice.fell_back for notice in notices):
        lines.append(speaker.html("judge-outage"))
    lines += [line for notice in notices for line in decisions.decision_lines(notice.events, view, speaker)]
    wording = family.wording(speaker)
    lines_by_notice = [wording.event_lines(notice.events, view) for notice in notices]
    seal = [sealed for notice in notices if (sealed := _seal_line(notice, family, speaker))]
    return _GameNews(notices, view, speaker, lines, lines_by_notice, seal)


def _side_note(news: _GameNews) -> SideNotePost:
    table, view, speaker = news.last.table, news.view, news.speaker
    keyboard = _cancel_objection_keyboard(news.last, speaker) or news.family.chat.answer_keyboard(
        table, view, speaker, news.kinds
    )
    changes_deadline = news.tells_deadline and not news.kinds.isdisjoint(_DEADLINE_CHANGES)
    return SideNotePost(
        text=join_lines(news.label, "\n".join(news.lines)),
        keyboard=keyboard,
        table=table,
        notice_count=len(news.notices),
        silent=keyboard is None,
        vote_id=_open_vote_id(news.kinds, view),
        current_texts=compose_current_texts(table, view, speaker) if changes_deadline else None,
        remaining_keyboards=_remaining_keyboards(news),
    )


def _turn_text(news: _GameNews) -> TurnTextPost:
    board = _board(news, news.brief_text, news.text_keyboard)
    return _told_as_text(board, board.text, board.keyboard)


def _told_as_text(
    board: BoardPost, text: str, keyboard: InlineKeyboardMarkup | None, *, silent: bool = False
) -> TurnTextPost:
    return TurnTextPost(
        text=text, keyboard=keyboard, table=board.table, notice_count=board.notice_count, board=board, silent=silent
    )


def _board(news: _GameNews, text: str, keyboard: InlineKeyboardMarkup | None) -> BoardPost:
    return BoardPost(
        text=text,
        keyboard=keyboard,
        table=news.last.table,
        notice_count=len(news.notices),
        view=news.view,
        speaker=news.speaker,
        style=news.style,
        board_mode=news.board_mode,
        brief_text=news.brief_text if news.board_mode.edits_in_place else "",
        brief_keyboard=news.text_keyboard,
        lasting_text=news.lasting_text,
        news_lines=news.news_lines,
    )


def _cards(news: _GameNews, timed_reveal: TimedReveal) -> CardsPost:
    events = [event for notice in news.notices for event in notice.events]
    turns = [timed_reveal.computer_turn(one.events, one.view) for one in news.notices]
    # All waiting notices go in one message, as revealing cards takes much of a group's rate limit.
    board = _board(news, _first_fitting_text(*news.full_texts, *_shortened_texts(news)), news.keyboard)
    if board.board_mode.deletes_former:
        # Revealed cards get their own message, if the group's rate limit allows it.
        board = replace(board, board_mode=BoardMode.LAST)
    return CardsPost(
        **{one.name: getattr(board, one.name) for one in fields(board)},
        revealed_events=timed_reveal.revealing_events(events),
        computer_turn=turns[-1],
        is_one_turn=len(set(turns)) == 1,
        cards_moved=timed_reveal.has_shuffle(events),
        reveal_seconds=timed_reveal.seconds + 1,
    )


def _shortened_texts(news: _GameNews) -> Iterator[str]:
    """Ever shorter texts of many notices: the newest in full, the others briefly, more and more of them as a count."""
    before = [news.wording.short_event_lines(notice.events, news.view) for notice in news.notices[:-1]]
    if not before:
        return
    newest = news.lines_by_notice[-1]
    for left_out in (*range(0, len(before), max(1, len(before) // _MOST_SHORTENINGS)), len(before)):
        count = [news.speaker.html("told-before", count=left_out)] if left_out else []
        shown = chain.from_iterable(before[left_out:])
        text = "\n".join((*count, *news.head, *shown, *newest, *news.seal, "", news.standings[-1])).strip()
        yield join_lines(news.label, text)


def _first_fitting_text(*texts: str) -> str:
    most = message_limits.CAPTION - REVEAL_LINE_ROOM
    return next((text for text in texts if message_limits.count_visible_units(text) <= most), texts[-1])


def _style_of(notice: Notice, language: str) -> PictureStyle:
    return PictureStyle(language, theme_or_default(notice.theme), labels_or_default(notice.labels))


def _seal_line(notice: Notice, family: ChatFamily, speaker: Speaker) -> str:
    """The line with the seal when a game starts or ends: a reply to a message with it always means that game."""
    end, seal = family.engine_family.end_event, ""
    for event in notice.events:
        if isinstance(event, family.events.start):
            seal = notice.seal
        elif isinstance(event, end) and (secret := getattr(event, "secret", "")):
            seal = commitment(secret)
    return registry.seal_line(seal, speaker) if seal else ""


def _remaining_keyboards(news: _GameNews) -> RemainingKeyboards | None:
    family, table, speaker = news.family, news.last.table, news.speaker
    board = family.chat.table_keyboard(table, news.view, speaker)
    if expiring_messages(0, board):
        return None
    question = family.chat.answer_keyboard(table, news.view, speaker, ())
    return RemainingKeyboards(table, board, family.chat.keyboard_of_text(table, news.view, speaker), question)


_HOUR: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True, eq=False)
class PostComposer:
    """Composes posts. ``downtime``: how far UTC is ahead of served time; if ``None``, posts tell no deadlines."""

    texts: Texts
    keyboards: Keyboards
    downtime: Callable[[], timedelta | None] = lambda: None

    def compose_post(
        self,
        notices: Sequence[Notice],
        language: str,
        *,
        private: bool = False,
        effects: GameEffects | None = None,
        board_link: str = "",
    ) -> Post:
        """Compose one post of as many notices as fit a caption, at least the first."""
        count = len(notices)
        compose = partial(
            self._compose_from, language=language, private=private, effects=effects, board_link=board_link
        )
        while not (post := compose(notices[:count])).fits_caption and count > 1:
            count -= 1
        return post

    def _compose_from(
        self, notices: Sequence[Notice], *, language: str, private: bool, effects: GameEffects | None, board_link: str
    ) -> Post:
        last, count = notices[-1], len(notices)
        offset = None if private else self.downtime()
        speaker = Speaker(
            self.texts,
            language,
            last.title,
            last.lexicon,
            served_time_offset=offset,
            private=private,
            table_number=last.number,
            board_link=board_link,
        )
        match last.view:
            case LobbyView() as view:
                return LobbyPost(
                    text=registry.lobby_caption(view, speaker, last.mentioned, private=private),
                    keyboard=self.keyboards.lobby_keyboard(language, last.table, view, private=private),
                    table=last.table,
                    notice_count=count,
                    view=view,
                    speaker=speaker,
                    style=_style_of(last, language),
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


class PrivateTable:
    """Adapts posts to the one reader of a private chat."""

    def __init__(
        self, gateway: Gateway, store: GameStore, games: Games, family_chats: Mapping[str, FamilyChat]
    ) -> None:
        self._games: Final = games
        self._family_chats: Final = family_chats
        self._own_board_pages: Final = OwnBoardPages(gateway, store, games)

    async def personalize_post(self, scope: Scope, post: Post) -> Post:
        """The post for a private chat: with the reader's own board if they can act, else as text.

        Posts of lobbies and finished games stay unchanged, and so do posts that edit an own board. Raises
        UnreadableState if the table was written by another version.
        """
        match post:
            case BoardPost(edits_newest=True):
                return post
            case TurnTextPost(board=turn):
                pass
            case BoardPost() as turn if not (isinstance(turn, CardsPost) and turn.revealed_events):
                pass
            case _:
                return post
        view = turn.view
        on_turn = view.turn if isinstance(view, TurnGameView) else None
        if view.outcome is not None or (isinstance(view, TurnGameView) and on_turn is None):
            return post
        board = self._family_chats[registry.family_of_view(view).name].own_board
        if on_turn is not None and view.seats[on_turn].user != scope.chat:
            return _told_as_text(turn, turn.brief_text or turn.text, None, silent=True)
        if board is None:
            return post
        loaded = await self._games.load_table(scope)
        settings = loaded.settings
        context = ChatContext(loaded, turn.speaker, settings.get("theme"), settings.get("labels"))
        try:
            own = await self._own_board_pages.load_own_board(context, scope.chat)
            page = await self._own_board_pages.build_private_page(
                own, board, HOME_STEP, notice=first_fitting_caption(join_lines(*turn.news_lines))
            )
        except Refusal:
            # The game has ended meanwhile; the next notice says so.
            return post
        # In a group a turn without a play is only text, but here the player whose turn it is needs their board.
        return replace(turn, text=page.text, keyboard=page.keyboard_in_private, sketch=page.sketch)


@dataclass(frozen=True, slots=True, eq=False)
class ChatPosts:
    """Composes the posts of chats."""

    composer: PostComposer
    records: Projection | None
    private_table: PrivateTable | None
    locales: PrivateLocales
    default_language: str
    can_share: Callable[[], bool] = lambda: False
    board_link: Callable[[str, Scope], str] = lambda *_: ""
    keeps_games: bool = True

    async def compose_chat_post(self, scope: Scope, notices: Sequence[Notice], notice_scope: Scope) -> Post:
        """Compose one post in the chat's language, for a group or in private. Raises RedisError."""
        language = await self._chat_language(scope, notices[-1])
        effects = await _find_end_effects(self.records, (scope, notice_scope), notices)
        link = self.board_link(notices[-1].table, scope)
        post = self.composer.compose_post(notices, language, private=scope.is_private, effects=effects, board_link=link)
        game = _ended_game(notices[: post.notice_count])
        if game is not None and isinstance(post, BoardPost | CardsPost):
            keyboard = post.keyboard
            if self.keeps_games and can_be_analysed(notices[: post.notice_count]):
                keyboard = _add_costly_button(keyboard, scope.chat, game, post.speaker)
            if not scope.is_private and self.can_share():
                keyboard = _add_share_button(keyboard, scope.chat, game, post.speaker)
            post = replace(post, keyboard=keyboard)
        if not scope.is_private or self.private_table is None:
            return post
        return await self.private_table.personalize_post(scope, post)

    async def _chat_language(self, scope: Scope, notice: Notice) -> str:
        chosen = languages().supported_or_none(notice.language)
        if chosen is None and scope.is_private:
            return await self.locales.locale_of_user(scope.chat)
        return chosen or self.default_language
