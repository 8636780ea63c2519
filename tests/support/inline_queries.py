"""What people type behind the bot's name, what they are shown for it, and what they choose of that."""

import asyncio
from dataclasses import dataclass
from typing import Any, Final

from bot.playground.update_queue import InlineQuery
from engine.crossword.state import GameState
from tests.support.chat_harness import KIRAZ, LIMON, NANE, BotHarness, ChatSession
from tests.support.games import game
from tests.support.waiting import PATIENCE

Json = dict[str, Any]
RACKS: Final = ("LİKRSĞZ", "AAEEKKL")
LAID: Final = game("kelimelik", laid=["8F KALEM"], racks=RACKS)


@dataclass(frozen=True)
class InlineAnswer:
    """What one person is shown."""

    query: InlineQuery

    @property
    def results(self) -> list[Json]:
        assert self.query.shown_answer is not None, "the bot did not answer"
        return self.query.shown_answer.results

    @property
    def titles(self) -> list[str]:
        return [result["title"] for result in self.results]

    @property
    def text(self) -> str:
        """All that the asker reads."""
        return "\n".join(f"{result['title']}\n{result['description']}" for result in self.results)

    @property
    def posts(self) -> list[Json]:
        """What each result becomes."""
        assert self.query.shown_answer is not None
        return list(self.query.shown_answer.messages.values())


async def type_query(talk: ChatSession, person: int, text: str = "") -> InlineAnswer:
    world = talk.harness.playground.world
    return InlineAnswer(await asyncio.wait_for(world.inline.ask_bot(world.people[person], talk.chat, text), PATIENCE))


def choose_result(talk: ChatSession, person: int, shown: InlineAnswer, result: int = 0) -> Json:
    return talk.harness.playground.world.choose_inline_result(
        person, talk.chat_id, shown.query.id, shown.results[result]["id"]
    )


async def deal_table(house: BotHarness, table: GameState = LAID, language: str = "tr") -> ChatSession:
    """A table, whose players sit at no other."""
    await house.forget_user_games(KIRAZ, LIMON, NANE)
    talk = await house.new_group(language)
    await talk.put_table(table)
    return talk
