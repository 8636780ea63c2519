"""Whole games in the browser by taps alone, each turn on the own board."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

from playwright.async_api import Page

from bot.playground.server_version import OLDEST
from bot.user_input.command_names import command_name
from engine.crossword.shipped import crossword_rulesets
from tests.e2e.browser_games import BrowserGame
from tests.e2e.chat_room import ReadMessage
from tests.e2e.final_message import check_end
from tests.e2e.move_finder import FoundMove
from tests.e2e.page_buttons import PageButtons
from tests.e2e.page_people import BrowserRoom
from tests.e2e.score_ledger import Player, Turn, chat_sentence

BEGIN_BY_TAP: Final = "begin"
"""What is said where nobody types."""


@dataclass(slots=True)
class TappedGame(BrowserGame):
    """Nothing is typed: tables are opened, and turns taken, by taps."""

    @classmethod
    async def open_by_taps(
        cls, room: "TappedRoom", people: Sequence[int], game: str = "kelimelik", language: str = "tr"
    ) -> Self:
        """Open a table, sit down and begin; the group is in a language, the pages are in Turkish."""
        await room.send_menu_command(room.pages[people[0]], command_name("new", "tr"))
        asked = await room.read_next()
        lobby = await room.press_choice(people[0], asked, crossword_rulesets()[game].title[language])
        for person in people[1:]:
            await room.join_table(person, lobby)
        return await cls.begin_at_lobby(room, people, lobby, BEGIN_BY_TAP, game=game, language=language)

    async def type_turn(self, done: Turn) -> None:
        """Take a turn on the own board."""
        who = self.on_turn
        own = await self._open_own_board(who)
        if isinstance(done, FoundMove):
            await self._tap_move(own, done)
        elif done == "pass":
            await own.press_label(chat_sentence("tr", "own-board-pass"))
            await self._press_final(own, chat_sentence("tr", "own-board-pass-yes"))
        await self._return_to_group(who)
        self.record_turn(done)

    async def pass_turn(self) -> ReadMessage:
        """Let a turn go by."""
        ends, name = self.is_run_over("pass"), self.on_turn.name
        held = await self.look_at_all_racks() if ends else {}
        await self.type_turn("pass")
        said = await self.room.read_next()
        if ends:
            await check_end(self, said, self.run_ending, held)
        else:
            await self.check_turn_message(said, [chat_sentence(self.language, "turn-passed", name=name)])
        return said

    async def exchange_rack(self) -> ReadMessage:
        """Exchange the whole rack."""
        count, who = len(await self.look_at_rack()), self.on_turn
        own = await self._open_own_board(who)
        await own.press_label(chat_sentence("tr", "own-board-exchange"))
        for place in range(count):
            await own.mark_seen()
            tiles = own.newest_message.get_by_role("button", name=re.compile(r"[₀-₉]$"))
            await tiles.nth(place).click()
            await own.wait_changed()
        await self._press_final(own, re.compile("^✅|^🔄"))
        await self._return_to_group(who)
        said = await self.room.read_next()
        await self.check_exchange(said, count)
        return said

    async def _open_own_board(self, who: Player) -> PageButtons:
        """The own board as it is now: in the group where its server can, else in the private chat."""
        own, page = self.own_board_buttons(who), self.browser_room.pages[who.user]
        if self.version != OLDEST:
            await self.look_at_rack(who)
            return own
        await page.locator("[data-chat-kind=private]").click()
        await own.mark_seen()
        await TappedRoom.send_menu_command(page, command_name("rack", "tr"))
        await own.wait_changed()
        return own

    async def _return_to_group(self, who: Player) -> None:
        if self.version == OLDEST:
            await self.browser_room.pages[who.user].locator("[data-chat-kind=group]").first.click()

    async def _tap_move(self, own: PageButtons, found: FoundMove) -> None:
        """Row, column, direction where it is asked, tile by tile; then the move itself."""
        columns = self.ruleset.columns
        index = found.tiles[0][0]
        await own.press_label(chat_sentence("tr", "own-board-move"))
        await own.press_label(str(index // columns + 1))
        await own.press_label(chr(ord("A") + index % columns))
        arrow = "→" if found.main_words[0][2] else "↓"
        if any(label.startswith(("→", "↓")) for label in await own.labels()):
            await own.press_label(re.compile(f"^{arrow}"))
        for _, tile in found.tiles:
            await own.press_label(re.compile(f"^{'▢' if tile[0] == '?' else tile}[₀-₉]*$"))
            if tile[0] == "?":
                await own.press_label(tile[1])
        assert any(f"{found.score}" in label for label in await own.labels() if label.startswith("✅"))
        await self._press_final(own, re.compile("^✅"))

    async def _press_final(self, own: PageButtons, label: str | re.Pattern[str]) -> None:
        await own.press_label(label)


class TappedRoom(BrowserRoom):
    """The group of the page, where nobody types."""

    async def say(self, person: int, text: str, reply_to: int | None = None) -> int:
        """Begin at the table that is open: all that there is to say here."""
        assert (text, reply_to) == (BEGIN_BY_TAP, None)
        await self.pages[person].locator("article [data-callback^='begin:']").last.click()
        return self.newest_read

    @staticmethod
    async def send_menu_command(page: Page, command: str) -> None:
        """Send a command of the menu."""
        await page.get_by_test_id("commands").click()
        await page.locator(f"li[data-command='{command}']").click()
        await page.get_by_test_id("send").click()

    async def press_choice(self, person: int, said: ReadMessage, label: str) -> ReadMessage:
        """Press a button of a question that the lobby answers; the lobby."""
        article = self.pages[person].locator(f"article[data-message-id='{said.message_id}']")
        await article.get_by_role("button", name=label, exact=True).click()
        return await self.read_next()
