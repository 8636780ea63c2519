"""What the seats of a picture are called where a name cannot be drawn."""

from bot.wording.speaker import Speaker


def called(speaker: Speaker, count: int) -> tuple[str, ...]:
    """So many seats, in the order of play."""
    return tuple(speaker.plain("seat-called", number=number) for number in range(1, count + 1))
