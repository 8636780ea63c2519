"""Crossword games as the chat knows them (see :class:`bot.families.chat_family.ChatFamily`)."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from bot.families.chat_family import (
    AnnouncedEvents,
    ChatFamily,
    ChatSide,
    ComputerPlayers,
    FamilyAnalysis,
    FamilyPictures,
    GameGuide,
)
from bot.families.crossword import keyboards, sketches
from bot.families.crossword.board_page import create_board_page
from bot.families.crossword.disputes import TEXT_ONLY_EVENTS, DisputeHandlers
from bot.families.crossword.hints import HintHandlers
from bot.families.crossword.inline_results import list_inline_results
from bot.families.crossword.move_handlers import MoveHandlers
from bot.families.crossword.move_reviews import MoveReviews
from bot.families.crossword.own_board import CrosswordOwnBoard
from bot.families.crossword.placing import DirectionPreferenceHandlers, PlacementChoice
from bot.families.crossword.sketches import PreviewHandlers
from bot.families.crossword.tutorial import example_sketch, greeting_sketch
from bot.families.crossword.typed_moves import EditedMoves, centre_cell_fields, tile_sign
from bot.families.crossword.wording import CrosswordWording, ExCellNotices, send_own_board
from bot.families.puzzles import PuzzleFamily
from bot.families.services import ChatServices, FamilyChat
from bot.user_input.commands import command_handlers_of
from bot.wording.guide_texts import INLINE_MODE_MESSAGE, chat_words_rule, compose_rules, player_count, surrender_rule
from bot.wording.speaker import Speaker, localized_title
from engine.absence import TurnSkipped
from engine.alphabet import BLANK
from engine.clock import GameClock
from engine.crossword.events import Event, GameStarted, TilesExchanged, TurnPassed
from engine.crossword.family import Crossword
from engine.crossword.gcg import write_gcg
from engine.crossword.ruleset import Ruleset
from engine.crossword.state import GameState
from engine.game import Game
from engine.proof import Proof
from engine.table_log import LogEntry

COMMAND_CLASSES: Final = (MoveHandlers, DisputeHandlers, HintHandlers, PreviewHandlers, DirectionPreferenceHandlers)


def may_answer(command: str, game: Game, seat: int) -> bool:
    """Whether a seat may challenge the last play, take it back, or answer the offer of a draw (RULES §7.1, §7.3)."""
    if not isinstance(game, GameState):
        return False
    match command:
        case "challenge":
            return game.pending is not None and game.pending.seat != seat
        case "take-back":
            return game.pending is not None and game.pending.seat == seat
        case "draw":
            return game.offer is not None and game.offer.seat != seat
        case _:
            return False


def create_crossword_chat(services: ChatServices) -> FamilyChat:
    """Build the handlers; called once a process."""
    tables, messaging, stores = services.tables, services.messaging, services.stores
    replies, placements = messaging.replies, PlacementChoice(services)
    moves = MoveHandlers(tables, replies, placements, EditedMoves(stores.refused_moves))
    disputes = DisputeHandlers(tables.games, replies)
    hints = HintHandlers(services)
    previews = PreviewHandlers(services, placements)
    directions = DirectionPreferenceHandlers(tables.store, replies)
    own_board = CrosswordOwnBoard(tables, stores.rack_order, services.shuffle)
    return FamilyChat(
        command_handlers=command_handlers_of(moves, disputes, hints, previews, directions),
        tap_handlers={
            "doubt": disputes.tap_challenge,
            "agree": disputes.tap_draw_answer,
            "decline": disputes.tap_draw_answer,
            "back": disputes.tap_take_back,
            "hint": hints.tap_hint,
            "lay": previews.tap_play_preview,
            "put": placements.tap_placement,
            "reading": directions.tap_direction_preference,
            "rows": placements.tap_more,
            "sums": placements.tap_scores,
        },
        handle_move=moves.play_typed_move,
        handle_mistyped_move=moves.remember_mistyped_move,
        handle_bare_word=moves.offer_placements_of_word,
        inline_results=partial(list_inline_results, tables.look_ups),
        own_board=own_board,
        board_page=create_board_page(tables.look_ups),
        player_notices=(
            ExCellNotices(partial(send_own_board, services, own_board), messaging.texts, messaging.private_locale),
            MoveReviews(messaging, services.analysis),
        ),
        may_answer=may_answer,
    )


_POINTS_OF_MODES: Final = {"five": 5, "ten": 10}  # what a challenge in vain costs


def crossword_guide(ruleset: Ruleset) -> GameGuide:
    """The guide of a ruleset; explains challenges, draws and look-ups only if the ruleset has them."""
    challenges = ruleset.judging.has_challenges
    play = [
        "help-word-first" if ruleset.places else "help-move",
        "help-move-more",
        INLINE_MODE_MESSAGE,
        *(["help-challenge"] if challenges else []),
        *(["help-take-back"] if ruleset.take_back else []),
        *(["help-hint"] if ruleset.hint_price is not None else []),
        *(["help-draw"] if ruleset.draw_offers else []),
    ]
    return GameGuide(
        pieces_message="lobby-tiles",
        motif_message=f"motif-{ruleset.id.partition('-')[0]}",
        rules_text=partial(_rules_text, ruleset),
        play_messages=play,
        look_up_messages=["help-look", *([] if challenges else ["help-word"])],
        examples=centre_cell_fields(ruleset.columns, len(ruleset.board.rows)),
    )


def _rules_text(rules: Ruleset, speaker: Speaker) -> str:
    head = speaker.html(
        "rules-head",
        game=localized_title(rules.title, speaker.language),
        players=player_count(rules.players),
        columns=rules.columns,
        rows=len(rules.board.rows),
        tiles=rules.tiles,
        blanks=rules.counts.get(BLANK, 0),
        rack=rules.rack,
    )
    parts = (
        ("board", _board_lines(rules, speaker)),
        ("turn", _turn_lines(rules, speaker)),
        ("challenges" if rules.judging.has_challenges else "words", _judging_lines(rules, speaker)),
        ("scores", _score_lines(rules, speaker)),
        ("end", _end_lines(rules, speaker)),
    )
    return compose_rules(head, parts, speaker)


def _board_lines(rules: Ruleset, speaker: Speaker) -> list[str]:
    scoring = rules.scoring
    signs = "".join(rules.board.rows)
    lines = [
        speaker.html("rules-placing"),
        speaker.html("rules-premiums-four" if "q" in signs else "rules-premiums"),
        speaker.html("rules-centre-double" if rules.board.centre_doubles else "rules-centre-plain"),
    ]
    if scoring.cell is not None:
        lines.append(speaker.html("rules-cell", points=scoring.cell.points))
    if "Q" in signs:
        lines.append(speaker.html(f"rules-four-{scoring.four_word}"))
    if "X" in signs:
        lines.append(speaker.html(f"rules-ex-{scoring.ex}", least=rules.exchange.least_in_bag))
    return lines


def _turn_lines(rules: Ruleset, speaker: Speaker) -> list[str]:
    exchange = rules.exchange
    # A single tile in the bag is enough to exchange one.
    any_bag = exchange.least_in_bag == 1
    exchanges = speaker.html("rules-exchange-any" if any_bag else "rules-exchange", least=exchange.least_in_bag)
    if exchange.per_player is not None:
        exchanges += " " + speaker.html("rules-exchange-limit", most=exchange.per_player)
    lines = [speaker.html(f"rules-order-{rules.players.order}"), speaker.html("rules-turn", rack=rules.rack), exchanges]
    rule = rules.clock_rule
    if rule is None:
        return lines
    if isinstance(rule, GameClock) and rule.penalty:
        overrun = speaker.html("rules-overtime", points=rule.penalty, minutes=rule.limit)
    else:
        overrun = speaker.html(f"rules-overrun-{rule.overrun}")
    return [*lines, f"{speaker.html('rules-clock', clock=speaker.clock_label(rule))} {overrun}"]


def _judging_lines(rules: Ruleset, speaker: Speaker) -> list[str]:
    judging = rules.judging
    lines = [speaker.html("rules-judging-void")]
    if judging.has_challenges:
        points = _POINTS_OF_MODES.get(judging.mode)
        vain = judging.mode if points is None else f"points-{judging.to}-{judging.per}"
        lines = [
            speaker.html("rules-challenge", time=speaker.duration(judging.window)),
            speaker.html(f"rules-judging-{vain}", points=points or 0),
            speaker.html("rules-look-ups"),
        ]
    return [*lines, chat_words_rule(speaker, allowed=rules.chat_words), speaker.html("rules-blank")]


def _score_lines(rules: Ruleset, speaker: Speaker) -> list[str]:
    scoring = rules.scoring
    bingo = "rules-bingo" if scoring.needs_full_rack else "rules-bingo-whole"
    lines = [speaker.html("rules-points"), speaker.html(bingo, points=scoring.bingo, tiles=rules.rack)]
    if rules.colours:
        values = {colour: rules.values[letter] for letter, colour in rules.colours.items()}
        worth = sorted(values.items(), key=lambda one: one[1])
        names = {colour: f"rules-colour-{colour}" for colour in values}
        told = {one: speaker.html(name) if speaker.has_message(name) else one for one, name in names.items()}
        colours = ", ".join(f"{told[colour]} {points}" for colour, points in worth)
        lines.insert(1, speaker.html("rules-colours", colours=colours))
    return lines


def _end_lines(rules: Ruleset, speaker: Speaker) -> list[str]:
    run, least = rules.ending.run, rules.players.least
    if run.ends_if_each_passes(least):
        ends = speaker.html("rules-run-passes-each", per_player=run.own_turns_needed)
    else:
        ends = speaker.html(f"rules-run-{run.counts}", turns=run.fewest_turns(least), per_player=run.own_turns_needed)
    lines = [speaker.html(f"rules-out-{rules.ending.out}"), f"{ends} {_rack_penalty_line(speaker, count=run.own_rack)}"]
    if rules.clock_rule is not None and rules.clock_rule.overrun == "retire":
        lines.append(f"{speaker.html('rules-time')} {_rack_penalty_line(speaker, count=rules.ending.time_own_rack)}")
    lines += [speaker.html("rules-winner"), surrender_rule(rules.players, speaker)]
    if rules.draw_offers:
        lines.append(speaker.html("rules-draws"))
    return lines


def _rack_penalty_line(speaker: Speaker, *, count: bool) -> str:
    return speaker.html("rules-own-rack" if count else "rules-no-rack")


def load_computer_players(folder: Path) -> ComputerPlayers:
    """Load the computer players when it is first the turn of one."""
    from bot.families.crossword.computer_player import CrosswordComputerPlayers  # noqa: PLC0415 - when first needed

    return CrosswordComputerPlayers(folder)


def load_analysis() -> FamilyAnalysis:
    """Load the analysis when it is first needed."""
    from bot.families.crossword.analysis import CrosswordAnalysis  # noqa: PLC0415 - when first needed

    return CrosswordAnalysis()


def load_puzzles() -> PuzzleFamily:
    """Load the puzzles when the first one is needed."""
    from bot.families.crossword.puzzle_family import CrosswordPuzzles  # noqa: PLC0415 - imported when first needed

    return CrosswordPuzzles()


def rack_text(game: GameState, seat: int) -> str:
    """A seat's tiles as HTML."""
    return " ".join(tile_sign(tile) for tile in game.players[seat].rack)


