"""Several tables of a group on the page: read and written as its people see them, each table by its number."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from playwright.async_api import Page, expect

from bot.playground.server_version import OLDEST
from tests.e2e.browser_games import BrowserGame
from tests.e2e.chat_room import ReadMessage, letters_and_points
from tests.e2e.page_people import BrowserRoom
from tests.e2e.score_ledger import Player
from tools.fleet.table_labels import read_table_number

Way = Literal["number", "reply", "question"]
"""How somebody says which table is meant: by its number, by a reply to its board, or, asked, by a button."""

_COMMAND: Final = re.compile(r"^(/\w+)")


class TablesRoom(BrowserRoom):
    """The group of the page where several tables are played; a message is read without the label of its table.

    Args:
        pages: the tab of each person, the first one's being read.
        names: the people by name.
    """

    def __init__(self, pages: Mapping[int, Page], names: dict[str, int]) -> None:
        super().__init__(pages, names)
        self.table: int | None = None
        """The number of the table that is spoken of; ``None`` where there is one."""
        self.way: Way = "number"
        self.boards: Final[dict[int, int]] = {}
        """The newest message that names each table."""
        self.question_count = 0

    async def say(self, person: int, text: str, reply_to: int | None = None) -> int:
        """Type something about the table, and say which one it is."""
        if self.table is None or not _COMMAND.match(text):
            return await super().say(person, text, reply_to)
        if self.way == "number":
            return await super().say(person, _COMMAND.sub(rf"\1 #{self.table}", text, count=1))
        if self.way == "reply":
            await self._begin_reply(person, self.boards[self.table])
            return await super().say(person, text)
        written = await super().say(person, text)
        await self._answer_question(person)
        return written

    async def _begin_reply(self, person: int, message: int) -> None:
        page = self.pages[person]
        # Where the server can, the own board stands in the place of the message that it was opened from.
        article = page.locator(f"article:is([data-message-id='{message}'], [data-ephemeral='{message}'])").last
        await article.hover()
        await article.get_by_test_id("reply").click()
        await expect(page.get_by_test_id("reply-bar")).to_be_visible()

    async def _answer_question(self, person: int) -> None:
        """Press the table's button below the question that only its asker is asked."""
        page = self.pages[person]
        button = page.locator("button[data-callback^='which:']", has_text=f"#{self.table} ")
        asked = page.locator("article", has=button).last
        await expect(asked).to_be_visible()
        self.mark_read(await asked.get_attribute("data-message-id") or "")
        self.question_count += 1
        await asked.locator("[data-callback^='which:']", has_text=f"#{self.table} ").click()

    async def read_next(self, holding: str = "") -> ReadMessage:
        """The next message of the bot, which is about the table that is spoken of."""
        said = await super().read_next(holding)
        number = read_table_number(said.text)
        if number is None:
            return said
        assert self.table in (None, number), said.text
        self.boards[number] = said.message_id
        return _without_label(said)


def _without_label(said: ReadMessage) -> ReadMessage:
    """A message as it would be if there were one table."""
    label, _, text = said.raw_text.partition("\n")
    units = len(f"{label}\n".encode("utf-16-le")) // 2
    entities = [{**one, "offset": one["offset"] - units} for one in said.message["entities"] if one["offset"] >= units]
    return ReadMessage({**said.message, "text": text, "entities": entities}, said.call_number)


@dataclass(slots=True)
class NumberedGame(BrowserGame):
    """A game at one of several tables: its own boards stand where its own messages stood."""

    async def look_at_rack(self, player: Player | None = None) -> tuple[str, ...]:
        """What the button of racks shows to the one who presses it: a box, or the own board."""
        who = player or self.on_turn
        key = (who.user, len(self.turns_taken))
        if self.version == OLDEST or key in self.racks_looked_at:
            return await BrowserGame.look_at_rack(self, player)
        page, board = self.browser_room.pages[who.user], self.board.message_id
        await page.locator(f"article[data-message-id='{board}'] [data-callback^='rack:']").click()
        said = await page.locator(f"article[data-ephemeral='{board}'] [data-part=text]").inner_text()
        await self._check_only_owner_sees(who, said)
        self.racks_looked_at[key] = rack = letters_and_points(said)
        return rack


@dataclass
class PageTables:
    """The tables of a group on the page, and whose turn it is there."""

    room: TablesRoom
    version: str = OLDEST
    games: dict[int, NumberedGame] = field(default_factory=dict)

    async def open_tables(self, kinds: Mapping[int, tuple[str, tuple[int, ...]]]) -> None:
        """Open tables and begin their games.

        Args:
            kinds: by number, the game and who sits there, the host first.
        """
        for number, (kind, people) in kinds.items():
            self.room.table, self.room.way = None, "number"
            lobby = await self.room.say_and_read(people[0], f"/yeni {kind}")
            self.room.boards[number] = lobby.message_id
            self.room.table = None if number == 1 else number
            for person in people[1:]:
                await self.room.join_table(person, lobby)
            game = await NumberedGame.begin_at_lobby(self.room, people, lobby, "/baslat", game=kind, language="tr")
            game.version, self.games[number] = self.version, game
            self.room.boards[number] = game.board.message_id

    async def play_round(self, turn: int) -> None:
        """Whoever is on turn moves at each table, by its number and by a reply in turns."""
        for number, game in self.games.items():
            self.room.table, self.room.way = number, "number" if (turn + number) % 2 else "reply"
            await game.play_turn()

    async def pass_asked(self, number: int) -> None:
        """Whoever is on turn there, and sits at another table too, passes and says of neither which one it is."""
        user = self.games[number].on_turn.user
        assert sum(user in game.sat_down for game in self.games.values()) > 1
        self.room.table, self.room.way = number, "question"
        await self.games[number].pass_turn()
        self.room.way = "number"
