"""``/siralama``: a group's ranking by rating, points, wins or average, with buttons for what and when."""

from collections.abc import Iterable
from typing import Final, NamedTuple, Self

from telegram import InlineKeyboardMarkup

from bot.families.chat_context import ChatContext
from bot.handlers.records.show_page import PageView
from bot.pictures.record_sketches import ranking_sketch
from bot.records.ranking import MEASURES, SPANS, Measure, Span
from bot.records.read_figures import FiguresReader, Ranking
from bot.tables.games import Games
from bot.telegram.button_data import ButtonData, encode_button_data
from bot.telegram.incoming.requests import Command, Tap
from bot.telegram.keyboards import callback_button, pair_short_buttons, translated_button
from bot.telegram.private_page import PrivatePage
from bot.user_input.commands import handles_command
from bot.wording.player_figures import family_label, game_label
from bot.wording.rankings import RankingView, ranking_html
from bot.wording.speaker import Speaker
from engine.errors import Refusal

_ROWS: Final = 10
_MOST_CHOICES: Final = 6
"""So many games have buttons."""
_MEASURES_BY_SIGN: Final[dict[str, Measure]] = {measure[0]: measure for measure in MEASURES}
SPANS_BY_SIGN: Final[dict[str, Span]] = {span[0]: span for span in SPANS}


class RankingChoice(NamedTuple):
    """What a ranking is by, of which games, and when."""

    measure: Measure
    span: Span = "week"
    about: str = ""
    """The id of a ruleset, or, by ratings, the name of a family; empty for all, or the main one."""

    @property
    def data(self) -> str:
        """The data of the button that leads there."""
        return encode_button_data("top", "", self.measure[0], self.span[0], self.about)

    @classmethod
    def from_button(cls, pressed: ButtonData) -> Self:
        """The choice of a pressed button."""
        measure, span, about = pressed.arguments
        return cls(_MEASURES_BY_SIGN[measure], SPANS_BY_SIGN[span], about)


class RankingHandlers:
    """Shows rankings."""

    def __init__(self, figures: FiguresReader, games: Games, page_view: PageView) -> None:
        self._figures: Final = figures
        self._games: Final = games
        self._page_view: Final = page_view

    @handles_command("top", "group", "anybody", kind="look-up", answered_separately=True)
    async def show_ranking(self, request: Command, context: ChatContext) -> None:
        """``/siralama``: by ratings, or, before there are any, by this week's points.

        Raises:
            Refusal: ``group_only``, also where a game is played in private.
        """
        if request.venue.private:
            raise Refusal("group_only")
        choice = RankingChoice("rating")
        ranking = await self._read(request, choice)
        if not ranking.players:
            choice = RankingChoice("points")
            ranking = await self._read(request, choice)
        await self._show(request, context, choice, ranking)

    async def change_ranking(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """A button below a ranking; whoever presses it sees their own row.

        Raises:
            Refusal: ``stale_button`` in a private chat, where there are no rankings.
        """
        if tap.venue.private:
            raise Refusal("stale_button")
        choice = RankingChoice.from_button(pressed)
        await self._show(tap, context, choice, await self._read(tap, choice))

    async def _read(self, request: Command | Tap, choice: RankingChoice) -> Ranking:
        chat, now = request.venue.scope.chat, utc_seconds(self._games)
        if choice.measure == "rating":
            return await self._figures.rank_by_rating(chat, choice.about, now)
        return await self._figures.rank_by_figures(chat, choice.measure, choice.span, choice.about, now)

    async def _show(
        self, request: Command | Tap, context: ChatContext, choice: RankingChoice, ranking: Ranking
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
            ranking_keyboard(choice, ranking.choices, speaker),
            ranking_sketch(view, speaker, context.look.theme),
        )
        await self._page_view.show_page(request, page)


def utc_seconds(games: Games) -> int:
    """The instant in Unix seconds, as records have it."""
    return int(games.times.utc_now.timestamp())


def ranking_keyboard(choice: RankingChoice, choices: Iterable[str], speaker: Speaker) -> InlineKeyboardMarkup:
    """Buttons for what the ranking is by, when, and of which games."""
    by_rating = choice.measure == "rating"
    measures = [
        translated_button(
            speaker,
            f"top-by-{measure}",
            choice._replace(measure=measure, about=choice.about if (measure == "rating") == by_rating else "").data,
            checked=measure == choice.measure,
        )
        for measure in MEASURES
    ]
    spans = [
        translated_button(speaker, f"button-span-{span}", choice._replace(span=span).data, checked=span == choice.span)
        for span in SPANS
    ]
    about = list(choices)[:_MOST_CHOICES]
    if choice.about and choice.about not in about:
        about.append(choice.about)
    if not by_rating:
        about = ["", *about]
    label = family_label if by_rating else game_label
    named = [
        callback_button(
            f"✓ {label(one, speaker)}" if one == choice.about else label(one, speaker), choice._replace(about=one).data
        )
        for one in about
    ]
    rows = [measures[:2], measures[2:], *([] if by_rating else [spans])]
    # One family, or one game and all of them, are no choice.
    return InlineKeyboardMarkup([*rows, *(pair_short_buttons(named) if len(about) > 1 + (not by_rating) else [])])
