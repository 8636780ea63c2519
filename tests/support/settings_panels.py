"""The panel of settings as people press it, and what was chosen in it."""

from tests.support.chat_harness import KIRAZ, ChatSession
from tests.support.chat_steps import button_labels
from tests.support.sent_messages import SentMessage


async def panel_after_update(talk: ChatSession, panel: SentMessage) -> SentMessage:
    """The panel as it is once all is done."""
    return await talk.wait_edited(panel, "editMessageText", newest=True)


async def chosen_settings(talk: ChatSession) -> dict[str, str]:
    return await talk.harness.store.load_settings(talk.chat_id)


async def pick_value(talk: ChatSession, panel: SentMessage, name: str, value: str, person: int = KIRAZ) -> SentMessage:
    """Open a section, choose a value; the section then."""
    await talk.forge_tap(talk.user_json(person), panel, "set::menu")
    await talk.press_data(person, panel, f"set::{name}")
    assert talk.text_plain("button-settings-back") in button_labels(await panel_after_update(talk, panel))
    await talk.press_data(person, panel, f"set::{name}:{value}")
    return await panel_after_update(talk, panel)


def marked_buttons(sent: SentMessage) -> list[str]:
    """The buttons with the mark of what holds."""
    return [label.removeprefix("✓ ") for label in button_labels(sent) if label.startswith("✓ ")]
