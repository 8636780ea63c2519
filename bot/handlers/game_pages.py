"""What the history shows: lists of finished games, a game's page and its replay, with their buttons. Stores nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.families import registry
from bot.handlers import costly_moves
from bot.handlers.opened_game import OpenedGame
from bot.records.archive import ArchivedGame, ArchivePage
from bot.store.shared_pictures import SharedPicture
from bot.telegram.keyboards import (
    callback_button,
    encode_button_data,
    pair_short_buttons,
    share_button,
    translated_button,
)
from bot.texts import Html
from bot.wording import game_result
from bot.wording.figures import game_label
from bot.wording.game_result import effect_lines
from bot.wording.speaker import Speaker, first_fitting_caption, join_lines
from engine.computer_ids import is_computer
from engine.forget_player import is_forgotten
from engine.game import Game, redact, view
from engine.game_base import GameView
from engine.game_record import GameRecord, PlayerRecord
from engine.packed_game import UnpackedGame
from engine.rulesets import shipped_rulesets
from engine.standings import GameEffects
from engine.table_log import LogEntry
from render.text import format_points

KIND: Final = "past"
"""The kind of all buttons of the history."""


LIST, PAGE, BACK, GCG, PROOF, STEP = "l", "g", "b", "f", "p", "r"
"""What a button does: another page of the list, a game's page, that page in place of its replay, files, a step."""


_MOST_LABEL: Final = 60


_NO_TITLES: Final[Mapping[str, str]] = {}


def list_keyboard(page: ArchivePage, speaker: Speaker) -> InlineKeyboardMarkup:
    """A button for each game of a page, and the ways to newer and older ones."""
    rows = [[callback_button(button_label(one.record, speaker), _data(PAGE, one))] for one in page.games]
    turning = []
    if page.number:
        turning.append(translated_button(speaker, "history-newer", encode_button_data(KIND, "", LIST, page.number - 1)))
    if page.has_older:
        turning.append(translated_button(speaker, "history-older", encode_button_data(KIND, "", LIST, page.number + 1)))
    return InlineKeyboardMarkup([*rows, *([turning] if turning else [])])


def button_label(record: GameRecord, speaker: Speaker) -> str:
    """A game on a button: when it ended, and who came where; plain text."""
    names = ", ".join(f"{_plain_name(one, speaker)} {format_points(one.score)}" for one in _by_place(record))
    label = f"{_date(record, speaker)} {names}"
    return label if len(label) <= _MOST_LABEL else f"{label[: _MOST_LABEL - 1]}…"


def game_caption(
    found: ArchivedGame, shown: GameView | None, effects: GameEffects | None, note: str, speaker: Speaker
) -> str:
    """The text of a game's page: what and when, the result, what it changed.

    Args:
        found: the game.
        shown: its end as the group saw it; ``None`` where that is not known, and the record alone speaks.
        effects: what it changed; ``None`` if nobody knows.
        note: HTML that says what is missing, and why.
        speaker: speaks of the table.
    """
    record = found.record
    head = speaker.html("history-game", game=game_label(record.ruleset, speaker), date=_date(record, speaker))
    result = "" if shown is None else registry.family_of_view(shown).wording(speaker).result_text(shown)
    figures = "\n".join(_figures_line(one, speaker) for one in _by_place(record))
    changed = "\n".join(effect_lines(effects, [(one.user, one.name) for one in record.players], speaker))
    left_out = speaker.html("history-left-out") if record.left_out else ""
    below = join_lines(changed, left_out, note)
    return first_fitting_caption(
        join_lines(head, result or figures, below), join_lines(head, figures, below), join_lines(head, figures)
    )


def game_keyboard(
    opened: OpenedGame, speaker: Speaker, *, shared_picture: SharedPicture | None
) -> InlineKeyboardMarkup | None:
    """The buttons of a game's page; ``None`` for a game of which the result alone is known."""
    found = opened.found
    looking, files = list[list[InlineKeyboardButton]](), list[InlineKeyboardButton]()
    if opened.end is not None:
        looking.append([translated_button(speaker, "button-replay", _data(STEP, found, 0))])
        if opened.can_be_analysed:
            looking.append([costly_moves.button_of_page(found, speaker)])
        if opened.has_gcg:
            files.append(translated_button(speaker, "button-gcg", _data(GCG, found)))
        files.append(translated_button(speaker, "button-proof", _data(PROOF, found)))
    if shared_picture is not None:
        files.append(share_button(shared_picture.chat, found.record.id, speaker))
    # Beside another one the longest would be cut on a phone.
    rows = [*looking, *pair_short_buttons(files)]
    return InlineKeyboardMarkup(rows) if rows else None


