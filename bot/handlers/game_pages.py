"""Finished games: their list, a game's page, replay and proof, and a player's costliest moves in it."""

import html
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.analysis.process import JobFailed
from bot.families import registry
from bot.families.chat_family import CostlyMove, FamilyAnalysis, SeatReport
from bot.families.finished_games import (
    MoveReports,
    OpenedGame,
    ReplayStep,
    find_turn_step,
    list_replay_steps,
    open_game,
    rack_line,
    recorded_name,
    step_lines,
)
from bot.families.services import ChatContext, ChatServices
from bot.logs import get_logger
from bot.records.archive import ArchivedGame, ArchivePage, GameArchive
from bot.store.chats import SharedPicture
from bot.store.keys import Scope
from bot.telegram.ephemeral import PrivatePage
from bot.telegram.gateway import Gateway
from bot.telegram.groups import fetch_group, group_link
from bot.telegram.keyboards import (
    ButtonData,
    callback_button,
    encode_button_data,
    pair_short_buttons,
    share_button,
    translated_button,
)
from bot.telegram.private_delivery import DeliveryRoute
from bot.telegram.requests import Command, Request, Tap
from bot.texts import Html, Texts
from bot.wording import game_result
from bot.wording.figures import game_label
from bot.wording.game_result import effect_lines
from bot.wording.speaker import Speaker, first_fitting_caption, join_lines, localized_title
from bot.workers.recent import RecentKeys
from engine.computer_ids import is_computer
from engine.errors import DataError, Refusal
from engine.forget_player import is_forgotten
from engine.game import Game
from engine.game_base import GameView
from engine.game_record import GameRecord, PlayerRecord
from engine.packed_game import UnpackedGame
from engine.proof import Proof, ProofStart, encode_proof
from engine.standings import GameEffects
from engine.table_log import LogEntry
from render.text import format_points

log = get_logger(__name__)


@dataclass(frozen=True, slots=True)
class GameProof:
    """The proof of a game."""

    proof: Proof
    gcg: str | None  # the game as GCG, if it has a board


def to_game_proof(game: Game, log: Sequence[LogEntry], proof: Proof) -> GameProof:
    """The proof, with the game as GCG if its family writes that."""
    to_gcg = registry.family_of_game(game).to_gcg
    return GameProof(proof, None if to_gcg is None else to_gcg(game, log, proof))


def proof_of(opened: OpenedGame, *, needs_gcg: bool = False) -> GameProof:
    """The proof of a game. Raises Refusal: ``no_gcg``, or why the game cannot be replayed."""
    unpacked, end = opened.unpacked, opened.end
    if unpacked is None or end is None:
        raise Refusal(opened.missing)
    proven = to_game_proof(end, unpacked.log, unpacked.proof())
    if needs_gcg and proven.gcg is None:
        raise Refusal("no_gcg")
    return proven


class VisibleGames:
    """Finds games that a person may see."""

    def __init__(self, services: ChatServices) -> None:
        self.archive: Final = GameArchive(services.records.store, services.records.projection)
        self._members: Final = services.tables.members

    async def find_tapped_game(
        self, tap: Tap, chat: str, place: str, game: str, *, is_replay: bool = False
    ) -> ArchivedGame:
        """The game of a button, if the presser may see it; anyone may see a replay. Raises Refusal ``stale_button``."""
        venue, number = tap.venue, int(chat)
        if not venue.private:
            if number not in {venue.scope.chat, venue.migrated_from}:
                raise Refusal("stale_button")
            number = venue.scope.chat
        found = await self.archive.find_game(number, game, int(place))
        if found is None or not (is_replay or await self.may_open(tap, found)):
            raise Refusal("stale_button")
        return found

    async def find_named_game(self, request: Command | Tap, prefixes: Collection[str]) -> ArchivedGame | None:
        """The game with one of these beginnings of its id: of the chat, or in private of the sender's games."""
        if request.venue.private:
            # Only the sender's own games: the name of a table may come from anywhere.
            return await self.archive.find_user_game(request.sender.user, prefixes)
        return await self.archive.find_chat_game(request.venue.scope.chat, prefixes)

    async def may_open(self, request: Request, found: ArchivedGame) -> bool:
        """Whether the sender may open a game's page: in its chat, as its player, or as a member of its group."""
        user = request.sender.user
        if not request.venue.private or any(one.user == user for one in found.record.players):
            return True
        return found.chat < 0 and (await self._members.find_member(found.chat, user)).present


