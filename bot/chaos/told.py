"""What chats were told, against what was committed: every step, in order, and no step that was not."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from bot.announce.posts import Posts
from bot.chaos.findings import Findings
from bot.chaos.ledger import Place
from bot.chaos.replay import Step
from bot.families import registry
from bot.judges import Changes
from bot.tables.codec import Notice
from bot.tables.held import table_name
from bot.tables.notices import goes_unsaid
from bot.telegram.buttons import Buttons
from bot.telegram.dates import without_dates
from bot.texts import Texts
from bot.wording.speaker import Speaker
from engine import game
from engine.game import redact
from engine.lobby_view import LobbyView
from engine.messages import View

Spot = tuple[int, int]
"""A message by its place, and where in it something ends."""

_LANGUAGE: Final = "tr"
_NEXT: Final = "\nSıra: "
"""What only a paragraph has that says how a game stands."""


class Said(Struct, frozen=True):
    """A message that a chat has been sent: words or caption, as HTML."""

    text: str
    photo: bool


@lru_cache(maxsize=1)
def _texts() -> Texts:
    return Texts()


def check(place: Place, steps: Sequence[Step], said: Sequence[Said], findings: Findings, untold: int = 0) -> None:
    """Follow the messages of a place through its log.

    Steps that no sentence tells are skipped; of the newest so many may still wait in the outbox as ``untold`` says.
    What was sent twice is fine: after a crash it is not known what arrived. So is what waited together and was told in
    few words, or as one of so many.
    """
    said = [Said(without_dates(one.text), one.photo) for one in said]
    counted = {number: count for number, one in enumerate(said) if (count := _before(one))}
    at, offset = 0, 0
    stood: set[str] = set()
    for number, step in enumerate(steps, start=1):
        words = lines(step)
        stood |= standings(step)
        if not words:
            continue
        spot = _soonest(_next(said, words, at, offset), _next(said, gist(step), at, offset))
        last = len(said) - 1 if spot is None else spot[0]
        if (
            counts := next((one for one in counted if at + bool(offset) <= one <= last and counted[one]), None)
        ) is not None:
            counted[counts] -= 1
            at, offset = counts, 0
            continue
        if spot is not None:
            at, offset = spot
            continue
        if sum(bool(lines(later)) for later in steps[number - 1 :]) <= untold:
            continue
        earlier = _next(said, words, 0, 0)
        what = f"entry {number} ({type(step.entry.action).__name__}) was told "
        if earlier is None:
            findings.add("lost", place, f"{what}to nobody: {words[0]!r}")
        else:
            findings.add("out_of_order", place, f"{what}before the one ahead of it: {words[0]!r}")
    _check_truth(place, said, stood, findings)


def _before(said: Said) -> int:
    """Of how many steps before those that it names a message says only that they were."""
    found = re.match(Speaker(_texts(), _LANGUAGE).html("told-before", count=7).replace("7", r"(\d+)"), said.text)
    return int(found[1]) if found else 0


def _soonest(one: Spot | None, other: Spot | None) -> Spot | None:
    return min((spot for spot in (one, other) if spot is not None), default=None)


def _next(said: Sequence[Said], words: Sequence[str], at: int, offset: int) -> Spot | None:
    """The first message from there on that has these words: which, and where they end in it."""
    # The empty line that parts the end of a game from what led to it is none where that stands alone.
    wanted = "\n".join(words).strip()
    if not wanted:
        return None
    for number in range(at, len(said)):
        found = said[number].text.find(wanted, offset if number == at else 0)
        if found >= 0:
            return number, found + len(wanted)
    return None


def lines(step: Step) -> list[str]:
    """The sentences that tell a step, as HTML; none of what goes unsaid."""
    events = tuple(redact(event, None) for event in step.entry.events)
    table = step.after or step.before
    if table is None or goes_unsaid(game.Step(step.after, step.entry.events)):
        return []
    view: View | None = None if step.after is None else game.view(step.after, None)
    notice = Notice(events, view, table_name(table), table.ruleset.title)
    if view is None or isinstance(view, LobbyView):
        # A lobby's caption names its dictionary, which the chat's words change: its first line is enough.
        text = Posts(_texts(), Buttons(_texts())).compose([notice], _LANGUAGE).text
        return text.split("\n")[:1]
    return registry.of_view(view).lines(events, view, _speaker(step))


def gist(step: Step) -> list[str]:
    """The same in few words, where much that waits is one message; none where each step has its own."""
    view = None if step.after is None else game.view(step.after, None)
    if view is None or isinstance(view, LobbyView) or registry.of_view(view).moments is None:
        return []
    events = tuple(redact(event, None) for event in step.entry.events)
    return registry.of_view(view).gist(events, view, _speaker(step))


def result(step: Step) -> str:
    """What is said of a game that is over, whenever somebody asks; empty of one that is on."""
    if step.after is None or isinstance(view := game.view(step.after, None), LobbyView):
        return ""
    return registry.of_view(view).result(view, _speaker(step)) if game.is_over(step.after) else ""


def _speaker(step: Step) -> Speaker:
    table = step.after or step.before
    if table is None:
        return Speaker(_texts(), _LANGUAGE)
    return Speaker(_texts(), _LANGUAGE, table.ruleset.title, Changes().told(table.ruleset.lexicon))


def standings(step: Step) -> set[str]:
    """How a table may be said to stand after a step."""
    if step.after is None or isinstance(view := game.view(step.after, None), LobbyView):
        return set()
    family = registry.of_view(view)
    events = tuple(redact(event, None) for event in step.entry.events)
    return {standing.strip() for standing in family.standings(events, view, _speaker(step))}


def _check_truth(place: Place, said: Sequence[Said], stood: set[str], findings: Findings) -> None:
    """A picture of a game tells scores and turns as they were after some step."""
    for one in said:
        _, separated, standing = one.text.rpartition("\n\n")
        if one.photo and separated and standing.strip() not in stood and _NEXT in standing:
            findings.add("doubled", place, f"a state was told that never was: {standing!r}")