def to_gcg(game: GameState, log: Sequence[LogEntry], proof: Proof) -> str | None:
    """The game as GCG; ``None`` if GCG cannot express it."""
    events = [event for entry in log for event in entry.events if isinstance(event, Event)]
    names = [player.name for player in game.players]
    return write_gcg(game.ruleset, names, events, seed=proof.seed, title=f"Harfiyen {proof.table}")


CROSSWORD: Final = ChatFamily(
    engine_family=Crossword(),
    chat=ChatSide(
        create=create_crossword_chat,
        command_classes=COMMAND_CLASSES,
        table_keyboard=keyboards.board_keyboard,
        text_keyboard=keyboards.turn_keyboard,
        answer_keyboard=keyboards.answer_keyboard,
        button_kinds=keyboards.BOARD_BUTTONS,
    ),
    events=AnnouncedEvents(
        start=GameStarted, text_only=TEXT_ONLY_EVENTS, same_board=(TilesExchanged, TurnPassed, TurnSkipped)
    ),
    wording=CrosswordWording,
    guide=crossword_guide,
    pictures=FamilyPictures(
        table_sketch=sketches.board_sketch,
        board_as_html=sketches.board_as_html,
        table_as_html=sketches.table_as_html,
        painter_preparations=sketches.painter_preparations,
        has_labels=True,
        example_sketch=example_sketch,
        greeting_sketch=greeting_sketch,
    ),
    load_computer_players=load_computer_players,
    load_analysis=load_analysis,
    load_puzzles=load_puzzles,
    rack_text=rack_text,
    to_gcg=to_gcg,
)
