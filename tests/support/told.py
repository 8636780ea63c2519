"""What a group would be told of a step."""

from bot.tables.codec import Notice, encode
from engine import game as door
from engine.game import Step, Table


def notice(before: Table, step: Step) -> bytes:
    """The outbox entry of a step, as it is stored; the commitment, which hides the secret, left out."""
    table = step.table or before
    events = tuple(door.redact(event, None) for event in step.events)
    shown = None if step.table is None else door.view(step.table, None)
    return encode(Notice(events, shown, "", table.ruleset.title, None, table.ruleset.lexicon))
