"""Somebody's costliest moves in a finished game, told to whoever pressed alone, or to a group that wants so.

Where the game was not analysed yet, whoever presses is told so at once. Their update stays in the inbox until the
result is delivered, so that it survives whatever ends in between.
"""

import asyncio
import html
from dataclasses import dataclass
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.analysis import GameAnalyses, JobFailed
from bot.families import registry
from bot.families.chat_context import ChatContext
from bot.families.chat_family import CostlyMove, FamilyAnalysis, SeatReport
from bot.families.services import ReplyServices
from bot.handlers.opened_game import VisibleGames, open_game
from bot.logs import get_logger
from bot.records.archive import ArchivedGame, GameArchive
from bot.telegram.ephemeral import PrivatePage
from bot.telegram.keyboards import ButtonData, encode_button_data, translated_button
from bot.telegram.private_delivery import DeliveryRoute
from bot.telegram.requests import Tap
from bot.wording.speaker import Speaker, first_fitting_caption, join_lines
from bot.workers.recent import RecentKeys
from engine.errors import DataError, Refusal
from engine.game import Game
from engine.packed_game import UnpackedGame

KIND: Final = "costly"
"""The kind of all of its buttons."""


ANALYSIS_SETTING: Final = "analysis"
"""The group's setting that says who is told of somebody's costliest moves."""


TO_PRESSER: Final = "alone"


TO_ALL: Final = "all"


_MOST_ALERT: Final = 200


def button_of_page(found: ArchivedGame, speaker: Speaker) -> InlineKeyboardButton:
    """The button on a game's page in the history."""
    return translated_button(speaker, "button-costly", _data(found))


def moves_page(found: ArchivedGame, report: SeatReport, seat: int, number: int, speaker: Speaker) -> PrivatePage:
    """A page with a move, or with the word that none was costly.

    Args:
        found: the game.
        report: what is said of the player's moves.
        seat: the player's place in the game's record.
        number: which move, from 0.
        speaker: speaks of the table.
    """
    about_game = "\n".join(html.escape(line, quote=False) for line in report.lines)
    name = speaker.player_name(found.record.players[seat].name)
    if not report.moves:
        text, alert = speaker.html("costly-none", name=name), speaker.plain("costly-none-short")
        if not report.is_judged:
            text, alert = speaker.html("costly-unjudged", name=name), speaker.plain("costly-unjudged-short")
        keyboard = _keyboard(found, report, seat, 0, speaker)
        return PrivatePage(join_lines(text, about_game), keyboard, alert=alert)
    number = min(number, len(report.moves) - 1)
    move = report.moves[number]
    head = speaker.html("costly-head", name=name, number=number + 1, count=len(report.moves))
    sentence = speaker.html("costly-move", turn=move.heading, sentence=move.sentence)
    return PrivatePage(
        first_fitting_caption(join_lines(head, sentence, about_game), join_lines(head, sentence), head),
        _keyboard(found, report, seat, number, speaker),
        move.sketch,
        alert=_shorten(move),
    )


def failed_page(speaker: Speaker) -> PrivatePage:
    """What is said where a game could not be analysed."""
    return PrivatePage(speaker.html("costly-failed"), alert=speaker.plain("costly-failed"))


def _keyboard(
    found: ArchivedGame, report: SeatReport, seat: int, number: int, speaker: Speaker
) -> InlineKeyboardMarkup:
    """The ways to the other moves, and to the game's page."""
    ways = []
    if number > 0:
        ways.append(translated_button(speaker, "button-costly-before", _data(found, seat, number - 1)))
    if number < len(report.moves) - 1:
        ways.append(translated_button(speaker, "button-costly-next", _data(found, seat, number + 1)))
    game = encode_button_data("past", "", "b", found.chat, found.place, found.record.id)
    return InlineKeyboardMarkup([*([ways] if ways else []), [translated_button(speaker, "button-history-game", game)]])


def _shorten(move: CostlyMove) -> str:
    text = f"{move.heading}: {move.sentence}"
    return text if len(text) <= _MOST_ALERT else f"{text[: _MOST_ALERT - 1]}…"


def _data(found: ArchivedGame, *more: int) -> str:
    return encode_button_data(KIND, "", found.chat, found.place, found.record.id, *more)


log = get_logger(__name__)


_REPEAT_SECONDS: Final = 60.0
"""Seconds until a group is told the same player's moves of the same game again."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Whose moves of which game are wanted."""

    found: ArchivedGame
    game: UnpackedGame
    end: Game
    seat: int
    """The player's place in the game's record."""
    number: int
    """Which move, from 0."""
    turns_page: bool
    """Whether another page is wanted in place of the tapped one."""

    @property
    def user(self) -> int:
        """Who played."""
        return self.found.record.players[self.seat].user


