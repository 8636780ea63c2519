"""What chats were told, against what was committed: every step, in order, and no step that was not."""

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from bot.announce.compose import PostComposer
from bot.families import registry
from bot.judges import WordChanges
from bot.tables.codec import Notice
from bot.tables.notices import needs_no_message
from bot.tables.table_loader import table_name
from bot.telegram.keyboards import Keyboards
from bot.telegram.server_features import replace_date_tags
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine import game
from engine.lobby_view import LobbyView
from engine.messages import View
from tools.simulator.ledger import Findings, LogStep, TableRecord

_LABEL: Final = re.compile("(?:<\\w+>|\u2068)*#(\\d+) ")
"""Above what a message says of a table."""
_LABEL_LINE: Final = re.compile(f"{_LABEL.pattern}.*\n")


def read_table_number(text: str) -> int | None:
    """The number of the table that a message names first; ``None`` where it names none."""
    found = _LABEL.match(text)
    return int(found[1]) if found else None


def text_below_label(text: str) -> str:
    """What a message says of a table, without the line that names it."""
    found = _LABEL_LINE.match(text)
    return text if found is None else text[found.end() :]


TextPosition = tuple[int, int]
"""A message by its place, and where in it something ends."""


class ChatMessage(Struct, frozen=True):
    """A message that a chat has been sent: words or caption, as HTML."""

    text: str
    is_photo: bool
    table: int | None = None
    """The number of the table that it names; ``None`` where it names none."""


@lru_cache(maxsize=1)
def _load_texts() -> Texts:
    return Texts()


class StepWording:
    """What the bot says of steps of games, in one language of the interface."""

    def __init__(self, language: str = "tr") -> None:
        self._language: Final = language
        self._texts: Final = _load_texts()
        plain = Speaker(self._texts, language)
        self.standing_mark: Final = "\n" + plain.html("turn-next", name="7").partition("7")[0].rstrip("\u2068")
        """What only a paragraph has that says how a game stands."""
        self._told_before: Final = re.compile(plain.html("told-before", count=7).replace("7", r"(\d+)"))

    def sentences(self, step: LogStep) -> list[str]:
        """The sentences that tell a step, as HTML; none of what goes unsaid."""
        table = step.after or step.before
        if table is None or needs_no_message(game.Step(step.after, step.entry.events)):
            return []
        events = tuple(game.redact(event, None) for event in step.entry.events)
        view: View | None = None if step.after is None else game.view(step.after, None)
        if view is None or isinstance(view, LobbyView):
            # A lobby's caption names its dictionary, which the chat's words change: its first line is enough.
            notice = Notice(events, view, table_name(table), table.ruleset.title)
            composer = PostComposer(self._texts, Keyboards(self._texts))
            return composer.compose_post([notice], self._language).text.split("\n")[:1]
        return registry.family_of_view(view).wording(self._speaker_of(step)).event_lines(events, view)

    def short_sentences(self, step: LogStep) -> list[str]:
        """The same in few words, where much that waits is one message; none where each step has its own."""
        view = None if step.after is None else game.view(step.after, None)
        if view is None or isinstance(view, LobbyView) or registry.family_of_view(view).events.timed_reveal is None:
            return []
        events = tuple(game.redact(event, None) for event in step.entry.events)
        return registry.family_of_view(view).wording(self._speaker_of(step)).short_event_lines(events, view)

    def result(self, step: LogStep) -> str:
        """What is said of a game that is over, whenever somebody asks; empty of one that is on."""
        if step.after is None or isinstance(view := game.view(step.after, None), LobbyView):
            return ""
        wording = registry.family_of_view(view).wording(self._speaker_of(step))
        return wording.result_text(view) if game.is_over(step.after) else ""

    def standings(self, step: LogStep) -> set[str]:
        """How a table may be said to stand after a step."""
        if step.after is None or isinstance(view := game.view(step.after, None), LobbyView):
            return set()
        wording = registry.family_of_view(view).wording(self._speaker_of(step))
        events = tuple(game.redact(event, None) for event in step.entry.events)
        return {standing.strip() for standing in wording.standing_versions(events, view)}

    def count_summarised(self, message: ChatMessage) -> int:
        """Of how many steps before those that it names a message says only that they were."""
        found = self._told_before.match(text_below_label(message.text))
        return int(found[1]) if found else 0

    def _speaker_of(self, step: LogStep) -> Speaker:
        table = step.after or step.before
        if table is None:
            return Speaker(self._texts, self._language)
        lexicon = WordChanges().counted_lexicon(table.ruleset.lexicon)
        return Speaker(self._texts, self._language, table.ruleset.title, lexicon)


def check_messages(
    record: TableRecord,
    steps: Sequence[LogStep],
    messages: Sequence[ChatMessage],
    findings: Findings,
    waiting_notices: int = 0,
    *,
    wording: StepWording | None = None,
    standings_beside: Collection[str] | None = (),
) -> None:
    """Follow the messages of a place through its log.

    Steps that no sentence tells are skipped. Of the newest, ``waiting_notices`` may still be in the outbox.
    ``standings_beside`` are how other tables of the place may be said to stand where a message names no table; ``None``
    where nobody knows.
    What was sent twice is fine: after a crash it is not known what arrived. So is what waited together and was told in
    few words, or as one of so many.
    """
    wording = wording or StepWording()
    messages = [ChatMessage(replace_date_tags(one.text), one.is_photo, one.table) for one in messages]
    counted = {number: count for number, one in enumerate(messages) if (count := wording.count_summarised(one))}
    at, offset = 0, 0
    stood: set[str] = set()
    told = [wording.sentences(step) for step in steps]
    for number, (step, words) in enumerate(zip(steps, told, strict=True)):
        stood |= wording.standings(step)
        if not words:
            continue
        long, short = (
            _find_next(messages, words, at, offset),
            _find_next(messages, wording.short_sentences(step), at, offset),
        )
        spot = min((one for one in (long, short) if one is not None), default=None)
        last = len(messages) - 1 if spot is None else spot[0]
        counts = next((one for one in counted if at + bool(offset) <= one <= last and counted[one]), None)
        if counts is not None:
            counted[counts] -= 1
            at, offset = counts, 0
            continue
        if spot is not None:
            at, offset = spot
            continue
        if sum(map(bool, told[number:])) <= waiting_notices:
            continue
        what = f"entry {number + 1} ({type(step.entry.action).__name__}) was told "
        if _find_next(messages, words, 0, 0) is None:
            findings.add_finding("lost", record, f"{what}to nobody: {words[0]!r}")
        else:
            findings.add_finding("out_of_order", record, f"{what}before the one ahead of it: {words[0]!r}")
    for one in messages:
        _, separated, standing = one.text.rpartition("\n\n")
        if one.table is None and (standings_beside is None or standing.strip() in standings_beside):
            continue
        if one.is_photo and separated and standing.strip() not in stood and wording.standing_mark in standing:
            findings.add_finding("doubled", record, f"a state was told that never was: {standing!r}")


def _find_next(messages: Sequence[ChatMessage], words: Sequence[str], at: int, offset: int) -> TextPosition | None:
    """The first message from there on that has these words: which, and where they end in it."""
    # The empty line that parts the end of a game from what led to it is none where that stands alone.
    wanted = "\n".join(words).strip()
    if not wanted:
        return None
    for number in range(at, len(messages)):
        found = messages[number].text.find(wanted, offset if number == at else 0)
        if found >= 0:
            return number, found + len(wanted)
    return None
