"""Games that people finish in chats, so that a group has something to remember."""

from tests.support.chat_harness import KIRAZ, LIMON, ChatSession
from tests.support.sent_messages import SentMessage


async def finish_game(talk: ChatSession, *, passes: int = 0, ruleset: str = "kelimelik") -> SentMessage:
    """A game of two that Limon gives up after some passes; what the group is told of its end."""
    await talk.say_and_wait(KIRAZ, f"/yeni {ruleset}")
    await talk.say_and_wait(LIMON, "/katil")
    await talk.say_and_wait(LIMON, "/baslat")
    for _ in range(passes):
        state = await talk.load_current_game()
        await talk.say_and_wait(state.players[state.turn].user, "/pas")
    question = await talk.say_and_wait(LIMON, "/teslim")
    await talk.press_kind(LIMON, question, "yes")
    return (await talk.wait_messages())[0]
