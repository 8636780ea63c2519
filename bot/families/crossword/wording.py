"""Sentences about crossword games, of views and redacted events alone; and what owners of exchanged tiles are told."""

import html
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from redis.exceptions import RedisError

from bot.call_errors import CallFailed, ChatUnreachable, RequestRejected
from bot.families.chat_family import FamilyWording
from bot.families.crossword.disputes import challenge_window_line, dispute_line
from bot.families.crossword.typed_moves import ARROWS, centre_cell_fields, direction_name, direction_of_word, tile_sign
from bot.families.own_board import HOME_STEP, OwnBoard
from bot.families.services import ChatContext, ChatServices, OwnBoardPages
from bot.logs import error_location, get_logger, log_context
from bot.store.keys import Scope
from bot.tables.table_loader import LoadedTable, current_players
from bot.telegram.private_delivery import PrivateLocales
from bot.texts import Html, Texts
from bot.wording import clocks, game_result
from bot.wording.speaker import Speaker
from bot.workers.lanes import Lanes
from engine.alphabet import BLANK, load_alphabet
from engine.crossword.events import GameEnded, GameStarted, TileExchanged, TilesExchanged, TilesPlaced, TurnPassed
from engine.crossword.premiums import geometry
from engine.crossword.ruleset import Ruleset
from engine.crossword.scoring import Score
from engine.crossword.secrecy import redact
from engine.crossword.state import GameState
from engine.crossword.view import FinalScore, GameView, Highlight, LastTurn, Outcome, SeatView, TurnKind, WordScore
from engine.game import Event as TableEvent
from engine.game import Step
from engine.rulesets import shipped_rulesets
from engine.turns import PlayerSurrendered
from render.honours import Honour
from render.text import format_change, format_points

log = get_logger(__name__)


def final_honours(view: GameView, speaker: Speaker) -> Iterator[Honour]:
    """The highlights as the picture shows them."""
    found = view.highlights
    if found.word is not None:
        tiles, premiums = _tiles_of_word(view, found.word.word)
        word = found.word.word.word
        yield Honour(speaker.plain("final-best-word"), found.word.seat, word, found.word.score, tiles, premiums)
    if found.play is not None:
        yield Honour(speaker.plain("final-best-play"), found.play.seat, _play_text(found.play), found.play.score)


def _tiles_of_word(view: GameView, word: WordScore) -> tuple[tuple[str, ...], tuple[str, ...]]:
    names = geometry(view.columns, view.rows).names
    tiles = dict(zip(names, view.cells, strict=True))
    premiums = dict(zip(names, "".join(view.premiums), strict=True))
    return tuple(tiles[cell] for cell in word.cells), tuple(premiums[cell] for cell in word.cells)


def _play_text(play: Highlight) -> str:
    return f"{play.word.cells[0]} {ARROWS[direction_of_word(play.word)]} {play.word.word}"


def best_lines(view: GameView, speaker: Speaker) -> Iterator[str]:
    """The highlights as lines of a caption; empty while the game runs."""
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
    """How many tiles a player has who has less than a full rack; else ``None``, and so after the end."""
    player, rules = view.seats[seat], shipped_rulesets().get(view.ruleset)
    if view.turn is None or not player.active or not isinstance(rules, Ruleset) or player.tiles >= rules.rack:
        return None
    return player.tiles


def lead_points(view: GameView, seat: int) -> int:
    """By how many points a seat leads the best other active seat; 0 or less for all but the leader."""
    if not view.seats[seat].active:
        return 0
    others = [other.score for number, other in enumerate(view.seats) if number != seat and other.active]
    return view.seats[seat].score - max(others) if others else 0


def outcome_text(outcome: Outcome, view: GameView, speaker: Speaker) -> str:
    """The reason, the winners, a line a seat, and the highlights."""
    lines = [_end_reason_line(outcome, view, speaker)]
    if outcome.reason == "cancelled":
        return "\n".join(
            (
                *lines,
                *(
                    _final_score_line(final, view.seats[final.seat], game_result.UNRANKED, speaker)
                    for final in outcome.finals
                ),
            )
        )
    names = game_result.join_player_names([view.seats[seat].name for seat in outcome.winners], speaker)
    lines += game_result.winner_lines(view, speaker, names)
    lines += [
        _final_score_line(final, view.seats[final.seat], game_result.medal(final.place), speaker)
        for final in outcome.finals
    ]
    return "\n".join((*lines, *best_lines(view, speaker)))


