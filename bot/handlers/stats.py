"""A player's figures in a group; in private, a user's own over all chats; and the rankings of a group."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, Self

import msgspec
from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.families.services import ChatContext, ChatServices, MessagingServices
from bot.languages import languages
from bot.pictures import player_sketch, ranking_sketch
from bot.records.player_stats import (
    DAY_SECONDS,
    MEASURES,
    SPANS,
    FiguresReader,
    Measure,
    PlayerFigures,
    Ranking,
    Span,
    frequent_opponents,
    main_rating,
    played_games,
    select_figures,
)
from bot.store.puzzles import DailyPuzzleStore
from bot.tables.games import Games
from bot.tables.table_loader import human_users
from bot.telegram.ephemeral import PrivatePage
from bot.telegram.groups import GroupTitles
from bot.telegram.keyboards import (
    ButtonData,
    callback_button,
    encode_button_data,
    pair_short_buttons,
    translated_button,
)
from bot.telegram.requests import Command, Tap
from bot.user_input.commands import handles_command
from bot.wording.figures import (
    PlayerReport,
    RankingView,
    family_label,
    game_label,
    number_text,
    opponents_fact,
    player_report_html,
    ranking_html,
    rating_text,
    span_label,
)
from bot.wording.speaker import Speaker
from engine.errors import Refusal
from engine.figures import Figures, PeriodFigures, combine_figures
from engine.lobby_seats import Lobby
from engine.ratings import Rating, widened
from engine.rulesets import shipped_rulesets
from engine.vocabulary import fold_word
from render.player_card import Fact

_MOST_ASKED: Final = 12  # about how many people at tables Telegram is asked for a name


def _split_text_word(text: str) -> tuple[str, bool]:
    """The text without a last word that asks for an answer as text, and whether it has one."""
    words = text.split()
    has_word = bool(words) and languages().find_meaning("answers", words[-1]) == "text"
    return " ".join(words[:-1] if has_word else words), has_word


_OWN_FIGURES_MOST_CHATS: Final = 50  # how many of a user's chats are read


async def _read_figures_by_chat(figures: FiguresReader, user: int, span: Span, now: int) -> dict[int, PlayerFigures]:
    found = {}
    for chat in (await figures.read_user_chats(user))[:_OWN_FIGURES_MOST_CHATS]:
        if (own := await figures.read_player(chat, user, span, now)) is not None:
            found[chat] = own
    order = sorted(found, key=lambda chat: -sum(counted.games for _, counted in found[chat].ever.kinds))
    return {chat: found[chat] for chat in order}


async def _read_chat_titles(
    group_titles: GroupTitles, chats: Iterable[int], user: int, speaker: Speaker
) -> dict[int, str]:
    return {
        chat: speaker.plain("this-chat") if chat == user else await group_titles.fetch_title(chat) or "…"
        for chat in chats
    }


async def _show_page(messaging: MessagingServices, request: Command | Tap, page: PrivatePage) -> None:
    as_text = _split_text_word(request.text)[1] if isinstance(request, Command) else request.photo is None
    if as_text:
        page = replace(page, sketch=None)
    if isinstance(request, Command):
        await messaging.replies.pages.reply_with_page(request, page)
    elif request.is_secret:
        await messaging.private_delivery.replace_page(request, page)
    else:
        await messaging.replies.acknowledge_tap(request)
        await messaging.replies.pages.replace_public_page(request, page)


_ROWS: Final = 10
_MOST_CHOICES: Final = 6  # how many games have buttons
_MEASURES_BY_SIGN: Final[dict[str, Measure]] = {measure[0]: measure for measure in MEASURES}
SPANS_BY_SIGN: Final[dict[str, Span]] = {span[0]: span for span in SPANS}


class _RankingChoice(NamedTuple):
    measure: Measure
    span: Span = "week"
    about: str = ""  # a ruleset's id, for ratings a family's name; empty for all games, or for the main family

    @property
    def data(self) -> str:
        return encode_button_data("top", "", self.measure[0], self.span[0], self.about)

    @classmethod
    def from_button(cls, pressed: ButtonData) -> Self:
        measure, span, about = pressed.arguments
        return cls(_MEASURES_BY_SIGN[measure], SPANS_BY_SIGN[span], about)


class RankingHandlers:
    """Shows rankings."""

    def __init__(self, services: ChatServices) -> None:
        self._figures: Final = FiguresReader(services.records.store, services.records.projection)
        self._games: Final = services.tables.games
        self._messaging: Final = services.messaging

    @handles_command("top", "group", "anybody", kind="look-up", answered_separately=True)
    async def show_ranking(self, request: Command, context: ChatContext) -> None:
        """``/siralama``: show the ranking by rating or, while there are no ratings, by this week's points."""
        if request.venue.private:
            raise Refusal("group_only")
        choice = _RankingChoice("rating")
        ranking = await self._read(request, choice)
        if not ranking.players:
            choice = _RankingChoice("points")
            ranking = await self._read(request, choice)
        await self._show(request, context, choice, ranking)

    async def change_ranking(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Show the ranking that a button below a ranking selects, with the row of the user who tapped."""
        if tap.venue.private:
            raise Refusal("stale_button")
        choice = _RankingChoice.from_button(pressed)
        await self._show(tap, context, choice, await self._read(tap, choice))

    async def _read(self, request: Command | Tap, choice: _RankingChoice) -> Ranking:
        chat, now = request.venue.scope.chat, _utc_seconds(self._games)
        if choice.measure == "rating":
            return await self._figures.rank_by_rating(chat, choice.about, now)
        return await self._figures.rank_by_figures(chat, choice.measure, choice.span, choice.about, now)

    async def _show(
        self, request: Command | Tap, context: ChatContext, choice: _RankingChoice, ranking: Ranking
    ) -> None:
        reader, players = request.sender.user, ranking.players[:_ROWS]
        if choice.measure == "rating" and not choice.about and ranking.choices:
            choice = choice._replace(about=ranking.choices[0])
        own = next((one for one in ranking.players[_ROWS:] if one.user == reader), None)
        shown = [one.user for one in (*players, *([] if own is None else [own]))]
        view = RankingView(
            measure=choice.measure,
            span=choice.span,
            about=choice.about,
            players=players,
            own=own,
            reader=reader,
            names=await self._figures.read_names(request.venue.scope.chat, shown),
        )
        speaker = context.chat_speaker
        page = PrivatePage(
            ranking_html(view, speaker),
            _ranking_keyboard(choice, ranking, speaker),
            ranking_sketch(view, speaker, context.style.theme),
        )
        await _show_page(self._messaging, request, page)


def _utc_seconds(games: Games) -> int:
    return int(games.times.utc_now.timestamp())


def _ranking_keyboard(choice: _RankingChoice, ranking: Ranking, speaker: Speaker) -> InlineKeyboardMarkup:
    by_rating = choice.measure == "rating"
    measures = [
        translated_button(
            speaker,
            f"top-by-{measure}",
            choice._replace(measure=measure, about=choice.about if (measure == "rating") == by_rating else "").data,
            checked=measure == choice.measure,
        )
        for measure in MEASURES
        if measure != "share" or ranking.has_shares or choice.measure == "share"
    ]
    spans = [
        translated_button(speaker, f"button-span-{span}", choice._replace(span=span).data, checked=span == choice.span)
        for span in SPANS
    ]
    about = ranking.choices[:_MOST_CHOICES]
    if choice.about and choice.about not in about:
        about.append(choice.about)
    if not by_rating:
        about = ["", *about]
    label = family_label if by_rating else game_label
    named = [
        callback_button(label(one, speaker), choice._replace(about=one).data, checked=one == choice.about)
        for one in about
    ]
    rows = [measures[:2], measures[2:4], *filter(None, (measures[4:],)), *([] if by_rating else [spans])]
    # A single family offers no choice; nor does a single game besides "all games".
    return InlineKeyboardMarkup([*rows, *(pair_short_buttons(named) if len(about) > 1 + (not by_rating) else [])])


Curve = tuple[tuple[int, int], ...]
_MOST_CHATS: Final = 7
_MOST_GAMES: Final = 6  # how many chats, and games, have buttons
_MOST_OPPONENTS: Final = 3
_MOST_RATINGS: Final = 3  # in how many groups figures over several tell the rating
CHATS: Final = "c"  # in private: the prefix of the chat in a button's data; alone, it means all chats


class _StatsChoice(NamedTuple):
    about: str  # in a group, a user's id; in private, `CHATS`, alone or with a chat's id
    span: Span = "ever"
    game: str = ""
    with_computers: bool = False

    @property
    def data(self) -> str:
        return encode_button_data("stats", "", self.about, self.span[0], self.game, "c" if self.with_computers else "p")

    @classmethod
    def from_button(cls, pressed: ButtonData) -> Self:
        about, span, game, kind = pressed.arguments
        return cls(about, SPANS_BY_SIGN[span], game, kind == "c")


class StatsHandlers:
    """Shows figures of players."""

    def __init__(
        self, services: ChatServices, daily: DailyPuzzleStore, find_by_username: Callable[[str], Awaitable[int | None]]
    ) -> None:
        self._figures: Final = FiguresReader(services.records.store, services.records.projection)
        self._members: Final = services.tables.members
        self._find_known_user: Final = find_by_username
        self._group_titles: Final = services.tables.group_titles
        self._daily: Final = daily
        self._games: Final = services.tables.games
        self._messaging: Final = services.messaging

    @handles_command("stats", "chat", "anybody", kind="look-up", needs_person=True)
    async def show_stats(self, request: Command, context: ChatContext) -> None:
        """``/istatistik``, ``/istatistik @kim``: show figures of games with people or, without any, with computers."""
        if request.venue.private:
            choice = _StatsChoice(CHATS)
        else:
            choice = _StatsChoice(str(await self._find_user(request, context)))
        await self._show(request, context, choice, falls_back=True)

    async def change_stats(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """Show the figures that a button below figures selects."""
        choice = _StatsChoice.from_button(pressed)
        if tap.venue.private != choice.about.startswith(CHATS):
            raise Refusal("stale_button")
        await self._show(tap, context, choice)

    async def _show(
        self, request: Command | Tap, context: ChatContext, choice: _StatsChoice, *, falls_back: bool = False
    ) -> None:
        speaker = context.chat_speaker
        if request.venue.private:
            user, name = request.sender.user, request.sender.name
            known = await _read_figures_by_chat(self._figures, user, choice.span, _utc_seconds(self._games))
            titles = await _read_chat_titles(self._group_titles, [*known][:_MOST_CHATS], user, speaker)
            found = _chosen_chats(known, choice)
        else:
            figures = await self._read_member(request, choice)
            found, titles, name = {request.venue.scope.chat: figures}, {}, figures.standing.name
        if falls_back and not any(played_games([one.ever], with_computers=False) for one in found.values()):
            choice = choice._replace(with_computers=True)
        report = await self._compose_report(found, name, choice, titles, speaker)
        report = replace(report, more=(*report.more, *await self._daily_facts(request, choice, [*found], speaker)))
        page = PrivatePage(
            player_report_html(report, speaker),
            _stats_keyboard(choice, [one.ever for one in found.values()], titles, speaker),
            player_sketch(report, speaker, context.style.theme),
        )
        await _show_page(self._messaging, request, page)

    async def _find_user(self, request: Command, context: ChatContext) -> int:
        if request.mentions:
            return request.mentions[0][1]
        named, _ = _split_text_word(request.text)
        if named.startswith("@"):
            return await self._find_by_username(named[1:].split()[0] if named[1:].split() else "", request, context)
        if named:
            return await self._find_by_name(named, request)
        return request.sender.user if request.replied_user is None else request.replied_user

    async def _find_by_username(self, username: str, request: Command, context: ChatContext) -> int:
        if (request.sender.username or "").lower() == username.lower() != "":
            return request.sender.user
        seated = [
            user
            for loaded in context.open_tables
            if (table := loaded.table) is not None
            for user in human_users(table.seats if isinstance(table, Lobby) else table.players)
        ]
        met = await self._find_known_user(username)
        for user in [*([] if met is None else [met]), *dict.fromkeys(seated[:_MOST_ASKED])]:
            # Another user may have the username by now.
            member = await self._members.find_member(request.venue.scope.chat, user)
            if (member.username or "").lower() == username.lower() != "":
                return user
        raise Refusal("no_figures_of_player")

    async def _find_by_name(self, named: str, request: Command) -> int:
        wanted = fold_word(named)
        chat = request.venue.scope.chat
        found = await self._figures.find_users_by_name(chat, lambda name: fold_word(name) == wanted)
        if not found:
            found = await self._figures.find_users_by_name(chat, lambda name: fold_word(name).startswith(wanted))
        if len(found) > 1:
            raise Refusal("several_players")
        if not found:
            raise Refusal("no_figures_of_player")
        return found[0]

    async def _read_member(self, request: Command | Tap, choice: _StatsChoice) -> PlayerFigures:
        chat, user = request.venue.scope.chat, int(choice.about)
        own = user == request.sender.user
        found = await self._figures.read_player(chat, user, choice.span, _utc_seconds(self._games))
        if found is None:
            raise Refusal("no_figures" if own else "no_figures_of_player")
        if not own and await self._figures.is_unlisted(chat, user):
            raise Refusal("player_unlisted")
        return found

    async def _compose_report(
        self,
        found: Mapping[int, PlayerFigures],
        name: str,
        choice: _StatsChoice,
        titles: Mapping[int, str],
        speaker: Speaker,
    ) -> PlayerReport:
        figures = combine_figures(_select_figures(one, choice) for one in found.values())
        parts = [game_label(choice.game, speaker), span_label(choice.span, speaker)]
        if choice.with_computers:
            parts.append(speaker.plain("stats-with-computers"))
        report = PlayerReport(name, " · ".join(parts), figures)
        if choice.with_computers:
            return report
        shown = {
            chat: rated
            for chat, one in found.items()
            if (rated := self._current_rating_and_curve(one, choice)) is not None
        }
        more = await self._run_facts(figures, found, speaker)
        if len(found) > 1:
            ratings = [
                Fact(speaker.plain("stats-rating-in", group=titles[chat]), rating_text(rating))
                for chat, (rating, _) in shown.items()
                if chat in titles
            ]
            return replace(report, more=(*ratings[:_MOST_RATINGS], *more))
        for rating, curve in shown.values():
            report = replace(report, rating=Fact(speaker.plain("stats-rating"), rating_text(rating)), curve=curve)
        return replace(report, more=more)

    def _current_rating_and_curve(self, found: PlayerFigures, choice: _StatsChoice) -> tuple[Rating, Curve] | None:
        game = shipped_rulesets().get(choice.game)
        rated = main_rating(found.standing, "" if game is None else game.rating_kind)
        if rated is None:
            return None
        return widened(rated.rating, _utc_seconds(self._games) // DAY_SECONDS), rated.curve

    async def _run_facts(self, figures: Figures, chats: Iterable[int], speaker: Speaker) -> tuple[Fact, ...]:
        streaks = (("stats-streak", figures.streak), ("stats-best-streak", figures.best_streak))
        facts = [Fact(speaker.plain(message), number_text(games)) for message, games in streaks if games]
        opponents = frequent_opponents(figures, _MOST_OPPONENTS)
        names: dict[int, str] = {}
        for chat in chats:
            missing = [user for user, _ in opponents if user not in names]
            names |= await self._figures.read_names(chat, missing, with_unlisted=False) if missing else {}
        met = [(names[user], games) for user, games in opponents if user in names]
        return (*facts, opponents_fact(met, speaker)) if met else tuple(facts)

    async def _daily_facts(
        self, request: Command | Tap, choice: _StatsChoice, chats: Sequence[int], speaker: Speaker
    ) -> tuple[Fact, ...]:
        user = request.sender.user if request.venue.private else int(choice.about)
        streak, longest = 0, 0
        for chat in dict.fromkeys((*chats, request.venue.scope.chat)):
            solver = await self._daily.load_solver(chat, user)
            if solver is not None and (newest := await self._daily.load_newest(chat)) is not None:
                streak, longest = max(streak, solver.streak_at(newest.number)), max(longest, solver.longest)
        facts = (("stats-daily-streak", streak), ("stats-daily-longest", longest))
        return tuple(Fact(speaker.plain(message), number_text(days)) for message, days in facts if days)


def _select_figures(found: PlayerFigures, choice: _StatsChoice) -> Figures:
    figures = select_figures(found.period, choice.game, with_computers=choice.with_computers)
    if choice.span != "ever" or choice.game or choice.with_computers:
        return figures
    # Of opponents met equally often, the one met last over all games comes first.
    return msgspec.structs.replace(figures, opponents=found.standing.opponents)


def _chosen_chats(known: Mapping[int, PlayerFigures], choice: _StatsChoice) -> Mapping[int, PlayerFigures]:
    if not known:
        raise Refusal("no_figures")
    wanted = choice.about.removeprefix(CHATS)
    if not wanted:
        return known
    if int(wanted) not in known:
        raise Refusal("stale_button")
    return {int(wanted): known[int(wanted)]}


def _stats_keyboard(
    choice: _StatsChoice, ever: Sequence[PeriodFigures], titles: Mapping[int, str], speaker: Speaker
) -> InlineKeyboardMarkup:
    spans = [
        translated_button(speaker, f"button-span-{span}", choice._replace(span=span).data, checked=span == choice.span)
        for span in SPANS
    ]
    rows = [spans]
    games = played_games(ever, with_computers=choice.with_computers)[:_MOST_GAMES]
    if choice.game and choice.game not in games:
        games.append(choice.game)
    if len(games) > 1 or choice.game:
        named = [(game_label(game, speaker), choice._replace(game=game)) for game in ["", *games]]
        rows += pair_short_buttons(_checked_button(label, one, choice) for label, one in named)
    if len({kind.with_computers for period in ever for kind, _ in period.kinds}) > 1:
        message = "button-without-computers" if choice.with_computers else "button-with-computers"
        other = choice._replace(with_computers=not choice.with_computers, game="")
        rows.append([translated_button(speaker, message, other.data)])
    if len(titles) > 1:
        every = [
            (speaker.plain("stats-all-groups"), CHATS),
            *((title, f"{CHATS}{one}") for one, title in titles.items()),
        ]
        chats = [(label, choice._replace(about=about, game="")) for label, about in every]
        rows += pair_short_buttons(_checked_button(label, one, choice) for label, one in chats)
    return InlineKeyboardMarkup(rows)


def _checked_button(label: str, to: _StatsChoice, choice: _StatsChoice) -> InlineKeyboardButton:
    return callback_button(label, to.data, checked=(to.game, to.about) == (choice.game, choice.about))
