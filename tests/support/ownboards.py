"""My board in a private chat, as its player taps it."""

from tests.support.chats import KIRAZ, Sent, Talk


def labels(board: Sent) -> list[str]:
    """What stands on its buttons."""
    return [button["text"] for button in board.buttons]


def rows(board: Sent) -> list[list[str]]:
    """The same, each row by itself."""
    return [[one["text"] for one in row] for row in board.message["reply_markup"]["inline_keyboard"]]


def behind(board: Sent, label: str) -> str:
    """What the first button carries that begins with some text."""
    found = next((one for one in board.buttons if one["text"].startswith(label)), None)
    assert found is not None, labels(board)
    return str(found["callback_data"])


async def step(private: Talk, board: Sent, label: str, person: int = KIRAZ) -> Sent:
    """Press the first button that begins with some text; the board as it is then."""
    await private.press(person, board, behind(board, label))
    return await private.changed(board, "editMessageMedia")


async def steps(private: Talk, board: Sent, *pressed: str, person: int = KIRAZ) -> Sent:
    """Press one after the other."""
    for label in pressed:
        board = await step(private, board, label, person)
    return board