def _end_reason_line(outcome: Outcome, view: GameView, speaker: Speaker) -> str:
    run, active = view.run, sum(seat.active and not seat.retired for seat in view.seats)
    match outcome.reason:
        case "passes" if run.ends_if_each_passes(active):
            return speaker.html("ended-passes-each", per_player=run.own_turns_needed)
        case "passes" | "scoreless":
            return speaker.html(f"ended-{outcome.reason}", turns=view.run_turns)
        case _:
            return speaker.html(f"ended-{outcome.reason}")


def _final_score_line(final: FinalScore, seat: SeatView, mark: str, speaker: Speaker) -> str:
    name, score = speaker.player_name(seat.name), format_points(final.score)
    line = f"{mark if seat.active else game_result.SURRENDERED} {name} <b>{score}</b>"
    if final.adjustment:
        line += f" ({format_change(final.adjustment)})"
    if final.penalty:
        line += " " + speaker.html("final-penalty", points=format_change(final.penalty))
    if final.hints:
        cost = f" {format_change(final.hint_points)}" if final.hint_points else ""
        line += " " + speaker.html("final-hints", count=final.hints, cost=cost)
    if final.rack:
        line += " · " + " ".join(tile_sign(tile) for tile in final.rack)
    return line


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

_RUN_WARNINGS: Final = {"passes": "run-ends-passes", "scoreless": "run-ends-scoreless"}