ANALYSIS_SETTING: Final = "analysis"  # the group's setting for who may see a player's costliest moves
TO_PRESSER: Final = "alone"
TO_ALL: Final = "all"
_MOST_ALERT: Final = 200


def moves_page(
    found: ArchivedGame,
    report: SeatReport,
    seat: int,
    number: int,
    speaker: Speaker,
    *,
    turning_step: int | None = None,
) -> PrivatePage:
    """A page with move ``number``, from 0, or with the note that none was costly.

    ``turning_step``: the replay's step with the game's turning point.
    """
    about_game = "\n".join(html.escape(line, quote=False) for line in report.lines)
    name = speaker.player_name(found.record.players[seat].name)
    if not report.moves:
        text, alert = speaker.html("costly-none", name=name), speaker.plain("costly-none-short")
        if not report.is_judged:
            text, alert = speaker.html("costly-unjudged", name=name), speaker.plain("costly-unjudged-short")
        keyboard = _moves_keyboard(found, report, seat, 0, speaker, turning_step=turning_step)
        return PrivatePage(join_lines(text, about_game), keyboard, alert=alert)
    number = min(number, len(report.moves) - 1)
    move = report.moves[number]
    head = speaker.html("costly-head", name=name, number=number + 1, count=len(report.moves))
    sentence = speaker.html("costly-move", turn=move.heading, sentence=move.sentence)
    return PrivatePage(
        first_fitting_caption(join_lines(head, sentence, about_game), join_lines(head, sentence), head),
        _moves_keyboard(found, report, seat, number, speaker, turning_step=turning_step),
        move.sketch,
        alert=_alert_text(move),
    )


def _moves_keyboard(
    found: ArchivedGame, report: SeatReport, seat: int, number: int, speaker: Speaker, *, turning_step: int | None
) -> InlineKeyboardMarkup:
    ways = []
    if number > 0:
        ways.append(translated_button(speaker, "button-costly-before", _moves_data(found, seat, number - 1)))
    if number < len(report.moves) - 1:
        ways.append(translated_button(speaker, "button-costly-next", _moves_data(found, seat, number + 1)))
    rows = [ways] if ways else []
    if turning_step is not None and report.turning_point is not None:
        label = speaker.plain("button-turning-point", number=str(report.turning_point + 1))
        rows.append([callback_button(label, _history_data(STEP, found, turning_step))])
    rows.append([translated_button(speaker, "button-history-game", _history_data(BACK, found))])
    return InlineKeyboardMarkup(rows)


def _alert_text(move: CostlyMove) -> str:
    text = f"{move.heading}: {move.sentence}"
    return text if len(text) <= _MOST_ALERT else f"{text[: _MOST_ALERT - 1]}…"


def _moves_data(found: ArchivedGame, *more: int) -> str:
    return encode_button_data("costly", "", found.chat, found.place, found.record.id, *more)


_REPEAT_SECONDS: Final = 60.0  # before that, a group is not shown the same player's moves of a game again


@dataclass(frozen=True, slots=True)
class _Wanted:
    found: ArchivedGame
    game: UnpackedGame
    end: Game
    seat: int  # the player's index in the game's record
    number: int  # the move, counted from 0
    turns_page: bool  # whether the page replaces the tapped one

    @property
    def user(self) -> int:
        return self.found.record.players[self.seat].user


