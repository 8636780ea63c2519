"""Words views and redacted events of crossword games; and tells players that their tiles were exchanged."""

import html
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Final

from redis.exceptions import RedisError

from bot.call_errors import CallFailed, ChatUnreachable, RequestRejected
from bot.families.chat_family import FamilyWording, fold_caption
from bot.families.crossword.disputes import brief_window, challenge_window_line, dispute_line
from bot.families.crossword.typed_moves import ARROWS, centre_cell_fields, direction_name, direction_of_word, tile_sign
from bot.families.own_board import HOME_STEP, OwnBoard
from bot.families.services import ChatContext, ChatServices, OwnBoardPages
from bot.logs import error_location, get_logger, log_context
from bot.store.keys import Scope
from bot.tables.table_loader import LoadedTable, current_players
from bot.telegram.private_delivery import PrivateLocales
from bot.texts import Html, Texts
from bot.wording import clocks, game_result
from bot.wording.speaker import Speaker, join_lines
from bot.workers.lanes import Lanes
from engine.alphabet import BLANK, load_alphabet
from engine.crossword.actions import Placement
from engine.crossword.events import (
    GameEnded,
    GameStarted,
    PlayChallenged,
    PointsAdjusted,
    TileExchanged,
    TilesExchanged,
    TilesPlaced,
    TurnLost,
    TurnPassed,
    WindowClosed,
)
from engine.crossword.premiums import geometry
from engine.crossword.ruleset import Ruleset
from engine.crossword.scoring import Score
from engine.crossword.secrecy import redact
from engine.crossword.state import GameState
from engine.crossword.view import (
    FinalScore,
    GameView,
    LastTurn,
    Outcome,
    SeatView,
    TurnKind,
    WordScore,
)
from engine.game import Event as TableEvent
from engine.game import Step
from engine.rulesets import shipped_rulesets
from engine.turns import PlayerSurrendered
from render.honours import Honour
from render.text import format_change, format_points

log = get_logger(__name__)


def final_honours(view: GameView, speaker: Speaker) -> Iterator[Honour]:
    """A game's best word and best play, for the picture of its end."""
    found = view.highlights
    if found.word is not None:
        tiles, premiums = _tiles_of_word(view, found.word.word)
        word = found.word.word.word
        yield Honour(speaker.plain("final-best-word"), found.word.seat, word, found.word.score, tiles, premiums)
    if found.play is not None:
        main = found.play.word
        play = f"{main.cells[0]} {ARROWS[direction_of_word(main)]} {main.word}"
        yield Honour(speaker.plain("final-best-play"), found.play.seat, play, found.play.score)


def _tiles_of_word(view: GameView, word: WordScore) -> tuple[tuple[str, ...], tuple[str, ...]]:
    names = geometry(view.columns, view.rows).names
    tiles = dict(zip(names, view.cells, strict=True))
    premiums = dict(zip(names, "".join(view.premiums), strict=True))
    return tuple(tiles[cell] for cell in word.cells), tuple(premiums[cell] for cell in word.cells)


def best_lines(view: GameView, speaker: Speaker) -> Iterator[str]:
    """A game's best word and best play as lines of a caption; empty while it runs."""
    if view.outcome is None:
        return
    found = view.highlights
    if found.word is not None:
        name = speaker.seat_name(view, found.word.seat)
        yield speaker.html("best-word", word=found.word.word.word, score=found.word.score, name=name)
    if found.play is not None:
        main = found.play.word
        way = direction_name(direction_of_word(main), speaker)
        name = speaker.seat_name(view, found.play.seat)
        yield speaker.html("best-play", cell=main.cells[0], way=way, word=main.word, score=found.play.score, name=name)


def tiles_if_few(view: GameView, seat: int) -> int | None:
    """How many tiles a player has if the rack is not full; ``None`` for a full rack, and after the end."""
    player, rules = view.seats[seat], shipped_rulesets().get(view.ruleset)
    if view.turn is None or not player.active or not isinstance(rules, Ruleset) or player.tiles >= rules.rack:
        return None
    return player.tiles