class CrosswordWording(FamilyWording[GameState, GameView]):
    """Words views and events of crossword games."""

    def event_lines(self, events: Iterable[TableEvent], view: GameView) -> list[str]:
        """What happened, one or more lines an event; nothing about drawn tiles."""
        return [line for event in events if (line := self._event_line(event, view))]

    def past_event_lines(self, events: Iterable[TableEvent], view: GameView) -> list[str]:
        """As :meth:`event_lines`, but without how to move at the beginning."""
        told = (
            self._draw_lines(event, view) if isinstance(event, GameStarted) else self._event_line(event, view)
            for event in events
        )
        return [line for line in told if line]

    def _event_line(self, event: TableEvent, view: GameView) -> str:
        match event:
            case GameStarted():
                return f"{self._draw_lines(event, view)}\n{self._how_to_move_line(view)}"
            case TilesPlaced():
                blanks = frozenset(tile.cell for tile in event.tiles if tile.tile.startswith(BLANK))
                return self._play_with_sum(event, view, blanks)
            case TilesExchanged(seat=seat, count=count):
                return self._speaker.html("turn-exchanged", name=self._speaker.seat_name(view, seat), count=count)
            case TurnPassed(seat=seat, automatic=automatic):
                return self._speaker.html(
                    "turn-timed-out" if automatic else "turn-passed", name=self._speaker.seat_name(view, seat)
                )
            case PlayerSurrendered(seat=seat):
                return self._speaker.html("turn-surrendered", name=self._speaker.seat_name(view, seat))
            case GameEnded():
                result = outcome_text(event.outcome, view, self._speaker)
                return f"\n{result}\n{self._speaker.html('ended-secret', secret=event.secret)}"
            case _:
                return dispute_line(event, view, self._speaker)

    def _draw_lines(self, event: GameStarted, view: GameView) -> str:
        names = {seat.user: self._speaker.player_name(seat.name) for seat in view.seats}
        lines = [self._speaker.html("started")]
        for number, drawn in enumerate(event.rounds):
            tiles = {draw.user: tile_sign(draw.tile) for draw in drawn}
            draws = Html(" · ".join(f"{names[user]} <b>{tile}</b>" for user, tile in tiles.items()))
            lines.append(self._speaker.html("started-redraw" if number else "started-draw", draws=draws))
        return "\n".join(lines)

    def _how_to_move_line(self, view: GameView) -> str:
        cell = centre_cell_fields(view.columns, view.rows)["cell"]
        # In private no button leads to the own board: it is what comes.
        how = "started-how-private" if self._speaker.private else "started-how"
        return self._speaker.html(how, cell=cell, word=self._speaker.in_language(view.language).plain("sample-word"))

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
        """The parts of a play's score: each word and each bonus; empty if that only repeats the score."""
        if len(play.words) == 1 and not play.bingo and not play.cell_bonus:
            return ""
        parts = [f"{spell_scored_word(word, blanks)} {word.score}" for word in play.words]
        if play.bingo:
            parts.append(self._speaker.html("part-bingo", points=play.bingo))
        if play.cell_bonus:
            parts.append(self._speaker.html("part-cell", points=play.cell_bonus))
        return " + ".join(parts)

    def last_turn_line(self, view: GameView) -> str:
        """The turn just taken, as the picture marks it; empty before the first."""
        last = view.last
        if last is None:
            return ""
        name = self._speaker.seat_name(view, last.seat)
        match last.kind:
            case "play":
                cells = dict(zip(geometry(view.columns, view.rows).names, view.cells, strict=True))
                blanks = frozenset(cell for cell in last.cells if cells[cell].startswith(BLANK))
                return self._play_with_sum(last, view, blanks)
            case "pass":
                return self._speaker.html("turn-timed-out" if last.automatic else "turn-passed", name=name)
            case _:
                word = last.words[0].word if last.words else ""
                return self._speaker.html(_TURN_MESSAGES[last.kind], name=name, word=word, count=last.exchanged)

    def result_text(self, view: GameView) -> str:
        """How a finished game ended, with its standings."""
        return "" if view.outcome is None else outcome_text(view.outcome, view, self._speaker)

    def standing_versions(self, events: Sequence[TableEvent], view: GameView) -> tuple[str, ...]:
        """Scores, what is left, an open window, and who is next. The table's options are in the lobby, not here."""
        began = any(isinstance(event, GameStarted) for event in events)
        return (self.standing_text(view, with_options=not began),)

    def caption_versions(self, view: GameView) -> tuple[tuple[str, ...], ...]:
        """The last turn goes first, and is left out first."""
        standing = (self.result_text(view), self.standing_text(view))
        return ((self.last_turn_line(view), *standing), standing)

    def standing_text(self, view: GameView, *, with_options: bool = True) -> str:
        """The standing, the open challenge window, and the next player, mentioned; the result of a finished game."""
        table = self.table_lines(view, with_game=with_options, with_dictionary=with_options)
        if view.turn is None:
            return table
        window = challenge_window_line(view, self._speaker)
        return "\n".join(line for line in (table, window, self.run_warning(view), self.next_turn_line(view)) if line)

    def brief_standing(self, view: GameView) -> str:
        """What matters for the next turn, without the whole standing; empty once the game is over."""
        if view.turn is None:
            return ""
        times = self._seats_line(view) if view.clock is not None else ""
        window, stopped = challenge_window_line(view, self._speaker), clocks.pause_line(view, self._speaker)
        return "\n".join(
            line for line in (times, stopped, window, self.run_warning(view), self.next_turn_line(view)) if line
        )

    def run_warning(self, view: GameView) -> str:
        """A warning if one more turn of the run would end the game."""
        return self._speaker.html(_RUN_WARNINGS[view.run.counts]) if view.run_ends else ""

    def table_lines(self, view: GameView, *, with_game: bool = False, with_dictionary: bool = True) -> str:
        """Scores, bag, bonus cell and a pause, with dictionary or game if asked for; after the end without scores."""
        playing = view.outcome is None
        judge = self._speaker.dictionary_line() if self._speaker.lexicon and playing and with_dictionary else ""
        name = html.escape(self._speaker.game_title, quote=False) if with_game else ""
        bonus = view.bonus
        free = bonus is not None and not bonus.taken
        cell = (
            self._speaker.html("bonus-free", cell=bonus.cell, points=bonus.points) if bonus is not None and free else ""
        )
        bag = (self._speaker.html("bag-left", count=view.bag), cell, judge, name)
        scores = self._seats_line(view) if playing else ""
        lines = (scores, " · ".join(part for part in bag if part), clocks.pause_line(view, self._speaker))
        return "\n".join(line for line in lines if line)

    def score_text(self, view: GameView) -> str:
        """Everybody's score in the order of play."""
        return " · ".join(self._seat_score(seat) for seat in view.seats)

    def _seats_line(self, view: GameView) -> str:
        times = clocks.times_by_seat(view, self._speaker)
        return " · ".join(
            self._seat_score(seat)
            + self._seat_extras(times.get(number, ""), tiles_if_few(view, number), left_group=number in view.gone)
            for number, seat in enumerate(view.seats)
        )

    def _seat_score(self, seat: SeatView) -> str:
        name = (
            self._speaker.player_name(seat.name)
            if seat.active and not seat.retired
            else f"<s>{self._speaker.player_name(seat.name)}</s>"
        )
        return f"{name} <b>{format_points(seat.score)}</b>"

    def _seat_extras(self, time: str, tiles: int | None, *, left_group: bool) -> str:
        left = "" if tiles is None else self._speaker.plain("panel-tiles", count=tiles)
        away = self._speaker.html("seat-gone") if left_group else ""
        parts = [part for part in (away, time and f"⏱ {time}", left) if part]
        return f" ({', '.join(parts)})" if parts else ""

    def next_turn_line(self, view: GameView) -> str:
        """Whose turn it is, with a mention."""
        if view.turn is None:
            return self._speaker.html("turn-none")
        seat = view.seats[view.turn]
        return self._speaker.html("turn-next", name=self._speaker.mention(seat.user, seat.name))

    def bag_text(self, view: GameView) -> str:
        """How many tiles are in the bag and, per letter, not on the board, but for the viewer's own rack."""
        letters = load_alphabet(view.language)
        counts = sorted(view.unseen.items(), key=lambda item: letters.rank(item[0]))
        unseen = " ".join(f"{tile_sign(tile)}<b>{count}</b>" for tile, count in counts)
        message = "bag-list" if view.viewer is None else "bag-list-private"
        return self._speaker.html(message, bag=view.bag, tiles=view.tiles, unseen=Html(unseen))

    def clock_lines(self, game: GameState, now: datetime) -> list[str]:
        """The players' times, and until when the last play may be challenged."""
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


