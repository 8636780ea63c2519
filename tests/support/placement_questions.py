"""Tables at which a word has several places, and what their buttons say."""

from bot.texts import Argument
from tests.support.chat_harness import ChatSession
from tests.support.games import game
from tests.support.sent_messages import Json, SentMessage

EMPTY = game("kelimelik", racks=["KALEMİS", "LERASİS"])
LAID = game("kelimelik", laid=["8F KALEM"], racks=["LİKSER?", "AAEEKKL"])
FULL = game("kelimelik", laid=["8A KALEMKALEMKALEM"], racks=["KALEMİS", "LERASİS"])
QUIET = {"text": "", "show_alert": False, "url": ""}


def placement_buttons(sent: SentMessage) -> list[str]:
    return [one["text"] for one in sent.buttons if one["callback_data"].startswith("put:")]


def direction_name(talk: ChatSession, name: str) -> str:
    return talk.text_plain(f"way-{name}")


def short_direction_name(talk: ChatSession, name: str) -> str:
    """As a button says it."""
    return talk.text_plain(f"way-brief-{name}")


async def assert_refused(talk: ChatSession, answer: Json, message: str, **arguments: Argument) -> None:
    assert answer["show_alert"]
    assert answer["text"] == talk.text_plain(message, **arguments)