def lead_points(view: GameView, seat: int) -> int:
    """The points by which a seat leads the best other active seat; 0 or less if it does not lead."""
    if not view.seats[seat].active:
        return 0
    others = [other.score for number, other in enumerate(view.seats) if number != seat and other.active]
    return view.seats[seat].score - max(others) if others else 0


def verdict_lines(outcome: Outcome, view: GameView, speaker: Speaker) -> list[str]:
    """Lines that tell who won and by how much, and all scores by rank."""
    if outcome.reason == "cancelled":
        scores = (_seat_and_score(final, view, game_result.UNRANKED, speaker) for final in outcome.finals)
        return [_end_reason_line(outcome, view, speaker), " · ".join(scores)]
    names = game_result.join_player_names([view.seats[seat].name for seat in outcome.winners], speaker)
    won = " · ".join(game_result.winner_lines(view, speaker, names))
    scores = (_seat_and_score(one, view, game_result.medal(one.place), speaker) for one in outcome.finals)
    return [f"🏁 {won}", " · ".join(scores)]


def _result_details(outcome: Outcome, view: GameView, speaker: Speaker) -> list[str]:
    if outcome.reason == "cancelled":
        return []
    left = (_final_score_line(final, view, speaker) for final in outcome.finals)
    return [_end_reason_line(outcome, view, speaker), *filter(None, left), *best_lines(view, speaker)]


def _end_reason_line(outcome: Outcome, view: GameView, speaker: Speaker) -> str:
    run, active = view.run, sum(seat.active and not seat.retired for seat in view.seats)
    match outcome.reason:
        case "passes" if run.ends_if_each_passes(active):
            return speaker.html("ended-passes-each", per_player=run.own_turns_needed)
        case "passes" | "scoreless":
            return speaker.html(f"ended-{outcome.reason}", turns=view.run_turns)
        case _:
            return speaker.html(f"ended-{outcome.reason}")


def _seat_and_score(final: FinalScore, view: GameView, mark: str, speaker: Speaker) -> str:
    sign = mark if view.seats[final.seat].active else game_result.SURRENDERED
    return f"{sign} {speaker.seat_name(view, final.seat)} <b>{format_points(final.score)}</b>"


def _final_score_line(final: FinalScore, view: GameView, speaker: Speaker) -> str:
    parts = []
    if final.adjustment:
        parts.append(f"({format_change(final.adjustment)})")
    if final.penalty:
        parts.append(speaker.html("final-penalty", points=format_change(final.penalty)))
    if final.hints:
        cost = f" {format_change(final.hint_points)}" if final.hint_points else ""
        parts.append(speaker.html("final-hints", count=final.hints, cost=cost))
    if final.rack:
        parts.append("· " + " ".join(tile_sign(tile) for tile in final.rack))
    return " ".join((speaker.seat_name(view, final.seat), *parts)) if parts else ""


_TURN_MESSAGES: Final[Mapping[TurnKind, str]] = {
    "exchange": "turn-exchanged",
    "withdrawn": "turn-withdrawn",
    "taken_back": "turn-last-taken-back",
    "surrender": "turn-surrendered",
    "forfeit": "turn-forfeited",
    "retired": "turn-retired",
    "skipped": "turn-skipped",
    "undone": "turn-last-undone",
}

_CONSEQUENCES: Final = (PointsAdjusted, TileExchanged, TurnLost, WindowClosed)  # in the quote below the turn
_RUN_WARNINGS: Final = {"passes": "run-ends-passes", "scoreless": "run-ends-scoreless"}