class CostlyMoveHandlers:
    """Shows players their costliest moves."""

    def __init__(self, services: ChatServices, visible_games: VisibleGames) -> None:
        self._archive: Final = visible_games.archive
        self._visible_games: Final = visible_games
        self._reports: Final = MoveReports(services, visible_games.archive)
        self._replies: Final = services.messaging.replies
        self._private_delivery: Final = services.messaging.private_delivery
        self._recently_posted: Final = RecentKeys(_REPEAT_SECONDS)

    async def show_moves(self, tap: Tap, context: ChatContext, pressed: ButtonData) -> None:
        """The button under a finished game or on its page, and the buttons from move to move."""
        to_all = not tap.venue.private and context.loaded.settings.get(ANALYSIS_SETTING) == TO_ALL
        wanted = await self._find_wanted(tap, pressed)
        family = await self._reports.load_family(wanted.end)
        known = await self._reports.read_analysis(wanted.found, family)
        if known is None:
            is_here = to_all or tap.venue.private
            where = "costly-being-analysed" if is_here else "costly-being-analysed-alone"
            await self._replies.show_toast(tap, context.language, where)
            # Meanwhile the person's other taps are answered.
            tap.sending.on_wait()
        try:
            page = await self._compose_page(context, wanted, family, known)
        except (JobFailed, DataError):
            log.exception("the analysis of a game failed", chat=wanted.found.chat, game=wanted.found.record.id)
            speaker, to_all = context.chat_speaker, False
            page = PrivatePage(speaker.html("costly-failed"), alert=speaker.plain("costly-failed"))
        if to_all:
            await self._show_to_all(tap, context, wanted, page)
        else:
            await self._show_to_presser(tap, context, wanted, page)

    async def _find_wanted(self, tap: Tap, pressed: ButtonData) -> _Wanted:
        chat, place, game, *step = pressed.arguments
        found = await self._visible_games.find_tapped_game(tap, chat, place, game)
        players = [one.user for one in found.record.players]
        user = tap.sender.user
        # Even if all may see a page, only its player turns it.
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

    async def _compose_page(
        self, context: ChatContext, wanted: _Wanted, family: FamilyAnalysis, known: bytes | None
    ) -> PrivatePage:
        if known is None:
            known = await self._reports.analyse_game(wanted.found, family)
        speaker = context.chat_speaker.about_table(wanted.end.ruleset.title)
        report = await self._reports.compose_report(wanted.game, known, wanted.user, speaker, context.style)
        turn = report.turning_point
        turning_step = None if turn is None else find_turn_step(list_replay_steps(wanted.game, speaker), turn)
        return moves_page(wanted.found, report, wanted.seat, wanted.number, speaker, turning_step=turning_step)

    async def _show_to_all(self, tap: Tap, context: ChatContext, wanted: _Wanted, page: PrivatePage) -> None:
        if wanted.turns_page and tap.ephemeral_id is None:
            await self._replies.acknowledge_tap(tap)
            await self._replies.pages.replace_public_page(tap, page)
            return
        key = tap.venue.scope, wanted.found.record.id, wanted.seat
        if self._recently_posted.check_and_note(key):
            await self._replies.show_toast(tap, context.language, "costly-above")
            return
        await self._replies.acknowledge_tap(tap)
        try:
            await self._replies.pages.send_public_page(tap, page)
        except Exception:
            self._recently_posted.forget_key(key)
            raise

    async def _show_to_presser(self, tap: Tap, context: ChatContext, wanted: _Wanted, page: PrivatePage) -> None:
        if wanted.turns_page:
            await self._private_delivery.replace_page(tap, page)
        elif await self._private_delivery.reply_with_page(tap, page) is DeliveryRoute.NONE:
            await self._replies.show_alert(tap, context.language, "history-needs-private")


KIND: Final = "past"
LIST, PAGE, BACK, GCG, PROOF, STEP = "l", "g", "b", "f", "p", "r"
"""What a button does: another page of the list, a game's page, that page in place of its replay, files, a step."""
_MOST_LABEL: Final = 60
_MOST_RANKED: Final = 12  # players with lines; more do not fit into a caption
_MOST_NAMED: Final = 12  # players named in the caption of a file


def list_keyboard(page: ArchivePage, speaker: Speaker) -> InlineKeyboardMarkup:
    """A button for each game of a page, and those to newer and older games."""
    rows = [[callback_button(button_label(one.record, speaker), _history_data(PAGE, one))] for one in page.games]
    turning = []
    if page.number:
        turning.append(translated_button(speaker, "history-newer", encode_button_data(KIND, "", LIST, page.number - 1)))
    if page.has_older:
        turning.append(translated_button(speaker, "history-older", encode_button_data(KIND, "", LIST, page.number + 1)))
    return InlineKeyboardMarkup([*rows, *([turning] if turning else [])])


def button_label(record: GameRecord, speaker: Speaker) -> str:
    """A game on a button: its end and the players by place; plain text."""
    names = ", ".join(f"{recorded_name(one, speaker)} {format_points(one.score)}" for one in _by_place(record))
    label = f"{_date(record, speaker)} {names}"
    return label if len(label) <= _MOST_LABEL else f"{label[: _MOST_LABEL - 1]}…"