def replay_keyboard(found: ArchivedGame, step: int, steps: int, speaker: Speaker) -> InlineKeyboardMarkup:
    """The buttons of a step, counted from 0: to the first, the one before, the next, the last; then back to the page.

    What leads nowhere is left out.
    """
    ways = []
    if step > 0:
        ways += [("replay-first", 0), ("replay-back", step - 1)]
    if step < steps - 1:
        ways += [("replay-on", step + 1), ("replay-last", steps - 1)]
    row = [translated_button(speaker, message, _data(STEP, found, to)) for message, to in ways]
    back = translated_button(speaker, "button-history-game", _data(BACK, found))
    return InlineKeyboardMarkup([*([row] if row else []), [back]])


def result_line(record: GameRecord, speaker: Speaker) -> str:
    """Who came where with how many points, in a line of HTML."""
    return " · ".join(
        f"{_mark(one)} {speaker.player_name(_plain_name(one, speaker))} <b>{format_points(one.score)}</b>"
        for one in _by_place(record)
    )


def record_titles(record: GameRecord) -> Mapping[str, str]:
    """What a record's game is called, in every language; empty where this version does not know the game."""
    ruleset = shipped_rulesets().get(record.ruleset)
    return _NO_TITLES if ruleset is None else ruleset.title


def _data(action: str, found: ArchivedGame, *more: int) -> str:
    return encode_button_data(KIND, "", action, found.chat, found.place, found.record.id, *more)


def _by_place(record: GameRecord) -> list[PlayerRecord]:
    return sorted(record.players, key=lambda one: one.place)


def _plain_name(player: PlayerRecord, speaker: Speaker) -> str:
    return speaker.plain("forgotten-player") if is_forgotten(player.user) else speaker.plain_name(player.name)


def _date(record: GameRecord, speaker: Speaker) -> str:
    ended = datetime.fromtimestamp(record.ended, UTC)
    return speaker.plain("history-date", day=f"{ended:%d}", month=f"{ended:%m}", year=f"{ended:%Y}")


def _mark(player: PlayerRecord) -> str:
    """A medal, or what says that somebody gave up."""
    return game_result.SURRENDERED if player.left else game_result.medal(player.place)


def _figures_line(player: PlayerRecord, speaker: Speaker) -> str:
    """A player's place, score and best word, from the record."""
    name = speaker.html("forgotten-player") if is_forgotten(player.user) else speaker.player_name(player.name)
    done = player.figures
    line = f"{_mark(player)} {name} <b>{format_points(player.score)}</b>"
    if done.best_word and not is_computer(player.user):
        line += " · " + speaker.html("history-best-word", word=done.best_word, points=str(done.best_word_points))
    return line


_MOST_LINES: Final = 12
"""More than a turn has; the end of a game may have more, and is told in short then."""


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """A step of a replay."""

    before: Game | None
    """The game before it; ``None`` for its beginning."""
    after: Game
    entry: LogEntry

    @property
    def public_view(self) -> GameView:
        """What the group saw then."""
        shown = view(self.after, None)
        if not isinstance(shown, GameView):
            raise TypeError("a game's view is no lobby's")
        return shown


def list_replay_steps(game: UnpackedGame, speaker: Speaker) -> list[ReplayStep]:
    """The steps of a game: its beginning, then whatever its group was told of."""
    steps: list[ReplayStep] = []
    before: Game | None = None
    for table, entry in zip(game.tables, game.log, strict=True):
        if not isinstance(table, Game):
            continue
        step = ReplayStep(before, table, entry)
        if before is None or step_lines(step, speaker):
            steps.append(step)
        before = table
    return steps


def step_lines(step: ReplayStep, speaker: Speaker) -> list[str]:
    """What the group was told of a step."""
    shown = step.public_view
    events = [redact(event, None) for event in step.entry.events]
    return registry.family_of_view(shown).wording(speaker).past_event_lines(events, shown)


def step_caption(step: ReplayStep, number: int, count: int, speaker: Speaker) -> str:
    """Which step it is, who did what for how many points, what they had on the rack, and the scores.

    Args:
        step: the step.
        number: its number, from 1.
        count: how many there are.
        speaker: speaks of the table.
    """
    head = speaker.html("history-step", step=str(number), steps=str(count))
    lines = step_lines(step, speaker)
    scores = " · ".join(
        f"{speaker.player_name(one.name)} <b>{format_points(one.score)}</b>" for one in step.after.players
    )
    rack = _rack_line(step, speaker)
    full = join_lines(head, "\n".join(lines).strip(), rack, scores)
    return first_fitting_caption(full, join_lines(head, "\n".join(lines[:_MOST_LINES]).strip(), scores), head)


def _rack_line(step: ReplayStep, speaker: Speaker) -> str:
    """What the player who took the turn had on the rack; empty where no turn was taken, or there are no racks."""
    before = step.before
    if before is None or step.after.number <= before.number or before.outcome is not None:
        return ""
    rack_text = registry.family_of_game(before).rack_text
    tiles = "" if rack_text is None else rack_text(before, before.turn)
    if not tiles:
        return ""
    return speaker.html("history-rack", name=speaker.player_name(before.players[before.turn].name), tiles=Html(tiles))