class CrosswordWording(FamilyWording[GameState, GameView]):
    """Words the views and events of crossword games."""

    folds: ClassVar[bool] = True

    def headline(self, events: Sequence[TableEvent], view: GameView) -> str:
        """A line about the turn, or another event, without the consequences."""
        told = [event for event in events if not isinstance(event, GameEnded)]
        told.sort(key=lambda event: isinstance(event, _CONSEQUENCES))
        return next(filter(None, (self._brief_line(event, view) for event in told)), "")

    def _brief_line(self, event: TableEvent, view: GameView) -> str:
        match event:
            case GameStarted():
                return self._speaker.html("started" if self._speaker.private else "started-brief")
            case TilesPlaced():
                return self._brief_play(event, view, blank_cells(event.tiles))
            case PlayChallenged(challenge=challenge) if challenge.withdrawn:
                name, mover = (self._speaker.seat_name(view, seat) for seat in (challenge.challenger, challenge.seat))
                words = ", ".join(verdict.word for verdict in challenge.verdicts if not verdict.valid)
                return self._speaker.html("challenge-won-brief", name=name, mover=mover, words=words)
            case _:
                return self._event_line(event, view).partition("\n")[0]

    def _brief_play(self, play: TilesPlaced | LastTurn, view: GameView, blanks: frozenset[str]) -> str:
        name, word = self._speaker.seat_name(view, play.seat), spell_scored_word(play.words[0], blanks)
        return self._speaker.html("turn-brief", name=name, word=word, score=play.score)

    def detail_lines(self, events: Sequence[TableEvent], view: GameView) -> list[str]:
        """Lines that tell where a play lies and how its score adds up; draws, how to move, and the end."""
        headline, lines = self.headline(events, view), []
        for event in events:
            first, _, rest = self._detail_line(event, view).partition("\n")
            lines.append(rest if first == headline else join_lines(first, rest))
        return list(filter(None, lines))

    def _detail_line(self, event: TableEvent, view: GameView) -> str:
        match event:
            case GameStarted():
                cell = centre_cell_fields(view.columns, view.rows)["cell"]
                word = self._speaker.in_language(view.language).plain("sample-word")
                # In private there is no button for the own board, which is sent anyway.
                how = "started-how-private" if self._speaker.private else "started-how"
                return join_lines(*self._draw_lines(event, view), self._speaker.html(how, cell=cell, word=word))
            case TilesPlaced():
                return self._place_and_sum(event, blank_cells(event.tiles))
            case GameEnded():
                return join_lines(*_result_details(event.outcome, view, self._speaker))
            case _:
                return self._event_line(event, view)

    def verdict_lines(self, view: GameView) -> list[str]:
        """The lines of :func:`verdict_lines`."""
        return [] if view.outcome is None else verdict_lines(view.outcome, view, self._speaker)

    def following(self, view: GameView) -> list[str]:
        """Short parts: a pause, the time to challenge, a warning, and whose turn it is."""
        if view.turn is None:
            return []
        parts = (clocks.pause_line(view, self._speaker), brief_window(view, self._speaker), self.run_warning(view))
        return [*filter(None, parts), self.next_turn_line(view)]

    def past_event_lines(self, events: Iterable[TableEvent], view: GameView) -> list[str]:
        """The lines of :meth:`event_lines`, without the advice on how to move."""
        told = (
            join_lines(self._speaker.html("started"), *self._draw_lines(event, view))
            if isinstance(event, GameStarted)
            else self._event_line(event, view)
            for event in events
        )
        return [line for line in told if line]

    def _event_line(self, event: TableEvent, view: GameView) -> str:
        match event:
            case GameStarted():
                return join_lines(self._speaker.html("started"), self._detail_line(event, view))
            case TilesPlaced():
                return self._play_with_sum(event, view, blank_cells(event.tiles))
            case TilesExchanged(seat=seat, count=count):
                return self._speaker.html("turn-exchanged", name=self._speaker.seat_name(view, seat), count=count)
            case TurnPassed(seat=seat, automatic=automatic):
                return self._speaker.html(
                    "turn-timed-out" if automatic else "turn-passed", name=self._speaker.seat_name(view, seat)
                )
            case PlayerSurrendered(seat=seat):
                return self._speaker.html("turn-surrendered", name=self._speaker.seat_name(view, seat))
            case GameEnded():
                outcome, speaker = event.outcome, self._speaker
                return join_lines(*verdict_lines(outcome, view, speaker), *_result_details(outcome, view, speaker))
            case _:
                return dispute_line(event, view, self._speaker)

    def _draw_lines(self, event: GameStarted, view: GameView) -> list[str]:
        names = {seat.user: self._speaker.player_name(seat.name) for seat in view.seats}
        lines = []
        for number, drawn in enumerate(event.rounds):
            tiles = {draw.user: tile_sign(draw.tile) for draw in drawn}
            draws = Html(" · ".join(f"{names[user]} <b>{tile}</b>" for user, tile in tiles.items()))
            lines.append(self._speaker.html("started-redraw" if number else "started-draw", draws=draws))
        return lines

    def _play_with_sum(self, play: TilesPlaced | LastTurn, view: GameView, blanks: frozenset[str]) -> str:
        main, parts = play.words[0], self.score_sum(play, blanks)
        head = self._speaker.html(
            "turn-played",
            name=self._speaker.seat_name(view, play.seat),
            word=spell_scored_word(main, blanks),
            cell=main.cells[0],
            way=direction_name(direction_of_word(main), self._speaker),
            score=play.score,
        )
        return f"{head}\n{parts}" if parts else head

    def score_sum(self, play: TilesPlaced | LastTurn | Score, blanks: frozenset[str]) -> str:
        """How a play's score adds up from words and bonuses; empty if it has only one part."""
        if len(play.words) == 1 and not play.bingo and not play.cell_bonus:
            return ""
        parts = [f"{spell_scored_word(word, blanks)} {word.score}" for word in play.words]
        if play.bingo:
            parts.append(self._speaker.html("part-bingo", points=play.bingo))
        if play.cell_bonus:
            parts.append(self._speaker.html("part-cell", points=play.cell_bonus))
        return " + ".join(parts)

    def _place_and_sum(self, play: TilesPlaced | LastTurn, blanks: frozenset[str]) -> str:
        main, parts = play.words[0], self.score_sum(play, blanks)
        place = f"{main.cells[0]} {direction_name(direction_of_word(main), self._speaker)}"
        return f"{place}: {parts}" if parts else place

    def _last_turn(self, view: GameView) -> tuple[str, str]:
        last = view.last
        if last is None:
            return "", ""
        name = self._speaker.seat_name(view, last.seat)
        match last.kind:
            case "play":
                cells = dict(zip(geometry(view.columns, view.rows).names, view.cells, strict=True))
                blanks = frozenset(cell for cell in last.cells if cells[cell].startswith(BLANK))
                return self._brief_play(last, view, blanks), self._place_and_sum(last, blanks)
            case "pass":
                return self._speaker.html("turn-timed-out" if last.automatic else "turn-passed", name=name), ""
            case _:
                word = last.words[0].word if last.words else ""
                return self._speaker.html(_TURN_MESSAGES[last.kind], name=name, word=word, count=last.exchanged), ""

    def result_text(self, view: GameView) -> str:
        """The result of a finished game, with all scores."""
        if view.outcome is None:
            return ""
        details = _result_details(view.outcome, view, self._speaker)
        return fold_caption("", "", (), *details, verdict=self.verdict_lines(view))

    def standing_versions(self, events: Sequence[TableEvent], view: GameView) -> tuple[str, ...]:
        """Scores, bag and time to challenge; in a game's first caption also the game and its dictionary."""
        began = any(isinstance(event, GameStarted) for event in events)
        return (self.standing_text(view, with_game=began),)

    def caption_versions(self, view: GameView) -> tuple[tuple[str, ...], ...]:
        """The versions of a caption: shorter ones lack the place and the sum of the last turn, then the turn."""
        headline, place_and_sum = self._last_turn(view)
        result = [] if view.outcome is None else _result_details(view.outcome, view, self._speaker)
        standing = self.standing_text(view, with_game=True)
        verdict, following = self.verdict_lines(view), self.following(view)
        return tuple(
            (fold_caption("", headline, following, *more, *result, standing, verdict=verdict),)
            for more in ((place_and_sum,), ())
        )

    def turn_text(self, view: GameView) -> str:
        """The newest turn with the scores below it."""
        headline, place_and_sum = self._last_turn(view)
        return fold_caption("", headline, self.following(view), place_and_sum, below=self.brief_standing(view))

    def standing_text(self, view: GameView, *, with_game: bool = False) -> str:
        """Scores, bag, bonus cell and time to challenge; with ``with_game`` also the game and its dictionary."""
        table = self.table_lines(view, with_game=with_game)
        return table if view.turn is None else join_lines(table, challenge_window_line(view, self._speaker))

    def brief_standing(self, view: GameView) -> str:
        """Scores and clocks; empty after the end."""
        return "" if view.turn is None else self._seats_line(view)

    def run_warning(self, view: GameView) -> str:
        """A warning if the next pass, or turn without points, may end the game; else empty."""
        return self._speaker.html(_RUN_WARNINGS[view.run.counts]) if view.run_ends else ""

    def table_lines(self, view: GameView, *, with_game: bool = False) -> str:
        """Scores, bag and bonus cell; with ``with_game`` also the game and its dictionary; no scores after the end."""
        playing = view.outcome is None
        judge = self._speaker.dictionary_line() if self._speaker.lexicon and playing and with_game else ""
        name = html.escape(self._speaker.game_title, quote=False) if with_game else ""
        bonus = view.bonus
        bag = [self._speaker.html("bag-left", count=view.bag), judge, name]
        if bonus is not None and not bonus.taken:
            bag.insert(1, self._speaker.html("bonus-free", cell=bonus.cell, points=bonus.points))
        scores = self._seats_line(view) if playing else ""
        return join_lines(scores, " · ".join(part for part in bag if part))

    def score_text(self, view: GameView) -> str:
        """All scores in the order of play."""
        return " · ".join(self._seat_score(seat) for seat in view.seats)

    def _seats_line(self, view: GameView) -> str:
        times = clocks.times_by_seat(view, self._speaker)
        return " · ".join(
            self._seat_score(seat)
            + self._seat_extras(times.get(number, ""), tiles_if_few(view, number), left_group=number in view.gone)
            for number, seat in enumerate(view.seats)
        )

    def _seat_score(self, seat: SeatView) -> str:
        name = self._speaker.player_name(seat.name)
        named = name if seat.active and not seat.retired else f"<s>{name}</s>"
        return f"{named} <b>{format_points(seat.score)}</b>"

    def _seat_extras(self, time: str, tiles: int | None, *, left_group: bool) -> str:
        left = "" if tiles is None else self._speaker.plain("panel-tiles", count=tiles)
        away = self._speaker.html("seat-gone") if left_group else ""
        parts = [part for part in (away, time and f"⏱ {time}", left) if part]
        return f" ({', '.join(parts)})" if parts else ""

    def next_turn_line(self, view: GameView) -> str:
        """The line that mentions the player whose turn it is."""
        if view.turn is None:
            return self._speaker.html("turn-none")
        seat = view.seats[view.turn]
        return self._speaker.html("turn-next", name=self._speaker.mention(seat.user, seat.name))

    def bag_text(self, view: GameView) -> str:
        """How many tiles are in the bag, and of each letter how many are neither on the board nor the viewer's rack."""
        letters = load_alphabet(view.language)
        counts = sorted(view.unseen.items(), key=lambda item: letters.rank(item[0]))
        unseen = " ".join(f"{tile_sign(tile)}<b>{count}</b>" for tile, count in counts)
        message = "bag-list" if view.viewer is None else "bag-list-private"
        return self._speaker.html(message, bag=view.bag, tiles=view.tiles, unseen=Html(unseen))

    def clock_lines(self, game: GameState, now: datetime) -> list[str]:
        """The players' clocks, and until when the last play may be challenged."""
        if game.ruleset.clock_rule is None and not game.ruleset.judging.has_challenges:
            return []
        if game.outcome is not None:
            return [self._speaker.html("turn-none")]
        lines = list(clocks.current_clock_lines(game, now, self._speaker))
        if game.pending is not None and game.ruleset.judging.has_challenges:
            ends = game.clocks.paused or now
            seconds = max(0, int((game.pending.until - ends).total_seconds()))
            lines.append(self._speaker.html("window-left", time=self._speaker.duration(seconds)))
        return [*lines, *clocks.stopped_clocks_lines(game.clocks, self._speaker)]