def game_caption(
    found: ArchivedGame, shown: GameView | None, effects: GameEffects | None, note: str, speaker: Speaker
) -> str:
    """A game's page: the result as the group saw it, or from the record; its effects, and a note in HTML."""
    record = found.record
    head = speaker.html("history-game", game=game_label(record.ruleset, speaker), date=_date(record, speaker))
    result = "" if shown is None else registry.family_of_view(shown).wording(speaker).result_text(shown)
    ranked = _by_place(record)
    more = [speaker.html("history-others", count=left)] if (left := len(ranked) - _MOST_RANKED) > 0 else []
    figures = "\n".join([*(_figures_line(one, speaker) for one in ranked[:_MOST_RANKED]), *more])
    changed = "\n".join(effect_lines(effects, [(one.user, one.name) for one in record.players], speaker))
    left_out = speaker.html("history-left-out") if record.left_out else ""
    below = join_lines(changed, left_out, note)
    return first_fitting_caption(
        join_lines(head, result or figures, below),
        join_lines(head, figures, below),
        join_lines(head, figures, left_out, note),
        join_lines(head, figures),
    )


def game_keyboard(
    opened: OpenedGame, speaker: Speaker, *, shared_picture: SharedPicture | None
) -> InlineKeyboardMarkup | None:
    """The buttons of a game's page; ``None`` if only the result is known."""
    found = opened.found
    looking, files = list[list[InlineKeyboardButton]](), list[InlineKeyboardButton]()
    if opened.end is not None:
        looking.append([translated_button(speaker, "button-replay", _history_data(STEP, found, 0))])
        if opened.can_be_analysed:
            looking.append([translated_button(speaker, "button-costly", _moves_data(found))])
        if opened.has_gcg:
            files.append(translated_button(speaker, "button-gcg", _history_data(GCG, found)))
        files.append(translated_button(speaker, "button-proof", _history_data(PROOF, found)))
    if shared_picture is not None:
        files.append(share_button(shared_picture.chat, found.record.id, speaker))
    # Long labels side by side would be cut on a phone.
    rows = [*looking, *pair_short_buttons(files)]
    return InlineKeyboardMarkup(rows) if rows else None


def replay_keyboard(
    found: ArchivedGame, step: int, steps: int, speaker: Speaker, *, has_page: bool
) -> InlineKeyboardMarkup | None:
    """Buttons from a step, counted from 0, to the first, previous, next and last; then to the game's page."""
    ways = []
    if step > 0:
        ways += [("replay-first", 0), ("replay-back", step - 1)]
    if step < steps - 1:
        ways += [("replay-on", step + 1), ("replay-last", steps - 1)]
    row = [translated_button(speaker, message, _history_data(STEP, found, to)) for message, to in ways]
    rows = [row] if row else []
    if has_page:
        rows.append([translated_button(speaker, "button-history-game", _history_data(BACK, found))])
    return InlineKeyboardMarkup(rows) if rows else None


def result_line(record: GameRecord, speaker: Speaker) -> str:
    """The players by place with their points, in a line of HTML."""
    return " · ".join(
        f"{_mark(one)} {speaker.player_name(recorded_name(one, speaker))} <b>{format_points(one.score)}</b>"
        for one in _by_place(record)
    )


def _history_data(action: str, found: ArchivedGame, *more: int) -> str:
    return encode_button_data(KIND, "", action, found.chat, found.place, found.record.id, *more)


def _by_place(record: GameRecord) -> list[PlayerRecord]:
    return sorted(record.players, key=lambda one: one.place)


def _date(record: GameRecord, speaker: Speaker) -> str:
    ended = datetime.fromtimestamp(record.ended, UTC)
    return speaker.plain("history-date", day=f"{ended:%d}", month=f"{ended:%m}", year=f"{ended:%Y}")


def _mark(player: PlayerRecord) -> str:
    return game_result.SURRENDERED if player.left else game_result.medal(player.place)


def _figures_line(player: PlayerRecord, speaker: Speaker) -> str:
    name = speaker.html("forgotten-player") if is_forgotten(player.user) else speaker.player_name(player.name)
    done = player.figures
    line = f"{_mark(player)} {name} <b>{format_points(player.score)}</b>"
    if done.best_word and not is_computer(player.user):
        line += " · " + speaker.html("history-best-word", word=done.best_word, points=str(done.best_word_points))
    return line


_MOST_LINES: Final = 12  # more than a turn has; the end of a game with more is told in short


