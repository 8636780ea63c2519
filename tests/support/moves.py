"""Groups that become supergroups."""

from tests.support.chats import KIRAZ, Talk


async def moved(old: Talk, new: Talk, *, told: bool = False) -> None:
    """Telegram's word that a group is elsewhere now, and its handling; ``told`` by the new one, else by the old."""
    link = ("migrate_from_chat_id", old.id) if told else ("migrate_to_chat_id", new.id)
    message = {
        "message_id": old.house.number(),
        "from": old.user(KIRAZ),
        "date": 1_800_000_000,
        "chat": old.house.playground.world.chat_api((new if told else old).chat),
        link[0]: link[1],
    }
    await new.mark()
    old.house.playground.updates.push("message", message)
    await new.silent(KIRAZ)