class CostlyMoveHandlers:
    """Tells people their costliest moves.

    Args:
        visible_games: finds those that somebody may see.
    """

    def __init__(
        self, archive: GameArchive, visible_games: VisibleGames, analyses: GameAnalyses, replies: ReplyServices
    ) -> None:
        self._archive: Final = archive
        self._visible_games: Final = visible_games
        self._analyses: Final = analyses
        self._answers: Final = replies.answers
        self._private_delivery: Final = replies.private_delivery
        self._told_to_all: Final = RecentKeys(_REPEAT_SECONDS)

    async def show_moves(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """The button under a finished game, on its page in the history, and the buttons from one move to another.

        Raises:
            Refusal: ``stale_button``, ``costly_not_yours``, ``costly_page_not_yours``, or why the game is not known.
        """
        to_all = not tap.venue.private and context.loaded.settings.get(ANALYSIS_SETTING) == TO_ALL
        wanted = await self._find_wanted(tap, pressed)
        family = await self._load_family(wanted)
        known = await self._analyses.read_analysis(wanted.found.chat, wanted.found.record.id, family.job)
        if known is None:
            await self._answers.show_toast(tap, context.language, "costly-being-analysed")
            # What else this person presses meanwhile is answered meanwhile.
            tap.sending.on_wait()
        try:
            page = await self._compose_page(context, wanted, family, known)
        except (JobFailed, DataError):
            log.exception("the analysis of a game failed", chat=wanted.found.chat, game=wanted.found.record.id)
            page, to_all = failed_page(context.chat_speaker), False
        if to_all:
            await self._show_to_all(tap, context, wanted, page)
        else:
            await self._show_to_presser(tap, context, wanted, page)

    async def _find_wanted(self, tap: Tap, pressed: ButtonData) -> _Wanted:
        chat, place, game, *step = pressed.arguments
        found = await self._visible_games.find_tapped_game(tap, chat, place, game)
        players = [one.user for one in found.record.players]
        user = tap.sender.user
        # Also where all may see a page, nobody turns it under its player's eyes.
        if step and int(step[0]) < len(players) and players[int(step[0])] == user:
            seat = int(step[0])
        elif user in players and not step:
            seat = players.index(user)
        else:
            raise Refusal("costly_page_not_yours" if step else "costly_not_yours")
        opened = await open_game(self._archive, found)
        if opened.unpacked is None or opened.end is None:
            raise Refusal(opened.missing)
        if not opened.can_be_analysed:
            raise Refusal("stale_button")
        return _Wanted(found, opened.unpacked, opened.end, seat, int(step[1]) if step else 0, bool(step))

    async def _load_family(self, wanted: _Wanted) -> FamilyAnalysis:
        load = registry.family_of_game(wanted.end).load_analysis
        if load is None:
            raise Refusal("stale_button")
        # What it is made of is imported there: it takes longer than an answer may.
        return await asyncio.to_thread(load)

    async def _compose_page(
        self, context: ChatContext, wanted: _Wanted, family: FamilyAnalysis, known: bytes | None
    ) -> PrivatePage:
        found, game = wanted.found, wanted.found.record.id
        if known is None:
            packed = await self._archive.read_packed_game(found)
            if packed is None:
                raise Refusal("history_gone")
            known = await self._analyses.analyse_game(found.chat, game, packed, family.job)
        speaker = context.chat_speaker.about_table(wanted.end.ruleset.title)
        report = await asyncio.to_thread(
            family.compose_seat_report, wanted.game, known, wanted.user, speaker, context.look
        )
        return moves_page(found, report, wanted.seat, wanted.number, speaker)

    async def _show_to_all(self, tap: Tap, context: ChatContext, wanted: _Wanted, page: PrivatePage) -> None:
        if wanted.turns_page and tap.ephemeral_id is None:
            await self._answers.acknowledge_tap(tap)
            await self._answers.pages.replace_public_page(tap, page)
            return
        key = tap.venue.scope, wanted.found.record.id, wanted.seat
        if self._told_to_all.check_and_note(key):
            await self._answers.show_toast(tap, context.language, "costly-above")
            return
        await self._answers.acknowledge_tap(tap)
        try:
            await self._answers.pages.send_public_page(tap, page)
        except Exception:
            self._told_to_all.forget_key(key)
            raise

    async def _show_to_presser(self, tap: Tap, context: ChatContext, wanted: _Wanted, page: PrivatePage) -> None:
        if wanted.turns_page:
            await self._private_delivery.replace_page(tap, page)
        elif await self._private_delivery.reply_with_page(tap, page) is DeliveryRoute.NONE:
            await self._answers.show_alert(tap, context.language, "history-needs-private")
