"""``/istatistik``: one person's figures in a group, or in private their own over all chats that know them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, Self

import msgspec
from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.families.chat_context import ChatContext
from bot.handlers.records.find_player import PlayerFinder
from bot.handlers.records.own_figures import read_chat_titles, read_figures_by_chat
from bot.handlers.records.ranking import SPANS_BY_SIGN, utc_seconds
from bot.handlers.records.show_page import PageView
from bot.pictures.record_sketches import player_sketch
from bot.records.player_stats import frequent_opponents, main_rating, played_games, select_figures
from bot.records.ranking import DAY_SECONDS, SPANS, Span
from bot.records.read_figures import FiguresReader, PlayerFigures
from bot.store.daily_puzzles import DailyPuzzleStore
from bot.tables.games import Games
from bot.telegram.button_data import ButtonData, encode_button_data
from bot.telegram.group_titles import GroupTitles
from bot.telegram.incoming.requests import Command, Tap
from bot.telegram.keyboards import callback_button, pair_short_buttons, translated_button
from bot.telegram.private_page import PrivatePage
from bot.user_input.commands import handles_command
from bot.wording.player_figures import (
    PlayerReport,
    game_label,
    number_text,
    opponents_fact,
    player_report_html,
    rating_text,
    span_label,
)
from bot.wording.speaker import Speaker
from engine.errors import Refusal
from engine.figures import Figures, PeriodFigures, combine_figures
from engine.ratings import Rating, widened
from engine.rulesets import shipped_rulesets
from render.player_card import Fact

Curve = tuple[tuple[int, int], ...]
_MOST_CHATS: Final = 7
_MOST_GAMES: Final = 6
"""So many chats, and games, have buttons."""
_MOST_OPPONENTS: Final = 3
_MOST_RATINGS: Final = 3
"""Of so many groups the rating is told where figures are of several."""
CHATS: Final = "c"
"""Before the chat in the data of a button in private; alone, all chats are meant."""


class StatsChoice(NamedTuple):
    """Whose figures, when, of which games."""

    about: str
    """A user's id in a group; in private :data:`CHATS` and a chat's id, or alone."""
    span: Span = "ever"
    game: str = ""
    with_computers: bool = False

    @property
    def data(self) -> str:
        """The data of the button that leads there."""
        return encode_button_data("stats", "", self.about, self.span[0], self.game, "c" if self.with_computers else "p")

    @classmethod
    def from_button(cls, pressed: ButtonData) -> Self:
        """The choice of a pressed button."""
        about, span, game, kind = pressed.arguments
        return cls(about, SPANS_BY_SIGN[span], game, kind == "c")


class StatsHandlers:
    """Shows figures of players."""

    def __init__(
        self,
        figures: FiguresReader,
        finder: PlayerFinder,
        group_titles: GroupTitles,
        games: Games,
        page_view: PageView,
        *,
        daily: DailyPuzzleStore,
    ) -> None:
        self._figures: Final = figures
        self._finder: Final = finder
        self._group_titles: Final = group_titles
        self._daily: Final = daily
        self._games: Final = games
        self._page_view: Final = page_view

    @handles_command("stats", "chat", "anybody", kind="look-up", needs_person=True)
    async def show_stats(self, request: Command, context: ChatContext) -> None:
        """``/istatistik``, ``/istatistik @kim``: games with people, or with computers where there are no others."""
        if request.venue.private:
            choice = StatsChoice(CHATS)
        else:
            choice = StatsChoice(str(await self._finder.find_user(request, context)))
        await self._show(request, context, choice, falls_back=True)

    async def change_stats(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """A button below somebody's figures.

        Raises:
            Refusal: ``stale_button`` where no such button was drawn; ``no_figures`` and the like as for the command.
        """
        choice = StatsChoice.from_button(pressed)
        if tap.venue.private != choice.about.startswith(CHATS):
            raise Refusal("stale_button")
        await self._show(tap, context, choice)

    async def _show(
        self, request: Command | Tap, context: ChatContext, choice: StatsChoice, *, falls_back: bool = False
    ) -> None:
        speaker = context.chat_speaker
        if request.venue.private:
            user, name = request.sender.user, request.sender.name
            known = await read_figures_by_chat(self._figures, user, choice.span, utc_seconds(self._games))
            titles = await read_chat_titles(self._group_titles, [*known][:_MOST_CHATS], user, speaker)
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
            stats_keyboard(choice, [one.ever for one in found.values()], titles, speaker),
            player_sketch(report, speaker, context.look.theme),
        )
        await self._page_view.show_page(request, page)

    async def _read_member(self, request: Command | Tap, choice: StatsChoice) -> PlayerFigures:
        """Somebody's figures in a group.

        Raises:
            Refusal: ``no_figures``, ``no_figures_of_player``, ``player_unlisted``.
        """
        chat, user = request.venue.scope.chat, int(choice.about)
        own = user == request.sender.user
        found = await self._figures.read_player(chat, user, choice.span, utc_seconds(self._games))
        if found is None:
            raise Refusal("no_figures" if own else "no_figures_of_player")
        if not own and await self._figures.is_unlisted(chat, user):
            raise Refusal("player_unlisted")
        return found

    async def _compose_report(
        self,
        found: Mapping[int, PlayerFigures],
        name: str,
        choice: StatsChoice,
        titles: Mapping[int, str],
        speaker: Speaker,
    ) -> PlayerReport:
        """The figures of one chat, or those of several together.

        Args:
            found: by chat.
            name: whose they are.
            choice: what is shown.
            titles: what the chats are called, where there are several.
            speaker: speaks to the reader.
        """
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

    def _current_rating_and_curve(self, found: PlayerFigures, choice: StatsChoice) -> tuple[Rating, Curve] | None:
        """The rating as it is today, in the family of the chosen game, and its curve."""
        game = shipped_rulesets().get(choice.game)
        rated = main_rating(found.standing, "" if game is None else game.family)
        if rated is None:
            return None
        return widened(rated.rating, utc_seconds(self._games) // DAY_SECONDS), rated.curve

    async def _run_facts(self, figures: Figures, chats: Iterable[int], speaker: Speaker) -> tuple[Fact, ...]:
        """Streaks, and whom one plays most, of the period and the games that are shown."""
        streaks = (("stats-streak", figures.streak), ("stats-best-streak", figures.best_streak))
        facts = [Fact(speaker.plain(message), number_text(games)) for message, games in streaks if games]
        opponents = frequent_opponents(figures, _MOST_OPPONENTS)
        names: dict[int, str] = {}
        for chat in chats:
            missing = [user for user, _ in opponents if user not in names]
            names |= await self._figures.read_shown_names(chat, missing) if missing else {}
        met = [(names[user], games) for user, games in opponents if user in names]
        return (*facts, opponents_fact(met, speaker)) if met else tuple(facts)

    async def _daily_facts(
        self, request: Command | Tap, choice: StatsChoice, chats: Sequence[int], speaker: Speaker
    ) -> tuple[Fact, ...]:
        """The longest streaks of daily puzzles in some chats, and in private in one's own."""
        user = request.sender.user if request.venue.private else int(choice.about)
        streak, longest = 0, 0
        for chat in dict.fromkeys((*chats, request.venue.scope.chat)):
            solver = await self._daily.load_solver(chat, user)
            if solver is not None and (newest := await self._daily.load_newest(chat)) is not None:
                streak, longest = max(streak, solver.streak_at(newest.number)), max(longest, solver.longest)
        facts = (("stats-daily-streak", streak), ("stats-daily-longest", longest))
        return tuple(Fact(speaker.plain(message), number_text(days)) for message, days in facts if days)