def blank_cells(tiles: Iterable[Placement]) -> frozenset[str]:
    """The cells of the blanks among laid tiles."""
    return frozenset(put.cell for put in tiles if put.tile.startswith(BLANK))


def spell_scored_word(word: WordScore, blanks: frozenset[str]) -> Html:
    """A word with the play's blanks in brackets, as players type it."""
    marks = (f"[{mark}]" if cell in blanks else mark for mark, cell in zip(word.word, word.cells, strict=True))
    return Html("".join(marks))


SendOwnBoard = Callable[[int, Scope, str, Html], Awaitable[None]]  # gets user, game, language and notice


async def send_own_board(  # noqa: PLR0917 - the last four are those of `SendOwnBoard`
    services: ChatServices, own_board: OwnBoard, user: int, scope: Scope, language: str, notice: Html
) -> None:
    """Send a user their own board of a game in private, unasked, if they play it."""
    games, store, messaging = services.tables.games, services.tables.store, services.messaging
    loaded = await games.load_table(scope)
    if user not in current_players(loaded.table) or not isinstance(loaded.table, GameState):
        return
    chosen, speaker = await store.load_settings(user), Speaker(messaging.texts, language)
    default_language = messaging.private_locale.default
    context = ChatContext(loaded, speaker, chosen.get("theme"), chosen.get("labels"), default_language)
    pages = OwnBoardPages(services.gateway, store, games)
    own = await pages.load_own_board(context, user)
    page = await pages.build_private_page(own, own_board, HOME_STEP, notice=notice)
    await messaging.private_delivery.send_page(user, page, loaded.scope)


