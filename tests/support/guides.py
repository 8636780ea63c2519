"""Rules and help as who asks for them in a group reads them: there, or by a link where the group has a few lines."""

from tests.support.chats import Sent, Talk


async def whole(talk: Talk, person: int, text: str) -> Sent:
    """What is answered to one person alone, or what the link below the answer leads to, in the group's language."""
    answer = await talk.ask(person, text)
    if answer.alone:
        return answer
    (link,) = answer.links
    private = await talk.house.private(person, talk.language)
    return await private.ask(person, f"/start {link.partition('start=')[2]}")