def _select_figures(found: PlayerFigures, choice: StatsChoice) -> Figures:
    figures = select_figures(found.period, choice.game, with_computers=choice.with_computers)
    if choice.span != "ever" or choice.game or choice.with_computers:
        return figures
    # Of equals whoever was met last comes first, over all games.
    return msgspec.structs.replace(figures, opponents=found.standing.opponents)


def _chosen_chats(known: Mapping[int, PlayerFigures], choice: StatsChoice) -> Mapping[int, PlayerFigures]:
    """One's own figures in the chosen chat, or in all.

    Raises:
        Refusal: ``no_figures`` if there are none, ``stale_button`` if there are none in that chat.
    """
    if not known:
        raise Refusal("no_figures")
    wanted = choice.about.removeprefix(CHATS)
    if not wanted:
        return known
    if int(wanted) not in known:
        raise Refusal("stale_button")
    return {int(wanted): known[int(wanted)]}


def stats_keyboard(
    choice: StatsChoice, ever: Sequence[PeriodFigures], titles: Mapping[int, str], speaker: Speaker
) -> InlineKeyboardMarkup:
    """Buttons for when, of which games, with whom, and in private in which chat.

    Args:
        choice: what is shown.
        ever: all figures that there are of it.
        titles: what all chats are called, by number; none in a group.
        speaker: speaks to the reader.
    """
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


def _checked_button(label: str, to: StatsChoice, choice: StatsChoice) -> InlineKeyboardButton:
    """A button that leads to another choice, marked where that is shown: by its game, or by its chat."""
    shown = (to.game, to.about) == (choice.game, choice.about)
    return callback_button(f"✓ {label}" if shown else label, to.data)