def step_caption(step: ReplayStep, number: int, count: int, speaker: Speaker) -> str:
    """Step ``number``, from 1: the turn with its points, the player's rack, and the scores."""
    head = speaker.html("history-step", step=str(number), steps=str(count))
    lines = step_lines(step, speaker)
    shown = step.public_view
    scores = registry.family_of_view(shown).wording(speaker).past_scores_line(shown)
    rack = rack_line(step, speaker)
    full = join_lines(head, "\n".join(lines).strip(), rack, scores)
    return first_fitting_caption(full, join_lines(head, "\n".join(lines[:_MOST_LINES]).strip(), scores), head)


class ProofFiles:
    """Sends proofs and games as files."""

    def __init__(self, gateway: Gateway, texts: Texts) -> None:
        self._gateway: Final = gateway
        self._texts: Final = texts

    async def send_gcg(
        self, request: Command | Tap, language: str, game_proof: GameProof, to: Scope | None = None
    ) -> None:
        """Send a game as GCG, if its family writes that; arguments as for :meth:`send_files`."""
        if game_proof.gcg is None:
            return
        scope, reply = (request.venue.scope, _message_to_reply_to(request)) if to is None else (to, None)
        speaker = Speaker(self._texts, language)
        names = [speaker.player_name(seat.name) for seat in game_proof.proof.seats]
        await self._gateway.send_document(
            scope,
            game_proof.gcg.encode(),
            f"harfiyen-{game_proof.proof.table}.gcg",
            self._texts.html(language, "gcg-caption", names=_join_some(names, speaker)),
            reply_to=reply,
            fallback_text=self._texts.html(language, "proof-no-files"),
            sending=request.sending,
        )

    async def send_files(
        self, request: Command | Tap, language: str, game_proof: GameProof, table_scope: Scope, to: Scope | None = None
    ) -> None:
        """Send a proof with its files."""
        name, gcg = f"harfiyen-{game_proof.proof.table}", game_proof.gcg
        text = await self._proof_caption(game_proof.proof, table_scope, language, gcg=gcg is not None)
        scope, reply = (request.venue.scope, _message_to_reply_to(request)) if to is None else (to, None)
        text_without_files = join_lines(text, self._texts.html(language, "proof-no-files"))
        was_sent = await self._gateway.send_document(
            scope,
            encode_proof(game_proof.proof),
            f"{name}.json",
            text,
            reply_to=reply,
            fallback_text=text_without_files,
            sending=request.sending,
        )
        if was_sent and gcg is not None:
            await self._gateway.send_document(
                scope, gcg.encode(), f"{name}.gcg", None, reply_to=reply, sending=request.sending
            )

    async def _proof_caption(self, proof: Proof, scope: Scope, language: str, *, gcg: bool) -> str:
        speaker = Speaker(self._texts, language)
        named = [f"{speaker.player_name(seat.name)} <code>{seat.user}</code>" for seat in proof.seats]
        seats = _join_some(named, speaker)
        facts = self._texts.html(
            language,
            "proof",
            game=localized_title(proof.ruleset.title, language),
            seal=proof.seal,
            secret=proof.secret,
            seed=proof.seed,
            message=await self._start_message_link(proof.start, scope),
            seats=seats,
        )
        check = self._texts.html(language, "proof-check", file=f"harfiyen-{proof.table}.json")
        board = "" if gcg else self._texts.html(language, "proof-no-gcg")
        if own := registry.family_of_ruleset(proof.ruleset).proof_message:
            check = join_lines(self._texts.html(language, own), check)
        hashes = self._texts.html(language, "proof-hashes")
        if any(is_forgotten(seat.user) for seat in proof.seats):
            facts, hashes = join_lines(facts, self._texts.html(language, "proof-forgotten")), ""
        return first_fitting_caption(
            join_lines(facts, hashes, check, board), join_lines(facts, check, board), join_lines(facts, check), facts
        )

    async def _start_message_link(self, start: ProofStart, scope: Scope) -> Html:
        number = f"<code>{start.message}</code>"
        # A supergroup counts messages anew.
        chat = await fetch_group(self._gateway, scope.chat) if start.chat == scope.chat else None
        link = None if chat is None else group_link(chat, scope.topic, start.message)
        return Html(number if link is None else f'{number} (<a href="{html.escape(link)}">{html.escape(link)}</a>)')


def _join_some(names: Sequence[str], speaker: Speaker) -> Html:
    more = len(names) - _MOST_NAMED
    told = Html(", ".join(names[:_MOST_NAMED]))
    return Html(speaker.html("history-more-names", names=told, count=more)) if more > 0 else told


def _message_to_reply_to(request: Command | Tap) -> int | None:
    return None if request.venue.has_migrated or request.ephemeral_id is not None else request.message