def spell_scored_word(word: WordScore, blanks: frozenset[str]) -> Html:
    """A word with the blanks of this play in brackets, as they are typed."""
    marks = (f"[{mark}]" if cell in blanks else mark for mark, cell in zip(word.word, word.cells, strict=True))
    return Html("".join(marks))


SendOwnBoard = Callable[[int, Scope, str, Html], Awaitable[None]]
"""Sends a user their own board of one game, in a language, below some lines; nothing to whoever does not play it."""


class OwnBoardSender:
    """Sends people their own boards in private, unasked."""

    def __init__(self, services: ChatServices, own_board: OwnBoard) -> None:
        self._games: Final = services.tables.games
        self._store: Final = services.tables.store
        self._texts: Final = services.messaging.texts
        self._private_delivery: Final = services.messaging.private_delivery
        self._default_language: Final = services.messaging.private_locale.default
        self._pages: Final = OwnBoardPages(services.gateway, services.tables.store, services.tables.games)
        self._own_board: Final = own_board

    async def send_own_board(self, user: int, scope: Scope, language: str, notice: Html) -> None:
        """Send a user the own board of one game: :data:`SendOwnBoard`."""
        loaded = await self._games.load_table(scope)
        if user not in current_players(loaded.table) or not isinstance(loaded.table, GameState):
            return
        chosen = await self._store.load_settings(user)
        speaker = Speaker(self._texts, language)
        context = ChatContext(loaded, speaker, chosen.get("theme"), chosen.get("labels"), self._default_language)
        own = await self._pages.load_own_board(context, user)
        page = await self._pages.build_private_page(own, self._own_board, HOME_STEP, notice=notice)
        await self._private_delivery.send_page(user, page, loaded.scope)


@dataclass(frozen=True, slots=True)
class _ExCellNotice:
    scope: Scope
    seat: int
    names: tuple[str, ...]
    events: tuple[TileExchanged, ...]
    """The events as the seat may see them, if it may see their tiles."""


class ExCellNotices:
    """Tells the owners of exchanged tiles; one instance a process."""

    def __init__(self, send_own_board: SendOwnBoard, texts: Texts, private_locale: PrivateLocales) -> None:
        self._send_own_board: Final = send_own_board
        self._texts: Final = texts
        self._private_locale: Final = private_locale
        self._lanes: Final[Lanes[int, _ExCellNotice]] = Lanes(self._send_notice)

    def queue_notices(self, loaded: LoadedTable, step: Step) -> None:
        """Start telling the players whose tiles a step exchanged; nobody waits for it."""
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
        """Wait for notices that are under way, for at most ``seconds``."""
        await self._lanes.finish_all(seconds)

    async def _send_notice(self, user: int, waiting: Sequence[_ExCellNotice]) -> int:
        # The lane may have begun with another table's notice.
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
            # Without its message, which might name a letter.
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