@dataclass(frozen=True, slots=True)
class _ExCellNotice:
    scope: Scope
    seat: int
    names: tuple[str, ...]
    events: tuple[TileExchanged, ...]  # the events as the seat may see them, for seats that may see the tiles


class ExCellNotices:
    """Tells players that their tiles were exchanged on EX cells; one instance a process."""

    def __init__(self, send_own_board: SendOwnBoard, texts: Texts, private_locale: PrivateLocales) -> None:
        self._send_own_board: Final = send_own_board
        self._texts: Final = texts
        self._private_locale: Final = private_locale
        self._lanes: Final[Lanes[int, _ExCellNotice]] = Lanes(self._send_notice)

    def queue_notices(self, loaded: LoadedTable, step: Step) -> None:
        """Start telling the players whose tiles a step has exchanged; return at once."""
        if not isinstance(step.table, GameState):
            return
        names = tuple(player.name for player in step.table.players)
        for seat, player in enumerate(step.table.players):
            own = tuple(
                seen
                for event in step.events
                if isinstance(event, TileExchanged)
                and isinstance(seen := redact(event, seat), TileExchanged)
                and seen.lost is not None
            )
            if own:
                self._lanes.enqueue(player.user, _ExCellNotice(loaded.scope, seat, names, own))

    async def drain_notices(self, seconds: float) -> None:
        """Wait for unfinished notices, for at most ``seconds``."""
        await self._lanes.finish_all(seconds)

    async def _send_notice(self, user: int, waiting: Sequence[_ExCellNotice]) -> int:
        # Another table's notice may have started the lane's task.
        with log_context(chat=waiting[0].scope.chat):
            await self._try_notice(user, waiting[0])
        return 1

    async def _try_notice(self, user: int, notice: _ExCellNotice) -> None:
        try:
            language = await self._private_locale.locale_of_user(user)
            news = Html("\n".join(self._notice_line(notice, event, language) for event in notice.events))
            await self._send_own_board(user, notice.scope, language, news)
        except (ChatUnreachable, RequestRejected):
            log.debug("a person has no private chat to be told in", user=user)
        except (CallFailed, RedisError) as error:
            log.warning("a person is not told of an exchanged tile", user=user, error=type(error).__name__)
        except Exception as error:  # noqa: BLE001 - the outermost edge: no failed notice may end its lane
            # The error's message is left out, as it might name a letter.
            log.error("a person cannot be told of an exchanged tile", user=user, error=error_location(error))  # noqa: TRY400 - as above

    def _notice_line(self, notice: _ExCellNotice, event: TileExchanged, language: str) -> str:
        lost, gained = event.lost or "", event.gained or ""
        other = event.seat
        if notice.seat == event.seat:
            lost, gained, other = gained, lost, event.victim
        return self._texts.html(
            language,
            "own-tile-swapped" if event.swapped else "own-tile-exchanged",
            cell=event.cell,
            name=Speaker(self._texts, language).player_name(notice.names[other]),
            gone=tile_sign(lost),
            come=tile_sign(gained),
        )
